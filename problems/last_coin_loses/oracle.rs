//! The game by a table of all heaps.

use crate::trials::{Random, numbers, table};

pub(crate) fn small(random: &mut Random) -> String {
    let cases = (0..random.within(1, 8)).map(|_| {
        let least = random.within(1, 9);
        let most = random.within(least, 12);
        format!("{} {least} {most}\n", random.within(0, 60))
    });
    cases.collect()
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<usize> = numbers(input)?;
    numbers.as_chunks().0.iter().map(|&[coins, least, most]| outcome(coins, least, most)).collect()
}

fn outcome(coins: usize, least: usize, most: usize) -> Option<&'static str> {
    if coins > 70_000 || coins * (coins.min(most) - coins.min(least) + 1) > 2_000_000 {
        return None;
    }
    // Without coins left, the other player has taken the last.
    let wins = table(coins, |left, wins| {
        left == 0 || (least.min(left)..=most.min(left)).any(|taken| !wins[left - taken])
    });
    Some(if wins[coins] { "WIN\n" } else { "LOST\n" })
}
