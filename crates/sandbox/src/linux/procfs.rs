//! Processes and threads as `/proc` shows them.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::str::FromStr;
use std::sync::Mutex;
use std::time::Duration;

use nim_ground::lock::locked;
use rustix::fs::{Dir, Mode, OFlags, openat, readlinkat};
use rustix::io::Errno;

use super::sys;

/// The flags to open a folder for reading.
const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// A mounted `/proc` and its user.
#[derive(Debug)]
pub struct Procfs {
    /// The opened folder `/proc`.
    folder: OwnedFd,
    /// The user whose processes are looked at, if that is not the caller.
    user: Option<u32>,
    /// The error by which the machine could not answer, if any.
    failure: Mutex<Option<Errno>>,
}

/// A process or thread in a `stat` file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stat {
    /// The number of the parent process.
    pub parent: i32,
    /// CPU time that it has used.
    pub own: Duration,
    /// CPU time of its children that it awaited, and of theirs.
    pub awaited: Duration,
    /// The number of threads.
    pub threads: u64,
    /// The start time, in clock ticks since boot.
    pub start: u64,
    /// The scheduling parameters.
    pub scheduling: Scheduling,
}

/// The scheduling parameters of a thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scheduling {
    nice: i64,
    policy: u64,
}

/// The scheduler's statistics of a thread: time running, and time waiting for a CPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// The time on a CPU.
    pub ran: Duration,
    /// Time in which it was runnable, but others ran.
    pub waited: Duration,
}

/// The numbers of bytes read and written by system calls, anywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transferred {
    /// The number of bytes read.
    pub read: u64,
    /// The number of bytes written.
    pub written: u64,
}

impl std::iter::Sum for Transferred {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, next| Self {
            read: sum.read.wrapping_add(next.read),
            written: sum.written.wrapping_add(next.written),
        })
    }
}

impl Procfs {
    /// Opens the system's own.
    ///
    /// # Errors
    /// When there is none.
    pub fn system() -> std::io::Result<Self> {
        Ok(Self::new(File::open("/proc")?.into(), None))
    }

    /// Looks at the processes of a `user`, if that is not the caller, in a mounted `/proc`.
    pub fn new(folder: OwnedFd, user: Option<u32>) -> Self {
        Self { folder, user, failure: Mutex::default() }
    }

    /// Fails if the machine could not answer about a process since the last time: it is not known to have ended, nor to use nothing.
    ///
    /// # Errors
    /// The first of these failures.
    pub fn check(&self) -> std::io::Result<()> {
        locked(&self.failure).take().map_or(Ok(()), |errno| Err(errno.into()))
    }

    /// Returns the system's answer about a process; `None` if the process has ended, or is kept from the user.
    fn told<T>(&self, result: rustix::io::Result<T>) -> Option<T> {
        if let Err(errno @ (Errno::MFILE | Errno::NFILE | Errno::NOMEM | Errno::IO)) = result {
            locked(&self.failure).get_or_insert(errno);
        }
        result.ok()
    }

    /// Returns the numbers of all visible processes.
    pub fn pids(&self) -> Vec<i32> {
        let Some(folder) = self.told(Dir::read_from(&self.folder)) else { return Vec::new() };
        folder.filter_map(|entry| self.told(entry)?.file_name().to_str().ok()?.parse::<i32>().ok()).collect()
    }

    /// Returns the statistics of a process, or of the thread `PID/task/TID`.
    pub fn stat(&self, task: &str) -> Option<Stat> {
        parse_stat(&self.read(&format!("{task}/stat"))?)
    }

    /// Returns whether a process or thread has ended, awaited or not.
    pub fn has_ended(&self, task: &str) -> bool {
        let state = self
            .read(&format!("{task}/stat"))
            .and_then(|text| text.rsplit_once(')')?.1.trim_start().chars().next());
        matches!(state, None | Some('Z' | 'X'))
    }

    /// Returns the times of a thread on and waiting for a CPU.
    pub fn schedule(&self, task: &str) -> Option<Schedule> {
        parse_schedule(&self.read(&format!("{task}/schedstat"))?)
    }

    /// Returns the bytes that a process, and the children that it awaited, have read and written.
    pub fn transferred(&self, process: &str) -> Option<Transferred> {
        parse_io(&self.read(&format!("{process}/io"))?)
    }

    /// Returns the threads of a process, as `PID/task/TID`.
    pub fn threads(&self, pid: i32) -> Vec<String> {
        let tasks = openat(&self.folder, format!("{pid}/task"), FOLDER, Mode::empty());
        let entries = self.told(tasks.and_then(Dir::read_from)).into_iter().flatten();
        let entries = entries.filter_map(|entry| self.told(entry));
        let names = entries.filter_map(|entry| Some(entry.file_name().to_str().ok()?.to_owned()));
        names.filter(|name| !name.starts_with('.')).map(|name| format!("{pid}/task/{name}")).collect()
    }

