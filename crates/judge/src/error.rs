//! The errors of the judge: none of them is a verdict.

use std::fmt::Display;
use std::io;

use nim_ground::interruption;

/// The reason why a check has no result: a lowercase fragment without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub enum Error {
    /// The options or programs do not fit: nothing was run.
    Usage(String),
    /// The data contain no tests.
    NoTests(String),
    /// An input file is malformed.
    Malformed(String),
    /// The package's validators refuse its inputs.
    InvalidInputs(String),
    /// The user interrupted the work.
    Interrupted(String),
    /// A file cannot be read, or a program of the package or the system fails.
    Failed(String),
}

/// A result with the judge's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Returns the error of work that was ended early.
    pub fn interrupted() -> Self {
        Self::Interrupted("interrupted".to_owned())
    }

    /// Returns the error with the step in which it occurred.
    #[must_use]
    pub(crate) fn within(mut self, step: impl Display) -> Self {
        let (Self::Usage(text)
        | Self::NoTests(text)
        | Self::Malformed(text)
        | Self::InvalidInputs(text)
        | Self::Interrupted(text)
        | Self::Failed(text)) = &mut self;
        *text = format!("{step}: {text}");
        self
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        let text = error.to_string();
        if interruption::is_cause(&error) { Self::Interrupted(text) } else { Self::Failed(text) }
    }
}

/// A faulty package is neither a malformed input nor a wrong option.
impl From<nim_task::Error> for Error {
    fn from(error: nim_task::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<nim_sandbox::Error> for Error {
    fn from(error: nim_sandbox::Error) -> Self {
        match error {
            nim_sandbox::Error::Command(why) => Self::Usage(why),
            nim_sandbox::Error::Unsupported(why) | nim_sandbox::Error::Failed(why) => Self::Failed(why),
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

/// Adds the step in which an error occurred.
pub(crate) trait Context<T> {
    fn context(self, step: impl Display) -> Result<T>;
    fn with_context<S: Display>(self, step: impl FnOnce() -> S) -> Result<T>;
}

impl<T, E: Into<Error>> Context<T> for std::result::Result<T, E> {
    fn context(self, step: impl Display) -> Result<T> {
        self.map_err(|error| error.into().within(step))
    }

    fn with_context<S: Display>(self, step: impl FnOnce() -> S) -> Result<T> {
        self.map_err(|error| error.into().within(step()))
    }
}

impl<T> Context<T> for Option<T> {
    fn context(self, why: impl Display) -> Result<T> {
        self.ok_or_else(|| Error::Failed(why.to_string()))
    }

    fn with_context<S: Display>(self, why: impl FnOnce() -> S) -> Result<T> {
        self.ok_or_else(|| Error::Failed(why().to_string()))
    }
}

/// Returns from a function with a failure in these words.
macro_rules! bail {
    ($($words:tt)*) => {
        return Err($crate::error::Error::Failed(format!($($words)*)).into())
    };
}
pub(crate) use bail;
