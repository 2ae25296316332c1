//! Small inputs, answered by search of the game.

use crate::trials::{Random, ended, numbers};

/// Heaps that are searched at most.
const LARGEST: usize = 300;

/// Returns a number on each line and a line with 0, or none.
pub(crate) fn small(random: &mut Random) -> String {
    let most = random.within(1, 150);
    let input = (0..random.within(0, 8)).map(|_| format!("{}\n", random.within(1, most))).collect();
    ended(random, input, "0\n")
}

/// Returns the winner of every case up to the 0.
pub(crate) fn answer(input: &str) -> Option<String> {
    let heaps: Vec<usize> = numbers(input)?;
    let heaps: Vec<usize> = heaps.into_iter().take_while(|&heap| heap > 0).collect();
    let most = heaps.iter().max().copied().unwrap_or(0);
    let won = (most <= LARGEST).then(|| search(most))?;
    Some(heaps.iter().map(|&heap| if won[heap][heap - 1] { "First win\n" } else { "Second win\n" }).collect())
}

/// Returns whether the player to move wins, for each heap and each number that may be taken at most.
fn search(most: usize) -> Vec<Vec<bool>> {
    let mut won: Vec<Vec<bool>> = Vec::new();
    for heap in 0..=most {
        // With one more stone that may be taken there is one more move.
        let mut row = vec![false];
        for taken in 1..=heap {
            let rest = heap - taken;
            row.push(row[taken - 1] || !won[rest][rest.min(2 * taken)]);
        }
        won.push(row);
    }
    won
}
