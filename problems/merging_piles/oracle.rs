//! Small inputs, answered by search of the game.

use crate::trials::{Known, Random, counted, numbers};

/// Piles that are searched at most.
const LARGEST: usize = 16;

/// Cases of few piles; the limit may be anything.
pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 5, |random| format!("{} {}\n", random.within(0, 12), random.within(0, 14)))
}

/// `0` for every case that the first player wins, `1` for the others.
pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<usize> = numbers(input)?;
    let lines = numbers.get(1..)?.as_chunks().0.iter().map(|&[piles, most]| {
        (piles <= LARGEST).then_some(())?;
        Some(if first_wins(vec![1; piles], most, &mut Known::default()) { "0\n" } else { "1\n" })
    });
    lines.collect()
}

/// Merges every two piles that may be merged. Piles are sorted.
fn first_wins(piles: Vec<usize>, most: usize, known: &mut Known<Vec<usize>>) -> bool {
    known.wins(piles, |piles, known| {
        let mut pairs = (0..piles.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
        pairs.any(|(one, other)| {
            let mut next = piles.clone();
            next[one] += next.remove(other);
            let is_allowed = next[one] <= most;
            next.sort_unstable();
            is_allowed && !first_wins(next, most, known)
        })
    })
}
