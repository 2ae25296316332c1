//! The file system of a program, built in its mount namespace.

use std::collections::BTreeSet;
use std::ffi::{CStr, CString, OsString};
use std::fs::{self, File, Permissions};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind, mount_bind_recursive, mount_change,
    mount_remount, unmount,
};

use super::mounts::{Mounts, is_all_open, is_on_noexec};
use super::{memory, sys};
use crate::error::{Error, failed};
use nim_ground::error::best_effort;
use nim_ground::presence::{find_link, is_file, is_folder};

/// The program's private folder, where it cannot be the caller's.
pub const BOX: &str = "/box";
/// The mount point of the old root while the new one is built.
const OLD: &str = "/old";
/// The flags to open a folder as a place.
const FOLDER: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
/// The most files and folders in the private folder.
const MOST_FILES: u64 = 1 << 16;
/// The most files and folders shown one by one of a folder that others may not enter.
const MOST_PARTS: usize = 1 << 13;

/// The flags of the `/proc` of programs.
const PROC_FLAGS: MountFlags =
    MountFlags::NOSUID.union(MountFlags::NODEV).union(MountFlags::NOEXEC).union(MountFlags::RDONLY);
/// The option by which `/proc` shows a process its own entries only.
const HIDDEN_PROCESSES: &CStr = c"hidepid=2";

/// Replaces the root by a small one with the files of `view`; `as_other_user` is whether the program runs as another
/// user than the caller. The private folder is at `private`.
///
/// # Errors
/// When a mount is refused, saying which.
pub fn build(view: &Mounts, as_other_user: bool, private: &Path) -> Result<(), Error> {
    let nosuid = MountFlags::NOSUID | MountFlags::NODEV;
    enter_new_root().map_err(failed("the new root"))?;
    for (link, target) in &view.links {
        make_parents(link)
            .and_then(|()| symlink(target, link))
            .map_err(failed(link.display().to_string()))?;
    }
    let mut covers = Vec::new();
    for (path, hide) in view.in_order() {
        let opened = || Ok(as_other_user && (view.named.contains(path) || is_file(&under_old(path))?));
        let result = if hide {
            hide_path(path).map(|cover| covers.extend(cover.then_some(path)))
        } else {
            opened().and_then(
                |opened| if opened { show_to_others(path, &view.hidden, &mut 0) } else { show(path) },
            )
        };
        result.map_err(failed(path.display().to_string()))?;
    }
    for folder in view.folders.iter().map(PathBuf::as_path).chain([private]) {
        fs::create_dir_all(folder).map_err(failed(folder.display().to_string()))?;
    }
    devices(private).map_err(failed("/dev"))?;
    fs::create_dir_all("/proc").map_err(failed("/proc"))?;
    // Programs have no `/proc` where the system does not allow it.
    best_effort(mount("proc", "/proc", "proc", nosuid | MountFlags::NOEXEC, HIDDEN_PROCESSES));
    unmount(OLD, UnmountFlags::DETACH).map_err(failed("the old root"))?;
    fs::remove_dir(OLD).map_err(failed("the old root"))?;
    for path in covers.into_iter().map(PathBuf::as_path).chain([Path::new("/")]) {
        mount_remount(path, MountFlags::BIND | MountFlags::RDONLY | nosuid, c"")
            .map_err(failed("a read-only root"))?;
    }
    Ok(())
}

/// Covers `/proc` by one in which nothing can be written: a program could otherwise have the system kill others for lack of memory first.
/// Does nothing where the system does not allow it.
pub fn make_proc_read_only() {
    best_effort(mount("proc", "/proc", "proc", PROC_FLAGS, HIDDEN_PROCESSES));
}

/// Makes the system drop the entries of `/proc` that a run has looked up, each of which keeps the time of the look-up. Does nothing if the
/// system does not allow it.
pub fn forget_entries_of_proc() {
    best_effort(mount_remount("/proc", PROC_FLAGS, HIDDEN_PROCESSES));
}

/// Makes an empty file system the root, in which the old one is at [`OLD`].
fn enter_new_root() -> io::Result<()> {
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    let mut base = None;
    for path in ["/usr", "/var", "/tmp"] {
        if is_folder(Path::new(path))? {
            base = Some(path);
        }
    }
    let base = base.ok_or(io::ErrorKind::NotFound)?;
    mount("toolkit", base, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, c"mode=0755")?;
    rustix::process::umask(Mode::from_raw_mode(0o022));
    rustix::process::chdir(base)?;
    fs::create_dir("old")?;
    rustix::process::pivot_root(".", "old")?;
    rustix::process::chdir("/")?;
    Ok(())
}

/// The private folder of a program, mounted anew for each run. The root's entries at the same path stay visible in it.
pub struct PrivateFolder {
    path: PathBuf,
    options: CString,
    /// The root's folder at `path`, and its entries.
    below: OwnedFd,
    entries: Vec<(OsString, EntryKind)>,
}

/// The kind of an entry of that folder.
enum EntryKind {
    File,
    Folder,
    Link(PathBuf),
}

