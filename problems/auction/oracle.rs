//! The auction by a table over the rest of the price.

use crate::trials::{Random, line, numbers, table};

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(1, 8);
    (0..cases).map(|_| format!("{} {}\n", random.within(0, 30), random.within(0, 12))).collect()
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<usize> = numbers(input)?;
    numbers.as_chunks().0.iter().map(|&[price, bid]| first_moves(price, bid)).collect()
}

fn first_moves(price: usize, most: usize) -> Option<String> {
    if price > 2000 || most > 2000 {
        return None;
    }
    // The winner by the remaining price.
    let wins = table(price, |left, wins| left > 0 && (1..=most).any(|bid| bid >= left || !wins[left - bid]));
    let winning = (1..=most).filter(|&bid| bid >= price || !wins[price - bid]);
    let winning: Vec<u64> = winning.map(|bid| bid as u64).collect();
    Some(if winning.is_empty() { "none\n".to_owned() } else { line(&winning) })
}
