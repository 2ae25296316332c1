//! Small inputs, answered by search of the game.

use crate::trials::Random;
use std::collections::HashMap;

/// Piles that are searched at most.
const LARGEST: usize = 16;

/// Cases of few piles; the limit may be anything.
pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(0, 5);
    let rows: String =
        (0..cases).map(|_| format!("{} {}\n", random.within(0, 12), random.within(0, 14))).collect();
    format!("{cases}\n{rows}")
}

/// `0` for every case that the first player wins, `1` for the others.
pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<usize> =
        input.split_ascii_whitespace().map(|token| token.parse().ok()).collect::<Option<_>>()?;
    let mut answers = String::new();
    for case in numbers.get(1..)?.chunks_exact(2) {
        if case[0] > LARGEST {
            return None;
        }
        let won = first_wins(vec![1; case[0]], case[1], &mut HashMap::new());
        answers += if won { "0\n" } else { "1\n" };
    }
    Some(answers)
}

/// Merges every two piles that may be merged. Piles are sorted.
fn first_wins(piles: Vec<usize>, most: usize, known: &mut HashMap<Vec<usize>, bool>) -> bool {
    if let Some(&won) = known.get(&piles) {
        return won;
    }
    let mut won = false;
    for one in 0..piles.len() {
        for other in one + 1..piles.len() {
            let sum = piles[one] + piles[other];
            if won || sum > most {
                continue;
            }
            let mut next = piles.clone();
            next.remove(other);
            next[one] = sum;
            next.sort_unstable();
            won = !first_wins(next, most, known);
        }
    }
    known.insert(piles, won);
    won
}
