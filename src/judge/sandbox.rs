//! The sandbox (Linux): a program runs alone, sees little, and leaves nothing behind.
//!
//! A sandbox is set up once and used for many tests, since what is dear is the setting up: a process in namespaces of its
//! own, the keeper, forks for every test, and the fork puts on the rest: limits, Landlock, another user, seccomp. As the
//! keeper is the first process of its PID namespace, whatever a program has started can be found and killed, and dies
//! with it at the latest. Layers that a system does not offer are left out, and the report names them.
//!
//! Where the design stops: what a program's child writes in the moment between the program's end and its own still counts
//! as output; and without a mount namespace nothing bounds what the private folder holds in all, only each of its files.

mod cgroup;
mod child;
mod clear;
mod exec_error;
mod filter;
mod keeper;
mod message;
mod mirror;
mod plan;
mod program;
mod root;
mod sample;
mod shebang;
pub mod sys;
mod view;
mod workspace;

use std::ffi::{CString, OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::thread::{CapabilitySet, capabilities};
use seccompiler::BpfProgram;

use self::cgroup::Groups;
use self::message::{Hello, Order, Reply, Settings};
use self::plan::{Level, Plan};
pub use self::program::Program;
use self::sample::{Sample, Sampler};
use super::limits::Limits;
use super::private;
use super::run::{Ended, Run, Runner, Stopped};
use crate::lock::locked;

/// Processes and threads that a program may have.
const MOST_PROCESSES: u64 = 256;
/// The first of the users that programs become when root judges; each sandbox takes another.
const FIRST_USER: u32 = 60_578;
/// So much of standard error is kept, in bytes.
const STDERR_KEPT: usize = 4 << 10;
/// The first version of Landlock that keeps signals in.
const LANDLOCK_WITH_SIGNALS: i64 = 6;
/// A private copy of an input that is no larger than this, in bytes, needs no disk.
const LARGEST_IN_MEMORY: u64 = 1 << 20;
/// The private folder holds at least so many bytes, and as many as the output may have.
const SMALLEST_FOLDER: u64 = 64 << 20;
/// A program that was killed must be gone after this long.
const PATIENCE: Duration = Duration::from_secs(60);
/// What several processes have together for longer than this is no illusion.
const MOMENT: Duration = Duration::from_millis(100);
/// So many times the limit on the clock a program may wait for a CPU in addition.
const MOST_WAITING: u32 = 30;

/// The layers of a sandbox, as reports name them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    /// Those that are active.
    pub active: Vec<String>,
    /// Those that this system does not offer.
    pub missing: Vec<String>,
}

/// How strictly a program is shut in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// Not at all: it is only watched, and ends with everything that it started.
    Off,
    /// With every layer that the system offers.
    Auto,
    /// With every layer there is.
    Strict,
}

/// Makes sandboxes for one program.
pub struct Sandbox<'a> {
    program: Program,
    strictness: Strictness,
    folder_bytes: u64,
    interrupted: &'a AtomicBool,
    filters: Vec<BpfProgram>,
    landlock: bool,
    /// What works here; found out by the first start.
    level: Mutex<Option<(Level, bool)>>,
    next: AtomicU32,
}

impl<'a> Sandbox<'a> {
    /// A sandbox for `program`, whose private folder holds `folder_bytes`, or a little, if that is less. Runs end when `interrupted` is set.
    #[must_use]
    pub fn new(
        program: Program,
        strictness: Strictness,
        folder_bytes: u64,
        interrupted: &'a AtomicBool,
    ) -> Self {
        let wanted = strictness != Strictness::Off;
        let seccomp = wanted && rustix::thread::secure_computing_mode().is_ok();
        Self {
            program,
            strictness,
            folder_bytes: folder_bytes.max(SMALLEST_FOLDER),
            interrupted,
            filters: if seccomp { filter::system_calls().unwrap_or_default() } else { Vec::new() },
            landlock: wanted && sys::landlock_version() > 0,
            level: Mutex::new(None),
            next: AtomicU32::new(0),
        }
    }

    /// Arguments that name what the program does not see.
    #[must_use]
    pub fn withheld(&self) -> &[OsString] {
        if self.strictness == Strictness::Off { &[] } else { &self.program.withheld }
    }

