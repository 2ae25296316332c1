//! Nim by search of all positions; every first move is tried.

use crate::trials::{Known, Random, counted_list, ended, lists, numbers, positions};

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(0, 8);
    let input = (0..cases).map(|_| case(random)).collect();
    ended(random, input, "0\n")
}

fn case(random: &mut Random) -> String {
    let count = random.within(1, 5);
    counted_list(&random.list(count, 0, 5))
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut memo = Known::default();
    let lines = read(input)?.into_iter().map(|heaps| {
        let winning = options(&heaps, u64::MAX).filter(|option| !wins(option.clone(), &mut memo));
        format!("{}\n", winning.count())
    });
    Some(lines.collect())
}

/// Returns the positions of an input; `None` where the search of one would take too long.
fn read(input: &str) -> Option<Vec<Vec<u64>>> {
    let mut read = lists(&numbers(input)?)?;
    read.truncate(read.iter().position(Vec::is_empty).unwrap_or(read.len()));
    read.iter().all(|heaps| positions(heaps).is_some_and(|positions| positions < 10_000)).then_some(read)
}

/// Returns the positions after each move that takes at most `most` stones.
pub(crate) fn options(heaps: &[u64], most: u64) -> impl Iterator<Item = Vec<u64>> {
    (0..heaps.len()).flat_map(move |at| {
        (heaps[at].saturating_sub(most)..heaps[at]).map(move |left| {
            let mut option = heaps.to_vec();
            option[at] = left;
            option
        })
    })
}

/// Returns whether the player to move wins.
fn wins(heaps: Vec<u64>, memo: &mut Known<Vec<u64>>) -> bool {
    wins_taking(heaps, u64::MAX, memo)
}

/// Returns whether the player to move wins if a move takes at most `most` stones.
pub(crate) fn wins_taking(mut heaps: Vec<u64>, most: u64, memo: &mut Known<Vec<u64>>) -> bool {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    memo.wins(heaps, |heaps, memo| options(heaps, most).any(|option| !wins_taking(option, most, memo)))
}
