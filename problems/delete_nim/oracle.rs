//! Small inputs, answered by search of the game.

use crate::trials::{Known, Random, answer_lists, counted, counted_list, stones};

/// Stones of a case that are searched at most.
const LARGEST: u64 = 26;

/// Cases of up to three pairs.
pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 4, |random| {
        let piles = 2 * random.within(0, 3);
        counted_list(&random.list(piles, 1, LARGEST / piles.max(1)))
    })
}

/// Returns the winner of every case.
pub(crate) fn answer(input: &str) -> Option<String> {
    let mut known = Known::default();
    answer_lists(input, |piles| {
        let pairs = piles.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        (stones(&piles) <= LARGEST).then(|| if first_wins(pairs, &mut known) { "YES\n" } else { "NO\n" })
    })
}

/// Tries every move in a position, which is the same in any order of its pairs and within them.
fn first_wins(mut pairs: Vec<(u64, u64)>, known: &mut Known<Vec<(u64, u64)>>) -> bool {
    for (one, other) in &mut pairs {
        (*one, *other) = ((*one).min(*other), (*one).max(*other));
    }
    pairs.sort_unstable();
    known.wins(pairs, |pairs, known| {
        (0..pairs.len()).any(|place| {
            let (one, other) = pairs[place];
            [one, other].into_iter().any(|split| {
                (1..=split / 2).any(|part| {
                    let mut next = pairs.clone();
                    next[place] = (part, split - part);
                    !first_wins(next, known)
                })
            })
        })
    })
}
