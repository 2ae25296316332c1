//! The game by the values of rows; the first move leaves a row.

use crate::trials::{Random, ended, numbers};

pub(crate) fn small(random: &mut Random) -> String {
    let input = (0..random.within(0, 8)).map(|_| format!("{}\n", random.within(1, 60))).collect();
    ended(random, input, "0\n")
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut cases: Vec<usize> = numbers(input)?;
    cases.truncate(cases.iter().position(|&n| n == 0).unwrap_or(cases.len()));
    let most = cases.iter().copied().max().unwrap_or(0);
    (most <= 500).then_some(())?;
    let mut rows: Vec<usize> = Vec::new();
    for row in 0..=most {
        let rests = [1, 2].into_iter().filter(|&taken| taken <= row).map(|taken| row - taken);
        let values: Vec<usize> = rests
            .flat_map(|rest| (0..=rest).map(|left| rows[left] ^ rows[rest - left]).collect::<Vec<_>>())
            .collect();
        rows.extend((0..).find(|value| !values.contains(value)));
    }
    let wins = |n: usize| [1, 2].into_iter().any(|taken| taken <= n && rows[n - taken] == 0);
    Some(cases.iter().map(|&n| if wins(n) { "Alice\n" } else { "Bob\n" }).collect())
}
