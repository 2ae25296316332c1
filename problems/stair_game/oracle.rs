//! The game by search, stair by stair.

use crate::trials::{Known, Random, answer_lists, counted, counted_list, stones};

/// Balls that are searched at most.
const MOST: u64 = 24;

pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 6, |random| {
        let count = random.within(0, 5);
        counted_list(&random.list(count, 0, 4))
    })
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut memo = Known::default();
    answer_lists(input, |stairs| {
        (stones(&stairs) <= MOST && stairs.len() < 6).then_some(())?;
        Some(if wins(stairs, &mut memo) { "first\n" } else { "second\n" })
    })
}

fn wins(stairs: Vec<u64>, memo: &mut Known<Vec<u64>>) -> bool {
    memo.wins(stairs, |stairs, memo| {
        (1..stairs.len()).any(|stair| {
            (1..=stairs[stair]).any(|moved| {
                let mut left = stairs.clone();
                left[stair] -= moved;
                left[stair - 1] += moved;
                !wins(left, memo)
            })
        })
    })
}
