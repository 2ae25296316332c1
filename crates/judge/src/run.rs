//! One run of a program on one input: the runner and its result.

use std::ffi::OsString;
use std::io::{PipeReader, PipeWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use super::failure::{Failure, failed};
use super::files::FileIo;
use super::limits::Limits;
use super::private;
use super::system::pipes::{Pipe, PipeRef};
use super::system::process::{is_for_size, signal_name, status_name};
use super::verdict::Verdict;

/// The end of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    /// It exited with this status.
    Exited(i32),
    /// This signal killed it.
    Signalled(i32),
    /// The system did not execute it; the reason is the only line of its standard error.
    NotStarted,
}

/// The judge's reason for ending a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It used too much CPU time.
    Cpu,
    /// It used too much wall time.
    Wall,
    /// It used too much memory.
    Memory,
    /// It wrote too much.
    Output,
    /// It started too many processes and threads.
    Processes,
    /// The system killed a process of it because the machine, not the program, had too little memory.
    Starved,
    /// The whole check was interrupted.
    Interrupted,
    /// The other side of a dialogue has settled the result.
    Settled,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunResult {
    /// The end of the program.
    pub ended: Ended,
    /// The judge's reason for ending it, if it did.
    pub stopped: Option<Stopped>,
    /// CPU time of the program and all its children.
    pub cpu: Duration,
    /// Wall time.
    pub wall: Duration,
    /// Peak memory in bytes; `None` where it cannot be measured.
    pub memory: Option<u64>,
    /// The beginning of standard error.
    pub stderr: Vec<u8>,
    /// The reason why there is no output, where it should be in a file.
    pub no_output: Option<String>,
}

/// What one run of a program of a problem's authors gets. In a sandbox, files and folder are copies in its [place](Runner::place), and what
/// the folder then holds is copied back.
#[derive(Clone, Debug, Default)]
pub struct Loan {
    /// Arguments after those of its command.
    pub args: Vec<OsString>,
    /// Its standard input, where that is no pipe; without one, it is empty.
    pub stdin: Option<PathBuf>,
    /// Files that it reads, with their names in the place.
    pub files: Vec<(&'static str, PathBuf)>,
    /// A folder in which it may write, called [`LENT_FOLDER`] in the place.
    pub folder: Option<LentFolder>,
}

/// The name of a folder that is lent.
pub const LENT_FOLDER: &str = "feedback";

/// A folder that is lent.
#[derive(Clone, Debug)]
pub struct LentFolder {
    /// Where it is.
    pub path: PathBuf,
    /// Whether the program runs in it.
    pub is_current: bool,
    /// Whether links within it are copied back, and folders around their targets beside it; else no links are.
    pub links: Option<Vec<PathBuf>>,
}

/// Runs a program; a test at a time.
pub trait Runner {
    /// Returns the folder in which a program finds what it is lent; `None` where that stays at its own path.
    fn place(&self) -> Option<&Path> {
        None
    }

    /// Runs it with what it is lent, and passes its standard output on to `out`.
    ///
    /// # Errors
    /// As [`Runner::run`], or when a file cannot be lent, or this runner lends none.
    fn call(&mut self, loan: &Loan, limits: &Limits, out: &mut dyn Write) -> Result<RunResult, Failure> {
        let _ = (loan, limits, out);
        Err("this runner lends nothing".into())
    }

    /// Runs it with `input` on its standard input and passes its standard output on to `out`.
    ///
    /// # Errors
    /// When the program could not be run or watched, or `out` failed.
    fn run(&mut self, input: &Path, limits: &Limits, out: &mut dyn Write) -> Result<RunResult, Failure>;

    /// Runs it with `input` as the contents of its standard input; a runner may do without a file.
    ///
    /// # Errors
    /// As [`Runner::run`], and when a temporary file cannot be written.
    fn run_on(&mut self, input: &[u8], limits: &Limits, out: &mut dyn Write) -> Result<RunResult, Failure> {
        let written = NamedTempFile::with_prefix("toolkit-input-").and_then(|mut file| {
            file.write_all(input)?;
            Ok(file)
        });
        let file = written.map_err(|error| failed("a temporary file")(private::without_name(error)))?;
        self.run(file.path(), limits, out)
    }

