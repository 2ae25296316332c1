//! The init process of the PID namespace, which runs the program test after test. When it ends, the system kills everything
//! in the namespace.

use std::collections::BTreeSet;
use std::ffi::CString;
use std::fs;
use std::io::{self, ErrorKind, Read};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use rustix::process::{DumpableBehavior, Signal, set_child_subreaper, set_dumpable_behavior};
use rustix::time::{ClockId, clock_gettime};

use super::child::{Outcome, Start, now};
use super::exchange::Exchange;
use super::filter::Files;
use super::message::{self, Handshake, Order, Reply, RunEvent, Settings};
use super::meter::Meter;
use super::plan::{NamespaceLevel, SandboxPlan};
use super::procfs::parse_io;
use super::refusals::seccomp;
use super::renewal::Renewal;
use super::sys::{self, Pid};
use super::workspace::Workspace;
use super::{MOST_PROCESSES, SURVIVORS, lent, root, sample};
use crate::error::{Error, failed};
use crate::run::Ended;
use nim_ground::error::{best_effort, named};
use nim_ground::file_io::PipeOrder;
use nim_ground::presence::{absent_is_none, find};

/// Without a PID namespace, the time in which all descendants of a program must have ended.
const KILL_GRACE: Duration = Duration::from_secs(30);
/// The time after which the judge is told of a run: before its first sample, it has nothing to watch.
const WATCHED_FROM: Duration = Duration::from_millis(4);
/// The pause between killing descendants and looking for more.
const REAP_POLL: Duration = Duration::from_micros(200);

/// Returns the proxy, which starts after the byte on `go`, when its users and control groups are set up; returns its
/// exit status.
pub fn proxy(plan: &SandboxPlan, socket: &OwnedFd, mut go: io::PipeReader) -> i32 {
    // The keeper lives as long as the proxy, unless it is killed.
    let is_bound = rustix::process::set_parent_process_death_signal(Some(Signal::KILL)).is_ok();
    if !is_bound || !matches!(go.read(&mut [0]), Ok(1)) {
        return 1;
    }
    drop(go);
    match Proxy::new(plan, socket) {
        Ok(mut proxy) => {
            proxy.serve();
            0
        }
        Err(error) => {
            best_effort(message::send(socket.as_fd(), &Handshake::Failed(error.to_string()), &[]));
            1
        }
    }
}

struct Proxy<'a> {
    plan: &'a SandboxPlan,
    socket: &'a OwnedFd,
    events: OwnedFd,
    stack: sys::Stack,
    files: Option<Files>,
    workspace: Arc<Workspace>,
    renewal: Renewal,
    meter: Option<Meter>,
    /// The file by which the system chooses the process to kill for lack of memory, and its contents for this process.
    oom_score: Option<(fs::File, String)>,
    /// The bytes that this process, and those that it awaited, have read and written.
    io: Option<fs::File>,
    /// The program's file, where its user cannot reach it by its path.
    executable: Option<OwnedFd>,
    /// The kernel's setting of the namespace's last process number.
    last_number: Option<fs::File>,
}

/// The files of `/proc` that the proxy uses, opened before `/proc` becomes read-only.
struct ProcFiles {
    proc: Option<fs::File>,
    oom_score: Option<(fs::File, String)>,
    last_number: Option<fs::File>,
}

impl ProcFiles {
    fn open(plan: &SandboxPlan, own_root: bool) -> io::Result<Self> {
        let proc = own_root && find(Path::new("/proc/self/stat"))?.is_some();
        let oom_score = Path::new("/proc/self/oom_score_adj");
        let opened = Self {
            proc: proc.then(|| fs::File::open("/proc")).transpose().map_err(named("/proc"))?,
            oom_score: match writable(oom_score, !plan.unsandboxed)? {
                Some(file) => {
                    Some((file, fs::read_to_string(oom_score).map_err(named(oom_score.display()))?))
                }
                None => None,
            },
            last_number: writable(Path::new("/proc/sys/kernel/ns_last_pid"), own_root)?,
        };
        if own_root {
            root::make_proc_read_only();
        }
        Ok(opened)
    }
}

