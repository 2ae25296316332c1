//! A cache for the outputs of a package's programs. Its keys are made of the contents of everything that the programs can see.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use crate::author_calls::Call;
use crate::report::shown::{Key, Shown};

/// The folder of made tests in the cache.
const MADE: &str = "tests";

/// The cache key of the output of a program that makes tests.
pub struct OutputKey(Key);

impl OutputKey {
    /// Returns the key of a run with these settings, files and folders.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn new(shown: Shown, call: &Call<'_>) -> io::Result<Self> {
        let Call { command, words, input: (input, files), .. } = call;
        let shown = shown
            .with_command("command", command.iter().map(AsRef::as_ref))?
            .with("words", format!("{words:?}"))
            .with_contents("input", [*input])?
            .with("files", format!("{files:?}"));
        Ok(Self(shown.key()))
    }

    /// Writes the cached output into a new file; returns whether there is one.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_kept(&self, target: &Path) -> io::Result<bool> {
        let Some(kept) = self.0.kept(MADE) else { return Ok(false) };
        File::create_new(target)?.write_all(&kept)?;
        Ok(true)
    }

    pub fn keep(&self, printed: &[u8]) {
        self.0.keep(MADE, printed);
    }
}
