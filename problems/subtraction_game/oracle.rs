//! The game by a table of all heaps.

use crate::trials::{Random, line, numbers};

pub(crate) fn small(random: &mut Random) -> String {
    let count = random.within(0, 6);
    let stones = random.within(0, 80);
    let top = random.within(1, 40);
    let takes = random.list(count, 1, top);
    if count == 0 { format!("0 {stones}\n") } else { format!("{count} {stones}\n{}", line(&takes)) }
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<u64> = numbers(input)?;
    let [_, stones, ref takes @ ..] = numbers[..] else { return None };
    if stones > 100_000 {
        return None;
    }
    // Whether the player to move wins.
    let mut wins: Vec<bool> = Vec::new();
    for left in 0..=stones {
        let wins_now = takes.iter().any(|&taken| taken <= left && !wins[(left - taken) as usize]);
        wins.push(wins_now);
    }
    Some(if wins[stones as usize] { "First\n" } else { "Second\n" }.to_owned())
}
