//! Tests that the programs of a package make. They are kept by the contents of everything that they are made from.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use nim_judge::cache;
use nim_judge::files::FileIo;
use nim_judge::fingerprint;

/// The folder of made tests in the cache.
const MADE: &str = "tests";

/// What a program's output follows from.
pub struct Call<'a> {
    /// The program and its arguments.
    pub command: &'a [OsString],
    /// The fingerprint of the files that it may read beside itself.
    pub around: &'a str,
    /// Its input, and the files that stand for its standard streams.
    pub input: (&'a Path, &'a FileIo),
}

impl Call<'_> {
    /// Writes the output that the cache has, else what `run` returns, which is kept.
    ///
    /// # Errors
    /// When a file cannot be read or written, and those of `run`.
    pub fn kept(&self, target: &Path, run: impl FnOnce() -> anyhow::Result<Vec<u8>>) -> anyhow::Result<()> {
        let key = self.key()?;
        let kept = cache::folder(MADE).map(|folder| folder.join(&key));
        if let Some(kept) = kept.as_deref().filter(|kept| kept.is_file()) {
            return Ok(put(kept, target)?);
        }
        let printed = run()?;
        fs::write(target, &printed)?;
        // What cannot be kept is made again.
        let _ = cache::writable(MADE).map(|folder| keep(&folder, &key, &printed));
        Ok(())
    }

    fn key(&self) -> io::Result<String> {
        let (input, files) = self.input;
        let of_input = if input.is_file() { fingerprint::of_tree(input)? } else { String::new() };
        let of_command = fingerprint::of_command(self.command.iter().map(AsRef::as_ref))?;
        let text = format!("{of_command} {} {of_input} {files:?}", self.around);
        Ok(blake3::hash(text.as_bytes()).to_hex().to_string())
    }
}

/// Writes a file into the cache under its name at once.
fn keep(folder: &Path, name: &str, contents: &[u8]) -> io::Result<()> {
    let mut file = NamedTempFile::with_prefix_in(".new-", folder)?;
    file.write_all(contents)?;
    file.persist(folder.join(name))?;
    Ok(())
}

/// Puts a file at a path, without copying it where the system can.
pub fn put(file: &Path, target: &Path) -> io::Result<()> {
    fs::hard_link(file, target).or_else(|_| fs::copy(file, target).map(|_| ()))
}
