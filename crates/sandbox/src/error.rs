//! The errors of starting and running sandboxes.

use std::fmt::Display;
use std::io;

/// The reason why a program was not run: a lowercase fragment without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub enum Error {
    /// The command names no program that may run, or an option no file that may be shown.
    Command(String),
    /// The system, or this runner, lacks a requested feature.
    Unsupported(String),
    /// A step of the run failed.
    Failed(String),
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<String> for Error {
    fn from(why: String) -> Self {
        Self::Failed(why)
    }
}

impl From<&str> for Error {
    fn from(why: &str) -> Self {
        Self::Failed(why.to_owned())
    }
}

pub(crate) fn empty_command() -> Error {
    Error::Command("the command is empty".to_owned())
}

/// Names the step, or the file, in which an error occurred.
pub(crate) fn failed<E: Display>(step: impl Display) -> impl FnOnce(E) -> Error {
    move |error| Error::Failed(format!("{step}: {error}"))
}
