//! The values of positions, each computed once.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::expression::EvalError;
use crate::program::{Layout, Program, Scratch};
use nim_engine::theory::mex::trailing_ones;
use nim_engine::theory::refusal::{Excess, Refusal};
use nim_engine::theory::watch::{Steps, Watch};

/// The values of the positions that were reached.
///
/// *Idea*: small positions have an index, by which their values lie in one array; others are looked up in a map. *Cost*: each option
/// is visited twice at most, in a depth-first search with its own stack.
#[derive(Debug)]
pub struct Table {
    index: Index,
    /// Each value plus 1; 0 if none is known here.
    dense: Vec<u32>,
    /// The number of values in the array.
    count: usize,
    sparse: HashMap<Box<[i64]>, u64>,
    scratch: Scratch,
}

/// The numbering of positions in the table.
#[derive(Debug)]
enum Index {
    /// Tuples whose numbers have few values: the first value and the number of values of each.
    Bounded(Vec<(i64, i64)>),
    /// One number, or a pair, without such bounds.
    Heap,
    Pair,
    /// Cells, with the first value and the number of values.
    Row(i64, i64),
    None,
}

/// The most positions in the array: 256 MiB.
const MOST_DENSE: usize = 1 << 26;
/// The size that the array may have in any case, and for each of its values.
const FEW: usize = 1 << 16;
const SPREAD: usize = 64;
/// The most positions in the map: about a gigabyte.
const MOST_SPARSE: usize = 1 << 23;
/// The most numbers of positions that wait to be searched.
const MOST_WAITING: usize = 1 << 26;
/// The approximate number of elementary operations for an option.
const COST_OF_OPTION: u64 = 32;

impl Index {
    fn new(layout: &Layout) -> Self {
        match layout {
            Layout::Row(_, range) => {
                Self::Row(*range.start(), (range.end() - range.start()).saturating_add(1).max(2))
            }
            Layout::Tuple(fields) => {
                let counts = fields
                    .iter()
                    .map(|(_, range)| (*range.start(), (range.end() - range.start()).saturating_add(1)));
                let counts: Vec<(i64, i64)> = counts.collect();
                let all = counts.iter().try_fold(1_i64, |product, (_, count)| product.checked_mul(*count));
                match counts.len() {
                    _ if all.is_some_and(|all| all <= MOST_DENSE as i64) => Self::Bounded(counts),
                    1 => Self::Heap,
                    2 => Self::Pair,
                    _ => Self::None,
                }
            }
        }
    }

    /// Returns the index of a position, where it has one below [`MOST_DENSE`].
    #[inline]
    fn number(&self, position: &[i64]) -> Option<usize> {
        let index = match (self, position) {
            (Self::Heap, &[heap]) => heap,
            // Pairs in the order of their larger number, so that a square of them is an array without gaps.
            (Self::Pair, &[a, b]) if a < b => b.checked_mul(b)?.checked_add(a)?,
            (Self::Pair, &[a, b]) => a.checked_mul(a)?.checked_add(a)?.checked_add(b)?,
            (Self::Bounded(counts), numbers) => numbers
                .iter()
                .zip(counts)
                .fold(0, |index, (number, (first, count))| index * count + number - first),
            // A leading 1 distinguishes rows of different lengths.
            (Self::Row(first, count), cells) => cells
                .iter()
                .try_fold(1_i64, |index, cell| index.checked_mul(*count)?.checked_add(cell - first))?,
            _ => return None,
        };
        usize::try_from(index).ok().filter(|&index| index < MOST_DENSE)
    }
}

/// The least number that is not in a set.
#[derive(Debug, Default)]
struct Mex {
    bits: Vec<u64>,
}

impl Mex {
    #[inline]
    fn insert(&mut self, value: u64) {
        let word = (value / 64) as usize;
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << (value % 64);
    }

    fn value(&self) -> u64 {
        trailing_ones(&self.bits)
    }
}

