//! The two processes of a sandbox. The keeper is the first process of the namespaces, runs the program test after
//! test, and takes everything along when it ends. Its guard stays outside, gives it its users and control groups, and
//! clears up after it, whatever becomes of the judge.

use std::collections::BTreeSet;
use std::ffi::CString;
use std::fs;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{DumpableBehavior, Signal, set_child_subreaper, set_dumpable_behavior};
use seccompiler::BpfProgram;

use super::cgroup::Groups;
use super::child::{Start, now};
use super::filter::Files;
use super::message::{self, Hello, Order, Reply};
use super::sys::{self, Pid};
use super::view::View;
use super::{clear, root, sample};
use crate::judge::run::Ended;

/// Without a namespace, everything that a program has started is gone after this long.
const PATIENCE: Duration = Duration::from_secs(30);
/// So long those that were killed are left alone to end.
const GLANCE: Duration = Duration::from_micros(200);
/// What root is called in a user namespace where it is the only user.
const NOT_ROOT: u32 = 1000;

/// Which namespaces a sandbox has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// All, the user namespace included.
    User,
    /// All but the user namespace, which takes privileges.
    Privileged,
    /// None.
    None,
}

/// Everything that a sandbox is made from.
pub struct Plan {
    /// Which namespaces it has.
    pub level: Level,
    /// Command and arguments.
    pub command: Vec<CString>,
    /// Environment.
    pub env: Vec<CString>,
    /// What the program sees.
    pub view: View,
    /// The user who runs the judge.
    pub caller: (u32, u32),
    /// The user that the program becomes, where the caller may choose.
    pub user: Option<u32>,
    /// Whether Landlock's rules are put on.
    pub landlock: bool,
    /// Whether nothing but a filter keeps signals from other processes of the same user.
    pub signals_are_loose: bool,
    /// Filters for system calls.
    pub filters: Vec<BpfProgram>,
    /// Control groups.
    pub groups: Groups,
    /// The private folder where there is no mount namespace, which is removed in the end.
    pub folder: Option<PathBuf>,
    /// The folder in which the program runs.
    pub place: PathBuf,
    /// Whether the program is only watched, and not shut in.
    pub bare: bool,
    /// Bytes that the private folder may hold.
    pub folder_bytes: u64,
    /// Processes and threads that the program may have.
    pub most_processes: u64,
}

/// Starts a sandbox and returns its guard; what is said to `socket` reaches the keeper.
///
/// # Errors
/// When the system refuses to fork.
pub fn start(plan: &Plan, socket: OwnedFd) -> io::Result<Pid> {
    let mut socket = Some(socket);
    sys::fork(|| match socket.take().map(sys::keep_only) {
        Some(Ok(socket)) => guard(plan, socket),
        _ => 1,
    })
}

fn guard(plan: &Plan, socket: OwnedFd) -> i32 {
    sys::ignore_signals();
    // A guard that stays in the caller's session works as well.
    let _ = rustix::process::setsid();
    match guarded(plan, &socket) {
        Ok(keeper) => {
            drop(socket);
            sys::reap(keeper, true);
        }
        Err(error) => {
            let _ = message::send(socket.as_fd(), &Hello::Failed(error), &[]);
        }
    }
    plan.groups.remove();
    if let Some(folder) = &plan.folder {
        let _ = clear::empty(folder).and_then(|()| fs::remove_dir(folder));
    }
    0
}

fn guarded(plan: &Plan, socket: &OwnedFd) -> Result<Pid, String> {
    let (go, mut say_go) = io::pipe().map_err(|error| format!("a pipe: {error}"))?;
    let namespaces = match plan.level {
        Level::User => sys::NAMESPACES | sys::USER_NAMESPACE,
        Level::Privileged => sys::NAMESPACES,
        Level::None => 0,
    };
    let mut go = Some(go);
    let keeper = sys::fork_in_namespaces(namespaces, || match go.take() {
        Some(go) => keeper(plan, socket, go),
        None => 1,
    })
    .map_err(|error| format!("namespaces: {error}"))?;
    let mut set_up = || -> io::Result<()> {
        if plan.level == Level::User {
            write_maps(plan, keeper)?;
        }
        plan.groups.add(keeper)?;
        say_go.write_all(b"g")
    };
    set_up().map_err(|error| {
        sys::kill(keeper, libc::SIGKILL);
        sys::reap(keeper, true);
        format!("users and groups: {error}")
    })?;
    Ok(keeper)
}

