//! The checkout of this project that a command is run in.

use nim_ground::presence::{absent_is_none, is_denied, is_file};
use std::env;
use std::io;
use std::path::{Path, PathBuf};

/// The table of problems, below the checkout.
pub const TABLE: &str = "problems/mod.rs";

/// Returns the folder of the checkout that the current folder lies in.
///
/// # Errors
/// When the folders around cannot be looked at, except for those that the user may not enter.
pub fn root() -> io::Result<Option<PathBuf>> {
    let Some(here) = absent_is_none(env::current_dir(), Path::new("the current folder"))? else {
        return Ok(None);
    };
    for folder in here.ancestors() {
        if has(folder, TABLE)? && has(folder, "Cargo.toml")? {
            return Ok(Some(folder.to_owned()));
        }
    }
    Ok(None)
}

fn has(folder: &Path, file: &str) -> io::Result<bool> {
    let file = folder.join(file);
    match is_file(&file) {
        Err(error) if is_denied(&error, &file) => Ok(false),
        found => found,
    }
}
