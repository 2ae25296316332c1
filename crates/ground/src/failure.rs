//! An opaque error message.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;

/// The reason why something cannot be done: a lowercase fragment without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(String);

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Failure {}

impl From<String> for Failure {
    fn from(why: String) -> Self {
        Self(why)
    }
}

impl From<&str> for Failure {
    fn from(why: &str) -> Self {
        Self(why.to_owned())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self(error.to_string())
    }
}

/// Names the step, or the file, in which an error occurred.
pub fn failed<E: Display>(step: impl Display) -> impl FnOnce(E) -> Failure {
    move |error| Failure(format!("{step}: {error}"))
}

/// Names the file, or the entry of an archive, in which an error of the system occurred, whose kind stays.
pub fn named(place: impl Display) -> impl FnOnce(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{place}: {error}"))
}
