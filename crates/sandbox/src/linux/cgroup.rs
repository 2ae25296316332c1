//! Control groups, where the system allows any: exact limits of memory and processes, and an exact count of CPU time.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use itertools::Itertools as _;

use super::mounts::reachable;
use super::procfs::field;
use super::sys;
use nim_ground::error::best_effort;
use nim_ground::presence::find_link;

/// Memory of the proxy, which is in the group too, in bytes.
const PROXY_MEMORY: u64 = 8 << 20;
/// The memory that a group at its limit may have left: less than one request, and the reserves of CPUs.
const UNUSED_AT_LIMIT: u64 = 1 << 20;
/// The most groups of one hierarchy whose names differ by their number only.
const MOST_OF_A_NAME: u32 = 10_000;

/// The beginning of the names of groups, before the number of the judge's process.
const PREFIX: &str = "toolkit-";
/// The age below which a group without processes may belong to a sandbox that is being started.
const NEW: Duration = Duration::from_secs(60);

/// The control groups of one sandbox.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    memory: Option<ControlGroup>,
    /// The group that counts CPU time.
    pub(super) cpu: Option<ControlGroup>,
    /// All folders made for the groups.
    folders: Vec<PathBuf>,
    /// Whether the number of processes is bounded.
    pub bounds_processes: bool,
}

/// A control group of one hierarchy.
#[derive(Clone, Debug)]
pub struct ControlGroup {
    /// The folder of the group.
    pub folder: PathBuf,
    /// Whether the group is of the unified hierarchy (version 2).
    pub unified: bool,
}

impl Groups {
    /// Makes the groups that the system allows, maybe none.
    ///
    /// # Errors
    /// When its limits cannot be read.
    pub fn make(most_processes: u64) -> io::Result<Self> {
        let name = &format!("{PREFIX}{}", std::process::id());
        let mut groups = Self::default();
        let own = read(Path::new("/proc/self/cgroup"))?;
        for line in own.lines() {
            let Some((_, controllers, path)) = line.splitn(3, ':').collect_tuple() else { continue };
            let path = path.trim_start_matches('/');
            for controller in controllers.split(',') {
                if controller.is_empty() {
                    groups.unified(path, name, most_processes)?;
                    continue;
                }
                if !["cpuacct", "memory", "pids"].contains(&controller) {
                    continue;
                }
                let parent = Path::new("/sys/fs/cgroup").join(controller).join(path);
                let Some(folder) = groups.folder(&parent, name)? else { continue };
                match controller {
                    "cpuacct" => groups.cpu = Some(ControlGroup { folder, unified: false }),
                    "memory" => groups.memory = Some(ControlGroup { folder, unified: false }),
                    _ => groups.bounds_processes |= write(&folder, "pids.max", most_processes).is_ok(),
                }
            }
        }
        Ok(groups)
    }

    /// Makes a group of the unified hierarchy: beside our own if the parent delegates the controllers, else below it,
    /// where CPU time is counted without a controller.
    fn unified(&mut self, path: &str, name: &str, most_processes: u64) -> io::Result<()> {
        let own = Path::new("/sys/fs/cgroup").join(path);
        let around = [Some(own.as_path()), own.parent()];
        for around in around.into_iter().flatten().filter(|around| around.starts_with("/sys/fs/cgroup")) {
            let delegated = read(&around.join("cgroup.subtree_control"))?;
            if !delegated.split_whitespace().any(|controller| controller == "memory") {
                continue;
            }
            let Some(folder) = self.folder(around, name)? else { continue };
            self.bounds_processes |= write(&folder, "pids.max", most_processes).is_ok();
            let group = ControlGroup { folder, unified: true };
            self.cpu.get_or_insert(group.clone());
            self.memory = Some(group);
            return Ok(());
        }
        if let Some(folder) = self.folder(&own, name)? {
            self.cpu.get_or_insert(ControlGroup { folder, unified: true });
        }
        Ok(())
    }

    fn folder(&mut self, around: &Path, name: &str) -> io::Result<Option<PathBuf>> {
        // An ordinary folder would allow a folder in it, too.
        let procs = around.join("cgroup.procs");
        if reachable(fs::metadata(&procs), &procs)?.is_none() {
            return Ok(None);
        }
        remove_dead(around);
        // Another sandbox of this process may have the same name, or one in a container.
        let mut numbers = 0..MOST_OF_A_NAME;
        let folder = loop {
            let Some(number) = numbers.next() else { return Ok(None) };
            let folder = around.join(format!("{name}-{number}"));
            match fs::create_dir(&folder) {
                Ok(()) => break folder,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                // The system does not allow it, for any reason: the layer is reported as missing.
                Err(_) => return Ok(None),
            }
        };
        self.folders.push(folder.clone());
        Ok(Some(folder))
    }

