//! The game by a table of all heaps.

use crate::trials::{Random, numbers, table};

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(1, 12);
    random.list(cases, 0, 200).iter().map(|cards| format!("{cards}\n")).collect()
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let cases: Vec<usize> = numbers(input)?;
    let most = cases.iter().copied().max().unwrap_or(0);
    let is_won = |cards: usize, wins: &[bool]| {
        (0..).map(|bit| 1 << bit).take_while(|&taken| taken <= cards).any(|taken| !wins[cards - taken])
    };
    let wins = (most <= 5000).then(|| table(most, is_won))?;
    Some(cases.iter().map(|&cards| if wins[cards] { "Kiki\n" } else { "Cici\n" }).collect())
}
