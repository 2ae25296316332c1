//! A sandbox that runs, as the judge has it.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::cgroup::Groups;
use super::message::{self, Hello, Order, Settings};
use super::meter::{Counter, Meter};
use super::plan::{Level, Plan};
use super::program::Program;
use super::sample::Sampler;
use super::sys;
use super::watch::Watch;
use crate::judge::limits::Limits;
use crate::judge::run::{Run, RunError, Runner};

/// A private copy of an input that is no larger than this, in bytes, needs no disk.
const LARGEST_IN_MEMORY: u64 = 1 << 20;

/// A sandbox that runs, with its program.
pub struct Confined<'a> {
    socket: Option<OwnedFd>,
    keeper: sys::Pid,
    pub(super) sampler: Option<Sampler>,
    pub(super) meter: Option<Meter>,
    pub(super) groups: Groups,
    /// How often the system had killed something for want of memory before this run.
    pub(super) kills: u64,
    memory_limit: u64,
    /// Bytes that a stack may have, whatever the limit is.
    most_stack: u64,
    /// The user that the program becomes, where that is not the caller.
    user: Option<u32>,
    pub(super) bare: bool,
    pub(super) program: &'a Program,
    pub(super) interrupted: &'a AtomicBool,
}

impl Drop for Confined<'_> {
    fn drop(&mut self) {
        self.socket = None;
        sys::reap(self.keeper, true);
    }
}

impl<'a> Confined<'a> {
    /// The sandbox of a plan, whose proxy is being started and says so on `socket`.
    ///
    /// # Errors
    /// When it fails to start, and why.
    pub(super) fn new(
        socket: OwnedFd,
        keeper: sys::Pid,
        plan: &Plan,
        program: &'a Program,
        interrupted: &'a AtomicBool,
    ) -> Result<Self, String> {
        let mut confined = Self {
            socket: Some(socket),
            keeper,
            sampler: None,
            meter: None,
            groups: plan.groups.clone(),
            kills: 0,
            memory_limit: 0,
            most_stack: most_stack(),
            user: plan.user,
            bare: plan.bare,
            program,
            interrupted,
        };
        match confined.receive::<Hello>()? {
            (Hello::Ready { proxy, counter }, fds) => {
                let mut fds = fds.into_iter();
                confined.meter = counter.and_then(|counter| Some(Meter::received(counter, fds.next()?)));
                let proc = fds.next();
                // Without a /proc of its own, only the control group watches memory.
                if plan.level == Level::None || proc.is_some() {
                    confined.sampler = Sampler::new(proc, proxy).ok();
                }
                confined.kills = confined.groups.kills();
                Ok(confined)
            }
            (Hello::Failed(error), _) => Err(error),
        }
    }

    /// What counts CPU time, where the system does.
    pub(super) fn counter(&self) -> Option<Counter> {
        self.meter.as_ref().map(Meter::counter)
    }

    pub(super) fn socket(&self) -> Result<&OwnedFd, String> {
        self.socket.as_ref().ok_or_else(|| "the sandbox has ended".to_owned())
    }

    pub(super) fn receive<T: serde::de::DeserializeOwned>(&self) -> Result<(T, Vec<OwnedFd>), String> {
        match message::receive(self.socket()?.as_fd()) {
            Ok(Some(received)) => Ok(received),
            Ok(None) => Err("the sandbox has ended unexpectedly".to_owned()),
            Err(error) => Err(format!("the sandbox: {error}")),
        }
    }

    /// The input as the program gets it: itself where the program's user can read it but neither change nor own it,
    /// else a private copy, to which the program may do what it likes.
    ///
    /// With it comes whether it is a file of some file system.
    fn open_input(&self, path: &Path) -> io::Result<(File, bool)> {
        let mut file = File::open(path)?;
        let metadata = file.metadata()?;
        let safe = match self.user {
            None => {
                let may_write = || rustix::fs::access(path, rustix::fs::Access::WRITE_OK).is_ok();
                metadata.uid() != rustix::process::geteuid().as_raw() && !may_write()
            }
            Some(_) => metadata.mode() & 0o004 != 0 && metadata.mode() & 0o002 == 0,
        };
        if safe || self.bare {
            // Else the first run alone would find that nobody has read the file since it was written.
            let _ = file.read_at(&mut [0], 0);
            return Ok((file, true));
        }
        let in_memory = || rustix::fs::memfd_create("input", rustix::fs::MemfdFlags::CLOEXEC).map(File::from);
        // Some systems are set to refuse files in memory.
        if metadata.len() <= LARGEST_IN_MEMORY
            && let Ok(mut copy) = in_memory()
        {
            io::copy(&mut file, &mut copy)?;
            copy.rewind()?;
            return Ok((copy, false));
        }
        let mut copy = tempfile::NamedTempFile::with_prefix("toolkit-input-")?;
        io::copy(&mut file, &mut copy)?;
        copy.as_file().set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o444))?;
        Ok((File::open(copy.path())?, true))
    }
}

impl Runner for Confined<'_> {
    fn run(&mut self, input: &Path, limits: &Limits, out: &mut dyn Write) -> Result<Run, RunError> {
        let told = |what: &'static str| move |error: io::Error| format!("{what}: {error}");
        let (input, input_is_on_disk) =
            self.open_input(input).map_err(|error| format!("{}: {error}", input.display()))?;
        let (stdout, stdout_end) = io::pipe().map_err(told("a pipe"))?;
        let (stderr, stderr_end) = io::pipe().map_err(told("a pipe"))?;
        if let Some(user) = self.user {
            // Programs may open their output again by its name, as /dev/stdout, if it belongs to them.
            for end in [&stdout_end, &stderr_end] {
                std::os::unix::fs::fchown(end, Some(user), Some(user)).map_err(told("a pipe"))?;
            }
        }
        if self.memory_limit != limits.memory {
            self.groups.limit_memory(limits.memory);
            self.memory_limit = limits.memory;
        }
        let order = Order::Run(Settings {
            input_is_on_disk,
            cpu_seconds: limits.cpu.as_secs() + 2,
            file_bytes: limits.output,
            stack_bytes: limits.memory.min(self.most_stack),
        });
        let fds = [input.as_fd(), stdout_end.as_fd(), stderr_end.as_fd()];
        message::send(self.socket()?.as_fd(), &order, &fds).map_err(told("the sandbox"))?;
        drop((input, stdout_end, stderr_end));
        Ok(Watch::new(self, limits, stdout.into(), stderr.into()).run(out)?)
    }
}

/// The largest stack that leaves room for others. Every thread gets as much address space for its stack as the limit for
/// stacks says, and none where that is more than the machine could give.
fn most_stack() -> u64 {
    let system = rustix::system::sysinfo();
    let machine = (system.totalram as u64).saturating_mul(u64::from(system.mem_unit)) / 4;
    let addresses = rustix::process::getrlimit(rustix::process::Resource::As).current;
    addresses.map_or(machine, |addresses| machine.min(addresses / 8))
}
