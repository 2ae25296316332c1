//! The game by search: every choice of heaps.

use crate::trials::{Known, Random, answer_lists, counted, counted_list, positions};

/// Positions that are searched at most.
const MOST: u64 = 4000;

pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 6, |random| {
        let (count, factor) = (random.within(0, 4), random.within(1, 2));
        let heaps: Vec<u64> = random.list(count, 0, 3).into_iter().map(|heap| heap * factor).collect();
        counted_list(&heaps)
    })
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut memo = Known::default();
    answer_lists(input, |heaps| {
        (positions(&heaps)? <= MOST && heaps.len() < 8).then_some(())?;
        Some(if wins(heaps, &mut memo) { "first\n" } else { "second\n" })
    })
}

fn wins(heaps: Vec<u64>, memo: &mut Known<Vec<u64>>) -> bool {
    memo.wins(heaps, |heaps, memo| {
        (1..1_u32 << heaps.len()).any(|chosen| {
            let taken = heaps
                .iter()
                .enumerate()
                .map(|(index, &heap)| heap.checked_sub(u64::from(chosen >> index & 1)));
            taken.collect::<Option<Vec<u64>>>().is_some_and(|left| !wins(left, memo))
        })
    })
}
