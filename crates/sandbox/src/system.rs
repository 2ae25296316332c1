//! What the operating system offers for pipes and processes, with one interface for all systems.
//!
//! What Linux alone has is in `linux`.

#[cfg(unix)]
mod unix;
mod usage;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as this;
#[cfg(windows)]
use windows as this;

pub use this::{pipes, process};
pub use usage::Usage;
