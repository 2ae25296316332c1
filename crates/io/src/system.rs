//! What the operating system offers for open files.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as this;
#[cfg(windows)]
use windows as this;

pub use this::{Handle, stderr, stdin, stdout};
pub(crate) use this::{
    enlarge_pipe, handle, in_large_pages, is_null_device, is_readable, metadata, read_at, read_next, wait_for,
};

/// What a file is waited for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Direction {
    Read,
    Write,
}
