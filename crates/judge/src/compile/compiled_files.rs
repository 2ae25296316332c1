//! The compiled files: read from the script's output, and stored in the user's cache.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::time::SystemTime;

use tempfile::TempDir;

use super::{PREFIX, WARNINGS, read_files};
use crate::error::{Context as _, Result};
use crate::report::shown::Key;
use nim_ground::cache;
use nim_ground::error::best_effort;
use nim_ground::files::{self, set_mode};
use nim_ground::folder::{files_below, is_below};
use nim_ground::presence::is_folder;
use nim_ground::private;

/// The folder of compiled programs in the cache.
pub const PROGRAMS: &str = "programs";

/// The files that a compiler made.
#[derive(Debug, Default)]
pub struct CompiledFiles {
    /// The folder of the compiled files.
    pub folder: PathBuf,
    /// The temporary folder, if the files are not in the cache.
    pub temporary: Option<TempDir>,
}

impl CompiledFiles {
    /// Returns the files in this folder of the cache.
    pub fn kept(within: &str, key: &Key) -> Option<Self> {
        let folder = cache::folder(within)?.join(key.name());
        if !is_whole(&folder) {
            // A damaged entry is removed and compiled again.
            best_effort(fs::remove_dir_all(&folder));
            return None;
        }
        // The time marks the last use; failure to set it does no harm.
        best_effort(File::open(&folder).and_then(|folder| folder.set_modified(SystemTime::now())));
        Some(Self { folder, temporary: None })
    }

    /// Writes the files of the script's output into the cache under a name, or into a temporary folder if there is neither.
    pub fn write(output: &[u8], key: Option<&Key>) -> Result<Self> {
        if let Some(folder) = key.and_then(|key| Self::keep_in_cache(PROGRAMS, key, output)) {
            return Ok(Self { folder, temporary: None });
        }
        let folder = private::folder(PREFIX).context(std::env::temp_dir().display())?;
        write_files(folder.path(), output).context(folder.path().display())?;
        Ok(Self { folder: folder.path().to_path_buf(), temporary: Some(folder) })
    }

    /// Writes the files into this folder of the cache; `None` if there is no cache, or no room in it.
    pub fn keep_in_cache(within: &str, key: &Key, output: &[u8]) -> Option<PathBuf> {
        let cache = cache::writable(within)?;
        let new = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(&cache).ok()?;
        write_files(new.path(), output).ok()?;
        seal(new.path()).ok()?;
        let folder = cache.join(key.name());
        match fs::rename(new.path(), &folder) {
            Ok(()) => {
                // The folder was renamed: only its old name is left to forget.
                drop(new.keep());
            }
            // Another process may have stored the same files.
            Err(_) if is_folder(&folder).is_ok_and(|is_there| is_there) => {}
            // Without the cache, the files are put into a temporary folder.
            Err(_) => return None,
        }
        Some(folder)
    }

    /// Returns the full names of the classes that are not nested.
    pub fn classes(&self) -> io::Result<Vec<String>> {
        if self.folder.as_os_str().is_empty() {
            return Ok(Vec::new());
        }
        let files = made_in(&self.folder)?;
        let paths = files.keys().filter_map(|path| path.to_str()?.strip_suffix(".class"));
        Ok(paths.filter(|path| !path.contains('$')).map(|path| path.replace(MAIN_SEPARATOR, ".")).collect())
    }
}

/// The beginning of the names of folders that are being written.
const UNFINISHED: &str = ".new-";

/// Removes the remains of killed processes in a folder of the cache that nobody writes to now.
pub fn remove_unfinished(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().as_encoded_bytes().starts_with(UNFINISHED.as_bytes()) {
            best_effort(fs::remove_dir_all(entry.path()));
        }
    }
}

/// The file of a stored program that lists the others with their sizes and permissions, a line each.
const LIST: &str = ".files";

/// Returns the compiled files of a folder by their paths below it, without the files that describe them.
pub fn made_in(folder: &Path) -> io::Result<BTreeMap<PathBuf, PathBuf>> {
    let mut files = files_below(folder, Path::new(""))?;
    files.retain(|name, _| name.as_os_str() != LIST && name.as_os_str() != WARNINGS);
    Ok(files)
}

/// Returns the list of a folder's files.
fn list(folder: &Path) -> io::Result<Vec<u8>> {
    let mut lines = Vec::new();
    for (name, path) in files_below(folder, Path::new(""))? {
        if name.as_os_str() != LIST {
            let metadata = path.metadata()?;
            let about = format!("{} {:o} ", metadata.len(), files::mode(&metadata));
            lines.push([about.as_bytes(), name.as_os_str().as_encoded_bytes(), b"\n"].concat());
        }
    }
    Ok(lines.concat())
}

/// Adds the list, and makes the system write all to the disk before the folder gets its name.
fn seal(folder: &Path) -> io::Result<()> {
    fs::write(folder.join(LIST), list(folder)?)?;
    let files = files_below(folder, Path::new(""))?;
    files.values().try_for_each(|file| files::sync(file))?;
    let folders: BTreeSet<&Path> = files.values().flat_map(|file| file.ancestors().skip(1)).collect();
    folders.into_iter().filter(|around| around.starts_with(folder)).try_for_each(files::sync)
}

/// Returns whether a stored program has all of its files, with their sizes and permissions.
fn is_whole(folder: &Path) -> bool {
    let known = fs::read(folder.join(LIST));
    known.is_ok_and(|known| list(folder).is_ok_and(|found| found == known))
}

/// Prints the files of a folder, as the script does.
pub fn read_files(folder: &Path, output: &mut Vec<u8>) -> io::Result<()> {
    for (name, path) in files_below(folder, Path::new(""))? {
        let contents = fs::read(path)?;
        output.extend_from_slice(name.as_os_str().as_encoded_bytes());
        output.extend_from_slice(format!("\n{}\n", contents.len()).as_bytes());
        output.extend(contents);
    }
    Ok(())
}

/// Returns the list of files that the compiler read, if it wrote one.
pub fn list_of_read(output: &[u8]) -> io::Result<Option<&[u8]>> {
    Ok(files_in(output)?.into_iter().find(|(name, _)| name == read_files::LIST).map(|(_, list)| list))
}

/// Returns the files that the script printed: for each a name line, a size line, and the bytes.
fn files_in(mut output: &[u8]) -> io::Result<Vec<(OsString, &[u8])>> {
    let broken = || io::Error::new(io::ErrorKind::InvalidData, "the compiler's output is incomplete");
    let mut found = Vec::new();
    while !output.is_empty() {
        let (mut name, mut size) = (Vec::new(), String::new());
        output.read_until(b'\n', &mut name)?;
        output.read_line(&mut size)?;
        let size: usize = size.trim().parse().map_err(|_| broken())?;
        let name = files::name(name.trim_ascii_end());
        let (contents, rest) = output.split_at_checked(size).ok_or_else(broken)?;
        if !is_below(&name) {
            return Err(broken());
        }
        found.push((name, contents));
        output = rest;
    }
    Ok(found)
}

/// Writes the files that the script printed into a folder, except for that list.
fn write_files(folder: &Path, output: &[u8]) -> io::Result<()> {
    set_mode(folder, 0o755)?;
    for (name, contents) in files_in(output)?.into_iter().filter(|(name, _)| name != read_files::LIST) {
        let path = folder.join(name);
        for around in path.ancestors().skip(1).take_while(|around| *around != folder) {
            fs::create_dir_all(around)?;
            set_mode(around, 0o755)?;
        }
        fs::write(&path, contents)?;
        set_mode(&path, 0o755)?;
    }
    Ok(())
}
