//! The game by a table of all heaps.

use crate::trials::{Random, table};

/// Stones that are searched at most.
const MOST: usize = 5000;

pub(crate) fn small(random: &mut Random) -> String {
    let most = [9, 100, 2000][random.within(0, 2) as usize];
    let zeros = if random.within(0, 5) == 0 { "00" } else { "" };
    format!("{zeros}{}\n", random.within(0, most))
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let stones: usize = input.trim().parse().ok().filter(|&stones| stones <= MOST)?;
    let wins = table(stones, |stones, wins| powers(stones).any(|taken| !wins[stones - taken]));
    let least = powers(stones).find(|&taken| !wins[stones - taken]);
    Some(least.map_or("2\n".to_owned(), |taken| format!("1\n{taken}\n")))
}

/// Returns the powers of two that a move may take.
fn powers(stones: usize) -> impl Iterator<Item = usize> {
    (0..).map(|bit| 1 << bit).take_while(move |&taken| taken <= stones)
}
