//! Programs that are ready to run.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::PathBuf;

use tempfile::TempDir;

use super::{WARNINGS, compiled_files};
use crate::report::fingerprint;
use nim_ground::presence::absent_is_none;

/// The warnings that may explain why a program fails.
const EXPLAINING: [&str; 5] =
    ["[-Wreturn-type]", "[-Wuninitialized]", "[-Wmaybe-uninitialized]", "[-Wformat=]", "[-Wmain]"];

/// A program that is ready to run.
#[derive(Debug)]
pub struct Executable {
    /// The command that starts the program.
    pub command: Vec<OsString>,
    /// The copy of the source that runs, if the source itself would.
    pub copy: Option<SourceCopy>,
    /// A note on unusual compilation.
    pub note: Option<String>,
    /// The folder of the compiled files.
    pub(super) folder: PathBuf,
    /// The temporary folder of the compiled files, removed when dropped.
    pub(super) _folder: Option<TempDir>,
}

/// A copy of the source of a program that an interpreter reads while running.
#[derive(Debug)]
pub struct SourceCopy {
    /// The folder of the copy.
    pub folder: PathBuf,
    /// The folder of the original source.
    pub of: PathBuf,
    /// The folder around the copy, removed when dropped.
    pub(super) _around: TempDir,
}

impl Executable {
    /// Returns the compiler's warnings that may explain the program's failure.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn warnings(&self) -> io::Result<Vec<String>> {
        if self.folder.as_os_str().is_empty() {
            return Ok(Vec::new());
        }
        let path = self.folder.join(WARNINGS);
        let text = absent_is_none(fs::read(&path), &path)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let explaining = text.lines().filter(|line| EXPLAINING.iter().any(|option| line.contains(option)));
        Ok(explaining.map(str::to_owned).collect())
    }

    /// Returns the digest of the compiled files; `None` if the source runs.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn digest(&self) -> io::Result<Option<String>> {
        if self.copy.is_some() || self.folder.as_os_str().is_empty() {
            return Ok(None);
        }
        let files = compiled_files::made_in(&self.folder)?;
        fingerprint::of_files(files.values().map(PathBuf::as_path)).map(Some)
    }

    /// Returns an executable for a command without changes.
    pub fn of_command(command: &[OsString]) -> Self {
        Self { command: command.to_vec(), copy: None, note: None, folder: PathBuf::new(), _folder: None }
    }
}

impl SourceCopy {
    /// Replaces the copy's paths in a text by those of the source.
    pub fn with_own_paths(&self, text: &str) -> String {
        let [copy, own] =
            [&self.folder, &self.of].map(|folder| folder.join("").to_string_lossy().into_owned());
        text.replace(&copy, &own)
    }
}
