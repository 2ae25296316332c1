//! The sandbox (Linux): runs a program in namespaces with few visible files, and removes its processes and files.
//!
//! Setting it up is expensive, so one sandbox runs many tests. Its processes, named as in `isolate`, and their
//! connections:
//!
//! ```text
//! judge    Confined, RunWatch: sends orders, reads the program's output, measures time and memory, orders kills
//!   │ socket: Order, with the run's input, output and error ─►  ◄─ Handshake, with meter and /proc; RunEvent
//! keeper   outside the namespaces: sets up users and control groups, cleans up at the end
//!   │ pipe: go
//! proxy    first process of the PID namespace: starts every run, reaps, kills; a thread renews the private folder
//!   │ its memory, until the program is executed: Outcome
//! program  applies limits, Landlock, another user and seccomp, then executes the program; descriptors 0, 1, 2 only
//! ```
//!
//! The socket leads from the judge to the proxy; the keeper has a copy only until the proxy is set up. When the judge
//! ends, the proxy ends, and with it everything in its namespace. Layers that the system does not offer are omitted,
//! and the report lists them.
//!
//! Limitations: output that a program's child writes between the program's end and its own still counts; without a
//! mount namespace nothing bounds the sum of the private folder's files, only each of them; without a control group,
//! buffers of pipes and sockets are no memory; and runs share the system's page cache, so that the duration of a read can
//! reveal whether an earlier run has read the same file.

mod blocked;
mod cgroup;
mod child;
mod confined;
mod cpu_estimate;
mod exchange;
mod exec_error;
mod filter;
mod keeper;
mod lent;
mod link_tree;
mod memory;
mod message;
mod meter;
mod mounts;
mod plan;
mod procfs;
mod program;
mod proxy;
mod refusals;
mod renewal;
mod reserved;
mod rlimits;
mod root;
mod runner;
mod sample;
mod shebang;
mod snapshot;
mod steal;
pub mod sys;
mod thread_waits;
mod watch;
mod workspace;

use std::ffi::{CString, OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use rustix::process::{getegid, geteuid};
use rustix::thread::{CapabilitySet, capabilities};

use self::cgroup::Groups;
pub use self::confined::Confined;
use self::meter::Counter;
use self::mounts::Mounts;
use self::plan::{NamespaceLevel, SandboxPlan};
pub use self::program::{Program, is_copied};
use self::refusals::{Refusals, seccomp};
use self::reserved::{ReservedUser, USERS};
use super::layers::{LANDLOCK, Layers, MOUNTS, OTHER_USER, SandboxMode, weaknesses};
use crate::error::{Error, failed};
use nim_ground::limits::LimitOverrides;
use nim_ground::lock::locked;
use nim_ground::presence::absent_is_none;
use nim_ground::private;

/// Processes and threads that a program may have.
const MOST_PROCESSES: u64 = 256;
/// The failure of a sandbox that cannot end a run.
const SURVIVORS: &str = "processes of the program could not be killed";

/// The beginning of the names of private folders if there is no mount namespace.
const BOX_PREFIX: &str = "toolkit-box-";
/// The first version of Landlock that restricts `truncate`, and opening a file to empty it.
const LANDLOCK_WITH_TRUNCATION: i64 = 3;
/// The first version of Landlock that restricts signals.
const LANDLOCK_WITH_SIGNALS: i64 = 6;
/// The smallest size of the private folder in bytes, even if the largest output is smaller.
const SMALLEST_FOLDER: u64 = 64 << 20;

/// Returns the folders and files of the system that every program may read.
///
/// # Errors
/// When the system does not say whether a file exists.
pub fn system_folders() -> io::Result<impl Iterator<Item = PathBuf>> {
    Ok(Mounts::system()?.system.into_iter())
}

/// A factory of sandboxes for one program.
pub struct Sandbox<'a> {
    program: Arc<Program>,
    mode: SandboxMode,
    folder_bytes: u64,
    interrupted: &'a AtomicBool,
    /// The system calls that all programs are refused; `None` if there are no filters.
    refusals: Option<Refusals>,
    landlock: bool,
    /// The variant that works on this system, found by the first start.
    level: Mutex<Option<(NamespaceLevel, bool)>>,
}

