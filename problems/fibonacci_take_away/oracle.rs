//! The game by search of all positions.

use crate::trials::{Known, Random, ended, numbers, positions};

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(0, 6);
    let mut input = String::new();
    for _ in 0..cases {
        let (one, other, third) = (random.within(0, 16), random.within(0, 16), random.within(0, 12));
        // A heap twice makes lost positions more likely.
        let other = if random.within(0, 2) == 0 { one } else { other };
        if one + other + third > 0 {
            input += &format!("{one} {other} {third}\n");
        }
    }
    ended(random, input, "0 0 0\n")
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<u64> = numbers(input)?;
    let mut memo = Known::default();
    let line = |heaps: &[u64; 3]| {
        positions(heaps).filter(|&positions| positions < 7000 && heaps.iter().all(|&heap| heap < 500))?;
        Some(if wins(*heaps, &mut memo) { "Fibo\n" } else { "Nacci\n" })
    };
    numbers.as_chunks().0.iter().take_while(|&heaps| *heaps != [0; 3]).map(line).collect()
}

/// Returns whether the player to move wins.
fn wins(mut heaps: [u64; 3], memo: &mut Known<[u64; 3]>) -> bool {
    heaps.sort_unstable();
    memo.wins(heaps, |heaps, memo| {
        (0..3).any(|at| {
            let (mut taken, mut next) = (1, 2);
            while taken <= heaps[at] {
                let mut option = *heaps;
                option[at] -= taken;
                if !wins(option, memo) {
                    return true;
                }
                (taken, next) = (next, taken + next);
            }
            false
        })
    })
}
