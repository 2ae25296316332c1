//! The measurement of one run: output, wall time, CPU time and memory.

use std::io::Write;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::cgroup::kills_of_machine;
use super::confined::{Confined, ENDED};
use super::lent;
use super::memory::FolderMemory;
use super::message::{Order, Reply, RunEvent};
use super::meter::{Counter, Meter};
use super::sample::{CpuObservation, ResourceSample, Sampler};
use super::steal::Steal;
use super::thread_waits::ThreadWaits;
use super::{MOST_PROCESSES, SURVIVORS};
use crate::error::{Error, failed};
use crate::run::{Ended, LentFolder, LiveRun, Ready, RunResult, Sources, Stopped, Waiting};
use crate::stderr::Stderr;
use crate::system::pipes::{Direction, wait_for};
use nim_ground::limits::Limits;

/// The time in which a killed program must have ended.
const KILL_GRACE: Duration = Duration::from_secs(60);
/// The time for which the memory of several processes must exceed the limit.
const SETTLE_TIME: Duration = Duration::from_millis(100);
/// The error allowed to the performance event's CPU time.
const EVENT_ERROR: Duration = Duration::from_millis(50);
/// The most time that is excused, in wall-clock limits.
const MOST_WAITING: u32 = 9;

/// The result of a run, and the file that it wrote, where it writes one.
pub type WatchResult = (RunResult, Option<OwnedFd>);

/// Watches one run that has been ordered.
pub struct RunWatch<'w, 'a> {
    sandbox: &'w mut Confined<'a>,
    limits: &'w Limits,
    /// The inodes of the pipes that it may read.
    inputs: Vec<u64>,
    begin: Instant,
    /// Whether the output goes to another program, so that the system counts it.
    is_connected: bool,
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    written: u64,
    errors: Stderr,
    memory: u64,
    /// The largest stack that was seen, in bytes.
    stack: u64,
    /// The private folder, if it is in memory.
    folder: Option<FolderMemory>,
    /// The first of the samples in a row in which several processes had too much memory together.
    too_much_since: Option<Instant>,
    killed: Option<Instant>,
    stopped: Option<Stopped>,
    samples: u32,
    next_sample: Instant,
    /// The meter's CPU time when the run began; `None` before that.
    begun: Option<Duration>,
    /// CPU time from samples, where no control group counts it.
    observed: Option<CpuObservation>,
    steal: Option<Steal>,
    /// Whether a program out of time had ended before its waits for a CPU could be read.
    has_vanished: bool,
    /// Time of the comparison, during which the program may have waited.
    busy: Duration,
    /// The excused waits for a CPU.
    waited: Duration,
    /// The waits of this thread for a CPU, if the program may wait for the handling of its output.
    judge: Option<ThreadWaits>,
    /// Excused time of another program, which this one may have waited for.
    excused: Duration,
    /// The folder that it was lent, to which its copy is copied back.
    folder_lent: Option<LentFolder>,
}

impl<'w, 'a> RunWatch<'w, 'a> {
    /// Watches an ordered run; `stdout` is its output, unless that goes to another program. `folder_lent` is the folder to copy back,
    /// `inputs` has the inodes of the pipes that it may read.
    pub fn new(
        sandbox: &'w mut Confined<'a>,
        limits: &'w Limits,
        stdout: Option<OwnedFd>,
        stderr: OwnedFd,
        folder_lent: Option<LentFolder>,
        inputs: Vec<u64>,
    ) -> Self {
        let begin = Instant::now();
        let judge = stdout.as_ref().and_then(|_| ThreadWaits::begin());
        Self {
            sandbox,
            limits,
            inputs,
            begin,
            is_connected: stdout.is_none(),
            stdout,
            stderr: Some(stderr),
            written: 0,
            errors: Stderr::default(),
            memory: 0,
            stack: 0,
            folder: None,
            too_much_since: None,
            killed: None,
            stopped: None,
            samples: 0,
            busy: Duration::ZERO,
            waited: Duration::ZERO,
            judge,
            excused: Duration::ZERO,
            folder_lent,
            next_sample: begin + Duration::from_millis(5),
            begun: None,
            observed: None,
            steal: None,
            has_vanished: false,
        }
    }

    /// Watches the run to its end and passes its output to `out`.
    ///
    /// # Errors
    /// When the sandbox or `out` fails.
    pub fn run(mut self, out: &mut dyn Write) -> Result<WatchResult, Error> {
        loop {
            let ready = self.wait(self.next_check())?;
            if let Some(result) = self.step(ready, out)? {
                return Ok(result);
            }
        }
    }

