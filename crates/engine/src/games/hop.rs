//! Hopping pieces: cells in a row, some with a piece; a move takes a piece to the first empty cell on its right (Luogu P2575).
//!
//! It is [staircase](super::staircase) Nim: count the empty cells from the right end; the pieces that stand between one
//! of them and the next are the stones of a step, by the number of empty cells on their right. A piece that moves
//! changes places with the next empty cell, so that it and the pieces between them go to the step below. So the value
//! is the XOR of the odd steps, and misère play of a row is misère Nim with them.

use std::collections::HashMap;

use crate::theory::game::{
    Budget, Component, ComponentError, Decision, Flow, Game, Goal, Reason, Refusal, Shape, TupleForm, Visit,
    Winning,
};
use crate::theory::nim::NimSum;

/// Hopping pieces in rows of one length. A component is a row: the cells with a piece.
#[derive(Debug)]
pub struct Hop {
    cells: u64,
}

/// A run of neighbouring pieces.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// The index of the leftmost, from the left.
    first: usize,
    pieces: u64,
    /// The empty cells on the right of all.
    step: u64,
}

/// Returns the runs in a row of `cells` cells, from the left; the pieces' cells are in rising order.
fn runs(cells: u64, pieces: &[u64]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (first, &cell) in pieces.iter().enumerate() {
        let step = cells - cell - (pieces.len() - 1 - first) as u64;
        match runs.last_mut().filter(|run| run.step == step) {
            Some(run) => run.pieces += 1,
            None => runs.push(Run { first, pieces: 1, step }),
        }
    }
    runs
}

/// Returns the stones on the odd steps of a row.
fn odd_steps(runs: &[Run]) -> Vec<u64> {
    runs.iter().filter(|run| run.step % 2 == 1).map(|run| run.pieces).collect()
}

/// Returns the value of a row of `cells` cells.
#[inline]
pub fn value(cells: u64, pieces: &[u64]) -> u64 {
    match u32::try_from(cells) {
        Ok(cells @ 0..=64) => short_value(cells, pieces),
        _ => NimSum::from_heaps(&odd_steps(&runs(cells, &sorted(pieces)))).xor,
    }
}

/// Like [`value`], for a row in one word, whose lowest bit is the rightmost cell.
#[inline]
fn short_value(cells: u32, pieces: &[u64]) -> u64 {
    let cells_of = pieces.iter().map(|&piece| 1_u64 << (u64::from(cells).wrapping_sub(piece) % 64));
    let row = cells_of.fold(0, |row, cell| row | cell);
    // Whether an odd number of cells is empty at a bit and on its right.
    let mut odd = !row;
    for shift in (0..6).map(|power| 1 << power).take_while(|&shift| shift < cells) {
        odd ^= odd << shift;
    }
    let mut stones = row & odd;
    let mut sum = 0;
    while stones != 0 {
        stones >>= stones.trailing_zeros();
        let run = stones.trailing_ones();
        sum ^= u64::from(run);
        stones = stones.checked_shr(run).unwrap_or(0);
    }
    sum
}

fn sorted(pieces: &[u64]) -> Component {
    let mut pieces = pieces.to_vec();
    pieces.sort_unstable();
    pieces
}

/// Returns the row after the piece of this index moved to the first empty cell on its right.
fn hopped(pieces: &[u64], index: usize) -> Component {
    let mut after = pieces.to_vec();
    let mut end = index;
    while after.get(end + 1) == Some(&(after[end] + 1)) {
        end += 1;
    }
    let free = after[end] + 1;
    after.remove(index);
    after.insert(end, free);
    after
}

impl Hop {
    /// Creates the game on rows of `cells` cells.
    pub fn new(cells: u64) -> Self {
        Self { cells }
    }
}

impl Game for Hop {
    fn name(&self) -> String {
        format!("hop:{}", self.cells)
    }

    fn shape(&self) -> Shape {
        Shape::Tuple { numbers: 1..=usize::MAX, written: TupleForm::Pieces }
    }

    fn check(&self, pieces: &[u64]) -> Result<(), ComponentError> {
        self.shape().check(&self.name(), pieces)?;
        let pieces = sorted(pieces);
        if let Some(cell) = pieces.iter().find(|cell| !(1..=self.cells).contains(cell)) {
            return Err(ComponentError::NoCellOfRow(*cell, self.cells));
        }
        let twice = pieces.windows(2).find(|pair| pair[0] == pair[1]);
        twice.map_or(Ok(()), |pair| Err(ComponentError::CellTwice(pair[0])))
    }

    fn options(&self, pieces: &[u64], visit: &mut Visit<'_>) -> Flow {
        let pieces = sorted(pieces);
        runs(self.cells, &pieces).iter().filter(|run| run.step > 0).try_for_each(|run| {
            let end = run.first + run.pieces as usize;
            (run.first..end).try_for_each(|index| visit(&[hopped(&pieces, index)]))
        })
    }

    fn grundy(&mut self, pieces: &[u64], _: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        Ok(Some(value(self.cells, pieces)))
    }

    fn theorem(&self, pieces: &[u64], misere: bool) -> Option<Decision> {
        let nim = NimSum::from_heaps(&odd_steps(&runs(self.cells, &sorted(pieces))));
        misere.then(|| Decision { first_wins: nim.first_wins_misere(), reason: Reason::RowIsNim(nim.xor) })
    }

    fn winning(&mut self, pieces: &[u64], goal: Goal, found: &mut Winning<'_, '_>) -> Result<bool, Refusal> {
        let pieces = sorted(pieces);
        let runs = runs(self.cells, &pieces);
        let stones = odd_steps(&runs);
        let odd = runs.iter().filter(|run| run.step % 2 == 1).map(|run| run.step);
        let others = stones.iter().copied().zip(NimSum::without_each(&stones));
        let odd: HashMap<u64, (u64, NimSum)> = odd.zip(others).collect();
        let empty = (0, NimSum::from_heaps(&stones));
        let _ = runs.iter().filter(|run| run.step > 0).try_for_each(|run| {
            // The odd step that the move changes: by taking away, or by adding from the even step above.
            let (stones, others) = odd.get(&(run.step - (run.step + 1) % 2)).copied().unwrap_or(empty);
            let target = goal.heap_beside(others);
            let (from, to) = if run.step % 2 == 1 { (stones, target) } else { (target, stones) };
            match from.checked_sub(to).filter(|moved| (1..=run.pieces).contains(moved)) {
                Some(moved) => found.add_one(hopped(&pieces, run.first + (run.pieces - moved) as usize)),
                None => Flow::Continue(()),
            }
        });
        Ok(true)
    }
}
