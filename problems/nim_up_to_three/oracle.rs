//! Nim with moves of up to three sticks, by search of all positions.

use crate::trials::{Random, counted_lists, read_counted_lists};
use std::collections::HashMap;

/// Sticks that are searched at most.
const MOST: u64 = 40;

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(0, 6);
    let lists: Vec<Vec<u64>> = (0..cases).map(|_| random.within(1, 4)).collect::<Vec<_>>().into_iter().map(|count| random.list(count, 1, 7)).collect();
    counted_lists(&lists)
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut memo = HashMap::new();
    let cases = read_counted_lists(input)?;
    cases.into_iter().map(|heaps| {
        let sticks = heaps.iter().try_fold(0_u64, |sum, heap| sum.checked_add(*heap))?;
        (sticks <= MOST && heaps.len() < 6).then_some(())?;
        Some(if wins(heaps, &mut memo) { "first\n" } else { "second\n" })
    }).collect()
}

/// Whether the player to move wins.
fn wins(mut heaps: Vec<u64>, memo: &mut HashMap<Vec<u64>, bool>) -> bool {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    if let Some(&known) = memo.get(&heaps) {
        return known;
    }
    let wins = (0..heaps.len()).any(|at| {
        (1..=heaps[at].min(3)).any(|taken| {
            let mut option = heaps.clone();
            option[at] -= taken;
            !wins(option, memo)
        })
    });
    memo.insert(heaps, wins);
    wins
}
