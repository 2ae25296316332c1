//! Coins by search, without the solver's theorem and without its reader.

use crate::trials::{Random, numbers};

/// Makes a small input, in the judge's format.
pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(0, 5);
    let lines = random.list(cases, 0, 20);
    format!("{cases}\n{}", lines.iter().map(|n| format!("{n}\n")).collect::<String>())
}

/// Answers by search; `None` where the numbers are too large for one.
pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<usize> = numbers(input)?;
    let (_, cases) = numbers.split_first()?;
    cases.iter().map(|&n| Some(if wins(n)? { "First\n" } else { "Second\n" })).collect()
}

/// Whether the player to move wins: some move leads to a heap that is lost.
fn wins(n: usize) -> Option<bool> {
    let mut won: Vec<bool> = Vec::new();
    for heap in 0..=n {
        let leaves_lost = [1, 4].iter().any(|&taken| taken <= heap && !won[heap - taken]);
        won.push(leaves_lost);
    }
    won.last().copied()
}
