//! Look-up of commands by name.

use std::env;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use super::files::executable;

/// Returns the file of a command: a path, or a name that is looked for in `PATH`.
///
/// # Errors
/// When a place where it may be cannot be looked at.
pub fn found(command: impl AsRef<OsStr>) -> io::Result<Option<PathBuf>> {
    let command = command.as_ref();
    if Path::new(command).components().count() > 1 {
        return executable(Path::new(command));
    }
    on_path(command)
}

/// Returns the file of a command without a folder.
///
/// # Errors
/// As of [`found`].
pub fn on_path(command: &OsStr) -> io::Result<Option<PathBuf>> {
    let is_bare = Path::new(command).components().count() == 1 && !command.as_encoded_bytes().contains(&b'/');
    let Some(folders) = env::var_os("PATH").filter(|_| is_bare) else { return Ok(None) };
    env::split_paths(&folders).find_map(|folder| executable(&folder.join(command)).transpose()).transpose()
}
