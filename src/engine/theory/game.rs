//! Any impartial game: its moves, and what is known of it beside them.
//!
//! A game tells the options of a component, each as the *sum* that it falls apart into: a heap that is split becomes two
//! components, a heap that is taken whole becomes none. That is enough for values, outcomes, winning moves, misère play and sums.
//! Everything else that a [`Game`] can tell is a shortcut.
//!
//! ```
//! use nim_toolkit::engine::Play;
//! use nim_toolkit::engine::theory::game::{Flow, Game, Visit};
//! /// Take one, two or three.
//! #[derive(Debug)]
//! struct Bash;
//! impl Game for Bash {
//!     fn options(&self, heap: &[u64], visit: &mut Visit<'_>) -> Flow {
//!         (1..=3.min(heap[0])).try_for_each(|taken| visit(&[vec![heap[0] - taken]]))
//!     }
//! }
//! assert_eq!(Play::of(Bash).values(&[vec![10_003]])?, [3]);
//! # Ok::<(), nim_toolkit::engine::theory::refusal::Refusal>(())
//! ```

use std::fmt::Debug;

use super::budget::Budget;
pub use super::component::{Component, Flow};
use super::presentation::{PlainNumbers, Presentation};
use super::refusal::Refusal;
use super::shape::Shape;
use super::winning::{Goal, Winning};
use crate::engine::sequence::definition::Definition;
use crate::engine::sequence::source::Sequence;

/// Visits options: each is the list of the components that a component becomes.
pub type Visit<'v> = dyn FnMut(&[Component]) -> Flow + 'v;

/// Who wins one component on its own, where a theorem tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Whether it is an N-position: the player to move wins.
    pub first_wins: bool,
    /// Why, as a lowercase fragment.
    pub reason: String,
}

/// An impartial game. Play must be finite: no component may be reached again from itself.
pub trait Game: Debug {
    /// Visits every option of `component`, each once, in order.
    fn options(&self, component: &[u64], visit: &mut Visit<'_>) -> Flow;

    /// The name of the game: in the catalogue, the notation in its shortest form.
    fn name(&self) -> String {
        let path = std::any::type_name::<Self>();
        path.rsplit("::").next().unwrap_or(path).to_owned()
    }

    /// What a component is.
    fn shape(&self) -> Shape {
        Shape::Heap
    }

    /// Checks that the numbers make a component.
    ///
    /// # Errors
    /// What is wrong, as a lowercase fragment.
    fn check(&self, component: &[u64]) -> Result<(), String> {
        self.shape().check(&self.name(), component)
    }

    /// The Sprague–Grundy value of a component, where there is a shorter way to it than search.
    ///
    /// # Errors
    /// A [`Refusal`], where neither the shortcut nor a search is within the budget.
    fn grundy(&mut self, component: &[u64], budget: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        let _ = (component, budget);
        Ok(None)
    }

    /// Who wins this component as a whole position, where a theorem is known.
    fn theorem(&self, component: &[u64], misere: bool) -> Option<Decision> {
        let _ = (component, misere);
        None
    }

    /// Adds the options that reach the goal to `found`, in order, where there is a shorter way than to look at all options;
    /// answers whether there is. A goal [`Goal::Whole`] is only asked for where a [theorem](Self::theorem) is known.
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

    /// Why the SJ rule holds for this component: no move splits, and every position of value 0 that is reached and
    /// is not the end has an option of value 1. `None`, where that is not so or not known without a search.
    ///
    /// # Errors
    /// A [`Refusal`], where it is beyond the budget.
    fn sj_premise(&mut self, component: &[u64], budget: &mut Budget<'_>) -> Result<Option<String>, Refusal> {
        let _ = (component, budget);
        Ok(None)
    }

    /// The values of single heaps, where that is what the game is about.
    ///
    /// # Errors
    /// Why `G(n)` has no meaning for this game, as a lowercase fragment.
    fn sequence(&mut self) -> Result<&mut Sequence, String> {
        let name = self.name();
        Err(format!("{name} is not played on single heaps, so that there is no G(n): ask for an outcome"))
    }

    /// The game by its plain definition, where it is one of single heaps.
    fn definition(&self) -> Option<&dyn Definition> {
        None
    }

    /// How components and moves are written.
    fn presentation(&self) -> &dyn Presentation {
        &PlainNumbers
    }
}
