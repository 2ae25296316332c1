//! Running a command on any system, with limits and bounded output; its children are killed at the end.
//!
//! Programs run this way where there is no sandbox, and the caller's own commands everywhere.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::run::{Ended, LiveRun, Loan, Ready, RunResult, Runner, Sources, Started, Stopped, Waiting};
use super::stderr::Stderr;
use super::system::Usage;
use super::system::pipes::{self, PipeEnd, wait_for_either};
use super::system::process::{self, Process};
use crate::error::{Error, empty_command, failed};
use nim_ground::content::Content;
use nim_ground::limits::Limits;

/// Interval at which a running command is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// The limits of a command.
#[derive(Clone, Copy)]
pub struct Bounds<'a> {
    /// The limit of wall-clock time.
    pub wall: Duration,
    /// The limit of bytes on standard output, and of those on standard error.
    pub output: u64,
    /// Limits of CPU time and memory, for programs.
    pub limits: Option<&'a Limits>,
    /// Set from outside to interrupt it.
    pub interrupted: &'a AtomicBool,
}

/// The result of a command.
pub struct Finished {
    /// The exit status.
    pub status: ExitStatus,
    /// The reason why it was stopped, if it was.
    pub stopped: Option<Stopped>,
    /// The wall-clock time.
    pub wall: Duration,
    /// The CPU time and the memory.
    pub usage: Usage,
    /// The beginning of standard error.
    pub stderr: Vec<u8>,
}

impl Finished {
    /// Returns the result of a command as that of a program.
    pub fn result(self) -> RunResult {
        RunResult {
            ended: self.ended(),
            stopped: self.stopped,
            cpu: self.usage.cpu,
            wall: self.wall,
            memory: Some(self.usage.memory).filter(|&bytes| bytes > 0),
            stack: 0,
            stderr: self.stderr,
            no_output: None,
        }
    }

    /// Returns the way in which the command ended.
    fn ended(&self) -> Ended {
        let exited = Ended::Exited(self.status.code().unwrap_or(-1));
        process::signal(self.status).map_or(exited, Ended::Signalled)
    }
}

/// Runs a command with its standard input set, and writes its output to `out`. Its children are killed at the end.
///
/// # Errors
/// When it cannot be started or `out` fails.
pub fn run(command: &mut Command, bounds: &Bounds<'_>, out: &mut dyn Write) -> io::Result<Finished> {
    let mut watch = Watch::start(command, bounds)?;
    loop {
        wait_for_either([&watch.stdout, &watch.stderr], POLL_INTERVAL)?;
        if let Some(finished) = watch.step(true, out)? {
            return Ok(finished);
        }
    }
}

/// A command in progress, with its limits.
struct Watch<'a> {
    process: Process,
    stdout: PipeEnd,
    stderr: PipeEnd,
    /// The number of bytes of standard output.
    written: u64,
    errors: Stderr,
    bounds: Bounds<'a>,
    begin: Instant,
    /// Excused time of another program, which this one may have waited for.
    excused: Duration,
    stopped: Option<Stopped>,
}

impl<'a> Watch<'a> {
    fn start(command: &mut Command, bounds: &Bounds<'a>) -> io::Result<Self> {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let begin = Instant::now();
        let mut process = Process::spawn(command, bounds.limits)?;
        Ok(Self {
            stdout: PipeEnd::new(process.child().stdout.take())?,
            stderr: PipeEnd::new(process.child().stderr.take())?,
            process,
            written: 0,
            errors: Stderr::default(),
            bounds: *bounds,
            begin,
            excused: Duration::ZERO,
            stopped: None,
        })
    }

    /// Reads available output, standard output only if it `is_wanted`, and checks the limits. Returns the result at the end.
    fn step(&mut self, is_wanted: bool, out: &mut dyn Write) -> io::Result<Option<Finished>> {
        if let Some(status) = self.process.try_wait()? {
            return self.finish(status, out).map(Some);
        }
        if is_wanted {
            let (written, most) = (&mut self.written, self.bounds.output);
            self.stdout.read(|bytes| pass_on(bytes, written, most, out))?;
        }
        self.stderr.read(|bytes| {
            self.errors.take(bytes);
            Ok(())
        })?;
        self.stopped = self.stopped.or_else(|| self.excess());
        if self.stopped.is_none() {
            return Ok(None);
        }
        self.process.kill();
        let status = self.process.wait()?;
        self.finish(status, out).map(Some)
    }

    /// Returns the reason to end it now.
    fn excess(&self) -> Option<Stopped> {
        let Bounds { output, limits, interrupted, .. } = self.bounds;
        if interrupted.load(Ordering::Relaxed) {
            Some(Stopped::Interrupted)
        } else if self.is_late() {
            Some(Stopped::Wall)
        } else if self.written > output || self.errors.written > output {
            Some(Stopped::Output)
        } else {
            limits.and_then(|limits| excess(&self.process.usage(), limits))
        }
    }

