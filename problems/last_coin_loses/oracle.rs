//! The game by a table of all heaps.

use crate::trials::{Random, numbers};

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(1, 8);
    let case = |_| {
        let least = random.within(1, 9);
        let most = random.within(least, 12);
        format!("{} {least} {most}\n", random.within(0, 60))
    };
    (0..cases).map(case).collect()
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<u64> = numbers(input)?;
    numbers.as_chunks().0.iter().map(|&[coins, least, most]| outcome(coins, least, most)).collect()
}

fn outcome(coins: u64, least: u64, most: u64) -> Option<&'static str> {
    if coins > 70_000 || coins * (coins.min(most) - coins.min(least) + 1) > 2_000_000 {
        return None;
    }
    // Whether the player to move wins. Without coins, the other one has taken the last.
    let mut wins = vec![true];
    for left in 1..=coins {
        let least = least.min(left);
        let wins_now = (least..=most.min(left)).any(|taken| !wins[(left - taken) as usize]);
        wins.push(wins_now);
    }
    Some(if wins[coins as usize] { "WIN\n" } else { "LOST\n" })
}
