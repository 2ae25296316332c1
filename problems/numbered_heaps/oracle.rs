//! The game by search.

use crate::trials::{Known, Random, counted, counted_list, read_counted_lists, stones};

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
    let line = |heaps: Vec<u64>| {
        (stones(&heaps) <= MOST && heaps.len() < 6).then_some(())?;
        Some(if wins(heaps, &mut memo) { "ALICE\n" } else { "BOB\n" })
    };
    read_counted_lists(input)?.into_iter().map(line).collect()
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
