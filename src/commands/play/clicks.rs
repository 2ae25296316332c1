//! The move that clicks on a picture pick.
//!
//! One click picks a move if possible. Several clicks define more: the coins to turn, one after the other; both ends of the part taken from
//! the middle of a heap; the heaps that one move takes from.

use itertools::Itertools;

use super::choices::{Choice, choice, joined, turned};
use super::picture::CellRequest;
use nim_engine::theory::game::Component;
use nim_engine::theory::shape::Shape;
use nim_referee::table::{Table, TableMove};

/// Returns an option to be compared: its parts in rising order, without zeros at their ends, and without any zeros on a board.
fn normal(option: &[Component], is_board: bool) -> Vec<Component> {
    let parts = option.iter().map(|part| {
        let mut part: Component = part.iter().copied().filter(|&number| !is_board || number > 0).collect();
        part.truncate(part.iter().rposition(|&number| number > 0).map_or(0, |last| last + 1));
        part
    });
    parts.filter(|part| !part.is_empty()).sorted_unstable().collect()
}

/// The moves of one component.
pub struct Moves<'t> {
    /// The position on the table.
    pub table: &'t Table,
    /// The index of the component.
    pub place: usize,
    /// The moves, or the first of them.
    pub choices: &'t [Choice],
    /// Whether there are further moves.
    pub has_others: bool,
}

/// The move that clicks have chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A move in the list, by its index.
    Listed(usize),
    /// A move outside of the list.
    Other(Choice),
}

