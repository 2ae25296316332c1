//! Errors of texts and of files.

use std::fmt::Display;
use std::io;

/// The reason why a value, or a text that should be one, is refused: a lowercase fragment without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ValueError(String);

impl From<String> for ValueError {
    fn from(why: String) -> Self {
        Self(why)
    }
}

impl From<&str> for ValueError {
    fn from(why: &str) -> Self {
        Self(why.to_owned())
    }
}

/// Names the file, or the entry of an archive, in which an error of the system occurred, whose kind stays.
pub fn named(place: impl Display) -> impl FnOnce(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{place}: {error}"))
}