    /// Reads the available output and checks the limits; returns the result at the end.
    fn step(&mut self, ready: Ready, out: &mut dyn Write) -> Result<Option<WatchResult>, Error> {
        if ready.output {
            self.drain_output(out)?;
        }
        if ready.errors {
            self.drain_errors();
        }
        if ready.events {
            match self.sandbox.receive::<RunEvent>()? {
                (RunEvent::Begun { since, meter, folder_bytes: before }, fds) => {
                    self.folder = fds.into_iter().next().map(|folder| FolderMemory { folder, before });
                    self.begin(since, meter);
                }
                (RunEvent::Over(reply), mut fds) => {
                    let result = self.finish(reply, out)?;
                    if let Some(folder) = self.folder_lent.take() {
                        let copy = fds.pop().ok_or(ENDED)?;
                        lent::take_back(&copy, &folder).map_err(failed("the program's folder"))?;
                        self.sandbox.send(&Order::TakenBack, &[])?;
                    }
                    return Ok(Some((result, fds.pop())));
                }
            }
        }
        if let Some(judge) = &mut self.judge {
            judge.pass(ready.output);
        }
        self.check()?;
        Ok(None)
    }

    /// Starts the clock: cleaning up after the run before does not count.
    fn begin(&mut self, since: Duration, metered: Duration) {
        let now = Instant::now();
        self.begin = now.checked_sub(since).unwrap_or(now);
        self.next_sample = now.max(self.begin + Duration::from_millis(5));
        self.begun = Some(metered);
        let counter = self.sandbox.counter();
        if counter.is_none_or(|counter| counter == Counter::Event) {
            self.observed = self.sandbox.sampler.as_ref().map(Sampler::begin);
        }
        self.steal = (counter == Some(Counter::Event)).then(Steal::begin);
    }

    /// CPU time of everything in the sandbox since the run began.
    fn cpu(&self) -> Duration {
        let metered = self.sandbox.meter.as_ref().and_then(Meter::read);
        let metered = metered.zip(self.begun).map(|(now, begun)| now.saturating_sub(begun));
        self.estimated_cpu(Duration::ZERO, metered)
    }

    /// Returns the best estimate of CPU time from awaited processes, samples, and the meter.
    ///
    /// An event includes stolen time, so that it counts only where stolen time cannot explain it.
    fn estimated_cpu(&self, awaited: Duration, metered: Option<Duration>) -> Duration {
        let seen = self.observed.as_ref().map_or(awaited, |observed| observed.cpu.max(awaited));
        let Some(metered) = metered else { return seen };
        if self.sandbox.counter() != Some(Counter::Event) {
            return metered;
        }
        let seen = seen.min(metered);
        let most = seen + seen / 4 + EVENT_ERROR;
        if metered <= most {
            return seen;
        }
        let own = self.steal.as_ref().map_or(metered, |steal| metered.mul_f64(steal.own_share()));
        if own <= most { seen } else { own }
    }

    /// Returns the waits for a CPU, of the program and of this thread while it took its output; `None` when no process is left.
    fn waits(&self) -> Option<Duration> {
        // Other processes may have used unseen CPU time between samples.
        let is_known =
            self.sandbox.meter.is_some() || self.observed.as_ref().is_some_and(|observed| observed.was_alone);
        let sampler = self.sandbox.sampler.as_ref().filter(|_| is_known);
        let waited = sampler.map_or(Some(Duration::ZERO), |sampler| sampler.waited(|| self.cpu()))?;
        Some(waited + self.judge.as_ref().map_or(Duration::ZERO, ThreadWaits::counted))
    }

    /// Waits for something to read, but not past `deadline`.
    fn wait(&self, deadline: Instant) -> Result<Ready, Error> {
        let left = deadline.saturating_duration_since(Instant::now());
        let socket = self.sandbox.socket()?;
        let open = [&self.stdout, &self.stderr].into_iter().flatten().map(AsFd::as_fd);
        let pipes: Vec<_> = [socket].into_iter().chain(open).map(|pipe| (pipe, Direction::Read)).collect();
        let mut ready = wait_for(&pipes, left).map_err(failed("poll"))?.into_iter();
        let events = ready.next() == Some(true);
        let output = self.stdout.is_some() && ready.next() == Some(true);
        let errors = self.stderr.is_some() && ready.next() == Some(true);
        Ok(Ready { events, output, errors })
    }

    /// Reads standard output once, and passes it on up to the limit.
    fn drain_output(&mut self, out: &mut dyn Write) -> Result<(), Error> {
        let Some(fd) = &self.stdout else { return Ok(()) };
        match rustix::io::read(fd, &mut self.sandbox.buffer[..]) {
            Ok(0) => self.stdout = None,
            Ok(bytes) => {
                let room =
                    usize::try_from(self.limits.output.saturating_sub(self.written)).unwrap_or(usize::MAX);
                self.written += bytes as u64;
                let begin = Instant::now();
                out.write_all(&self.sandbox.buffer[..bytes.min(room)]).map_err(failed("the comparison"))?;
                self.busy += begin.elapsed();
            }
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
            Err(error) => return Err(failed("standard output")(error)),
        }
        Ok(())
    }

