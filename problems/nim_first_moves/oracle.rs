//! Nim by search of all positions; every first move is tried.

use crate::trials::Random;
use std::collections::HashMap;

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(0, 8);
    let mut input: String = (0..cases).map(|_| case(random)).collect();
    if random.within(0, 3) > 0 {
        input += "0\n";
    }
    input
}

fn case(random: &mut Random) -> String {
    let count = random.within(1, 5);
    let heaps: Vec<String> = random.list(count, 0, 5).iter().map(u64::to_string).collect();
    format!("{count}\n{}\n", heaps.join(" "))
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut memo = HashMap::new();
    let winning =
        |heaps: Vec<u64>| options(&heaps, u64::MAX).filter(|option| !wins(option.clone(), &mut memo)).count();
    Some(positions(input)?.into_iter().map(winning).map(|count| format!("{count}\n")).collect())
}

/// The positions of an input; `None` where the search of one would take too long.
pub(crate) fn positions(input: &str) -> Option<Vec<Vec<u64>>> {
    let mut tokens = input.split_ascii_whitespace().map(str::parse::<u64>);
    let mut positions = Vec::new();
    while let Some(count) = tokens.next() {
        let count = count.ok()?;
        if count == 0 {
            break;
        }
        let heaps: Vec<u64> = tokens.by_ref().take(count as usize).collect::<Result<_, _>>().ok()?;
        let below = heaps.iter().try_fold(1_u64, |product, heap| product.checked_mul(heap.checked_add(1)?));
        below.filter(|&below| below < 10_000)?;
        positions.push(heaps);
    }
    Some(positions)
}

/// The positions after each move that takes at most so much.
fn options(heaps: &[u64], most: u64) -> impl Iterator<Item = Vec<u64>> {
    (0..heaps.len()).flat_map(move |at| {
        (heaps[at].saturating_sub(most)..heaps[at]).map(move |left| {
            let mut option = heaps.to_vec();
            option[at] = left;
            option
        })
    })
}

/// Whether the player to move wins.
pub(crate) fn wins(heaps: Vec<u64>, memo: &mut HashMap<Vec<u64>, bool>) -> bool {
    wins_taking(heaps, u64::MAX, memo)
}

/// Whether the player to move wins where a move takes at most so much.
pub(crate) fn wins_taking(mut heaps: Vec<u64>, most: u64, memo: &mut HashMap<Vec<u64>, bool>) -> bool {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    if let Some(&known) = memo.get(&heaps) {
        return known;
    }
    let wins = options(&heaps, most).any(|option| !wins_taking(option, most, memo));
    memo.insert(heaps, wins);
    wins
}