/// The caller is mapped, and the user that the program becomes, by their own numbers, but that the program must not have
/// the number of root, which would give it privileges in its namespace.
fn write_maps(plan: &Plan, keeper: Pid) -> io::Result<()> {
    let map = |own: u32| {
        let inside = if plan.user.is_none() && own == 0 { NOT_ROOT } else { own };
        let mut map = format!("{inside} {own} 1\n");
        if let Some(user) = plan.user {
            map.push_str(&format!("{user} {user} 1\n"));
        }
        map
    };
    let file = |name: &str| format!("/proc/{keeper}/{name}");
    if plan.user.is_none() {
        fs::write(file("setgroups"), "deny")?;
    }
    fs::write(file("uid_map"), map(plan.caller.0))?;
    fs::write(file("gid_map"), map(plan.caller.1))
}

fn keeper(plan: &Plan, socket: &OwnedFd, mut go: io::PipeReader) -> i32 {
    // The guard lives as long as the keeper, unless it is killed.
    let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
    if !matches!(go.read(&mut [0]), Ok(1)) {
        return 1;
    }
    drop(go);
    match Keeper::new(plan, socket) {
        Ok(keeper) => {
            keeper.serve();
            0
        }
        Err(error) => {
            let _ = message::send(socket.as_fd(), &Hello::Failed(error), &[]);
            1
        }
    }
}

struct Keeper<'a> {
    plan: &'a Plan,
    socket: &'a OwnedFd,
    events: OwnedFd,
    shared: sys::Shared,
    files: Option<Files>,
}

/// The judge is gone, or wants no more.
struct Over;

impl<'a> Keeper<'a> {
    fn new(plan: &'a Plan, socket: &'a OwnedFd) -> Result<Self, String> {
        let told = |what: &'static str| move |error: io::Error| format!("{what}: {error}");
        let own_root = plan.level != Level::None;
        if own_root {
            root::build(&plan.view, plan.user.is_some())?;
            root::mount_box(plan.owner(), plan.owner_group(), plan.folder_bytes)
                .map_err(told("the private folder"))?;
        } else {
            set_child_subreaper(Some(rustix::process::getpid())).map_err(|e| told("subreaper")(e.into()))?;
        }
        // In a root of its own what is hidden is covered; elsewhere the rules must leave it out.
        let files = plan.landlock.then(|| {
            if own_root { Files::new(&plan.view.shown) } else { Files::new(&plan.view.shown_but_hidden()) }
        });
        let proc = fs::File::open("/proc").ok().filter(|_| own_root && Path::new("/proc/self/stat").exists());
        let keeper = Self {
            plan,
            socket,
            events: sys::child_events().map_err(told("child events"))?,
            shared: sys::Shared::new().map_err(told("shared memory"))?,
            files,
        };
        // Its memory and its /proc are nobody's business from here on.
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
        let hello = Hello::Ready { keeper: rustix::process::getpid().as_raw_nonzero().get() };
        let fds: Vec<_> = proc.iter().map(AsFd::as_fd).collect();
        message::send(socket.as_fd(), &hello, &fds).map_err(told("hello"))?;
        Ok(keeper)
    }

    fn serve(&self) {
        while let Ok(Some((order, fds))) = message::receive::<Order>(self.socket.as_fd()) {
            // An order to kill what has ended meanwhile is fulfilled already.
            let Order::Run { input_is_on_disk, cpu_seconds, file_bytes, stack_bytes } = order else {
                continue;
            };
            let Ok(stdio) = <[OwnedFd; 3]>::try_from(fds) else { return };
            let start = Start {
                command: &self.plan.command,
                env: &self.plan.env,
                stdio: &stdio,
                folder: &self.plan.place,
                bare: self.plan.bare,
                user: self.plan.user,
                files: self.files.as_ref(),
                input_is_on_disk,
                signals_are_loose: self.plan.signals_are_loose,
                filters: &self.plan.filters,
                cpu_seconds,
                file_bytes,
                stack_bytes,
                most_processes: self.plan.most_processes,
                shared: &self.shared,
            };
            self.shared.clear();
            let begin = now();
            let mut run = Usage::default();
            let main = match sys::fork_in_namespaces(0, || start.run()) {
                Ok(main) => main,
                Err(error) => {
                    if self.reply(&Reply { error: Some(format!("fork: {error}")), ..no_reply() }).is_err() {
                        return;
                    }
                    continue;
                }
            };
            drop(stdio);
            let over = self.watch(main, &mut run).is_err();
            let end = now();
            let killed = self.kill_all(&mut run);
            if over {
                return;
            }
            let wall = end.saturating_sub(if self.shared.start() > 0 { self.shared.start() } else { begin });
            let cleaned = self.clean_folder();
            let reply = Reply {
                error: self
                    .shared
                    .error()
                    .or(killed.err())
                    .or(cleaned.err().map(|error| format!("the private folder: {error}"))),
                status: run
                    .ended
                    .and_then(|ended| if let Ended::Exited(status) = ended { Some(status) } else { None }),
                signal: run
                    .ended
                    .and_then(|ended| if let Ended::Signalled(signal) = ended { Some(signal) } else { None }),
                cpu_us: u64::try_from(run.cpu.as_micros()).unwrap_or(u64::MAX),
                wall_us: wall / 1000,
                memory: run.memory,
            };
            if self.reply(&reply).is_err() {
                return;
            }
        }
    }