    fn drain_errors(&mut self) {
        let Some(fd) = &self.stderr else { return };
        match rustix::io::read(fd, &mut self.sandbox.buffer[..]) {
            Ok(0) => self.stderr = None,
            Ok(bytes) => self.errors.take(&self.sandbox.buffer[..bytes]),
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
            Err(_) => self.stderr = None,
        }
    }

    /// Returns the end of the wall-clock limit. Waits for the judge or for a CPU do not count, so that the verdict is the same on a
    /// busy machine.
    fn deadline(&self) -> Instant {
        self.begin + self.allowed_wall()
    }

    fn allowed_wall(&self) -> Duration {
        let most = self.limits.wall.saturating_mul(MOST_WAITING);
        let excused = self.waited.saturating_add(self.excused).min(most);
        self.limits.wall.saturating_add(excused).saturating_add(self.busy)
    }

    /// Checks the clock and, when a sample is due, the other limits; kills a run that exceeds one.
    fn check(&mut self) -> Result<(), Error> {
        let now = Instant::now();
        if let Some(killed) = self.killed {
            return if now.duration_since(killed) < KILL_GRACE { Ok(()) } else { Err(SURVIVORS.into()) };
        }
        if self.written.max(self.errors.written) > self.limits.output {
            return self.kill(Stopped::Output);
        }
        if self.begun.is_some() && now >= self.deadline() {
            let excused = self.waits();
            self.waited = self.waited.max(excused.unwrap_or_default());
            if now >= self.deadline() {
                self.has_vanished = excused.is_none();
                return self.kill(Stopped::Wall);
            }
        }
        if now < self.next_sample {
            return Ok(());
        }
        if self.sandbox.interrupted.load(Ordering::Relaxed) {
            return self.kill(Stopped::Interrupted);
        }
        self.samples += 1;
        self.next_sample = now + Duration::from_millis(if self.samples < 20 { 5 } else { 20 });
        let files = self.folder.as_ref().map_or(0, FolderMemory::used);
        let sample = self
            .sandbox
            .sampler
            .as_ref()
            .map(|sampler| {
                sampler.sample(self.limits.memory, files, self.is_connected, self.observed.as_mut())
            })
            .unwrap_or_default();
        self.counted(sample.written);
        self.sandbox.sampler.as_ref().map_or(Ok(()), Sampler::check).map_err(failed("/proc"))?;
        if self.is_reliable(&sample, now) {
            self.memory = self.memory.max(sample.memory);
            self.stack = self.stack.max(sample.stack);
        }
        if self.memory > self.limits.memory {
            return self.kill(Stopped::Memory);
        }
        if let Some(why) = self.killed_by_system() {
            return self.kill(why);
        }
        if self.cpu() > self.limits.cpu {
            return self.kill(Stopped::Cpu);
        }
        // The last resort if nothing else bounds them.
        if !self.sandbox.unsandboxed && sample.tasks > MOST_PROCESSES + 1 {
            return self.kill(Stopped::Processes);
        }
        Ok(())
    }

    /// Returns the reason why the system has killed a process of the run for lack of memory, if it has: its own limit, or that of a group
    /// around or of the machine.
    fn killed_by_system(&self) -> Option<Stopped> {
        let (before, counts) = (self.sandbox.memory_before, self.sandbox.memory_counts());
        let why = if counts.own > before.own { Stopped::Memory } else { Stopped::Starved };
        (counts.kills > before.kills).then_some(why)
    }

    /// Like [`killed_by_system`](Self::killed_by_system), for systems without control groups: the program was killed, and the system has
    /// killed some process since the last look.
    fn killed_unseen(&mut self, ended: Ended) -> Option<Stopped> {
        let is_killed = ended == Ended::Signalled(libc::SIGKILL) && self.stopped.is_none();
        if !is_killed || self.sandbox.memory_events.is_some() {
            return None;
        }
        let kills = kills_of_machine();
        let before = std::mem::replace(&mut self.sandbox.kills_of_machine, kills);
        (kills > before).then_some(Stopped::Starved)
    }

    /// Takes the system's count of written bytes, for a program whose output goes to another one.
    fn counted(&mut self, written: u64) {
        if self.is_connected {
            self.written = self.written.max(written.saturating_sub(self.errors.written));
        }
    }

