//! Checks that no file is both input and output.

use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::bail;

use super::system::{identity, identity_of};
use nim_io::system::{stdin, stdout};

fn of_stream(stream: io::Result<File>) -> Option<(u64, u64)> {
    identity_of(&stream.ok()?)
}

/// Checks that an input, by default standard input, is not the file of standard output.
///
/// # Errors
/// When it is.
pub fn check_stdout(input: Option<&Path>) -> io::Result<()> {
    let from = input.map_or_else(|| of_stream(stdin()), identity);
    if from.is_some() && from == of_stream(stdout()) {
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
    let outputs: Vec<_> = outputs.filter_map(identity).chain(of_stream(stdout())).collect();
    if outputs.is_empty() {
        return Ok(());
    }
    for input in inputs {
        if identity(input).is_some_and(|input| outputs.contains(&input)) {
            bail!("{} is both input and output", input.display());
        }
    }
    Ok(())
}
