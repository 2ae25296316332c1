//! Files of Windows systems.

use std::ffi::OsString;
use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use winapi_util::Handle;

use crate::error::named;
use crate::presence::{absent_is_none, is_folder, names_file};

pub use std::os::windows::fs::symlink_dir as link_to_folder;

/// The identity of a file, the same under all its names.
pub type FileId = (u64, u64);

/// Returns the identity of a file or folder with this metadata, and how many names it has.
///
/// # Errors
/// When the system does not tell it.
pub fn identity(path: &Path, _metadata: &Metadata) -> io::Result<(FileId, u64)> {
    let file = Handle::from_path_any(path).and_then(winapi_util::file::information);
    let file = file.map_err(named(path.display()))?;
    Ok(((file.volume_serial_number(), file.file_index()), file.number_of_links()))
}

/// Returns the number of a file in its file system; 0 if it is unknown.
pub fn number(_metadata: &Metadata) -> u64 {
    0
}

/// The endings of executable files.
const ENDINGS: [&str; 4] = ["exe", "com", "bat", "cmd"];

/// Returns whether a path leads to a file which can be executed by anybody.
///
/// # Errors
/// When it cannot be looked at.
pub fn is_executable(path: &Path) -> io::Result<bool> {
    let found = absent_is_none(path.metadata(), path)?;
    Ok(found.is_some_and(|found| found.is_file()) && has_ending(path))
}

fn has_ending(path: &Path) -> bool {
    path.extension().is_some_and(|own| ENDINGS.iter().any(|ending| own.eq_ignore_ascii_case(ending)))
}

/// Returns the file of a program with this path, whose ending may be left out where the system does so.
///
/// # Errors
/// When it cannot be looked at; but a place that this user may not look at is passed over, as by a shell.
pub fn executable(path: &Path) -> io::Result<Option<PathBuf>> {
    let own = has_ending(path).then(|| path.to_path_buf());
    let with_endings = ENDINGS.iter().map(|ending| {
        let mut name = path.as_os_str().to_owned();
        name.push(".");
        name.push(ending);
        PathBuf::from(name)
    });
    for path in own.into_iter().chain(with_endings) {
        if names_file(&path)? {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// Writes a file to the disk; folders need not be.
///
/// # Errors
/// When the system refuses.
pub fn sync(path: &Path) -> io::Result<()> {
    if path.metadata()?.is_dir() { Ok(()) } else { OpenOptions::new().write(true).open(path)?.sync_all() }
}

/// Returns the permissions of a file; 0 if there are none.
pub fn mode(_metadata: &Metadata) -> u32 {
    0
}

/// Returns when a file or folder was changed last.
///
/// # Errors
/// When the system does not tell it.
pub fn changed(metadata: &Metadata) -> io::Result<SystemTime> {
    metadata.modified()
}

/// Sets the permissions of a file or folder, if there are any.
///
/// # Errors
/// Never.
pub fn set_mode(_path: &Path, _mode: u32) -> io::Result<()> {
    Ok(())
}

/// Makes the builder create temporary files and folders with these permissions, if the system has permissions.
pub fn with_mode<'b, 'n, 's>(
    builder: &'b mut tempfile::Builder<'n, 's>,
    _mode: u32,
) -> &'b mut tempfile::Builder<'n, 's> {
    builder
}

/// Returns the text of a name.
pub fn name(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// Returns whether somebody has linked to a file who does not own it, which is not known here.
pub fn is_foreign(_file: &Metadata, _folder: &Metadata) -> bool {
    false
}

/// Opens the file or folder that is locked while a folder is used: a file in it.
///
/// # Errors
/// When it cannot be opened.
pub fn open_lock(folder: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(false).open(folder.join(".lock"))
}

/// Returns whether a lock belongs to the folder that has this name now.
///
/// # Errors
/// When it cannot be looked at.
pub fn is_lock_of(_lock: &File, folder: &Path) -> io::Result<bool> {
    is_folder(folder)
}

/// Returns whether this user has made the locked folder, with these permissions: the folder of temporary files is the user's own.
pub fn is_own(_lock: &File, _mode: u32) -> bool {
    true
}
