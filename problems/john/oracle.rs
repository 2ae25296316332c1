//! Misère Nim by search of all positions.

pub(crate) use crate::nim_check::oracle::small;
use crate::nim_first_moves::oracle::options;
use crate::trials::{Known, answer_lists, stones};

/// Stones that are searched at most.
const MOST: u64 = 40;

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut memo = Known::default();
    answer_lists(input, |heaps| {
        (stones(&heaps) <= MOST && heaps.len() < 6).then_some(())?;
        Some(if wins(heaps, &mut memo) { "John\n" } else { "Brother\n" })
    })
}

/// Returns whether the player to move wins: without a move, as the other one has taken the last stone.
fn wins(mut heaps: Vec<u64>, memo: &mut Known<Vec<u64>>) -> bool {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    memo.wins(heaps, |heaps, memo| {
        heaps.is_empty() || options(heaps, u64::MAX).any(|option| !wins(option, memo))
    })
}