/// Opens a file of the system for writing, if it is wanted; none where this user may not write it.
fn writable(path: &Path, is_wanted: bool) -> io::Result<Option<fs::File>> {
    if !is_wanted {
        return Ok(None);
    }
    match fs::File::options().write(true).open(path) {
        Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => {
            Ok(None)
        }
        opened => absent_is_none(opened, path),
    }
}

/// The judge has closed the connection.
struct Closed;

impl<'a> Proxy<'a> {
    fn new(plan: &'a SandboxPlan, socket: &'a OwnedFd) -> Result<Self, Error> {
        let own_root = plan.level != NamespaceLevel::None;
        // The control groups are invisible in the new root.
        let meter = plan.groups.cpu.as_ref().and_then(|group| Meter::of_group(group).ok());
        let meter = meter.or_else(|| Meter::of_this_process().ok());
        if own_root {
            root::build(&plan.view, plan.user.is_some(), &plan.private_dir)?;
        } else {
            set_child_subreaper(Some(rustix::process::getpid())).map_err(failed("subreaper"))?;
        }
        let ProcFiles { proc, oom_score, last_number } = ProcFiles::open(plan, own_root)?;
        // A root of its own covers hidden files; elsewhere the rules must exclude them.
        let files = plan.landlock.then(|| {
            if own_root {
                Files::new(plan.view.shown(), true, plan.refuses_shared_memory)
            } else {
                Files::new(&plan.view.shown_but_hidden()?, false, plan.refuses_shared_memory)
            }
        });
        let files = files.transpose()?;
        // The other thread does not get the signals, either.
        let events = sys::child_events().map_err(failed("child events"))?;
        let workspace = Arc::new(Workspace::new(plan).map_err(failed("the private folder"))?);
        let renewal = Renewal::new(Arc::clone(&workspace), own_root).map_err(failed("a thread"))?;
        let flags = OFlags::PATH | OFlags::CLOEXEC;
        let executable =
            plan.opens_executable.then(|| rustix::fs::open(&plan.executable, flags, Mode::empty()));
        let proxy = Self {
            plan,
            socket,
            events,
            executable: executable.transpose().map_err(failed("the program"))?,
            stack: sys::Stack::new().map_err(failed("a stack"))?,
            files,
            workspace,
            renewal,
            meter,
            oom_score,
            io: fs::File::open("/proc/self/io").ok(),
            last_number,
        };
        // Programs inherit the filter, unless it depends on the process.
        if let Some(refusals) = plan.refusals.as_ref().filter(|_| !plan.same_user) {
            seccompiler::apply_filter(&refusals.compile(libc::ENOSYS).map_err(seccomp)?).map_err(seccomp)?;
        }
        sys::release_code();
        // No other process may read its memory or its files in /proc.
        set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(failed("its memory"))?;
        let hello = Handshake::Ready {
            proxy: rustix::process::getpid().as_raw_nonzero().get(),
            counter: proxy.meter.as_ref().map(Meter::counter),
        };
        let fds: Vec<_> = proxy.meter.iter().map(AsFd::as_fd).chain(proc.iter().map(AsFd::as_fd)).collect();
        message::send(socket.as_fd(), &hello, &fds).map_err(failed("hello"))?;
        Ok(proxy)
    }

    fn serve(&mut self) {
        let mut prepared: Result<(), Error> = Ok(());
        while let Ok(Some((order, fds))) = message::receive::<Order>(self.socket.as_fd()) {
            // An order to kill may arrive after the end.
            let Order::Run(settings) = order else { continue };
            let mut fds = fds.into_iter();
            let stdio: Vec<OwnedFd> = fds.by_ref().take(3).collect();
            let Ok(stdio) = <[OwnedFd; 3]>::try_from(stdio) else { return };
            let mut stdio = Some(stdio);
            let pipes = fds.by_ref().take(settings.pipes).map(out_of_the_way).collect::<io::Result<_>>();
            let Ok(pipes) = pipes else { return };
            let renewed = self.renewal.wait();
            let placed = prepared
                .and(renewed)
                .and_then(|()| lent::place(self.plan, &settings, fds.collect()).map_err(failed("its files")));
            let reply = match &placed {
                Ok(_) => self.run(&settings, &mut stdio, pipes),
                Err(error) => Ok((Reply::failure(error.to_string()), None)),
            };
            let Ok((reply, output)) = reply else { return };
            let folder = placed.ok().flatten();
            let fds: Vec<_> = output.iter().chain(&folder).map(AsFd::as_fd).collect();
            if message::send(self.socket.as_fd(), &RunEvent::Over(reply), &fds).is_err() {
                return;
            }
            drop((stdio, output));
            if folder.is_some() && !self.is_taken_back() {
                return;
            }
            // The judge compares the output meanwhile.
            self.renewal.begin();
            prepared = self.files.as_mut().map_or(Ok(()), Files::prepare);
        }
    }

