//! Errors of texts and of files.

use std::fmt::Display;
use std::io;

/// The reason why a value, or a text that should be one, is refused: a lowercase fragment without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ValueError(String);

impl<Text: Into<String>> From<Text> for ValueError {
    fn from(text: Text) -> Self {
        Self(text.into())
    }
}

/// Passes over a failure that cannot occur, or on which nothing depends: of cleaning up, or of a hint to the system or the user.
pub fn best_effort<T, E>(_: Result<T, E>) {}

/// Returns an error of a file's content.
pub fn malformed(file: &str, why: impl Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{file}: {why}"))
}

/// Names the file, or the entry of an archive, in which an error of the system occurred, whose kind stays.
pub fn named(place: impl Display) -> impl FnOnce(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{place}: {error}"))
}