    fn reply(&self, reply: &Reply) -> io::Result<()> {
        message::send(self.socket.as_fd(), reply, &[])
    }

    /// Waits until the main process ends, or kills everything when told to.
    fn watch(&self, main: Pid, run: &mut Usage) -> Result<(), Over> {
        loop {
            let mut fds = [
                PollFd::new(&self.events, PollFlags::IN),
                PollFd::new(self.socket, PollFlags::IN | PollFlags::HUP),
            ];
            if poll(&mut fds, None).is_err() {
                continue;
            }
            let (child_ended, told) = (!fds[0].revents().is_empty(), !fds[1].revents().is_empty());
            if child_ended {
                // Which signals came does not matter: what has ended is asked for.
                let _ = rustix::io::read(&self.events, &mut [0u8; 1024]);
                while let Some(reaped) = sys::reap(-1, false) {
                    run.add(&reaped);
                    if reaped.pid == main {
                        run.ended = Some(reaped.ended);
                        return Ok(());
                    }
                }
            }
            if told {
                match message::receive::<Order>(self.socket.as_fd()) {
                    Ok(Some((Order::Kill, _))) => {
                        self.kill_all_but_wait(main, run);
                        return Ok(());
                    }
                    _ => return Err(Over),
                }
            }
        }
    }

    /// Kills everything and learns how the main process ended.
    fn kill_all_but_wait(&self, main: Pid, run: &mut Usage) {
        sys::kill(main, libc::SIGKILL);
        if let Some(reaped) = sys::reap(main, true) {
            run.add(&reaped);
            run.ended = Some(reaped.ended);
        }
    }

    /// Kills what is left of a run and reaps it, until nothing is.
    fn kill_all(&self, run: &mut Usage) -> Result<(), String> {
        if self.plan.level == Level::None {
            return kill_descendants(run);
        }
        sys::kill_all_others();
        while let Some(reaped) = sys::reap(-1, true) {
            run.add(&reaped);
        }
        Ok(())
    }

    /// Takes away what the run has left in the private folder.
    fn clean_folder(&self) -> io::Result<()> {
        let folder = &self.plan.place;
        if self.plan.bare {
            return Ok(());
        }
        if self.plan.level == Level::None {
            return clear::empty(folder);
        }
        if fs::read_dir(folder)?.next().is_none() {
            return Ok(());
        }
        root::unmount_box()?;
        root::mount_box(self.plan.owner(), self.plan.owner_group(), self.plan.folder_bytes)
    }
}

impl Plan {
    /// The user whom the private folder belongs to, by the number inside.
    fn owner(&self) -> u32 {
        self.inside(self.caller.0)
    }

    fn owner_group(&self) -> u32 {
        self.inside(self.caller.1)
    }

    fn inside(&self, own: u32) -> u32 {
        match self.user {
            Some(user) => user,
            None if own == 0 && self.level == Level::User => NOT_ROOT,
            None => own,
        }
    }
}

/// Kills and reaps everything that descends from this process.
///
/// Stopped processes start no others: all that can be seen are stopped until there are no new ones, and then killed. As
/// the system shows processes one after another, some may have been missed, so that nothing is waited for but the next
/// look.
fn kill_descendants(run: &mut Usage) -> Result<(), String> {
    let own = rustix::process::getpid().as_raw_nonzero().get();
    let begin = Instant::now();
    let mut known = BTreeSet::new();
    while begin.elapsed() < PATIENCE {
        let left: BTreeSet<Pid> = sample::descendants(own).into_iter().collect();
        if left.is_empty() {
            return Ok(());
        }
        left.iter().for_each(|&pid| sys::kill(pid, libc::SIGSTOP));
        if left == known {
            left.iter().for_each(|&pid| sys::kill(pid, libc::SIGKILL));
            std::thread::sleep(GLANCE);
            while let Some(reaped) = sys::reap(-1, false) {
                run.add(&reaped);
            }
        }
        known = left;
    }
    Err("what the program has started could not be killed".to_owned())
}

/// What the processes of a run used.
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
}

fn no_reply() -> Reply {
    Reply { error: None, status: None, signal: None, cpu_us: 0, wall_us: 0, memory: 0 }
}
