//! Folders that are whole or not there: files are written in a hidden folder beside their place, and renamed when all are there.
//!
//! The hidden folder lies in the nearest folder that exists, so that folders on the way appear with the files, at once. It is locked while
//! its process runs; the folder of a killed process is removed by the next one in the same folder.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::error::named;
use crate::files::sorted;
use crate::folder::FolderRoot;
use crate::interruption;
use crate::presence::find;
use crate::private::without_name;

/// The beginning of the names of hidden folders.
const PREFIX: &str = ".toolkit-new-";

/// The files that the target folder may already have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// No files.
    Nothing,
    /// Files of other names.
    Others,
    /// Any files; files of the same names are replaced, each at once.
    Replaced,
}

/// Files to be put into a folder, which are removed when dropped before.
#[derive(Debug)]
pub struct StagedFolder {
    /// The nearest existing folder.
    root: FolderRoot,
    /// The folder that is written, below `root`.
    target: PathBuf,
    /// The target folder as the caller named it.
    shown: PathBuf,
    existing: Existing,
    /// Locks the hidden folder; the system unlocks it when the process ends in any way.
    _lock: Option<File>,
    stage: TempDir,
}

impl StagedFolder {
    /// Begins files for a folder, which may not exist.
    ///
    /// # Errors
    /// When nothing can be written there, or the folder has files and may have none.
    pub fn begin(folder: &Path, existing: Existing) -> io::Result<Self> {
        let (around, target) = nearest(folder)?;
        let root = FolderRoot::open(around)?;
        #[cfg(unix)]
        remove_stale(around);
        if existing == Existing::Nothing && target.as_os_str().is_empty() && !sorted(around)?.is_empty() {
            return Err(has_files());
        }
        let (stage, lock) = make(around)?;
        Ok(Self { root, target, shown: folder.to_path_buf(), existing, _lock: lock, stage })
    }

    /// Returns where a file lies until it is put into its place.
    pub fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.stage.path().join(&self.target).join(path)
    }

    /// Creates a file, and the folders around it; if it is a program, everybody may execute it.
    ///
    /// # Errors
    /// When there is such a file, a signal ends the command, or the system refuses.
    pub fn create(&self, path: impl AsRef<Path>, is_program: bool) -> io::Result<File> {
        interruption::check()?;
        let path = path.as_ref();
        let created = self.root.create_new(self.hidden().join(&self.target).join(path), is_program);
        created.map_err(named(self.shown.join(path).display()))
    }

    /// Writes a file, which is there at the end of it.
    ///
    /// # Errors
    /// As [`Self::create`].
    pub fn write(&self, path: impl AsRef<Path>, contents: &[u8]) -> io::Result<()> {
        let path = path.as_ref();
        self.create(path, false)?.write_all(contents).map_err(named(self.shown.join(path).display()))
    }

    /// Puts all files into their places. After an error, none of them is there, except for those that have replaced others.
    ///
    /// # Errors
    /// When a file is in the way, a signal has ended the command, or the system refuses.
    pub fn publish(self) -> io::Result<()> {
        interruption::check()?;
        let mut moved = Vec::new();
        let done = self.put(Path::new(""), &mut moved);
        if done.is_err() && self.existing != Existing::Replaced {
            for path in moved.iter().rev() {
                self.root.rename(path, self.hidden().join(path), false)?;
            }
        }
        done
    }

    /// Returns the path of the hidden folder, below `root`.
    fn hidden(&self) -> &Path {
        Path::new(self.stage.path().file_name().unwrap_or_default())
    }

    /// Moves the contents of a folder of the hidden one: whole folders, if there are none of these names.
    ///
    /// The last names come first, so that `data` of a package comes behind all files that say how it is judged.
    fn put(&self, below: &Path, moved: &mut Vec<PathBuf>) -> io::Result<()> {
        for from in sorted(&self.stage.path().join(below))?.iter().rev() {
            let path = below.join(from.file_name().unwrap_or_default());
            let is_folder = fs::symlink_metadata(from)?.is_dir();
            match self.root.rename(self.hidden().join(&path), &path, self.existing == Existing::Replaced) {
                Ok(()) => moved.push(path),
                Err(error) if is_folder && is_there(&error) => {
                    if self.existing == Existing::Nothing && path.starts_with(&self.target) {
                        return Err(has_files());
                    }
                    self.put(&path, moved)?;
                }
                Err(error) => return Err(named(path.display())(error)),
            }
        }
        Ok(())
    }
}

/// Writes files into a folder, all or none, as [`StagedFolder`] does: their paths below the folder, and their contents.
///
/// # Errors
/// As [`StagedFolder::begin`], [`StagedFolder::write`] and [`StagedFolder::publish`].
pub fn write_files(
    folder: &Path,
    existing: Existing,
    files: &[(impl AsRef<Path>, impl AsRef<[u8]>)],
) -> io::Result<()> {
    let staged = StagedFolder::begin(folder, existing)?;
    for (path, contents) in files {
        staged.write(path, contents.as_ref())?;
    }
    staged.publish()
}

/// Returns whether a path leads to a hidden folder, which belongs to no package and no test.
pub fn is_staged(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(PREFIX.as_bytes()))
}

fn has_files() -> io::Error {
    io::Error::new(ErrorKind::AlreadyExists, "there are files in it already")
}

fn is_there(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::DirectoryNotEmpty)
}

