//! Checks that no file is both input and output.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::fd::BorrowedFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use anyhow::bail;

/// Returns the device and inode of a regular file.
fn identity(metadata: &Metadata) -> Option<(u64, u64)> {
    metadata.is_file().then(|| (metadata.dev(), metadata.ino()))
}

fn of_stream(stream: BorrowedFd<'_>) -> Option<(u64, u64)> {
    let file = File::from(stream.try_clone_to_owned().ok()?);
    identity(&file.metadata().ok()?)
}

fn of_path(path: &Path) -> Option<(u64, u64)> {
    identity(&fs::metadata(path).ok()?)
}

/// Checks that an input, by default standard input, is not the file of standard output.
///
/// # Errors
/// When it is.
pub fn check_stdout(input: Option<&Path>) -> io::Result<()> {
    let from = input.map_or_else(|| of_stream(rustix::stdio::stdin()), of_path);
    if from.is_some() && from == of_stream(rustix::stdio::stdout()) {
        return Err(io::Error::other("standard output is the same file"));
    }
    Ok(())
}

/// Checks that no input is one of the outputs or the file of standard output.
///
/// # Errors
/// When one is.
pub fn check_files<'a>(
    inputs: impl Iterator<Item = &'a Path>,
    outputs: impl Iterator<Item = &'a Path>,
) -> anyhow::Result<()> {
    let outputs: Vec<_> = outputs.filter_map(of_path).chain(of_stream(rustix::stdio::stdout())).collect();
    if outputs.is_empty() {
        return Ok(());
    }
    for input in inputs {
        if of_path(input).is_some_and(|input| outputs.contains(&input)) {
            bail!("{} is both input and output", input.display());
        }
    }
    Ok(())
}
