//! Rows of apples by search of all positions.

use crate::trials::Random;
use std::collections::HashMap;

/// Apples that are searched at most.
const MOST: u64 = 14;

pub(crate) fn small(random: &mut Random) -> String {
    (0..random.within(1, 6)).map(|_| case(random)).collect()
}

fn case(random: &mut Random) -> String {
    let count = random.within(1, 4);
    let most = random.within(1, 3);
    let rows: Vec<String> = random.list(count, 1, most).iter().map(u64::to_string).collect();
    format!("{count}\n{}\n", rows.join(" "))
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut tokens = input.split_ascii_whitespace().map(str::parse::<u64>);
    let (mut memo, mut answers) = (HashMap::new(), String::new());
    while let Some(count) = tokens.next() {
        let rows: Vec<u64> = tokens.by_ref().take(count.ok()? as usize).collect::<Result<_, _>>().ok()?;
        let apples = rows.iter().try_fold(0_u64, |sum, row| sum.checked_add(*row))?;
        (apples <= MOST).then_some(())?;
        answers += if wins(rows, &mut memo) { "Yes\n" } else { "No\n" };
    }
    Some(answers)
}

/// Whether the player to move wins: without apples, for the other one took the last.
fn wins(mut rows: Vec<u64>, memo: &mut HashMap<Vec<u64>, bool>) -> bool {
    rows.retain(|&row| row > 0);
    rows.sort_unstable();
    if let Some(&known) = memo.get(&rows) {
        return known;
    }
    let wins = rows.is_empty()
        || (0..rows.len()).any(|at| {
            (0..rows[at]).any(|left| {
                (0..rows[at] - left).any(|right| {
                    let mut option = rows.clone();
                    option[at] = left;
                    option.push(right);
                    !wins(option, memo)
                })
            })
        });
    memo.insert(rows, wins);
    wins
}
