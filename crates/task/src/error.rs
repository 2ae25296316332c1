//! The errors of reading packages.

use std::fmt::Display;
use std::io;

use nim_ground::error::ValueError;

/// The reason why a package, or a part of one, cannot be used: a lowercase fragment without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub enum Error {
    /// A file cannot be read.
    Unreadable(String),
    /// A text is malformed.
    Malformed(String),
    /// A needed file is missing.
    Missing(String),
    /// A format, a rule or a program is not supported here.
    Unsupported(String),
}

impl Error {
    /// Returns the error with the place in which it occurred.
    pub(crate) fn within(mut self, place: impl Display) -> Self {
        let (Self::Unreadable(why) | Self::Malformed(why) | Self::Missing(why) | Self::Unsupported(why)) =
            &mut self;
        *why = format!("{place}: {why}");
        self
    }

    /// Names the file, or the step, of an error of [`Self::Unreadable`].
    pub(crate) fn unreadable<E: Display>(file: impl Display) -> impl FnOnce(E) -> Self {
        move |error| Self::Unreadable(format!("{file}: {error}"))
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error.to_string())
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
