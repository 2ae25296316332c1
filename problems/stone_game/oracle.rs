//! The game by a table of all heaps.

use crate::trials::{Random, numbers, table};

pub(crate) fn small(random: &mut Random) -> String {
    format!("{}\n", random.within(0, 300))
}

pub(crate) fn answer(input: &str) -> Option<String> {
    answer_by(input, &[])
}

/// Returns the answer with switches.
pub(crate) fn answer_by(input: &str, switches: &[&str]) -> Option<String> {
    let [stones] = numbers::<usize>(input)?[..] else { return None };
    let takes: Vec<usize> = match (switches.contains(&"powers-of-four"), switches.contains(&"four")) {
        (true, _) => (0..10).map(|power| 4_usize.pow(power)).collect(),
        (_, true) => vec![1, 3, 4],
        _ => vec![1, 3],
    };
    let misere = switches.contains(&"misere");
    (stones <= 100_000).then_some(())?;
    let wins = table(stones, |heap, wins| {
        takes.iter().any(|&taken| taken <= heap && !wins[heap - taken]) || misere && heap == 0
    });
    Some(if wins[stones] { "SK\n" } else { "CY\n" }.to_owned())
}
