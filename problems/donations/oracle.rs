//! The game by a table of the sums in the box.

use crate::trials::Random;

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(0, 8);
    let rows: String =
        (0..cases).map(|_| format!("{} {}\n", random.within(0, 40), random.within(0, 12))).collect();
    format!("{cases}\n{rows}")
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let tokens = input.split_ascii_whitespace().skip(1).map(str::parse::<u64>);
    let numbers: Vec<u64> = tokens.collect::<Result<_, _>>().ok()?;
    numbers.as_chunks().0.iter().map(|&[sum, most]| winner(sum, most)).collect()
}

fn winner(sum: u64, most: u64) -> Option<&'static str> {
    if sum > 10_000 || most > 100 {
        return None;
    }
    // Whether the player to move wins, by what is missing.
    let mut wins = vec![false];
    for missing in 1..=sum {
        let wins_now = (1..=most).any(|donation| donation >= missing || !wins[(missing - donation) as usize]);
        wins.push(wins_now);
    }
    Some(if wins[sum as usize] { "Grass\n" } else { "Rabbit\n" })
}
