//! The winning options of a component: the condition, and a bounded collection.

use super::budget::Budget;
use super::component::{Component, Flow};
use super::nim::NimSum;
use super::refusal::{Excess, Refusal};

/// The condition for an option to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The option has this value.
    Value(u64),
    /// The option is a P-position as a whole, by a theorem of the game.
    Whole {
        /// Whether play is misère.
        misere: bool,
    },
}

impl Goal {
    /// Returns the heap that reaches the goal beside other heaps of Nim.
    pub(crate) fn heap_beside(self, others: NimSum) -> u64 {
        match self {
            Self::Value(value) => others.xor ^ value,
            Self::Whole { misere } => others.xor ^ u64::from(misere && others.or <= 1),
        }
    }
}

/// Collects winning options within a budget.
#[derive(Debug)]
pub struct Winning<'b, 'w> {
    /// The budget of the search.
    pub budget: &'b mut Budget<'w>,
    /// Whether the search stops at the first option.
    pub first: bool,
    found: Vec<Vec<Component>>,
    /// The number of options found, plus the numbers of each component beyond its first one.
    size: u64,
    examined: u64,
    refusal: Option<Refusal>,
}

impl<'b, 'w> Winning<'b, 'w> {
    /// Creates an empty collection; with `first`, the first move is enough.
    pub fn new(first: bool, budget: &'b mut Budget<'w>) -> Self {
        Self { budget, first, found: Vec::new(), size: 0, examined: 0, refusal: None }
    }

    /// Adds an option; stops after the first one if only that is needed, and at the limit.
    pub fn add(&mut self, option: &[Component]) -> Flow {
        let numbers: usize = option.iter().map(|part| part.len().saturating_sub(1)).sum();
        self.size += 1 + numbers as u64;
        if self.size > self.budget.moves {
            let excess = if numbers == 0 { Excess::WinningMoves } else { Excess::HeapsInMoves };
            return self.refuse(excess, self.budget.moves);
        }
        self.found.push(option.to_vec());
        if self.first { Flow::Break(()) } else { Flow::Continue(()) }
    }

    /// Adds an option that is one component.
    pub fn add_one(&mut self, component: Component) -> Flow {
        self.add(&[component])
    }

    /// Counts a visited option; stops at the limit.
    pub fn count_option(&mut self) -> Flow {
        self.examined += 1;
        if self.examined > self.budget.options {
            return self.refuse(Excess::Options, self.budget.options);
        }
        Flow::Continue(())
    }

    fn refuse(&mut self, excess: fn(u64) -> Excess, limit: u64) -> Flow {
        self.refusal = Some(Refusal::too_many(excess, limit));
        Flow::Break(())
    }

    /// Returns the options found.
    ///
    /// # Errors
    /// [`Refusal::TooMany`], where there are more than allowed.
    pub fn options(self) -> Result<Vec<Vec<Component>>, Refusal> {
        self.refusal.map_or(Ok(self.found), Err)
    }
}
