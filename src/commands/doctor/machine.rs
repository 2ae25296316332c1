//! Findings about CPU, memory and folders.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use itertools::Itertools as _;
use serde::Serialize;

use crate::system::{check_writable, free_bytes, is_noexec};
use crate::terminal::version::level_name;
use nim_ground::append::Append as _;
use nim_ground::cache;
use nim_ground::limits::MIB;
use nim_ground::presence::is_folder;
use nim_ground::private;
use nim_simd::Level;

/// Free bytes below which a folder is called too small.
const LITTLE: u64 = 512 * MIB;

/// The capacities of the machine.
#[derive(Serialize)]
pub struct Machine {
    /// The name of the CPU; empty if the system does not tell it.
    cpu: String,
    /// The levels of instructions that kernels can use, the lowest first.
    levels: Vec<&'static str>,
    /// The level of instructions in use.
    level: &'static str,
    /// Whether `TOOLKIT_SIMD` asked for that level.
    level_is_chosen: bool,
    /// Threads that a command starts by itself.
    threads: usize,
    /// The number of CPUs that are on, usable or not.
    cpus: usize,
    memory: Memory,
    folders: Vec<Folder>,
}

/// Memory in bytes; null if the system does not tell it.
#[derive(Serialize)]
struct Memory {
    total: Option<u64>,
    available: Option<u64>,
    /// The limit of the control group.
    limit: Option<u64>,
}

/// A folder that commands write to.
#[derive(Serialize)]
struct Folder {
    purpose: &'static str,
    path: PathBuf,
    free: Option<u64>,
    /// The reason why it cannot be written.
    problem: Option<String>,
    /// Whether commands work without the folder.
    is_optional: bool,
    /// Whether nothing may be executed there.
    noexec: bool,
}

impl Machine {
    /// Finds the capacities of this machine.
    pub fn find(level: Option<Level>) -> Self {
        let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let cpu = field(&cpuinfo, "model name").or_else(|| field(&cpuinfo, "CPU implementer"));
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let cpus = cpuinfo.lines().filter(|line| line.starts_with("processor")).count();
        Self {
            cpu: cpu.unwrap_or_default().to_owned(),
            levels: Level::available().map(|(name, _)| name).collect(),
            level: level_name(level.unwrap_or_else(Level::detected)),
            level_is_chosen: level.is_some(),
            threads,
            cpus: cpus.max(threads),
            memory: Memory::find(),
            folders: vec![
                Folder::find("temporary files", std::env::temp_dir(), false),
                Folder::find(
                    "cache",
                    cache::root().map(|root| root.join("programs")).unwrap_or_default(),
                    true,
                ),
            ],
        }
    }

