//! The game by a table of the larger box.

use crate::trials::{Random, ended, numbers, table};

pub(crate) fn small(random: &mut Random) -> String {
    let input = (0..random.within(0, 8)).map(|_| format!("{}\n", random.within(1, 200))).collect();
    ended(random, input, "0\n")
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut cases: Vec<usize> = numbers(input)?;
    cases.truncate(cases.iter().position(|&n| n == 0).unwrap_or(cases.len()));
    let most = cases.iter().copied().max().unwrap_or(0);
    (most <= 5000).then_some(())?;
    let wins = table(most, |n, wins| (n.div_ceil(2)..n).any(|left| !wins[left]));
    Some(cases.iter().map(|&n| if wins[n] { "Alice\n" } else { "Bob\n" }).collect())
}
