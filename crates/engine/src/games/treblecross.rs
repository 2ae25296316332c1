//! Rows of Treblecross: crosses on a row of cells; completing three side by side wins.
//!
//! Two crosses at a distance of at most two allow a win at once, by the cell beside or between them. Where there are none,
//! a cross within two cells of another loses to such a win. So play is normal play on the cells that are farther from
//! every cross, where a cross takes its own cell and two on either side: the octal game 0.007 on a heap two larger than a
//! run of such cells.

use std::ops::Range;
use std::sync::{OnceLock, PoisonError, RwLock, RwLockReadGuard};

use crate::sequence::octal::Octal;
use crate::sequence::values::Values;
use crate::theory::watch::unwatched;

/// The values of runs of cells, computed as far as rows need them.
#[derive(Debug)]
pub struct Rows {
    /// The values of short runs.
    short: OnceLock<Octal>,
    values: RwLock<Octal>,
}

/// The crosses side by side that win.
const THREE: usize = 3;

/// The cells on either side of a cross that are too close to it.
const CLOSE: usize = 2;

/// The longest run that is short.
const SHORT: usize = 256;

/// Words of a row that need no memory of their own.
const FEW: usize = 8;

/// Cells that are compared at a time.
const CELLS: usize = 32;

impl Default for Rows {
    fn default() -> Self {
        Self { short: OnceLock::new(), values: RwLock::new(Octal::treblecross()) }
    }
}

impl Rows {
    /// Hands on the places, from 1, where a cross `X` wins for the player to move, in order.
    ///
    /// None in a row that has three crosses side by side, where the opponent has won, or fewer than three cells.
    /// *Cost*: linear, except for values of runs longer than any before.
    #[inline]
    pub fn winning_places(&self, row: &[u8], take: impl FnMut(u64)) {
        let words = row.len().div_ceil(64);
        let (mut few, mut many) = ([[0; FEW]; 2], Vec::new());
        if words <= FEW {
            let [crosses, free] = &mut few;
            self.places(row, &mut crosses[..words], &mut free[..words], take);
        } else {
            many.resize(2 * words, 0);
            let (crosses, free) = many.split_at_mut(words);
            self.places(row, crosses, free, take);
        }
    }

    /// Like [`Rows::winning_places`], with buffers for the crosses and for the cells far from all crosses.
    #[inline]
    fn places(&self, row: &[u8], crosses: &mut [u64], free: &mut [u64], mut take: impl FnMut(u64)) {
        find_crosses(row, crosses);
        let crosses = &Crosses { words: crosses, len: row.len() };
        let (mut over, mut at_once) = (0, 0);
        for (word, free) in free.iter_mut().enumerate() {
            let near = crosses.near(word);
            over |= near[0] & near[1] & near[2];
            at_once |= crosses.completions(word, near);
            *free = crosses.free(word, near);
        }
        if over != 0 || row.len() < THREE {
            return;
        }
        if at_once == 0 {
            return self.safe_wins(free, row.len(), &mut take);
        }
        for word in 0..crosses.words.len() {
            ones(crosses.completions(word, crosses.near(word)))
                .for_each(|cell| take((64 * word + cell + 1) as u64));
        }
    }

    /// Hands on the places in runs of free cells where a cross leaves runs of nim-sum 0.
    #[inline]
    fn safe_wins(&self, free: &[u64], len: usize, take: &mut impl FnMut(u64)) {
        let (mut longest, mut held) = (0, None);
        each_run(free, len, |run| longest = longest.max(run.len()));
        let values = if longest <= SHORT {
            self.short.get_or_init(|| {
                let mut octal = Octal::treblecross();
                // Nothing interrupts the computation.
                let _ = octal.extend(SHORT + CLOSE + 1, &mut unwatched);
                octal
            })
        } else {
            &**held.insert(self.reach(longest))
        };
        let values = values.values();
        let value = |run: usize| values.get(run + CLOSE).copied().unwrap_or(0);
        let mut sum = 0;
        each_run(free, len, |run| sum ^= value(run.len()));
        each_run(free, len, |run| {
            let len = run.len();
            let rest = sum ^ value(len);
            // A cell leaves two runs that are shorter by the close cells, as far as there are any.
            let parts = |cell: usize| {
                value(cell.saturating_sub(CLOSE)) ^ value((len - cell - 1).saturating_sub(CLOSE))
            };
            let ends = CLOSE.min(len);
            (0..ends)
                .filter(|&cell| parts(cell) == rest)
                .for_each(|cell| take((run.start + cell + 1) as u64));
            let middle = ends..len.saturating_sub(CLOSE).max(ends);
            let inner = values.get(CLOSE..CLOSE + middle.len()).unwrap_or_default();
            for start in (0..inner.len()).step_by(CELLS) {
                let end = inner.len().min(start + CELLS);
                let pairs = || {
                    inner[start..end].iter().zip(inner[inner.len() - end..inner.len() - start].iter().rev())
                };
                // Most cells do not win: whether any does takes one pass without branches.
                if pairs().fold(false, |any, (left, right)| any | (left ^ right == rest)) {
                    for (cell, (left, right)) in (middle.start + start..).zip(pairs()) {
                        if left ^ right == rest {
                            take((run.start + cell + 1) as u64);
                        }
                    }
                }
            }
            let last = middle.end..len;
            last.filter(|&cell| parts(cell) == rest).for_each(|cell| take((run.start + cell + 1) as u64));
        });
    }

