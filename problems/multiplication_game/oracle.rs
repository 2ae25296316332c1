//! The game by search of all products.

use crate::trials::{Known, Random, numbers};

pub(crate) fn small(random: &mut Random) -> String {
    let most = [30, 400, 40_000][random.within(0, 2) as usize];
    (0..random.within(1, 8)).map(|_| format!("{}\n", random.within(0, most))).collect()
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let lines = numbers(input)?.into_iter().map(|n| {
        (n <= 1_000_000)
            .then(|| if wins(1, n, &mut Known::default()) { "Stan wins.\n" } else { "Ollie wins.\n" })
    });
    lines.collect()
}

/// Returns whether the player to move wins.
fn wins(product: u64, n: u64, known: &mut Known<u64>) -> bool {
    known.wins(product, |&product, known| {
        (2..=9).any(|factor| product * factor >= n || !wins(product * factor, n, known))
    })
}
