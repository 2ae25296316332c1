//! Bash by search.

use crate::trials::{Random, counted, numbers, table};

/// Cases of small heaps, without stones or moves among them.
pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 6, |random| format!("{} {}\n", random.within(0, 20), random.within(0, 8)))
}

/// Returns the answers by the definition of the game.
pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<usize> = numbers(input)?;
    let cases = numbers.get(1..)?.as_chunks().0.iter();
    cases.map(|&[stones, most]| Some(if wins(stones, most)? { "first\n" } else { "second\n" })).collect()
}

/// Returns whether the player to move wins; `None` for large heaps.
fn wins(stones: usize, most: usize) -> Option<bool> {
    (stones <= 10_000)
        .then(|| table(stones, |heap, wins| (1..=most.min(heap)).any(|taken| !wins[heap - taken]))[stones])
}
