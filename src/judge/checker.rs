//! Checkers: programs and functions that say whether an output is right where more than one can be.

pub mod any_order;
mod command;
mod validator;

use std::io;
use std::path::Path;

pub use self::command::{CommandChecker, Style};
pub use self::validator::Validator;
use super::verdict::Verdict;

/// What a checker is asked about.
#[derive(Clone, Copy, Debug)]
pub struct CheckInput<'a> {
    /// The test's input.
    pub input: &'a Path,
    /// The program's output.
    pub output: &'a Path,
    /// The test's answer.
    pub answer: &'a Path,
}

/// What a checker says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckResult {
    /// Usually [`Verdict::Accepted`] or [`Verdict::WrongAnswer`]; [`Verdict::JudgeError`] when the checker itself failed.
    pub verdict: Verdict,
    /// Why.
    pub message: String,
}

/// Says whether an output is right.
pub trait Checker: Send + Sync {
    /// Looks at an output.
    ///
    /// # Errors
    /// When a file cannot be read or the checker cannot be run; [`io::ErrorKind::Interrupted`] when the check was
    /// interrupted meanwhile.
    fn check(&self, files: CheckInput<'_>) -> io::Result<CheckResult>;
}