    /// Waits until the judge has copied a folder back; returns `false` when the connection is closed.
    fn is_taken_back(&self) -> bool {
        loop {
            match message::receive::<Order>(self.socket.as_fd()) {
                Ok(Some((Order::TakenBack, _))) => return true,
                // An order to kill may arrive after the end.
                Ok(Some((Order::Kill, _))) => {}
                _ => return false,
            }
        }
    }

    /// CPU time of everything in the sandbox so far.
    fn metered(&self) -> Duration {
        self.meter.as_ref().and_then(Meter::read).unwrap_or_default()
    }

    /// Bytes that this process, and those that it awaited, have written so far.
    fn written(&self) -> u64 {
        let mut text = [0; 512];
        let read = self.io.as_ref().and_then(|file| file.read_at(&mut text, 0).ok()).unwrap_or(0);
        let text = String::from_utf8_lossy(&text[..read]);
        parse_io(&text).unwrap_or_default().written
    }

    /// Runs the program once; with the reply comes the file that it wrote, where it writes one.
    fn run(
        &mut self,
        settings: &Settings,
        stdio: &mut Option<[OwnedFd; 3]>,
        mut pipes: Vec<OwnedFd>,
    ) -> Result<(Reply, Option<OwnedFd>), Closed> {
        let Some(fds) = stdio else { return Err(Closed) };
        let exchange = match self.exchange(settings, &mut fds[0]) {
            Ok(exchange) => exchange,
            Err(error) => return Ok((Reply::failure(format!("its files: {error}")), None)),
        };
        match settings.names.map(|order| with_names(order, fds)).transpose() {
            Ok(own) => pipes.splice(..0, own.into_iter().flatten()),
            Err(error) => return Ok((Reply::failure(format!("its pipes: {error}")), None)),
        };
        self.reset_process_numbers();
        let mut begun = Begun { at: now(), meter: self.metered(), files: self.workspace.used() };
        let (own, written) = (own_cpu(), self.written());
        if settings.is_answered {
            self.report(&begun).map_err(|_| Closed)?;
        }
        let mut run = Usage::default();
        let outcome = Outcome::default();
        let main = match self.start(settings, fds, &pipes, &outcome) {
            Ok(main) => main,
            Err(error) => return Ok((Reply::failure(format!("fork: {error}")), None)),
        };
        begun.at = begun.at.max(outcome.begin.get());
        // A caller that does not answer the program needs to know of the end of its output only with the run's.
        stdio.take_if(|_| settings.is_answered);
        drop(pipes);
        let over = self.watch(main, &mut run, (!settings.is_answered).then_some(&begun));
        let end = now();
        let killed = self.kill_all(&mut run);
        over?;
        let own = own_cpu().saturating_sub(own);
        let metered =
            self.meter.is_some().then(|| self.metered().saturating_sub(begun.meter).saturating_sub(own));
        let wall = end.saturating_sub(begun.at);
        let written_file = match exchange.map_or(Ok(None), |exchange| exchange.end()) {
            Ok(written) => written.transpose(),
            Err(error) => return Ok((Reply::failure(format!("its files: {error}")), None)),
        };
        let (output, no_output) =
            written_file.map_or_else(|reason| (None, Some(reason)), |file| (file, None));
        let reply = Reply {
            error: outcome.error.take().or(killed.err().map(|error| error.to_string())),
            refusal: outcome.refusal.get(),
            ended: run.ended,
            cpu: run.cpu,
            metered,
            wall: Duration::from_nanos(wall),
            memory: run.memory,
            files: self.workspace.used().saturating_sub(begun.files),
            written: self.written().saturating_sub(written),
            no_output,
        };
        Ok((reply, output))
    }

