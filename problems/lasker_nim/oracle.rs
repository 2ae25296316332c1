//! Small inputs, answered by search of the game.

use crate::trials::{Known, Random, answer_lists, counted, counted_list, stones};

/// Stones of a case that are searched at most.
const LARGEST: u64 = 18;

/// Cases with few stones; heaps may be empty.
pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 4, |random| {
        let heaps = random.within(0, 4);
        counted_list(&random.list(heaps, 0, LARGEST / heaps.max(1)))
    })
}

/// Returns the winner of every case.
pub(crate) fn answer(input: &str) -> Option<String> {
    let mut known = Known::default();
    answer_lists(input, |heaps| {
        (stones(&heaps) <= LARGEST).then(|| if first_wins(heaps, &mut known) { "Alice\n" } else { "Bob\n" })
    })
}

/// Tries every move in a position, which is the same in any order of its heaps.
fn first_wins(mut heaps: Vec<u64>, known: &mut Known<Vec<u64>>) -> bool {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    known.wins(heaps, |heaps, known| {
        (0..heaps.len()).any(|place| {
            let heap = heaps[place];
            let with = |parts: &[u64]| {
                let rest = heaps.iter().enumerate().filter(|&(at, _)| at != place).map(|(_, &heap)| heap);
                rest.chain(parts.iter().copied()).collect::<Vec<u64>>()
            };
            (0..heap).any(|rest| !first_wins(with(&[rest]), known))
                || (1..=heap / 2).any(|part| !first_wins(with(&[part, heap - part]), known))
        })
    })
}
