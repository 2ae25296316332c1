//! Any impartial game: what it has to tell, and its Sprague–Grundy values by memoised search.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

use super::mex::mex;

/// The rules of an impartial game.
///
/// An implementation tells the options of a position, and each option as the *sum* that it falls apart into: a
/// heap that is split becomes two positions, a heap that is taken whole becomes none. That decomposition is what
/// makes the theory worth its name: values of parts are enough (see [`engine`](crate::engine)).
///
/// Play must be finite: no position may be reached again from itself.
pub trait Game {
    /// One component. Equal components must be equal as positions for the memory to find them again.
    type Position: Clone + Eq + Hash;

    /// Calls `visit` once for every option of `position`, with the components of that option.
    fn options(&self, position: &Self::Position, visit: &mut dyn FnMut(&[Self::Position]));
}

/// The position can be reached from itself, so that play need not end and no value is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop<P>(
    /// A position that recurs.
    pub P,
);

impl<P: fmt::Debug> fmt::Display for Loop<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the position {:?} can be reached from itself", self.0)
    }
}

impl<P: fmt::Debug> std::error::Error for Loop<P> {}

/// Sprague–Grundy values of a [`Game`], each computed once.
///
/// *Idea*: the value of a position is the mex of the values of its options, that of a sum the XOR of its parts
/// (Sprague 1935, Grundy 1939). The search is depth-first with its own stack, so that a chain of a million
/// positions is no danger to the thread's.
///
/// *Cost*: every option is looked at twice (once to find what is unknown, once to take the mex). *Memory*: one map
/// entry, a position and ten bytes or so, for each position reached, and a stack entry for each position on the
/// way or waiting.
///
/// ```
/// use nim_toolkit::engine::theory::game::{Game, Solver};
/// /// Take one, two or three.
/// struct Bash;
/// impl Game for Bash {
///     type Position = u32;
///     fn options(&self, heap: &u32, visit: &mut dyn FnMut(&[u32])) {
///         for taken in 1..=3.min(*heap) {
///             visit(&[heap - taken]);
///         }
///     }
/// }
/// assert_eq!(Solver::new(&Bash).value(&1_000_003), Ok(3));
/// ```
#[derive(Debug)]
pub struct Solver<'g, G: Game> {
    game: &'g G,
    values: HashMap<G::Position, Option<u64>>,
}

impl<'g, G: Game> Solver<'g, G> {
    /// A solver that knows nothing yet.
    pub fn new(game: &'g G) -> Self {
        Self { game, values: HashMap::new() }
    }

    /// The Sprague–Grundy value of `position`.
    ///
    /// # Errors
    /// [`Loop`], where play from `position` need not end.
    pub fn value(&mut self, position: &G::Position) -> Result<u64, Loop<G::Position>> {
        let mut stack = vec![position.clone()];
        let mut options = Vec::new();
        while let Some(top) = stack.last().cloned() {
            // Known: None while its options are on the stack, so that only ancestors of the top are None.
            if self.values.entry(top.clone()).or_default().is_some() {
                stack.pop();
                continue;
            }
            options.clear();
            let waiting = stack.len();
            let mut recurs = None;
            self.game.options(&top, &mut |parts| {
                let mut sum = 0;
                for part in parts {
                    match self.values.get(part) {
                        Some(Some(value)) => sum ^= value,
                        Some(None) => recurs = Some(part.clone()),
                        None => stack.push(part.clone()),
                    }
                }
                options.push(sum);
            });
            if let Some(position) = recurs {
                return Err(Loop(position));
            }
            if stack.len() == waiting {
                self.values.insert(top, Some(mex(&options)));
                stack.pop();
            }
        }
        Ok(self.values.get(position).copied().flatten().unwrap_or_default())
    }

    /// The number of positions that are remembered.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether nothing has been asked yet.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Chain;
    impl Game for Chain {
        type Position = u32;
        fn options(&self, position: &u32, visit: &mut dyn FnMut(&[u32])) {
            if *position > 0 {
                visit(&[position - 1]);
            }
        }
    }

    #[test]
    fn a_million_states_deep_is_no_stack_overflow() {
        let mut solver = Solver::new(&Chain);
        assert_eq!(solver.value(&1_000_001), Ok(1));
        assert_eq!(solver.len(), 1_000_002);
    }

    struct Ring;
    impl Game for Ring {
        type Position = u32;
        fn options(&self, position: &u32, visit: &mut dyn FnMut(&[u32])) {
            visit(&[(position + 1) % 5]);
        }
    }

    #[test]
    fn endless_play_is_an_error() {
        assert_eq!(Solver::new(&Ring).value(&3), Err(Loop(3)));
    }

    struct Kayles;
    impl Game for Kayles {
        type Position = u32;
        fn options(&self, row: &u32, visit: &mut dyn FnMut(&[u32])) {
            for taken in 1..=2.min(*row) {
                for left in 0..=(row - taken) / 2 {
                    visit(&[left, row - taken - left]);
                }
            }
        }
    }

    #[test]
    fn splitting_adds_the_parts() {
        let mut solver = Solver::new(&Kayles);
        let values: Vec<_> = (0..12).map(|row| solver.value(&row)).collect();
        assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6].map(Ok));
    }
}