    /// Starts a sandbox and tells its layers.
    ///
    /// # Errors
    /// When not even the simplest one could be started, or a layer is missing where all are wanted, and why.
    pub fn start(&self) -> Result<(Confined<'_>, Layers), String> {
        let known = *locked(&self.level);
        let all = [
            (Level::User, true),
            (Level::User, false),
            (Level::Privileged, true),
            (Level::Privileged, false),
            (Level::None, true),
            (Level::None, false),
        ];
        let candidates = match (known, self.strictness) {
            (Some(known), _) => vec![known],
            (None, Strictness::Off) => vec![(Level::None, false)],
            (None, _) => all.to_vec(),
        };
        let mut reasons = Vec::new();
        for (level, with_groups) in candidates {
            match self.attempt(level, with_groups) {
                Ok(Some((_, layers)))
                    if self.strictness == Strictness::Strict && !layers.missing.is_empty() =>
                {
                    let missing = layers.missing.join(", ");
                    let why =
                        if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join("; ")) };
                    return Err(format!("the sandbox is not complete on this system: no {missing}{why}"));
                }
                Ok(Some(started)) => {
                    let mut slot = locked(&self.level);
                    *slot = Some((level, with_groups));
                    return Ok(started);
                }
                Ok(None) => {}
                Err(error) => reasons.push(error),
            }
        }
        Err(format!("the sandbox could not be started: {}", reasons.join("; ")))
    }

    /// Tries one way; `None` when it would be no other than one tried before.
    fn attempt(&self, level: Level, with_groups: bool) -> Result<Option<(Confined<'_>, Layers)>, String> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let groups = if with_groups {
            Groups::make(&format!("toolkit-{}-{number}", std::process::id()), MOST_PROCESSES + 8)
        } else {
            Groups::default()
        };
        let (uid, gid) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
        let is_root = uid == 0;
        let is_off = self.strictness == Strictness::Off;
        if level == Level::Privileged && !is_root {
            groups.remove();
            return Ok(None);
        }
        let other = FIRST_USER + (std::process::id() + number) % 4000;
        let mut user = (is_root && !is_off && is_mapped(other) && may_have_another_user()).then_some(other);
        let folder = match level {
            Level::None if is_off => None,
            Level::None => {
                let folder = private_folder().map_err(|error| format!("the private folder: {error}"))?;
                if !self.is_reachable_by_all() {
                    user = None;
                }
                if let Some(user) = user {
                    std::os::unix::fs::chown(&folder, Some(user), Some(user))
                        .map_err(|error| format!("the private folder: {error}"))?;
                }
                Some(folder)
            }
            Level::User | Level::Privileged => None,
        };
        let program = &self.program;
        // Without a mount namespace, the caller's folder is somewhere else inside.
        let (place, here) = match &folder {
            Some(folder) if program.here_is_private => {
                (folder.clone(), folder.join(program.here.strip_prefix("/").unwrap_or(&program.here)))
            }
            Some(folder) => (folder.clone(), program.here.clone()),
            None if program.here_is_private || is_off => (program.here.clone(), program.here.clone()),
            None => (PathBuf::from(root::BOX), program.here.clone()),
        };
        let home = if program.here_is_private { &here } else { &place };
        let own_users = level == Level::User || user.is_some();
        let others = if own_users { 0 } else { sample::all_tasks() };
        let plan = Plan {
            level,
            executable: c_string(program.executable.as_os_str())?,
            command: program.command.iter().map(|arg| c_string(arg)).collect::<Result<_, _>>()?,
            env: if is_off { inherited_environment() } else { environment(home, &here) },
            view: program.view.clone(),
            caller: (uid, gid),
            user,
            landlock: self.landlock,
            // Another user's processes are out of reach, and so is everything outside of a PID namespace.
            signals_are_loose: level == Level::None
                && user.is_none()
                && !self.filters.is_empty()
                && sys::landlock_version() < LANDLOCK_WITH_SIGNALS,
            owns_files: level == Level::None && user.is_none() && !self.filters.is_empty(),
            filters: self.filters.clone(),
            groups: groups.clone(),
            folder,
            folder_bytes: self.folder_bytes,
            most_processes: if is_off { u64::MAX } else { MOST_PROCESSES + others },
            place,
            here,
            bare: is_off,
        };
        let (socket, theirs) = message::pair().map_err(|error| format!("a socket: {error}"))?;
        let guard = keeper::start(&plan, theirs).map_err(|error| format!("fork: {error}"))?;
        let mut confined = Confined {
            socket: Some(socket),
            guard,
            sampler: None,
            groups,
            kills: 0,
            memory_limit: 0,
            most_stack: most_stack(),
            user,
            bare: is_off,
            program,
            interrupted: self.interrupted,
        };
        match confined.receive::<Hello>()? {
            (Hello::Ready { keeper }, proc) => {
                let keeper = if level == Level::None { keeper } else { 1 };
                // Without a /proc of its own, only the control group watches memory.
                let own = proc.into_iter().next();
                if level == Level::None || own.is_some() {
                    confined.sampler = Sampler::new(own, keeper).ok();
                }
                confined.kills = confined.groups.kills();
                let layers =
                    self.layers(level, user.is_some() || level == Level::User || !is_root, &confined.groups);
                Ok(Some((confined, layers)))
            }
            (Hello::Failed(error), _) => Err(error),
        }
    }

    /// Whether another user can read everything that is shown.
    fn is_reachable_by_all(&self) -> bool {
        let view = &self.program.view;
        view.shown().all(|path| {
            let is_open = if view.named.contains(path) { view::is_all_open } else { view::is_open_to_all };
            let can_be_entered =
                |folder: &Path| folder.metadata().is_ok_and(|metadata| metadata.mode() & 0o001 != 0);
            is_open(path).unwrap_or(false) && path.ancestors().skip(1).all(can_be_entered)
        })
    }

    fn layers(&self, level: Level, bounded_by_user: bool, groups: &Groups) -> Layers {
        let namespaces = level != Level::None;
        let mut layers = Layers::default();
        if self.strictness == Strictness::Off {
            return layers;
        }
        for (name, active) in [
            ("user-namespace", level == Level::User),
            ("pid-namespace", namespaces),
            ("mount-namespace", namespaces),
            ("network-namespace", namespaces),
            ("ipc-namespace", namespaces),
            ("landlock", self.landlock),
            ("seccomp", !self.filters.is_empty()),
            ("rlimits", true),
            ("process-limit", bounded_by_user || groups.bounds_processes),
            ("no-new-privileges", true),
            ("closed-descriptors", true),
            ("clean-environment", true),
            ("private-folder", true),
        ] {
            if active { &mut layers.active } else { &mut layers.missing }.push(name.to_owned());
        }
        // What these bound is bounded otherwise as well, so that nothing is missing without them.
        for (name, active) in
            [("cgroup-memory", groups.bounds_memory()), ("cgroup-pids", groups.bounds_processes)]
        {
            if active {
                layers.active.push(name.to_owned());
            }
        }
        layers
    }
}

