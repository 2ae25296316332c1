//! The game by search of all positions.

use crate::trials::Random;
use std::collections::HashMap;

pub(crate) fn small(random: &mut Random) -> String {
    let count = random.within(0, 4);
    let least = random.within(1, 5);
    let most = random.within(least, 8);
    let mut heaps = random.list(count, 0, if count < 4 { 14 } else { 8 });
    // A heap twice makes lost positions as likely as others.
    if count > 1 && random.within(0, 2) == 0 {
        heaps[0] = heaps[1];
    }
    let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
    let heaps = if count == 0 { String::new() } else { heaps.join(" ") + "\n" };
    format!("{count} {least} {most}\n{heaps}")
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let tokens = input.split_ascii_whitespace().map(str::parse::<u64>);
    let numbers: Vec<u64> = tokens.collect::<Result<_, _>>().ok()?;
    let [_, least, most, ref heaps @ ..] = numbers[..] else { return None };
    let positions = heaps.iter().try_fold(1_u64, |product, heap| product.checked_mul(heap.checked_add(1)?));
    positions.filter(|&positions| positions < 7000 && heaps.iter().all(|&heap| heap < 500))?;
    Some(
        if wins(heaps.to_vec(), least, most, &mut HashMap::new()) { "First\n" } else { "Second\n" }
            .to_owned(),
    )
}

/// Whether the player to move wins.
fn wins(mut heaps: Vec<u64>, least: u64, most: u64, memo: &mut HashMap<Vec<u64>, bool>) -> bool {
    heaps.retain(|&heap| heap >= least);
    heaps.sort_unstable();
    if let Some(&known) = memo.get(&heaps) {
        return known;
    }
    let wins = (0..heaps.len()).any(|at| {
        (least..=most.min(heaps[at])).any(|taken| {
            let mut option = heaps.clone();
            option[at] -= taken;
            !wins(option, least, most, memo)
        })
    });
    memo.insert(heaps, wins);
    wins
}
