//! The game by search.

use crate::trials::{Known, Random, answer_lists, counted, counted_list, stones};

/// Stones that are searched at most.
const MOST: u64 = 24;

pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 5, |random| {
        let count = random.within(0, 4);
        counted_list(&random.list(count, 0, MOST / count.max(1)))
    })
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut memo = Known::default();
    answer_lists(input, |heaps| {
        (stones(&heaps) <= MOST).then_some(())?;
        Some(if wins(heaps, &mut memo) { "Alice\n" } else { "Bob\n" })
    })
}

/// Tries every split; heaps below 3 have none.
fn wins(mut heaps: Vec<u64>, memo: &mut Known<Vec<u64>>) -> bool {
    heaps.retain(|&heap| heap > 2);
    heaps.sort_unstable();
    memo.wins(heaps, |heaps, memo| {
        (0..heaps.len()).any(|place| {
            (1..heaps[place].div_ceil(2)).any(|part| {
                let mut left = heaps.clone();
                left[place] -= part;
                left.push(part);
                !wins(left, memo)
            })
        })
    })
}

#[test]
fn no_value_has_more_than_7_bits() {
    let values = super::table(super::MOST);
    assert_eq!(values[..12], [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2]);
    assert!(values.iter().all(|&value| value < 128));
}