impl Table {
    pub fn new(program: &Program) -> Self {
        let index = Index::new(&program.layout);
        Self { index, dense: Vec::new(), count: 0, sparse: HashMap::new(), scratch: Scratch::default() }
    }

    /// Returns the value of a position, if it is known.
    #[inline]
    pub fn known(&self, position: &[i64]) -> Option<u64> {
        let dense = self.index.number(position).and_then(|index| self.dense.get(index));
        let dense = dense.and_then(|value| value.checked_sub(1));
        dense.map(u64::from).or_else(|| self.sparse.get(position).copied())
    }

    fn set(&mut self, position: &[i64], value: u64) -> Result<(), Refusal> {
        // The array grows only as far as its values make it worth it.
        let worth = FEW.max(self.count.saturating_mul(SPREAD)).max(self.dense.len());
        let Some(index) = self.index.number(position).filter(|&index| index < worth) else {
            if self.sparse.len() >= MOST_SPARSE {
                return Err(Refusal::too_many(Excess::Positions, MOST_SPARSE));
            }
            self.sparse.insert(position.into(), value);
            return Ok(());
        };
        if index >= self.dense.len() {
            let size = (index + 1).max(self.dense.len() + self.dense.len() / 2).min(MOST_DENSE);
            self.dense.resize(size, 0);
        }
        self.dense[index] = u32::try_from(value + 1).map_err(|_| Refusal::Values)?;
        self.count += 1;
        Ok(())
    }

    /// Returns the value of a position by the definition: the least number that no option has.
    ///
    /// # Errors
    /// A [`Refusal`], where there are too many positions, or by `watch`; `broken` makes one of a position with an error.
    pub fn value(
        &mut self,
        program: &Program,
        position: &[i64],
        watch: &mut Watch<'_>,
        broken: &dyn Fn(&[i64], &EvalError) -> Refusal,
    ) -> Result<u64, Refusal> {
        if let Some(value) = self.known(position) {
            return Ok(value);
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        let found = self.search(program, position, &mut scratch, watch, broken);
        self.scratch = scratch;
        found
    }

    fn search(
        &mut self,
        program: &Program,
        position: &[i64],
        scratch: &mut Scratch,
        watch: &mut Watch<'_>,
        broken: &dyn Fn(&[i64], &EvalError) -> Refusal,
    ) -> Result<u64, Refusal> {
        let mut steps = Steps::new(watch, 0, "positions");
        // The positions that wait, one after another, and where each begins.
        let (mut waiting, mut starts) = (position.to_vec(), vec![0]);
        let mut top: Vec<i64> = Vec::new();
        let mut mex = Mex::default();
        while let Some(&start) = starts.last() {
            top.clear();
            top.extend_from_slice(&waiting[start..]);
            if self.known(&top).is_some() {
                starts.pop();
                waiting.truncate(start);
                continue;
            }
            mex.bits.clear();
            let mut options = 0;
            let visited = program.options(&top, scratch, &mut |parts| {
                options += 1;
                let mut sum = Some(0);
                for part in parts.iter() {
                    match self.known(part) {
                        Some(value) => sum = sum.map(|sum| sum ^ value),
                        None => {
                            sum = None;
                            starts.push(waiting.len());
                            waiting.extend_from_slice(part);
                        }
                    }
                }
                if let Some(sum) = sum {
                    mex.insert(sum);
                }
                if waiting.len() > MOST_WAITING { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            match visited {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => {
                    return Err(Refusal::too_many(Excess::Positions, MOST_WAITING));
                }
                Err(error) => return Err(broken(&top, &error)),
            }
            if starts.last() == Some(&start) {
                self.set(&top, mex.value())?;
                starts.pop();
                waiting.truncate(start);
                steps.step(COST_OF_OPTION * (options + 1))?;
            } else {
                steps.spend(COST_OF_OPTION * (options + 1))?;
            }
        }
        Ok(self.known(position).unwrap_or_default())
    }
}
