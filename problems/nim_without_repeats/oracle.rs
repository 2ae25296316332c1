//! The game by search; a position is the stones of each heap and the set of numbers that were taken from it.

use crate::trials::{Known, Random, heaps, numbers, stones};

pub(crate) fn small(random: &mut Random) -> String {
    let count = random.within(0, 4);
    let heaps = heaps(random, count, if count < 4 { 7 } else { 4 });
    std::iter::once(count).chain(heaps).map(|number| format!("{number}\n")).collect()
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<u64> = numbers(input)?;
    let (_, heaps) = numbers.split_first()?;
    // A heap has a position for each set of different numbers up to its size, or fewer.
    if stones(heaps) > 22 {
        return None;
    }
    let position = heaps.iter().map(|&heap| (heap, 0)).collect();
    Some(if wins(position, &mut Known::default()) { "NO\n" } else { "YES\n" }.to_owned())
}

/// Returns whether the player to move wins. Bit x of a set stands for x stones.
fn wins(mut heaps: Vec<(u64, u64)>, memo: &mut Known<Vec<(u64, u64)>>) -> bool {
    heaps.retain(|&(stones, taken)| (1..=stones).any(|number| taken >> number & 1 == 0));
    heaps.sort_unstable();
    memo.wins(heaps, |heaps, memo| {
        (0..heaps.len()).any(|at| {
            let (stones, taken) = heaps[at];
            (1..=stones).filter(|number| taken >> number & 1 == 0).any(|number| {
                let left = stones - number;
                let mut option = heaps.clone();
                // Numbers above the stones that are left are never taken.
                option[at] = (left, (taken | 1 << number) & ((2 << left) - 1));
                !wins(option, memo)
            })
        })
    })
}
