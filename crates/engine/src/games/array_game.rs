//! The array game: cells 1 to N, some of them white. A move picks a white cell x and k in 1..=floor(N/x) and turns
//! x, 2x, …, kx over. Who cannot move loses. (HAOI 2015; Luogu P3179.)
//!
//! As with coins, a position is the sum of its white cells, each alone. A lone x becomes the sum of 2x, …, kx, so
//! that its value is the mex of the XORs of the values of 2x, …, kx over all k. Both depend on floor(N/x) only: with
//! f(q) the value of cells x with floor(N/x) = q, floor(N/(ix)) = floor(q/i), and f(q) is the mex of
//! f(floor(q/2)) ^ … ^ f(floor(q/k)) over k from 1 to q.
//!
//! There are less than 2 sqrt(N) different q. For each, i runs over blocks of equal floor(q/i), in
//! which the XOR takes two values at most. *Cost*: O(N^(3/4)) steps, most of them without a division, since
//! floor(q/i) is a table entry away while it is large. *Memory*: 4 sqrt(N) words.

use super::coins::after;
use crate::sequence::source::Sequence;
use crate::sequence::theorem::Theorem;
use crate::sequence::values::Values;
use crate::theory::game::{
    Budget, Component, Flow, Game, Goal, Refusal, Shape, Unanswerable, Visit, Winning,
};
use crate::theory::refusal::Excess;
use crate::theory::watch::Steps;
use crate::theory::watch::Watch;

/// The values of all cells of a board.
#[derive(Clone, Debug)]
pub struct CellValues {
    cells: u64,
    root: u64,
    /// f(q) for q up to `root`.
    small: Vec<u32>,
    /// f(floor(N/i)) for i up to N / (root + 1); entries from `known` on.
    large: Vec<u32>,
    /// The largest q for which f(q) is known.
    known: u64,
    /// The last step in which a value was an option.
    stamps: Vec<u32>,
    stamp: u32,
}

/// The largest board: about 10^10 steps.
pub const MOST_CELLS: u64 = 10_000_000_000_000;

impl CellValues {
    /// Creates the board with cells 1 to `cells`; no value is known yet.
    ///
    /// # Errors
    /// [`Refusal::TooMany`] for more than [`MOST_CELLS`].
    pub fn new(cells: u64) -> Result<Self, Refusal> {
        if cells > MOST_CELLS {
            return Err(Refusal::too_many(Excess::Cells, MOST_CELLS));
        }
        let root = cells.isqrt();
        let small = vec![0; root as usize + 1];
        let large = vec![0; (cells / (root + 1)) as usize + 1];
        Ok(Self { cells, root, small, large, known: 0, stamps: vec![0; 1 << 10], stamp: 0 })
    }

    /// Returns the value of a white cell alone, 0 for one that is not on the board.
    ///
    /// # Errors
    /// [`Refusal::Interrupted`] by `watch`.
    pub fn value(&mut self, cell: u64, watch: &mut Watch<'_>) -> Result<u64, Refusal> {
        let quotient = self.cells.checked_div(cell).unwrap_or(0);
        self.reach(quotient, watch)?;
        Ok(u64::from(self.known_value(cell)))
    }

    /// Computes f(q) for all quotients up to `most`.
    ///
    /// # Errors
    /// [`Refusal::Interrupted`] by `watch`.
    pub fn reach(&mut self, most: u64, watch: &mut Watch<'_>) -> Result<(), Refusal> {
        let mut steps = Steps::new(watch, self.quotients(most), "quotients");
        while self.known < most.min(self.cells) {
            // The next quotient of N.
            let quotient = match self.known + 1 {
                next if next <= self.root => next,
                next => self.cells / (self.cells / next),
            };
            let value = self.compute(quotient);
            if quotient <= self.root {
                self.small[quotient as usize] = value;
            } else {
                self.large[(self.cells / quotient) as usize] = value;
            }
            self.known = quotient;
            steps.step(2 * quotient.isqrt())?;
        }
        Ok(())
    }

    /// Returns the number of quotients of N up to `most`.
    fn quotients(&self, most: u64) -> u64 {
        let (small, large) = (most.min(self.root), self.large.len() as u64);
        let beyond = self.cells.checked_div(most).unwrap_or(0).max(1);
        if most > self.root { small + large.saturating_sub(beyond) } else { small }
    }

    /// Returns the value of a cell whose quotient was reached.
    #[inline]
    pub fn known_value(&self, cell: u64) -> u32 {
        let divided = |by: u64| match (u32::try_from(self.cells), u32::try_from(by)) {
            // Division is faster where numbers are known to be short.
            (Ok(cells), Ok(by)) => cells.checked_div(by).map(u64::from),
            _ => self.cells.checked_div(by),
        };
        match divided(cell) {
            Some(quotient) if quotient <= self.root => self.small[quotient as usize],
            Some(quotient) => self.large[divided(quotient).unwrap_or(0) as usize],
            None => 0,
        }
    }