/// A new folder that only its owner can look into.
fn private_folder() -> io::Result<PathBuf> {
    Ok(private::folder("toolkit-box-")?.keep())
}

fn c_string(text: &OsStr) -> Result<CString, String> {
    CString::new(text.as_bytes()).map_err(|_| format!("a NUL in the argument {}", text.display()))
}

/// What a program's environment holds: nothing of the caller's but the path for commands.
fn environment(home: &Path, here: &Path) -> Vec<CString> {
    let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
    let mut env: Vec<OsString> = ["PATH=", "HOME=", "TMPDIR=", "PWD="].map(OsString::from).to_vec();
    for (variable, value) in
        env.iter_mut().zip([path.as_os_str(), home.as_os_str(), home.as_os_str(), here.as_os_str()])
    {
        variable.push(value);
    }
    env.push("LANG=C.UTF-8".into());
    env.into_iter().filter_map(|variable| CString::new(variable.as_bytes()).ok()).collect()
}

fn inherited_environment() -> Vec<CString> {
    std::env::vars_os()
        .filter_map(|(variable, value)| {
            CString::new([variable.as_bytes(), b"=", value.as_bytes()].concat()).ok()
        })
        .collect()
}

/// Whether there is such a user here: in a user namespace, there may be few.
fn is_mapped(user: u32) -> bool {
    let map = |name: &str| fs::read_to_string(format!("/proc/self/{name}")).unwrap_or_default();
    let has = |map: &str| {
        map.lines().any(|line| {
            let numbers: Vec<u64> =
                line.split_whitespace().filter_map(|number| number.parse().ok()).collect();
            matches!(numbers[..], [first, _, count] if (first..first + count).contains(&u64::from(user)))
        })
    };
    has(&map("uid_map")) && has(&map("gid_map"))
}

