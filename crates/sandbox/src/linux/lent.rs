//! Files lent to programs of a problem's authors: files and a folder are copied into the private folder before a run, and the folder's
//! contents are copied back after it. The program may be hostile: only folders, regular files, and links that stay within are copied back.

use std::cell::Cell;
use std::ffi::{CString, OsStr};
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use nim_ground::error::named;
use nim_ground::presence::find_link;

use rustix::fs::{
    AtFlags, Dir, FileType, Mode, OFlags, fchown, mkdirat, openat, readlinkat, statat, symlinkat,
};
use rustix::process::{Gid, Uid};

use super::message::Settings;
use super::mounts::reachable;
use super::plan::{NamespaceLevel, SandboxPlan};
use crate::run::{LENT_FOLDER, LentFolder};
use nim_ground::clear;
use nim_ground::limits::MIB;

/// The most folders within each other that are copied.
const DEEPEST: usize = 64;
/// The limit of bytes in the files of a folder, by their sizes, and of files and folders.
const MOST: (u64, u32) = (512 * MIB, 10_000);
/// The flags to open a folder whose entries are read.
const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
/// The flags to make a file.
const NEW_FILE: OFlags =
    OFlags::WRONLY.union(OFlags::CREATE).union(OFlags::EXCL).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Copies the files of an order into the folder in which the program runs; returns the copy of the lent folder.
///
/// # Errors
/// When a file cannot be read or written.
pub fn place(plan: &SandboxPlan, settings: &Settings, fds: Vec<OwnedFd>) -> io::Result<Option<OwnedFd>> {
    if fds.is_empty() {
        return Ok(None);
    }
    let place = rustix::fs::open(&plan.working_dir, FOLDER, Mode::empty())?;
    let has_own_user = plan.level != NamespaceLevel::None || plan.user.is_some();
    let owner = has_own_user.then_some((plan.owner(), plan.owner_group()));
    let copier = Copier::new(owner, false);
    let mut fds = fds.into_iter().peekable();
    for (name, file) in settings.lent.iter().zip(fds.by_ref()) {
        let target = openat(&place, name, NEW_FILE, Mode::from_raw_mode(0o644))?;
        copier.copy_file(File::from(file), target, u64::MAX)?;
    }
    let mut links = Vec::new();
    if let Some(given) = fds.next_if(|_| settings.gives_folder) {
        if !plan.working_dir.starts_with(&plan.private_dir) {
            return Err(io::Error::other("the files of a test need a private folder"));
        }
        // The caller has followed the links among them.
        copier.copy_folder(given.as_fd(), place.as_fd(), &mut links, Path::new(""))?;
        links.clear();
    }
    let Some(lent) = fds.next().filter(|_| settings.lends_folder) else { return Ok(None) };
    let folder = copier.make_folder(place.as_fd(), LENT_FOLDER)?;
    copier.copy_folder(lent.as_fd(), folder.as_fd(), &mut links, Path::new(""))?;
    for (path, target) in links {
        symlinkat(target, &folder, path)?;
    }
    Ok(Some(folder))
}

/// Replaces the contents of a folder by those of the program's copy.
///
/// # Errors
/// When a file cannot be read or written.
pub fn take_back(copy: &OwnedFd, folder: &LentFolder) -> io::Result<()> {
    clear::empty(&folder.path)?;
    let target = rustix::fs::open(&folder.path, FOLDER, Mode::empty())?;
    let mut links = Vec::new();
    let copier = Copier::new(None, folder.links.is_some());
    copier.copy_folder(copy.as_fd(), target.as_fd(), &mut links, Path::new(""))?;
    let Some(around) = &folder.links else { return Ok(()) };
    let root = folder.path.canonicalize()?;
    for (path, link_target) in &links {
        symlinkat(link_target, &target, path)?;
    }
    // Any that leads elsewhere would show the program that file when it is run.
    for (path, _) in &links {
        let place = root.join(path);
        let real = reachable(place.canonicalize(), &place)?;
        if !real.is_some_and(|real| around.iter().chain([&root]).any(|around| real.starts_with(around))) {
            fs::remove_file(&place)?;
        }
    }
    Ok(())
}

/// Returns the bytes of all files in a folder.
///
/// # Errors
/// When it cannot be listed whole, or a file not be looked at.
pub fn size(folder: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder).map_err(named(folder.display()))? {
        let path = entry.map_err(named(folder.display()))?.path();
        bytes += match find_link(&path)? {
            Some(found) if found.is_dir() => size(&path)?,
            Some(found) if found.is_file() => found.len(),
            _ => 0,
        };
    }
    Ok(bytes)
}

