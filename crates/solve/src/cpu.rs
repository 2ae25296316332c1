//! Migrates new threads off the CPU of their spawner.
//!
//! ```text
//! spawner: note the CPU it runs on
//! new thread, before its work:
//!     if it runs on that CPU and may run on others:
//!         forbid itself that CPU, which moves it; then allow all CPUs again
//! ```
//!
//! Linux may start a thread on the CPU of its spawner, and then takes some milliseconds to move one of the two: on virtual
//! machines above all, since a CPU that the host has put to sleep does not count as idle. That is as long as the work on
//! megabytes. The design stops at Linux, and at one move: no thread is bound to a CPU.

#[cfg(target_os = "linux")]
use nim_ground::error::best_effort;
#[cfg(target_os = "linux")]
use rustix::thread::{sched_getaffinity, sched_getcpu, sched_setaffinity};

/// The CPU of a thread that spawns others.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpawnerCpu {
    #[cfg(target_os = "linux")]
    cpu: usize,
}

impl SpawnerCpu {
    /// Returns the CPU that this thread runs on.
    pub(super) fn current() -> Self {
        Self {
            #[cfg(target_os = "linux")]
            cpu: sched_getcpu(),
        }
    }

    /// Moves this thread, a new one, to another CPU if there is one.
    pub(super) fn leave(self) {
        #[cfg(target_os = "linux")]
        if sched_getcpu() == self.cpu
            && let Ok(all) = sched_getaffinity(None)
        {
            let mut others = all;
            others.unset(self.cpu);
            // If a thread may not be moved, it works on its present CPU.
            if others.count() > 0 && sched_setaffinity(None, &others).is_ok() {
                best_effort(sched_setaffinity(None, &all));
            }
        }
    }
}
