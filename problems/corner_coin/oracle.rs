//! Small inputs, answered by search of the game.

use crate::trials::{Random, ended, numbers};

/// Boards that are searched at most.
const LARGEST: usize = 2000;

/// Returns a case on each line and a line of zeros, or none.
pub(crate) fn small(random: &mut Random) -> String {
    let most = random.within(1, 12);
    let input = (0..random.within(0, 8))
        .map(|_| format!("{} {}\n", random.within(1, most), random.within(1, most)))
        .collect();
    ended(random, input, "0 0\n")
}

/// Returns the winner of every case up to the line of zeros.
pub(crate) fn answer(input: &str) -> Option<String> {
    let sizes: Vec<usize> = numbers(input)?;
    let boards = sizes.as_chunks().0;
    let boards = boards.split(|&size| size == [0, 0]).next().unwrap_or_default();
    let most = boards.iter().flatten().max().copied().unwrap_or(0);
    let won = (most <= LARGEST).then(|| search(most))?;
    let lines =
        boards.iter().map(|&[n, m]| if won[n - 1][m - 1] { "Wonderful!\n" } else { "What a pity!\n" });
    Some(lines.collect())
}

/// Returns whether the player to move wins, by the number of rows below the coin and of columns to its left.
fn search(most: usize) -> Vec<Vec<bool>> {
    let mut won = vec![vec![false; most]; most];
    for below in 0..most {
        for left in 0..most {
            won[below][left] = left > 0 && !won[below][left - 1]
                || below > 0 && !won[below - 1][left]
                || below > 0 && left > 0 && !won[below - 1][left - 1];
        }
    }
    won
}
