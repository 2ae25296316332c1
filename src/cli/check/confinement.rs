//! Programs that are ready to be started: in the sandbox of Linux, and with limits alone elsewhere.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod other;

#[cfg(target_os = "linux")]
use linux as this;
#[cfg(not(target_os = "linux"))]
use other as this;

pub use this::{Sandboxed, USUAL, compiler, examine, jury_program};

/// What was found of a sandbox that was started: the layers that are active, and why variants with more could not be started.
#[derive(Default)]
pub struct Examined {
    /// The active layers.
    pub active: Vec<String>,
    /// The reasons.
    pub refusals: Vec<String>,
}
