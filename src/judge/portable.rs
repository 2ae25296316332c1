//! Running a command with what every Unix has: a wall limit, bounded output, and the end of its process group.
//!
//! Checkers run so everywhere, and programs where there is no sandbox.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::limits::Limits;
use super::run::{Ended, Run, Runner, Stopped};

/// How often a running command is looked at.
const GLANCE: Duration = Duration::from_millis(2);
/// So much of standard error is kept, in bytes.
const STDERR_KEPT: u64 = 4 << 10;
/// Output that is on its way when a command ends arrives within this time.
const AFTERMATH: Duration = Duration::from_millis(100);

/// How a command is run.
pub struct Bounds<'a> {
    /// Time on the clock.
    pub wall: Duration,
    /// Bytes of output.
    pub output: u64,
    /// Set from outside to end it.
    pub interrupted: &'a AtomicBool,
}

/// What came of a command.
pub struct Finished {
    /// How it ended.
    pub status: ExitStatus,
    /// Why it was ended, where it was the judge.
    pub stopped: Option<Stopped>,
    /// How long it took.
    pub wall: Duration,
    /// The beginning of standard error.
    pub stderr: Vec<u8>,
}

/// Runs a command whose standard input is set already, giving its output to `out`. Whatever it has started in its own
/// process group ends with it.
///
/// # Errors
/// When it cannot be started or `out` fails.
pub fn run(command: &mut Command, bounds: &Bounds<'_>, out: &mut dyn Write) -> io::Result<Finished> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let begin = Instant::now();
    let mut group = Group(command.spawn()?);
    let (sender, chunks) = sync_channel(4);
    if let Some(stdout) = group.0.stdout.take() {
        thread::spawn(move || pass_on(stdout, &sender));
    }
    let (tell, told) = sync_channel(1);
    if let Some(stderr) = group.0.stderr.take() {
        thread::spawn(move || tell.send(beginning(stderr)));
    }
    let mut written = 0;
    let mut stopped = None;
    let mut open = true;
    let status = loop {
        if let Some(status) = group.0.try_wait()? {
            break status;
        }
        if open {
            open = take(&chunks, GLANCE, bounds.output, &mut written, out)?;
        } else {
            thread::sleep(GLANCE);
        }
        stopped = if bounds.interrupted.load(Ordering::Relaxed) {
            Some(Stopped::Interrupted)
        } else if begin.elapsed() > bounds.wall {
            Some(Stopped::Wall)
        } else if written > bounds.output {
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
    let end = Instant::now() + AFTERMATH;
    while open && Instant::now() < end {
        open = take(&chunks, AFTERMATH, bounds.output, &mut written, out)?;
    }
    if written > bounds.output {
        stopped = stopped.or(Some(Stopped::Output));
    }
    let stderr = told.recv_timeout(AFTERMATH).unwrap_or_default();
    Ok(Finished { status, stopped, wall, stderr })
}

/// A child with its process group, which does not outlive this value.
struct Group(Child);

impl Group {
    fn kill(&mut self) {
        if let Some(group) = i32::try_from(self.0.id()).ok().and_then(Pid::from_raw) {
            // A group that is gone already is what is wanted.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !matches!(self.0.try_wait(), Ok(Some(_))) {
            self.kill();
            let _ = self.0.wait();
        }
    }
}

/// Takes what comes within `patience`; `false` when the output has ended.
fn take(
    chunks: &Receiver<Vec<u8>>,
    patience: Duration,
    most: u64,
    written: &mut u64,
    out: &mut dyn Write,
) -> io::Result<bool> {
    match chunks.recv_timeout(patience) {
        Ok(chunk) => {
            let room = usize::try_from(most.saturating_sub(*written)).unwrap_or(usize::MAX);
            *written += chunk.len() as u64;
            out.write_all(&chunk[..chunk.len().min(room)])?;
            Ok(true)
        }
        Err(RecvTimeoutError::Timeout) => Ok(true),
        Err(RecvTimeoutError::Disconnected) => Ok(false),
    }
}

fn pass_on(mut from: impl Read, to: &SyncSender<Vec<u8>>) {
    let mut buffer = vec![0; 64 << 10];
    while let Ok(bytes @ 1..) = from.read(&mut buffer) {
        if to.send(buffer[..bytes].to_vec()).is_err() {
            return;
        }
    }
}

/// The beginning of a stream that is read to its end.
fn beginning(mut from: impl Read) -> Vec<u8> {
    let mut kept = Vec::new();
    let _ = (&mut from).take(STDERR_KEPT).read_to_end(&mut kept);
    let _ = io::copy(&mut from, &mut io::sink());
    kept
}

/// Runs a program without a sandbox. Its CPU time is not known here: time on the clock stands for it.
pub struct Portable<'a> {
    /// Command and arguments.
    pub command: Vec<OsString>,
    /// Set from outside to end a run.
    pub interrupted: &'a AtomicBool,
}

impl Runner for Portable<'_> {
    fn run(&mut self, input: &Path, limits: &Limits, out: &mut dyn Write) -> Result<Run, String> {
        let (name, args) = self.command.split_first().ok_or("the command is empty")?;
        let input = File::open(input).map_err(|error| format!("{}: {error}", input.display()))?;
        let bounds = Bounds { wall: limits.wall, output: limits.output, interrupted: self.interrupted };
        let finished = run(Command::new(name).args(args).stdin(input), &bounds, out)
            .map_err(|error| format!("{}: {error}", name.display()))?;
        let ended = match (finished.status.code(), finished.status.signal()) {
            (Some(status), _) => Ended::Exited(status),
            (None, signal) => Ended::Signalled(signal.unwrap_or(0)),
        };
        let Finished { stopped, wall, stderr, .. } = finished;
        Ok(Run { ended, stopped, cpu: wall, wall, memory: None, stderr })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, wall: u64) -> (Run, Vec<u8>, Duration) {
        let stop = AtomicBool::new(false);
        let mut runner =
            Portable { command: ["sh", "-c", script].map(OsString::from).to_vec(), interrupted: &stop };
        let second = Duration::from_secs(1);
        let limits = Limits { cpu: second, wall: Duration::from_millis(wall), memory: 1 << 30, output: 1000 };
        let mut out = Vec::new();
        let begin = Instant::now();
        let run = runner.run(Path::new("/dev/null"), &limits, &mut out).unwrap();
        (run, out, begin.elapsed())
    }

    #[test]
    fn output_and_status_come_back() {
        let (run, out, _) = shell("echo hello; echo oops >&2; exit 3", 5000);
        assert_eq!((run.ended, run.stopped), (Ended::Exited(3), None));
        assert_eq!((out, run.stderr), (b"hello\n".to_vec(), b"oops\n".to_vec()));
    }

    #[test]
    fn sleepers_floods_and_children_left_behind_end_in_time() {
        let (run, _, took) = shell("sleep 20", 100);
        assert_eq!(run.stopped, Some(Stopped::Wall));
        assert!(took < Duration::from_secs(5));
        let (run, out, took) = shell("while :; do echo xxxxxxxxxxxxxxxx; done", 5000);
        assert_eq!((run.stopped, out.len()), (Some(Stopped::Output), 1000));
        assert!(took < Duration::from_secs(5));
        let (run, out, took) = shell("sleep 20 & echo done", 10_000);
        assert_eq!((run.ended, run.stopped, out), (Ended::Exited(0), None, b"done\n".to_vec()));
        assert!(took < Duration::from_secs(5));
    }
}
