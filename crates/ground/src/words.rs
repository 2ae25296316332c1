//! Helpers for the wording of messages.

use std::fmt::Display;

/// Returns a number of things, in words.
pub fn counted<T: Copy + Display + PartialEq + From<u8>>(count: T, one: &str) -> String {
    let end = if count == T::from(1) { "" } else { "s" };
    format!("{count} {one}{end}")
}
