//! The game by a table of all heaps.

use crate::trials::{Random, numbers, table};

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(1, 12);
    random.list(cases, 0, 200).iter().map(|cards| format!("{cards}\n")).collect()
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let cases: Vec<usize> = numbers(input)?;
    let most = cases.iter().copied().max().unwrap_or(0);
    (most <= 5000).then_some(())?;
    let wins = table(most, |cards, wins| {
        (0..).map(|bit| 1 << bit).take_while(|&taken| taken <= cards).any(|taken| !wins[cards - taken])
    });
    Some(cases.iter().map(|&cards| if wins[cards] { "Kiki\n" } else { "Cici\n" }).collect())
}
