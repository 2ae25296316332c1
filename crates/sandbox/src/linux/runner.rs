//! Running the program of a sandbox once.

use std::ffi::OsString;
use std::fs::{File, Permissions};
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::{FileExt, PermissionsExt, fchown};
use std::path::Path;

use rustix::fs::{MemfdFlags, Mode, SealFlags, fcntl_add_seals, memfd_create};

use super::confined::Confined;
use super::lent;
use super::message::{Order, Settings};
use super::rlimits;
use super::sample::Sampler;
use super::watch::{RunWatch, WatchResult};
use crate::error::{Error, failed};
use crate::run::{Channel, LENT_FOLDER, LiveRun, Loan, MOST_CHANNELS, RunResult, Runner, Started, Stopped};
use crate::system::pipes::PipeEnd;
use nim_ground::content::{Content, Opened};
use nim_ground::error::{best_effort, named};
use nim_ground::file_io::{FileIo, PipeOrder};
use nim_ground::limits::Limits;
use nim_ground::private;

/// Private copies of inputs up to this many bytes are kept in memory.
const LARGEST_IN_MEMORY: u64 = 1 << 20;

/// The input of one run, opened.
struct OpenInput {
    file: File,
    /// Whether the input is a file of some file system, which the sandbox must allow the program to open.
    is_on_disk: bool,
}

/// The descriptors that one run uses.
#[derive(Clone, Copy)]
struct Streams<'s> {
    input: BorrowedFd<'s>,
    /// The output; `None` for a pipe that the judge reads.
    output: Option<BorrowedFd<'s>>,
    /// The further pipes of the run.
    pipes: &'s [BorrowedFd<'s>],
}

/// Most bytes of the arguments of one run.
const LONGEST_ARGS: usize = 8 << 10;

impl Runner for Confined<'_> {
    fn run(&mut self, input: &Content, limits: &Limits, out: &mut dyn Write) -> Result<RunResult, Error> {
        let opened = self.open_input(input).map_err(failed("the input"))?;
        Ok(self.run_opened(&opened, &FileIo::STANDARD, limits, out)?.0)
    }

    fn run_with_files(
        &mut self,
        input: &Content,
        files: &FileIo,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> Result<RunResult, Error> {
        let opened = self.open_input(input).map_err(failed("the input"))?;
        if files.output.is_none() {
            return Ok(self.run_opened(&opened, files, limits, out)?.0);
        }
        // With an output file, standard output does not count.
        let (mut result, output) = self.run_opened(&opened, files, limits, &mut io::sink())?;
        if let Some(output) = output.filter(|_| result.stopped.is_none()) {
            let mut bounded = File::from(output).take(limits.output.saturating_add(1));
            if io::copy(&mut bounded, out)? > limits.output {
                result.stopped = Some(Stopped::Output);
            }
        }
        Ok(result)
    }

    fn give(&mut self, folder: Option<&Path>) -> Result<(), Error> {
        self.given = folder.map(Path::to_path_buf);
        Ok(())
    }

    fn place(&self) -> Option<&Path> {
        (!self.unsandboxed).then_some(&*self.working_dir)
    }

    fn call(&mut self, loan: &Loan, limits: &Limits, out: &mut dyn Write) -> Result<RunResult, Error> {
        let nothing = Content::from("");
        let stdin = loan.stdin.as_ref().unwrap_or(&nothing);
        let input = self.open_input(stdin).map_err(failed("the input"))?;
        let settings = Settings {
            input_is_on_disk: input.is_on_disk,
            is_answered: false,
            ..self.answered(&loan.args, limits)?
        };
        let streams = Streams { input: input.file.as_fd(), output: None, pipes: &[] };
        Ok(self.order(streams, settings, loan, limits)?.run(out)?.0)
    }

    fn start<'r>(&'r mut self, loan: &Loan, limits: &'r Limits) -> Result<Started<'r>, Error> {
        self.start_answered(self.answered(&loan.args, limits)?, &[], loan, limits)
    }

    fn start_with_names<'r>(
        &'r mut self,
        order: PipeOrder,
        loan: &Loan,
        limits: &'r Limits,
    ) -> Result<Started<'r>, Error> {
        let settings = Settings { names: Some(order), ..self.answered(&loan.args, limits)? };
        self.start_answered(settings, &[], loan, limits)
    }

    fn start_with_channels<'r>(
        &'r mut self,
        count: usize,
        order: PipeOrder,
        loan: &Loan,
        limits: &'r Limits,
    ) -> Result<(Started<'r>, Vec<Channel>), Error> {
        if count > MOST_CHANNELS {
            let why = format!("a program has at most {MOST_CHANNELS} pairs of further pipes");
            return Err(Error::Unsupported(why));
        }
        rlimits::raise_open_files();
        let (mut pipes, mut channels) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let (reads, to) = io::pipe().map_err(failed("a pipe"))?;
            let (from, writes) = io::pipe().map_err(failed("a pipe"))?;
            pipes.extend(order.arrange(OwnedFd::from(reads), writes.into()));
            let from = PipeEnd::new(Some(from)).map_err(failed("a pipe"))?;
            channels.push(Channel { to: to.into(), from });
        }
        let pipes: Vec<_> = pipes.iter().map(AsFd::as_fd).collect();
        for &pipe in &pipes {
            self.own(pipe)?;
        }
        let settings = Settings { pipes: pipes.len(), ..self.answered(&loan.args, limits)? };
        Ok((self.start_answered(settings, &pipes, loan, limits)?, channels))
    }

    fn can_be_connected(&self) -> bool {
        self.sampler.as_ref().is_some_and(Sampler::knows_transfers)
    }

    fn start_between<'r>(
        &'r mut self,
        loan: &Loan,
        limits: &'r Limits,
        input: &PipeReader,
        output: &PipeWriter,
    ) -> Result<Box<dyn LiveRun + 'r>, Error> {
        self.own(input.as_fd())?;
        let settings = self.answered(&loan.args, limits)?;
        let streams = Streams { input: input.as_fd(), output: Some(output.as_fd()), pipes: &[] };
        Ok(Box::new(self.order(streams, settings, loan, limits)?))
    }
}