    /// Starts the program, with the names of its pipes where it has some.
    fn start(
        &mut self,
        settings: &Settings,
        stdio: &[OwnedFd; 3],
        pipes: &[OwnedFd],
        outcome: &Outcome,
    ) -> io::Result<Pid> {
        let args = arguments(settings, pipes);
        let start = Start {
            plan: self.plan,
            command: &sys::Command::new(
                &self.plan.executable,
                self.plan.command.iter().chain(&args),
                &self.plan.env,
            )
            .opened(self.executable.as_ref()),
            stdio,
            left: pipes,
            files: self.files.as_ref(),
            settings,
            outcome,
        };
        spawn(&mut self.stack, self.oom_score.as_ref(), &start)
    }

    /// Prepares the files that a run reads and writes in place of its standard input, which is then empty, and output.
    fn exchange<'s>(&self, settings: &'s Settings, stdin: &mut OwnedFd) -> io::Result<Option<Exchange<'s>>> {
        if settings.files.is_standard() {
            return Ok(None);
        }
        let exchange = Exchange::begin(self.plan, &settings.files, stdin)?;
        if settings.files.input.is_some() {
            *stdin = fs::File::open("/dev/null")?.into();
        }
        Ok(Some(exchange))
    }

    /// Reports that a run has begun, with the private folder if that is in memory.
    fn report(&self, begun: &Begun) -> io::Result<()> {
        let folder = self.workspace.in_memory()?;
        let report = RunEvent::Begun { since: begun.since(), meter: begun.meter, folder_bytes: begun.files };
        let fds: Vec<_> = folder.iter().map(AsFd::as_fd).collect();
        message::send(self.socket.as_fd(), &report, &fds)
    }

    /// Resets the next process number to the first after those of this one's threads, so that a run cannot count earlier processes.
    fn reset_process_numbers(&self) {
        // Without the permission, numbers continue.
        if let Some(last) = &self.last_number {
            best_effort(rustix::io::pwrite(last, b"1", 0));
        }
    }

    /// Waits until the main process ends, or kills it on order. Reports in time that it has `begun`, if that is still to be done.
    fn watch(&self, main: Pid, run: &mut Usage, mut begun: Option<&Begun>) -> Result<(), Closed> {
        let mut more_ended = false;
        loop {
            // Not put off by whatever else happens: before, no clock runs for the program.
            let left = begun.map(|begun| WATCHED_FROM.saturating_sub(begun.since()));
            if let Some(begun) = begun.take_if(|_| left.is_some_and(|left| left.is_zero())) {
                self.report(begun).map_err(|_| Closed)?;
            }
            let left = if more_ended { Some(Duration::ZERO) } else { left.filter(|_| begun.is_some()) };
            let left = left.and_then(|left| Timespec::try_from(left).ok());
            let mut fds = [
                PollFd::new(&self.events, PollFlags::IN),
                PollFd::new(self.socket, PollFlags::IN | PollFlags::HUP),
            ];
            if poll(&mut fds, left.as_ref()).is_err() {
                continue;
            }
            let (child_ended, has_order) = (!fds[0].revents().is_empty(), !fds[1].revents().is_empty());
            if child_ended || more_ended {
                // The content of the signals does not matter, since all ended children are reaped.
                best_effort(rustix::io::read(&self.events, &mut [0u8; 1024]));
                more_ended = run.reap_some(main);
                if run.ended.is_some() {
                    return Ok(());
                }
            }
            if has_order {
                match message::receive::<Order>(self.socket.as_fd()) {
                    Ok(Some((Order::Kill, _))) => {
                        self.kill_main(main, run);
                        return Ok(());
                    }
                    _ => return Err(Closed),
                }
            }
        }
    }

    /// Kills the main process and reaps it.
    fn kill_main(&self, main: Pid, run: &mut Usage) {
        sys::kill(main, libc::SIGKILL);
        if let Some(reaped) = sys::reap(main, true) {
            run.add(&reaped);
            run.ended = Some(reaped.ended);
        }
    }

    /// Kills and reaps all processes of a run.
    fn kill_all(&self, run: &mut Usage) -> Result<(), Error> {
        if self.plan.level == NamespaceLevel::None {
            return kill_descendants(run);
        }
        // Processes that are left descend from this one, and from a child of it.
        if !sys::has_children() {
            return Ok(());
        }
        sys::kill_all_others();
        while let Some(reaped) = sys::reap(-1, true) {
            run.add(&reaped);
        }
        Ok(())
    }
}