    /// Returns whether the memory of a sample is reliable. Samples are not atomic, and a new process shares all memory
    /// with its parent until it executes its program, so that the sum may be too large for a moment.
    fn is_reliable(&mut self, sample: &ResourceSample, now: Instant) -> bool {
        if sample.processes < 2 || sample.memory <= self.limits.memory {
            self.too_much_since = None;
            return true;
        }
        now.duration_since(*self.too_much_since.get_or_insert(now)) > SETTLE_TIME
    }

    /// Reads the rest of the output, and builds the result from the proxy's reply.
    fn finish(&mut self, reply: Reply, out: &mut dyn Write) -> Result<RunResult, Error> {
        for fd in self.stdout.iter().chain(&self.stderr) {
            rustix::io::ioctl_fionbio(fd, true).map_err(failed("a pipe"))?;
        }
        let mut before = u64::MAX;
        while self.stdout.is_some() && before != self.written {
            before = self.written;
            self.drain_output(out)?;
        }
        self.counted(reply.written);
        if self.written > self.limits.output {
            self.stopped = self.stopped.or(Some(Stopped::Output));
        }
        before = u64::MAX;
        while self.stderr.is_some() && before != self.errors.written {
            before = self.errors.written;
            self.drain_errors();
        }
        if let Some(error) = reply.error {
            return Err(format!("the program could not be run: {error}").into());
        }
        let refusal = reply.refusal.map(|number| self.sandbox.program.explain(number)).transpose()?;
        let ended = if refusal.is_some() { Ended::NotStarted } else { reply.ended.ok_or(ENDED)? };
        let cpu = self.estimated_cpu(reply.cpu, reply.metered);
        // The clean-up after a program does not count.
        let wall = reply.wall;
        let in_time = self.has_vanished || wall <= self.allowed_wall();
        if self.stopped == Some(Stopped::Wall) && in_time && ended != Ended::Signalled(libc::SIGKILL) {
            self.stopped = None;
        }
        let why = self.killed_by_system().or_else(|| self.killed_unseen(ended));
        // A kill by the system takes precedence: other processes may have waited for a killed child until they ran out of time.
        if why.is_some() && !matches!(self.stopped, Some(Stopped::Interrupted | Stopped::Settled)) {
            self.stopped = why;
        }
        // A program that is stopped for it had as much, though that was not seen.
        let least = if self.stopped == Some(Stopped::Memory) { self.limits.memory } else { 0 };
        Ok(RunResult {
            ended,
            stopped: self.stopped,
            cpu,
            wall,
            memory: Some(self.memory.max(reply.memory).max(reply.files).max(least)),
            stack: self.stack,
            stderr: refusal.map_or_else(|| std::mem::take(&mut self.errors).kept(), String::into_bytes),
            no_output: reply.no_output,
        })
    }
}

impl LiveRun for RunWatch<'_, '_> {
    fn sources(&self) -> Result<Sources<'_>, Error> {
        Ok(Sources {
            events: Some(self.sandbox.socket()?),
            output: self.stdout.as_ref().map(AsFd::as_fd),
            errors: self.stderr.as_ref().map(AsFd::as_fd),
        })
    }

    fn next_check(&self) -> Instant {
        match self.killed {
            Some(_) => Instant::now() + Duration::from_millis(20),
            None if self.begun.is_none() => self.next_sample,
            None => self.next_sample.min(self.deadline()),
        }
    }

    fn advance(&mut self, ready: Ready, out: &mut dyn Write) -> Result<Option<RunResult>, Error> {
        Ok(self.step(ready, out)?.map(|(result, _)| result))
    }

    fn kill(&mut self, why: Stopped) -> Result<(), Error> {
        if self.killed.is_none() {
            self.killed = Some(Instant::now());
            self.stopped = Some(why);
            self.sandbox.send(&Order::Kill, &[])?;
        }
        Ok(())
    }

    fn is_late(&self) -> bool {
        self.begun.is_some() && Instant::now() >= self.deadline()
    }

    fn extend_deadline(&mut self, time: Duration) {
        self.excused = time;
    }

    fn spent(&self) -> Duration {
        self.cpu() + self.waits().unwrap_or_default()
    }

    fn is_running(&self) -> bool {
        self.sandbox.sampler.as_ref().is_none_or(Sampler::is_running)
    }

    fn waiting(&self) -> Waiting {
        self.sandbox.sampler.as_ref().map_or(Waiting::Unknown, |sampler| sampler.waiting(&self.inputs))
    }

    fn transferred(&self) -> Option<u64> {
        let transferred = self.sandbox.sampler.as_ref()?.transferred()?;
        Some(transferred.read.wrapping_add(transferred.written))
    }
}