    /// Kills the children, and reads the rest of the output.
    fn finish(&mut self, status: ExitStatus, out: &mut dyn Write) -> io::Result<Finished> {
        let wall = self.begin.elapsed();
        self.process.kill();
        // All its output is in the pipes now; later output of processes that the system does not count as its own is ignored.
        let (written, most) = (&mut self.written, self.bounds.output);
        self.stdout.read_rest(|bytes| pass_on(bytes, written, most, out))?;
        self.stderr.read_rest(|bytes| {
            self.errors.take(bytes);
            Ok(())
        })?;
        if self.written > most || self.errors.written > most {
            self.stopped = self.stopped.or(Some(Stopped::Output));
        }
        let stderr = std::mem::take(&mut self.errors).kept();
        Ok(Finished { status, stopped: self.stopped, wall, usage: self.process.usage(), stderr })
    }
}

/// Passes output on up to a limit, and counts it.
fn pass_on(bytes: &[u8], written: &mut u64, most: u64, out: &mut dyn Write) -> io::Result<()> {
    let room = usize::try_from(most.saturating_sub(*written)).unwrap_or(usize::MAX);
    *written += bytes.len() as u64;
    out.write_all(&bytes[..bytes.len().min(room)])
}

impl LiveRun for Watch<'_> {
    fn sources(&self) -> Result<Sources<'_>, Error> {
        Ok(Sources { events: None, output: self.stdout.as_ref(), errors: self.stderr.as_ref() })
    }

    fn next_check(&self) -> Instant {
        Instant::now() + POLL_INTERVAL
    }

    fn advance(&mut self, ready: Ready, out: &mut dyn Write) -> Result<Option<RunResult>, Error> {
        let finished = self.step(ready.output, out).map_err(failed("a program"))?;
        Ok(finished.map(Finished::result))
    }

    fn kill(&mut self, why: Stopped) -> Result<(), Error> {
        self.stopped = self.stopped.or(Some(why));
        Ok(())
    }

    fn is_late(&self) -> bool {
        self.begin.elapsed() > self.bounds.wall.saturating_add(self.excused)
    }

    fn extend_deadline(&mut self, time: Duration) {
        self.excused = time;
    }

    fn spent(&self) -> Duration {
        self.process.usage().cpu
    }

    fn is_running(&self) -> bool {
        true
    }

    fn waiting(&self) -> Waiting {
        Waiting::Unknown
    }
}

/// Returns the limit that a process has exceeded so far, if the system tells.
fn excess(used: &Usage, limits: &Limits) -> Option<Stopped> {
    if used.memory > limits.memory {
        Some(Stopped::Memory)
    } else if used.cpu > limits.cpu {
        Some(Stopped::Cpu)
    } else {
        None
    }
}

/// Runs a program without a sandbox.
pub struct Portable<'a> {
    /// The command and its arguments.
    pub command: Vec<OsString>,
    /// The folder in which the next runs begin, if that is not the caller's.
    pub given: Option<PathBuf>,
    /// Set from outside to end a run.
    pub interrupted: &'a AtomicBool,
}

impl<'a> Portable<'a> {
    fn command(&self) -> Result<Command, Error> {
        let (name, args) = self.command.split_first().ok_or_else(empty_command)?;
        let mut command = Command::new(name);
        command.args(args);
        self.given.iter().for_each(|folder| _ = command.current_dir(folder));
        Ok(command)
    }

    /// Returns the command with its lent files, which stay in place.
    fn lent(&self, loan: &Loan) -> Result<Command, Error> {
        let mut command = self.command()?;
        command.args(&loan.args);
        if let Some(folder) = loan.folder.as_ref().filter(|folder| folder.is_current) {
            command.current_dir(&folder.path);
        }
        match &loan.stdin {
            Some(stdin) => command.stdin(opened(stdin)?),
            None => command.stdin(Stdio::null()),
        };
        Ok(command)
    }

    fn bounds<'l>(&self, limits: &'l Limits) -> Bounds<'l>
    where
        'a: 'l,
    {
        Bounds {
            wall: limits.wall,
            output: limits.output,
            limits: Some(limits),
            interrupted: self.interrupted,
        }
    }
}

/// Opens a file for a program; contents in memory as a copy.
fn opened(content: &Content) -> Result<File, Error> {
    let path = content.path().map_err(failed("a temporary file"))?;
    File::open(path).map_err(failed(path.display()))
}

