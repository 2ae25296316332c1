//! Small inputs, answered by search of the game.

use crate::problems::trials::Random;
use std::collections::HashMap;

/// Stones of a case that are searched at most.
const LARGEST: u64 = 26;

/// Cases of up to three pairs.
pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(0, 4);
    let mut input = format!("{cases}\n");
    for _ in 0..cases {
        let pairs = random.within(0, 3);
        input += &format!("{}\n", 2 * pairs);
        let piles = random.list(2 * pairs, 1, LARGEST / (2 * pairs).max(1));
        if pairs > 0 {
            let piles: Vec<String> = piles.iter().map(u64::to_string).collect();
            input += &format!("{}\n", piles.join(" "));
        }
    }
    input
}

/// The winner of every case.
pub(crate) fn answer(input: &str) -> Option<String> {
    let mut numbers = input.split_ascii_whitespace().map(str::parse::<u64>);
    let cases = numbers.next()?.ok()?;
    let (mut answers, mut known) = (String::new(), HashMap::new());
    for _ in 0..cases {
        let count = numbers.next()?.ok()?;
        let piles: Vec<u64> = (0..count).map(|_| numbers.next()?.ok()).collect::<Option<_>>()?;
        if piles.iter().fold(0_u64, |sum, &pile| sum.saturating_add(pile)) > LARGEST {
            return None;
        }
        let pairs = piles.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        answers += if first_wins(pairs, &mut known) { "YES\n" } else { "NO\n" };
    }
    Some(answers)
}

/// Tries every move in a position, which is the same in any order of its pairs and within them.
fn first_wins(mut pairs: Vec<(u64, u64)>, known: &mut HashMap<Vec<(u64, u64)>, bool>) -> bool {
    for (one, other) in &mut pairs {
        (*one, *other) = ((*one).min(*other), (*one).max(*other));
    }
    pairs.sort_unstable();
    if let Some(&won) = known.get(&pairs) {
        return won;
    }
    let won = (0..pairs.len()).any(|place| {
        let (one, other) = pairs[place];
        [one, other].into_iter().any(|split| {
            (1..=split / 2).any(|part| {
                let mut next = pairs.clone();
                next[place] = (part, split - part);
                !first_wins(next, known)
            })
        })
    });
    known.insert(pairs, won);
    won
}
