//! The game by a table of all numbers.

use crate::trials::{Random, numbers, table};

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(0, 8);
    let lines = random.list(cases, 1, 300);
    format!("{cases}\n{}", lines.iter().map(|n| format!("{n}\n")).collect::<String>())
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<usize> = numbers(input)?;
    let cases = numbers.get(1..)?;
    let most = cases.iter().copied().max().unwrap_or(0);
    (most <= 2000).then_some(())?;
    let wins = table(most, |n, wins| (2..n).any(|divisor| n.is_multiple_of(divisor) && !wins[n - divisor]));
    Some(cases.iter().map(|&n| if wins[n] { "Alice\n" } else { "Bob\n" }).collect())
}
