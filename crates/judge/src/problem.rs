//! Built-in problems, as far as the judge knows them: without their rules.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use super::checker::Checker;
use super::checker::any_order::AnyOrder;
use super::error::Result;
use super::interactive::referee::Referees;
use super::known_mistakes::KnownMistakes;
use super::records::{Cases, Records};
use nim_ground::content::Content;
use nim_ground::limits::LimitOverrides;

/// The solver of a built-in problem, which also plays its game, with the properties of the problem's tests.
pub trait Solver: Cases {
    /// Returns the short name of the problem.
    fn slug(&self) -> &'static str;

    /// Returns the limits of time, memory and output.
    fn limits(&self) -> LimitOverrides;

    /// Returns whether the lines of a case after its first are a set: they may be printed in any order.
    fn later_lines_are_a_set(&self) -> bool;

    /// Returns the problem's own checker of this name.
    fn checker(&self, name: &str) -> Option<Arc<dyn Checker>>;

    /// Solves an input, which is called so in messages.
    ///
    /// # Errors
    /// When the input is malformed, or the solver fails.
    fn solve(&self, input: &Content, called: &str, out: &mut (dyn Write + Send)) -> Result<()>;

    /// Returns the recorded mistakes of wrong programs.
    ///
    /// # Errors
    /// When the record is damaged.
    fn known_mistakes(&self) -> Result<Option<KnownMistakes>>;

    /// Returns the referees of the problem's game.
    ///
    /// # Errors
    /// When no game of the problem is known.
    fn referees(&self, misere: bool) -> Result<Arc<dyn Referees>>;
}

/// The name of the checker of answers whose lines may be in any order.
const ANY_ORDER: &str = "any-order";

/// Returns a problem's checker of this name: its own, or that of lines in any order.
pub fn checker<'a>(problem: &'a dyn Solver, name: &str) -> Option<Arc<dyn Checker + 'a>> {
    if name == ANY_ORDER && matches!(problem.records(), Records::Blocks(_)) {
        return Some(Arc::new(AnyOrder { cases: problem, is_set: problem.later_lines_are_a_set() }));
    }
    problem.checker(name).map(|checker| checker as Arc<dyn Checker>)
}

/// Returns the checker of a problem whose answers may be printed in several ways.
pub fn usual_checker<'a>(problem: &'a dyn Solver) -> Option<Arc<dyn Checker + 'a>> {
    problem.later_lines_are_a_set().then(|| checker(problem, ANY_ORDER)).flatten()
}

/// The built-in problems of the tests of a check.
#[derive(Default)]
pub struct Problems {
    /// The problem named for all tests.
    pub named: Option<Box<dyn Solver>>,
    /// Problems by the names that tests give theirs.
    pub of_tests: BTreeMap<String, Box<dyn Solver>>,
    /// The problem that all programs are named after. It counts only if it answers an input.
    pub of_programs: Option<Box<dyn Solver>>,
    /// The problems with names most like that of the data, in words; empty if none are known.
    pub nearest: String,
}

impl Problems {
    /// Returns the problem of tests with this problem name: the one named for all tests comes first.
    pub fn of_test(&self, name: Option<&str>) -> Option<&dyn Solver> {
        self.named.as_deref().or_else(|| Some(&**self.of_tests.get(name?)?))
    }

    /// Returns the advice to name a problem.
    pub(crate) fn advice(&self) -> String {
        match self.nearest.as_str() {
            "" => "--problem".to_owned(),
            nearest => format!("--problem (such as {nearest}; see toolkit list)"),
        }
    }
}
