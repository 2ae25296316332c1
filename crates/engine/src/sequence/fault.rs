//! Errors in a notation.

use std::fmt;

/// An error in a text, with its byte offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Byte offset of the first unexpected character.
    pub at: usize,
    /// The error, as a lowercase fragment.
    pub why: String,
}

impl Fault {
    /// Returns the fault with its offset in a text that contains this one at `offset`.
    #[must_use]
    pub fn moved(self, offset: usize) -> Self {
        Self { at: self.at + offset, ..self }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for Fault {}
