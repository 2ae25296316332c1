//! The game by search of all positions.

use crate::trials::{Known, Random, answer_lists, counted, counted_list, stones};

/// Stones that are searched at most.
const MOST: u64 = 60;

pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 6, |random| {
        let (count, most) = (random.within(0, 6), [1, 2, 4][random.within(0, 2) as usize]);
        counted_list(&random.list(count, 0, most))
    })
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut known = Known::default();
    answer_lists(input, |heaps| {
        (stones(&heaps) <= MOST).then(|| if wins(heaps, &mut known) { "First\n" } else { "Second\n" })
    })
}

/// Returns whether the player to move wins.
fn wins(heaps: Vec<u64>, known: &mut Known<Vec<u64>>) -> bool {
    known.wins(heaps, |heaps, known| {
        let Some(first) = heaps.iter().position(|&heap| heap > 0) else { return false };
        (0..heaps[first]).any(|left| {
            let mut after = heaps[first..].to_vec();
            after[0] = left;
            !wins(after, known)
        })
    })
}
