//! What every game of the catalogue can tell of its components.
//!
//! A component is written as a list of numbers: a heap `[7]`, a pair `[3, 5]`, a staircase `[1, 0, 4]`. [`Game`](crate::engine::theory::game::Game)
//! asks for the options alone; a game of the catalogue also knows shortcuts: the value of a huge heap,
//! or which of a trillion options has a given value.

use std::ops::ControlFlow;

use crate::engine::sequence::definition::Definition;
use crate::engine::sequence::source::Sequence;
use crate::engine::theory::refusal::Refusal;
use crate::engine::theory::watch::Watch;

/// One component of a position.
pub type Component = Vec<u64>;

/// How far a question may be followed before it is refused.
pub struct Limits<'w> {
    /// The largest heap whose value is computed where neither formula nor period is known.
    pub heap: u64,
    /// Moves that are listed, and heaps that one of them leaves.
    pub moves: u64,
    /// Options that are looked through.
    pub options: u64,
    /// Positions that are searched.
    pub positions: usize,
    /// Progress and cancellation of long computations.
    pub watch: &'w mut Watch<'w>,
}

impl std::fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits")
            .field("heap", &self.heap)
            .field("positions", &self.positions)
            .finish_non_exhaustive()
    }
}

impl<'w> Limits<'w> {
    /// Limits that keep an answer within seconds and a gigabyte.
    pub fn new(watch: &'w mut Watch<'w>) -> Self {
        Self { heap: 1_000_000, moves: 1_000_000, options: 50_000_000, positions: 1_000_000, watch }
    }
}

/// The end of an enumeration: gone through, or stopped by the visitor.
pub type Flow = ControlFlow<()>;

/// A way to visit options: each is the list of the components that a component becomes.
pub type Visit<'v> = dyn FnMut(&[Component]) -> Flow + 'v;

/// Who wins one component on its own, where a theorem tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the player to move wins.
    pub first_wins: bool,
    /// Why, as a lowercase fragment.
    pub reason: String,
}

/// A game of the catalogue. See the [module](self).
pub trait Rules: std::fmt::Debug {
    /// The notation that names this game, in its shortest form.
    fn name(&self) -> String;

    /// Checks that the numbers make a component.
    ///
    /// # Errors
    /// What is wrong, as a lowercase fragment.
    fn check(&self, component: &[u64]) -> Result<(), String>;

    /// Visits every option of `component`, each once, in order.
    fn options(&self, component: &[u64], visit: &mut Visit<'_>) -> Flow;

    /// The Sprague–Grundy value of a component.
    ///
    /// # Errors
    /// A [`Refusal`], where it is beyond the limits.
    fn grundy(&mut self, component: &[u64], limits: &mut Limits<'_>) -> Result<u64, Refusal>;

    /// The options of value `target`, in order; only the first of them, if `first`.
    ///
    /// # Errors
    /// A [`Refusal`], where there are more than may be looked at or listed.
    fn options_of_value(
        &mut self,
        component: &[u64],
        target: u64,
        first: bool,
        limits: &mut Limits<'_>,
    ) -> Result<Vec<Vec<Component>>, Refusal> {
        let mut all = Vec::new();
        let mut left = limits.options;
        let flow = self.options(component, &mut |option| {
            all.push(option.to_vec());
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if flow.is_break() {
            return Err(Refusal::TooMany { what: "options", limit: limits.options });
        }
        let mut found = Vec::new();
        for option in all {
            let mut value = 0;
            for part in &option {
                value ^= self.grundy(part, limits)?;
            }
            if value == target {
                found.push(option);
                if first {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// Why the SJ rule holds for this component: no move splits, and every position of value 0 that is reached and
    /// is not the end has an option of value 1. `None`, where that is not so or not known without a search.
    ///
    /// # Errors
    /// A [`Refusal`], where it is beyond the limits.
    fn sj_premise(&mut self, component: &[u64], limits: &mut Limits<'_>) -> Result<Option<String>, Refusal> {
        let _ = (component, limits);
        Ok(None)
    }

    /// What a theorem tells of this component as a whole position.
    fn alone(&self, component: &[u64], misere: bool) -> Option<Verdict> {
        let _ = (component, misere);
        None
    }

    /// All winning moves of this component as a whole position, in order, where a theorem tells them.
    ///
    /// # Errors
    /// A [`Refusal`], where there are more than may be listed.
    fn moves_alone(
        &self,
        component: &[u64],
        misere: bool,
        first: bool,
        limits: &mut Limits<'_>,
    ) -> Option<Result<Vec<Component>, Refusal>> {
        let _ = (component, misere, first, limits);
        None
    }

    /// Whether all heaps together are one component, as the steps of a staircase are.
    fn is_whole(&self) -> bool {
        false
    }

    /// Whether a component is one heap, from which all smaller ones can be thought to be reached.
    fn is_heap(&self) -> bool {
        false
    }

    /// Whether components lie on one board, where two equal ones would be none, as coins do.
    fn is_board(&self) -> bool {
        false
    }

    /// Whether a component is more than one number.
    fn is_tuple(&self) -> bool {
        self.is_whole()
    }

    /// The values of the numbers of a component, whose XOR is that of the component, where it is such a sum.
    fn step_values(&self, component: &[u64]) -> Option<Vec<u64>> {
        let _ = component;
        None
    }

    /// How a move is told: the index of the heap that moves within the component, what moves, and what it
    /// becomes; and what else the move decides. With `by_heap`, the numbers of the component were given as separate heaps.
    fn present(
        &self,
        from: &[u64],
        option: &[Component],
        by_heap: bool,
    ) -> (usize, Component, Vec<u64>, Option<String>) {
        let _ = by_heap;
        (0, from.to_vec(), option.concat(), None)
    }

    /// The values of single heaps, where that is what the game is about.
    ///
    /// # Errors
    /// Why `G(n)` has no meaning for this game, as a lowercase fragment.
    fn sequence(&mut self) -> Result<&mut Sequence, String>;

    /// The game by its plain definition, where it is one of single heaps.
    fn definition(&self) -> Option<&dyn Definition> {
        None
    }

    /// What the numbers of a component are called when they are shown: themselves, or the names of vertices.
    fn label(&self, number: u64) -> Option<&str> {
        let _ = number;
        None
    }

    /// Whether components are written by names.
    fn has_labels(&self) -> bool {
        false
    }

    /// The number that a label stands for, where the game has labels.
    fn number(&self, label: &str) -> Option<u64> {
        let digits = !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| label.parse().ok()).flatten()
    }
}
