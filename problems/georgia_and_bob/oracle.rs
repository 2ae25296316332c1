//! Who wins, by search of all positions of the pieces.

use crate::trials::Random;
use std::collections::HashMap;

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(1, 3);
    let mut text = format!("{cases}\n");
    for _ in 0..cases {
        let most = random.within(1, 10);
        let mut places: Vec<u64> = Vec::new();
        for _ in 0..random.within(1, 6) {
            let place = random.within(1, most);
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let written: Vec<String> = places.iter().map(u64::to_string).collect();
        text += &format!("{}\n{}\n", places.len(), written.join(" "));
    }
    text
}

/// Whether the player to move wins; a bit for each place with a piece, the first place being bit 0.
fn wins(pieces: u32, known: &mut HashMap<u32, bool>) -> bool {
    if let Some(&wins) = known.get(&pieces) {
        return wins;
    }
    let mut result = false;
    for place in (0..32).filter(|place| pieces >> place & 1 == 1) {
        for free in (0..place).rev().take_while(|free| pieces >> free & 1 == 0) {
            result = result || !wins(pieces ^ 1 << place ^ 1 << free, known);
        }
    }
    known.insert(pieces, result);
    result
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut numbers = input.split_ascii_whitespace().map(|word| word.parse::<usize>().ok());
    let mut next = || numbers.next().flatten();
    let mut known = HashMap::new();
    let mut text = String::new();
    for _ in 0..next()? {
        let count = next()?;
        let mut pieces = 0_u32;
        for _ in 0..count {
            let place = next().filter(|place| (1..=14).contains(place))?;
            pieces |= 1 << (place - 1);
        }
        text += if wins(pieces, &mut known) { "Georgia will win\n" } else { "Bob will win\n" };
    }
    Some(text)
}