/// Returns the nearest folder around a path that exists, or itself, and the path below it.
fn nearest(path: &Path) -> io::Result<(&Path, PathBuf)> {
    for around in path.ancestors() {
        let folder = if around.as_os_str().is_empty() { Path::new(".") } else { around };
        if find(folder)?.is_some() {
            return Ok((folder, path.strip_prefix(around).unwrap_or(path).to_path_buf()));
        }
    }
    Err(ErrorKind::NotFound.into())
}

fn make(around: &Path) -> io::Result<(TempDir, Option<File>)> {
    loop {
        let mut builder = tempfile::Builder::new();
        // The folder gets the usual mode, since it becomes the target.
        let stage = crate::files::with_mode(builder.prefix(PREFIX), 0o777).tempdir_in(around);
        let stage = stage.map_err(without_name)?;
        // A lock would be a file in it.
        #[cfg(not(unix))]
        return Ok((stage, None));
        #[cfg(unix)]
        {
            let lock = crate::files::open_lock(stage.path())?;
            // Without a lock, where the file system has none, it is not taken for stale either: that needs one, too.
            let is_locked = lock.lock_shared().is_ok();
            // Before it was locked, it was stale to others.
            if crate::files::is_lock_of(&lock, stage.path())? {
                return Ok((stage, is_locked.then_some(lock)));
            }
        }
    }
}

/// Removes the hidden folders that no process has locked, as far as it can: the next one tries again.
#[cfg(unix)]
fn remove_stale(around: &Path) {
    for entry in fs::read_dir(around).into_iter().flatten().flatten() {
        let path = entry.path();
        if !is_staged(&path) {
            continue;
        }
        let Ok(lock) = crate::files::open_lock(&path) else { continue };
        let is_own = lock.metadata().is_ok_and(|lock| crate::files::is_of_user(&lock));
        let is_stale = is_own && lock.try_lock().is_ok();
        if is_stale && crate::files::is_lock_of(&lock, &path).is_ok_and(|is| is) {
            crate::error::best_effort(fs::remove_dir_all(&path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names = sorted(folder).expect("a folder").into_iter();
        names.map(|path| path.file_name().expect("a name").to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_folder_appears_whole_or_not_at_all() {
        let around = tempfile::tempdir().expect("a folder");
        let target = around.path().join("a/b");
        let staged = StagedFolder::begin(&target, Existing::Nothing).expect("begun");
        staged.write("data/1.in", b"1").expect("written");
        assert!(find(&around.path().join("a")).unwrap().is_none());
        drop(staged);
        assert!(names(around.path()).is_empty());
        let staged = StagedFolder::begin(&target, Existing::Nothing).expect("begun");
        staged.write("data/1.in", b"1").expect("written");
        staged.write("x", b"2").expect("written");
        staged.publish().expect("published");
        assert_eq!(
            (names(around.path()), names(&target)),
            (vec!["a".into()], vec!["data".into(), "x".into()])
        );
        let refused = StagedFolder::begin(&target, Existing::Nothing).expect_err("files");
        assert!(refused.to_string().contains("files in it already"));
    }

    #[test]
    fn of_two_at_once_one_is_refused_and_leaves_nothing() {
        let around = tempfile::tempdir().expect("a folder");
        let target = around.path().join("t");
        let staged = [b"1", b"2"].map(|text| {
            let staged = StagedFolder::begin(&target, Existing::Nothing).expect("begun");
            staged.write(format!("{}.in", text[0]), text).expect("written");
            staged
        });
        let done = staged.map(|staged| staged.publish().is_ok());
        assert_eq!((done, names(&target).len(), names(around.path()).len()), ([true, false], 1, 1));
    }

    #[test]
    fn files_of_other_names_stay_and_a_file_in_the_way_undoes_all() {
        let around = tempfile::tempdir().expect("a folder");
        fs::create_dir(around.path().join("sample")).expect("a folder");
        fs::write(around.path().join("sample/1.in"), "mine").expect("a file");
        let stage = |existing, names: &[&str]| {
            let files: Vec<(&str, &str)> = names.iter().map(|&name| (name, "new")).collect();
            write_files(around.path(), existing, &files)
        };
        assert!(stage(Existing::Others, &["z", "sample/2.in", "sample/1.in"]).is_err());
        assert_eq!(names(around.path()), ["sample"]);
        assert_eq!(names(&around.path().join("sample")), ["1.in"]);
        stage(Existing::Others, &["z", "sample/2.in"]).expect("published");
        assert_eq!(fs::read(around.path().join("sample/1.in")).expect("a file"), b"mine");
        stage(Existing::Replaced, &["sample/1.in"]).expect("published");
        assert_eq!(fs::read(around.path().join("sample/1.in")).expect("a file"), b"new");
        assert_eq!(names(around.path()), ["sample", "z"]);
    }

    #[cfg(unix)]
    #[test]
    fn what_a_killed_process_left_is_removed_by_the_next_one() {
        let around = tempfile::tempdir().expect("a folder");
        let stale = around.path().join(".toolkit-new-x/data");
        fs::create_dir_all(&stale).expect("a folder");
        let running = StagedFolder::begin(around.path(), Existing::Others).expect("begun");
        running.write("1.in", b"1").expect("written");
        let staged = StagedFolder::begin(&around.path().join("t"), Existing::Nothing).expect("begun");
        staged.write("1.in", b"1").expect("written");
        staged.publish().expect("published");
        assert!(find(&stale).unwrap().is_none());
        running.publish().expect("published");
        assert_eq!(names(around.path()), ["1.in", "t"]);
    }
}
