//! Pipes and processes of the operating system, with one interface for all systems. The parts that only Linux has are in `linux`.

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
