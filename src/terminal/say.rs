//! Messages on standard error. They quote names and texts of files, which may hold control characters, and are escaped here.
//!
//! A closed standard error is no reason to fail.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Once;

use crate::terminal::output;
use crate::terminal::streams::Stdout;
use nim_ground::error::best_effort;
use nim_ground::visible;
pub use nim_ground::words::counted;
use nim_judge::confinement::NO_SANDBOX;
use nim_sandbox::IS_AVAILABLE;

/// Prints a package's text on standard output; on a terminal, control characters are escaped.
pub fn text(text: &str, is_terminal: bool) -> io::Result<()> {
    let mut out = Stdout;
    let shown =
        if is_terminal { Cow::from(visible::lines(&text.replace("\r\n", "\n"))) } else { text.into() };
    out.write_all(shown.as_bytes())
}

/// Prints an error to standard error.
pub fn error(why: impl Display) {
    message(format_args!("error: {why}"));
}

/// Prints a note, unless the verdict alone is asked for.
pub fn note(note: impl Display) {
    if !output::is_quiet() {
        message(format_args!("note: {note}"));
    }
}

/// Notes once where there is no sandbox that programs run without one.
pub fn missing_sandbox() {
    static NOTED: Once = Once::new();
    if !IS_AVAILABLE {
        NOTED.call_once(|| note(NO_SANDBOX));
    }
}

/// Prints a message to standard error.
pub fn message(text: impl Display) {
    best_effort(writeln!(io::stderr(), "{}", visible::message(&text.to_string())));
}
