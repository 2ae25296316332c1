//! What the processes of a run use while it lasts.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read;
use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

use rustix::fs::{Dir, Mode, OFlags, openat};

/// The processes of one sandbox.
#[derive(Debug)]
pub struct Sampler {
    /// The `/proc` in which to look.
    proc: OwnedFd,
    /// The keeper's number there; all processes but this one, and none that do not descend from it, count.
    keeper: i32,
}

/// How a folder is opened to be read.
const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// What processes use at one time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sample {
    /// CPU time so far.
    pub cpu: Duration,
    /// Memory, in bytes.
    pub memory: u64,
    /// Processes.
    pub processes: u64,
}

/// A process in `/proc/PID/stat`.
#[derive(Clone, Copy, Debug)]
struct Stat {
    parent: i32,
    ticks: u64,
}

impl Sampler {
    /// A sampler that looks into `proc`, or into the system's own where that is `None`.
    ///
    /// # Errors
    /// When there is no `/proc`.
    pub fn new(proc: Option<OwnedFd>, keeper: i32) -> std::io::Result<Self> {
        Ok(match proc {
            Some(proc) => Self { proc, keeper: 1 },
            None => Self { proc: File::open("/proc")?.into(), keeper },
        })
    }

    /// What the processes use now. Where more than one seem to have more than `suspicious` bytes together, memory that
    /// they share is counted once.
    #[must_use]
    pub fn sample(&self, suspicious: u64) -> Sample {
        let pids = self.processes();
        let ticks: u64 = pids.iter().map(|(_, stat)| stat.ticks).sum();
        let mut memory = pids.iter().map(|(pid, _)| self.resident(*pid)).sum();
        if memory > suspicious && pids.len() > 1 {
            memory = pids.iter().map(|(pid, _)| self.proportional(*pid)).sum();
        }
        let per_second = rustix::param::clock_ticks_per_second().max(1);
        Sample { cpu: Duration::from_millis(ticks * 1000 / per_second), memory, processes: pids.len() as u64 }
    }

    /// The longest time that a thread of the run has waited for a CPU, which others had.
    #[must_use]
    pub fn waited(&self) -> Duration {
        let of_thread = |pid: i32, thread: &str| {
            let text = read_at(&self.proc, &format!("{pid}/task/{thread}/schedstat"))?;
            text.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
        };
        let longest = |(pid, _): (i32, Stat)| {
            self.threads(pid).iter().filter_map(|thread| of_thread(pid, thread)).max()
        };
        self.processes().into_iter().filter_map(longest).max().unwrap_or_default()
    }

    /// The processes of the run.
    #[must_use]
    fn processes(&self) -> Vec<(i32, Stat)> {
        let all = all_processes(&self.proc);
        let parents: HashMap<i32, i32> = all.iter().map(|&(pid, stat)| (pid, stat.parent)).collect();
        let descends = |mut pid: i32| {
            for _ in 0..all.len() {
                match parents.get(&pid) {
                    Some(&parent) if parent == self.keeper => return true,
                    Some(&parent) => pid = parent,
                    None => return false,
                }
            }
            false
        };
        all.iter().copied().filter(|&(pid, _)| pid != self.keeper && descends(pid)).collect()
    }

    fn resident(&self, pid: i32) -> u64 {
        let pages = |process: &str| {
            let text = read_at(&self.proc, &format!("{process}/statm"))?;
            text.split_whitespace().nth(1)?.parse::<u64>().ok()
        };
        let mut most = pages(&pid.to_string()).unwrap_or(0);
        if most == 0 {
            // The first thread may have ended before the others, which still have the memory.
            most = self
                .threads(pid)
                .iter()
                .filter_map(|id| pages(&format!("{pid}/task/{id}")))
                .max()
                .unwrap_or(0);
        }
        most * rustix::param::page_size() as u64
    }

    fn threads(&self, pid: i32) -> Vec<String> {
        let tasks = openat(&self.proc, format!("{pid}/task"), FOLDER, Mode::empty());
        let entries = tasks.and_then(Dir::read_from).into_iter().flatten().filter_map(Result::ok);
        let names = entries.filter_map(|entry| Some(entry.file_name().to_str().ok()?.to_owned()));
        names.filter(|name| !name.starts_with('.')).collect()
    }

    fn proportional(&self, pid: i32) -> u64 {
        let Some(text) = read_at(&self.proc, &format!("{pid}/smaps_rollup")) else {
            return self.resident(pid);
        };
        text.lines()
            .find_map(|line| line.strip_prefix("Pss:")?.trim().strip_suffix("kB")?.trim().parse::<u64>().ok())
            .map_or_else(|| self.resident(pid), |kib| kib * 1024)
    }
}

/// The numbers of all processes that descend from `ancestor`.
#[must_use]
pub fn descendants(ancestor: i32) -> Vec<i32> {
    let Ok(proc) = File::open("/proc") else { return Vec::new() };
    let sampler = Sampler { proc: proc.into(), keeper: ancestor };
    sampler.processes().into_iter().map(|(pid, _)| pid).collect()
}

/// How many processes and threads there are on the system.
#[must_use]
pub fn all_tasks() -> u64 {
    fs::read_to_string("/proc/loadavg")
        .ok()
        .and_then(|text| text.split_whitespace().nth(3)?.split_once('/')?.1.parse().ok())
        .unwrap_or(4096)
}

fn all_processes(proc: &OwnedFd) -> Vec<(i32, Stat)> {
    let Ok(folder) = Dir::read_from(proc) else { return Vec::new() };
    let pids = folder.filter_map(|entry| entry.ok()?.file_name().to_str().ok()?.parse::<i32>().ok());
    pids.filter_map(|pid| Some((pid, stat(&read_at(proc, &format!("{pid}/stat"))?)?))).collect()
}

/// Parent and CPU time; the name before them may hold anything, even a parenthesis.
fn stat(text: &str) -> Option<Stat> {
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    let ticks = (11..15).map(number).sum::<Option<u64>>()?;
    Some(Stat { parent: fields.get(1)?.parse().ok()?, ticks })
}

fn read_at(proc: &OwnedFd, name: &str) -> Option<String> {
    let fd = openat(proc.as_fd(), name, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).ok()?;
    let mut text = Vec::new();
    File::from(fd).read_to_end(&mut text).ok()?;
    Some(String::from_utf8_lossy(&text).into_owned())
}
