//! Running a command on any Unix, with a wall limit and bounded output; its process group is killed at the end.
//!
//! Checkers run this way everywhere, and programs where there is no sandbox.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::process::{Pid, Signal, kill_process_group};

use super::failure::{Failure, failed};
use super::limits::Limits;
use super::run::{self, Ended, RunResult, Runner, Stopped};
use super::stderr::Stderr;

/// Interval at which a running command is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// The limits of a command.
pub struct Bounds<'a> {
    /// Wall time.
    pub wall: Duration,
    /// Bytes of standard output, and as many of standard error.
    pub output: u64,
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
    /// The beginning of standard error.
    pub stderr: Vec<u8>,
}

/// Runs a command with its standard input set, and writes its output to `out`. Its process group is killed at the end.
///
/// # Errors
/// When it cannot be started or `out` fails.
pub fn run(command: &mut Command, bounds: &Bounds<'_>, out: &mut dyn Write) -> io::Result<Finished> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let begin = Instant::now();
    let mut group = ProcessGroup(command.spawn()?);
    let mut stdout = PipeEnd::new(group.0.stdout.take())?;
    let mut stderr = PipeEnd::new(group.0.stderr.take())?;
    let mut output = Output { written: 0, most: bounds.output, out };
    let mut errors = Stderr::default();
    let mut stopped = None;
    let status = loop {
        if let Some(status) = group.0.try_wait()? {
            break status;
        }
        wait_for(&stdout, &stderr)?;
        stdout.read(usize::MAX, |bytes| output.take(bytes))?;
        stderr.read(usize::MAX, |bytes| {
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
            None
        };
        if stopped.is_some() {
            group.kill();
            break group.0.wait()?;
        }
    };
    let wall = begin.elapsed();
    group.kill();
    // All its output is in the pipes now; later output of processes outside the group is ignored.
    stdout.read_rest(|bytes| output.take(bytes))?;
    stderr.read_rest(|bytes| {
        errors.take(bytes);
        Ok(())
    })?;
    if output.is_too_much() || errors.written > bounds.output {
        stopped = stopped.or(Some(Stopped::Output));
    }
    Ok(Finished { status, stopped, wall, stderr: errors.kept() })
}

/// The judge's end of a pipe, from which reading does not block; `None` when the other end is closed.
struct PipeEnd(Option<OwnedFd>);

impl PipeEnd {
    fn new(pipe: Option<impl Into<OwnedFd>>) -> io::Result<Self> {
        let pipe = pipe.map(Into::into);
        if let Some(pipe) = &pipe {
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        Ok(Self(pipe))
    }

    /// Reads what is available, at most `most` bytes, and returns their number.
    fn read(&mut self, most: usize, mut take: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<usize> {
        let Some(pipe) = &self.0 else { return Ok(0) };
        let mut buffer = [0; 16 << 10];
        let room = buffer.len().min(most);
        match rustix::io::read(pipe, &mut buffer[..room]) {
            Ok(0) => self.0 = None,
            Ok(bytes) => return take(&buffer[..bytes]).map(|()| bytes),
            Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(0)
    }

    /// Reads what is in the pipe now.
    fn read_rest(&mut self, mut take: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let Some(pipe) = &self.0 else { return Ok(()) };
        let mut left = usize::try_from(rustix::io::ioctl_fionread(pipe)?).unwrap_or(usize::MAX);
        while left > 0 {
            match self.read(left, &mut take)? {
                0 => break,
                bytes => left -= bytes,
            }
        }
        Ok(())
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

/// Waits for output, at most for the polling interval.
fn wait_for(stdout: &PipeEnd, stderr: &PipeEnd) -> io::Result<()> {
    let open = [stdout, stderr].into_iter().filter_map(|stream| stream.0.as_ref());
    let mut fds: Vec<PollFd<'_>> = open.map(|pipe| PollFd::new(pipe, PollFlags::IN)).collect();
    run::wait_for(&mut fds, POLL_INTERVAL)
}

/// A child with its process group, killed when dropped.
struct ProcessGroup(Child);

impl ProcessGroup {
    fn kill(&mut self) {
        if let Some(group) = i32::try_from(self.0.id()).ok().and_then(Pid::from_raw) {
            // The group may have ended already.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        if !matches!(self.0.try_wait(), Ok(Some(_))) {
            self.kill();
            let _ = self.0.wait();
        }
    }
}

/// Runs a program without a sandbox. Its wall time is reported as its CPU time.
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
        let bounds = Bounds { wall: limits.wall, output: limits.output, interrupted: self.interrupted };
        let finished =
            run(Command::new(name).args(args).stdin(input), &bounds, out).map_err(failed(name.display()))?;
        let ended = match (finished.status.code(), finished.status.signal()) {
            (Some(status), _) => Ended::Exited(status),
            (None, signal) => Ended::Signalled(signal.unwrap_or(0)),
        };
        let Finished { stopped, wall, stderr, .. } = finished;
        Ok(RunResult { ended, stopped, cpu: wall, wall, memory: None, stderr, no_output: None })
    }
}

#[cfg(test)]
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
