//! Access to files by descriptors of their folders, for Unix.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::path::{Component, Path};

use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use rustix::fs::{mkdirat, openat, readlinkat, renameat, statat, unlinkat};
use rustix::io::Errno;

use super::{outside, through};

pub type Folder = OwnedFd;

/// Most links that a path may lead through.
const MOST_LINKS: usize = 40;

/// The flags that open a folder on the way: it need not be readable, if the system can do without.
const FOLDER: OFlags = PATH.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
#[cfg(target_os = "linux")]
const PATH: OFlags = OFlags::PATH;
#[cfg(not(target_os = "linux"))]
const PATH: OFlags = OFlags::RDONLY;

pub fn open(path: &Path) -> io::Result<Folder> {
    let how = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    Ok(rustix::fs::open(path, how, Mode::empty())?)
}

pub fn metadata(folder: &Folder) -> io::Result<Metadata> {
    File::from(folder.try_clone()?).metadata()
}

pub fn metadata_below(root: &Folder, path: &Path) -> io::Result<Metadata> {
    open_below(root, path)?.metadata()
}

/// Opens a file or folder; links below the root are followed.
pub fn open_below(root: &Folder, path: &Path) -> io::Result<File> {
    let mut left = parts(path)?;
    let mut folders: Vec<Folder> = Vec::new();
    let mut links = 0;
    while let Some(part) = left.pop_front() {
        if part == ".." {
            folders.pop().ok_or_else(outside)?;
            continue;
        }
        let around = folders.last().unwrap_or(root);
        let target = match readlinkat(around, &part, Vec::new()) {
            // The entry is not a link.
            Err(Errno::INVAL) => None,
            target => Some(target?),
        };
        if let Some(target) = target {
            links += 1;
            if links > MOST_LINKS {
                return Err(Errno::LOOP.into());
            }
            let mut target = parts(Path::new(&OsString::from_vec(target.into_bytes())))?;
            target.append(&mut left);
            left = target;
        } else if left.is_empty() {
            return Ok(openat(around, &part, READ, Mode::empty())?.into());
        } else {
            folders.push(openat(around, &part, FOLDER, Mode::empty())?);
        }
    }
    // A link has led to a folder above it.
    let around = folders.last().unwrap_or(root);
    Ok(openat(around, ".", READ, Mode::empty())?.into())
}

/// The flags that open a file: a pipe without a writer at once.
const READ: OFlags = OFlags::RDONLY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

/// Returns the parts of a path that does not begin at the root.
fn parts(path: &Path) -> io::Result<VecDeque<OsString>> {
    let mut parts = VecDeque::new();
    for part in path.components() {
        match part {
            Component::Normal(_) | Component::ParentDir => parts.push_back(part.as_os_str().to_owned()),
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return Err(outside()),
        }
    }
    Ok(parts)
}

/// Returns a folder through no link; with `make`, makes it and the folders on the way, if they are missing.
pub fn folder(root: &Folder, path: &Path, make: bool) -> io::Result<Folder> {
    let mut folder = root.try_clone()?;
    for part in path.components() {
        let part = part.as_os_str();
        let open = || openat(&folder, part, FOLDER, Mode::empty());
        let opened = match open() {
            Err(Errno::NOENT) if make => {
                match mkdirat(&folder, part, Mode::from_raw_mode(0o777)) {
                    Ok(()) | Err(Errno::EXIST) => {}
                    Err(error) => return Err(error.into()),
                }
                open()
            }
            opened => opened,
        };
        folder = match opened {
            Err(Errno::NOTDIR | Errno::LOOP) => return Err(through(part)),
            opened => opened?,
        };
    }
    Ok(folder)
}

/// Returns whether a name belongs to a regular file; `None` if there is nothing of this name.
pub fn is_file(folder: &Folder, name: &OsStr) -> io::Result<Option<bool>> {
    match statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
        Err(Errno::NOENT) => Ok(None),
        found => Ok(Some(FileType::from_raw_mode(found?.st_mode) == FileType::RegularFile)),
    }
}

pub fn create_new(folder: &Folder, name: &OsStr, is_program: bool) -> io::Result<File> {
    let how = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mode = Mode::from_raw_mode(if is_program { 0o777 } else { 0o666 });
    Ok(openat(folder, name, how, mode)?.into())
}

/// A name in a folder.
pub type Place<'a> = (&'a Folder, &'a OsStr);

/// Renames a file or folder; a file is not replaced unless it may be.
pub fn rename(from: Place<'_>, to: Place<'_>, may_replace: bool) -> io::Result<()> {
    if !may_replace {
        match rename_new(from, to) {
            // The file system cannot do it: a file is made first, and it is that one which is replaced.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => drop(create_new(to.0, to.1, false)?),
            renamed => return Ok(renamed?),
        }
    }
    Ok(renameat(from.0, from.1, to.0, to.1)?)
}

#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn rename_new(from: Place<'_>, to: Place<'_>) -> rustix::io::Result<()> {
    rustix::fs::renameat_with(from.0, from.1, to.0, to.1, rustix::fs::RenameFlags::NOREPLACE)
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn rename_new(_: Place<'_>, _: Place<'_>) -> rustix::io::Result<()> {
    Err(Errno::NOSYS)
}

pub fn remove(folder: &Folder, name: &OsStr) -> io::Result<()> {
    Ok(unlinkat(folder, name, AtFlags::empty())?)
}
