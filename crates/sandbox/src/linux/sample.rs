//! Samples of the memory and CPU time of a run's processes.

use std::fs;
use std::os::fd::OwnedFd;
use std::time::Duration;

use super::blocked::{self, BlockedCall};
use super::cpu_estimate::CpuEstimate;
use super::memory::Memory;
use super::procfs::{Procfs, Stat, Transferred};
use super::snapshot::{self, Snapshot, Table};
use crate::run::Waiting;

/// Samples the processes of one sandbox.
#[derive(Debug)]
pub struct Sampler {
    /// The `/proc` that is read.
    proc: Procfs,
    /// The proxy's number there; all processes but this one, and none that do not descend from it, count.
    proxy: i32,
    search: Search,
}

/// The way in which the processes of a run are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Among all that there are. Nothing escapes it, but where all of the system's are visible it takes long.
    All,
    /// Reads the system's lists of children. A process whose parent ends at that moment may be missed once.
    Children,
}

/// The resources of all processes at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub struct ResourceSample {
    /// The memory in bytes.
    pub memory: u64,
    /// The stacks of first threads, in bytes.
    pub stack: u64,
    /// The number of processes.
    pub processes: u64,
    /// The number of processes and their threads.
    pub tasks: u64,
    /// Bytes that they have written, where that is asked for and the system tells it.
    pub written: u64,
}

/// The CPU time of one run, where the system does not count it.
#[derive(Debug)]
pub struct CpuObservation {
    estimate: CpuEstimate,
    /// Whether the times that the proxy has awaited can be read.
    sees_proxy: bool,
    /// The CPU time so far.
    pub cpu: Duration,
    /// Whether there was never more than one process.
    pub was_alone: bool,
}

impl CpuObservation {
    /// Starts the observation of a run that begins.
    pub(super) fn begin(table: &impl Table, proxy: i32) -> Self {
        let awaited = snapshot::awaited_by(table, proxy);
        Self {
            estimate: CpuEstimate::begin(awaited.unwrap_or_default()),
            sees_proxy: awaited.is_some(),
            cpu: Duration::ZERO,
            was_alone: true,
        }
    }

    /// Takes a snapshot of the processes in `listed`, and of those of the last snapshot, and adds its times.
    pub(super) fn observe(&mut self, table: &impl Table, proxy: i32, listed: Vec<(i32, Stat)>) -> Snapshot {
        let snapshot = Snapshot::take(table, proxy, listed, self.estimate.known());
        let by_proxy = if self.sees_proxy { snapshot.awaited_by_proxy } else { Some(Duration::ZERO) };
        // If the proxy's time cannot be read at the moment, the others' times say nothing, either.
        if let Some(by_proxy) = by_proxy {
            let own = snapshot.processes.iter().map(|process| (process.id, process.own));
            let cpu = self.estimate.add(own, snapshot.awaited + by_proxy, snapshot.is_complete);
            self.cpu = self.cpu.max(cpu);
        }
        self.was_alone &= snapshot.processes.len() < 2;
        snapshot
    }
}

impl Sampler {
    /// Creates a sampler that reads `proc`, or the system's own if that is `None`; the program's processes belong to `user`, if that is not
    /// the caller.
    ///
    /// # Errors
    /// When there is no `/proc`.
    pub fn new(
        proc: Option<OwnedFd>,
        proxy: i32,
        search: Search,
        user: Option<u32>,
    ) -> std::io::Result<Self> {
        Ok(match proc {
            Some(proc) => Self { proc: Procfs::new(proc, user), proxy: 1, search },
            None => Self { proc: Procfs::new(fs::File::open("/proc")?.into(), user), proxy, search },
        })
    }

    /// Samples the processes, whose private folder has `files` bytes of memory. If several have more than `suspicious` bytes
    /// together, shared memory is counted once. Their CPU time is added to `observed`. What they have written is read if
    /// `counts_written`.
    pub fn sample(
        &self,
        suspicious: u64,
        files: u64,
        counts_written: bool,
        observed: Option<&mut CpuObservation>,
    ) -> ResourceSample {
        let listed = self.processes();
        let Snapshot { processes, .. } = match observed {
            Some(observed) => observed.observe(&self.proc, self.proxy, listed),
            None => Snapshot::take(&self.proc, self.proxy, listed, std::iter::empty()),
        };
        let sum = |of: fn(&Procfs, i32) -> Memory| -> Memory {
            processes.iter().map(|process| of(&self.proc, process.id.0)).sum()
        };
        let mut memory = sum(Memory::resident);
        if memory.with_files(files) > suspicious && processes.len() > 1 {
            memory = sum(Memory::proportional);
        }
        let transferred =
            counts_written.then(|| self.transferred_by(processes.iter().map(|process| process.id.0)));
        ResourceSample {
            memory: memory.with_files(files),
            stack: memory.stack,
            processes: processes.len() as u64,
            tasks: processes.iter().map(|process| process.threads).sum(),
            written: transferred.flatten().unwrap_or_default().written,
        }
    }

    /// Fails if a sample since the last time may be incomplete, since the machine could not answer.
    ///
    /// # Errors
    /// The first reason.
    pub fn check(&self) -> std::io::Result<()> {
        self.proc.check()
    }

    /// Starts the observation of a run.
    pub fn begin(&self) -> CpuObservation {
        CpuObservation::begin(&self.proc, self.proxy)
    }