impl PrivateFolder {
    /// Creates a folder at `path` that belongs to a user and group and holds `bytes` at most.
    ///
    /// # Errors
    /// When there is no such path in the root.
    pub fn new(path: &Path, user: u32, group: u32, bytes: u64) -> io::Result<Self> {
        let options = format!("mode=0700,uid={user},gid={group},size={bytes},nr_inodes={MOST_FILES}");
        let mut entries = Vec::new();
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            let kind = if kind.is_symlink() {
                EntryKind::Link(fs::read_link(entry.path())?)
            } else if kind.is_dir() {
                EntryKind::Folder
            } else {
                EntryKind::File
            };
            entries.push((entry.file_name(), kind));
        }
        let below = rustix::fs::open(path, FOLDER, Mode::empty())?;
        Ok(Self { path: path.to_path_buf(), options: CString::new(options)?, below, entries })
    }

    /// Mounts the folder, empty except for the root's entries at the same path.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn mount(&self) -> io::Result<()> {
        let flags = MountFlags::NOSUID | MountFlags::NODEV;
        mount("toolkit", &self.path, "tmpfs", flags, self.options.as_c_str())?;
        if self.entries.is_empty() {
            return Ok(());
        }
        // The folder below is no longer reachable by path, but by its descriptor.
        rustix::process::fchdir(&self.below)?;
        let shown = self.entries.iter().try_for_each(|(name, kind)| {
            let place = self.path.join(name);
            match kind {
                EntryKind::Link(target) => symlink(target, place),
                EntryKind::Folder => {
                    fs::create_dir(&place)?;
                    Ok(mount_bind_recursive(Path::new(name), &place)?)
                }
                EntryKind::File => {
                    File::create(&place)?;
                    Ok(mount_bind(Path::new(name), &place)?)
                }
            }
        });
        rustix::process::chdir("/")?;
        shown
    }

    /// Opens it, as mounted now.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn open(&self) -> io::Result<OwnedFd> {
        Ok(rustix::fs::open(&self.path, FOLDER, Mode::empty())?)
    }

    /// Returns the bytes of its files, as mounted now.
    pub fn used(&self) -> u64 {
        memory::used(rustix::fs::statvfs(&self.path))
    }

    /// Removes it with everything in it.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn unmount(&self) -> io::Result<()> {
        Ok(unmount(&self.path, UnmountFlags::DETACH)?)
    }
}

fn show(path: &Path) -> io::Result<()> {
    let source = under_old(path);
    make_parents(path)?;
    let metadata = fs::metadata(&source)?;
    if metadata.is_dir() {
        fs::create_dir_all(path)?;
        mount_bind_recursive(&source, path)?;
    } else if metadata.permissions().mode() & 0o111 != 0 && is_on_noexec(&source)? {
        // The mount of the original file forbids execution.
        return copy(&source, path);
    } else {
        if find_link(path)?.is_none() {
            File::create(path)?;
        }
        mount_bind(&source, path)?;
    }
    read_only(path)
}

/// Makes files that only the caller can read visible to another user: files are copied, and folders are shown entry by
/// entry, without hidden ones. `seen` counts the entries.
fn show_to_others(path: &Path, hidden: &BTreeSet<PathBuf>, seen: &mut usize) -> io::Result<()> {
    let source = under_old(path);
    let metadata = fs::metadata(&source)?;
    if *seen > MOST_PARTS || is_all_open(&source)? {
        return show(path);
    }
    if metadata.is_dir() {
        fs::create_dir_all(path)?;
        for entry in fs::read_dir(&source)? {
            *seen += 1;
            let entry = entry?;
            let place = path.join(entry.file_name());
            let kind = entry.file_type()?;
            if hidden.contains(&place) {
                continue;
            }
            if kind.is_symlink() {
                if find_link(&place)?.is_none() {
                    symlink(fs::read_link(entry.path())?, place)?;
                }
            } else if kind.is_dir() || kind.is_file() {
                show_to_others(&place, hidden, seen)?;
            }
        }
        return Ok(());
    }
    make_parents(path)?;
    copy(&source, path)
}

/// Copies a file into the new root, where everybody may read it, and execute it if its owner could.
fn copy(source: &Path, path: &Path) -> io::Result<()> {
    fs::copy(source, path)?;
    let mode = if source.metadata()?.permissions().mode() & 0o100 == 0 { 0o444 } else { 0o555 };
    fs::set_permissions(path, Permissions::from_mode(mode))
}

/// Covers a folder by an empty one, or a file by the null device. Returns whether it was a folder.
fn hide_path(path: &Path) -> io::Result<bool> {
    match find_link(path)? {
        Some(found) if found.is_dir() => {
            mount("toolkit", path, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, c"mode=0755")?;
            return Ok(true);
        }
        // The target of a link is hidden by its own name.
        Some(found) if !found.is_symlink() => show_device(&under_old(Path::new("/dev/null")), path)?,
        _ => {}
    }
    Ok(false)
}

/// Shows a device, which can be used, but whose times and mode, shared with the caller, cannot be changed.
fn show_device(source: &Path, path: &Path) -> io::Result<()> {
    mount_bind(source, path)?;
    let flags = MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NOEXEC;
    Ok(mount_remount(path, flags, c"")?)
}

fn read_only(path: &Path) -> io::Result<()> {
    sys::make_read_only(path).or_else(|_| {
        let flags = MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV;
        Ok(mount_remount(path, flags, c"")?)
    })
}

fn devices(private: &Path) -> io::Result<()> {
    fs::create_dir_all("/dev")?;
    for name in ["null", "zero", "full", "random", "urandom"] {
        let path = Path::new("/dev").join(name);
        let source = under_old(&path);
        if find_link(&source)?.is_some() {
            File::create(&path)?;
            show_device(&source, &path)?;
        }
    }
    for (name, target) in [
        ("fd", Path::new("/proc/self/fd")),
        ("stdin", Path::new("/proc/self/fd/0")),
        ("stdout", Path::new("/proc/self/fd/1")),
        ("stderr", Path::new("/proc/self/fd/2")),
        ("shm", private),
    ] {
        let place = Path::new("/dev").join(name);
        // The caller's folder may be below `/dev/shm`.
        if find_link(&place)?.is_none() {
            symlink(target, place)?;
        }
    }
    Ok(())
}

fn make_parents(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

fn under_old(path: &Path) -> PathBuf {
    Path::new(OLD).join(path.strip_prefix("/").unwrap_or(path))
}
