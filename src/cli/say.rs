//! Messages on standard error. They quote names and texts of files, which may hold what a terminal obeys, and are escaped here.
//!
//! A closed standard error is no reason to fail.

use std::fmt::Display;
use std::io::{self, Write};

use nim_judge::visible;

/// Returns a number of things, in words.
pub fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// Prints an error.
pub fn error(why: impl Display) {
    message(format_args!("error: {why}"));
}

/// Prints a note.
pub fn note(note: impl Display) {
    message(format_args!("note: {note}"));
}

/// Prints a message.
pub fn message(text: impl Display) {
    let _ = writeln!(io::stderr(), "{}", visible::message(&text.to_string()));
}
