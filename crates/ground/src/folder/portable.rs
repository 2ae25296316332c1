//! Systems without descriptors of folders: by path, part by part.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use super::{outside, through};
use crate::presence::find_link;

/// A folder as a real path.
pub type Folder = PathBuf;

pub fn open(path: &Path) -> io::Result<Folder> {
    let real = path.canonicalize()?;
    if real.metadata()?.is_dir() { Ok(real) } else { Err(io::ErrorKind::NotADirectory.into()) }
}

pub fn metadata(folder: &Folder) -> io::Result<Metadata> {
    folder.metadata()
}

/// Opens a file; links below the root are followed.
pub fn open_below(root: &Folder, path: &Path) -> io::Result<File> {
    File::open(real(root, path)?)
}

pub fn metadata_below(root: &Folder, path: &Path) -> io::Result<Metadata> {
    real(root, path)?.metadata()
}

/// Returns the real path of a file or folder below the root.
fn real(root: &Folder, path: &Path) -> io::Result<PathBuf> {
    let real = root.join(path).canonicalize()?;
    if real.starts_with(root) { Ok(real) } else { Err(outside()) }
}

/// Returns a folder through no link; with `make`, makes it and the folders on the way, if they are missing.
pub fn folder(root: &Folder, path: &Path, make: bool) -> io::Result<Folder> {
    let mut folder = root.clone();
    for part in path.components() {
        folder.push(part);
        match folder.symlink_metadata() {
            Ok(found) if found.is_dir() => {}
            Ok(_) => return Err(through(part.as_os_str())),
            Err(error) if error.kind() == io::ErrorKind::NotFound && make => fs::create_dir(&folder)?,
            Err(error) => return Err(error),
        }
    }
    Ok(folder)
}

/// Returns whether a name belongs to a regular file; `None` if there is nothing of this name.
pub fn is_file(folder: &Folder, name: &OsStr) -> io::Result<Option<bool>> {
    match folder.join(name).symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        found => found.map(|found| Some(found.is_file())),
    }
}

pub fn create_new(folder: &Folder, name: &OsStr, _is_program: bool) -> io::Result<File> {
    File::create_new(folder.join(name))
}

/// A name in a folder.
pub type Place<'a> = (&'a Folder, &'a OsStr);

/// Renames a file or folder. A file that may not be replaced is made first, and it is that one which is replaced.
pub fn rename(from: Place<'_>, to: Place<'_>, may_replace: bool) -> io::Result<()> {
    let (from, to) = (from.0.join(from.1), to.0.join(to.1));
    // Not every system reports this case by this error.
    if find_link(&to)?.is_some_and(|found| found.is_dir()) {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    if !may_replace {
        File::create_new(&to)?;
    }
    fs::rename(from, to)
}

pub fn remove(folder: &Folder, name: &OsStr) -> io::Result<()> {
    fs::remove_file(folder.join(name))
}
