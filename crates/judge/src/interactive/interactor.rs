//! Interactors that are programs, with their calling conventions.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::checker::{CallPaths, CheckResult, Checker, End, place_of, telling_line};
use crate::confinement::Sandboxed;
use crate::error::{Error, Result};
use crate::options::Interaction;
use crate::run_verdict::{run_verdict, seconds};
use nim_ground::commands::found;
use nim_ground::content::Content;
use nim_ground::file_io::PipeOrder;
use nim_ground::files::absolute;
use nim_ground::limits::{LimitOverrides, Limits};
use nim_ground::presence::{is_file, names_file};
use nim_sandbox::SandboxMode;
use nim_sandbox::run::{Ended, LENT_FOLDER, LentFolder, Loan, RunResult, Stopped};
use nim_task::protocol::{Protocol, Start};
use nim_task::verdict::Verdict;

/// Runs a command so that its output is written at once, in C, C++ and Python.
const UNBUFFERED: [&str; 4] = ["env", "PYTHONUNBUFFERED=1", STDBUF, "--output=0"];
/// The program of the GNU core utilities that does so for C and C++, which other systems lack.
const STDBUF: &str = "stdbuf";

/// The names of the files of a call where they are copied, and of the one that an interactor of testlib or a manager writes.
const INPUT: &str = "input";
const ANSWER: &str = "answer";
const OUTPUT: &str = "output";

/// How an interactor is called, and what its end means.
#[derive(Clone, Debug)]
pub struct InteractorCall {
    /// Its calling convention.
    pub protocol: Protocol,
    /// Arguments after those of the protocol.
    pub args: Vec<String>,
    /// Its own limits. Its wall-clock time is unlimited until the program has ended; then it is `limits.cpu`.
    pub limits: Limits,
    /// Whether it runs in a sandbox.
    pub is_confined: bool,
}

/// The files of one call.
#[derive(Clone, Copy, Debug)]
pub struct CallFiles<'a> {
    /// The input.
    pub input: &'a Content,
    /// The answer.
    pub answer: &'a Content,
    /// A folder for feedback and output.
    pub folder: &'a Path,
}

impl CallFiles<'_> {
    /// Returns the file that an interactor of testlib writes.
    pub fn output(&self) -> PathBuf {
        self.folder.join(OUTPUT)
    }
}

/// Returns the words before the command of an interactor of this protocol, which has so many.
///
/// # Errors
/// When the system does not tell whether a command that helps is installed.
pub fn wrapper(protocol: &Protocol, count: usize) -> std::io::Result<Vec<OsString>> {
    Ok(match protocol.start {
        Start::Unbuffered if found(STDBUF)?.is_some() => UNBUFFERED.map(OsString::from).into(),
        Start::Manager { names, processes, .. } => {
            // A manager opens the pipes by their names. Its input is a file of its folder and its standard input, and its
            // standard output the score.
            let words: String = (1..=count).map(quoted).collect();
            // The names of the pipes to further processes come before its own arguments.
            let first = count + 1 + 2 * processes.saturating_sub(1);
            let further: String = (count + 1..first).map(quoted).collect();
            let (input, folder) = (first, first + 1);
            // The pipe that one side reads first is the one that the other writes first.
            let [from, to] = names.unwrap_or(PipeOrder::InputFirst).arrange(3, 4);
            let script = format!(
                "cd \"${{{folder}}}\" && ln -sf \"${{{input}}}\" input.txt && exec {words}/dev/fd/{from} /dev/fd/{to} {further}3<&0 4>&1 <input.txt >output"
            );
            ["/bin/sh", "-c", &script, "manager"].map(OsString::from).into()
        }
        Start::Controller { most, .. } => {
            // The judge learns the numbers of the descriptors from the first line. The name of the input's file is the last argument.
            let words: String = (1..=count).map(quoted).collect();
            let input = count + 1 + 2 * most;
            let pipes: String = (count + 1..input).map(quoted).collect();
            let (folder, name) = (input + 1, input + 2);
            let script = format!(
                "cd \"${{{folder}}}\" && ln -sf \"${{{input}}}\" \"${{{name}}}\" && echo {pipes}&& exec {words}"
            );
            ["/bin/sh", "-c", &script, "controller"].map(OsString::from).into()
        }
        _ => Vec::new(),
    })
}

/// Returns an argument of a script, quoted, and a space.
fn quoted(number: usize) -> String {
    format!("\"${{{number}}}\" ")
}

