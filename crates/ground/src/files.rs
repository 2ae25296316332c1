//! Files: names, order, and their metadata.

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use super::error::named;
use super::presence::{absent_is_none, find, names_file};

#[cfg(unix)]
#[path = "files/unix.rs"]
mod system;
#[cfg(windows)]
#[path = "files/windows.rs"]
mod system;

#[cfg(any(unix, windows))]
pub use system::*;

/// The limit of a name's length in bytes.
const LONGEST: usize = 200;

/// Returns the absolute path of a file, and any other word of a command as it is.
///
/// # Errors
/// When it cannot be looked at, or there is no current folder.
pub fn absolute(word: OsString) -> io::Result<OsString> {
    if names_file(Path::new(&word))? {
        std::path::absolute(&word).map(PathBuf::into_os_string)
    } else {
        Ok(word)
    }
}

/// Returns the folder of a file: of a bare name, the current one.
pub fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the paths in a folder, in order.
///
/// # Errors
/// When the folder cannot be read.
pub fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}

/// Reads a regular file: a pipe would block.
///
/// # Errors
/// When it cannot be read, or is no regular file.
pub fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("is no regular file"));
    }
    fs::read(path)
}

/// Returns the regular files in a folder, in order, links followed; a link to nothing is none.
///
/// # Errors
/// When the folder cannot be read, or one of its entries cannot be looked at.
pub fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in sorted(folder).map_err(named(folder.display()))? {
        if absent_is_none(fs::metadata(&path), &path)?.is_some_and(|found| found.is_file()) {
            files.push(path);
        }
    }
    Ok(files)
}

/// Returns the names in Unicode of the files in a folder, in order; none if there is no such folder.
///
/// # Errors
/// As of [`files_in`].
pub fn file_names(folder: &Path) -> io::Result<Vec<String>> {
    if find(folder)?.is_none() {
        return Ok(Vec::new());
    }
    let files = files_in(folder)?.into_iter();
    Ok(files.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect())
}

/// Returns whether a file begins with `#!`, as a script does that names its interpreter.
///
/// # Errors
/// When it cannot be read.
pub fn is_script(path: &Path) -> io::Result<bool> {
    let mut begin = [0; 2];
    match fs::File::open(path).and_then(|mut file| file.read_exact(&mut begin)) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        read => read.map(|()| begin == *b"#!").map_err(named(path.display())),
    }
}

/// Returns whether a name is the name of a file in a folder, not a path.
pub fn is_file_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= LONGEST
        && !matches!(name, "." | "..")
        && !name.contains(['/', '\\', '\0'])
        && !name.contains(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_paths() {
        for name in ["", ".", "..", "a/b", "/etc/passwd", "a\\b", "a\0b", "a\nb", &"x".repeat(201)] {
            assert!(!is_file_name(name), "{name:?}");
        }
        assert!(is_file_name("sum.out"));
    }
}