    /// Runs it with files in place of standard input and output, and passes the file that it wrote on to `out`.
    ///
    /// # Errors
    /// As [`Runner::run`], and when the runner has no folder for such files.
    fn run_with_files(
        &mut self,
        input: &Path,
        files: &FileIo,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> Result<RunResult, Failure> {
        if files.is_standard() {
            return self.run(input, limits, out);
        }
        Err("input and output files need the sandbox".into())
    }

    /// Starts it with what it is lent and a pipe as its standard input, whose other end is returned.
    ///
    /// # Errors
    /// When it cannot be started, or this runner has no such runs.
    fn start<'r>(&'r mut self, loan: &Loan, limits: &'r Limits) -> Result<Started<'r>, Failure> {
        let _ = (loan, limits);
        Err("this runner has no dialogues".into())
    }

    /// As [`start`](Self::start), for a program whose arguments are the names of its pipes. Its standard input is then empty and
    /// what it prints is dropped, where the runner can do that; else they are the pipes, too.
    ///
    /// # Errors
    /// When it cannot be started, or this runner has no such runs.
    fn start_with_names<'r>(
        &'r mut self,
        order: PipeOrder,
        limits: &'r Limits,
    ) -> Result<Started<'r>, Failure> {
        let args = order.arrange("/dev/stdin", "/dev/stdout").map(OsString::from).into();
        self.start(&Loan { args, ..Loan::default() }, limits)
    }

    /// Returns whether [`start_between`](Self::start_between) is possible.
    fn can_be_connected(&self) -> bool {
        false
    }

    /// Starts it with what it is lent, and with the ends of two pipes as its standard input and output, which the
    /// judge does not read: its output is bounded by what the system counts as written.
    ///
    /// # Errors
    /// When it cannot be started, or this runner has no such runs.
    fn start_between<'r>(
        &'r mut self,
        loan: &Loan,
        limits: &'r Limits,
        ends: (&PipeReader, &PipeWriter),
    ) -> Result<Box<dyn LiveRun + 'r>, Failure> {
        let _ = (loan, limits, ends);
        Err("this runner cannot be connected".into())
    }
}

/// The order in which a program is told the names of its pipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PipeOrder {
    /// First the pipe that it reads.
    InputFirst,
    /// First the pipe that it writes.
    OutputFirst,
}

impl PipeOrder {
    /// Returns what belongs to its input and its output in this order.
    pub fn arrange<T>(self, input: T, output: T) -> [T; 2] {
        match self {
            Self::InputFirst => [input, output],
            Self::OutputFirst => [output, input],
        }
    }
}

/// A function that starts a runner for one program on the calling thread.
pub type Launch<'a> = dyn Fn() -> Result<Box<dyn Runner + 'a>, Failure> + Sync + 'a;

/// A run that was started, and the pipe to its standard input.
pub type Started<'r> = (Box<dyn LiveRun + 'r>, Pipe);

/// What a run waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// Its standard input.
    Input,
    /// Room in its standard output.
    Output,
    /// Neither: it computes or sleeps.
    Nothing,
    /// The system does not tell.
    Unknown,
}

/// The pipes of a run that are polled for reading.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// Messages about the run, where there are any.
    pub events: Option<PipeRef<'a>>,
    /// Standard output, until it is closed.
    pub output: Option<PipeRef<'a>>,
    /// Standard error, until it is closed.
    pub errors: Option<PipeRef<'a>>,
}

/// The [sources](Sources) that have something to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ready {
    /// Messages about the run.
    pub events: bool,
    /// Standard output.
    pub output: bool,
    /// Standard error.
    pub errors: bool,
}

/// A run in progress. Its owner polls the sources and calls [`advance`](LiveRun::advance) whenever one is ready or a check is due.
pub trait LiveRun {
    /// Returns the sources to poll.
    ///
    /// # Errors
    /// When the sandbox has ended.
    fn sources(&self) -> Result<Sources<'_>, Failure>;

    /// Returns when the limits are to be checked next.
    fn next_check(&self) -> Instant;

    /// Reads what is ready, passing standard output on to `out`, and checks the limits. Returns the result at the end.
    ///
    /// # Errors
    /// When the sandbox or `out` fails.
    fn advance(&mut self, ready: Ready, out: &mut dyn Write) -> Result<Option<RunResult>, Failure>;

    /// Kills it for this reason; the result still has to be awaited.
    ///
    /// # Errors
    /// When the sandbox fails.
    fn kill(&mut self, why: Stopped) -> Result<(), Failure>;

    /// Returns whether the wall-clock limit is over, as far as is known.
    fn is_late(&self) -> bool;

    /// Excludes this time, in all, from the wall-clock limit.
    fn excuse(&mut self, time: Duration);

    /// Returns its CPU time so far, and its waits for a CPU that other programs used.
    fn spent(&self) -> Duration;

    /// Returns whether a process of it is there that has not ended.
    fn is_running(&self) -> bool;

    /// Returns what it waits for.
    fn waiting(&self) -> Waiting;

    /// Returns the number of bytes that it has read and written, anywhere; it changes with every message. `None` where the system
    /// does not tell.
    fn transferred(&self) -> Option<u64> {
        None
    }
}

