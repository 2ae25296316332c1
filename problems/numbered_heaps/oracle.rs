//! The game by search.

use crate::trials::{Known, Random, answer_lists, counted, counted_list, stones};

/// Stones that are searched at most.
const MOST: u64 = 60;

pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 6, |random| {
        let count = random.within(0, 5);
        counted_list(&random.list(count, 0, 9))
    })
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut memo = Known::default();
    answer_lists(input, |heaps| {
        (stones(&heaps) <= MOST && heaps.len() < 6).then_some(())?;
        Some(if wins(heaps, &mut memo) { "ALICE\n" } else { "BOB\n" })
    })
}

fn wins(heaps: Vec<u64>, memo: &mut Known<Vec<u64>>) -> bool {
    memo.wins(heaps, |heaps, memo| {
        (0..heaps.len()).any(|place| {
            let mut left = heaps.clone();
            let Some(rest) = left[place].checked_sub(place as u64 + 1) else { return false };
            left[place] = rest;
            !wins(left, memo)
        })
    })
}
