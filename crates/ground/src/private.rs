//! Temporary folders: one for each process that needs any, locked as long as it runs, and private ones in it.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::TempDir;

use super::error::{best_effort, named};
use super::files::{is_lock_of, is_own, open_lock, with_mode};

/// The beginning of the names of processes' folders.
const PREFIX: &str = "toolkit-run-";
/// Others may pass through it, since programs can run as another user, but not list it.
const MODE: u32 = 0o711;

/// Creates a folder with mode 0700 whose name begins with `prefix`, removed when dropped.
///
/// # Errors
/// When the system refuses.
pub fn folder(prefix: &str) -> io::Result<TempDir> {
    with_mode(tempfile::Builder::new().prefix(prefix), 0o700).tempdir().map_err(not_created)
}

/// Returns the error of a temporary folder that cannot be created.
fn not_created(error: io::Error) -> io::Error {
    named("cannot create a temporary folder")(without_name(error))
}

/// Creates a temporary file without a name.
///
/// # Errors
/// When the system refuses.
pub fn file() -> io::Result<File> {
    tempfile::tempfile().map_err(|error| {
        let around = tempfile::env::temp_dir();
        named(format_args!("cannot create a temporary file in {}", around.display()))(error)
    })
}

/// Returns the error of a temporary file or folder, with the folder that it was to be in rather than its random name.
pub fn without_name(error: io::Error) -> io::Error {
    let text = error.to_string();
    let Some((what, path)) = text.rsplit_once(" at path \"") else { return error };
    let folder = Path::new(path).parent().unwrap_or(Path::new("/"));
    io::Error::new(error.kind(), format!("{what} in {}", folder.display()))
}

/// The folder of this process's temporary files, removed when dropped. The next process removes the folder of a killed one.
pub struct RunFolder {
    /// Locks the folder; the system unlocks it when the process ends in any way.
    _lock: File,
    folder: TempDir,
}

impl Drop for RunFolder {
    fn drop(&mut self) {
        // An empty folder can be removed without a descriptor; there may be none left.
        best_effort(fs::remove_dir(self.folder.path()));
    }
}

impl RunFolder {
    /// Makes it the place of all temporary files from now on, and removes the folders of processes that were killed.
    ///
    /// # Errors
    /// When it cannot be made, or temporary files have a place already.
    pub fn enter() -> io::Result<Self> {
        let around = tempfile::env::temp_dir();
        Self::remove_stale(&around);
        let made = Self::make(&around)?;
        let is_set = tempfile::env::override_temp_dir(made.folder.path());
        is_set.map_err(|_| io::Error::other("temporary files have a place already"))?;
        Ok(made)
    }

    fn make(around: &Path) -> io::Result<Self> {
        loop {
            let made = with_mode(tempfile::Builder::new().prefix(PREFIX), MODE).tempdir_in(around);
            let folder = made.map_err(not_created)?;
            let lock = open_lock(folder.path())?;
            lock.lock()?;
            // Before it was locked, it was stale to others.
            if is_lock_of(&lock, folder.path())? {
                return Ok(Self { _lock: lock, folder });
            }
        }
    }

    /// Removes the folders that no process has locked, as far as it can: the next one tries again.
    fn remove_stale(around: &Path) {
        for entry in fs::read_dir(around).into_iter().flatten().flatten() {
            let path = entry.path();
            if !entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()) {
                continue;
            }
            let Ok(lock) = open_lock(&path) else { continue };
            let is_stale = is_own(&lock, MODE) && lock.try_lock().is_ok();
            if is_stale && is_lock_of(&lock, &path).is_ok_and(|is| is) {
                best_effort(remove(&path));
            }
        }
    }
}

/// Removes a folder with all that a program has left in it, whose permissions may be any.
fn remove(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    super::clear::empty(folder)?;
    fs::remove_dir_all(folder)
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::presence::{find, is_file, is_folder};

    #[test]
    fn nobody_else_can_look_into_it() {
        let mode = folder("toolkit-test-").unwrap().path().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o7777, 0o700);
    }

    #[test]
    fn what_no_process_has_locked_is_removed_and_nothing_else() {
        let around = tempfile::tempdir().unwrap();
        let left = |name: &str, mode: u32| {
            let path = around.path().join(name);
            fs::create_dir_all(path.join("a/b")).unwrap();
            fs::write(path.join("a/file"), "x").unwrap();
            // A program may leave such folders.
            fs::create_dir_all(path.join("c/d")).unwrap();
            fs::set_permissions(path.join("c"), Permissions::from_mode(0o0)).unwrap();
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            path
        };
        let stale = left("toolkit-run-1", MODE);
        let of_others = [left("toolkit-run-2", 0o755), left("other-run-3", MODE)];
        std::os::unix::fs::symlink(&of_others[1], around.path().join("toolkit-run-4")).unwrap();
        let (first, second) =
            (RunFolder::make(around.path()).unwrap(), RunFolder::make(around.path()).unwrap());
        RunFolder::remove_stale(around.path());
        assert!(find(&stale).unwrap().is_none());
        assert!(of_others.iter().all(|path| is_file(&path.join("a/file")).unwrap()));
        let own = [first, second].map(|made| {
            assert!(is_folder(made.folder.path()).unwrap());
            made.folder.path().to_path_buf()
        });
        assert!(own.iter().all(|path| find(path).unwrap().is_none()));
    }
}