impl RunResult {
    /// Returns the verdict on the run alone, with its reason; `None` when the output decides.
    pub fn verdict(&self, limits: &Limits) -> Option<(Verdict, String)> {
        let memory = self.memory.unwrap_or(0);
        if self.stopped == Some(Stopped::Memory) || memory > limits.memory {
            return Some((Verdict::MemoryLimit, format!("more than {} of memory", mib(limits.memory))));
        }
        if self.stopped == Some(Stopped::Starved) {
            let had = mib(memory.next_multiple_of(1 << 10));
            let message = format!("the machine ran out of memory: the system killed the program at {had}");
            return Some((Verdict::JudgeError, message));
        }
        if self.stopped == Some(Stopped::Cpu) || self.cpu > limits.cpu {
            return Some((Verdict::TimeLimit, over_time(limits.cpu)));
        }
        let killed_for_size = matches!(self.ended, Ended::Signalled(signal) if is_for_size(signal));
        match (self.stopped, self.ended) {
            (Some(Stopped::Wall), _) => {
                let used = seconds(self.cpu);
                let message =
                    format!("more than {} of wall-clock time ({used} of CPU time)", seconds(limits.wall));
                Some((Verdict::TimeLimit, message))
            }
            (Some(Stopped::Output), _) => {
                Some((Verdict::OutputLimit, format!("more than {} of output", mib(limits.output))))
            }
            (Some(Stopped::Processes), _) => {
                Some((Verdict::RuntimeError, "too many processes and threads".to_owned()))
            }
            _ if killed_for_size => {
                Some((Verdict::OutputLimit, format!("a file of more than {}", mib(limits.output))))
            }
            (_, Ended::NotStarted) => {
                let why = String::from_utf8_lossy(&self.stderr);
                Some((Verdict::RuntimeError, format!("not started: {why}")))
            }
            (_, Ended::Exited(0)) => Some((Verdict::WrongAnswer, self.no_output.clone()?)),
            (_, Ended::Exited(status)) => {
                Some((Verdict::RuntimeError, with_stderr(status_name(status), &self.stderr)))
            }
            (_, Ended::Signalled(signal)) => {
                Some((Verdict::RuntimeError, with_stderr(signal_name(signal), &self.stderr)))
            }
        }
    }
}

/// The message of a run that took more CPU time than this limit.
pub(super) fn over_time(limit: Duration) -> String {
    format!("more than {} of CPU time", seconds(limit))
}

/// Returns the message with the last line of standard error that may have the reason: neither a frame of a stack nor what a
/// language's runtime adds to every error.
pub(super) fn with_stderr(message: String, stderr: &[u8]) -> String {
    let mut lines = stderr.split(|&b| b == b'\n').rev().filter(|line| !line.trim_ascii().is_empty());
    let last = lines.clone().next();
    match lines.find(|line| !is_added_by_runtime(line)).or(last) {
        Some(line) => format!("{message}: {}", super::compare::shorten(line)),
        None => message,
    }
}

/// Returns whether Node.js, Rust or Java adds this line after the reason of an error.
fn is_added_by_runtime(line: &[u8]) -> bool {
    let trimmed = line.trim_ascii_start();
    let is_frame = trimmed.len() < line.len() && trimmed.starts_with(b"at ");
    is_frame || line.starts_with(b"Node.js v") || line.starts_with(b"note: run with ")
}

pub(super) fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    format!("{} s", text.trim_end_matches('0').trim_end_matches('.'))
}

pub(super) fn mib(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 20) {
        format!("{} MiB", bytes >> 20)
    } else {
        format!("{} KiB", bytes >> 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_has_the_line_with_the_reason() {
        for (stderr, line) in [
            (
                "Error: no\n    at Object.<anonymous> (sol.js:1:7)\n    at node:1\n\nNode.js v20.20.2\n",
                "Error: no",
            ),
            (
                "thread 'main' panicked at sol.rs:1:13:\nno\nnote: run with `RUST_BACKTRACE=1` environment variable\n",
                "no",
            ),
            (
                "Exception in thread \"main\" Error: no\n\tat Main.main(Main.java:3)\n",
                "Exception in thread \"main\" Error: no",
            ),
            ("Traceback\nValueError: no\n", "ValueError: no"),
            ("at last\n", "at last"),
            ("\tat Main.main\n \n", "\tat Main.main"),
        ] {
            let shown = crate::compare::shorten(line.as_bytes());
            assert_eq!(with_stderr("exit 1".to_owned(), stderr.as_bytes()), format!("exit 1: {shown}"));
        }
        assert_eq!(with_stderr("exit 1".to_owned(), b"\n"), "exit 1");
    }
}
