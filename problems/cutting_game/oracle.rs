//! Sheets by search of all positions, in which strips are left and cells cut out.

use crate::trials::{Known, Random, numbers};

/// Cells that are searched at most.
const MOST: u64 = 24;

type Pieces = Vec<(u64, u64)>;

pub(crate) fn small(random: &mut Random) -> String {
    let cases = (0..random.within(1, 8)).map(|_| {
        let width = random.within(1, 6);
        format!("{width} {}\n", random.within(1, 20 / width))
    });
    cases.collect()
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let numbers: Vec<u64> = numbers(input)?;
    let mut memo = Known::default();
    let lines = numbers.as_chunks().0.iter().map(|&[width, height]| {
        width.checked_mul(height).filter(|&cells| cells <= MOST)?;
        Some(if wins(vec![(width, height)], &mut memo) { "WIN\n" } else { "LOSE\n" })
    });
    lines.collect()
}

/// Returns whether the player to move wins.
fn wins(mut pieces: Pieces, memo: &mut Known<Pieces>) -> bool {
    pieces.sort_unstable();
    memo.wins(pieces, |pieces, memo| {
        (0..pieces.len()).any(|at| {
            let (width, height) = pieces[at];
            let upright = (1..width).map(|left| [(left, height), (width - left, height)]);
            let level = (1..height).map(|upper| [(width, upper), (width, height - upper)]);
            upright.chain(level).any(|parts| {
                let mut option = pieces.clone();
                option.swap_remove(at);
                option.extend(parts);
                parts.contains(&(1, 1)) || !wins(option, memo)
            })
        })
    })
}
