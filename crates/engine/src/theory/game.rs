//! The trait of impartial games: their options, and optional shortcuts.
//!
//! A game lists the options of a component, each as a *sum* of components: two for a heap that is split, none for a
//! heap that is taken whole. That is enough for values, outcomes, winning moves, misère play and sums. Every other
//! method of [`Game`] is a shortcut, or a matter of notation. What their signatures mention is here, too.
//!
//! ```
//! use nim_engine::Play;
//! use nim_engine::theory::game::{Flow, Game, Visit};
//! /// Take one, two or three.
//! #[derive(Debug)]
//! struct Bash;
//! impl Game for Bash {
//!     fn options(&self, heap: &[u64], visit: &mut Visit<'_>) -> Flow {
//!         (1..=3.min(heap[0])).try_for_each(|taken| visit(&[vec![heap[0] - taken]]))
//!     }
//! }
//! assert_eq!(Play::new(Bash).values(&[vec![10_003]])?, [3]);
//! # Ok::<(), nim_engine::theory::refusal::Refusal>(())
//! ```

use std::fmt::Debug;
use std::ops::RangeInclusive;

use itertools::Itertools as _;

pub use super::budget::Budget;
pub use super::component::{Component, ComponentError, Flow, TupleForm};
pub use super::presentation::Move;
pub use super::reason::Reason;
pub use super::refusal::{Refusal, Unanswerable};
pub use super::shape::Shape;
pub use super::winning::{Goal, Winning};
use crate::sequence::definition::Definition;
use crate::sequence::source::Sequence;

/// Visits options: each is the list of the components that a component becomes.
pub type Visit<'v> = dyn FnMut(&[Component]) -> Flow + 'v;

/// The outcome of one component as a whole position, by a theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Whether the position is an N-position: the player to move wins.
    pub first_wins: bool,
    /// The reason for the decision.
    pub reason: Reason,
}

/// An impartial game. Play must be finite: no component may be reached again from itself.
pub trait Game: Debug {
    /// Visits every option of `component`, each once, in order.
    fn options(&self, component: &[u64], visit: &mut Visit<'_>) -> Flow;

    /// Returns whether a component has this option, if there is a faster way than visiting all of them.
    fn has_option(&self, component: &[u64], option: &[Component]) -> Option<bool> {
        let _ = (component, option);
        None
    }

    /// Returns the name of the game: in the catalogue, the notation in its shortest form.
    fn name(&self) -> String {
        let path = std::any::type_name::<Self>();
        path.rsplit("::").next().unwrap_or(path).to_owned()
    }

    /// Returns the form of a component.
    fn shape(&self) -> Shape {
        Shape::Heap
    }

    /// Checks that the numbers make a component.
    ///
    /// # Errors
    /// A [`ComponentError`] where they do not.
    fn check(&self, component: &[u64]) -> Result<(), ComponentError> {
        self.shape().check(&self.name(), component)
    }

    /// Returns the Sprague–Grundy value of a component, if it is computed faster than by search.
    ///
    /// # Errors
    /// A [`Refusal`], where neither the shortcut nor a search is within the budget.
    fn grundy(&mut self, component: &[u64], budget: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        let _ = (component, budget);
        Ok(None)
    }

    /// Returns the outcome of this component as a whole position, where a theorem is known.
    fn theorem(&self, component: &[u64], misere: bool) -> Option<Decision> {
        let _ = (component, misere);
        None
    }

    /// Adds the options that reach the goal to `found`, in order, if that is faster than to visit all options; returns
    /// whether it is. The goal [`Goal::Whole`] occurs only where a [theorem](Self::theorem) is known.
    ///
    /// # Errors
    /// A [`Refusal`], where it is beyond the budget.
    fn winning(
        &mut self,
        component: &[u64],
        goal: Goal,
        found: &mut Winning<'_, '_>,
    ) -> Result<bool, Refusal> {
        let _ = (component, goal, found);
        Ok(false)
    }

    /// Returns the reason why the SJ rule holds for this component: no move splits, and every reachable position of
    /// value 0 that is not the end has an option of value 1. `None` if that is false, or unknown without a search.
    ///
    /// # Errors
    /// A [`Refusal`], where it is beyond the budget.
    fn sj_premise(&mut self, component: &[u64], budget: &mut Budget<'_>) -> Result<Option<Reason>, Refusal> {
        let _ = (component, budget);
        Ok(None)
    }

    /// Returns the values of single heaps, for a game that is played on them.
    ///
    /// # Errors
    /// The reason why `G(n)` is undefined for this game.
    fn sequence(&mut self) -> Result<&mut Sequence, Unanswerable> {
        Err(Unanswerable::NotOnHeaps(self.name()))
    }

    /// Returns the game by its plain definition, if it is one of single heaps.
    fn definition(&self) -> Option<&dyn Definition> {
        None
    }

    /// Returns the range of a number of a component, by its index, where the game declares one.
    fn range(&self, index: usize) -> Option<RangeInclusive<u64>> {
        let _ = index;
        None
    }

    /// Returns whether the game is misère by its own rules.
    fn is_misere(&self) -> bool {
        false
    }

    /// Returns whether a move may turn out to break the rules, which only [`grundy`](Self::grundy) reports: see [`Refusal::Broken`].
    fn may_break(&self) -> bool {
        false
    }

    /// Returns a component in a form that all ways to write it share: without any number where nothing is left, and with numbers in
    /// order where their order means nothing.
    fn normal(&self, component: &[u64]) -> Component {
        match self.shape() {
            Shape::Heap if component == [0] => Component::new(),
            Shape::Whole if component.iter().all(|&number| number == 0) => Component::new(),
            Shape::Board { .. } => above_zero(component),
            Shape::Tuple { written, .. } if !written.has_order() => above_zero(component),
            _ => component.to_vec(),
        }
    }

    /// Returns the method of computing values, as a lowercase fragment, if it has more to it than the sequence.
    fn plan(&self) -> Option<String> {
        None
    }

    /// Returns the name that a number has; `None` where it has none.
    fn label(&self, number: u64) -> Option<&str> {
        let _ = number;
        None
    }

    /// Returns a number as it is written: by its name, where it has one.
    fn written(&self, number: u64) -> String {
        self.label(number).map_or_else(|| number.to_string(), str::to_owned)
    }

    /// Returns the number that a label stands for.
    fn number(&self, label: &str) -> Option<u64> {
        let digits = !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| label.parse().ok()).flatten()
    }

    /// Returns the move from a component to an option. With `by_heap`, the numbers of the component were given as separate heaps.
    fn present_move(&self, from: &[u64], option: &[Component], by_heap: bool) -> Move {
        let _ = by_heap;
        Move { at: 0, from: from.to_vec(), to: option.concat(), note: None }
    }

    /// Returns the values of a component's numbers, if its value is their XOR.
    fn step_values(&self, component: &[u64]) -> Option<Vec<u64>> {
        let _ = component;
        None
    }
}

/// Returns the numbers of a component above 0 in rising order: its [normal form](Game::normal) where their order means nothing.
pub(crate) fn above_zero(component: &[u64]) -> Component {
    component.iter().copied().filter(|&number| number > 0).sorted_unstable().collect()
}

/// Returns the first options of a component, at most `most`.
pub fn first_options(game: &dyn Game, component: &[u64], most: usize) -> Vec<Vec<Component>> {
    let mut options = Vec::new();
    let _ = game.options(component, &mut |option| {
        options.push(option.to_vec());
        if options.len() < most { Flow::Continue(()) } else { Flow::Break(()) }
    });
    options
}
