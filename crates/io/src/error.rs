//! Errors of reading an input and writing its answers.

use super::text::{Excerpt, Location, quoted};
use std::fmt;
use std::io;

/// The reason why an input was not solved.
#[derive(Debug)]
pub enum Failure {
    /// The input breaks the grammar.
    Malformed(Box<Malformed>),
    /// The input, by name, could not be read.
    Read(String, io::Error),
    /// The answers could not be written.
    Write(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(malformed) => malformed.fmt(f),
            Self::Read(name, _) => write!(f, "cannot read {name}"),
            Self::Write(_) => f.write_str("cannot write to the output"),
        }
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Malformed(_) => None,
            Self::Read(_, error) | Self::Write(error) => Some(error),
        }
    }
}

/// A violation of the grammar. Displays as the message, the location, the line and carets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The message, with the case, the number and the token.
    pub what: String,
    /// The name of the input.
    pub input: String,
    /// The location of the offending token, or of the end of the input.
    pub at: Location,
    pub(crate) excerpt: Excerpt,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.what)?;
        self.excerpt.print(f, &self.input, self.at)
    }
}

/// Returns the message for a token that is not a number.
pub(crate) fn not_a_number(token: &[u8]) -> String {
    let shown = quoted(token);
    let digits = |bytes: &[u8]| !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit);
    if digits(token) {
        format!("expected at most 18446744073709551615 (2^64-1), found {shown}")
    } else if token.strip_prefix(b"-").is_some_and(digits) {
        format!("expected an integer that is not negative, found {shown}")
    } else if is_utf16(token) {
        format!("expected an integer, found {shown}: the input looks like UTF-16, convert it to UTF-8")
    } else {
        format!("expected an integer, found {shown}")
    }
}

/// Returns whether a token looks like digits in UTF-16.
fn is_utf16(token: &[u8]) -> bool {
    token.len() >= 2
        && [0, 1].iter().any(|&high| {
            token
                .iter()
                .enumerate()
                .all(|(i, &byte)| if i % 2 == high { byte == 0 } else { byte.is_ascii_digit() })
        })
}