impl<'a> Sandbox<'a> {
    /// Creates a sandbox for `program`, whose private folder holds `folder_bytes`, or `SMALLEST_FOLDER` if that is
    /// more. Runs end when `interrupted` is set.
    pub fn new(program: Program, mode: SandboxMode, folder_bytes: u64, interrupted: &'a AtomicBool) -> Self {
        let wanted = mode != SandboxMode::Off;
        let seccomp = wanted && rustix::thread::secure_computing_mode().is_ok();
        Self {
            program: Arc::new(program),
            mode,
            folder_bytes: folder_bytes.max(SMALLEST_FOLDER),
            interrupted,
            refusals: seccomp.then(filter::system_calls).and_then(Result::ok),
            landlock: wanted && sys::landlock_version() > 0,
            level: Mutex::new(None),
        }
    }

    /// Arguments that name files hidden from the program.
    pub fn withheld(&self) -> &[OsString] {
        if self.mode == SandboxMode::Off { &[] } else { &self.program.withheld }
    }

    /// Starts a sandbox and returns it with its layers.
    ///
    /// # Errors
    /// When no variant can be started, or a layer is missing in strict mode.
    pub fn start(&self) -> Result<(Confined<'a>, Layers), Error> {
        let all = [NamespaceLevel::User, NamespaceLevel::Privileged, NamespaceLevel::None];
        let variants = match (*locked(&self.level), self.mode) {
            (Some(known), _) => vec![known],
            (None, SandboxMode::Off) => vec![(NamespaceLevel::None, false)],
            (None, _) => all.into_iter().flat_map(|level| [(level, true), (level, false)]).collect(),
        };
        let mut reasons = Vec::new();
        for (level, with_groups) in variants {
            // Only root has the privileges.
            if level == NamespaceLevel::Privileged && !geteuid().is_root() {
                continue;
            }
            match self.attempt(level, with_groups) {
                Ok((_, layers)) if self.mode == SandboxMode::Strict && !layers.missing.is_empty() => {
                    let missing = layers.missing.join(", ");
                    let without = weaknesses(&layers.missing).map(|weakness| format!("; {weakness}"));
                    let missing = missing + &without.collect::<String>();
                    reasons.extend(layers.refusals);
                    let before =
                        if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join("; ")) };
                    let why = format!("the sandbox is not complete on this system: no {missing}{before}");
                    return Err(Error::Unsupported(why));
                }
                Ok((confined, mut layers)) => {
                    *locked(&self.level) = Some((level, with_groups));
                    layers.refusals.extend(reasons);
                    return Ok((confined, layers));
                }
                // Most variants fail for one reason.
                Err(error) => {
                    let why = error.to_string();
                    if !reasons.contains(&why) {
                        reasons.push(why);
                    }
                }
            }
        }
        Err(Error::Unsupported(format!("the sandbox could not be started: {}", reasons.join("; "))))
    }

    /// Starts one variant of the sandbox.
    fn attempt(&self, level: NamespaceLevel, with_groups: bool) -> Result<(Confined<'a>, Layers), Error> {
        let (socket, theirs) = message::pair().map_err(failed("a socket"))?;
        let user = self.needs_another_user(level)?.then(ReservedUser::reserve).transpose();
        let user = user.map_err(failed("a user for the program"))?;
        let plan = self.plan(level, with_groups, user.as_ref().map(|user| user.id))?;
        let keeper = keeper::start(&plan, theirs, user.map(|user| user.lock)).map_err(failed("fork"))?;
        let confined = Confined::new(socket, keeper, &plan, Arc::clone(&self.program), self.interrupted)?;
        // The limit of processes does not apply to root.
        let bounded_by_user = plan.user.is_some() || level == NamespaceLevel::User || !geteuid().is_root();
        let layers = self.layers(&plan, bounded_by_user, &confined);
        Ok((confined, layers))
    }

    /// Returns the plan of one variant, whose program becomes `user`. Its control groups and its private folder exist when it returns,
    /// for the keeper to remove; they are made last, so that nothing is left where a step fails.
    fn plan(
        &self,
        level: NamespaceLevel,
        with_groups: bool,
        user: Option<u32>,
    ) -> Result<SandboxPlan, Error> {
        let program = &self.program;
        let executable = c_string(program.executable.as_os_str())?;
        let command = program.command.iter().map(|arg| c_string(arg)).collect::<Result<_, _>>()?;
        let has_foreign_calls = self.refusals.is_some() && program.is_32_bit()?;
        let is_off = self.mode == SandboxMode::Off;
        let same_user = level == NamespaceLevel::None && user.is_none() && self.refusals.is_some();
        let mut refusals = self.refusals_of(level, user, same_user)?;
        let shared_memory = filter::shared_memory().map_err(seccomp)?;
        let folder = if level == NamespaceLevel::None && !is_off {
            Some(private_folder(user).map_err(failed("the private folder"))?)
        } else {
            None
        };
        let (private_dir, working_dir) = self.folders(folder.as_deref());
        let opens_executable =
            folder.is_some() && user.is_some() && !can_be_reached(&program.real_executable()?)?;
        let home = if program.has_private_working_dir { &working_dir } else { &private_dir };
        let others = if level == NamespaceLevel::User || user.is_some() { 0 } else { sample::all_tasks() };
        let groups = if with_groups { Groups::make(MOST_PROCESSES + 8)? } else { Groups::default() };
        // Shared memory that no group counts is refused in strict mode, and reported as unbounded otherwise: few programs need any.
        let refuses_shared_memory =
            self.mode == SandboxMode::Strict && !groups.bounds_memory() && refusals.is_some();
        if let Some(refusals) = refusals.as_mut().filter(|_| refuses_shared_memory) {
            refusals.if_any(libc::SYS_mmap, [shared_memory], libc::ENOMEM);
        }
        Ok(SandboxPlan {
            level,
            executable,
            opens_executable,
            command,
            env: if is_off { inherited_environment() } else { environment(home, &working_dir) },
            view: program.view.clone(),
            caller: (geteuid().as_raw(), getegid().as_raw()),
            user,
            landlock: self.landlock,
            // Processes of other users and outside the PID namespace are out of reach.
            needs_signal_filter: same_user && sys::landlock_version() < LANDLOCK_WITH_SIGNALS,
            same_user,
            refusals,
            refuses_shared_memory,
            has_foreign_calls,
            groups,
            folder,
            folder_bytes: self.folder_bytes,
            most_processes: if is_off { u64::MAX } else { MOST_PROCESSES + others },
            private_dir,
            working_dir,
            unsandboxed: is_off,
        })
    }

    /// Returns the system calls that are refused to the program of one variant.
    fn refusals_of(
        &self,
        level: NamespaceLevel,
        user: Option<u32>,
        same_user: bool,
    ) -> Result<Option<Refusals>, Error> {
        let mut refusals = self.refusals.clone();
        if let Some(refusals) = &mut refusals {
            // Elsewhere all files of others are mounted read-only. Another user, too, can date and empty files that everybody may write.
            if level == NamespaceLevel::None {
                filter::refuse_attributes(refusals).map_err(seccomp)?;
                if sys::landlock_version() < LANDLOCK_WITH_TRUNCATION {
                    filter::refuse_truncation(refusals).map_err(seccomp)?;
                }
            }
            if !same_user && user.is_none() {
                // A program that can reach the caller's files can reach the caller's processes, too.
                filter::refuse_foreign_settings(refusals, None).map_err(seccomp)?;
            }
        }
        Ok(refusals)
    }

    /// Returns whether the program becomes another user, where the caller may choose one.
    fn needs_another_user(&self, level: NamespaceLevel) -> io::Result<bool> {
        let may_choose = geteuid().is_root()
            && self.mode != SandboxMode::Off
            && are_users_mapped()?
            && may_have_another_user();
        Ok(may_choose && (level != NamespaceLevel::None || self.is_reachable_by_all()?))
    }

    /// Returns the folder in which the program may write, and the one in which it runs. Without a mount namespace, the caller's
    /// folder is a copy within the private `folder`.
    fn folders(&self, folder: Option<&Path>) -> (PathBuf, PathBuf) {
        let program = &self.program;
        let working_dir = program.working_dir.clone();
        match folder {
            Some(folder) if program.has_private_working_dir => {
                (folder.to_path_buf(), folder.join(working_dir.strip_prefix("/").unwrap_or(&working_dir)))
            }
            Some(folder) => (folder.to_path_buf(), working_dir),
            None if program.has_private_working_dir || self.mode == SandboxMode::Off => {
                (working_dir.clone(), working_dir)
            }
            None => (PathBuf::from(root::BOX), working_dir),
        }
    }

    /// Returns whether another user can read all visible files. The executable may lie in a folder that others may not enter, such as
    /// the cache of root, unless it is a script, which its interpreter opens by its path.
    fn is_reachable_by_all(&self) -> io::Result<bool> {
        let view = &self.program.view;
        let executable = self.program.real_executable()?;
        let executable = if self.program.is_elf()? { Some(executable) } else { None };
        for path in view.shown() {
            let is_open =
                if view.named.contains(path) { mounts::is_all_open } else { mounts::is_open_to_all };
            let is_reachable = Some(path) == executable.as_ref() || can_be_reached(path)?;
            if !is_reachable || !mounts::reachable(is_open(path), path)?.unwrap_or(false) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn layers(&self, plan: &SandboxPlan, bounded_by_user: bool, confined: &Confined<'_>) -> Layers {
        let groups = &confined.groups;
        let namespaces = plan.level != NamespaceLevel::None;
        let mut layers = Layers::default();
        if self.mode == SandboxMode::Off {
            return layers;
        }
        layers.landlock_version = if self.landlock { sys::landlock_version() } else { 0 };
        layers.has_own_user = plan.user.is_some();
        let lowered = rlimits::lowered(&LimitOverrides::default().resolve());
        layers.refusals.clone_from(&lowered);
        for (name, active) in [
            ("user-namespace", plan.level == NamespaceLevel::User),
            ("pid-namespace", namespaces),
            (MOUNTS, namespaces),
            ("network-namespace", namespaces),
            ("ipc-namespace", namespaces),
            (LANDLOCK, self.landlock),
            ("seccomp", self.refusals.is_some()),
            ("rlimits", lowered.is_empty()),
            ("process-limit", bounded_by_user || groups.bounds_processes),
            ("shared-memory-limit", groups.bounds_memory() || plan.refuses_shared_memory),
            (OTHER_USER, namespaces || plan.user.is_some() || !geteuid().is_root()),
            ("no-new-privileges", true),
            ("closed-descriptors", true),
            ("clean-environment", true),
            ("private-folder", true),
        ] {
            if active { &mut layers.active } else { &mut layers.missing }.push(name.to_owned());
        }
        // Other layers bound the same resources, so these are never missing.
        let counter = confined.counter();
        for (name, active) in [
            ("cgroup-memory", groups.bounds_memory()),
            ("cgroup-pids", groups.bounds_processes),
            ("cgroup-cpu", counter.is_some_and(|counter| counter != Counter::Event)),
            ("event-cpu", counter == Some(Counter::Event)),
        ] {
            if active {
                layers.active.push(name.to_owned());
            }
        }
        layers
    }
}

/// Returns whether every user may enter the folders around a file.
fn can_be_reached(path: &Path) -> io::Result<bool> {
    for folder in path.ancestors().skip(1) {
        let found = mounts::reachable(folder.metadata(), folder)?;
        if found.is_none_or(|metadata| metadata.mode() & 0o001 == 0) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Creates a folder that only `user`, or else the caller, can read.
fn private_folder(user: Option<u32>) -> io::Result<PathBuf> {
    let folder = private::folder(BOX_PREFIX)?;
    if user.is_some() {
        chown(folder.path(), user, user)?;
    }
    Ok(folder.keep())
}

fn c_string(text: &OsStr) -> Result<CString, Error> {
    CString::new(text.as_bytes()).map_err(|_| format!("a NUL in the argument {}", text.display()).into())
}

/// Returns the environment of a program: of the caller's, only `PATH`.
fn environment(home: &Path, working_dir: &Path) -> Vec<CString> {
    let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
    let mut env: Vec<OsString> = ["PATH=", "HOME=", "TMPDIR=", "PWD="].map(OsString::from).to_vec();
    for (variable, value) in
        env.iter_mut().zip([path.as_os_str(), home.as_os_str(), home.as_os_str(), working_dir.as_os_str()])
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

/// Returns whether all users for programs exist in this user namespace.
fn are_users_mapped() -> io::Result<bool> {
    Ok(maps_all_users("uid_map")? && maps_all_users("gid_map")?)
}

/// Returns whether this map of the user namespace has all users for programs.
fn maps_all_users(name: &str) -> io::Result<bool> {
    let path = Path::new("/proc/self").join(name);
    let map = absent_is_none(fs::read_to_string(&path), &path)?.unwrap_or_default();
    Ok(map.lines().any(|line| {
        let numbers: Vec<u64> = line.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        let [first, _, count] = numbers[..] else { return false };
        [*USERS.start(), *USERS.end()].iter().all(|&user| (first..first + count).contains(&u64::from(user)))
    }))
}

/// Returns whether the caller may start programs as another user, kill them, and remove their files. Root in a container may not.
fn may_have_another_user() -> bool {
    let needed = CapabilitySet::SETUID
        | CapabilitySet::SETGID
        | CapabilitySet::CHOWN
        | CapabilitySet::KILL
        | CapabilitySet::DAC_OVERRIDE
        | CapabilitySet::FOWNER;
    capabilities(None).is_ok_and(|sets| sets.effective.contains(needed))
}
