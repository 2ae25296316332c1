//! The game by search; a position is the stones of each heap and the set of numbers that were taken from it.

use crate::trials::Random;
use std::collections::HashMap;

pub(crate) fn small(random: &mut Random) -> String {
    let count = random.within(0, 4);
    let most = if count < 4 { 7 } else { 4 };
    let mut heaps = random.list(count, 0, most);
    // A heap twice makes lost positions as likely as others.
    if count > 1 && random.within(0, 2) == 0 {
        heaps[0] = heaps[1];
    }
    std::iter::once(count).chain(heaps).map(|number| format!("{number}\n")).collect()
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut tokens = input.split_ascii_whitespace().map(str::parse::<u64>);
    let _count = tokens.next()?;
    let heaps: Vec<u64> = tokens.collect::<Result<_, _>>().ok()?;
    // A heap has a position for each set of different numbers up to its size, or fewer.
    let size = heaps.iter().try_fold(0_u64, |sum, heap| sum.checked_add(*heap))?;
    if size > 22 {
        return None;
    }
    let position = heaps.into_iter().map(|heap| (heap, 0)).collect();
    Some(if wins(position, &mut HashMap::new()) { "NO\n" } else { "YES\n" }.to_owned())
}

/// Whether the player to move wins. Bit x of a set stands for x stones.
fn wins(mut heaps: Vec<(u64, u64)>, memo: &mut HashMap<Vec<(u64, u64)>, bool>) -> bool {
    heaps.retain(|&(stones, taken)| (1..=stones).any(|number| taken >> number & 1 == 0));
    heaps.sort_unstable();
    if let Some(&known) = memo.get(&heaps) {
        return known;
    }
    let wins = (0..heaps.len()).any(|at| {
        let (stones, taken) = heaps[at];
        (1..=stones).filter(|number| taken >> number & 1 == 0).any(|number| {
            let left = stones - number;
            let mut option = heaps.clone();
            // Numbers above the stones that are left are never taken.
            option[at] = (left, (taken | 1 << number) & ((2 << left) - 1));
            !wins(option, memo)
        })
    });
    memo.insert(heaps, wins);
    wins
}