    /// Returns the findings as lines of text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let cpu = if self.cpu.is_empty() { "unknown" } else { &self.cpu };
        let chosen = if self.level_is_chosen { ", chosen by TOOLKIT_SIMD" } else { "" };
        writeln!(text, "cpu      {cpu}: {}{chosen} (of {})", self.level, self.levels.join(", "));
        writeln!(text, "threads  {} of {} CPUs", self.threads, self.cpus);
        writeln!(text, "memory   {}", self.memory.text());
        for folder in &self.folders {
            let state = match (&folder.problem, folder.free) {
                (Some(problem), _) => problem.clone(),
                (None, Some(free)) => format!("{} free", mib(free)),
                (None, None) => "writable".to_owned(),
            };
            writeln!(text, "folder   {} ({}): {state}", folder.path.display(), folder.purpose);
        }
        text
    }

    /// Returns missing parts, with the remedy.
    pub fn missing(&self) -> Vec<String> {
        let mut missing = Vec::new();
        if self.levels.len() == 1 && cfg!(target_arch = "x86_64") {
            missing.push("AVX2: large inputs are read at a fraction of the speed on this CPU".to_owned());
        }
        for Folder { path, free, problem, is_optional, noexec, .. } in &self.folders {
            let (path, variable) = (path.display(), if *is_optional { "XDG_CACHE_HOME" } else { "TMPDIR" });
            if let (true, Some(problem)) = (is_optional, problem) {
                let unless =
                    format!("programs are compiled anew each time unless {variable} names another folder");
                missing.push(format!("the cache {path}: {problem}; {unless}"));
            }
            if *noexec {
                missing.push(format!(
                    "execution in {path}, whose file system is mounted noexec: programs that are compiled run only where the sandbox \
                     has a mount namespace, unless {variable} names another folder"
                ));
            }
            if free.is_some_and(|free| free < LITTLE) {
                missing.push(format!(
                    "disk space in {path}: make some free, or let {variable} name another folder"
                ));
            }
        }
        missing
    }

    /// Returns the faults that keep the toolkit from working.
    pub fn broken(&self) -> Vec<String> {
        let needed = self.folders.iter().filter(|folder| !folder.is_optional);
        let broken = needed.filter_map(|Folder { purpose, path, problem, .. }| {
            let problem = problem.as_ref()?;
            Some(format!("{purpose} {}: {problem}; TMPDIR names another folder", path.display()))
        });
        broken.collect()
    }
}

/// Returns the value of a key in lines like those of `/proc/meminfo`.
fn field<'t>(lines: &'t str, key: &str) -> Option<&'t str> {
    let value = lines.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix(':'));
    value.map(str::trim)
}

impl Memory {
    fn find() -> Self {
        let meminfo = fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let [total, available] = ["MemTotal", "MemAvailable"]
            .map(|key| Some(field(&meminfo, key)?.strip_suffix(" kB")?.parse::<u64>().ok()? << 10));
        Self { total, available, limit: group_limit() }
    }

    fn text(&self) -> String {
        let parts =
            [(self.total, ""), (self.available, " available"), (self.limit, " allowed by the control group")];
        let text =
            parts.into_iter().filter_map(|(bytes, what)| Some(format!("{}{what}", mib(bytes?)))).join(", ");
        if text.is_empty() { "unknown".to_owned() } else { text }
    }
}

/// Returns the least limit of memory of the control groups around this process.
fn group_limit() -> Option<u64> {
    let own = fs::read_to_string("/proc/self/cgroup").ok()?;
    let limits = own.lines().filter_map(|line| {
        let (_, controllers, path) = line.splitn(3, ':').collect_tuple()?;
        let (root, file) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            "memory" => ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
            _ => return None,
        };
        let folder = Path::new(root).join(path.trim_start_matches('/'));
        let around = folder.ancestors().take_while(|folder| folder.starts_with(root));
        let limits =
            around.filter_map(|folder| fs::read_to_string(folder.join(file)).ok()?.trim().parse().ok());
        limits.min()
    });
    // The oldest hierarchy has a number near 2^63 for no limit.
    limits.min().filter(|&limit: &u64| limit < 1 << 60)
}

impl Folder {
    fn find(purpose: &'static str, path: PathBuf, is_optional: bool) -> Self {
        // A missing folder is made in the nearest existing one. An unreadable folder is reported by the trial below.
        let there = path.ancestors().find(|folder| is_folder(folder).unwrap_or(false));
        let there = there.unwrap_or(Path::new("/"));
        let (free, noexec) = (free_bytes(there), is_noexec(there));
        let problem = if path.as_os_str().is_empty() {
            Some(format!("neither XDG_CACHE_HOME nor {} is set", cache::HOME))
        } else if !is_optional {
            private::folder("toolkit-doctor-").err().map(|error| error.to_string())
        } else {
            cache::refusal().or_else(|| check_writable(there).err().map(|error| error.to_string()))
        };
        Self { purpose, path, free, problem, is_optional, noexec }
    }
}

fn mib(bytes: u64) -> String {
    format!("{} MiB", bytes / MIB)
}
