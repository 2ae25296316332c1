//! The program, disturbed while it runs: its input becomes shorter or longer, it gets signals, its reader is slow or goes
//! away, there is little memory or one CPU. Whatever happens, it says what it should or that it could not, never anything else.

use crate::bodies::{problems, solved};
use crate::{large_text, roughen, spoil};
use anyhow::{Context, bail, ensure};
use nim_ground::error::best_effort;
use nim_ground::random::Random;
use nim_io::Input;
use nim_simd::{Level, Scalar};
use nim_solve::Tuning;
use nim_solve::registry::Entry;
use rustix::pipe::fcntl_setpipe_size;
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit};
use rustix::thread::{CpuSet, sched_setaffinity};
use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Cursor, ErrorKind, Read, Write};
use std::num::NonZero;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::thread::{scope, sleep};
use std::time::Duration;

/// The first argument that makes this example act as the program.
pub const AS_PROGRAM: &str = "as-program";

/// A disturbance of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Disturbance {
    Nothing,
    /// The file becomes shorter, for good or for a moment.
    Cut,
    CutAndRestored,
    /// White space is added to the file.
    Grown,
    Signal(Signal),
    /// The limit of the address space, in MiB.
    LittleMemory(u64),
    OneCpu,
    /// The reader of the answers goes away.
    Unread,
}

impl Disturbance {
    fn any(random: &mut Random) -> Self {
        match random.within(0, 10) {
            0 => Self::Nothing,
            1..=2 => Self::Cut,
            3 => Self::CutAndRestored,
            4 => Self::Grown,
            5 => Self::Signal(Signal::INT),
            6 => Self::Signal([Signal::TERM, Signal::HUP][random.within(0, 1) as usize]),
            7..=8 => Self::LittleMemory(random.within(8, 200)),
            9 => Self::OneCpu,
            _ => Self::Unread,
        }
    }
}

/// The way in which the input gets to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Name,
    Stdin,
    Pipe,
}

/// A run, and its expected result.
#[derive(Debug)]
struct Run<'a> {
    slug: &'a str,
    way: Way,
    options: Vec<String>,
    disturbance: Disturbance,
    /// The time after which the run is disturbed.
    after: Duration,
    /// Bytes of output that are taken at a time; a pause follows each time.
    take: usize,
    pause: Duration,
}

/// The result of a run.
struct Outcome {
    status: ExitStatus,
    answers: Vec<u8>,
    error: String,
}

/// One large input, and a few disturbed runs on it.
pub fn round(random: &mut Random, path: &Path) -> anyhow::Result<()> {
    let problems = problems();
    let problem = problems[random.within(0, problems.len() as u64 - 1) as usize];
    let mut text = large_text(random, problem);
    roughen(random, &mut text);
    if random.within(0, 3) == 0 {
        spoil(random, &mut text, 0);
    }
    let tuning = Tuning { threads: NonZero::new(1), level: Some(Level::Scalar(Scalar)) };
    let expected = solved(problem, Input::reader("in", Cursor::new(text.clone())), &tuning);
    for _ in 0..8 {
        fs::write(path, &text).with_context(|| path.display().to_string())?;
        let run = Run::any(random, problem);
        let outcome = run.run(random, path, &text)?;
        run.judge(&outcome, &expected.answers, expected.error.is_some())
            .with_context(|| format!("{run:?}"))?;
    }
    Ok(())
}

impl<'a> Run<'a> {
    fn any(random: &mut Random, problem: &'a Entry) -> Self {
        let mut options = vec![format!("--threads={}", random.within(1, 4))];
        if random.within(0, 2) == 0 {
            options.push("--no-mmap".to_owned());
        }
        let is_slow = random.within(0, 2) == 0;
        let latest = [500, 5_000, 30_000][random.within(0, 2) as usize];
        Self {
            slug: problem.slug,
            way: [Way::Name, Way::Stdin, Way::Pipe][random.within(0, 2) as usize],
            options,
            disturbance: Disturbance::any(random),
            after: Duration::from_micros(random.within(0, latest)),
            take: random.within(1, 256 << 10) as usize,
            pause: Duration::from_micros(if is_slow { random.within(0, 300) } else { 0 }),
        }
    }

