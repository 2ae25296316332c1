//! The CPU time of all processes of a sandbox, awaited or not, as the system counts it.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::cgroup::ControlGroup;
use super::procfs::field;
use super::sys;

/// The source of a CPU time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Counter {
    /// A control group's `cpuacct.usage`.
    Accounting,
    /// A control group's `cpu.stat`, in the unified hierarchy.
    Unified,
    /// A performance event of a process, inherited by its descendants.
    Event,
}

/// An open counter of CPU time.
#[derive(Debug)]
pub struct Meter {
    counter: Counter,
    fd: OwnedFd,
}

impl Meter {
    /// Returns the counter of a control group.
    ///
    /// # Errors
    /// When the group has none.
    pub fn of_group(group: &ControlGroup) -> io::Result<Self> {
        let (counter, name) = if group.unified {
            (Counter::Unified, "cpu.stat")
        } else {
            (Counter::Accounting, "cpuacct.usage")
        };
        Self::works(Self { counter, fd: File::open(group.folder.join(name))?.into() })
    }

    /// Returns a counter of this process and its future children.
    ///
    /// # Errors
    /// When the system does not allow one.
    pub fn of_this_process() -> io::Result<Self> {
        Self::works(Self { counter: Counter::Event, fd: sys::cpu_time_event()? })
    }

    /// Returns a meter that another process has sent.
    pub fn received(counter: Counter, fd: OwnedFd) -> Self {
        Self { counter, fd }
    }

    /// Returns the kind of counter.
    pub fn counter(&self) -> Counter {
        self.counter
    }

    fn works(self) -> io::Result<Self> {
        self.read().map(|_| self).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    /// Returns the CPU time so far.
    pub fn read(&self) -> Option<Duration> {
        if self.counter == Counter::Event {
            let mut value = [0; 8];
            let bytes = rustix::io::read(&self.fd, &mut value).ok()?;
            return (bytes == value.len()).then(|| Duration::from_nanos(u64::from_ne_bytes(value)));
        }
        // Several processes share the descriptor, and so the place in the file.
        let mut text = [0; 4096];
        let bytes = rustix::io::pread(&self.fd, &mut text, 0).ok()?;
        let text = std::str::from_utf8(text.get(..bytes)?).ok()?;
        if self.counter == Counter::Accounting {
            return text.trim().parse().ok().map(Duration::from_nanos);
        }
        field(text, "usage_usec ").map(Duration::from_micros)
    }
}

impl AsFd for Meter {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn a_group_is_read_from_its_file() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("cpuacct.usage"), "1500000\n").unwrap();
        std::fs::write(folder.path().join("cpu.stat"), "usage_usec 2500\nuser_usec 2000\n").unwrap();
        let group = |unified| ControlGroup { folder: folder.path().to_path_buf(), unified };
        let read = |unified| Meter::of_group(&group(unified)).unwrap().read();
        assert_eq!(read(false), Some(Duration::from_micros(1500)));
        assert_eq!(read(true), Some(Duration::from_micros(2500)));
        std::fs::write(folder.path().join("cpu.stat"), "nr_periods 0\n").unwrap();
        assert!(Meter::of_group(&group(true)).is_err());
    }

    #[test]
    fn an_event_counts_this_process() {
        let Ok(meter) = Meter::of_this_process() else { return };
        let (before, begin) = (meter.read().unwrap(), Instant::now());
        while meter.read().unwrap() - before < Duration::from_millis(20) {
            assert!(begin.elapsed() < Duration::from_secs(60));
        }
    }
}
