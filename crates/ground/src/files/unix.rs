//! Files of Unix systems.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, Permissions};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::{Mode, OFlags, open};

use crate::presence::{absent_is_none, find_link, names_file};

pub use std::os::unix::fs::symlink as link_to_folder;

/// The identity of a file, the same under all its names.
pub type FileId = (u64, u64);

/// Returns the identity of a file or folder with this metadata, and how many names it has.
///
/// # Errors
/// When the system does not tell it.
pub fn identity(_path: &Path, metadata: &Metadata) -> io::Result<(FileId, u64)> {
    Ok(((metadata.dev(), metadata.ino()), metadata.nlink()))
}

/// Returns the number of a file in its file system; 0 if it is unknown.
pub fn number(metadata: &Metadata) -> u64 {
    metadata.ino()
}

/// Returns whether a path leads to a file which can be executed by anybody.
///
/// # Errors
/// When it cannot be looked at.
pub fn is_executable(path: &Path) -> io::Result<bool> {
    let found = absent_is_none(path.metadata(), path)?;
    Ok(found.is_some_and(|found| found.is_file() && mode(&found) & 0o111 != 0))
}

/// Returns the file of a program with this path, whose ending may be left out where the system does so.
///
/// # Errors
/// When it cannot be looked at; but a place that this user may not look at is passed over, as by a shell.
pub fn executable(path: &Path) -> io::Result<Option<PathBuf>> {
    Ok(names_file(path)?.then(|| path.to_path_buf()))
}

/// Writes a file or folder to the disk.
///
/// # Errors
/// When the system refuses.
pub fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// Returns the permissions of a file; 0 if there are none.
pub fn mode(metadata: &Metadata) -> u32 {
    metadata.mode()
}

/// Returns when a file or folder was changed last, in contents or otherwise, which no program can set.
///
/// # Errors
/// When the time is none.
pub fn changed(metadata: &Metadata) -> io::Result<SystemTime> {
    let (Ok(seconds), Ok(nanos)) = (metadata.ctime().try_into(), metadata.ctime_nsec().try_into()) else {
        return Err(io::Error::other("a time before 1970"));
    };
    Ok(UNIX_EPOCH + Duration::new(seconds, nanos))
}

/// Sets the permissions of a file or folder, if there are any.
///
/// # Errors
/// When the system refuses.
pub fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(mode))
}

/// Makes the builder create temporary files and folders with these permissions, if the system has permissions.
pub fn with_mode<'b, 'n, 's>(
    builder: &'b mut tempfile::Builder<'n, 's>,
    mode: u32,
) -> &'b mut tempfile::Builder<'n, 's> {
    builder.permissions(Permissions::from_mode(mode))
}

/// Returns the text of a name.
pub fn name(bytes: &[u8]) -> OsString {
    OsStr::from_bytes(bytes).to_owned()
}

/// Returns whether somebody has linked to a file who does not own it, but its folder.
pub fn is_foreign(file: &Metadata, folder: &Metadata) -> bool {
    file.nlink() > 1 && file.uid() != folder.uid()
}

fn open_folder(folder: &Path, flags: OFlags) -> io::Result<File> {
    let flags = flags | OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    Ok(open(folder, flags, Mode::empty())?.into())
}

/// Opens the file or folder that is locked while a folder is used.
///
/// # Errors
/// When it cannot be opened.
pub fn open_lock(folder: &Path) -> io::Result<File> {
    open_folder(folder, OFlags::NOFOLLOW)
}

/// Returns whether a lock belongs to the folder that has this name now.
///
/// # Errors
/// When one of them cannot be looked at.
pub fn is_lock_of(lock: &File, folder: &Path) -> io::Result<bool> {
    let own = lock.metadata()?;
    Ok(find_link(folder)?.is_some_and(|there| (there.dev(), there.ino()) == (own.dev(), own.ino())))
}

/// Returns whether this user has made the locked folder, with these permissions, as far as the system knows.
pub fn is_own(lock: &File, mode: u32) -> bool {
    lock.metadata().is_ok_and(|metadata| is_of_user(&metadata) && metadata.mode() & 0o7777 == mode)
}

/// Returns whether this user owns a file.
pub fn is_of_user(metadata: &Metadata) -> bool {
    metadata.uid() == rustix::process::geteuid().as_raw()
}
