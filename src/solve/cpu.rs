//! New threads away from the CPU of the one that made them.
//!
//! Linux may start a thread on the CPU that made it, where the two get in each other's way until one is moved, some
//! milliseconds later: so on virtual machines, since a CPU that the host has put to sleep does not count as idle.
//! That is as long as the work on megabytes.

#[cfg(target_os = "linux")]
use rustix::thread::{sched_getaffinity, sched_getcpu, sched_setaffinity};

/// The CPU of a thread that makes others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    #[cfg(target_os = "linux")]
    cpu: usize,
}

impl Taken {
    /// The CPU that this thread runs on.
    pub(super) fn by_this_thread() -> Self {
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
            // What may not be moved stays: it works all the same.
            if others.count() > 0 && sched_setaffinity(None, &others).is_ok() {
                let _ = sched_setaffinity(None, &all);
            }
        }
    }
}