    /// Returns whether memory is bounded.
    pub fn bounds_memory(&self) -> bool {
        self.memory.is_some()
    }

    /// Puts a process, with its future children, into the groups.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn add(&self, pid: i32) -> io::Result<()> {
        self.folders
            .iter()
            .try_for_each(|folder| write_number(&folder.join("cgroup.procs"), &pid.to_string()))
    }

    /// Bounds the memory of everything in the group.
    pub fn limit_memory(&self, bytes: u64) {
        let Some(memory) = &self.memory else { return };
        let bytes = bytes.saturating_add(PROXY_MEMORY);
        // Failing is harmless, since memory is sampled as well.
        best_effort(if memory.unified {
            write(&memory.folder, "memory.max", bytes).and(write(&memory.folder, "memory.swap.max", 0))
        } else {
            // The bound with swap may not be below the one without, whichever way the limit moves.
            let swap = "memory.memsw.limit_in_bytes";
            best_effort(write(&memory.folder, swap, bytes));
            write(&memory.folder, "memory.limit_in_bytes", bytes).and(write(&memory.folder, swap, bytes))
        });
    }

    /// Opens the counts of failures for lack of memory in the group; `None` if the system has none, or keeps them from this user.
    ///
    /// # Errors
    /// When they cannot be opened: a lack of memory would be the program's own error.
    pub fn memory_events(&self) -> io::Result<Option<MemoryEvents>> {
        let Some(memory) = &self.memory else { return Ok(None) };
        reachable(MemoryEvents::open(memory), &memory.folder)
    }

    /// Kills all processes in the groups.
    pub fn kill(&self) {
        let procs =
            self.folders.iter().filter_map(|folder| fs::read_to_string(folder.join("cgroup.procs")).ok());
        for pid in procs.flat_map(|text| text.lines().filter_map(|pid| pid.parse().ok()).collect_vec()) {
            sys::kill(pid, libc::SIGKILL);
        }
    }

    /// Removes the groups; their processes must have ended.
    pub fn remove(&self) {
        for folder in &self.folders {
            for _ in 0..50 {
                // A group that cannot be looked at is tried again, and then left to the next sandbox.
                if fs::remove_dir(folder).is_ok() || matches!(find_link(folder), Ok(None)) {
                    break;
                }
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    }
}

/// Returns the text of a file of the system; none where it keeps it from this user.
fn read(path: &Path) -> io::Result<String> {
    Ok(reachable(fs::read_to_string(path), path)?.unwrap_or_default())
}

/// Removes the groups of judges that were killed together with their keepers. The system keeps one in which there are processes; one
/// of a judge in another container may just have been made.
fn remove_dead(around: &Path) {
    for entry in fs::read_dir(around).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let pid =
            name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split_once('-')?.0.parse::<u32>().ok());
        let is_dead =
            pid.is_some_and(|pid| matches!(find_link(Path::new(&format!("/proc/{pid}"))), Ok(None)));
        let age = entry.metadata().and_then(|metadata| metadata.modified()).map(|time| time.elapsed());
        if is_dead && age.is_ok_and(|age| age.is_ok_and(|age| age > NEW)) {
            best_effort(fs::remove_dir(entry.path()));
        }
    }
}

/// The failures for lack of memory in a group, so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryCounts {
    /// The number of its processes that the system has killed, for lack of memory in this group, in one around it, or in the machine.
    pub kills: u64,
    /// The number of allocations that failed by the group's own limit. In the first version of control groups, 1 if it has met its limit.
    pub own: u64,
}

/// The files that count failures for lack of memory.
#[derive(Debug)]
pub struct MemoryEvents {
    kills: File,
    /// In the first version: the limit, and the peak of use, without and with swap. It has no reasons.
    peaks: Option<(File, Vec<File>)>,
}

impl MemoryEvents {
    fn open(group: &ControlGroup) -> io::Result<Self> {
        let open = |name: &str| File::open(group.folder.join(name));
        if group.unified {
            // The second file also counts failures in groups below; there are none.
            let kills = open("memory.events.local").or_else(|_| open("memory.events"))?;
            return Ok(Self { kills, peaks: None });
        }
        let peaks = ["memory.max_usage_in_bytes", "memory.memsw.max_usage_in_bytes"].into_iter();
        let peaks = peaks
            .filter_map(|name| File::options().read(true).write(true).open(group.folder.join(name)).ok());
        let peaks = Some((open("memory.limit_in_bytes")?, peaks.collect()));
        Ok(Self { kills: open("memory.oom_control")?, peaks })
    }

    /// Starts anew, for the next run.
    pub fn reset(&self) {
        for peak in self.peaks.iter().flat_map(|(_, peaks)| peaks) {
            best_effort(peak.write_at(b"0", 0));
        }
    }

