//! The game by a table of the sums in the box.

use crate::trials::{Random, counted, numbers, table};

pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 8, |random| format!("{} {}\n", random.within(0, 40), random.within(0, 12)))
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<usize> = numbers(input)?;
    numbers.get(1..)?.as_chunks().0.iter().map(|&[sum, most]| winner(sum, most)).collect()
}

fn winner(sum: usize, most: usize) -> Option<&'static str> {
    (sum <= 10_000 && most <= 100).then_some(())?;
    let wins = table(sum, |missing, wins| {
        missing > 0 && (1..=most).any(|donation| donation >= missing || !wins[missing - donation])
    });
    Some(if wins[sum] { "Grass\n" } else { "Rabbit\n" })
}
