//! The auction by a table of what is left of the price.

use crate::trials::{Random, numbers};

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(1, 8);
    (0..cases).map(|_| format!("{} {}\n", random.within(0, 30), random.within(0, 12))).collect()
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<u64> = numbers(input)?;
    numbers.as_chunks().0.iter().map(|&[price, bid]| first_moves(price, bid)).collect()
}

fn first_moves(price: u64, most: u64) -> Option<String> {
    if price > 2000 || most > 2000 {
        return None;
    }
    // Whether the player to move gets the land, by what is left of the price.
    let mut wins: Vec<bool> = Vec::new();
    for left in 0..price {
        let gets = (1..=most).any(|bid| bid >= left || !wins[(left - bid) as usize]);
        wins.push(left > 0 && gets);
    }
    let winning: Vec<String> = (1..=most)
        .filter(|&bid| bid >= price || !wins[(price - bid) as usize])
        .map(|bid| bid.to_string())
        .collect();
    Some(if winning.is_empty() { "none\n".to_owned() } else { winning.join(" ") + "\n" })
}
