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

/// A problem with its solver and the properties of its tests.
#[derive(Clone)]
pub struct Problem {
    /// The short name.
    pub slug: &'static str,
    /// The limits of time, memory and output.
    pub limits: LimitOverrides,
    /// Whether the lines of a case after its first are a set: they may be printed in any order.
    pub later_lines_are_a_set: bool,
    /// The problem's own checkers, by name.
    pub checkers: Vec<(&'static str, Arc<dyn Checker>)>,
    /// The built-in solver.
    pub answers: Arc<dyn AnswerSource>,
    /// The rule that splits inputs and outputs into cases.
    pub cases: Arc<dyn Cases>,
}

/// A built-in solver, which also plays its game.
pub trait AnswerSource: Send + Sync {
    /// Solves an input, which is called so in messages.
    ///
    /// # Errors
    /// When the input is malformed, or the solver fails.
    fn solve(&self, input: &Content, called: &str, out: &mut (dyn Write + Send)) -> Result<()>;

    /// Returns the recorded mistakes of wrong programs.
    ///
    /// # Errors
    /// When the record is damaged.
    fn known_mistakes(&self) -> Result<Option<KnownMistakes>> {
        Ok(None)
    }

    /// Returns the referees of the problem's game.
    ///
    /// # Errors
    /// When no game of the problem is known.
    fn referees(&self, misere: bool) -> Result<Arc<dyn Referees>>;
}

/// The name of the checker of answers whose lines may be in any order.
const ANY_ORDER: &str = "any-order";

impl Problem {
    /// Returns the problem's checker of this name.
    pub fn checker(&self, name: &str) -> Option<Arc<dyn Checker + '_>> {
        if name == ANY_ORDER && matches!(self.cases.records(), Records::Blocks(_)) {
            return Some(Arc::new(AnyOrder { cases: &*self.cases, is_set: self.later_lines_are_a_set }));
        }
        let (_, checker) = self.checkers.iter().find(|(own, _)| *own == name)?;
        Some(Arc::clone(checker) as Arc<dyn Checker>)
    }

    /// Returns the problem's checker, if an answer may be printed in several ways.
    pub fn own_checker(&self) -> Option<Arc<dyn Checker + '_>> {
        self.later_lines_are_a_set.then(|| self.checker(ANY_ORDER)).flatten()
    }
}

/// The built-in problems of the tests of a check.
#[derive(Default)]
pub struct Problems {
    /// The problem named for all tests.
    pub named: Option<Problem>,
    /// Problems by the names that tests give theirs.
    pub of_tests: BTreeMap<String, Problem>,
    /// The problem that all programs are named after. It counts only if it answers an input.
    pub of_programs: Option<Problem>,
    /// The problems with names most like that of the data, in words; empty if none are known.
    pub nearest: String,
}

impl Problems {
    /// Returns the problem of tests with this problem name: the one named for all tests comes first.
    pub fn of_test(&self, name: Option<&str>) -> Option<&Problem> {
        self.named.as_ref().or_else(|| self.of_tests.get(name?))
    }

    /// Returns the advice to name a problem.
    pub(crate) fn advice(&self) -> String {
        match self.nearest.as_str() {
            "" => "--problem".to_owned(),
            nearest => format!("--problem (such as {nearest}; see toolkit list)"),
        }
    }
}
