//! The errors of starting and running sandboxes.

use std::fmt::Display;
use std::io;

use nim_ground::error::named;

/// The reason why a program was not run: a lowercase fragment without a full stop.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The command names no program that may run, or an option no file that may be shown.
    #[error("{0}")]
    Command(String),
    /// The system, or this runner, lacks a requested feature.
    #[error("{0}")]
    Unsupported(String),
    /// A step of the run failed.
    #[error("{0}")]
    Failed(String),
    /// The system, or the reader of the output, refused a step of the run.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Error {
    /// Returns the error with the step in which it occurred.
    #[must_use]
    pub fn within(self, step: impl Display) -> Self {
        match self {
            Self::Command(why) => Self::Command(format!("{step}: {why}")),
            Self::Unsupported(why) => Self::Unsupported(format!("{step}: {why}")),
            Self::Failed(why) => Self::Failed(format!("{step}: {why}")),
            Self::Io(error) => Self::Io(named(step)(error)),
        }
    }
}

impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Io(error) => error,
            error => Self::other(error),
        }
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

/// Names the step, or the file, in which an error of the system occurred.
pub(crate) fn failed<E: Into<io::Error>>(step: impl Display) -> impl FnOnce(E) -> Error {
    move |error| Error::Io(named(step)(error.into()))
}

/// Names the step in which an error of a library occurred.
#[cfg(target_os = "linux")]
pub(crate) fn failed_in<E: Into<Box<dyn std::error::Error + Send + Sync>>>(
    step: impl Display,
) -> impl FnOnce(E) -> Error {
    move |error| Error::Io(named(step)(io::Error::other(error)))
}
