//! Services of the operating system for commands, with one interface for all systems: signals, replaced files, installed languages.

pub mod clock;
pub mod interruption;
pub mod output_file;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as this;
#[cfg(windows)]
use windows as this;

use crate::terminal::UsageError;
use nim_task::language::Languages;

pub use this::{
    SIGNALS, check_writable, copy_owner, create_new, free_bytes, identity, identity_of, is_ignored,
    is_noexec, is_output_closed, lower_priority, name_unnamed, open_special, unnamed_in,
};

/// Returns the languages of programs: the built-in ones, and the user's own.
///
/// # Errors
/// [`UsageError`] when the user's own are malformed; another error when their file cannot be read.
pub fn languages() -> anyhow::Result<Languages> {
    Languages::load().map_err(|error| match error {
        nim_task::Error::Unreadable(error) => error.into(),
        error => UsageError(error.to_string()).into(),
    })
}
