//! Mistakes in a notation.

use std::fmt;

/// What is wrong within a text, and where: a byte offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Byte offset of the first character that cannot stand where it does.
    pub at: usize,
    /// What is wrong with it: a lowercase fragment.
    pub why: String,
}

impl Fault {
    /// The fault as seen from a text in which this one begins at `offset`.
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