    fn compute(&mut self, quotient: u64) -> u32 {
        self.stamp += 1;
        self.mark(0);
        let mut sum = 0;
        let root = quotient.isqrt();
        // Blocks of one i each, i from 2 to the last with floor(quotient / i) > root: while that quotient is large, it is
        // entry i * index of the large table.
        let index = self.cells / quotient;
        let singles = quotient / (root + 1);
        let by_table = if quotient > self.root {
            singles.min((self.large.len() as u64 - 1) / index)
        } else {
            singles.min(1)
        };
        for i in 2..=by_table {
            sum ^= self.large[(i * index) as usize];
            self.mark(sum);
        }
        for i in by_table.max(1) + 1..=singles {
            sum ^= self.small[(quotient / i) as usize];
            self.mark(sum);
        }
        // Blocks of equal floor(quotient / i) = w, from large w down.
        let mut end = quotient / (root + 1);
        for w in (1..=root).rev() {
            let start = end;
            end = quotient / w;
            // i = 1 is the option that turns no other cell.
            let length = end - start.max(1).min(end);
            if length == 0 {
                continue;
            }
            let value = self.small[w as usize];
            self.mark(sum ^ value);
            if length > 1 {
                self.mark(sum);
            }
            if length % 2 == 1 {
                sum ^= value;
            }
        }
        let stamp = self.stamp;
        // Values are never larger than the number of options, so that a free one exists.
        let free = self.stamps.iter().position(|&last| last != stamp).unwrap_or(self.stamps.len());
        u32::try_from(free).unwrap_or(u32::MAX)
    }

    fn mark(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.stamps.len() {
            self.stamps.resize((value + 1).next_power_of_two(), 0);
        }
        self.stamps[value] = self.stamp;
    }
}

/// The catalogue's array game. A component is a list of white cells.
#[derive(Debug)]
pub struct Multiples {
    cells: u64,
    blocks: CellValues,
    sequence: Sequence,
}

/// Values G(1), …, G(N) by cell.
#[derive(Debug)]
struct Cells {
    blocks: CellValues,
    len: usize,
}

impl Values for Cells {
    fn len(&self) -> usize {
        self.len
    }

    fn get(&self, n: usize) -> u64 {
        u64::from(self.blocks.known_value(n as u64))
    }

    fn extend(&mut self, len: usize, watch: &mut Watch<'_>) -> Result<(), Refusal> {
        if len as u64 > self.blocks.cells + 1 {
            return Err(Unanswerable::LastCell(self.blocks.cells).into());
        }
        let most = self.blocks.cells;
        self.blocks.reach(most, watch)?;
        self.len = self.len.max(len);
        Ok(())
    }
}

impl Multiples {
    /// Creates the game on cells 1 to `cells`.
    ///
    /// # Errors
    /// [`Refusal::TooMany`] for more than [`MOST_CELLS`].
    pub fn new(cells: u64) -> Result<Self, Refusal> {
        let blocks = CellValues::new(cells)?;
        let table = Cells { blocks: blocks.clone(), len: 0 };
        Ok(Self { cells, blocks, sequence: Sequence::table(table, Theorem::None) })
    }

    fn after(component: &[u64], cell: u64, last: u64) -> Component {
        let turned: Vec<u64> = (2..=last).map(|k| k * cell).collect();
        after(component, cell, &turned)
    }
}

impl Game for Multiples {
    fn name(&self) -> String {
        format!("array-game:{}", self.cells)
    }

    fn shape(&self) -> Shape {
        Shape::Board { cells: 1..=self.cells }
    }

    fn options(&self, component: &[u64], visit: &mut Visit<'_>) -> Flow {
        for &cell in component {
            for last in 1..=self.cells.checked_div(cell).unwrap_or(0) {
                visit(&[Self::after(component, cell, last)])?;
            }
        }
        Flow::Continue(())
    }

    fn grundy(&mut self, cells: &[u64], budget: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        cells.iter().try_fold(0, |sum, &cell| Ok(sum ^ self.blocks.value(cell, budget.watch)?)).map(Some)
    }

    fn winning(&mut self, cells: &[u64], goal: Goal, found: &mut Winning<'_, '_>) -> Result<bool, Refusal> {
        let Goal::Value(target) = goal else { return Ok(false) };
        let change = target ^ self.grundy(cells, found.budget)?.unwrap_or(0);
        let value = |cell: u64| u64::from(self.blocks.known_value(cell));
        let _ = cells.iter().try_for_each(|&cell| {
            let mut sum = change ^ value(cell);
            (1..=self.cells / cell).try_for_each(|last| {
                sum ^= if last > 1 { value(last * cell) } else { 0 };
                found.count_option()?;
                if sum == 0 { found.add_one(Self::after(cells, cell, last)) } else { Flow::Continue(()) }
            })
        });
        Ok(true)
    }

    fn sequence(&mut self) -> Result<&mut Sequence, Unanswerable> {
        Ok(&mut self.sequence)
    }
}