    /// Returns a lower bound of the longest time that a thread of the run has waited for a CPU used by other programs.
    /// `cpu` returns the CPU time of all processes so far.
    ///
    /// Whenever a thread waits, some other runs in its place. As the run's threads ran for `cpu` together, a thread
    /// that waited for longer than the others ran has waited for other programs. Threads of lower priority than the
    /// judge's are not counted. `None` when no process is visible.
    pub fn waited(&self, cpu: impl Fn() -> Duration) -> Option<Duration> {
        let judge = Procfs::system().ok().and_then(|system| system.stat("self"));
        let processes = self.processes();
        let threads = processes.iter().flat_map(|(pid, _)| self.proc.threads(*pid));
        let waits = threads.filter_map(|thread| {
            let schedule = self.proc.schedule(&thread)?;
            let is_normal = self.proc.stat(&thread)?.scheduling == judge?.scheduling;
            let by_others_of_run = cpu().saturating_sub(schedule.ran);
            is_normal.then(|| schedule.waited.saturating_sub(by_others_of_run))
        });
        let longest = waits.max().unwrap_or_default();
        (!processes.is_empty()).then_some(longest)
    }

    /// Returns the reason why the run waits: some reason, if every thread is blocked. Its input may also be read by another descriptor of
    /// one of the pipes `inputs`, as managers do.
    pub fn waiting(&self, inputs: &[u64]) -> Waiting {
        let pipes: Vec<String> = inputs.iter().map(|input| format!("pipe:[{input}]")).collect();
        let pids = self.pids();
        let threads = pids.iter().flat_map(|&pid| self.proc.threads(pid));
        blocked::waiting(threads.map(|thread| {
            // A thread that has just ended has no such file, either.
            let call = self.proc.read(&format!("{thread}/syscall"));
            let call = call.or_else(|| self.proc.has_ended(&thread).then(|| blocked::RUNNING.to_owned()))?;
            Some(BlockedCall::parse(&call, |descriptor| {
                self.proc.link(&format!("{thread}/fd/{descriptor}")).is_some_and(|link| pipes.contains(&link))
            }))
        }))
    }

    /// Returns whether the system counts the bytes that processes read and write.
    pub fn knows_transfers(&self) -> bool {
        Procfs::system().is_ok_and(|system| system.transferred("self").is_some())
    }

    /// Returns the number of bytes that the run's processes have read and written; `None` if the system does not tell. Those of processes
    /// that were not awaited are missing.
    pub fn transferred(&self) -> Option<Transferred> {
        self.transferred_by(self.pids().into_iter())
    }

    fn transferred_by(&self, pids: impl Iterator<Item = i32>) -> Option<Transferred> {
        pids.map(|pid| self.proc.transferred(&pid.to_string())).sum()
    }

    /// Returns whether a process of the run is there that has not ended.
    pub fn is_running(&self) -> bool {
        self.pids().iter().any(|pid| !self.proc.has_ended(&pid.to_string()))
    }

    /// Returns the numbers of the run's processes.
    fn pids(&self) -> Vec<i32> {
        let found = self.children().unwrap_or_else(|| self.processes_among_all());
        found.iter().map(|&(pid, _)| pid).collect()
    }

    /// Returns the run's processes by the system's lists of children, where it has them; they are shorter to
    /// read than the list of all processes.
    fn children(&self) -> Option<Vec<(i32, Stat)>> {
        // The proxy may be invisible to an ordinary user.
        let mut found = vec![(self.proxy, self.proc.stat(&self.proxy.to_string())?)];
        let mut next = 0;
        while let Some(&(pid, stat)) = found.get(next) {
            // Most processes have one thread, whose number is theirs.
            let threads =
                if stat.threads > 1 { self.proc.threads(pid) } else { vec![format!("{pid}/task/{pid}")] };
            for thread in threads {
                let list = self.proc.read(&format!("{thread}/children"));
                let list = if pid == self.proxy { list? } else { list.unwrap_or_default() };
                let children = list.split_whitespace().filter_map(|child| child.parse::<i32>().ok());
                found.extend(children.filter_map(|child| Some((child, self.proc.stat(&child.to_string())?))));
            }
            next += 1;
        }
        found.remove(0);
        Some(found)
    }

    /// Returns the processes of the run.
    fn processes(&self) -> Vec<(i32, Stat)> {
        let listed = (self.search == Search::Children).then(|| self.children()).flatten();
        listed.unwrap_or_else(|| self.processes_among_all())
    }

    fn processes_among_all(&self) -> Vec<(i32, Stat)> {
        snapshot::descendants(&self.proc, self.proxy)
    }
}

impl Table for Procfs {
    fn pids(&self) -> Vec<i32> {
        Procfs::pids(self)
    }

    fn stat(&self, pid: i32) -> Option<Stat> {
        Procfs::stat(self, &pid.to_string())
    }

    /// Threads show the time that they have used in finer units than the total of all that there ever were.
    fn own(&self, pid: i32, stat: &Stat) -> Duration {
        let threads = if stat.threads > 1 { self.threads(pid) } else { vec![pid.to_string()] };
        let ran = threads.iter().filter_map(|thread| Some(self.schedule(thread)?.ran)).sum();
        stat.own.max(ran)
    }
}

/// Returns the numbers of all processes that descend from `ancestor`.
///
/// # Errors
/// When they cannot be looked at.
pub fn descendants(ancestor: i32) -> std::io::Result<Vec<i32>> {
    let sampler = Sampler::new(None, ancestor, Search::All, None)?;
    Ok(sampler.processes_among_all().into_iter().map(|(pid, _)| pid).collect())
}

/// Returns the number of processes and threads on the system.
pub fn all_tasks() -> u64 {
    fs::read_to_string("/proc/loadavg")
        .ok()
        .and_then(|text| text.split_whitespace().nth(3)?.split_once('/')?.1.parse().ok())
        .unwrap_or(4096)
}