/// Returns whether a file begins as a program or a script does.
fn is_program(file: &File) -> io::Result<bool> {
    let mut start = [0; 4];
    let read = file.read_at(&mut start, 0)?;
    Ok(start[..read].starts_with(b"#!") || start == *b"\x7fELF")
}

/// A link: its path in the folder, and its target.
type Link = (PathBuf, CString);

/// Copies files and folders, which then belong to `owner`, if that is not the caller.
struct Copier {
    owner: Option<(u32, u32)>,
    /// Whether files that can be programs become executable: not every sandbox lets its program change that.
    marks_programs: bool,
    /// The bytes, and the files and folders, that may still be copied out of a folder.
    left: Cell<(u64, u32)>,
}

impl Copier {
    fn new(owner: Option<(u32, u32)>, marks_programs: bool) -> Self {
        Self { owner, marks_programs, left: Cell::new(MOST) }
    }

    /// Counts a file or folder that is copied.
    fn charge_entry(&self) -> io::Result<()> {
        let (bytes, entries) = self.left.get();
        let Some(left) = entries.checked_sub(1) else {
            return Err(io::Error::other(format!("more than {} files and folders", MOST.1)));
        };
        self.left.set((bytes, left));
        Ok(())
    }

    fn own(&self, fd: BorrowedFd<'_>) -> io::Result<()> {
        let Some((user, group)) = self.owner else { return Ok(()) };
        Ok(fchown(fd, Some(Uid::from_raw(user)), Some(Gid::from_raw(group)))?)
    }

    /// Copies a file of at most `most` bytes, and returns its size.
    fn copy_file(&self, from: File, to: OwnedFd, most: u64) -> io::Result<u64> {
        let too_large =
            || io::Error::other(format!("more than {} MiB in the files of a folder", MOST.0 / MIB));
        self.own(to.as_fd())?;
        // A file that is too large already takes no disk; it may still grow while it is copied.
        if from.metadata()?.len() > most {
            return Err(too_large());
        }
        let bytes = io::copy(&mut from.take(most.saturating_add(1)), &mut File::from(to))?;
        if bytes > most { Err(too_large()) } else { Ok(bytes) }
    }

    fn make_folder(
        &self,
        around: BorrowedFd<'_>,
        name: impl rustix::path::Arg + Copy,
    ) -> io::Result<OwnedFd> {
        mkdirat(around, name, Mode::RWXU)?;
        let folder = openat(around, name, FOLDER, Mode::empty())?;
        self.own(folder.as_fd())?;
        Ok(folder)
    }

