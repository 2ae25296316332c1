//! The errors of the judge: none of them is a verdict.

use std::fmt::Display;
use std::io;

use nim_ground::error::named;
use nim_ground::interruption;

/// The reason why a check has no result: a lowercase fragment without a full stop.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The options or programs do not fit: nothing was run.
    #[error("{0}")]
    Usage(String),
    /// The data contain no tests.
    #[error("{0}")]
    NoTests(String),
    /// An input file is malformed.
    #[error("{0}")]
    Malformed(String),
    /// The package's validators refuse its inputs.
    #[error("{0}")]
    InvalidInputs(String),
    /// The user interrupted the work.
    #[error("{0}")]
    Interrupted(String),
    /// A program of the package fails.
    #[error("{0}")]
    Failed(String),
    /// The system fails, or a signal has ended its work: see [`Self::is_interruption`].
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The package is faulty: neither a malformed input nor a wrong option.
    #[error(transparent)]
    Package(#[from] nim_task::Error),
    /// A program cannot be run.
    #[error(transparent)]
    Sandbox(nim_sandbox::Error),
}

/// A result with the judge's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Returns the error of work that was ended early.
    pub fn interrupted() -> Self {
        Self::Interrupted("interrupted".to_owned())
    }

    /// Returns whether the work was ended early, and nothing has failed.
    pub fn is_interruption(&self) -> bool {
        match self {
            Self::Interrupted(_) => true,
            Self::Io(error)
            | Self::Package(nim_task::Error::Unreadable(error))
            | Self::Sandbox(nim_sandbox::Error::Io(error)) => interruption::is_cause(error),
            _ => false,
        }
    }

    /// Returns whether the package, a program or the system has failed.
    pub fn is_failure(&self) -> bool {
        matches!(self, Self::Failed(_) | Self::Io(_) | Self::Package(_) | Self::Sandbox(_))
            && !self.is_interruption()
    }

    /// Returns the error of an authors' program: the user can add what is missing, but not what cannot be read.
    pub fn of_program(error: nim_task::Error) -> Self {
        match error {
            nim_task::Error::Malformed(why)
            | nim_task::Error::Missing(why)
            | nim_task::Error::Unsupported(why) => Self::Usage(why),
            error => error.into(),
        }
    }

    /// Returns the error with the step in which it occurred.
    #[must_use]
    pub(crate) fn within(self, step: impl Display) -> Self {
        match self {
            Self::Usage(why) => Self::Usage(format!("{step}: {why}")),
            Self::NoTests(why) => Self::NoTests(format!("{step}: {why}")),
            Self::Malformed(why) => Self::Malformed(format!("{step}: {why}")),
            Self::InvalidInputs(why) => Self::InvalidInputs(format!("{step}: {why}")),
            Self::Interrupted(why) => Self::Interrupted(format!("{step}: {why}")),
            Self::Failed(why) => Self::Failed(format!("{step}: {why}")),
            Self::Io(error) => Self::Io(named(step)(error)),
            Self::Package(error) => Self::Package(error.within(step)),
            Self::Sandbox(error) => Self::Sandbox(error.within(step)),
        }
    }
}

impl From<nim_sandbox::Error> for Error {
    fn from(error: nim_sandbox::Error) -> Self {
        match error {
            nim_sandbox::Error::Command(why) => Self::Usage(why),
            error => Self::Sandbox(error),
        }
    }
}

impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Io(error) | Error::Package(nim_task::Error::Unreadable(error)) => error,
            Error::Sandbox(error) => error.into(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interruption_is_one_behind_every_step() {
        let ended = || named("1.in")(interruption::ended());
        for error in [
            Error::interrupted(),
            ended().into(),
            nim_task::Error::from(ended()).within("problem.yaml").into(),
            nim_sandbox::Error::from(ended()).within("the input").into(),
        ] {
            let error = error.within("sol.cpp");
            assert!(error.is_interruption(), "{error}");
        }
        assert!(!Error::from(named("1.in")(io::ErrorKind::NotFound.into())).is_interruption());
    }
}
