//! The game by a table of all heaps.

use crate::trials::Random;

pub(crate) fn small(random: &mut Random) -> String {
    let count = random.within(0, 6);
    let stones = random.within(0, 80);
    let top = random.within(1, 40);
    let takes: Vec<String> = random.list(count, 1, top).iter().map(u64::to_string).collect();
    if count == 0 { format!("0 {stones}\n") } else { format!("{count} {stones}\n{}\n", takes.join(" ")) }
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut tokens = input.split_ascii_whitespace().map(str::parse::<u64>);
    let (_, stones) = (tokens.next()?, tokens.next()?.ok()?);
    let takes: Vec<u64> = tokens.collect::<Result<_, _>>().ok()?;
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
