//! The user's cache: folders whose contents can be made again. Unreadable or unwritable contents are made again, so that no failure is
//! passed on.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::NamedTempFile;

use crate::error::best_effort;
use crate::files::set_mode;
use crate::presence::find;

/// Time after which an entry that was not used is removed.
const LONGEST_UNUSED: Duration = Duration::from_secs(30 * 24 * 3600);
/// Bytes that the entries of a folder take at most, except for the one used last.
const MOST_BYTES: u64 = 512 << 20;
/// The limit of entries in a folder.
const MOST_ENTRIES: usize = 1000;
/// Prefix of the names of entries that are being removed.
const REMOVED: &str = ".old-";

/// The variable that names the user's home.
pub const HOME: &str = if cfg!(windows) { "USERPROFILE" } else { "HOME" };

/// Returns the folder of this name in the cache, which may not exist; `None` if no cache is known, or others may have written it.
pub fn folder(name: &str) -> Option<PathBuf> {
    let folder = root()?.join(name);
    folder.ancestors().take(2).all(|folder| distrust(folder).is_none()).then_some(folder)
}

/// Returns the toolkit's folder in the cache, whether it is used or not; `None` if no cache is known.
pub fn root() -> Option<PathBuf> {
    of_user("XDG_CACHE_HOME", ".cache")
}

/// Returns why the cache is not used, if a reason is known; `None` if it is used.
pub fn refusal() -> Option<String> {
    let root = root()?;
    let within = fs::read_dir(&root).into_iter().flatten().flatten().map(|entry| entry.path());
    let why = std::iter::once(root.clone()).chain(within).find_map(|folder| distrust(&folder))?;
    Some(format!("the cache is not used: {why}"))
}

/// Returns why a folder is not trusted: programs in it run with the caller's rights.
#[cfg(unix)]
fn distrust(folder: &Path) -> Option<String> {
    use std::os::unix::fs::MetadataExt as _;

    let name = folder.display();
    match find(folder) {
        Ok(None) => None,
        Ok(Some(found)) if found.uid() != rustix::process::geteuid().as_raw() => {
            Some(format!("{name} belongs to another user"))
        }
        Ok(Some(found)) if found.mode() & 0o022 != 0 => {
            Some(format!("{name} can be written by other users (chmod go-w makes it private)"))
        }
        Ok(Some(_)) => None,
        Err(error) => Some(error.to_string()),
    }
}

/// Folders of a user are private on other systems.
#[cfg(not(unix))]
fn distrust(_folder: &Path) -> Option<String> {
    None
}

/// Returns the toolkit's folder in the one that a variable names, or else in this one of the user's home.
pub fn of_user(variable: &str, usual: &str) -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    Some(folder(variable).or_else(|| Some(folder(HOME)?.join(usual)))?.join("nim-toolkit"))
}

/// Returns the folder of this name, created if need be and private; `None` where it cannot be written. Removes entries that were
/// not used for long, and of too many the oldest.
pub fn writable(name: &str) -> Option<PathBuf> {
    let folder = folder(name)?;
    let root = root()?;
    if find(&root).ok()?.is_none() {
        fs::create_dir_all(&root).ok()?;
        set_mode(&root, 0o700).ok()?;
    }
    fs::create_dir_all(&folder).ok()?;
    set_mode(&folder, 0o700).ok()?;
    remove_unused(&folder, MOST_BYTES);
    Some(folder)
}

/// Writes a file of this name into a folder at once: a reader finds the old or the new one. `None` where it cannot be written.
pub fn put(folder: &str, name: &str, contents: &[u8]) -> Option<()> {
    let folder = writable(folder)?;
    let file = NamedTempFile::with_prefix_in(".new-", &folder).ok()?;
    fs::write(file.path(), contents).ok()?;
    file.persist(folder.join(name)).ok().map(drop)
}

/// Removes entries that were not used for long, and the oldest as long as all take more than `most_bytes`.
fn remove_unused(folder: &Path, most_bytes: u64) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut entries: Vec<(SystemTime, u64, PathBuf)> = entries
        .filter_map(|entry| {
            let used = entry.metadata().and_then(|metadata| metadata.modified()).ok()?;
            Some((used, size(&entry.path()), entry.path()))
        })
        .collect();
    entries.sort_by(|a, b| b.cmp(a));
    let mut bytes = 0;
    for (index, (used, size, path)) in entries.iter().enumerate() {
        bytes += size;
        let is_old = used.elapsed().is_ok_and(|unused| unused > LONGEST_UNUSED);
        if is_old || index >= MOST_ENTRIES || (index > 0 && bytes > most_bytes) {
            remove(path);
        }
    }
}

/// Removes an entry, which no other process finds half removed.
fn remove(path: &Path) {
    let Some(name) = path.file_name().map(|name| name.to_string_lossy()) else { return };
    let removed = path.with_file_name(format!("{REMOVED}{}", name.trim_start_matches(REMOVED)));
    // Another process may remove it, too.
    let path = if fs::rename(path, &removed).is_ok() { &removed } else { path };
    let is_folder = path.symlink_metadata().is_ok_and(|found| found.is_dir());
    // An entry that cannot be removed is left to another process.
    best_effort(if is_folder { fs::remove_dir_all(path) } else { fs::remove_file(path) });
}

/// Returns the bytes of a file, or of a folder and all below it.
fn size(path: &Path) -> u64 {
    let Ok(found) = path.symlink_metadata() else { return 0 };
    let within = found.is_dir().then(|| fs::read_dir(path)).into_iter().flatten().flatten().flatten();
    found.len() + within.map(|entry| size(&entry.path())).sum::<u64>()
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    #[test]
    fn old_entries_and_the_oldest_of_too_many_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let entry = |name: &str, days: u64| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.join("below")).unwrap();
            fs::write(path.join("below/file"), [0; 100_000]).unwrap();
            let used = SystemTime::now() - Duration::from_secs(days * 24 * 3600);
            File::open(&path).unwrap().set_modified(used).unwrap();
        };
        for (name, days) in [("new", 0), ("week", 7), ("fortnight", 14), ("old", 40)] {
            entry(name, days);
        }
        let left = || {
            let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
            let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
            names.sort();
            names.join(" ")
        };
        remove_unused(folder.path(), 1 << 30);
        assert_eq!(left(), "fortnight new week");
        remove_unused(folder.path(), 250_000);
        assert_eq!(left(), "new week");
        remove_unused(folder.path(), 1);
        assert_eq!(left(), "new");
    }
}