/// Whether the caller may start programs as another user, end them, and clear up after them: root in a container may not.
fn may_have_another_user() -> bool {
    let needed = CapabilitySet::SETUID
        | CapabilitySet::SETGID
        | CapabilitySet::CHOWN
        | CapabilitySet::KILL
        | CapabilitySet::DAC_OVERRIDE
        | CapabilitySet::FOWNER;
    capabilities(None).is_ok_and(|sets| sets.effective.contains(needed))
}

/// The largest stack that leaves room for others. Every thread gets as much address space for its stack as the limit for
/// stacks says, and none where that is more than the machine could give.
fn most_stack() -> u64 {
    let system = rustix::system::sysinfo();
    let machine = (system.totalram as u64).saturating_mul(u64::from(system.mem_unit)) / 4;
    let addresses = rustix::process::getrlimit(rustix::process::Resource::As).current;
    addresses.map_or(machine, |addresses| machine.min(addresses / 8))
}

/// A sandbox that runs, with its program.
pub struct Confined<'a> {
    socket: Option<OwnedFd>,
    guard: sys::Pid,
    sampler: Option<Sampler>,
    groups: Groups,
    kills: u64,
    memory_limit: u64,
    /// Bytes that a stack may have, whatever the limit is.
    most_stack: u64,
    /// The user that the program becomes, where that is not the caller.
    user: Option<u32>,
    bare: bool,
    program: &'a Program,
    interrupted: &'a AtomicBool,
}

impl Drop for Confined<'_> {
    fn drop(&mut self) {
        self.socket = None;
        sys::reap(self.guard, true);
    }
}

impl Confined<'_> {
    fn socket(&self) -> Result<&OwnedFd, String> {
        self.socket.as_ref().ok_or_else(|| "the sandbox has ended".to_owned())
    }

    fn receive<T: serde::de::DeserializeOwned>(&self) -> Result<(T, Vec<OwnedFd>), String> {
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
    fn run(&mut self, input: &Path, limits: &Limits, out: &mut dyn Write) -> Result<Run, String> {
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
        Watch::new(self, limits, stdout.into(), stderr.into()).run(out)
    }
}

/// One run, from outside.
struct Watch<'w, 'a> {
    sandbox: &'w mut Confined<'a>,
    limits: &'w Limits,
    begin: Instant,
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    written: u64,
    complained: u64,
    kept: Vec<u8>,
    memory: u64,
    /// Since when several processes have had too much memory together.
    too_much_since: Option<Instant>,
    killed: Option<Instant>,
    stopped: Option<Stopped>,
    samples: u32,
    next_sample: Instant,
    /// Time in which the judge compared and the program may have waited for it.
    busy: Duration,
    /// Time in which the program could have run, had the machine not been busy with others.
    waited: Duration,
}

impl<'w, 'a> Watch<'w, 'a> {
    fn new(sandbox: &'w mut Confined<'a>, limits: &'w Limits, stdout: OwnedFd, stderr: OwnedFd) -> Self {
        let begin = Instant::now();
        Self {
            sandbox,
            limits,
            begin,
            stdout: Some(stdout),
            stderr: Some(stderr),
            written: 0,
            complained: 0,
            kept: Vec::new(),
            memory: 0,
            too_much_since: None,
            killed: None,
            stopped: None,
            samples: 0,
            busy: Duration::ZERO,
            waited: Duration::ZERO,
            next_sample: begin + Duration::from_millis(5),
        }
    }