    /// Returns the counts. In the first version, whether the group has met its limit is read only where somebody was killed since
    /// `before`, which is `None` at the beginning.
    pub fn read(&self, before: Option<MemoryCounts>) -> MemoryCounts {
        let text = read_from_start(&self.kills);
        let kills = field(&text, "oom_kill ").unwrap_or(0);
        let own = match &self.peaks {
            None => field(&text, "oom ").unwrap_or(0),
            Some(_) if before.is_none_or(|before| kills <= before.kills) => 0,
            Some((limit, peaks)) => {
                let limit = number(limit).unwrap_or(u64::MAX);
                u64::from(
                    peaks.iter().filter_map(number).any(|peak| peak.saturating_add(UNUSED_AT_LIMIT) >= limit),
                )
            }
        };
        MemoryCounts { kills, own }
    }
}

fn number(file: &File) -> Option<u64> {
    read_from_start(file).trim().parse().ok()
}

/// Returns the number of the machine's processes that the system has killed for lack of memory, in control groups or outside.
pub fn kills_of_machine() -> u64 {
    let text = fs::read_to_string("/proc/vmstat").unwrap_or_default();
    field(&text, "oom_kill ").unwrap_or(0)
}

fn read_from_start(file: &File) -> String {
    let mut text = [0; 1024];
    let bytes = file.read_at(&mut text, 0).unwrap_or(0);
    String::from_utf8_lossy(&text[..bytes]).into_owned()
}

fn write(folder: &Path, file: &str, value: u64) -> io::Result<()> {
    write_number(&folder.join(file), &value.to_string())
}

/// Writes a number by one call: the rest of one that was cut would be another number.
fn write_number(path: &Path, number: &str) -> io::Result<()> {
    use io::Write as _;
    let written = File::options().write(true).truncate(true).open(path)?.write(number.as_bytes())?;
    if written == number.len() { Ok(()) } else { Err(io::ErrorKind::WriteZero.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_groups_of_judges_that_are_gone_are_removed() {
        let around = tempfile::tempdir().unwrap();
        let own = format!("toolkit-{}-0", std::process::id());
        let names = ["toolkit-4294967295-0", own.as_str(), "toolkit-tests-4294967295", "other"];
        for name in names.into_iter().chain(["toolkit-4294967295-1"]) {
            fs::create_dir(around.path().join(name)).unwrap();
        }
        for name in names {
            let long_ago = std::time::SystemTime::now() - NEW * 2;
            File::open(around.path().join(name)).unwrap().set_modified(long_ago).unwrap();
        }
        remove_dead(around.path());
        let is_left = |name: &str| matches!(find_link(&around.path().join(name)), Ok(Some(_)));
        assert!(!is_left("toolkit-4294967295-0"));
        assert!(names[1..].iter().chain(&["toolkit-4294967295-1"]).all(|name| is_left(name)));
    }

    /// Returns the counts of a group with these files.
    fn counts(unified: bool, files: &[(&str, &str)]) -> MemoryCounts {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        MemoryEvents::open(&ControlGroup { folder: folder.path().to_path_buf(), unified })
            .unwrap()
            .read(Some(MemoryCounts::default()))
    }

    #[test]
    fn the_unified_hierarchy_tells_whose_memory_was_short() {
        let events = |oom: u64, kills: u64| {
            format!("low 0\nhigh 0\nmax 9\noom {oom}\noom_kill {kills}\noom_group_kill 0\n")
        };
        let of_local = |oom, kills| counts(true, &[("memory.events.local", &events(oom, kills))]);
        assert_eq!(of_local(2, 1), MemoryCounts { kills: 1, own: 2 });
        // A kill for the machine's sake.
        assert_eq!(of_local(0, 1), MemoryCounts { kills: 1, own: 0 });
        // Systems before Linux 5.2 have no local events.
        assert_eq!(counts(true, &[("memory.events", &events(3, 2))]), MemoryCounts { kills: 2, own: 3 });
    }

    #[test]
    fn the_first_version_tells_whether_the_limit_was_met() {
        let of = |peak: &str, with_swap: &str| {
            let control = "oom_kill_disable 0\nunder_oom 0\noom_kill 4\n";
            let peaks = [("memory.max_usage_in_bytes", peak), ("memory.memsw.max_usage_in_bytes", with_swap)];
            counts(
                false,
                &[&[("memory.oom_control", control), ("memory.limit_in_bytes", "9000000\n")], &peaks[..]]
                    .concat(),
            )
        };
        assert_eq!(of("9000000\n", "9000000\n"), MemoryCounts { kills: 4, own: 1 });
        assert_eq!(of("7000000\n", "8999000\n"), MemoryCounts { kills: 4, own: 1 });
        assert_eq!(of("7000000\n", "7000000\n"), MemoryCounts { kills: 4, own: 0 });
    }
}