impl Runner for Portable<'_> {
    fn give(&mut self, folder: Option<&Path>) -> Result<(), Error> {
        self.given = folder.map(Path::to_path_buf);
        Ok(())
    }

    fn run(&mut self, input: &Content, limits: &Limits, out: &mut dyn Write) -> Result<RunResult, Error> {
        let mut command = self.command()?;
        let finished = run(command.stdin(opened(input)?), &self.bounds(limits), out);
        Ok(finished.map_err(failed(command.get_program().display()))?.result())
    }

    fn call(&mut self, loan: &Loan, limits: &Limits, out: &mut dyn Write) -> Result<RunResult, Error> {
        let mut command = self.lent(loan)?;
        let finished = run(&mut command, &self.bounds(limits), out);
        Ok(finished.map_err(failed(command.get_program().display()))?.result())
    }

    fn start<'r>(&'r mut self, loan: &Loan, limits: &'r Limits) -> Result<Started<'r>, Error> {
        let mut command = self.lent(loan)?;
        let started = Watch::start(command.stdin(Stdio::piped()), &self.bounds(limits));
        let mut watch = started.map_err(failed(command.get_program().display()))?;
        let input = watch.process.child().stdin.take().ok_or("there is no pipe to the program")?;
        Ok((Box::new(watch), pipes::input(input)?))
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;
    use nim_ground::limits::LimitOverrides;

    fn shell(script: &str, wall: u64) -> (RunResult, Vec<u8>, Duration) {
        let stop = AtomicBool::new(false);
        let mut runner = Portable {
            command: ["sh", "-c", script].map(OsString::from).to_vec(),
            given: None,
            interrupted: &stop,
        };
        let wall = Some(Duration::from_millis(wall));
        let limits = LimitOverrides { wall, output: Some(1000), ..LimitOverrides::default() }.resolve();
        let mut out = Vec::new();
        let begin = Instant::now();
        let run = runner.run(&Content::from(""), &limits, &mut out).unwrap();
        (run, out, begin.elapsed())
    }

    #[test]
    fn output_and_status_come_back() {
        let (run, out, _) = shell("echo hello; echo oops >&2; exit 3", 120_000);
        assert_eq!((run.ended, run.stopped), (Ended::Exited(3), None));
        assert_eq!((out, run.stderr), (b"hello\n".to_vec(), b"oops\n".to_vec()));
    }

    #[test]
    fn sleepers_floods_and_children_left_behind_end_in_time() {
        // Long before the sleepers wake up, on the busiest of machines.
        let in_time = Duration::from_secs(120);
        let (run, _, took) = shell("sleep 1000", 100);
        assert_eq!(run.stopped, Some(Stopped::Wall));
        assert!(took < in_time);
        let (run, out, _) = shell("while :; do echo xxxxxxxxxxxxxxxx; done", 120_000);
        assert_eq!((run.stopped, out.len()), (Some(Stopped::Output), 1000));
        let (run, out, took) = shell("sleep 1000 & echo done", 120_000);
        assert_eq!((run.ended, run.stopped, out), (Ended::Exited(0), None, b"done\n".to_vec()));
        assert!(took < in_time);
    }

    #[test]
    fn what_a_program_is_told_comes_back() {
        let stop = AtomicBool::new(false);
        let mut runner = Portable { command: vec!["cat".into()], given: None, interrupted: &stop };
        let limits = LimitOverrides::default().resolve();
        let (mut run, input) = runner.start(&Loan::default(), &limits).unwrap();
        pipes::set_nonblocking(&input).unwrap();
        assert_eq!(pipes::write(&input, b"take 3\n").unwrap(), 7);
        drop(input);
        let mut out = Vec::new();
        let result = loop {
            let ready = Ready { output: true, errors: true, ..Ready::default() };
            if let Some(result) = run.advance(ready, &mut out).unwrap() {
                break result;
            }
        };
        assert_eq!((result.ended, out), (Ended::Exited(0), b"take 3\n".to_vec()));
    }

    #[test]
    fn a_limit_of_memory_is_found_at_the_end() {
        let stop = AtomicBool::new(false);
        let mut runner = Portable {
            command: ["sh", "-c", "head -c 100000000 /dev/zero | tail -c 90000000 | wc -c"]
                .map(OsString::from)
                .to_vec(),
            given: None,
            interrupted: &stop,
        };
        let limits = LimitOverrides { memory: Some(32 << 20), ..LimitOverrides::default() }.resolve();
        let run = runner.run(&Content::from(""), &limits, &mut Vec::new()).unwrap();
        assert!(run.memory.is_some_and(|bytes| bytes > 64 << 20), "{run:?}");
    }

    #[test]
    fn nobody_outside_of_the_group_keeps_a_run_from_ending() {
        let own_group = "setsid sh -c 'while :; do echo late; done' & sleep 0.2; echo done";
        let (run, _, _) = shell(own_group, 120_000);
        assert!(run.ended == Ended::Exited(0) || run.stopped == Some(Stopped::Output), "{run:?}");
    }
}
