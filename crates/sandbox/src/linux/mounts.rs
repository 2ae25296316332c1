//! The visible files of a program: the system's own folders, its interpreter, itself and its arguments.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

use nim_ground::error::named;
use nim_ground::presence::{is_denied, is_folder};
use rustix::fs::StatVfsMountFlags;

/// Folders of the system that every program may read.
const SYSTEM_FOLDERS: [&str; 8] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store"];
/// Files and folders outside of the system folders that loaders, interpreters and compilers read.
const SYSTEM_FILES: [&str; 9] = [
    "/etc/alternatives",
    "/etc/fpc.cfg",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/ld-musl-x86_64.path",
    "/etc/mono",
    "/var/lib/ghc",
];
/// The most links that are followed for one path.
const MOST_LINKS: usize = 40;
/// The most visible entries of a working folder that is replaced by a private one.
pub const MOST_ENTRIES: usize = 256;
/// The most files and folders whose permissions are checked.
const MOST_LOOKED_AT: usize = 1 << 15;

/// The visible parts of the file system.
#[derive(Clone, Debug, Default)]
pub struct Mounts {
    /// Real paths of files and folders of the system and of interpreters, read-only.
    pub system: BTreeSet<PathBuf>,
    /// The real paths named on the command line, read-only.
    pub named: BTreeSet<PathBuf>,
    /// Links on the way to them, and their targets.
    pub links: BTreeMap<PathBuf, PathBuf>,
    /// Folders that paths lead through, which contain visible files only.
    pub folders: BTreeSet<PathBuf>,
    /// Files and folders that are hidden even where a folder around them is shown.
    pub hidden: BTreeSet<PathBuf>,
}

impl Mounts {
    /// Returns the system's own files and folders.
    ///
    /// # Errors
    /// When the system does not say whether a file exists.
    pub fn system() -> io::Result<Self> {
        let mut view = Self::default();
        for path in SYSTEM_FOLDERS.iter().chain(&SYSTEM_FILES) {
            let path = Path::new(path);
            if reachable(fs::metadata(path), path)?.is_some() {
                view.show_system(path)?;
            }
        }
        // Some distributions keep the settings of Java in /etc and link to them.
        for entry in entries(Path::new("/etc"))? {
            if entry.file_name().as_encoded_bytes().starts_with(b"java") {
                view.show_system(&entry.path())?;
            }
        }
        Ok(view)
    }

    /// Returns all visible files and folders.
    pub fn shown(&self) -> impl Iterator<Item = &PathBuf> {
        self.system.iter().chain(&self.named)
    }

    /// Returns whether a real path is in a folder of the system or an interpreter.
    pub fn is_of_system(&self, real: &Path) -> bool {
        real.ancestors().any(|path| self.system.contains(path))
    }

    /// Returns the paths to show and to hide, each with whether it is hidden: outer folders first, without redundant ones.
    pub fn in_order(&self) -> Vec<(&PathBuf, bool)> {
        let shown = self.shown().map(|path| (path, false));
        let mut all: Vec<(&PathBuf, bool)> =
            shown.chain(self.hidden.iter().map(|path| (path, true))).collect();
        all.sort_by_key(|(path, hide)| (path.components().count(), *hide));
        let mut needed: BTreeMap<&Path, bool> = BTreeMap::new();
        all.retain(|&(path, hide)| {
            let is_visible = path.ancestors().find_map(|around| needed.get(around)) == Some(&false);
            // Showing visible paths and hiding invisible ones is redundant.
            let is_needed = hide == is_visible;
            if is_needed {
                needed.insert(path, hide);
            }
            is_needed
        });
        all
    }

    /// Returns whether everything in a folder is visible, except for hidden files.
    pub fn is_open(&self, folder: &Path) -> bool {
        folder
            .ancestors()
            .find_map(|around| {
                let is_hidden = self.hidden.contains(around);
                let is_shown = self.named.contains(around) || self.system.contains(around);
                (is_hidden || is_shown).then_some(!is_hidden)
            })
            .unwrap_or(false)
    }

    /// Returns the paths to show where nothing within them can be hidden: a folder that contains something hidden is
    /// replaced by its visible parts.
    ///
    /// # Errors
    /// When such a folder cannot be listed.
    pub fn shown_but_hidden(&self) -> io::Result<BTreeSet<PathBuf>> {
        let mut parts = BTreeSet::new();
        let mut left: Vec<PathBuf> = self.shown().cloned().collect();
        while let Some(path) = left.pop() {
            if !self.is_open(&path) {
                continue;
            }
            let mut after = self.hidden.range(path.clone()..);
            if after.next().is_some_and(|hidden| hidden.starts_with(&path)) {
                left.extend(entries(&path)?.into_iter().map(|entry| entry.path()));
            } else {
                parts.insert(path);
            }
        }
        Ok(parts)
    }

