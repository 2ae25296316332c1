//! Numbers of threads and the like on the command line.

use std::num::{IntErrorKind, NonZero};

/// Parses a number that is at least 1; one that is too large to count stands for the largest.
pub fn at_least_one(text: &str) -> Result<NonZero<usize>, String> {
    let count = match text.parse::<usize>() {
        Ok(count) => count,
        Err(error) if matches!(error.kind(), IntErrorKind::PosOverflow) => usize::MAX,
        Err(_) => return Err("expected a number".to_owned()),
    };
    NonZero::new(count).ok_or_else(|| "must be at least 1".to_owned())
}