    fn run(mut self, out: &mut dyn Write) -> Result<Run, String> {
        let mut buffer = vec![0; 64 << 10];
        loop {
            let deadline = match self.killed {
                Some(_) => Instant::now() + Duration::from_millis(20),
                None => self.next_sample.min(self.deadline()),
            };
            let (replied, has_output, has_errors) = self.wait(deadline)?;
            if has_output {
                self.drain_output(&mut buffer, out)?;
            }
            if has_errors {
                self.drain_errors(&mut buffer);
            }
            if replied {
                return self.finish(&mut buffer, out);
            }
            self.look()?;
        }
    }

    /// Waits for something to read, but not past `deadline`.
    fn wait(&self, deadline: Instant) -> Result<(bool, bool, bool), String> {
        let left = deadline.saturating_duration_since(Instant::now());
        let timeout = Timespec {
            tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: i64::from(left.subsec_nanos()),
        };
        let socket = self.sandbox.socket()?;
        let mut fds = vec![PollFd::new(socket, PollFlags::IN)];
        fds.extend(self.stdout.iter().map(|fd| PollFd::new(fd, PollFlags::IN)));
        fds.extend(self.stderr.iter().map(|fd| PollFd::new(fd, PollFlags::IN)));
        match poll(&mut fds, Some(&timeout)) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return Ok((false, false, false)),
            Err(error) => return Err(format!("poll: {}", io::Error::from(error))),
        }
        let mut ready = fds.iter().map(|fd| !fd.revents().is_empty());
        let replied = ready.next() == Some(true);
        let has_output = self.stdout.is_some() && ready.next() == Some(true);
        let has_errors = self.stderr.is_some() && ready.next() == Some(true);
        Ok((replied, has_output, has_errors))
    }

    /// Reads what there is once; too much of it ends the run.
    fn drain_output(&mut self, buffer: &mut [u8], out: &mut dyn Write) -> Result<(), String> {
        let Some(fd) = &self.stdout else { return Ok(()) };
        match rustix::io::read(fd, &mut *buffer) {
            Ok(0) => self.stdout = None,
            Ok(bytes) => {
                let room =
                    usize::try_from(self.limits.output.saturating_sub(self.written)).unwrap_or(usize::MAX);
                self.written += bytes as u64;
                let begin = Instant::now();
                out.write_all(&buffer[..bytes.min(room)])
                    .map_err(|error| format!("the comparison: {error}"))?;
                self.busy += begin.elapsed();
                if self.written > self.limits.output {
                    self.kill(Stopped::Output)?;
                }
            }
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
            Err(error) => return Err(format!("standard output: {}", io::Error::from(error))),
        }
        Ok(())
    }

    fn drain_errors(&mut self, buffer: &mut [u8]) {
        let Some(fd) = &self.stderr else { return };
        match rustix::io::read(fd, &mut *buffer) {
            Ok(0) => self.stderr = None,
            Ok(bytes) => {
                self.complained += bytes as u64;
                let room = STDERR_KEPT.saturating_sub(self.kept.len()).min(bytes);
                self.kept.extend_from_slice(&buffer[..room]);
            }
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
            Err(_) => self.stderr = None,
        }
    }

    /// When the time on the clock is up: what the program spent waiting for the judge or for a CPU does not count, so that
    /// the verdict is the same on a busy machine.
    fn deadline(&self) -> Instant {
        self.begin + self.limits.wall + self.busy + self.waited
    }

    /// Looks at clock and usage, and ends a run that has had enough.
    fn look(&mut self) -> Result<(), String> {
        let now = Instant::now();
        if let Some(killed) = self.killed {
            return if now.duration_since(killed) < PATIENCE {
                Ok(())
            } else {
                Err("a program that was killed did not end".to_owned())
            };
        }
        if self.complained > self.limits.output {
            return self.kill(Stopped::Output);
        }
        if now >= self.deadline() {
            let waited = self.sandbox.sampler.as_ref().map(Sampler::waited).unwrap_or_default();
            self.waited = waited.min(self.limits.wall.saturating_mul(MOST_WAITING));
            if now >= self.deadline() {
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
        let sample = self
            .sandbox
            .sampler
            .as_ref()
            .map(|sampler| sampler.sample(self.limits.memory))
            .unwrap_or_default();
        if self.is_surely(&sample, now) {
            self.memory = self.memory.max(sample.memory);
        }
        if self.memory > self.limits.memory || self.sandbox.groups.kills() > self.sandbox.kills {
            return self.kill(Stopped::Memory);
        }
        if sample.cpu > self.limits.cpu {
            return self.kill(Stopped::Cpu);
        }
        // Where nothing else bounds them, this does, if late.
        if !self.sandbox.bare && sample.processes > MOST_PROCESSES + 1 {
            return self.kill(Stopped::Processes);
        }
        Ok(())
    }

    /// Whether the memory of a sample is to be believed. Processes are looked at one after another, and one that has just
    /// been started shares all memory with its parent until it runs its own program, so that together they may seem to
    /// have too much for a moment.
    fn is_surely(&mut self, sample: &Sample, now: Instant) -> bool {
        if sample.processes < 2 || sample.memory <= self.limits.memory {
            self.too_much_since = None;
            return true;
        }
        now.duration_since(*self.too_much_since.get_or_insert(now)) > MOMENT
    }

    fn kill(&mut self, why: Stopped) -> Result<(), String> {
        if self.killed.is_none() {
            self.killed = Some(Instant::now());
            self.stopped = Some(why);
            message::send(self.sandbox.socket()?.as_fd(), &Order::Kill, &[])
                .map_err(|error| format!("the sandbox: {error}"))?;
        }
        Ok(())
    }

    /// Takes the reply, and the output up to its end: nobody is left to write more.
    fn finish(mut self, buffer: &mut [u8], out: &mut dyn Write) -> Result<Run, String> {
        let (reply, _) = self.sandbox.receive::<Reply>()?;
        for fd in self.stdout.iter().chain(&self.stderr) {
            rustix::io::ioctl_fionbio(fd, true)
                .map_err(|error| format!("a pipe: {}", io::Error::from(error)))?;
        }
        let mut before = u64::MAX;
        while self.stdout.is_some() && before != self.written {
            before = self.written;
            self.drain_rest(buffer, out)?;
        }
        before = u64::MAX;
        while self.stderr.is_some() && before != self.complained {
            before = self.complained;
            self.drain_errors(buffer);
        }
        if let Some(error) = reply.error {
            return Err(format!("the program could not be run: {error}"));
        }
        let refusal = reply.refusal.map(|number| self.sandbox.program.explain(number)).transpose()?;
        let ended = match (reply.status, reply.signal) {
            _ if refusal.is_some() => Ended::NotStarted,
            (Some(status), _) => Ended::Exited(status),
            (None, Some(signal)) => Ended::Signalled(signal),
            (None, None) => return Err("the sandbox lost its program".to_owned()),
        };
        // Clearing up after a program takes time, too, which is not the program's.
        let wall = Duration::from_micros(reply.wall_us);
        let in_time = wall <= self.limits.wall + self.busy + self.waited;
        if self.stopped == Some(Stopped::Wall) && in_time && ended != Ended::Signalled(libc::SIGKILL) {
            self.stopped = None;
        }
        let kills = self.sandbox.groups.kills();
        if kills > self.sandbox.kills {
            self.sandbox.kills = kills;
            // Whatever came of it: a child that was killed may have left the others waiting until their time was up.
            if self.stopped != Some(Stopped::Interrupted) {
                self.stopped = Some(Stopped::Memory);
            }
        }
        Ok(Run {
            ended,
            stopped: self.stopped,
            cpu: Duration::from_micros(reply.cpu_us),
            wall,
            memory: Some(self.memory.max(reply.memory)),
            stderr: refusal.map_or(self.kept, String::into_bytes),
        })
    }

    /// As [`Watch::drain_output`], after the end: too much output is noted, but there is nothing left to kill.
    fn drain_rest(&mut self, buffer: &mut [u8], out: &mut dyn Write) -> Result<(), String> {
        if self.killed.is_none() {
            self.killed = Some(Instant::now());
        }
        let stopped = self.stopped;
        self.drain_output(buffer, out)?;
        self.stopped =
            if self.written > self.limits.output { stopped.or(Some(Stopped::Output)) } else { stopped };
        Ok(())
    }
}
