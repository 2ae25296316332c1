//! Bash by search.

use crate::trials::{Random, numbers};

/// Cases of small heaps, without stones or moves among them.
pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(0, 6);
    let (stones, most) = (random.list(cases, 0, 20), random.list(cases, 0, 8));
    let lines = stones.iter().zip(most).map(|(stones, most)| format!("{stones} {most}\n"));
    format!("{cases}\n{}", lines.collect::<String>())
}

/// Answers by the definition.
pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<usize> = numbers(input)?;
    let (_, cases) = numbers.split_first()?;
    cases
        .chunks_exact(2)
        .map(|case| Some(if wins(case[0], case[1])? { "first\n" } else { "second\n" }))
        .collect()
}

/// Whether the player to move wins; `None` for large heaps.
fn wins(stones: usize, most: usize) -> Option<bool> {
    if stones > 10_000 {
        return None;
    }
    let mut wins: Vec<bool> = Vec::new();
    for heap in 0..=stones {
        wins.push((1..=most.min(heap)).any(|taken| !wins[heap - taken]));
    }
    wins.last().copied()
}