    fn run(&self, random: &mut Random, path: &Path, text: &[u8]) -> anyhow::Result<Outcome> {
        let mut command = Command::new(env::current_exe()?);
        command
            .args([AS_PROGRAM, self.slug])
            .args(&self.options)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        match self.way {
            Way::Name => command.arg(path).stdin(Stdio::null()),
            Way::Stdin => command.stdin(File::open(path)?),
            Way::Pipe => command.stdin(Stdio::piped()),
        };
        let mut child = command.spawn()?;
        let (stdin, stdout, mut stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let cut = random.within(0, text.len() as u64 - 1);
        scope(|scope| {
            scope.spawn(move || {
                // A program that has found a fault, or has been ended, takes no more.
                stdin.map_or(Ok(()), |mut stdin| stdin.write_all(text))
            });
            let answers = scope.spawn(move || stdout.map_or(Ok(Vec::new()), |stdout| self.read(stdout, cut)));
            let error = scope.spawn(move || {
                let mut error = String::new();
                stderr.as_mut().map_or(Ok(0), |stderr| stderr.read_to_string(&mut error)).map(|_| error)
            });
            if self.way != Way::Pipe {
                // The kind of the input is known once it is opened: before that, it may be any.
                while child.try_wait()?.is_none() && !is_being_read(&child, path) {
                    sleep(Duration::from_micros(50));
                }
            }
            sleep(self.after);
            self.disturb(&child, path, cut, text.len() as u64)?;
            let status = child.wait()?;
            match (answers.join(), error.join()) {
                (Ok(answers), Ok(error)) => Ok(Outcome { status, answers: answers?, error: error? }),
                _ => bail!("a thread of the soak was given up"),
            }
        })
    }

    /// Reads the answers, slowly and as far as the disturbance lets it.
    fn read(&self, mut stdout: ChildStdout, cut: u64) -> io::Result<Vec<u8>> {
        let mut answers = Vec::new();
        let mut room = vec![0; self.take];
        if !self.pause.is_zero() {
            // The least that the system allows.
            best_effort(fcntl_setpipe_size(&stdout, 4096));
        }
        let is_unread = self.disturbance == Disturbance::Unread;
        loop {
            match stdout.read(&mut room) {
                Ok(0) => break,
                Ok(got) => answers.extend(&room[..got]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
            if is_unread && answers.len() as u64 > cut {
                break;
            }
            sleep(self.pause);
        }
        Ok(answers)
    }

    fn disturb(&self, child: &Child, path: &Path, cut: u64, len: u64) -> anyhow::Result<()> {
        let pid = Pid::from_child(child);
        let file = || OpenOptions::new().append(true).open(path);
        match self.disturbance {
            Disturbance::Nothing | Disturbance::Unread => {}
            Disturbance::Cut => file()?.set_len(cut)?,
            Disturbance::CutAndRestored => {
                let file = file()?;
                file.set_len(cut)?;
                file.set_len(len)?;
            }
            Disturbance::Grown => file()?.write_all(b"\n \n")?,
            // A process that has ended needs no signal.
            Disturbance::Signal(signal) => _ = kill_process(pid, signal),
            Disturbance::LittleMemory(mebibytes) => {
                let most = Some(mebibytes << 20);
                best_effort(prlimit(Some(pid), Resource::As, Rlimit { current: most, maximum: most }));
            }
            Disturbance::OneCpu => {
                let mut one = CpuSet::new();
                one.set(0);
                best_effort(sched_setaffinity(Some(pid), &one));
            }
        }
        Ok(())
    }

    /// Checks that a run came to the expected result, or to an error that the disturbance explains.
    fn judge(&self, outcome: &Outcome, answers: &[u8], is_malformed: bool) -> anyhow::Result<()> {
        let Outcome { status, answers: found, error } = outcome;
        let said = || format!("{status}, {} bytes of {}: {error}", found.len(), answers.len());
        // Rust's runtime panics before a new thread runs anything of ours, where it has no memory for a second stack.
        let lacks_stack = matches!(self.disturbance, Disturbance::LittleMemory(_))
            && error.contains("failed to allocate an alternative stack");
        ensure!(lacks_stack || !error.contains("panicked"), said());
        ensure!(answers.starts_with(found), "other answers; {}", said());
        let is_file = self.way != Way::Pipe;
        let is_explained = match (self.disturbance, status.code(), status.signal()) {
            (_, Some(0), None) => {
                let is_whole = found.len() == answers.len() && !is_malformed;
                is_whole || self.disturbance == Disturbance::Unread
            }
            (_, Some(3), None) => is_malformed,
            (Disturbance::Cut | Disturbance::CutAndRestored, Some(5), None) => is_file,
            (Disturbance::LittleMemory(_), Some(5), None) => true,
            // The loader of libraries runs before `main`.
            (Disturbance::LittleMemory(_), Some(127), None) => {
                error.contains("while loading shared libraries")
            }
            // The system ends a program whose stack finds no further page.
            (Disturbance::LittleMemory(_), None, Some(signal)) if signal == Signal::SEGV.as_raw() => {
                error.is_empty()
            }
            // Before `main` can ask for an exit code, or where not even that finds memory.
            (Disturbance::LittleMemory(_), None, Some(signal)) => {
                signal == Signal::ABORT.as_raw()
                    && (lacks_stack
                        || error.starts_with("memory allocation of ")
                        || error.starts_with("Fatal glibc error: "))
            }
            (Disturbance::Signal(sent), _, Some(signal)) => signal == sent.as_raw(),
            (Disturbance::Signal(sent), Some(code), _) => code == 128 + sent.as_raw(),
            _ => false,
        };
        ensure!(is_explained, said());
        // Rust's allocator and the C library report a failure in their own words before they abort.
        let is_reported = lacks_stack
            || ["error: ", "memory allocation of ", "Fatal glibc error: "]
                .iter()
                .any(|begin| error.starts_with(begin));
        ensure!(status.code() != Some(5) || is_reported, said());
        Ok(())
    }
}

/// Returns whether a process has begun to read the file, which moves its place in it.
fn is_being_read(child: &Child, path: &Path) -> bool {
    let process = Path::new("/proc").join(child.id().to_string());
    let files = fs::read_dir(process.join("fd")).into_iter().flatten().flatten();
    files.filter(|file| fs::read_link(file.path()).is_ok_and(|link| link == path)).any(|file| {
        let info = fs::read_to_string(process.join("fdinfo").join(file.file_name())).unwrap_or_default();
        info.lines().any(|line| line.strip_prefix("pos:").is_some_and(|place| place.trim() != "0"))
    })
}
