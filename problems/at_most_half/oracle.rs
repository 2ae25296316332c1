//! The game by search.

use crate::trials::{Known, Random, answer_lists, counted, counted_list, stones};

/// Stones that are searched at most.
const MOST: u64 = 40;

pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 6, |random| {
        let count = random.within(0, 4);
        counted_list(&random.list(count, 0, 10))
    })
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut memo = Known::default();
    answer_lists(input, |heaps| {
        (stones(&heaps) <= MOST && heaps.len() < 6).then_some(())?;
        Some(if wins(heaps, &mut memo) { "Alice\n" } else { "Bob\n" })
    })
}

fn wins(mut heaps: Vec<u64>, memo: &mut Known<Vec<u64>>) -> bool {
    heaps.sort_unstable();
    memo.wins(heaps, |heaps, memo| {
        (0..heaps.len()).any(|place| {
            (1..=heaps[place] / 2).any(|taken| {
                let mut left = heaps.clone();
                left[place] -= taken;
                !wins(left, memo)
            })
        })
    })
}
