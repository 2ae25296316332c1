//! Small inputs, answered by search of the game.

use crate::trials::{Random, numbers};

/// Heaps that are searched at most.
const LARGEST: usize = 128;

/// One case.
pub(crate) fn small(random: &mut Random) -> String {
    let most = random.within(0, 40);
    format!("{} {}\n", random.within(0, most), random.within(0, most))
}

/// The winner.
pub(crate) fn answer(input: &str) -> Option<String> {
    let heaps: Vec<usize> = numbers(input)?;
    let &[a, b] = heaps.as_slice() else { return None };
    let most = a.max(b);
    (most <= LARGEST).then(|| if first_wins(a, b) { "1\n" } else { "0\n" }.to_owned())
}

/// Fills a table of all pairs of heaps up to these.
fn first_wins(a: usize, b: usize) -> bool {
    let mut won = vec![vec![false; b + 1]; a + 1];
    for x in 0..=a {
        for y in 0..=b {
            won[x][y] = (0..x).any(|rest| !won[rest][y])
                || (0..y).any(|rest| !won[x][rest])
                || (1..=x.min(y)).any(|taken| !won[x - taken][y - taken]);
        }
    }
    won[a][b]
}
