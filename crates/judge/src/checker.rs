//! Checkers: programs and functions that judge outputs where more than one is right.

pub mod any_order;
mod command;
mod earned;
mod end;

use std::io;
use std::path::Path;

pub(super) use self::command::{CallPaths, place_of};
pub use self::command::{CommandChecker, LIMITS, interpreted};
pub use self::earned::{Earned, broken, telling_line};
pub(super) use self::end::End;
use super::compare::{Comparer, ComparisonResult};
use nim_ground::content::Content;
use nim_task::comparison::Comparison;
use nim_task::verdict::Verdict;

/// The files that a checker reads.
#[derive(Clone, Copy, Debug)]
pub struct CheckInput<'a> {
    /// The test's input.
    pub input: &'a Content,
    /// The program's output.
    pub output: &'a Content,
    /// The test's answer.
    pub answer: &'a Content,
    /// The folder for feedback, if it is kept; its contents tell the next pass of a test about this one.
    pub feedback: Option<&'a Path>,
}

/// The result of a checker.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckResult {
    /// Usually [`Verdict::Accepted`] or [`Verdict::WrongAnswer`]; [`Verdict::JudgeError`] when the checker itself failed.
    pub verdict: Verdict,
    /// The reason; may be empty.
    pub message: String,
    /// The points for the output; `None` if the verdict alone decides.
    pub earned: Option<Earned>,
}

impl CheckResult {
    /// Returns a result without points.
    pub fn new(verdict: Verdict, message: String) -> Self {
        Self { verdict, message, earned: None }
    }

    /// Returns the result of a checker that failed.
    pub(crate) fn failed(why: String) -> Self {
        Self::new(Verdict::JudgeError, why)
    }

    /// Returns the result for a program that ran in a sandbox, with a hint if that may be why it failed.
    pub(crate) fn of_confined(mut self) -> Self {
        if self.verdict == Verdict::JudgeError {
            self.message.push_str(CONFINED);
        }
        self
    }

    /// Returns the verdict on a test of `points` points: an output with all points is accepted. A test without points counts as fully
    /// earned.
    pub fn verdict(&self, points: Option<f64>) -> Verdict {
        let earns_all = match self.earned {
            Some(Earned::Part(part)) => part >= 1.0,
            Some(Earned::Points(score)) => points.is_some_and(|points| points > 0.0 && score >= points),
            Some(Earned::Score(_)) | None => false,
        };
        if earns_all && self.verdict == Verdict::WrongAnswer { Verdict::Accepted } else { self.verdict }
    }

    /// Returns the points of an output for a test of `points` points.
    pub fn score(&self, points: f64) -> f64 {
        let is_accepted = self.verdict == Verdict::Accepted;
        let score = match self.earned {
            Some(Earned::Part(part)) => part.min(1.0) * points,
            // In the ICPC formats, the validator's points count, even if they are negative.
            Some(Earned::Score(score)) => return score,
            // A test without points of its own has the points that the checker gives.
            Some(Earned::Points(score)) if points > 0.0 => score.min(points),
            Some(Earned::Points(score)) => score,
            None if is_accepted => points,
            None => 0.0,
        };
        score.max(0.0)
    }
}

impl Checker for Comparison {
    fn check(&self, files: CheckInput<'_>) -> io::Result<CheckResult> {
        let mut comparer = Comparer::new(*self, files.answer, None, MESSAGE_COLUMNS)?;
        files.output.copy_to(&mut comparer)?;
        let ComparisonResult { verdict, difference, .. } = comparer.finish(files.input)?;
        Ok(CheckResult::new(verdict, difference.map(|difference| difference.message).unwrap_or_default()))
    }
}

/// A hint added to the failure of a package's program in a sandbox.
pub const CONFINED: &str =
    " (it ran in the sandbox; --trust-package runs a package's programs with your rights)";

/// The width of the message of a comparison.
const MESSAGE_COLUMNS: usize = 80;

/// Decides whether an output is right.
pub trait Checker: Send + Sync {
    /// Judges an output.
    ///
    /// # Errors
    /// When a file cannot be read or the checker cannot be run; [`interruption::ended`](nim_ground::interruption::ended) when it was interrupted.
    fn check(&self, files: CheckInput<'_>) -> io::Result<CheckResult>;
}
