//! What the operating system offers a command, with one interface for all systems.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as this;
#[cfg(windows)]
use windows as this;

pub use this::{
    SIGNALS, check_writable, copy_owner, create_new, free_bytes, identity, identity_of, is_ignored,
    is_output_closed, name_unnamed, unnamed_in,
};