    /// Returns the values of runs up to a length.
    fn reach(&self, run: usize) -> RwLockReadGuard<'_, Octal> {
        let len = run + CLOSE + 1;
        let known = self.values.read().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= len {
            return known;
        }
        drop(known);
        // Only values above 16 bits are refused; no row that can be computed in a lifetime has one.
        let _ = self.values.write().unwrap_or_else(PoisonError::into_inner).extend(len, &mut unwatched);
        self.values.read().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The crosses of a row, in words of 64 cells, the first cell being the lowest bit.
struct Crosses<'r> {
    words: &'r [u64],
    /// The number of cells in the row.
    len: usize,
}

/// Finds the crosses of a row.
#[inline]
fn find_crosses(row: &[u8], words: &mut [u64]) {
    for (word, cells) in words.iter_mut().zip(row.chunks(64)) {
        let (eights, rest) = cells.as_chunks();
        let crosses = eights.iter().map(|&eight| crosses_of_eight(eight)).zip((0..64).step_by(8));
        let last = rest.iter().map(|&cell| u64::from(cell == b'X')).zip(8 * eights.len()..);
        *word = crosses.chain(last).fold(0, |word, (bits, shift)| word | bits << shift);
    }
}

impl Crosses<'_> {
    /// Returns the crosses of a word, and those shifted up and down by one and by two cells.
    #[inline]
    fn near(&self, word: usize) -> [u64; 5] {
        let of = |word: usize| self.words.get(word).copied().unwrap_or(0);
        // Before the first word there is none: its index wraps past the end.
        let (before, this, after) = (of(word.wrapping_sub(1)), of(word), of(word + 1));
        let up = |by: u32| this << by | before >> (64 - by);
        let down = |by: u32| this >> by | after << (64 - by);
        [this, up(1), up(2), down(1), down(2)]
    }

    /// Returns the cells of a word that the row has.
    #[inline]
    fn cells(&self, word: usize) -> u64 {
        match self.len - 64 * word {
            cells @ 0..64 => (1 << cells) - 1,
            _ => u64::MAX,
        }
    }

    /// Returns the empty cells of a word that complete three crosses.
    #[inline]
    fn completions(&self, word: usize, [this, up, up_two, down, down_two]: [u64; 5]) -> u64 {
        self.cells(word) & !this & (up & (up_two | down) | down & down_two)
    }

    /// Returns the cells of a word that are not close to a cross.
    #[inline]
    fn free(&self, word: usize, near: [u64; 5]) -> u64 {
        self.cells(word) & !near.iter().fold(0, |any, crosses| any | crosses)
    }
}

/// Hands on the runs of free cells of a row.
#[inline]
fn each_run(free: &[u64], len: usize, mut take: impl FnMut(Range<usize>)) {
    let mut start = None;
    for (word, &free) in free.iter().enumerate() {
        // A run begins or ends where a cell differs from the one before.
        for cell in ones(free ^ (free << 1 | u64::from(start.is_some()))) {
            let cell = 64 * word + cell;
            match start.take() {
                Some(start) => take(start..cell),
                None => start = Some(cell),
            }
        }
    }
    if let Some(start) = start {
        take(start..len);
    }
}

