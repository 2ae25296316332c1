//! Calls of the programs of a problem's authors: validators, generators, solutions and graders.
//!
//! A sandbox is started once for each program and set of visible files, and each thread that calls it has its own. A run finds nothing that
//! another run has left, as with submissions.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use tempfile::TempDir;

use crate::checker::{broken, telling_line};
use crate::confinement::Sandboxed;
use crate::error::{Result, bail};
use crate::options::Options;
use crate::run_files;
use crate::run_verdict::{over_time, run_verdict};
use crate::runners::Runners;
use crate::trusted::{LIMITS, TrustedPrograms};
use nim_ground::content::Content;
use nim_ground::file_io::FileIo;
use nim_ground::limits::{LimitOverrides, Limits};
use nim_ground::lock::locked;
use nim_sandbox::run::{Ended, Loan, RunResult};
use nim_sandbox::secrets::Secrets;
use nim_task::layout::RunFiles;
use nim_task::source::PYTHON_2;

/// Most bytes of the words that a run of a sandbox is given; others are words of the sandbox's program.
const MOST_WORDS: usize = 4 << 10;
/// The number of programs whose sandboxes are kept for further calls.
const MOST_PROGRAMS: usize = 8;

/// A run of a command in the sandbox.
pub struct Call<'a> {
    /// The program and its own arguments.
    pub command: &'a [OsString],
    /// Further arguments, given by the package: paths among them are not shown to the program.
    pub words: &'a [OsString],
    /// The files and folders that the program sees.
    pub readable: &'a [PathBuf],
    /// The standard input, and the names of files that stand for the standard streams.
    pub input: (&'a Content, &'a FileIo),
}

/// The settings by which runs share one sandbox.
#[derive(PartialEq, Eq)]
struct Shown {
    command: Vec<OsString>,
    words: Vec<OsString>,
    readable: Vec<PathBuf>,
    folder_bytes: u64,
}

/// Calls programs, several at a time where several threads do.
pub struct AuthorCalls<'a> {
    options: &'a Options,
    /// The runners of recent programs, the last one used at the end.
    runners: Mutex<Vec<(Shown, Arc<Runners<'a>>)>>,
}

impl<'a> AuthorCalls<'a> {
    /// Starts without any sandboxes.
    pub fn new(programs: TrustedPrograms<'a>) -> Self {
        Self { options: programs.options, runners: Mutex::default() }
    }

    /// Runs a command; returns its output.
    ///
    /// # Errors
    /// When it fails, with its message.
    pub fn run(&self, call: &Call<'_>) -> Result<Vec<u8>> {
        Ok(self.run_and_listen(call)?.0)
    }

    /// Runs a command like [`Self::run`], within the limits of the package if it states any.
    ///
    /// # Errors
    /// As of [`Self::run`].
    pub fn run_within(&self, call: &Call<'_>, stated: LimitOverrides) -> Result<Vec<u8>> {
        let LimitOverrides { cpu, memory, .. } = stated;
        let wall = if cpu.is_some() { stated.resolve().wall } else { LIMITS.wall };
        let (cpu, memory) = (cpu.unwrap_or(LIMITS.cpu), memory.unwrap_or(LIMITS.memory));
        Ok(self.output(call, &Limits { cpu, wall, memory, ..LIMITS })?.0)
    }

    /// Does as [`Self::run`], and returns standard error, too.
    ///
    /// # Errors
    /// As of [`Self::run`].
    pub fn run_and_listen(&self, call: &Call<'_>) -> Result<(Vec<u8>, String)> {
        self.output(call, &LIMITS)
    }

    fn output(&self, call: &Call<'_>, limits: &Limits) -> Result<(Vec<u8>, String)> {
        let (result, printed) = self.result(call, None, limits)?;
        // A shell exits with this status if the system ended its program at the limit.
        if result.ended == Ended::Exited(OVER_TIME) && result.cpu >= limits.cpu.mul_f64(0.9) {
            bail!("{}", over_time(limits.cpu));
        }
        match run_verdict(&result, limits) {
            Some((_, message)) => bail!("{}", why(&result, &printed, &message)),
            None => match &result.no_output {
                Some(why) => bail!("{why}"),
                None => Ok((printed, String::from_utf8_lossy(&result.stderr).into_owned())),
            },
        }
    }

