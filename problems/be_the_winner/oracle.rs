//! Rows of apples by search of all positions.

use crate::trials::{Known, Random, line};

/// Apples that are searched at most.
const MOST: u64 = 14;

pub(crate) fn small(random: &mut Random) -> String {
    (0..random.within(1, 6)).map(|_| case(random)).collect()
}

fn case(random: &mut Random) -> String {
    let count = random.within(1, 4);
    let most = random.within(1, 3);
    format!("{count}\n{}", line(&random.list(count, 1, most)))
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut tokens = input.split_ascii_whitespace().map(str::parse::<u64>);
    let (mut memo, mut answers) = (Known::default(), String::new());
    while let Some(count) = tokens.next() {
        let rows: Vec<u64> = tokens.by_ref().take(count.ok()? as usize).collect::<Result<_, _>>().ok()?;
        let apples = rows.iter().try_fold(0_u64, |sum, row| sum.checked_add(*row))?;
        (apples <= MOST).then_some(())?;
        answers += if wins(rows, &mut memo) { "Yes\n" } else { "No\n" };
    }
    Some(answers)
}

/// Whether the player to move wins: without apples, for the other one took the last.
fn wins(mut rows: Vec<u64>, memo: &mut Known<Vec<u64>>) -> bool {
    rows.retain(|&row| row > 0);
    rows.sort_unstable();
    memo.wins(rows, |rows, memo| {
        rows.is_empty()
            || (0..rows.len()).any(|at| {
                (0..rows[at]).any(|left| {
                    (0..rows[at] - left).any(|right| {
                        let mut option = rows.clone();
                        option[at] = left;
                        option.push(right);
                        !wins(option, memo)
                    })
                })
            })
    })
}
