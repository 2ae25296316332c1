//! The game by a table of all numbers.

use crate::trials::{Random, numbers, table};

pub(crate) fn small(random: &mut Random) -> String {
    let most = [20, 300, 3000][random.within(0, 2) as usize];
    format!("{}\n", random.within(0, most))
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let [n] = numbers::<usize>(input)?[..] else { return None };
    let wins = (n <= 100_000).then(|| table(n, |n, wins| digits(n).any(|digit| !wins[n - digit])))?;
    let winning = digits(n).find(|&digit| !wins[n - digit]);
    Some(winning.map_or("2\n".to_owned(), |digit| format!("1\n{digit}\n")))
}

/// Returns the digits of a number other than 0.
fn digits(n: usize) -> impl Iterator<Item = usize> {
    let text = n.to_string().into_bytes();
    text.into_iter().map(|digit| usize::from(digit - b'0')).filter(|&digit| digit > 0)
}