/// Returns the further arguments of a run.
fn arguments(settings: &Settings, pipes: &[OwnedFd]) -> Vec<CString> {
    let names = pipes.iter().map(|pipe| format!("/dev/fd/{}", pipe.as_raw_fd()).into());
    names.chain(settings.args.iter().cloned()).filter_map(|arg| CString::new(arg.into_vec()).ok()).collect()
}

/// Gives a pipe a number that no redirection of a shell names.
fn out_of_the_way(pipe: OwnedFd) -> io::Result<OwnedFd> {
    Ok(rustix::io::fcntl_dupfd_cloexec(pipe, 10)?)
}

/// Takes the pipes of a run, in the order of their names, and gives it an empty standard input and an output that is dropped.
fn with_names(order: PipeOrder, stdio: &mut [OwnedFd; 3]) -> io::Result<[OwnedFd; 2]> {
    let null = || fs::OpenOptions::new().read(true).write(true).open("/dev/null").map(OwnedFd::from);
    let [input, output, _] = stdio;
    Ok(order.arrange(std::mem::replace(input, null()?), std::mem::replace(output, null()?)))
}

/// Starts the process of a program, which the system kills for lack of memory rather than the judge or this process.
fn spawn(
    stack: &mut sys::Stack,
    oom_score: Option<&(fs::File, String)>,
    start: &Start<'_>,
) -> io::Result<Pid> {
    // The program inherits it; by then, its own file can no longer be opened. Failing is harmless.
    if let Some((file, _)) = oom_score {
        best_effort(rustix::io::pwrite(file, b"1000", 0));
    }
    let spawned = sys::spawn(stack, &mut || start.run());
    if let Some((file, own)) = oom_score {
        best_effort(rustix::io::pwrite(file, own.as_bytes(), 0));
    }
    spawned
}

/// Kills and reaps everything that descends from this process.
///
/// Stopped processes start no others: all visible ones are stopped until there are no new ones, and then killed.
/// Listing processes is not atomic and may miss some, so the list is read until it is empty.
fn kill_descendants(run: &mut Usage) -> Result<(), Error> {
    let own = rustix::process::getpid().as_raw_nonzero().get();
    let begin = Instant::now();
    let mut known = BTreeSet::new();
    while begin.elapsed() < KILL_GRACE {
        // Orphans become children of this process, so that without children there are no descendants.
        if !sys::has_children() {
            return Ok(());
        }
        let left: BTreeSet<Pid> = sample::descendants(own).map_err(failed("/proc"))?.into_iter().collect();
        if left.is_empty() {
            return Ok(());
        }
        left.iter().for_each(|&pid| sys::kill(pid, libc::SIGSTOP));
        if left == known {
            left.iter().for_each(|&pid| sys::kill(pid, libc::SIGKILL));
            std::thread::sleep(REAP_POLL);
            while let Some(reaped) = sys::reap(-1, false) {
                run.add(&reaped);
            }
        }
        known = left;
    }
    Err(SURVIVORS.into())
}

/// The readings at the beginning of a run.
struct Begun {
    /// The time in nanoseconds of the monotonic clock.
    at: u64,
    /// The reading of the meter of CPU time.
    meter: Duration,
    /// The bytes in the private folder.
    files: u64,
}

impl Begun {
    /// Returns the time since the run began.
    fn since(&self) -> Duration {
        Duration::from_nanos(now().saturating_sub(self.at))
    }
}

/// Resources used by the processes of a run.
#[derive(Default)]
struct Usage {
    ended: Option<Ended>,
    cpu: Duration,
    memory: u64,
}

impl Usage {
    fn add(&mut self, reaped: &sys::Reaped) {
        self.cpu += reaped.cpu;
        self.memory = self.memory.max(reaped.memory);
    }

    /// Reaps ended children up to the main process, at most as many as a program may have at a time: it could start others faster. Returns
    /// whether there may be more.
    fn reap_some(&mut self, main: Pid) -> bool {
        for _ in 0..MOST_PROCESSES {
            let Some(reaped) = sys::reap(-1, false) else { return false };
            self.add(&reaped);
            if reaped.pid == main {
                self.ended = Some(reaped.ended);
                return false;
            }
        }
        true
    }
}

/// CPU time of this process so far.
fn own_cpu() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default()
}
