//! Running a command on any system, with limits and bounded output; what it has started is killed at the end.
//!
//! Checkers run this way everywhere, and programs where there is no sandbox.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::failure::{Failure, failed};
use super::limits::Limits;
use super::run::{Ended, RunResult, Runner, Stopped};
use super::stderr::Stderr;
use super::system::Usage;
use super::system::pipes::{PipeEnd, wait_for_either};
use super::system::process::{self, Process};

/// Interval at which a running command is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// The limits of a command.
pub struct Bounds<'a> {
    /// Wall time.
    pub wall: Duration,
    /// Bytes of standard output, and as many of standard error.
    pub output: u64,
    /// Limits of CPU time and memory, for programs.
    pub limits: Option<&'a Limits>,
    /// Set from outside to interrupt it.
    pub interrupted: &'a AtomicBool,
}

/// The result of a command.
pub struct Finished {
    /// Its exit status.
    pub status: ExitStatus,
    /// The judge's reason for ending it, if it did.
    pub stopped: Option<Stopped>,
    /// Wall time.
    pub wall: Duration,
    /// CPU time and memory.
    pub usage: Usage,
    /// The beginning of standard error.
    pub stderr: Vec<u8>,
}

impl Finished {
    /// Returns how it ended.
    pub fn ended(&self) -> Ended {
        match process::signal(self.status) {
            Some(signal) => Ended::Signalled(signal),
            None => Ended::Exited(self.status.code().unwrap_or(-1)),
        }
    }
}

/// Runs a command with its standard input set, and writes its output to `out`. What it has started is killed at the end.
///
/// # Errors
/// When it cannot be started or `out` fails.
pub fn run(command: &mut Command, bounds: &Bounds<'_>, out: &mut dyn Write) -> io::Result<Finished> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let begin = Instant::now();
    let mut process = Process::spawn(command, bounds.limits)?;
    let mut stdout = PipeEnd::new(process.child().stdout.take())?;
    let mut stderr = PipeEnd::new(process.child().stderr.take())?;
    let mut output = Output { written: 0, most: bounds.output, out };
    let mut errors = Stderr::default();
    let mut stopped = None;
    let status = loop {
        if let Some(status) = process.try_wait()? {
            break status;
        }
        wait_for_either([&stdout, &stderr], POLL_INTERVAL)?;
        stdout.read(|bytes| output.take(bytes))?;
        stderr.read(|bytes| {
            errors.take(bytes);
            Ok(())
        })?;
        stopped = if bounds.interrupted.load(Ordering::Relaxed) {
            Some(Stopped::Interrupted)
        } else if begin.elapsed() > bounds.wall {
            Some(Stopped::Wall)
        } else if output.is_too_much() || errors.written > bounds.output {
            Some(Stopped::Output)
        } else {
            bounds.limits.and_then(|limits| excess(&process.usage(), limits))
        };
        if stopped.is_some() {
            process.kill();
            break process.wait()?;
        }
    };
    let wall = begin.elapsed();
    process.kill();
    // All its output is in the pipes now; later output of processes that the system does not count as its own is ignored.
    stdout.read_rest(|bytes| output.take(bytes))?;
    stderr.read_rest(|bytes| {
        errors.take(bytes);
        Ok(())
    })?;
    if output.is_too_much() || errors.written > bounds.output {
        stopped = stopped.or(Some(Stopped::Output));
    }
    Ok(Finished { status, stopped, wall, usage: process.usage(), stderr: errors.kept() })
}

/// Returns the limit that a process has exceeded so far, where the system tells it.
fn excess(used: &Usage, limits: &Limits) -> Option<Stopped> {
    if used.memory > limits.memory {
        Some(Stopped::Memory)
    } else if used.cpu > limits.cpu {
        Some(Stopped::Cpu)
    } else {
        None
    }
}

/// Standard output, passed on up to a limit.
struct Output<'a> {
    written: u64,
    most: u64,
    out: &'a mut dyn Write,
}

impl Output<'_> {
    fn take(&mut self, bytes: &[u8]) -> io::Result<()> {
        let room = usize::try_from(self.most.saturating_sub(self.written)).unwrap_or(usize::MAX);
        self.written += bytes.len() as u64;
        self.out.write_all(&bytes[..bytes.len().min(room)])
    }

    fn is_too_much(&self) -> bool {
        self.written > self.most
    }
}

/// Runs a program without a sandbox.
pub struct Portable<'a> {
    /// Command and arguments.
    pub command: Vec<OsString>,
    /// Set from outside to end a run.
    pub interrupted: &'a AtomicBool,
}

impl Runner for Portable<'_> {
    fn run(&mut self, input: &Path, limits: &Limits, out: &mut dyn Write) -> Result<RunResult, Failure> {
        let (name, args) = self.command.split_first().ok_or("the command is empty")?;
        let input = File::open(input).map_err(failed(input.display()))?;
        let bounds = Bounds {
            wall: limits.wall,
            output: limits.output,
            limits: Some(limits),
            interrupted: self.interrupted,
        };
        let finished =
            run(Command::new(name).args(args).stdin(input), &bounds, out).map_err(failed(name.display()))?;
        Ok(RunResult {
            ended: finished.ended(),
            stopped: finished.stopped,
            cpu: finished.usage.cpu,
            wall: finished.wall,
            memory: Some(finished.usage.memory).filter(|&bytes| bytes > 0),
            stderr: finished.stderr,
            no_output: None,
        })
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::limits::LimitOverrides;

    fn shell(script: &str, wall: u64) -> (RunResult, Vec<u8>, Duration) {
        let stop = AtomicBool::new(false);
        let mut runner =
            Portable { command: ["sh", "-c", script].map(OsString::from).to_vec(), interrupted: &stop };
        let wall = Some(Duration::from_millis(wall));
        let limits = LimitOverrides { wall, output: Some(1000), ..LimitOverrides::default() }.resolve();
        let mut out = Vec::new();
        let begin = Instant::now();
        let run = runner.run(Path::new("/dev/null"), &limits, &mut out).unwrap();
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
    fn nobody_outside_of_the_group_keeps_a_run_from_ending() {
        let own_group = "setsid sh -c 'while :; do echo late; done' & sleep 0.2; echo done";
        let (run, _, _) = shell(own_group, 120_000);
        assert!(run.ended == Ended::Exited(0) || run.stopped == Some(Stopped::Output), "{run:?}");
    }
}
