//! The errors of reports.

/// The reason why reports or grades cannot be used: a lowercase fragment without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A text is no report, or no table.
    #[error("{0}")]
    Malformed(String),
    /// A name may be that of several students.
    #[error("{0}")]
    Ambiguous(String),
    /// Reports are not the parts of one check.
    #[error("{0}")]
    Unmergeable(String),
}
