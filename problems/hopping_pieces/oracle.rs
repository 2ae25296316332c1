//! Who wins, by search of all positions of all rows together.

use crate::trials::Random;
use std::collections::HashMap;

/// Positions of a case that are looked at, at most.
const MOST: u64 = 1500;

pub(crate) fn small(random: &mut Random) -> String {
    let cases = random.within(0, 3);
    let mut text = format!("{cases}\n");
    for _ in 0..cases {
        let rows = random.within(1, 3);
        text += &format!("{rows}\n");
        for _ in 0..rows {
            // All cells are in use where few of them are empty.
            let full = rows == 1 && random.within(0, 3) == 0;
            let first = if full { random.within(1, 15) } else { random.within(21 - 9 / rows, 20) };
            let mut cells: Vec<u64> = (first..=20).collect();
            for _ in 0..random.within(0, if full { 3 } else { 9 }) {
                let index = random.within(0, 19) as usize;
                if index < cells.len() {
                    cells.swap_remove(index);
                }
            }
            let written: String = cells.iter().map(|cell| format!(" {cell}")).collect();
            text += &format!("{}{written}\n", cells.len());
        }
    }
    text
}

/// Whether the player to move wins; a bit for each cell with a piece.
fn wins(rows: &[u32], known: &mut HashMap<Vec<u32>, bool>) -> bool {
    if let Some(&wins) = known.get(rows) {
        return wins;
    }
    let mut result = false;
    for (index, row) in rows.iter().enumerate() {
        for cell in (1..=20).filter(|cell| row >> cell & 1 == 1) {
            if let Some(free) = (cell + 1..=20).find(|free| row >> free & 1 == 0) {
                let mut next = rows.to_vec();
                next[index] ^= 1 << cell | 1 << free;
                result = result || !wins(&next, known);
            }
        }
    }
    known.insert(rows.to_vec(), result);
    result
}

/// The ways to choose that many cells.
fn choices(cells: u64, chosen: u64) -> u64 {
    (0..chosen).fold(1, |product, index| product * (cells - index) / (index + 1))
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut numbers = input.split_ascii_whitespace().map(|word| word.parse::<u64>().ok());
    let mut next = || numbers.next().flatten();
    let mut text = String::new();
    for _ in 0..next()? {
        let (mut rows, mut positions) = (Vec::new(), 1_u64);
        for _ in 0..next()? {
            let mut row = 0_u32;
            for _ in 0..next()? {
                row |= 1 << next()?;
            }
            let cells = if row == 0 { 0 } else { 21 - row.trailing_zeros() };
            positions = positions.saturating_mul(choices(cells.into(), row.count_ones().into()));
            rows.push(row);
        }
        if positions > MOST {
            return None;
        }
        text += if wins(&rows, &mut HashMap::new()) { "YES\n" } else { "NO\n" };
    }
    Some(text)
}
