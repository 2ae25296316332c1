//! Operations of the operating system on open files.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as this;
#[cfg(windows)]
use windows as this;

use std::io;

pub use this::{Handle, stderr, stdin, stdout};
pub(crate) use this::{
    enlarge_pipe, handle, in_large_pages, is_null_device, is_readable, metadata, read_at, read_next, wait_for,
};

/// Waits for standard input in non-blocking mode.
///
/// # Errors
/// When it cannot be waited for.
pub fn wait_for_stdin() -> io::Result<()> {
    wait_for(handle(&stdin()?), Direction::Read)
}

/// Like [`wait_for_stdin`], for standard output.
///
/// # Errors
/// The same as those of [`wait_for_stdin`].
pub fn wait_for_stdout() -> io::Result<()> {
    wait_for(handle(&stdout()?), Direction::Write)
}

/// The event that a file is polled for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Direction {
    Read,
    Write,
}
