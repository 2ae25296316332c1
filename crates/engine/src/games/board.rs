//! Boards: cells that are on or off, where a move turns an on cell off and some others over.
//!
//! In normal play a board is the sum of its on cells. In misère play it is not: two equal coins cancel on a board,
//! but two equal games need not. So whole boards are searched, with a bit for each cell.

use crate::theory::game::{Flow, Game, Refusal};
use crate::theory::refusal::Excess;
use crate::theory::watch::{Steps, Watch};

/// A board with at most 26 cells, and a table of the outcome classes of its positions.
#[derive(Debug)]
pub struct Board {
    /// The names of the cells, in rising order.
    cells: Vec<u64>,
    /// For each cell, the sets of cells that turn when it is turned off: itself, and others.
    turns: Vec<Vec<u32>>,
    /// Whether the player to move wins, if that is known.
    wins: Vec<Option<bool>>,
}

const MOST_CELLS: usize = 26;

impl Board {
    /// Creates the board of all cells that play from `on` can reach.
    ///
    /// # Errors
    /// [`Refusal::TooMany`] for more than 26 cells.
    pub fn new(game: &dyn Game, on: &[u64]) -> Result<Self, Refusal> {
        let too_many = Refusal::too_many(Excess::BoardCells, MOST_CELLS);
        let mut cells: Vec<u64> = Vec::new();
        let mut waiting = on.to_vec();
        while let Some(cell) = waiting.pop() {
            if cells.contains(&cell) {
                continue;
            }
            cells.push(cell);
            let flow = game.options(&[cell], &mut |option| {
                waiting.extend(option.iter().flatten().filter(|other| !cells.contains(other)));
                waiting.sort_unstable();
                waiting.dedup();
                if cells.len() + waiting.len() > MOST_CELLS { Flow::Break(()) } else { Flow::Continue(()) }
            });
            if flow.is_break() {
                return Err(too_many);
            }
        }
        cells.sort_unstable();
        let mut turns = Vec::new();
        for cell in &cells {
            let mut sets = Vec::new();
            let _ = game.options(&[*cell], &mut |option| {
                sets.push(
                    option.iter().fold(mask(&cells, &[*cell]), |set, others| set | mask(&cells, others)),
                );
                Flow::Continue(())
            });
            turns.push(sets);
        }
        let wins = vec![None; 1 << cells.len()];
        Ok(Self { cells, turns, wins })
    }

    /// Returns the bits of some cells of this board.
    pub fn mask(&self, on: &[u64]) -> u32 {
        mask(&self.cells, on)
    }

    /// Returns the moves of a position: the cell that is turned off, the other turned cells, and the position after it.
    pub fn moves(&self, position: u32) -> Vec<(u64, Vec<u64>, u32)> {
        let mut moves = Vec::new();
        for (bit, (&cell, sets)) in self.cells.iter().zip(&self.turns).enumerate() {
            if position >> bit & 1 == 0 {
                continue;
            }
            for &set in sets {
                let others = (0..self.cells.len()).filter(|&other| other != bit && set >> other & 1 == 1);
                moves.push((cell, others.map(|other| self.cells[other]).collect(), position ^ set));
            }
        }
        moves
    }

    /// Returns whether the player to move wins in misère play.
    ///
    /// # Errors
    /// [`Refusal::Interrupted`] by `watch`.
    pub fn first_wins(&mut self, position: u32, watch: &mut Watch<'_>) -> Result<bool, Refusal> {
        let mut steps = Steps::new(watch, self.wins.len() as u64, "positions searched");
        let movable = (0..self.cells.len()).filter(|&cell| !self.turns[cell].is_empty());
        let movable = movable.fold(0, |mask, cell| mask | 1_u32 << cell);
        // Each position with the cell and the turn to examine next.
        let mut stack = vec![(position, 0_usize, 0_usize)];
        while let Some((top, cell, turn)) = stack.last_mut() {
            if *cell == self.cells.len() {
                self.wins[*top as usize] = Some(*top & movable == 0);
                stack.pop();
                continue;
            }
            let set = if *top >> *cell & 1 == 1 { self.turns[*cell].get(*turn) } else { None };
            let Some(set) = set else {
                (*cell, *turn) = (*cell + 1, 0);
                continue;
            };
            let next = *top ^ set;
            match self.wins[next as usize] {
                Some(true) => *turn += 1,
                Some(false) => {
                    self.wins[*top as usize] = Some(true);
                    stack.pop();
                }
                None => {
                    steps.step(self.cells.len() as u64)?;
                    stack.push((next, 0, 0));
                }
            }
        }
        Ok(self.wins[position as usize] == Some(true))
    }
}

/// Returns the bits of some cells, by their places among all; none of others.
fn mask(cells: &[u64], some: &[u64]) -> u32 {
    some.iter().filter_map(|cell| cells.binary_search(cell).ok()).fold(0, |mask, bit| mask | 1 << bit)
}
