//! The winner by search of all multiples.

use crate::trials::{Known, Random, ended, numbers};

pub(crate) fn small(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.within(0, 5) {
        let pair = pair(random);
        text += if pair == "0 0\n" { "0 1\n" } else { &pair };
    }
    ended(random, text, "0 0\n")
}

/// Returns a pair of numbers, seldom with a 0.
fn pair(random: &mut Random) -> String {
    let most = [5, 20, 80][random.within(0, 2) as usize];
    let least = u64::from(random.within(0, 9) > 0);
    format!("{} {}\n", random.within(least, most), random.within(least, most))
}

/// Returns whether the player to move wins.
fn wins(a: u64, b: u64, known: &mut Known<(u64, u64)>) -> bool {
    let (large, small) = (a.max(b), a.min(b));
    known.wins((large, small), |_, known| {
        let mut multiples =
            (1..).map(|times| times * small).take_while(|&multiple| small > 0 && multiple <= large);
        multiples.any(|multiple| !wins(large - multiple, small, known))
    })
}

/// The largest number that is searched.
const MOST: u64 = 500;

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<u64> = numbers(input)?;
    let pairs = numbers.as_chunks().0.iter().copied().take_while(|&pair| pair != [0, 0]);
    let mut known = Known::default();
    let lines = pairs.map(|[a, b]| {
        (a.max(b) <= MOST).then(|| if wins(a, b, &mut known) { "Stan wins\n" } else { "Ollie wins\n" })
    });
    lines.collect()
}
