//! Running the program of a sandbox once.

use std::ffi::OsString;
use std::fs::{File, Permissions};
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::{FileExt, PermissionsExt, fchown};
use std::path::Path;

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};

use super::confined::Confined;
use super::message::{Order, Settings};
use super::sample::Sampler;
use super::watch::{RunWatch, WatchResult};
use crate::failure::{Failure, failed};
use crate::files::FileIo;
use crate::limits::Limits;
use crate::private;
use crate::run::{LiveRun, PipeOrder, RunResult, Runner, Started, Stopped};

/// Private copies of inputs up to this many bytes are kept in memory.
const LARGEST_IN_MEMORY: u64 = 1 << 20;

/// Most bytes of the arguments of one run.
const LONGEST_ARGS: usize = 8 << 10;

impl Runner for Confined<'_> {
    fn run(&mut self, input: &Path, limits: &Limits, out: &mut dyn Write) -> Result<RunResult, Failure> {
        let opened = self.open_input(input).map_err(failed(input.display().to_string()))?;
        Ok(self.run_opened(opened, &FileIo::STANDARD, limits, out)?.0)
    }

    fn run_on(&mut self, input: &[u8], limits: &Limits, out: &mut dyn Write) -> Result<RunResult, Failure> {
        let copied = private_copy(input, input.len() as u64).map_err(failed("the input"))?;
        Ok(self.run_opened(copied, &FileIo::STANDARD, limits, out)?.0)
    }

    fn run_with_files(
        &mut self,
        input: &Path,
        files: &FileIo,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> Result<RunResult, Failure> {
        let opened = self.open_input(input).map_err(failed(input.display().to_string()))?;
        if files.output.is_none() {
            return Ok(self.run_opened(opened, files, limits, out)?.0);
        }
        // What it writes elsewhere does not count as its output.
        let (mut result, output) = self.run_opened(opened, files, limits, &mut io::sink())?;
        if let Some(output) = output.filter(|_| result.stopped.is_none()) {
            let mut bounded = File::from(output).take(limits.output.saturating_add(1));
            if io::copy(&mut bounded, out)? > limits.output {
                result.stopped = Some(Stopped::Output);
            }
        }
        Ok(result)
    }

    fn start<'r>(&'r mut self, args: &[OsString], limits: &'r Limits) -> Result<Started<'r>, Failure> {
        self.start_answered(answered(args, limits)?, limits)
    }

    fn start_with_names<'r>(
        &'r mut self,
        order: PipeOrder,
        limits: &'r Limits,
    ) -> Result<Started<'r>, Failure> {
        self.start_answered(Settings { names: Some(order), ..answered(&[], limits)? }, limits)
    }

    fn can_be_connected(&self) -> bool {
        self.sampler.as_ref().is_some_and(Sampler::knows_transfers)
    }

    fn start_between<'r>(
        &'r mut self,
        args: &[OsString],
        limits: &'r Limits,
        (input, output): (&PipeReader, &PipeWriter),
    ) -> Result<Box<dyn LiveRun + 'r>, Failure> {
        self.own(input.as_fd())?;
        let settings = answered(args, limits)?;
        Ok(Box::new(self.order(input.as_fd(), Some(output.as_fd()), settings, limits)?))
    }
}

/// Returns the settings of a run that is answered, with these arguments.
fn answered(args: &[OsString], limits: &Limits) -> Result<Settings, Failure> {
    let texts: Option<Vec<String>> = args.iter().map(|arg| arg.to_str().map(str::to_owned)).collect();
    let args = texts
        .filter(|args| args.iter().map(String::len).sum::<usize>() <= LONGEST_ARGS)
        .ok_or_else(|| "the arguments of an interactor are too long or no UTF-8".to_owned())?;
    let (limits, files) = (*limits, FileIo::STANDARD);
    Ok(Settings { input_is_on_disk: false, limits, files, is_answered: true, args, names: None })
}

