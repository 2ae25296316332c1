//! The winning options of a component: what is looked for, and what was found.

use super::budget::Budget;
use super::component::{Component, Flow};
use super::refusal::Refusal;
use std::ops::ControlFlow;

/// What an option must be to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Of this value.
    Value(u64),
    /// A P-position as a whole position, by a theorem of the game.
    Whole {
        /// Whether it is misère play.
        misere: bool,
    },
}

/// Collects winning options within a budget.
#[derive(Debug)]
pub struct Winning<'b, 'w> {
    /// The budget.
    pub budget: &'b mut Budget<'w>,
    /// Whether only the first option is wanted.
    pub first: bool,
    found: Vec<Vec<Component>>,
    /// The components of the options found, and the numbers of those that are more than one.
    size: u64,
    looked: u64,
    refusal: Option<Refusal>,
}

impl<'b, 'w> Winning<'b, 'w> {
    /// Nothing is found yet.
    pub fn new(first: bool, budget: &'b mut Budget<'w>) -> Self {
        Self { budget, first, found: Vec::new(), size: 0, looked: 0, refusal: None }
    }

    /// Adds an option; stops where no more are wanted or allowed.
    pub fn add(&mut self, option: &[Component]) -> Flow {
        let numbers: usize = option.iter().map(|part| part.len().saturating_sub(1)).sum();
        self.size += 1 + numbers as u64;
        if self.size > self.budget.moves {
            let what = if numbers == 0 { "winning moves" } else { "heaps in winning moves" };
            return self.refuse(what, self.budget.moves);
        }
        self.found.push(option.to_vec());
        if self.first { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Adds an option that is one component.
    pub fn add_one(&mut self, component: Component) -> Flow {
        self.add(&[component])
    }

    /// Counts an option that was looked at; stops where there are more than allowed.
    pub fn look(&mut self) -> Flow {
        self.looked += 1;
        if self.looked > self.budget.options {
            return self.refuse("options", self.budget.options);
        }
        ControlFlow::Continue(())
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    fn refuse(&mut self, what: &'static str, limit: u64) -> Flow {
        self.refusal = Some(Refusal::TooMany { what, limit });
        ControlFlow::Break(())
    }

    /// The options found.
    ///
    /// # Errors
    /// [`Refusal::TooMany`], where there are more than allowed.
    pub fn options(self) -> Result<Vec<Vec<Component>>, Refusal> {
        self.refusal.map_or(Ok(self.found), Err)
    }
}
