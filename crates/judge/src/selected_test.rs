//! A selected test of a check.

use std::sync::Arc;
use std::time::Duration;

use super::answers::AnswerLayout;
use super::checker::Checker;
use super::error::{Error, Result};
use super::interactive::interactor::InteractorProgram;
use super::interactive::referee::Referees;
use super::options::Options;
use super::problem::{Solver, usual_checker};
use super::records::Cases;
use nim_ground::file_io::FileIo;
use nim_ground::limits::{LimitOverrides, Limits};
use nim_task::comparison::Comparison;
use nim_task::layout::Test;

/// A test of the check, with the settings for its runs from the command line, the package and the problem.
#[derive(Clone)]
pub struct SelectedTest<'a> {
    /// The index among all tests of the check.
    pub index: usize,
    /// The test of the package.
    pub test: &'a Test,
    /// The test's problem, if it is known.
    pub problem: Option<&'a dyn Solver>,
    /// The limits that are stated, by the command line, the package or the problem, or usual.
    pub stated: LimitOverrides,
    /// The limits of one run, with all factors applied.
    pub limits: Limits,
    /// Files in place of standard input and output.
    pub files: &'a FileIo,
    /// The judging of its output: the problem's usual one, until `OutputChecks::choose` has built the package's program.
    pub check: OutputCheck<'a>,
    /// The number of runs of the program, each on the input that its validator or interactor writes for the next pass.
    pub passes: u32,
    /// The settings of the check.
    pub options: &'a Options,
}

impl<'a> SelectedTest<'a> {
    /// Returns the test with this time limit in place of the stated one.
    pub fn with_time(&self, cpu: Duration) -> Self {
        Self { limits: LimitOverrides { cpu: Some(cpu), ..self.stated }.resolve(), ..self.clone() }
    }

    /// Returns the form of the test's answers.
    pub fn answer_layout(&self) -> AnswerLayout {
        let cases = self.problem.map(|problem| problem as &dyn Cases);
        let is_set = matches!(self.check, OutputCheck::Check(_))
            && self.problem.is_some_and(Solver::later_lines_are_a_set);
        AnswerLayout::new(cases, is_set)
    }

    /// Returns whether an output is wrong if its answers differ from the test's: unless a checker of the package or of an option decides.
    pub fn has_one_answer(&self) -> bool {
        match self.check {
            OutputCheck::Compare(_) => true,
            OutputCheck::Check(_) => self.options.checker.is_none() && self.test.validation.is_none(),
            OutputCheck::Interact(_) | OutputCheck::Referee(_) => false,
        }
    }

    /// Returns the referees of the problem's game.
    ///
    /// # Errors
    /// When no problem or no game of it is known.
    pub fn game(&self) -> Result<Arc<dyn Referees>> {
        let why = "--interactive needs a problem: name it with --problem";
        let problem = self.problem.ok_or_else(|| Error::Usage(why.to_owned()))?;
        problem.referees(self.options.interaction.misere)
    }
}

/// The way an output is judged.
#[derive(Clone)]
pub enum OutputCheck<'a> {
    /// A comparison with the answer.
    Compare(Comparison),
    /// A checker, built in or the package's.
    Check(Arc<dyn Checker + 'a>),
    /// An interactor that talks with the program.
    Interact(Arc<InteractorProgram<'a>>),
    /// A referee inside the judge that talks with the program.
    Referee(Arc<dyn Referees>),
}

impl<'a> OutputCheck<'a> {
    /// Returns the output check of tests whose package names none: the problem's checker, otherwise token by token.
    pub fn usual(problem: Option<&'a dyn Solver>) -> Self {
        match problem.and_then(usual_checker) {
            Some(checker) => Self::Check(checker),
            None => Self::Compare(Comparison::TOKENS),
        }
    }
}