    /// Returns the contents of a file.
    pub fn read(&self, name: &str) -> Option<String> {
        let open = || openat(&self.folder, name, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty());
        let fd = match (open(), self.user) {
            // Root that may not trace other users' processes reads as the user, to whom they belong.
            (Err(Errno::ACCESS | Errno::PERM), Some(user)) => sys::as_user(user, open),
            (opened, _) => opened,
        };
        let fd = self.told(fd)?;
        let mut text = Vec::new();
        // The system does not tell the size of these files, so that the library would ask for it in vain.
        let mut buffer = [0; 4 << 10];
        loop {
            match rustix::io::read(&fd, &mut buffer) {
                Ok(0) => return Some(String::from_utf8_lossy(&text).into_owned()),
                Ok(bytes) => text.extend_from_slice(&buffer[..bytes]),
                Err(Errno::INTR) => {}
                failed => return self.told(failed.map(|_| String::new())),
            }
        }
    }

    /// Returns the target of a link.
    pub fn link(&self, name: &str) -> Option<String> {
        let target = self.told(readlinkat(&self.folder, name, Vec::new()))?;
        Some(target.to_string_lossy().into_owned())
    }
}

/// Reads a `stat` file; the name in it may hold anything, even a parenthesis.
fn parse_stat(text: &str) -> Option<Stat> {
    // The first is the state, which `proc(5)` calls field 3.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    Some(Stat {
        parent: stat_field(&fields, 4)?,
        own: ticks(stat_field(&fields, 14)?) + ticks(stat_field(&fields, 15)?),
        awaited: ticks(stat_field(&fields, 16)?) + ticks(stat_field(&fields, 17)?),
        threads: stat_field(&fields, 20)?,
        start: stat_field(&fields, 22)?,
        scheduling: Scheduling { nice: stat_field(&fields, 19)?, policy: stat_field(&fields, 41)? },
    })
}

/// Returns the field with this number, of the fields from the third.
fn stat_field<T: FromStr>(fields: &[&str], number: usize) -> Option<T> {
    fields.get(number - 3)?.parse().ok()
}

/// Parses a `schedstat` file.
pub fn parse_schedule(text: &str) -> Option<Schedule> {
    let mut numbers = text.split_whitespace().map(|number| number.parse().ok().map(Duration::from_nanos));
    Some(Schedule { ran: numbers.next()??, waited: numbers.next()?? })
}

/// Parses an `io` file.
pub fn parse_io(text: &str) -> Option<Transferred> {
    Some(Transferred { read: field(text, "rchar:")?, written: field(text, "wchar:")? })
}

/// Returns the number on the line that begins with a name.
pub fn field(text: &str, name: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
}

fn ticks(count: u64) -> Duration {
    let per_second = rustix::param::clock_ticks_per_second().max(1);
    Duration::from_millis(count.saturating_mul(1000) / per_second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stat_file_is_read_whatever_the_name() {
        let mut fields: Vec<String> = (3..=52).map(|number| number.to_string()).collect();
        fields[0] = "R".to_owned();
        fields[19 - 3] = "-5".to_owned();
        let stat = parse_stat(&format!("7 (a ) R 1 (b)) {}", fields.join(" "))).unwrap();
        let expected = Stat {
            parent: 4,
            own: ticks(29),
            awaited: ticks(33),
            threads: 20,
            start: 22,
            scheduling: Scheduling { nice: -5, policy: 41 },
        };
        assert_eq!(stat, expected);
        assert_eq!(parse_stat("7 (x) R 1"), None);
    }

    #[test]
    fn an_io_file_is_read() {
        let text = "rchar: 30\nwchar: 20\nsyscr: 3\nsyscw: 2\nread_bytes: 0\nwrite_bytes: 0\n";
        assert_eq!(parse_io(text), Some(Transferred { read: 30, written: 20 }));
        assert_eq!(parse_io("rchar: 30\n"), None);
    }

    #[test]
    fn this_process_is_there_with_its_threads() {
        let Ok(proc) = Procfs::system() else { return };
        let own = i32::try_from(std::process::id()).unwrap();
        let stat = proc.stat(&own.to_string()).unwrap();
        assert!(proc.pids().contains(&own));
        assert_eq!(proc.stat(&own.to_string()).unwrap().start, stat.start);
        let threads = proc.threads(own);
        assert!(threads.contains(&format!("{own}/task/{own}")));
        assert!(stat.threads >= 1);
    }
}
