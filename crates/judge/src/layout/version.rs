//! The versions of the ICPC package format.

/// The version of an ICPC package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// `legacy`, or none.
    Legacy,
    /// `2023-07-draft` and later.
    Current,
}
