//! One run of a program on one input: what a runner is, and what its runs tell.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use super::limits::Limits;
use super::verdict::Verdict;

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By itself, with this exit status.
    Exited(i32),
    /// By this signal.
    Signalled(i32),
    /// Not at all, since the system would not execute it: why is the only line of its standard error.
    NotStarted,
}

/// Why the judge ended a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It used too much CPU time.
    Cpu,
    /// It took too long on the clock.
    Wall,
    /// It touched too much memory.
    Memory,
    /// It wrote too much.
    Output,
    /// It started too many processes.
    Processes,
    /// The whole check was interrupted.
    Interrupted,
}

/// What is known of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub ended: Ended,
    /// Why it was ended, where it was the judge.
    pub stopped: Option<Stopped>,
    /// CPU time of the program and everything that it started.
    pub cpu: Duration,
    /// Time on the clock.
    pub wall: Duration,
    /// Most memory touched at one time, in bytes; `None` where it cannot be measured.
    pub memory: Option<u64>,
    /// The beginning of standard error.
    pub stderr: Vec<u8>,
}

/// Runs a program; a test at a time.
pub trait Runner {
    /// Runs it with `input` on its standard input, giving its standard output to `out` as it comes.
    ///
    /// # Errors
    /// When the program could not be run or watched, or `out` failed: that is the judge's failure, not the program's.
    fn run(&mut self, input: &Path, limits: &Limits, out: &mut dyn Write) -> Result<Run, String>;
}

impl Run {
    /// The verdict that the run alone gives, and why; `None` when its output has to be looked at.
    #[must_use]
    pub fn verdict(&self, limits: &Limits) -> Option<(Verdict, String)> {
        let memory = self.memory.unwrap_or(0);
        if self.stopped == Some(Stopped::Memory) || memory > limits.memory {
            return Some((Verdict::MemoryLimit, format!("more than {} of memory", mib(limits.memory))));
        }
        if self.stopped == Some(Stopped::Cpu) || self.cpu > limits.cpu {
            return Some((Verdict::TimeLimit, format!("more than {} of CPU time", seconds(limits.cpu))));
        }
        let killed_for_size = self.ended == Ended::Signalled(libc::SIGXFSZ);
        match (self.stopped, self.ended) {
            (Some(Stopped::Wall), _) => {
                let used = seconds(self.cpu);
                let message = format!("more than {} on the clock ({used} of CPU time)", seconds(limits.wall));
                Some((Verdict::TimeLimit, message))
            }
            (Some(Stopped::Output), _) => {
                Some((Verdict::OutputLimit, format!("more than {} of output", mib(limits.output))))
            }
            (Some(Stopped::Processes), _) => Some((Verdict::RuntimeError, "too many processes".to_owned())),
            _ if killed_for_size => {
                Some((Verdict::OutputLimit, format!("a file of more than {}", mib(limits.output))))
            }
            (_, Ended::NotStarted) => {
                let why = String::from_utf8_lossy(&self.stderr);
                Some((Verdict::RuntimeError, format!("not started: {why}")))
            }
            (_, Ended::Exited(0)) => None,
            (_, Ended::Exited(status)) => {
                Some((Verdict::RuntimeError, with_stderr(format!("exit status {status}"), &self.stderr)))
            }
            (_, Ended::Signalled(signal)) => {
                Some((Verdict::RuntimeError, with_stderr(signal_name(signal), &self.stderr)))
            }
        }
    }
}

/// The last line that a program wrote to standard error often says what went wrong.
fn with_stderr(message: String, stderr: &[u8]) -> String {
    let last = stderr.split(|&b| b == b'\n').rfind(|line| !line.trim_ascii().is_empty());
    match last {
        Some(line) => format!("{message}: {}", super::compare::shorten(line)),
        None => message,
    }
}

fn signal_name(signal: i32) -> String {
    let name = match signal {
        libc::SIGHUP => "SIGHUP",
        libc::SIGINT => "SIGINT",
        libc::SIGQUIT => "SIGQUIT",
        libc::SIGILL => "SIGILL",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGABRT => "SIGABRT",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGKILL => "SIGKILL",
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGPIPE => "SIGPIPE",
        libc::SIGALRM => "SIGALRM",
        libc::SIGTERM => "SIGTERM",
        libc::SIGXCPU => "SIGXCPU",
        libc::SIGXFSZ => "SIGXFSZ",
        libc::SIGSYS => "SIGSYS",
        _ => "",
    };
    if name.is_empty() { format!("signal {signal}") } else { format!("signal {signal} ({name})") }
}

fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    format!("{} s", text.trim_end_matches('0').trim_end_matches('.'))
}

fn mib(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 20) {
        format!("{} MiB", bytes >> 20)
    } else {
        format!("{} KiB", bytes >> 10)
    }
}
