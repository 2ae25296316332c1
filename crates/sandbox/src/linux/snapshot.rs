//! Snapshots of a run's processes, read one by one from a table that changes meanwhile.
//!
//! A process's CPU time becomes part of an ancestor's awaited time when that awaits it. So that no time counts twice, the
//! table is read in three passes: the processes; the awaited times; and the processes' own times. What is still there
//! in the third was not awaited when the second read any time. What is missing in the first was awaited before, if ever. What
//! vanishes in between makes the snapshot incomplete. The processes of the third pass existed all at once, at the end
//! of the first, so that their number and memory are those of one moment, too.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use super::cpu_estimate::ProcessId;
use super::procfs::Stat;

/// A table of processes, of which each reading is of another moment.
pub trait Table {
    /// Returns the numbers of all processes.
    fn pids(&self) -> Vec<i32>;

    /// Returns the statistics of a process, ended or not, that nobody has awaited.
    fn stat(&self, pid: i32) -> Option<Stat>;

    /// Returns the CPU time that a process has used itself.
    fn own(&self, pid: i32, stat: &Stat) -> Duration;
}

/// A process in a snapshot.
#[derive(Clone, Copy, Debug)]
pub struct Process {
    /// Its number and start time.
    pub id: ProcessId,
    /// CPU time that it has used itself.
    pub own: Duration,
    /// Its threads, at least one.
    pub threads: u64,
}

/// The processes of a run that all existed at one moment.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// The processes.
    pub processes: Vec<Process>,
    /// The CPU time of children that they have awaited.
    pub awaited: Duration,
    /// The CPU time of children that the proxy has awaited; `None` where it cannot be read.
    pub awaited_by_proxy: Option<Duration>,
    /// Whether no process vanished while it was taken.
    pub is_complete: bool,
}

impl Snapshot {
    /// Takes a snapshot of the processes in `listed` and of those `known` from the last one, which a list may lack: it finds
    /// descendants by their parents, any of which may have ended.
    pub fn take(
        table: &impl Table,
        proxy: i32,
        listed: Vec<(i32, Stat)>,
        known: impl Iterator<Item = ProcessId>,
    ) -> Self {
        let mut found: BTreeMap<i32, Stat> = listed.into_iter().collect();
        let same = |(pid, start): ProcessId| table.stat(pid).filter(|stat| stat.start == start);
        for id in known {
            if !found.contains_key(&id.0)
                && let Some(stat) = same(id)
            {
                found.insert(id.0, stat);
            }
        }
        let mut snapshot =
            Self { awaited_by_proxy: awaited_by(table, proxy), is_complete: true, ..Self::default() };
        let awaited: Vec<(ProcessId, u64, Option<Duration>)> = found
            .iter()
            .map(|(&pid, stat)| ((pid, stat.start), stat.threads))
            .map(|(id, threads)| (id, threads, same(id).map(|stat| stat.awaited)))
            .collect();
        for (id, threads, awaited) in awaited {
            match (same(id), awaited) {
                (Some(stat), Some(awaited)) => {
                    let (own, threads) = (table.own(id.0, &stat), stat.threads.min(threads).max(1));
                    snapshot.processes.push(Process { id, own, threads });
                    snapshot.awaited += awaited;
                }
                _ => snapshot.is_complete = false,
            }
        }
        snapshot
    }
}

/// Returns the CPU time of children that a process has awaited.
pub fn awaited_by(table: &impl Table, pid: i32) -> Option<Duration> {
    table.stat(pid).map(|stat| stat.awaited)
}

/// Returns the processes in a table that descend from `ancestor`.
pub fn descendants(table: &impl Table, ancestor: i32) -> Vec<(i32, Stat)> {
    let all: Vec<(i32, Stat)> =
        table.pids().into_iter().filter_map(|pid| Some((pid, table.stat(pid)?))).collect();
    let parents: HashMap<i32, i32> = all.iter().map(|&(pid, stat)| (pid, stat.parent)).collect();
    let descends = |mut pid: i32| {
        for _ in 0..all.len() {
            match parents.get(&pid) {
                Some(&parent) if parent == ancestor => return true,
                Some(&parent) => pid = parent,
                None => return false,
            }
        }
        false
    };
    all.iter().copied().filter(|&(pid, _)| pid != ancestor && descends(pid)).collect()
}

#[cfg(test)]
mod model;
