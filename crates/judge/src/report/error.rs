//! The errors of reading and merging reports.

/// The reason why reports or grades cannot be used: a lowercase fragment without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub enum Error {
    /// A text is no report, or no table.
    Malformed(String),
    /// The name fits several students.
    Ambiguous(String),
    /// Reports are not the parts of one check.
    Unmergeable(String),
}
