//! The resources that a process has used.

use std::time::Duration;

/// The resources used by a process and by those of its children that the system adds to it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// The CPU time.
    pub cpu: Duration,
    /// The peak of memory in bytes.
    pub memory: u64,
}
