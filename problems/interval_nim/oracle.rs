//! The game by search of all positions.

use crate::trials::{Known, Random, heaps, line, numbers, positions};

pub(crate) fn small(random: &mut Random) -> String {
    let count = random.within(0, 4);
    let least = random.within(1, 5);
    let most = random.within(least, 8);
    let heaps = heaps(random, count, if count < 4 { 14 } else { 8 });
    let heaps = if count == 0 { String::new() } else { line(&heaps) };
    format!("{count} {least} {most}\n{heaps}")
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<u64> = numbers(input)?;
    let [_, least, most, ref heaps @ ..] = numbers[..] else { return None };
    positions(heaps).filter(|&positions| positions < 7000 && heaps.iter().all(|&heap| heap < 500))?;
    let wins = wins(heaps.to_vec(), least, most, &mut Known::default());
    Some(if wins { "First\n" } else { "Second\n" }.to_owned())
}

/// Returns whether the player to move wins.
fn wins(mut heaps: Vec<u64>, least: u64, most: u64, memo: &mut Known<Vec<u64>>) -> bool {
    heaps.retain(|&heap| heap >= least);
    heaps.sort_unstable();
    memo.wins(heaps, |heaps, memo| {
        (0..heaps.len()).any(|at| {
            (least..=most.min(heaps[at])).any(|taken| {
                let mut option = heaps.clone();
                option[at] -= taken;
                !wins(option, least, most, memo)
            })
        })
    })
}
