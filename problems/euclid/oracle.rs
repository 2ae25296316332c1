//! Who wins, by search of all multiples.

use crate::trials::Random;
use std::collections::HashMap;

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(0, 5);
    let mut text = format!("{cases}\n");
    for _ in 0..cases {
        text += &pair(random);
    }
    text
}

/// A pair of numbers, seldom with a 0.
pub(crate) fn pair(random: &mut Random) -> String {
    let most = [5, 20, 80][random.within(0, 2) as usize];
    let least = u64::from(random.within(0, 9) > 0);
    format!("{} {}\n", random.within(least, most), random.within(least, most))
}

/// Whether the player to move wins.
pub(crate) fn wins(a: u64, b: u64, known: &mut HashMap<(u64, u64), bool>) -> bool {
    let (large, small) = (a.max(b), a.min(b));
    if let Some(&wins) = known.get(&(large, small)) {
        return wins;
    }
    let (mut left, mut result) = (large, false);
    while small > 0 && left >= small {
        left -= small;
        result = result || !wins(left, small, known);
    }
    known.insert((large, small), result);
    result
}

/// The largest number that is searched.
pub(crate) const MOST: u64 = 500;

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut numbers = input.split_ascii_whitespace().map(|word| word.parse::<u64>().ok());
    let cases = numbers.next()??;
    let mut known = HashMap::new();
    let mut text = String::new();
    for _ in 0..cases {
        let (a, b) = (numbers.next()??, numbers.next()??);
        if a.max(b) > MOST {
            return None;
        }
        text += if wins(a, b, &mut known) { "Stan wins\n" } else { "Ollie wins\n" };
    }
    Some(text)
}