impl InteractorCall {
    /// Returns what messages call it.
    fn who(&self) -> &'static str {
        if self.protocol.is_controller() { "controller" } else { "interactor" }
    }

    /// Returns what a call gets, which a sandbox copies to this place.
    ///
    /// # Errors
    /// When a file is in memory, and cannot be copied to the disk for a program that is in no sandbox.
    pub fn loan(&self, files: CallFiles<'_>, place: Option<&Path>) -> std::io::Result<Loan> {
        let (input, answer) = (place_of(files.input, INPUT, place)?, place_of(files.answer, ANSWER, place)?);
        let folder = place.map_or_else(|| files.folder.to_path_buf(), |place| place.join(LENT_FOLDER));
        // A manager runs in its folder. Whether the file is there shows when it is opened.
        let absolute = std::path::absolute(&input).ok().filter(|_| self.protocol.is_manager());
        let input = absolute.unwrap_or(input);
        let paths = CallPaths { input, answer, output: folder.join(OUTPUT), folder };
        let args = paths.args(&self.protocol, &self.args);
        let lent = LentFolder { path: files.folder.to_path_buf(), is_current: false, links: None };
        Ok(Loan {
            args,
            stdin: None,
            files: vec![(INPUT, files.input.clone()), (ANSWER, files.answer.clone())],
            folder: Some(lent),
        })
    }

    /// Returns the verdict of a call that has ended; `program_left` says whether the program had closed its output before, so
    /// that an interactor without a verdict may have broken for that.
    pub fn judge(&self, run: &RunResult, files: CallFiles<'_>, program_left: bool) -> CheckResult {
        let result = self.judge_end(run, files, program_left);
        if self.is_confined { result.of_confined() } else { result }
    }

    fn judge_end(&self, run: &RunResult, files: CallFiles<'_>, program_left: bool) -> CheckResult {
        let who = self.who();
        if run.stopped == Some(Stopped::Starved) {
            let why = format!("the machine ran out of memory: the system killed the {who}");
            return CheckResult::failed(why);
        }
        if run.stopped.is_some() || run.cpu > self.limits.cpu {
            let why =
                run_verdict(run, &self.limits).map_or_else(|| "it was killed".to_owned(), |(_, why)| why);
            return CheckResult::failed(format!("the {who} used too much: {why}"));
        }
        let printed = telling_line(&run.stderr).unwrap_or_default();
        let broken = |how: String| {
            let why = if printed.is_empty() { String::new() } else { format!(": {printed}") };
            if program_left {
                let message = format!("the program ended before the {who} was done ({how}{why})");
                CheckResult::new(Verdict::WrongAnswer, message)
            } else if self.protocol.is_controller() {
                // As with task-maker-rust: a controller may assert what a program says, and give no score otherwise.
                CheckResult::new(Verdict::WrongAnswer, format!("the {who} {how}{why}"))
            } else {
                CheckResult::failed(format!("the {who} {how}{why}"))
            }
        };
        let Ended::Exited(code) = run.ended else {
            let why = run_verdict(run, &self.limits).map(|(_, why)| why).unwrap_or_default();
            if run.ended == Ended::NotStarted {
                return CheckResult::failed(format!("the {who} was {why}"));
            }
            return broken(format!("crashed, {}", why.split(':').next().unwrap_or_default()));
        };
        let (stderr, folder) = (&run.stderr, files.folder);
        let end = End { who, status: code, stderr, printed: &[], folder };
        end.result(&self.protocol).unwrap_or_else(|how| broken(how.to_string()))
    }

    /// Returns why an interactor is killed that has not ended in time after the program.
    pub(crate) fn is_late(&self, time: Duration) -> CheckResult {
        let (who, time) = (self.who(), seconds(time));
        CheckResult::failed(format!("the {who} did not end within {time} after the program"))
    }
}

/// Takes the input of the next pass out of a feedback folder, and puts it into a file of its own.
///
/// # Errors
/// When it cannot be moved.
pub(crate) fn next_pass(feedback: &Path, into: &Path) -> std::io::Result<bool> {
    let next = feedback.join("nextpass.in");
    if !is_file(&next)? {
        return Ok(false);
    }
    fs::rename(next, into)?;
    Ok(true)
}

/// The CPU time of an interactor where nothing else is said.
const TIME: Duration = Duration::from_secs(10);
/// Endings of files that are built or interpreted to make an interactor or a checker.
const SOURCES: [&str; 7] = ["c", "cc", "cpp", "cxx", "c++", "py", "py3"];

/// Returns how an interactor is called. The time limit of the settings goes before that of a package.
pub fn call(
    interaction: &Interaction,
    protocol: Protocol,
    args: Vec<String>,
    time: Option<Duration>,
) -> InteractorCall {
    let cpu = interaction.time_limit.or(time).unwrap_or(TIME);
    let week = Duration::from_secs(7 * 24 * 3600);
    let memory = protocol.memory().unwrap_or(2 << 30);
    let limits = LimitOverrides { cpu: Some(cpu), wall: Some(week), memory: Some(memory), output: None };
    InteractorCall { protocol, args, limits: limits.resolve(), is_confined: false }
}

/// Returns whether a word names a source file of an interactor or a checker.
///
/// # Errors
/// When it cannot be looked at.
pub fn is_built(file: &Path) -> std::io::Result<bool> {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    Ok(SOURCES.contains(&ending) && names_file(file)?)
}

/// An interactor program, measured and limited: that of a package in a sandbox, and one that the command line names without.
pub struct InteractorProgram<'a> {
    /// The program, ready to run.
    pub program: Sandboxed<'a>,
    /// How it is called, and what its end means.
    pub call: InteractorCall,
    /// The judge of the file that it writes, where it accepts and has a style with such a file.
    pub checker: Option<Arc<dyn Checker + 'a>>,
}

impl<'a> InteractorProgram<'a> {
    /// Creates the interactor of a command, which sees these files and folders where it is to be in the sandbox.
    ///
    /// # Errors
    /// When there is no such command.
    pub fn new(
        command: Vec<OsString>,
        mut call: InteractorCall,
        checker: Option<Arc<dyn Checker + 'a>>,
        confined: Option<(SandboxMode, Vec<PathBuf>)>,
        interrupted: &'a AtomicBool,
    ) -> Result<Self> {
        call.is_confined = confined.is_some();
        // A manager runs in another folder.
        let command: Vec<OsString> = if call.protocol.is_manager() {
            command.into_iter().map(absolute).collect::<std::io::Result<_>>()?
        } else {
            command
        };
        let wrapper = wrapper(&call.protocol, command.len())?;
        let program = Sandboxed::trusted(&command, &wrapper, confined, interrupted)
            .map_err(|error| Error::Usage(format!("the interactor: {error}")))?;
        Ok(Self { program, call, checker })
    }
}
