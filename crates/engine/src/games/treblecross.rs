//! Rows of Treblecross: crosses on a row of cells, and whoever completes three side by side wins.
//!
//! Two crosses at a distance of at most two allow a win at once, by the cell beside or between them. Where there are none,
//! a cross within two cells of another loses to such a win. So play is normal play on the cells that are farther from
//! every cross, where a cross takes its own cell and two on either side: the octal game 0.007 on a heap two larger than a
//! run of such cells.

use std::ops::Range;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use crate::sequence::octal::Octal;
use crate::sequence::values::Values;
use crate::theory::watch::unwatched;

/// The values of runs of cells, computed as far as rows need them.
#[derive(Debug)]
pub struct Rows {
    values: RwLock<Octal>,
}

/// The crosses side by side that win.
const THREE: &[u8] = b"XXX";

/// The cells on either side of a cross that are too close to it.
const CLOSE: usize = 2;

impl Default for Rows {
    fn default() -> Self {
        Self { values: RwLock::new(Octal::treblecross()) }
    }
}

impl Rows {
    /// Returns the places, from 1, where a cross `X` wins for the player to move, in order.
    ///
    /// None in a row that has three crosses side by side, where the opponent has won, or fewer than three cells.
    /// *Cost*: linear, but for values of runs longer than any before.
    pub fn winning_places(&self, row: &[u8]) -> Vec<u64> {
        if row.len() < THREE.len() || row.windows(THREE.len()).any(|cells| cells == THREE) {
            return Vec::new();
        }
        let mut cells = completions(row);
        if cells.is_empty() {
            cells = self.safe_wins(&runs(row));
        }
        cells.into_iter().map(|cell| cell as u64 + 1).collect()
    }

    /// Returns the cells of runs where a cross leaves runs of nim-sum 0.
    fn safe_wins(&self, runs: &[Range<usize>]) -> Vec<usize> {
        let longest = runs.iter().map(ExactSizeIterator::len).max().unwrap_or(0);
        let octal = self.reach(longest);
        let value = |run: usize| octal.get(run + CLOSE);
        let sum = runs.iter().fold(0, |sum, run| sum ^ value(run.len()));
        let wins = |run: &Range<usize>, cell: usize| {
            let (left, right) = (cell - run.start, run.end - cell - 1);
            sum ^ value(run.len()) == value(left.saturating_sub(CLOSE)) ^ value(right.saturating_sub(CLOSE))
        };
        runs.iter().flat_map(|run| run.clone().filter(|&cell| wins(run, cell))).collect()
    }

    /// Returns the values of runs up to a length.
    fn reach(&self, run: usize) -> RwLockReadGuard<'_, Octal> {
        let len = run + CLOSE + 1;
        let known = self.values.read().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= len {
            return known;
        }
        drop(known);
        // Only values above 16 bits are refused, which no row has whose values can be computed in a lifetime.
        let _ = self.values.write().unwrap_or_else(PoisonError::into_inner).extend(len, &mut unwatched);
        self.values.read().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the empty cells, from 0, that complete three crosses side by side.
pub fn completions(row: &[u8]) -> Vec<usize> {
    let is_cross = |cell: usize| row.get(cell) == Some(&THREE[0]);
    let completes = |&cell: &usize| {
        // Before the first cell there is none: the index wraps past the end.
        let [a, b, c, d] = [cell.wrapping_sub(2), cell.wrapping_sub(1), cell + 1, cell + 2].map(is_cross);
        !is_cross(cell) && (b && (a || c) || c && d)
    };
    (0..row.len()).filter(completes).collect()
}

/// Returns the runs of cells, from 0, that are not close to a cross.
pub fn runs(row: &[u8]) -> Vec<Range<usize>> {
    let crosses = (0..row.len()).filter(|&cell| row.get(cell) == Some(&THREE[0]));
    let mut start = 0;
    let mut runs = Vec::new();
    for cross in crosses.chain([row.len() + CLOSE]) {
        let run = start..cross.saturating_sub(CLOSE);
        start = cross + CLOSE + 1;
        if !run.is_empty() {
            runs.push(run);
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Whether the player to move wins a row, by search of the game itself.
    fn wins(row: &[u8], known: &mut HashMap<Vec<u8>, bool>) -> bool {
        if let Some(&won) = known.get(row) {
            return won;
        }
        let won = !places(row, known).is_empty();
        known.insert(row.to_vec(), won);
        won
    }

    fn places(row: &[u8], known: &mut HashMap<Vec<u8>, bool>) -> Vec<u64> {
        let is_over = |row: &[u8]| row.windows(3).any(|cells| cells == b"XXX");
        let mut places = Vec::new();
        for cell in (0..row.len()).filter(|&cell| row[cell] == b'.') {
            let mut next = row.to_vec();
            next[cell] = b'X';
            if is_over(&next) || !wins(&next, known) {
                places.push(cell as u64 + 1);
            }
        }
        if is_over(row) { Vec::new() } else { places }
    }

    #[test]
    fn rows_agree_with_a_search_of_the_game() {
        let (rows, mut known) = (Rows::default(), HashMap::new());
        for len in 3..=12_usize {
            for crosses in 0..1_u32 << len {
                let row: Vec<u8> =
                    (0..len).map(|cell| if crosses >> cell & 1 == 1 { b'X' } else { b'.' }).collect();
                let shown = String::from_utf8_lossy(&row);
                assert_eq!(rows.winning_places(&row), places(&row, &mut known), "{shown}");
            }
        }
    }

    #[test]
    fn nobody_wins_rows_that_are_over_or_too_short() {
        let rows = Rows::default();
        for row in ["", ".", "..", "X.", ".XXX.", "XXXX..XX."] {
            assert_eq!(rows.winning_places(row.as_bytes()), [0; 0], "{row}");
        }
    }
}