/// Returns the crosses among eight cells, as bits.
#[inline]
const fn crosses_of_eight(cells: [u8; 8]) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let other = u64::from_le_bytes(cells) ^ u64::from_le_bytes([b'X'; 8]);
    // The top bit of each byte that is 0, moved together.
    let is_cross = !(((other & LOW) + LOW) | other | LOW) >> 7;
    is_cross.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Returns the places of the ones of a word.
#[inline]
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            place
        })
    })
}

/// Returns the empty cells, from 0, that complete three crosses side by side.
pub fn completions(row: &[u8]) -> Vec<usize> {
    let mut words = vec![0; row.len().div_ceil(64)];
    find_crosses(row, &mut words);
    let crosses = Crosses { words: &words, len: row.len() };
    let found = (0..words.len()).map(|word| (word, crosses.completions(word, crosses.near(word))));
    found.flat_map(|(word, cells)| ones(cells).map(move |cell| 64 * word + cell)).collect()
}

/// Returns the runs of cells, from 0, that are not close to a cross.
pub fn runs(row: &[u8]) -> Vec<Range<usize>> {
    let mut words = vec![0; row.len().div_ceil(64)];
    find_crosses(row, &mut words);
    let crosses = Crosses { words: &words, len: row.len() };
    let free: Vec<u64> = (0..words.len()).map(|word| crosses.free(word, crosses.near(word))).collect();
    let mut runs = Vec::new();
    each_run(&free, row.len(), |run| runs.push(run));
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// Returns whether the player to move wins a row, by search of the game itself.
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

    fn places_of(rows: &Rows, row: &[u8]) -> Vec<u64> {
        let mut places = Vec::new();
        rows.winning_places(row, |place| places.push(place));
        places
    }

    /// Returns the same places, found cell by cell.
    fn by_cells(row: &[u8]) -> Vec<u64> {
        let is_cross = |cell: usize| row.get(cell) == Some(&b'X');
        if row.len() < 3 || (2..row.len()).any(|cell| (cell - 2..=cell).all(is_cross)) {
            return Vec::new();
        }
        let after = |cell: usize| {
            let mut after = row.to_vec();
            after[cell] = b'X';
            after
        };
        let empty = || (0..row.len()).filter(|&cell| !is_cross(cell));
        let is_over = |row: &[u8]| row.windows(3).any(|cells| cells == b"XXX");
        let mut wins: Vec<usize> = empty().filter(|&cell| is_over(&after(cell))).collect();
        let mut octal = Octal::treblecross();
        octal.extend(row.len() + 3, &mut unwatched).unwrap();
        let is_far = |row: &[u8], cell: usize| {
            (cell.saturating_sub(2)..(cell + 3).min(row.len())).all(|near| row[near] != b'X')
        };
        let sum = |row: &[u8]| {
            let far: Vec<bool> = (0..row.len()).map(|cell| is_far(row, cell)).collect();
            let runs = far.chunk_by(|one, next| one == next).filter(|run| run[0]);
            runs.fold(0, |sum, run| sum ^ octal.get(run.len() + 2))
        };
        if wins.is_empty() {
            wins = empty().filter(|&cell| is_far(row, cell) && sum(&after(cell)) == 0).collect();
        }
        wins.into_iter().map(|cell| cell as u64 + 1).collect()
    }

    proptest! {
        #[test]
        fn words_of_cells_agree_with_cells(
            row in prop::collection::vec(prop_oneof![20 => Just(b'.'), 1 => Just(b'X')], 0..400), dense: bool
        ) {
            let row: Vec<u8> = if dense { row.chunks(4).map(|cells| cells[cells.len() - 1]).collect() } else { row };
            prop_assert_eq!(places_of(&Rows::default(), &row), by_cells(&row));
        }
    }

    #[test]
    fn rows_agree_with_a_search_of_the_game() {
        let (rows, mut known) = (Rows::default(), HashMap::new());
        for len in 3..=12_usize {
            for crosses in 0..1_u32 << len {
                let row: Vec<u8> =
                    (0..len).map(|cell| if crosses >> cell & 1 == 1 { b'X' } else { b'.' }).collect();
                let shown = String::from_utf8_lossy(&row);
                assert_eq!(places_of(&rows, &row), places(&row, &mut known), "{shown}");
            }
        }
    }

    #[test]
    fn nobody_wins_rows_that_are_over_or_too_short() {
        let rows = Rows::default();
        for row in ["", ".", "..", "X.", ".XXX.", "XXXX..XX."] {
            assert_eq!(places_of(&rows, row.as_bytes()), [0; 0], "{row}");
        }
    }
}
