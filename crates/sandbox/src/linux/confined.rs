//! The judge's connection to a sandbox.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::cgroup::{Groups, MemoryCounts, MemoryEvents, kills_of_machine};
use super::message::{self, Handshake, Order};
use super::meter::{Counter, Meter};
use super::plan::{NamespaceLevel, SandboxPlan};
use super::program::Program;
use super::sample::{Sampler, Search};
use super::{keeper, sys};
use crate::error::{Error, failed};
use crate::run::Ended;
use nim_ground::presence::absent_is_none;

/// The failure of a sandbox whose proxy is gone.
pub(super) const ENDED: &str = "the sandbox has ended unexpectedly";

/// Bytes of output that are read at a time.
const BUFFER: usize = 64 << 10;

/// A sandbox that has been started, with its program.
pub struct Confined<'a> {
    socket: Option<OwnedFd>,
    keeper: sys::Pid,
    /// The private folder if there is no mount namespace.
    folder: Option<PathBuf>,
    pub(super) sampler: Option<Sampler>,
    pub(super) meter: Option<Meter>,
    pub(super) groups: Groups,
    /// The counts of kills for lack of memory, if there are any.
    pub(super) memory_events: Option<MemoryEvents>,
    /// The counts before this run.
    pub(super) memory_before: MemoryCounts,
    /// The processes that the system had killed for lack of memory when that was last looked at.
    pub(super) kills_of_machine: u64,
    /// A buffer for output.
    pub(super) buffer: Vec<u8>,
    pub(super) memory_limit: u64,
    /// The user that the program becomes, if that is not the caller.
    pub(super) user: Option<u32>,
    pub(super) unsandboxed: bool,
    pub(super) program: Arc<Program>,
    /// The folder in which the program runs.
    pub(super) working_dir: PathBuf,
    /// A folder with files for the next runs.
    pub(super) given: Option<PathBuf>,
    pub(super) interrupted: &'a AtomicBool,
}

impl Drop for Confined<'_> {
    fn drop(&mut self) {
        self.socket = None;
        let keeper = sys::reap(self.keeper, true);
        // One that was killed has left everything to the judge.
        if !keeper.is_some_and(|keeper| keeper.ended == Ended::Exited(0)) {
            self.groups.kill();
            keeper::clean_up(&self.groups, self.folder.as_deref());
        }
    }
}

impl<'a> Confined<'a> {
    /// Creates the sandbox of a plan; waits for the first message of its proxy on `socket`.
    ///
    /// # Errors
    /// When it fails to start.
    pub(super) fn new(
        socket: OwnedFd,
        keeper: sys::Pid,
        plan: &SandboxPlan,
        program: Arc<Program>,
        interrupted: &'a AtomicBool,
    ) -> Result<Self, Error> {
        let mut confined = Self {
            socket: Some(socket),
            keeper,
            folder: plan.folder.clone(),
            sampler: None,
            meter: None,
            groups: plan.groups.clone(),
            memory_events: None,
            memory_before: MemoryCounts::default(),
            kills_of_machine: if plan.groups.bounds_memory() { 0 } else { kills_of_machine() },
            buffer: vec![0; BUFFER],
            memory_limit: 0,
            user: plan.user,
            unsandboxed: plan.unsandboxed,
            program,
            working_dir: plan.working_dir.clone(),
            given: None,
            interrupted,
        };
        // The keeper has been started, so that any failure from here on must await it.
        confined.memory_events = plan.groups.memory_events().map_err(failed("the control group"))?;
        match confined.receive::<Handshake>()? {
            (Handshake::Ready { proxy, counter }, fds) => {
                let mut fds = fds.into_iter();
                confined.meter = counter.and_then(|counter| Some(Meter::received(counter, fds.next()?)));
                let proc = fds.next();
                // Without a /proc of its own, only the control group watches memory.
                if plan.level == NamespaceLevel::None || proc.is_some() {
                    // A program without a sandbox is trusted to start no process that escapes the lists.
                    let search = if plan.unsandboxed { Search::Children } else { Search::All };
                    let sampler = Sampler::new(proc, proxy, search, plan.user);
                    confined.sampler = absent_is_none(sampler, Path::new("/proc"))?;
                }
                Ok(confined)
            }
            (Handshake::Failed(error), _) => Err(error.into()),
        }
    }

    /// Returns the counter of CPU time, where the system has one.
    pub(super) fn counter(&self) -> Option<Counter> {
        self.meter.as_ref().map(Meter::counter)
    }

    /// Forgets the memory that earlier runs have used.
    pub(super) fn reset_memory(&mut self) {
        if let Some(events) = &self.memory_events {
            events.reset();
            self.memory_before = events.read(None);
        }
    }

    /// Returns the failures for lack of memory, so far.
    pub(super) fn memory_counts(&self) -> MemoryCounts {
        let before = Some(self.memory_before);
        self.memory_events.as_ref().map(|events| events.read(before)).unwrap_or_default()
    }

    pub(super) fn socket(&self) -> Result<BorrowedFd<'_>, Error> {
        self.socket.as_ref().map(AsFd::as_fd).ok_or_else(|| ENDED.into())
    }

    /// Sends an order to the proxy.
    pub(super) fn send(&self, order: &Order, fds: &[BorrowedFd<'_>]) -> Result<(), Error> {
        message::send(self.socket()?, order, fds).map_err(failed("the sandbox"))
    }

    /// Waits for a message of the proxy.
    pub(super) fn receive<T: serde::de::DeserializeOwned>(&self) -> Result<(T, Vec<OwnedFd>), Error> {
        message::receive(self.socket()?).map_err(failed("the sandbox"))?.ok_or_else(|| ENDED.into())
    }
}
