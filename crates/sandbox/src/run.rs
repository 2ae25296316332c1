//! One run of a program on one input: the runner and its result.

use std::ffi::OsString;
use std::io::{PipeReader, PipeWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::system::pipes::{Pipe, PipeEnd, PipeRef};
use crate::error::Error;
use nim_ground::content::Content;
use nim_ground::file_io::{FileIo, PipeOrder};
use nim_ground::limits::Limits;

/// The way in which a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    /// The program exited with this status.
    Exited(i32),
    /// A signal of this number killed the program.
    Signalled(i32),
    /// The system did not execute it; the reason is the only line of its standard error.
    NotStarted,
}

/// The reason why a program was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The program used too much CPU time.
    Cpu,
    /// The program used too much wall-clock time.
    Wall,
    /// The program used too much memory.
    Memory,
    /// The program wrote too much.
    Output,
    /// The program started too many processes and threads.
    Processes,
    /// The system killed a process of it because the machine, not the program, had too little memory.
    Starved,
    /// The user interrupted the whole check.
    Interrupted,
    /// The other side of a dialogue has settled the result.
    Settled,
}

/// The result of one run of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunResult {
    /// The end of the program.
    pub ended: Ended,
    /// The reason why the program was stopped, if it was.
    pub stopped: Option<Stopped>,
    /// CPU time of the program and all its children.
    pub cpu: Duration,
    /// The wall-clock time.
    pub wall: Duration,
    /// Peak memory in bytes; `None` where it cannot be measured.
    pub memory: Option<u64>,
    /// The part of the memory that was seen to be the stack of a first thread, in bytes.
    pub stack: u64,
    /// The beginning of standard error.
    pub stderr: Vec<u8>,
    /// The reason why there is no output, where it should be in a file.
    pub no_output: Option<String>,
}

/// The inputs of one run of a program of a problem's authors. In a sandbox, files and folder are copies in the runner's
/// [place](Runner::place), and the folder's contents are copied back.
#[derive(Clone, Debug, Default)]
pub struct Loan {
    /// The arguments after those of the command.
    pub args: Vec<OsString>,
    /// The standard input, if it is no pipe; otherwise it is empty.
    pub stdin: Option<Content>,
    /// Files that it reads, with their names in the place.
    pub files: Vec<(&'static str, Content)>,
    /// A folder in which it may write, called [`LENT_FOLDER`] in the place.
    pub folder: Option<LentFolder>,
}

/// The name of a folder that is lent.
pub const LENT_FOLDER: &str = "feedback";

/// A folder that is lent to a program.
#[derive(Clone, Debug)]
pub struct LentFolder {
    /// The path of the folder.
    pub path: PathBuf,
    /// Whether the program runs in it.
    pub is_current: bool,
    /// Folders that links copied back may lead to, besides the lent one; `None` copies no links back.
    pub links: Option<Vec<PathBuf>>,
}

/// The most pairs of further pipes of a program: they come in one message, which the system allows 253 descriptors.
pub const MOST_CHANNELS: usize = 120;

/// The judge's ends of two further pipes of a program.
pub struct Channel {
    /// The pipe that the program reads.
    pub to: Pipe,
    /// The pipe that the program writes.
    pub from: PipeEnd,
}

/// Runs a program; a test at a time.
pub trait Runner {
    /// Returns the folder in which a program finds its lent files; `None` if they stay at their own paths.
    fn place(&self) -> Option<&Path> {
        None
    }

    /// Provides a folder's contents to the next runs, in the folder in which the program begins; without a sandbox, they begin in that
    /// folder.
    ///
    /// # Errors
    /// When this runner cannot do that.
    fn give(&mut self, folder: Option<&Path>) -> Result<(), Error> {
        match folder {
            Some(_) => Err(Error::Unsupported("this runner gives no files".to_owned())),
            None => Ok(()),
        }
    }

    /// Runs the program with its lent files, and passes its standard output on to `out`.
    ///
    /// # Errors
    /// As [`Runner::run`], or when a file cannot be lent, or this runner lends none.
    fn call(&mut self, loan: &Loan, limits: &Limits, out: &mut dyn Write) -> Result<RunResult, Error> {
        let _ = (loan, limits, out);
        Err(Error::Unsupported("this runner lends nothing".to_owned()))
    }

    /// Runs it with `input` on its standard input and passes its standard output on to `out`.
    ///
    /// # Errors
    /// When the program could not be run or watched, or `out` failed.
    fn run(&mut self, input: &Content, limits: &Limits, out: &mut dyn Write) -> Result<RunResult, Error>;

