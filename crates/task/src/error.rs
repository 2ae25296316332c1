//! The errors of reading packages.

use std::fmt::Display;
use std::io;

use nim_ground::error::{ValueError, named};

/// The reason why a package, or a part of one, cannot be used: a lowercase fragment without a full stop.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// A text is malformed.
    #[error("{0}")]
    Malformed(String),
    /// A needed file is missing.
    #[error("{0}")]
    Missing(String),
    /// A format, a rule or a program is not supported here.
    #[error("{0}")]
    Unsupported(String),
}

impl Error {
    /// Returns the error with the place in which it occurred.
    #[must_use]
    pub fn within(self, place: impl Display) -> Self {
        match self {
            Self::Unreadable(error) => Self::Unreadable(named(place)(error)),
            Self::Malformed(why) => Self::Malformed(format!("{place}: {why}")),
            Self::Missing(why) => Self::Missing(format!("{place}: {why}")),
            Self::Unsupported(why) => Self::Unsupported(format!("{place}: {why}")),
        }
    }

    /// Names the file, or the step, of an error of [`Self::Unreadable`].
    pub(crate) fn unreadable(file: impl Display) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Unreadable(named(file)(error))
    }
}

impl From<ValueError> for Error {
    fn from(error: ValueError) -> Self {
        Self::Malformed(error.to_string())
    }
}

impl From<String> for Error {
    fn from(why: String) -> Self {
        Self::Malformed(why)
    }
}

impl From<nim_yaml::Error> for Error {
    fn from(error: nim_yaml::Error) -> Self {
        Self::Malformed(error.to_string())
    }
}
