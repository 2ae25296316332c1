//! Temporary folders: one for each process that needs any, locked as long as it runs, and private ones in it.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use rustix::fs::{FlockOperation, Mode, OFlags, flock};
use tempfile::TempDir;

/// The beginning of the names of processes' folders.
const PREFIX: &str = "toolkit-run-";
/// Others may pass through it, since programs can run as another user, but not list it.
const MODE: u32 = 0o711;

/// Creates a folder with mode 0700 whose name begins with `prefix`, removed when dropped.
///
/// # Errors
/// When the system refuses.
pub fn folder(prefix: &str) -> io::Result<TempDir> {
    let made = tempfile::Builder::new().prefix(prefix).permissions(Permissions::from_mode(0o700)).tempdir();
    made.map_err(without_name)
}

/// Creates a temporary file without a name.
///
/// # Errors
/// When the system refuses.
pub fn file() -> io::Result<File> {
    tempfile::tempfile().map_err(|error| {
        let around = tempfile::env::temp_dir();
        let what = format!("cannot create a temporary file in {}: {error}", around.display());
        io::Error::new(error.kind(), what)
    })
}

/// The error of a temporary file or folder, with the folder that it was to be in rather than its random name.
pub fn without_name(error: io::Error) -> io::Error {
    let text = error.to_string();
    let Some((what, path)) = text.rsplit_once(" at path \"") else { return error };
    let folder = Path::new(path).parent().unwrap_or(Path::new("/"));
    io::Error::new(error.kind(), format!("{what} in {}", folder.display()))
}

/// The folder of this process's temporary files, removed when dropped. What a killed process leaves is removed by the next one.
pub struct RunFolder {
    /// Locks the folder; the system unlocks it when the process ends in any way.
    _lock: File,
    folder: TempDir,
}

impl Drop for RunFolder {
    fn drop(&mut self) {
        // An empty one can be removed without a descriptor, of which there may be none left.
        let _ = fs::remove_dir(self.folder.path());
    }
}

impl RunFolder {
    /// Makes it the place of all temporary files from now on, and removes those of processes that were killed.
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
            let folder = tempfile::Builder::new()
                .prefix(PREFIX)
                .permissions(Permissions::from_mode(MODE))
                .tempdir_in(around)
                .map_err(without_name)?;
            let lock = open(folder.path())?;
            flock(&lock, FlockOperation::LockExclusive)?;
            // Before it was locked, it was stale to others.
            if is_at(&lock, folder.path()) {
                return Ok(Self { _lock: lock, folder });
            }
        }
    }

    /// Removes the folders that nobody has locked.
    fn remove_stale(around: &Path) {
        for entry in fs::read_dir(around).into_iter().flatten().flatten() {
            let path = entry.path();
            if !entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()) {
                continue;
            }
            let Ok(lock) = open(&path) else { continue };
            let is_own = lock.metadata().is_ok_and(|metadata| {
                metadata.uid() == rustix::process::geteuid().as_raw() && metadata.mode() & 0o7777 == MODE
            });
            if is_own && flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok() && is_at(&lock, &path)
            {
                // The next one tries again.
                let _ = fs::remove_dir_all(&path);
            }
        }
    }
}

fn open(folder: &Path) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(rustix::fs::open(folder, flags, Mode::empty())?.into())
}

fn is_at(file: &File, path: &Path) -> bool {
    let id = |metadata: io::Result<fs::Metadata>| metadata.map(|of| (of.dev(), of.ino())).ok();
    id(file.metadata()).is_some_and(|own| id(path.symlink_metadata()) == Some(own))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            path
        };
        let stale = left("toolkit-run-1", MODE);
        let of_others = [left("toolkit-run-2", 0o755), left("other-run-3", MODE)];
        std::os::unix::fs::symlink(&of_others[1], around.path().join("toolkit-run-4")).unwrap();
        let (first, second) =
            (RunFolder::make(around.path()).unwrap(), RunFolder::make(around.path()).unwrap());
        RunFolder::remove_stale(around.path());
        assert!(!stale.exists());
        assert!(of_others.iter().all(|path| path.join("a/file").exists()));
        let own = [first, second].map(|made| {
            assert!(made.folder.path().exists());
            made.folder.path().to_path_buf()
        });
        assert!(!own.iter().any(|path| path.exists()));
    }
}
