//! Small inputs, answered by search of the game.

use crate::trials::Random;

/// Heaps that are searched at most.
const LARGEST: usize = 300;

/// Returns an input of one number.
pub(crate) fn small(random: &mut Random) -> String {
    format!("{}\n", random.within(1, 150))
}

/// Returns the smallest first move after which the opponent loses.
pub(crate) fn answer(input: &str) -> Option<String> {
    let heap: usize = input.trim().parse().ok().filter(|&heap| heap <= LARGEST)?;
    let lost = search(heap);
    let winning = (1..=heap).find(|&taken| lost[heap - taken][(2 * taken).min(heap - taken)]);
    Some(format!("{}\n", winning.unwrap_or(0)))
}

/// Returns whether the player to move loses, for each heap and each number that may be taken at most.
fn search(most: usize) -> Vec<Vec<bool>> {
    let mut lost: Vec<Vec<bool>> = Vec::new();
    for heap in 0..=most {
        let row = (0..=heap)
            .map(|limit| (1..=limit).all(|taken| !lost[heap - taken][(2 * taken).min(heap - taken)]))
            .collect();
        lost.push(row);
    }
    lost
}
