//! Nim by the search of [`nim_first_moves`](crate::nim_first_moves).

use crate::nim_first_moves::oracle::wins_taking;
use crate::trials::{Known, Random, counted_lists, read_counted_lists};

/// Sticks that are searched at most.
const MOST: u64 = 40;

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(0, 6);
    let counts: Vec<u64> = (0..cases).map(|_| random.within(1, 4)).collect();
    let lists: Vec<Vec<u64>> = counts.into_iter().map(|count| random.list(count, 1, 7)).collect();
    counted_lists(&lists)
}

pub(crate) fn answer(input: &str) -> Option<String> {
    answer_taking(input, u64::MAX)
}

/// The answers where a move takes at most so much.
pub(crate) fn answer_taking(input: &str, most: u64) -> Option<String> {
    let mut memo = Known::default();
    let mut line = |heaps: Vec<u64>| {
        let sticks = heaps.iter().try_fold(0_u64, |sum, heap| sum.checked_add(*heap))?;
        (sticks <= MOST && heaps.len() < 6).then_some(())?;
        Some(if wins_taking(heaps, most, &mut memo) { "first\n" } else { "second\n" })
    };
    read_counted_lists(input)?.into_iter().map(&mut line).collect()
}