impl<'a> Confined<'a> {
    /// Returns the settings of an answered run with these arguments.
    fn answered(&self, args: &[OsString], limits: &Limits) -> Result<Settings, Error> {
        if args.iter().map(|arg| arg.len()).sum::<usize>() > LONGEST_ARGS {
            return Err(format!("the arguments have more than {LONGEST_ARGS} bytes").into());
        }
        Ok(Settings {
            input_is_on_disk: false,
            limits: *limits,
            files: FileIo::STANDARD,
            is_answered: true,
            args: args.to_vec(),
            pipes: 0,
            lent: Vec::new(),
            gives_folder: false,
            lends_folder: false,
            directory: None,
            names: None,
        })
    }

    /// Opens the lent files of a run, and adds them to its settings. Without a sandbox, they stay in place.
    fn lend(&self, loan: &Loan, settings: &mut Settings) -> io::Result<Vec<OwnedFd>> {
        let current = loan.folder.as_ref().filter(|folder| folder.is_current);
        if self.unsandboxed {
            settings.directory = current.map(|folder| &folder.path).or(self.given.as_ref()).map(Into::into);
            return Ok(Vec::new());
        }
        settings.directory = current.map(|_| self.working_dir.join(LENT_FOLDER).into());
        settings.lent = loan.files.iter().map(|(name, _)| (*name).to_owned()).collect();
        settings.gives_folder = self.given.is_some();
        settings.lends_folder = loan.folder.is_some();
        let files = loan.files.iter().map(|(_, content)| opened(content));
        files
            .chain(self.given.iter().map(File::open))
            .chain(loan.folder.iter().map(|folder| File::open(&folder.path)))
            .map(|file| Ok(file?.into()))
            .collect()
    }

