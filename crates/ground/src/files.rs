//! Files: names, order, and what the system tells of them.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

#[cfg(unix)]
#[path = "files/unix.rs"]
mod system;
#[cfg(windows)]
#[path = "files/windows.rs"]
mod system;

#[cfg(any(unix, windows))]
pub use system::*;

/// The longest name, in bytes.
const LONGEST: usize = 200;

/// Returns the absolute path of a file, and any other word as it is.
pub fn absolute(word: OsString) -> OsString {
    match std::path::absolute(&word) {
        Ok(path) if path.is_file() => path.into_os_string(),
        _ => word,
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

/// Returns the names in Unicode of the files in a folder, in order; none where it cannot be read.
pub fn file_names(folder: &Path) -> Vec<String> {
    let files = sorted(folder).unwrap_or_default().into_iter().filter(|path| path.is_file());
    files.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect()
}

/// Returns whether a name is that of a file in a folder, not a path.
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
