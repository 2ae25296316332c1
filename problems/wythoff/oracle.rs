//! Small inputs, answered by search of the game.

use crate::trials::{Random, numbers};

/// Heaps that are searched at most.
const LARGEST: usize = 128;

/// Returns a case on each line, none at all among them.
pub(crate) fn small(random: &mut Random) -> String {
    let most = random.within(0, 40);
    (0..random.within(1, 6))
        .map(|_| format!("{} {}\n", random.within(0, most), random.within(0, most)))
        .collect()
}

/// Returns the winner of every case.
pub(crate) fn answer(input: &str) -> Option<String> {
    let heaps: Vec<usize> = numbers(input)?;
    let most = heaps.iter().max().copied().unwrap_or(0);
    let won = (most <= LARGEST).then(|| search(most))?;
    Some(heaps.chunks_exact(2).map(|heaps| if won[heaps[0]][heaps[1]] { "1\n" } else { "0\n" }).collect())
}

/// Returns whether the player to move wins, for each pair of heaps up to `most`.
pub(crate) fn search(most: usize) -> Vec<Vec<bool>> {
    let mut won = vec![vec![false; most + 1]; most + 1];
    for a in 0..=most {
        for b in 0..=most {
            won[a][b] = (1..=a).any(|taken| !won[a - taken][b])
                || (1..=b).any(|taken| !won[a][b - taken])
                || (1..=a.min(b)).any(|taken| !won[a - taken][b - taken]);
        }
    }
    won
}