    /// Starts an answered run; also returns the other end of the pipe that it reads.
    fn start_answered<'r>(
        &'r mut self,
        settings: Settings,
        pipes: &[BorrowedFd<'_>],
        loan: &Loan,
        limits: &'r Limits,
    ) -> Result<Started<'r>, Error> {
        let (input, input_end) = io::pipe().map_err(failed("a pipe"))?;
        self.own(input.as_fd())?;
        let streams = Streams { input: input.as_fd(), output: None, pipes };
        let watch = self.order(streams, settings, loan, limits)?;
        Ok((Box::new(watch), input_end.into()))
    }

    /// Runs it once on an input.
    fn run_opened(
        &mut self,
        input: &OpenInput,
        files: &FileIo,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> Result<WatchResult, Error> {
        let files = files.clone();
        let settings = Settings {
            input_is_on_disk: input.is_on_disk,
            files,
            is_answered: false,
            ..self.answered(&[], limits)?
        };
        let streams = Streams { input: input.file.as_fd(), output: None, pipes: &[] };
        self.order(streams, settings, &Loan::default(), limits)?.run(out)
    }

    /// Lets the program's user open a pipe by a name such as `/dev/stdout`. One between two programs has two users; others do not reach it.
    fn own(&self, pipe: BorrowedFd<'_>) -> Result<(), Error> {
        let Some(user) = self.user else { return Ok(()) };
        fchown(pipe, Some(user), Some(user)).map_err(failed("a pipe"))?;
        rustix::fs::fchmod(pipe, Mode::from_raw_mode(0o666)).map_err(failed("a pipe"))
    }

    /// Orders a run, whose output the judge reads if it goes nowhere else, and returns its watch.
    fn order<'w>(
        &'w mut self,
        streams: Streams<'_>,
        mut settings: Settings,
        loan: &Loan,
        limits: &'w Limits,
    ) -> Result<RunWatch<'w, 'a>, Error> {
        let Streams { input, output, pipes } = streams;
        let lent = self.lend(loan, &mut settings).map_err(failed("what the program reads"))?;
        let own_pipe = output.is_none().then(io::pipe).transpose().map_err(failed("a pipe"))?;
        let (stdout, own_end) =
            own_pipe.map_or((None, None), |(stdout, end)| (Some(stdout.into()), Some(end)));
        let (stderr, stderr_end) = io::pipe().map_err(failed("a pipe"))?;
        let stdout_end = own_end.as_ref().map(AsFd::as_fd).or(output).ok_or("the program has no output")?;
        for end in [stdout_end, stderr_end.as_fd()] {
            self.own(end)?;
        }
        let given = self.given.as_deref().filter(|_| settings.gives_folder);
        let room = limits.memory.saturating_add(copied(input, given, &settings, loan, &lent)?);
        if self.memory_limit != room {
            self.groups.limit_memory(room);
            self.memory_limit = room;
        }
        self.reset_memory();
        let folder = loan.folder.clone().filter(|_| settings.lends_folder);
        let own = [input, stdout_end, stderr_end.as_fd()].into_iter();
        let fds: Vec<_> = own.chain(pipes.iter().copied()).chain(lent.iter().map(AsFd::as_fd)).collect();
        self.send(&Order::Run(settings), &fds)?;
        let inputs = pipes.iter().copied().chain([input]).map(|pipe| Ok(rustix::fs::fstat(pipe)?.st_ino));
        let inputs = inputs.collect::<io::Result<_>>().map_err(failed("the input"))?;
        Ok(RunWatch::new(self, limits, stdout, stderr.into(), folder, inputs))
    }

    /// Opens the input for the program: a private copy, which the program may change, and whose name reveals nothing; without a sandbox,
    /// the file itself.
    fn open_input(&self, content: &Content) -> io::Result<OpenInput> {
        if self.unsandboxed
            && let Some(file) = content.file()
        {
            let file = File::open(file).map_err(named(file.display()))?;
            return Ok(OpenInput { file, is_on_disk: true });
        }
        let input = private_copy(content)?;
        // Updates the access time, by which a file that was not read could otherwise be recognised.
        best_effort(input.file.read_at(&mut [0], 0));
        Ok(input)
    }
}

/// Opens a file that is lent.
fn opened(content: &Content) -> io::Result<File> {
    match content.open()? {
        Opened::File(file) => Ok(file),
        Opened::Bytes(_) => Ok(private_copy(content)?.file),
    }
}

/// Returns the bytes that are copied into the private folder before a run: they count in the group, and are no memory of the program.
fn copied(
    input: BorrowedFd<'_>,
    given: Option<&Path>,
    settings: &Settings,
    loan: &Loan,
    lent: &[OwnedFd],
) -> io::Result<u64> {
    let input = settings.files.input.is_some().then_some(input);
    let lent = lent.iter().take(settings.lent.len()).map(AsFd::as_fd);
    let mut bytes = 0;
    for file in input.into_iter().chain(lent) {
        // The size of a file is not negative.
        bytes += u64::try_from(rustix::fs::fstat(file)?.st_size).unwrap_or(0);
    }
    let folder = loan.folder.as_ref().filter(|_| settings.lends_folder);
    for folder in folder.map(|folder| &*folder.path).into_iter().chain(given) {
        bytes += lent::size(folder)?;
    }
    Ok(bytes)
}

/// Copies an input for one run.
fn private_copy(content: &Content) -> io::Result<OpenInput> {
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    // Some systems are configured to refuse files in memory.
    if content.size()? <= LARGEST_IN_MEMORY
        && let Ok(copy) = memfd_create("input", flags).map(File::from)
    {
        let mut text = Vec::new();
        content.open()?.read_to_end(&mut text)?;
        copy.write_all_at(&text, 0)?;
        // The program may change the copy, but bytes that it added would be in no process's memory.
        fcntl_add_seals(&copy, SealFlags::GROW | SealFlags::SHRINK)?;
        return Ok(OpenInput { file: copy, is_on_disk: false });
    }
    let mut copy = tempfile::NamedTempFile::with_prefix("toolkit-input-").map_err(private::without_name)?;
    match content.open()? {
        // The system copies from file to file.
        Opened::File(mut file) => io::copy(&mut file, copy.as_file_mut())?,
        Opened::Bytes(mut bytes) => io::copy(&mut bytes, copy.as_file_mut())?,
    };
    copy.as_file().set_permissions(Permissions::from_mode(0o444))?;
    Ok(OpenInput { file: File::open(copy.path())?, is_on_disk: true })
}
