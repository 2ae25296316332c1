//! Coins by search of all positions, a bit for each head.

use crate::trials::{Random, line, numbers};

/// Coins that are searched at most.
const MOST: usize = 9;

pub(crate) fn small(random: &mut Random) -> String {
    (0..random.within(1, 8)).map(|_| case(random)).collect()
}

fn case(random: &mut Random) -> String {
    let count = random.within(0, 6);
    let most = random.within(2, MOST as u64 - 1);
    let places = random.list(count, 0, most);
    if count == 0 { "0\n".to_owned() } else { format!("{count}\n{}", line(&places)) }
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut numbers = numbers(input)?.into_iter();
    let wins = search();
    let mut answers = String::new();
    while let Some(count) = numbers.next() {
        let mut heads = 0;
        for place in numbers.by_ref().take(count) {
            heads |= 1_usize << (place < MOST).then_some(place)?;
        }
        answers += if wins[heads] { "No\n" } else { "Yes\n" };
    }
    Some(answers)
}

/// Whether the player to move wins, for each set of heads.
fn search() -> Vec<bool> {
    let mut wins = vec![false; 1 << MOST];
    for heads in 1..1_usize << MOST {
        // The rightmost coin that is turned becomes tails, so that the number is smaller.
        wins[heads] = (0..MOST).filter(|right| heads >> right & 1 == 1).any(|right| {
            let one = heads ^ 1 << right;
            !wins[one]
                || (0..right).any(|other| {
                    let two = one ^ 1 << other;
                    !wins[two] || (0..other).any(|third| !wins[two ^ 1 << third])
                })
        });
    }
    wins
}