impl<'a> Confined<'a> {
    /// Starts a run that is answered; also returns the other end of the pipe that it reads.
    fn start_answered<'r>(
        &'r mut self,
        settings: Settings,
        limits: &'r Limits,
    ) -> Result<Started<'r>, Failure> {
        let (input, input_end) = io::pipe().map_err(failed("a pipe"))?;
        self.own(input.as_fd())?;
        let watch = self.order(input.as_fd(), None, settings, limits)?;
        Ok((Box::new(watch), input_end.into()))
    }

    /// Runs it once on an input, which may be on a disk.
    fn run_opened(
        &mut self,
        (input, input_is_on_disk): (File, bool),
        files: &FileIo,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> Result<WatchResult, Failure> {
        // Updates the access time, by which a file that nobody has read could otherwise be recognised.
        let _ = input.read_at(&mut [0], 0);
        let (files, args, names) = (files.clone(), Vec::new(), None);
        let settings = Settings { input_is_on_disk, limits: *limits, files, is_answered: false, args, names };
        self.order(input.as_fd(), None, settings, limits)?.run(out)
    }

    /// Gives a pipe to the program's user: programs can reopen their output, as `/dev/stdout`, only if they own it.
    fn own(&self, pipe: BorrowedFd<'_>) -> Result<(), Failure> {
        self.user.map_or(Ok(()), |user| fchown(pipe, Some(user), Some(user))).map_err(failed("a pipe"))
    }

    /// Orders a run, whose output the judge reads if it goes nowhere else, and returns its watch.
    fn order<'w>(
        &'w mut self,
        input: BorrowedFd<'_>,
        output: Option<BorrowedFd<'_>>,
        settings: Settings,
        limits: &'w Limits,
    ) -> Result<RunWatch<'w, 'a>, Failure> {
        let own_pipe = output.is_none().then(io::pipe).transpose().map_err(failed("a pipe"))?;
        let (stdout, own_end) =
            own_pipe.map_or((None, None), |(stdout, end)| (Some(stdout.into()), Some(end)));
        let (stderr, stderr_end) = io::pipe().map_err(failed("a pipe"))?;
        let stdout_end = own_end.as_ref().map(AsFd::as_fd).or(output).ok_or("the program has no output")?;
        for end in [stdout_end, stderr_end.as_fd()] {
            self.own(end)?;
        }
        // The copy of the input in the private folder counts in the group, and is no memory of the program.
        let copied = settings.files.input.as_ref().and_then(|_| rustix::fs::fstat(input).ok());
        let copied = copied.and_then(|input| u64::try_from(input.st_size).ok()).unwrap_or(0);
        let room = limits.memory.saturating_add(copied);
        if self.memory_limit != room {
            self.groups.limit_memory(room);
            self.memory_limit = room;
        }
        self.reset_memory();
        self.send(&Order::Run(settings), &[input, stdout_end, stderr_end.as_fd()])?;
        Ok(RunWatch::new(self, limits, stdout, stderr.into()))
    }

    /// Opens the input for the program: a private copy, which it may change, and whose name tells nothing; without a
    /// sandbox, the file itself. Also returns whether it is on a disk.
    fn open_input(&self, path: &Path) -> io::Result<(File, bool)> {
        let file = File::open(path)?;
        if self.unsandboxed {
            return Ok((file, true));
        }
        let length = file.metadata()?.len();
        private_copy(file, length)
    }
}

/// Copies an input of this length for one run. Also returns whether the copy is on a disk.
fn private_copy(mut input: impl Read, len: u64) -> io::Result<(File, bool)> {
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let in_memory = || memfd_create("input", flags).map(File::from);
    // Some systems are configured to refuse files in memory.
    if len <= LARGEST_IN_MEMORY
        && let Ok(copy) = in_memory()
    {
        let mut text = Vec::new();
        input.read_to_end(&mut text)?;
        copy.write_all_at(&text, 0)?;
        // The program may change it, but what it could add is in no process's memory.
        fcntl_add_seals(&copy, SealFlags::GROW | SealFlags::SHRINK)?;
        return Ok((copy, false));
    }
    let mut copy = tempfile::NamedTempFile::with_prefix("toolkit-input-").map_err(private::without_name)?;
    io::copy(&mut input, &mut copy)?;
    copy.as_file().set_permissions(Permissions::from_mode(0o444))?;
    Ok((File::open(copy.path())?, true))
}
