//! Tests that the programs of a package make. They are kept by the contents of everything that they are made from.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

use tempfile::NamedTempFile;

use crate::error::Result;
use crate::trusted::Call;
use nim_ground::cache;
use nim_ground::files::set_mode;
use nim_report::fingerprint;
use nim_sandbox::SandboxMode;

/// The folder of made tests in the cache.
const MADE: &str = "tests";

/// The cache key of the output of a program that makes tests.
pub struct OutputKey<'a> {
    /// The run of the program.
    pub call: &'a Call<'a>,
    /// The fingerprints of the files and folders that it may read.
    pub trees: &'a str,
    /// The mode of its sandbox: without one, it may read others, too.
    pub mode: SandboxMode,
}

impl OutputKey<'_> {
    /// Writes the output that the cache has, else what `run` returns, which is kept.
    ///
    /// # Errors
    /// When a file cannot be read or written, and those of `run`.
    pub fn kept(&self, target: &Path, run: impl FnOnce() -> Result<Vec<u8>>) -> Result<()> {
        let key = self.key()?;
        let kept = cache::folder(MADE).map(|folder| folder.join(&key));
        if let Some(kept) = kept.as_deref().filter(|kept| kept.is_file()) {
            // It is used: the cache removes what was not for long.
            let _ = File::open(kept).and_then(|file| file.set_modified(SystemTime::now()));
            return Ok(put(kept, target)?);
        }
        let printed = run()?;
        File::create_new(target)?.write_all(&printed)?;
        // What cannot be kept is made again.
        let _ = cache::writable(MADE).map(|folder| keep(&folder, &key, &printed));
        Ok(())
    }

    fn key(&self) -> io::Result<String> {
        let Call { command, words, input: (input, files), .. } = self.call;
        let of_input = if input.is_file() { fingerprint::of_tree(input)? } else { String::new() };
        let of_command = fingerprint::of_command(command.iter().map(AsRef::as_ref))?;
        Ok(fingerprint::key([
            ("command", of_command),
            ("words", format!("{words:?}")),
            ("trees", self.trees.to_owned()),
            ("input", of_input),
            ("files", format!("{files:?}")),
            ("mode", self.mode.name().to_owned()),
        ]))
    }
}

/// Writes a file into the cache under its name at once, where it is not written again.
fn keep(folder: &Path, name: &str, contents: &[u8]) -> io::Result<()> {
    let mut file = NamedTempFile::with_prefix_in(".new-", folder)?;
    file.write_all(contents)?;
    set_mode(file.path(), 0o400)?;
    file.persist(folder.join(name))?;
    Ok(())
}

/// Copies a file to a path where there is none: through a hard link, a program that writes to the copy would write to the original.
pub fn put(file: &Path, target: &Path) -> io::Result<()> {
    io::copy(&mut File::open(file)?, &mut File::create_new(target)?).map(|_| ())
}