    /// Shows a file or folder of the system, and every link on the way to it.
    ///
    /// # Errors
    /// When the system does not say whether a file exists.
    pub fn show_system(&mut self, path: &Path) -> io::Result<()> {
        let real = self.pass(path)?;
        if !is_virtual(&real) {
            self.system.insert(real);
        }
        Ok(())
    }

    /// Shows the paths named on the command line, and every link on the way to them.
    ///
    /// # Errors
    /// When the system does not say whether a file exists.
    pub fn show_named(&mut self, path: &Path) -> io::Result<()> {
        let real = self.pass(path)?;
        if !is_virtual(&real) {
            self.named.insert(real);
        }
        Ok(())
    }

    /// Makes an absolute path usable inside: adds its links, and the folders that `..` leaves. Returns the real path.
    ///
    /// # Errors
    /// When the system does not say whether a file exists.
    pub fn pass(&mut self, path: &Path) -> io::Result<PathBuf> {
        let mut real = PathBuf::from("/");
        let mut rest: Vec<OsString> = components(path);
        let mut links = 0;
        while let Some(next) = rest.pop() {
            if next == ".." {
                self.folders.insert(real.clone());
                real.pop();
                continue;
            }
            let at = real.join(&next);
            if is_virtual(&at) {
                rest.push(next);
                return Ok(rest.into_iter().rev().fold(real, |path, part| path.join(part)));
            }
            match reachable(fs::read_link(&at), &at)? {
                Some(target) if links < MOST_LINKS => {
                    links += 1;
                    if target.is_absolute() {
                        real = PathBuf::from("/");
                    }
                    rest.extend(components(&target));
                    self.links.insert(at, target);
                }
                _ => real = at,
            }
        }
        Ok(real)
    }
}

/// Returns a result for a path; `None` where nobody can reach anything there, since it is absent, closed to this user, no link, or no
/// name that a file can have.
///
/// # Errors
/// Every other error, with the path.
pub fn reachable<T>(result: io::Result<T>, path: &Path) -> io::Result<Option<T>> {
    const UNREACHABLE: [i32; 5] =
        [libc::ENOENT, libc::ENOTDIR, libc::ELOOP, libc::ENAMETOOLONG, libc::EINVAL];
    match result {
        Ok(found) => Ok(Some(found)),
        // Without a number, the name has a NUL.
        Err(error) if error.raw_os_error().is_none_or(|number| UNREACHABLE.contains(&number)) => Ok(None),
        Err(error) if is_denied(&error, path) => Ok(None),
        Err(error) => Err(named(path.display())(error)),
    }
}

/// Returns the entries of a folder; none if it cannot be reached.
///
/// # Errors
/// When they cannot be listed whole.
pub fn entries(folder: &Path) -> io::Result<Vec<fs::DirEntry>> {
    Ok(reachable(fs::read_dir(folder).and_then(Iterator::collect), folder)?.unwrap_or_default())
}

/// Returns whether a path is below `/dev` or `/proc`, which a sandbox has of its own.
pub fn is_virtual(path: &Path) -> bool {
    ["/dev", "/proc"].iter().any(|own| path.starts_with(own)) && !path.starts_with("/dev/shm/")
}

/// Returns the parts of a path in reverse, without `.` and the root.
fn components(path: &Path) -> Vec<OsString> {
    let parts = path.components().rev().filter_map(|component| match component {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some(OsString::from("..")),
        Component::RootDir | Component::CurDir | Component::Prefix(_) => None,
    });
    parts.collect()
}

/// Returns whether everybody may read a file or folder, and execute it where its owner may.
///
/// # Errors
/// When its metadata cannot be read.
pub fn is_open_to_all(path: &Path) -> io::Result<bool> {
    let mode = path.metadata()?.permissions().mode();
    Ok(mode & 0o004 != 0 && (mode & 0o100 == 0 || mode & 0o001 != 0))
}

/// Returns whether everybody may read a file, or a folder and everything in it.
///
/// # Errors
/// When its metadata cannot be read.
pub fn is_all_open(path: &Path) -> io::Result<bool> {
    let mut left = vec![path.to_path_buf()];
    let mut seen = 0;
    while let Some(path) = left.pop() {
        seen += 1;
        if !is_open_to_all(&path)? {
            return Ok(false);
        }
        if seen < MOST_LOOKED_AT && is_folder(&path)? {
            for entry in fs::read_dir(&path)? {
                let entry = entry?;
                // The targets of links are not part of the folder.
                if !entry.file_type()?.is_symlink() {
                    left.push(entry.path());
                }
            }
        }
    }
    Ok(true)
}

/// Returns whether a file lies on a file system on which nothing may be executed.
///
/// # Errors
/// When the system does not tell.
pub fn is_on_noexec(path: &Path) -> io::Result<bool> {
    let state = rustix::fs::statvfs(path).map_err(|error| named(path.display())(error.into()))?;
    Ok(state.f_flag.contains(StatVfsMountFlags::NOEXEC))
}
