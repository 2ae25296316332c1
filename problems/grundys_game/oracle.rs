//! The values of heaps by the least number that no split has.

use crate::trials::{Random, counted, numbers};

pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 8, |random| format!("{}\n", random.within(0, 60)))
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let heaps: Vec<usize> = numbers(input)?;
    let heaps = heaps.get(1..)?;
    let most = heaps.iter().copied().max().unwrap_or(0);
    (most <= 3000).then_some(())?;
    let mut values: Vec<usize> = Vec::new();
    for heap in 0..=most {
        let mut seen = vec![false; 2 * heap + 2];
        (1..heap.div_ceil(2)).for_each(|part| seen[values[part] ^ values[heap - part]] = true);
        values.extend(seen.iter().position(|is_seen| !is_seen));
    }
    Some(heaps.iter().map(|&heap| if values[heap] > 0 { "first\n" } else { "second\n" }).collect())
}
