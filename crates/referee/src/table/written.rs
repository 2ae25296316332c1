//! Positions and moves as they are written.

use super::{Table, TableMove, find_option};
use crate::error::{MoveError, ShortError, short};
use nim_engine::games::notation;
use nim_engine::theory::game::{Component, Game};
use nim_engine::theory::shape::Shape;

/// Options that are visited to find out whether a move is legal.
const MOST_VISITED: u64 = 20_000_000;

impl Table {
    /// Returns the position as it is written.
    pub fn written(&self) -> String {
        let places: Vec<String> = (0..self.places.len())
            .map(|place| self.written_component(place, &self.places[place].component))
            .collect();
        places.join(" ")
    }

    /// Returns a move as people write it, `2=3`: the number of the component, from 1, and its option.
    pub fn written_move(&self, TableMove { place, option }: &TableMove) -> String {
        format!("{}={}", place + 1, self.written_option(*place, option))
    }

    /// Returns a move as the protocol has it, `2 3`.
    pub fn protocol_move(&self, TableMove { place, option }: &TableMove) -> String {
        format!("{} {}", place + 1, self.written_option(*place, option))
    }

    /// Returns the heap of a place that is a single heap.
    fn heap(&self, place: usize) -> Option<u64> {
        match *self.places.get(place)?.component {
            [heap] if self.game(place).shape() == Shape::Heap => Some(heap),
            _ => None,
        }
    }

    /// Reads the number of a component, from 1.
    fn numbered(&self, number: &str) -> Result<usize, MoveError> {
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
        let place =
            number.parse::<usize>().ok().filter(|_| is_number).and_then(|number| number.checked_sub(1));
        place
            .filter(|&place| place < self.places.len())
            .ok_or_else(|| MoveError::UnknownComponent(short(number)))
    }

    /// Reads a move as people write it: `2=3` where component 2 becomes 3, `2=3+1` or `2=3 1` where heap 2 is split, `2-3` where 3
    /// are taken from heap 2. `2 3` could be either, and is refused for a heap.
    ///
    /// # Errors
    /// A [`MoveError`] where it is not legal.
    pub fn read_typed(&self, text: &str) -> Result<TableMove, MoveError> {
        let text = text.trim();
        let (number, rest) =
            text.split_at(text.find(|char: char| !char.is_ascii_digit()).unwrap_or(text.len()));
        let place = self.numbered(number);
        let heap = place.as_ref().ok().and_then(|&place| self.heap(place));
        let rest = rest.trim_start();
        let (to, is_taken) = match (rest.strip_prefix('='), rest.strip_prefix('-'), heap) {
            (Some(to), ..) => (to, false),
            (None, Some(taken), Some(_)) => (taken, true),
            (None, Some(_), None) if !number.is_empty() => {
                place?;
                return Err(MoveError::TakesFromNoHeap(number.to_owned()));
            }
            (None, _, _) => (rest, false),
        };
        let is_sum = heap.is_some() && !is_taken && to.split('+').all(|part| !part.trim().is_empty());
        let words = to.split(|c: char| c.is_ascii_whitespace() || is_sum && c == '+');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        if let (Some(heap), [only]) = (heap, words.as_slice())
            && let Ok(count) = only.parse::<u64>()
        {
            if is_taken {
                let (left, number) = (heap.checked_sub(count), number.to_owned());
                let Some(left) = left else { return Err(MoveError::TakesTooMany(number, heap, count)) };
                let read = self.read_move(&[&number, &left.to_string()]);
                return read.map_err(|_| MoveError::CannotTake(number, heap, count));
            }
            if !rest.starts_with('=') {
                return Err(MoveError::Ambiguous(number.to_owned(), count));
            }
        }
        if is_taken {
            return Err(MoveError::TakesNoNumber(number.to_owned()));
        }
        if number.is_empty() {
            self.read_move(&words)
        } else {
            self.read_move(&[&[number], &words[..]].concat())
        }
    }

    /// Returns the option of a place as it is written in a move.
    pub fn written_option(&self, place: usize, option: &[Component]) -> String {
        notation::written_option(self.game(place), option, " ")
    }

    /// Returns a component of the game of a place as it is written.
    pub fn written_component(&self, place: usize, component: &[u64]) -> String {
        notation::written(self.game(place), component)
    }

    /// Reads a move: the words after `move`.
    ///
    /// # Errors
    /// A [`MoveError`] where it is not legal.
    pub fn read_move(&self, words: &[&str]) -> Result<TableMove, MoveError> {
        let (number, heaps) = words.split_first().ok_or(MoveError::NoComponent)?;
        let place = self.numbered(number)?;
        if heaps.is_empty() {
            return Err(MoveError::NoOption);
        }
        let game = self.game(place);
        let claim = heaps.iter().map(|heap| notation::component(game, heap));
        let claim: Vec<Component> =
            claim.collect::<Result<_, _>>().map_err(|error| MoveError::Component(ShortError(error)))?;
        let from = &self.places[place].component;
        let illegal = || {
            MoveError::Illegal(
                place + 1,
                short(&self.written_component(place, from)),
                short(&heaps.join(" ")),
            )
        };
        if from.is_empty() {
            return Err(illegal());
        }
        if let Some(legal) = game.has_option(from, &claim) {
            return if legal { Ok(TableMove { place, option: claim }) } else { Err(illegal()) };
        }
        let claimed = normal(game, &claim);
        let found = find_option(game, from, MOST_VISITED, |option| normal(game, option) == claimed);
        let found = found.ok_or_else(illegal)?;
        // The engine's option may have the same heaps in other places: the written ones stay in their places.
        let keeps_order = !matches!(game.shape(), Shape::Board { .. });
        let is_alike = found.len() == claim.len()
            && found.iter().zip(&claim).all(|(found, claim)| found.len() == claim.len());
        Ok(TableMove { place, option: if keeps_order && is_alike { claim } else { found } })
    }
}

/// Returns the name of a vertex that a line of moves cannot hold.
pub fn unwritable(game: &dyn Game) -> Option<&str> {
    let Shape::Vertex { count } = game.shape() else { return None };
    let mut labels = (0..count).filter_map(|vertex| game.label(vertex));
    labels.find(|label| label.is_empty() || label.contains(char::is_whitespace))
}

/// Returns components in a form that is the same for all ways to write them.
fn normal(game: &dyn Game, components: &[Component]) -> Vec<Component> {
    let normal = components.iter().map(|component| game.normal(component));
    let mut normal: Vec<Component> = normal.filter(|component| !component.is_empty()).collect();
    normal.sort_unstable();
    normal
}