    /// Runs a command beside the files of a test; returns the message if the exit status is not the expected one.
    ///
    /// # Errors
    /// When it crashes, or exceeds the limits, which says nothing of its input.
    pub fn refusal(
        &self,
        call: &Call<'_>,
        files: Option<&RunFiles>,
        status: i32,
        limits: &Limits,
    ) -> Result<Option<String>> {
        let (result, printed) = self.result(call, files, limits)?;
        if result.stopped.is_none() && result.ended == Ended::Exited(status) {
            return Ok(None);
        }
        if let Some(crash) = crash(&result, &printed) {
            bail!("the validator crashed: {crash}");
        }
        let message =
            run_verdict(&result, &LIMITS).map_or_else(|| "status 0".to_owned(), |(_, message)| message);
        Ok(Some(why(&result, &printed, &message)))
    }

    fn result(
        &self,
        call: &Call<'_>,
        files: Option<&RunFiles>,
        limits: &Limits,
    ) -> Result<(RunResult, Vec<u8>)> {
        let given = run_files::copied(files)?;
        let Call { command, words, readable, input: (input, streams) } = *call;
        let is_of_run =
            streams.is_standard() && words.iter().map(|word| word.len()).sum::<usize>() <= MOST_WORDS;
        let runners = self.runners(command, if is_of_run { &[] } else { words }, readable, limits.output)?;
        let mut printed = Vec::new();
        let result = runners.with(|runner| {
            runner.give(given.as_ref().map(TempDir::path))?;
            Ok(if is_of_run {
                let loan = Loan { args: words.to_vec(), stdin: Some(input.clone()), ..Loan::default() };
                runner.call(&loan, limits, &mut printed)?
            } else {
                runner.run_with_files(input, streams, limits, &mut printed)?
            })
        })?;
        Ok((result, printed))
    }

    /// Returns the runners of a command with these words, starting them if needed.
    fn runners(
        &self,
        command: &[OsString],
        words: &[OsString],
        readable: &[PathBuf],
        folder_bytes: u64,
    ) -> Result<Arc<Runners<'a>>> {
        let shown = Shown {
            command: command.to_vec(),
            words: words.to_vec(),
            readable: readable.to_vec(),
            folder_bytes,
        };
        let mut known = locked(&self.runners);
        if let Some((_, runners)) = known.iter().find(|(of, _)| *of == shown) {
            return Ok(Arc::clone(runners));
        }
        let (none, interrupted) = (Secrets::default(), &*self.options.interrupted);
        let mode = self.options.sandbox.mode;
        let sandboxed = Sandboxed::new(command, words, readable, mode, &none, folder_bytes, interrupted)?;
        let runners = Arc::new(Runners::new(sandboxed));
        if known.len() == MOST_PROGRAMS {
            known.remove(0);
        }
        known.push((shown, Arc::clone(&runners)));
        Ok(runners)
    }
}

/// The status of a shell whose program was ended by the signal for too much CPU time.
const OVER_TIME: i32 = 128 + 24;

/// Names that Python 3 does not know, and its message for a print statement.
const OF_PYTHON_2: [&str; 5] = ["'raw_input'", "'xrange'", "'unicode'", "'unichr'", "call to 'print'"];

/// Returns the reason of a validator's crash; `None` if it judged its input.
fn crash(result: &RunResult, printed: &[u8]) -> Option<String> {
    let message = || run_verdict(result, &LIMITS).map(|(_, message)| message).unwrap_or_default();
    match (result.stopped, result.ended) {
        (Some(_), _) => Some(message()),
        (None, Ended::Signalled(_) | Ended::NotStarted) => Some(message()),
        // A shell exits with these statuses if it cannot run the command.
        (None, Ended::Exited(126 | 127)) => Some(why(result, printed, &message())),
        (None, Ended::Exited(_)) => broken(&result.stderr).map(|error| {
            let is_of_python_2 = OF_PYTHON_2.iter().any(|name| error.contains(name));
            if is_of_python_2 { format!("{error}: {PYTHON_2}") } else { error }
        }),
    }
}

/// Returns the program's own message about its failure, otherwise this one.
fn why(result: &RunResult, printed: &[u8], message: &str) -> String {
    let said = telling_line(&result.stderr).or_else(|| telling_line(printed));
    said.unwrap_or_else(|| message.to_owned())
}