impl Moves<'_> {
    /// Returns the clicked move, and the number of the last clicks that define it.
    pub fn clicked(&self, wants: &[CellRequest]) -> Option<(Found, usize)> {
        let alone = wants.len().saturating_sub(1);
        let together = if alone > 0 { self.by(wants).map(|found| (found, wants.len())) } else { None };
        together.or_else(|| Some((self.by(&wants[alone..])?, 1)))
    }

    /// Returns the move that follows from all of the clicks.
    fn by(&self, wants: &[CellRequest]) -> Option<Found> {
        match wants.last()? {
            CellRequest::Component => None,
            CellRequest::Option(option) if wants.len() == 1 => self.listed(|choice| choice.option == *option),
            CellRequest::Option(_) => None,
            CellRequest::Cell(_) => {
                let cells = wants.iter().map(|want| match want {
                    CellRequest::Cell(cell) => Some(*cell),
                    _ => None,
                });
                self.cells(&cells.collect::<Option<Vec<u64>>>()?)
            }
            CellRequest::Match(..) => {
                let matches = wants.iter().map(|want| match want {
                    CellRequest::Match(heap, left) => Some((*heap, *left)),
                    _ => None,
                });
                self.matches(&matches.collect::<Option<Vec<_>>>()?)
            }
        }
    }

    fn from(&self) -> &[u64] {
        &self.table.places()[self.place].component
    }

    fn listed(&self, is_it: impl Fn(&Choice) -> bool) -> Option<Found> {
        self.choices.iter().position(is_it).map(Found::Listed)
    }

    /// Returns the move in the list with the least key, among those that have one.
    fn first<K: Ord>(&self, key: impl Fn(&Choice) -> Option<K>) -> Option<Found> {
        let keys = self.choices.iter().enumerate().filter_map(|(index, choice)| Some((key(choice)?, index)));
        Some(Found::Listed(keys.min()?.1))
    }

    /// Returns the move to an option, if it is legal.
    fn legal(&self, option: Vec<Component>) -> Option<Found> {
        let is_board = matches!(self.table.game(self.place).shape(), Shape::Board { .. } | Shape::Heap);
        let wanted = normal(&option, is_board);
        let listed = self.listed(|choice| normal(&choice.option, is_board) == wanted);
        if listed.is_some() || !self.has_others {
            return listed;
        }
        let written = self.table.written_move(&TableMove { place: self.place, option });
        let read = self.table.read_typed(&written).ok()?;
        Some(Found::Other(choice(self.table, self.place, read.option)))
    }

    /// Returns the move that turns only these cells, or one that turns them and the fewest others.
    fn cells(&self, cells: &[u64]) -> Option<Found> {
        let from = self.from();
        let is_row = self.table.game(self.place).name().starts_with("hop");
        if !is_row {
            let option = vec![turned(from, cells)];
            let is_whole = cells.iter().enumerate().all(|(index, cell)| !cells[..index].contains(cell));
            if let Some(found) = self.legal(option).filter(|_| is_whole) {
                return Some(found);
            }
        }
        self.first(|choice| {
            let turned = turned(from, &choice.option.concat());
            let leading = if is_row { turned.first() } else { turned.last() };
            let has_all = cells.iter().all(|cell| turned.contains(cell));
            has_all.then(|| (leading != cells.first(), turned.len()))
        })
    }

    /// Returns the move that leaves the matches of a heap before the clicked one.
    fn matches(&self, clicks: &[(usize, u64)]) -> Option<Found> {
        let name = self.table.game(self.place).name();
        let family = name.split(':').next().unwrap_or_default();
        let is_heap = self.table.game(self.place).shape() == Shape::Heap;
        let from = self.from();
        let &(heap, left) = clicks.last()?;
        let only = |choice: &Choice| choice.option.concat();
        match (family, clicks) {
            _ if is_heap => self.heap(*from.first()?, clicks),
            ("fibonacci" | "distinct", [_]) => {
                self.listed(|choice| only(choice).first().copied().unwrap_or(0) == left)
            }
            ("delete-nim", [_]) => {
                let part = left.max(1);
                self.legal(vec![vec![part, from.get(heap)?.checked_sub(part)?]])
                    .or_else(|| self.legal(vec![vec![from.get(heap)?.checked_sub(part)?, part]]))
            }
            ("merge", [_]) => {
                let one = *from.get(heap)?;
                self.listed(|choice| joined(from, &only(choice)).is_some_and(|(a, b)| a == one || b == one))
            }
            ("merge", &[(first, _), (second, _)]) if first != second => {
                let (one, other) = (*from.get(first)?, *from.get(second)?);
                let both = (one.min(other), one.max(other));
                self.listed(|choice| joined(from, &only(choice)) == Some(both))
            }
            ("staircase", &[(step, left)]) => {
                let mut after = from.to_vec();
                let down = after.get(step)?.checked_sub(left)?;
                after[step] = left;
                if let Some(below) = step.checked_sub(1) {
                    after[below] += down;
                }
                self.legal(vec![after])
            }
            ("fibonacci" | "distinct" | "delete-nim" | "merge" | "staircase", _) => None,
            _ => {
                let mut after = from.to_vec();
                for &(heap, left) in clicks {
                    *after.get_mut(heap)? = left;
                }
                self.legal(vec![after])
            }
        }
    }

    fn heap(&self, heap: u64, clicks: &[(usize, u64)]) -> Option<Found> {
        let pair = |one: u64, other: u64| {
            if one > 0 && other > 0 { self.legal(vec![vec![one], vec![other]]) } else { None }
        };
        match *clicks {
            [(_, one), (_, other)] => {
                // The clicks are both ends of the taken part. Only a first click that took from the middle asks for them.
                pair(one, heap.checked_sub(one + 1)?)?;
                let (first, last) = (one.min(other), one.max(other));
                let rest = heap.checked_sub(last + 1)?;
                pair(first, rest)
                    .or_else(|| self.legal(vec![vec![first + rest]]).filter(|_| first == 0 || rest == 0))
            }
            [(_, left)] => {
                let middle = heap.checked_sub(left + 1).and_then(|rest| pair(left, rest));
                middle.or_else(|| self.legal(vec![vec![left]])).or_else(|| {
                    self.first(|choice| {
                        let parts = choice.option.concat();
                        let is_there = left == 0 || (parts.len() > 1 && parts.contains(&left));
                        is_there.then(|| heap.checked_sub(parts.iter().sum()))
                    })
                })
            }
            _ => None,
        }
    }
}
