//! The winner by search of all positions of all rows together.

use crate::trials::{Known, Random, counted, numbers};

/// Positions of a case that are looked at, at most.
const MOST: u64 = 1500;

pub(crate) fn small(random: &mut Random) -> String {
    counted(random, 3, |random| {
        let rows = random.within(1, 3);
        let mut text = format!("{rows}\n");
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
        text
    })
}

/// Returns whether the player to move wins; a bit for each cell with a piece.
fn wins(rows: Vec<u32>, known: &mut Known<Vec<u32>>) -> bool {
    known.wins(rows, |rows, known| {
        rows.iter().enumerate().any(|(index, row)| {
            (1..=20).filter(|cell| row >> cell & 1 == 1).any(|cell| {
                let Some(free) = (cell + 1..=20).find(|free| row >> free & 1 == 0) else { return false };
                let mut next = rows.clone();
                next[index] ^= 1 << cell | 1 << free;
                !wins(next, known)
            })
        })
    })
}

/// Returns the ways to choose that many cells.
fn choices(cells: u64, chosen: u64) -> u64 {
    (0..chosen).fold(1, |product, index| product * (cells - index) / (index + 1))
}

pub(crate) fn answer(input: &str) -> Option<String> {
    let mut numbers = numbers::<u64>(input)?.into_iter();
    let mut text = String::new();
    for _ in 0..numbers.next()? {
        let (mut rows, mut positions) = (Vec::new(), 1_u64);
        for _ in 0..numbers.next()? {
            let mut row = 0_u32;
            for _ in 0..numbers.next()? {
                row |= 1 << numbers.next()?;
            }
            let cells = if row == 0 { 0 } else { 21 - row.trailing_zeros() };
            positions = positions.saturating_mul(choices(cells.into(), row.count_ones().into()));
            rows.push(row);
        }
        if positions > MOST {
            return None;
        }
        text += if wins(rows, &mut Known::default()) { "YES\n" } else { "NO\n" };
    }
    Some(text)
}
