//! Built-in problems, as far as the judge knows them: nothing of their rules.

use std::sync::Arc;

use super::checker::Checker;
use super::error::Result;
use super::interactive::referee::Referees;
use super::records::ProblemHooks;
use super::session::Solver;
use nim_ground::limits::LimitOverrides;

/// A problem with a solver, and what else is known of its tests.
pub trait Problem: ProblemHooks + Solver {
    /// Returns its short name.
    fn slug(&self) -> &str;

    /// Returns its limits.
    fn limits(&self) -> LimitOverrides;

    /// Returns its checker of this name.
    fn checker<'a>(&'a self, name: &str) -> Option<Arc<dyn Checker + 'a>>;

    /// Returns the checker of its outputs, where an answer may be printed in several ways.
    fn own_checker<'a>(&'a self) -> Option<Arc<dyn Checker + 'a>> {
        None
    }

    /// Returns the referees of its game.
    ///
    /// # Errors
    /// When no game of the problem is known.
    fn game(&self, misere: bool) -> Result<Arc<dyn Referees>>;
}

/// The built-in problems.
pub trait Problems: Sync {
    /// Returns the problem of this name.
    fn find(&self, name: &str) -> Option<&dyn Problem>;

    /// Returns the short names of all problems.
    fn slugs(&self) -> Vec<&str>;

    /// Returns the problems whose names are most like this one, in words.
    fn like(&self, name: &str) -> String;
}

/// No built-in problems.
pub struct NoProblems;

impl Problems for NoProblems {
    fn find(&self, _: &str) -> Option<&dyn Problem> {
        None
    }

    fn slugs(&self) -> Vec<&str> {
        Vec::new()
    }

    fn like(&self, _: &str) -> String {
        "none".to_owned()
    }
}
