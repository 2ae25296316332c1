//! Lines of inputs, answers and outputs that are shown with a failure.

use serde::{Deserialize, Serialize};

/// A line of an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputLine {
    /// Its number, from 1.
    pub line: u64,
    /// Its beginning; of the last line that is shown, an ellipsis alone where more lines follow.
    pub text: String,
}

/// A line of the diff that is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffLine {
    /// ` ` in both, `-` in the answer only, `+` in the output only.
    pub tag: char,
    /// Number of the line in its file.
    pub line: u64,
    /// Its text, cut where it is long.
    pub text: String,
}
