//! The game by a table of the sums in the box.

use crate::trials::{Random, counted, numbers};

pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 8, |random| format!("{} {}\n", random.within(0, 40), random.within(0, 12)))
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<u64> = numbers(input)?;
    numbers.get(1..)?.as_chunks().0.iter().map(|&[sum, most]| winner(sum, most)).collect()
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
