//! Checkers: programs and functions that judge outputs where more than one is right.

pub mod any_order;
mod command;
mod validator;

use std::io;
use std::path::Path;

pub use self::command::{CheckerStyle, CommandChecker};
pub use self::validator::Validator;
use super::verdict::Verdict;

/// The files that a checker reads.
#[derive(Clone, Copy, Debug)]
pub struct CheckInput<'a> {
    /// The test's input.
    pub input: &'a Path,
    /// The program's output.
    pub output: &'a Path,
    /// The test's answer.
    pub answer: &'a Path,
}

/// The result of a checker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckResult {
    /// Usually [`Verdict::Accepted`] or [`Verdict::WrongAnswer`]; [`Verdict::JudgeError`] when the checker itself failed.
    pub verdict: Verdict,
    /// The reason; may be empty.
    pub message: String,
}

/// Judges outputs.
pub trait Checker: Send + Sync {
    /// Judges an output.
    ///
    /// # Errors
    /// When a file cannot be read or the checker cannot be run; [`io::ErrorKind::Interrupted`] when it was interrupted.
    fn check(&self, files: CheckInput<'_>) -> io::Result<CheckResult>;
}
