//! Nim by the search of [`nim_first_moves`](crate::nim_first_moves).

use crate::nim_first_moves::oracle::wins_taking;
use crate::trials::{Known, Random, counted, counted_list, read_counted_lists, stones};

/// Stones that are searched at most.
const MOST: u64 = 40;

pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 6, |random| {
        let (count, least) = (random.within(0, 4), random.within(0, 1));
        counted_list(&random.list(count, least, 7))
    })
}

pub(crate) fn answer(input: &str) -> Option<String> {
    answer_taking(input, u64::MAX, ["Yes\n", "No\n"])
}

/// The answers where a move takes at most so much, and the lines for the first and the second player.
pub(crate) fn answer_taking(input: &str, most: u64, [first, second]: [&str; 2]) -> Option<String> {
    let mut memo = Known::default();
    let line = |heaps: Vec<u64>| {
        (stones(&heaps) <= MOST && heaps.len() < 6).then_some(())?;
        Some(if wins_taking(heaps, most, &mut memo) { first } else { second })
    };
    read_counted_lists(input)?.into_iter().map(line).collect()
}
