//! Rows of apples by search of all positions.

use crate::trials::{Known, Random, counted_list, lists, numbers, stones};

/// Apples that are searched at most.
const MOST: u64 = 14;

pub(crate) fn small(random: &mut Random) -> String {
    (0..random.within(1, 6)).map(|_| case(random)).collect()
}

fn case(random: &mut Random) -> String {
    let count = random.within(1, 4);
    let most = random.within(1, 3);
    counted_list(&random.list(count, 1, most))
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut memo = Known::default();
    let lines = lists(&numbers(input)?)?
        .into_iter()
        .map(|rows| (stones(&rows) <= MOST).then(|| if wins(rows, &mut memo) { "Yes\n" } else { "No\n" }));
    lines.collect()
}

/// Returns whether the player to move wins: without apples, for the other one took the last.
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
