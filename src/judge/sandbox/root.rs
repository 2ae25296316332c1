//! The file system that a program sees, built anew in a mount namespace.

use std::ffi::CString;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind, mount_bind_recursive, mount_change,
    mount_remount, unmount,
};

use super::sys;
use super::view::{View, is_open_to_all};

/// The program's private folder.
pub const BOX: &str = "/box";
/// Where the old root hangs while the new one is built.
const OLD: &str = "/old";
/// So many files and folders may be in the private folder.
const MOST_FILES: u64 = 1 << 16;

/// Replaces the root by a small one that shows `view`; `as_other_user` says that the program will not be the user
/// who calls.
///
/// # Errors
/// When a mount is refused, saying which.
pub fn build(view: &View, as_other_user: bool) -> Result<(), String> {
    let told = |what: &str| {
        let what = what.to_owned();
        move |error: rustix::io::Errno| format!("{what}: {}", io::Error::from(error))
    };
    let nosuid = MountFlags::NOSUID | MountFlags::NODEV;
    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    mount_change("/", private).map_err(told("private mounts"))?;
    let base =
        ["/tmp", "/var", "/usr"].into_iter().find(|path| Path::new(path).is_dir()).ok_or("no folder")?;
    let options = c"mode=0755";
    mount("toolkit", base, "tmpfs", nosuid, options).map_err(told("the new root"))?;
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
    rustix::process::chdir(base).map_err(told("the new root"))?;
    fs::create_dir("old").map_err(|error| format!("the new root: {error}"))?;
    rustix::process::pivot_root(".", "old").map_err(told("the change of roots"))?;
    rustix::process::chdir("/").map_err(told("the new root"))?;

    for (link, target) in &view.links {
        make_parents(link)
            .and_then(|()| symlink(target, link))
            .map_err(|e| format!("{}: {e}", link.display()))?;
    }
    for (path, hide) in in_order(view) {
        let result = if hide { hide_folder(path) } else { show(path, as_other_user) };
        result.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    devices().map_err(|error| format!("/dev: {error}"))?;
    fs::create_dir("/proc").map_err(|error| format!("/proc: {error}"))?;
    let quiet = nosuid | MountFlags::NOEXEC;
    // Where the system does not allow it, programs do without.
    let _ = mount("proc", "/proc", "proc", quiet, c"hidepid=2");
    fs::create_dir(BOX).map_err(|error| format!("{BOX}: {error}"))?;
    unmount(OLD, UnmountFlags::DETACH).map_err(told("the old root"))?;
    fs::remove_dir(OLD).map_err(|error| format!("the old root: {error}"))?;
    mount_remount("/", MountFlags::BIND | MountFlags::RDONLY | nosuid, c"").map_err(told("a read-only root"))
}

/// Mounts an empty private folder that belongs to `user` and holds `bytes` at most.
///
/// # Errors
/// When the system refuses.
pub fn mount_box(user: u32, group: u32, bytes: u64) -> io::Result<()> {
    let options = format!("mode=0700,uid={user},gid={group},size={bytes},nr_inodes={MOST_FILES}");
    let options = CString::new(options)?;
    mount("toolkit", BOX, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, options.as_c_str())?;
    Ok(())
}

/// Takes the private folder away with everything in it.
///
/// # Errors
/// When the system refuses.
pub fn unmount_box() -> io::Result<()> {
    Ok(unmount(BOX, UnmountFlags::DETACH)?)
}

/// What is shown and hidden, what is around before what is inside.
fn in_order(view: &View) -> Vec<(&PathBuf, bool)> {
    let shown = view.shown.iter().map(|path| (path, false));
    let mut all: Vec<(&PathBuf, bool)> = shown.chain(view.hidden.iter().map(|path| (path, true))).collect();
    all.sort_by_key(|(path, hide)| (path.components().count(), *hide));
    let visible = |path: &Path, before: &[(&PathBuf, bool)]| {
        before.iter().rev().find(|(around, _)| path.starts_with(around)).map(|&(_, hide)| !hide)
    };
    let mut needed: Vec<(&PathBuf, bool)> = Vec::new();
    for (path, hide) in all {
        let is_visible = visible(path, &needed);
        // What shows already need not be shown, and what does not show need not be hidden.
        if (hide && is_visible == Some(true)) || (!hide && is_visible != Some(true)) {
            needed.push((path, hide));
        }
    }
    needed
}

fn show(path: &Path, as_other_user: bool) -> io::Result<()> {
    let source = under_old(path);
    let metadata = fs::metadata(&source)?;
    make_parents(path)?;
    if metadata.is_dir() {
        if !path.is_dir() {
            fs::create_dir(path)?;
        }
        mount_bind_recursive(&source, path)?;
    } else {
        if as_other_user && !is_open_to_all(&source)? {
            fs::copy(&source, path)?;
            return fs::set_permissions(path, Permissions::from_mode(0o555));
        }
        if !path.exists() {
            File::create(path)?;
        }
        mount_bind(&source, path)?;
    }
    read_only(path)
}

/// An empty folder in its place.
fn hide_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        mount("toolkit", path, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, c"mode=0755")?;
    } else {
        mount_bind(under_old(Path::new("/dev/null")), path)?;
    }
    Ok(())
}

fn read_only(path: &Path) -> io::Result<()> {
    sys::make_read_only(path).or_else(|_| {
        let flags = MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV;
        Ok(mount_remount(path, flags, c"")?)
    })
}

fn devices() -> io::Result<()> {
    fs::create_dir("/dev")?;
    for name in ["null", "zero", "full", "random", "urandom"] {
        let path = Path::new("/dev").join(name);
        let source = under_old(&path);
        if source.exists() {
            File::create(&path)?;
            mount_bind(&source, &path)?;
        }
    }
    for (name, target) in [
        ("fd", "/proc/self/fd"),
        ("stdin", "/proc/self/fd/0"),
        ("stdout", "/proc/self/fd/1"),
        ("stderr", "/proc/self/fd/2"),
        ("shm", BOX),
    ] {
        symlink(target, Path::new("/dev").join(name))?;
    }
    Ok(())
}

fn make_parents(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

fn under_old(path: &Path) -> PathBuf {
    Path::new(OLD).join(path.strip_prefix("/").unwrap_or(path))
}
