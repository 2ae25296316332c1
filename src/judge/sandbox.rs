//! The sandbox (Linux): a program runs alone, sees little, and leaves nothing behind.
//!
//! A sandbox is set up once and used for many tests, since the setting up is dear. Its processes, named as `isolate` names
//! them, and what connects them:
//!
//! ```text
//! judge    Confined, Watch: sends orders, reads the program's output, looks at time and memory, says when to kill
//!   │ socket: Order, with the run's input, output and error ─►  ◄─ Hello, with meter and /proc; Report
//! keeper   outside the namespaces: makes users and control groups, clears up in the end
//!   │ pipe: go
//! proxy    first process of the PID namespace: forks for every run, reaps, kills, renews the private folder
//!   │ shared page: when the program started, or why it did not
//! program  puts on the rest (limits, Landlock, another user, seccomp) and becomes the program; descriptors 0, 1, 2 only
//! ```
//!
//! The socket leads from the judge to the proxy; the keeper has a copy only until the proxy is set up. When the judge ends,
//! the proxy ends, and with it everything in its namespace. Layers that a system does not offer are left out, and the report
//! names them.
//!
//! Where the design stops: what a program's child writes in the moment between the program's end and its own still counts
//! as output; and without a mount namespace nothing bounds what the private folder holds in all, only each of its files.

mod cgroup;
mod child;
mod clear;
mod confined;
mod exec_error;
mod filter;
mod keeper;
mod ledger;
mod message;
mod meter;
mod mirror;
mod plan;
mod procfs;
mod program;
mod proxy;
mod root;
mod sample;
mod shebang;
mod steal;
pub mod sys;
mod view;
mod watch;
mod workspace;

use std::ffi::{CString, OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use rustix::thread::{CapabilitySet, capabilities};
use seccompiler::BpfProgram;

use self::cgroup::Groups;
pub use self::confined::Confined;
use self::meter::Counter;
use self::plan::{Level, Plan};
pub use self::program::Program;
use super::private;
use crate::lock::locked;

/// Processes and threads that a program may have.
const MOST_PROCESSES: u64 = 256;
/// The first of the users that programs become when root judges; each sandbox takes another.
const FIRST_USER: u32 = 60_578;
/// The first version of Landlock that keeps signals in.
const LANDLOCK_WITH_SIGNALS: i64 = 6;
/// The private folder holds at least so many bytes, and as many as the output may have.
const SMALLEST_FOLDER: u64 = 64 << 20;

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
        let keeper = keeper::start(&plan, theirs).map_err(|error| format!("fork: {error}"))?;
        let confined = Confined::new(socket, keeper, &plan, program, self.interrupted)?;
        let bounded_by_user = user.is_some() || level == Level::User || !is_root;
        let layers = self.layers(level, bounded_by_user, &confined);
        Ok(Some((confined, layers)))
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

    fn layers(&self, level: Level, bounded_by_user: bool, confined: &Confined<'_>) -> Layers {
        let groups = &confined.groups;
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
