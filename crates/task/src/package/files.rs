//! The files of a package: in memory or on disk, in a folder or an archive.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::layout::archive::{NOT_REGULAR, may_hold_tests};
use nim_ground::content::Content;
use nim_ground::error::named;
use nim_ground::files::is_executable;
use nim_ground::folder::is_portable;
use nim_ground::interruption;
use nim_ground::presence;
use nim_ground::staging::{Existing, StagedFolder, is_staged};

/// The files of a package by path, with `/` between folders.
pub type Files = BTreeMap<String, Content>;

/// Returns whether a file is executable.
fn is_program(content: &Content) -> io::Result<bool> {
    content.file().map_or(Ok(false), is_executable)
}

/// The limit of files and folders in a package, including those behind links.
const MOST_FILES: usize = 200_000;

/// Returns the regular files below a folder, and the left-out ones, with the reason. Links that stay in the folder are followed.
///
/// # Errors
/// When a file cannot be read, or what may hold tests is a link that cannot be followed, is no file or folder, or has a name that not
/// every system has.
pub fn of_folder(root: &Path) -> io::Result<(Files, Vec<String>)> {
    let mut files = Files::new();
    let mut left_out = Vec::new();
    let real_root = root.canonicalize().map_err(named(root.display()))?;
    let mut room = MOST_FILES;
    // Each folder comes with the real folders around it, which no link in it may lead to.
    let mut folders = vec![(root.to_owned(), String::new(), vec![real_root.clone()])];
    while let Some((folder, prefix, around)) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(named(folder.display()))? {
            interruption::check()?;
            let path = entry?.path();
            if is_staged(&path) {
                continue;
            }
            room = room
                .checked_sub(1)
                .ok_or_else(|| io::Error::other(format!("more than {MOST_FILES} files")))?;
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
                left_out.push(format!("{}: its name is not UTF-8", path.display()));
                continue;
            };
            let shown = format!("{prefix}{name}");
            if !is_portable(&shown) {
                let why = format!("{shown:?}: not every system has such names");
                if may_hold_tests(&shown) {
                    return Err(io::Error::new(io::ErrorKind::InvalidData, why));
                }
                left_out.push(why);
                continue;
            }
            let mut metadata = fs::symlink_metadata(&path).map_err(named(path.display()))?;
            if metadata.is_symlink() {
                let target = presence::link_target(&path)?.filter(|target| {
                    target.starts_with(&real_root) && !around.iter().any(|folder| folder.starts_with(target))
                });
                match target {
                    Some(target) => {
                        metadata = fs::symlink_metadata(&target).map_err(named(path.display()))?;
                    }
                    None if may_hold_tests(&shown) => {
                        let why = "a link that leads out of the package, to nothing or in a circle";
                        return Err(io::Error::new(io::ErrorKind::InvalidData, format!("{shown}: {why}")));
                    }
                    None => {}
                }
            }
            if metadata.is_dir() {
                let mut around = around.clone();
                around.push(path.canonicalize().map_err(named(path.display()))?);
                folders.push((path, shown + "/", around));
            } else if metadata.is_file() {
                files.insert(shown, Content::File(path));
            } else {
                let why = format!("{shown}: {NOT_REGULAR}");
                if may_hold_tests(&shown) {
                    return Err(io::Error::new(io::ErrorKind::InvalidData, why));
                }
                left_out.push(why);
            }
        }
    }
    Ok((files, left_out))
}

/// Removes a folder that contains all files, as in archives of a whole folder; returns its name, too, or an empty one.
pub fn without_common_folder(files: Files) -> (Files, String) {
    let Some(folder) =
        files.keys().next().and_then(|path| path.split_once('/')).map(|(folder, _)| folder.to_owned() + "/")
    else {
        return (files, String::new());
    };
    if FOLDERS.contains(&folder.as_str()) || !files.keys().all(|path| path.starts_with(&folder)) {
        return (files, String::new());
    }
    let files = files.into_iter().map(|(path, content)| (path[folder.len()..].to_owned(), content));
    (files.collect(), folder)
}

/// Folders of formats, which are no package's own.
const FOLDERS: &[&str] = &["data/", "testdata/", "tests/", "secret/", "sample/"];

/// Refuses paths that would lead out of where a package is written or unpacked, before anything is written.
fn check_paths(files: &Files) -> io::Result<()> {
    let Some(path) = files.keys().find(|path| !is_portable(path)) else { return Ok(()) };
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{path:?} is no path in a package")))
}

/// Writes an archive: files in order of their paths, each deflated, with one date, and programs executable.
///
/// # Errors
/// When a path leads out of the archive, a file cannot be read, or the archive not written.
pub fn write_archive(files: &Files, out: impl Write + Seek) -> io::Result<()> {
    check_paths(files)?;
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(6))
        .last_modified_time(DateTime::default());
    let mut zip = ZipWriter::new(UntilFailure { out, position: 0, end: 0, has_failed: false });
    for (path, content) in files {
        let mode = if is_program(content)? { 0o755 } else { 0o644 };
        zip.start_file(path.as_str(), options.unix_permissions(mode))?;
        content.copy_to(&mut zip)?;
    }
    zip.finish()?;
    Ok(())
}

/// The file of an archive. After the first failure nothing more is written: an archive's writer that is dropped would complete what it can,
/// and print a further failure by itself. From then on the file seems to be at its end, since the writer counts from its beginning.
struct UntilFailure<Out> {
    out: Out,
    position: u64,
    end: u64,
    has_failed: bool,
}

impl<Out> UntilFailure<Out> {
    fn unless_failed<T>(
        &mut self,
        otherwise: T,
        act: impl FnOnce(&mut Out) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.has_failed {
            return Ok(otherwise);
        }
        let done = act(&mut self.out);
        self.has_failed = done.is_err();
        done
    }
}

impl<Out: Write> Write for UntilFailure<Out> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_failed((), |out| out.write_all(bytes))?;
        self.position += bytes.len() as u64;
        self.end = self.end.max(self.position);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_failed((), Write::flush)
    }
}

impl<Out: Seek> Seek for UntilFailure<Out> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.position = self.unless_failed(self.end, |out| out.seek(to))?;
        Ok(self.position)
    }
}

/// Writes a folder, which must not exist or be empty; programs are executable. After an error, nothing of it remains.
///
/// # Errors
/// When a path leads out of it, it has files already, or cannot be written.
pub fn write_folder(files: &Files, folder: &Path) -> io::Result<()> {
    check_paths(files)?;
    let staged = StagedFolder::begin(folder, Existing::Nothing)?;
    for (path, content) in files {
        content.copy_to(&mut staged.create(path, is_program(content)?)?)?;
    }
    staged.publish()
}
