//! Files in place of a program's standard input and output.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::failure::Failure;

/// Returns the absolute path of a file, and any other word as it is.
pub fn absolute(word: OsString) -> OsString {
    match std::path::absolute(&word) {
        Ok(path) if path.is_file() => path.into_os_string(),
        _ => word,
    }
}

/// Names of the files, in the folder in which the program runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileIo {
    /// The file with the input; `None` for standard input.
    pub input: Option<String>,
    /// The file that the program writes; `None` for standard output.
    pub output: Option<String>,
}

/// The longest name, in bytes.
const LONGEST: usize = 200;

impl FileIo {
    /// Standard input and output.
    pub const STANDARD: Self = Self { input: None, output: None };

    /// Returns `NAME.in` and `NAME.out`.
    ///
    /// # Errors
    /// When the name is not that of a file.
    pub fn of(name: &str) -> Result<Self, Failure> {
        if !is_file_name(name) {
            return Err(format!("expected a file name without folders, found {name:?}").into());
        }
        Ok(Self { input: Some(format!("{name}.in")), output: Some(format!("{name}.out")) })
    }

    /// Returns whether standard input and output are used.
    pub fn is_standard(&self) -> bool {
        self.input.is_none() && self.output.is_none()
    }
}

/// Returns the paths in a folder, in order.
pub(crate) fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}

/// Returns whether a name is that of a file in a folder, not a path.
pub(crate) fn is_file_name(name: &str) -> bool {
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
        assert_eq!(FileIo::of("sum").unwrap().output.as_deref(), Some("sum.out"));
        assert!(FileIo::of("../sum").is_err());
    }
}