    /// Runs it with files in place of standard input and output, and passes the file that it wrote on to `out`.
    ///
    /// # Errors
    /// As [`Runner::run`], and when the runner has no folder for such files.
    fn run_with_files(
        &mut self,
        input: &Content,
        files: &FileIo,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> Result<RunResult, Error> {
        if files.is_standard() {
            return self.run(input, limits, out);
        }
        Err(Error::Unsupported("input and output files need the sandbox".to_owned()))
    }

    /// Starts the program with its lent files and a pipe as its standard input, whose other end is returned.
    ///
    /// # Errors
    /// When it cannot be started, or this runner has no such runs.
    fn start<'r>(&'r mut self, loan: &Loan, limits: &'r Limits) -> Result<Started<'r>, Error> {
        let _ = (loan, limits);
        Err(Error::Unsupported("this runner has no dialogues".to_owned()))
    }

    /// Like [`start`](Self::start), for a program whose first arguments are the names of its pipes. If the runner supports it, standard
    /// input is then empty and standard output is dropped; otherwise they are the pipes, too.
    ///
    /// # Errors
    /// When it cannot be started, or this runner has no such runs.
    fn start_with_names<'r>(
        &'r mut self,
        order: PipeOrder,
        loan: &Loan,
        limits: &'r Limits,
    ) -> Result<Started<'r>, Error> {
        let names = order.arrange("/dev/stdin", "/dev/stdout").map(OsString::from);
        let args = names.into_iter().chain(loan.args.iter().cloned()).collect();
        self.start(&Loan { args, ..loan.clone() }, limits)
    }

    /// Like [`start`](Self::start), for a program that talks with `count` others by further pipes, at most [`MOST_CHANNELS`]: their names
    /// are its first arguments, in this order.
    ///
    /// # Errors
    /// When it cannot be started, or this runner has no such runs.
    fn start_with_channels<'r>(
        &'r mut self,
        count: usize,
        _order: PipeOrder,
        loan: &Loan,
        limits: &'r Limits,
    ) -> Result<(Started<'r>, Vec<Channel>), Error> {
        if count == 0 {
            return Ok((self.start(loan, limits)?, Vec::new()));
        }
        Err(Error::Unsupported("a manager or controller talks by further pipes on Linux alone".to_owned()))
    }

    /// Returns whether [`start_between`](Self::start_between) is possible.
    fn can_be_connected(&self) -> bool {
        false
    }

    /// Starts the program with its lent files, and with the ends of two pipes as its standard input and output, which the caller does not
    /// read: its output is bounded by the system's count of written bytes.
    ///
    /// # Errors
    /// When it cannot be started, or this runner has no such runs.
    fn start_between<'r>(
        &'r mut self,
        loan: &Loan,
        limits: &'r Limits,
        input: &PipeReader,
        output: &PipeWriter,
    ) -> Result<Box<dyn LiveRun + 'r>, Error> {
        let _ = (loan, limits, input, output);
        Err(Error::Unsupported("this runner cannot be connected".to_owned()))
    }
}

/// A function that starts a runner for one program on the calling thread.
pub type Launch<'a> = dyn Fn() -> Result<Box<dyn Runner + 'a>, Error> + Sync + 'a;

/// A run that was started, and the pipe to its standard input.
pub type Started<'r> = (Box<dyn LiveRun + 'r>, Pipe);

/// The reason why a run waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// The run waits for standard input.
    Input,
    /// The run waits for room in standard output.
    Output,
    /// The run does not wait for its pipes: it computes or sleeps.
    Nothing,
    /// The system does not tell.
    Unknown,
}

/// The pipes of a run that are polled for reading.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// Messages about the run, if there are any.
    pub events: Option<PipeRef<'a>>,
    /// Standard output, until it is closed.
    pub output: Option<PipeRef<'a>>,
    /// Standard error, until it is closed.
    pub errors: Option<PipeRef<'a>>,
}

/// The [sources](Sources) that have something to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ready {
    /// Whether messages about the run are ready.
    pub events: bool,
    /// Whether standard output is ready.
    pub output: bool,
    /// Whether standard error is ready.
    pub errors: bool,
}

/// A run in progress. Its owner polls the sources and calls [`advance`](LiveRun::advance) whenever one is ready or a check is due.
pub trait LiveRun {
    /// Returns the sources to poll.
    ///
    /// # Errors
    /// When the sandbox has ended.
    fn sources(&self) -> Result<Sources<'_>, Error>;

    /// Returns when the limits are to be checked next.
    fn next_check(&self) -> Instant;

    /// Reads available output, passing standard output on to `out`, and checks the limits. Returns the result at the end.
    ///
    /// # Errors
    /// When the sandbox or `out` fails.
    fn advance(&mut self, ready: Ready, out: &mut dyn Write) -> Result<Option<RunResult>, Error>;

    /// Kills it for this reason; the result still has to be awaited.
    ///
    /// # Errors
    /// When the sandbox fails.
    fn kill(&mut self, why: Stopped) -> Result<(), Error>;

    /// Returns whether the wall-clock limit is over, as far as is known.
    fn is_late(&self) -> bool;

    /// Excludes this time, in all, from the wall-clock limit.
    fn extend_deadline(&mut self, time: Duration);

    /// Returns its CPU time so far, and its waits for a CPU that other programs used.
    fn spent(&self) -> Duration;

    /// Returns whether a process of it is there that has not ended.
    fn is_running(&self) -> bool;

    /// Returns the pipe that the run waits for.
    fn waiting(&self) -> Waiting;

    /// Returns the number of bytes that it has read and written, anywhere; it changes with every message. `None` if the system does not
    /// tell.
    fn transferred(&self) -> Option<u64> {
        None
    }
}
