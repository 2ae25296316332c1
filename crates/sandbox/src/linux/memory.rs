//! The memory of processes and of a private folder, where no control group counts it.

use std::iter::Sum;
use std::os::fd::OwnedFd;

use rustix::fs::{StatVfs, fstatvfs};

use super::procfs::Procfs;

/// The memory of a process in bytes, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The process's own memory and that of mapped files, with swapped-out pages and page tables.
    pub own: u64,
    /// Shared memory that it has mapped and touched, files in memory included.
    pub shared: u64,
    /// The stack of its first thread, a part of `own`.
    pub stack: u64,
}

impl Memory {
    /// Returns the resident memory of a process; memory shared with others counts in full.
    pub fn resident(proc: &Procfs, pid: i32) -> Self {
        let of = |task: &str| proc.read(&format!("{task}/status")).map(|text| Self::of_status(&text));
        let own = of(&pid.to_string()).unwrap_or_default();
        if own != Self::default() {
            return own;
        }
        // The first thread may have ended before the others, which still have the memory.
        let threads = proc.threads(pid);
        threads.iter().filter_map(|thread| of(thread)).max_by_key(|memory| memory.total()).unwrap_or_default()
    }

    /// Returns the memory of a process; memory shared with others is divided among them, if the system tells.
    pub fn proportional(proc: &Procfs, pid: i32) -> Self {
        let resident = Self::resident(proc, pid);
        let rollup = proc.read(&format!("{pid}/smaps_rollup")).unwrap_or_default();
        let Some(all) = bytes(&rollup, "Pss:") else { return resident };
        // Older systems do not divide it by kinds.
        let shared = bytes(&rollup, "Pss_Shmem:").unwrap_or(resident.shared).min(all);
        let tables = proc.read(&format!("{pid}/status")).and_then(|text| bytes(&text, "VmPTE:"));
        let swapped = bytes(&rollup, "SwapPss:");
        Self { own: all - shared + tables.unwrap_or(0) + swapped.unwrap_or(0), shared, ..resident }
    }

    /// Returns the own and the shared memory.
    pub fn total(self) -> u64 {
        self.own + self.shared
    }

    /// Returns the memory of processes that have this, with the `files` of their private folder, which may have been mapped.
    pub fn with_files(self, files: u64) -> u64 {
        self.own + self.shared.max(files)
    }

    fn of_status(text: &str) -> Self {
        let field = |name: &str| bytes(text, name).unwrap_or(0);
        let shared = field("RssShmem:");
        let own = field("VmRSS:").saturating_sub(shared) + field("VmSwap:") + field("VmPTE:");
        Self { own, shared, stack: field("VmStk:") }
    }
}

impl Sum for Memory {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, next| Self {
            own: sum.own + next.own,
            shared: sum.shared + next.shared,
            stack: sum.stack + next.stack,
        })
    }
}

/// Returns a field of a file of `/proc` that is in KiB.
fn bytes(text: &str, name: &str) -> Option<u64> {
    let kib = text.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix("kB"))?;
    Some(kib.trim().parse::<u64>().ok()? * 1024)
}

/// The file system of a private folder that is in memory.
#[derive(Debug)]
pub struct FolderMemory {
    /// The root of the file system.
    pub folder: OwnedFd,
    /// The bytes in it before the run, such as the input file.
    pub before: u64,
}

impl FolderMemory {
    /// Returns the bytes that the run's files have, deleted ones that are still open included.
    pub fn used(&self) -> u64 {
        used(fstatvfs(&self.folder)).saturating_sub(self.before)
    }
}

/// Returns the bytes in use of a file system in this state; 0 if the system does not tell.
pub fn used(state: rustix::io::Result<StatVfs>) -> u64 {
    state.map_or(0, |state| state.f_blocks.saturating_sub(state.f_bfree) * state.f_frsize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_kinds_of_memory_of_a_process_count_once() {
        let status = "Name:\tx\nVmRSS:\t  100 kB\nVmStk:\t 9 kB\nRssShmem:\t   30 kB\nVmPTE:\t   5 kB\nVmSwap:\t   7 kB\n";
        assert_eq!(Memory::of_status(status), Memory { own: 82 << 10, shared: 30 << 10, stack: 9 << 10 });
        assert_eq!(Memory::of_status("Name:\tx\nState:\tZ (zombie)\n"), Memory::default());
    }

    #[test]
    fn files_that_are_mapped_count_once() {
        let memory = Memory { own: 5, shared: 30, stack: 1 };
        assert_eq!([0, 20, 50].map(|files| memory.with_files(files)), [35, 35, 55]);
    }

    #[test]
    fn this_process_has_memory() {
        let Ok(proc) = Procfs::system() else { return };
        let own = i32::try_from(std::process::id()).unwrap();
        assert!(Memory::resident(&proc, own).own > 100 << 10);
    }
}