    /// Copies the files and folders in a folder, and returns the links at this `path`.
    fn copy_folder(
        &self,
        from: BorrowedFd<'_>,
        to: BorrowedFd<'_>,
        links: &mut Vec<Link>,
        path: &Path,
    ) -> io::Result<()> {
        if path.components().count() > DEEPEST {
            return Err(io::Error::other(format!("more than {DEEPEST} folders within each other")));
        }
        for entry in Dir::read_from(from)? {
            let entry = entry?;
            let name = entry.file_name();
            if [c".", c".."].contains(&name) {
                continue;
            }
            self.charge_entry()?;
            let own_name = OsStr::from_bytes(name.to_bytes());
            let metadata = statat(from, name, AtFlags::SYMLINK_NOFOLLOW)?;
            match FileType::from_raw_mode(metadata.st_mode) {
                FileType::RegularFile => {
                    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
                    let file = File::from(openat(from, name, flags, Mode::empty())?);
                    let mut mode = Mode::from_raw_mode(metadata.st_mode & 0o777) | Mode::RUSR | Mode::WUSR;
                    if self.marks_programs && is_program(&file)? {
                        mode |= Mode::XUSR | Mode::XGRP | Mode::XOTH;
                    }
                    let (bytes, entries) = self.left.get();
                    let copied = self.copy_file(file, openat(to, name, NEW_FILE, mode)?, bytes)?;
                    self.left.set((bytes - copied, entries));
                }
                FileType::Directory => {
                    let folder = openat(from, name, FOLDER, Mode::empty())?;
                    let copy = self.make_folder(to, name)?;
                    self.copy_folder(folder.as_fd(), copy.as_fd(), links, &path.join(own_name))?;
                }
                FileType::Symlink => links.push((path.join(own_name), readlinkat(from, name, Vec::new())?)),
                _ => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn open(folder: &Path) -> OwnedFd {
        rustix::fs::open(folder, FOLDER, Mode::empty()).unwrap()
    }

    #[test]
    fn what_comes_back_are_files_and_links_that_stay_within() {
        let around = tempfile::tempdir().unwrap();
        let path = |name: &str| around.path().join(name);
        fs::create_dir_all(path("copy/deep/deeper")).unwrap();
        fs::create_dir_all(path("real")).unwrap();
        fs::create_dir_all(path("package")).unwrap();
        fs::write(path("secret"), "secret").unwrap();
        fs::write(path("package/data"), "data").unwrap();
        fs::write(path("real/before"), "gone").unwrap();
        fs::write(path("copy/deep/run"), "#!").unwrap();
        fs::write(path("copy/script"), "#!").unwrap();
        fs::set_permissions(path("copy/deep/run"), fs::Permissions::from_mode(0o4755)).unwrap();
        symlink("deep/run", path("copy/run")).unwrap();
        symlink(path("secret"), path("copy/secret")).unwrap();
        symlink("../..", path("copy/deep/deeper/up")).unwrap();
        symlink("deep/deeper/up/../secret", path("copy/twice")).unwrap();
        symlink(path("package/data"), path("copy/data")).unwrap();
        rustix::fs::mknodat(rustix::fs::CWD, path("copy/pipe"), FileType::Fifo, Mode::RUSR, 0).unwrap();
        let package = path("package").canonicalize().unwrap();
        let mut folder = LentFolder { path: path("real"), is_current: false, links: Some(vec![package]) };
        take_back(&open(&path("copy")), &folder).unwrap();
        assert_eq!(fs::read_to_string(path("real/run")).unwrap(), "#!");
        assert_eq!(fs::read_to_string(path("real/data")).unwrap(), "data");
        assert_eq!(path("real/deep/run").metadata().unwrap().permissions().mode() & 0o7777, 0o755);
        assert_eq!(path("real/script").metadata().unwrap().permissions().mode() & 0o100, 0o100);
        for gone in ["before", "secret", "twice", "pipe"] {
            assert!(path("real").join(gone).symlink_metadata().is_err(), "{gone}");
        }
        folder.links = None;
        take_back(&open(&path("copy")), &folder).unwrap();
        assert!(path("real/run").symlink_metadata().is_err() && path("real/deep/run").metadata().is_ok());
    }

    #[test]
    fn no_more_comes_back_than_a_folder_may_hold() {
        let around = tempfile::tempdir().unwrap();
        let path = |name: &str| around.path().join(name);
        fs::create_dir_all(path("copy")).unwrap();
        let file = |name: &str, bytes| File::create(path(name)).unwrap().set_len(bytes).unwrap();
        let copied = |left: (u64, u32)| {
            let copier = Copier { left: Cell::new(left), ..Copier::new(None, false) };
            fs::create_dir(path("real")).unwrap();
            let result = copier.copy_folder(
                open(&path("copy")).as_fd(),
                open(&path("real")).as_fd(),
                &mut Vec::new(),
                Path::new(""),
            );
            fs::remove_dir_all(path("real")).unwrap();
            result.map(|()| copier.left.get()).map_err(|error| error.to_string())
        };
        file("copy/a", 60);
        file("copy/b", 40);
        assert_eq!(copied((100, 2)), Ok((0, 0)));
        assert_eq!(copied((99, 2)), Err(String::from("more than 512 MiB in the files of a folder")));
        assert_eq!(copied((100, 1)), Err(String::from("more than 10000 files and folders")));
        // However large, such a file takes no space on a disk: neither there nor copied.
        file("copy/a", MOST.0 + 1);
        assert_eq!(copied(MOST), Err(String::from("more than 512 MiB in the files of a folder")));
    }

    #[test]
    fn folders_of_any_depth_end() {
        let around = tempfile::tempdir().unwrap();
        let deep: PathBuf = std::iter::repeat_n("d", DEEPEST + 2).collect();
        fs::create_dir_all(around.path().join("copy").join(deep)).unwrap();
        fs::create_dir(around.path().join("real")).unwrap();
        let folder = LentFolder { path: around.path().join("real"), is_current: false, links: None };
        let error = take_back(&open(&around.path().join("copy")), &folder).unwrap_err();
        assert!(error.to_string().contains("within each other"), "{error}");
    }
}
