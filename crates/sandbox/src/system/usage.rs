//! What a process has used.

use std::time::Duration;

/// What a process has used, with those of its children that the system counts as its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// CPU time.
    pub cpu: Duration,
    /// Most memory, in bytes.
    pub memory: u64,
}
