//! Commands that cannot run in a sandbox.

use std::error::Error;
use std::ffi::OsString;
use std::fmt::{self, Display, Formatter};
use std::io;
use std::path::PathBuf;

/// The reason why a command cannot run in a sandbox.
#[derive(Debug)]
pub enum ProgramError {
    /// It is empty.
    Empty,
    /// The current folder is unknown.
    WorkingDir(io::Error),
    /// There is no such command.
    NotFound(OsString),
    /// The command is a hidden file.
    Hidden(OsString),
    /// A path of `--allow-read` cannot be made visible.
    Readable(PathBuf, ReadableFault),
}

/// The reason why a path cannot be made visible.
#[derive(Debug)]
pub enum ReadableFault {
    /// It cannot be resolved.
    Io(io::Error),
    /// It is below `/dev` or `/proc`.
    Virtual,
    /// It is the root.
    Root,
    /// It is a hidden file.
    Hidden,
}

impl Display for ProgramError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the command is empty"),
            Self::WorkingDir(error) => write!(f, "the current folder: {error}"),
            Self::NotFound(name) => write!(f, "no such command: {}", name.display()),
            Self::Hidden(name) => write!(f, "{}: {}", name.display(), ReadableFault::Hidden),
            Self::Readable(path, fault) => write!(f, "--allow-read {}: {fault}", path.display()),
        }
    }
}

impl Display for ReadableFault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Virtual => f.write_str("programs have a /dev and a /proc of their own"),
            Self::Root => f.write_str("programs have a root of their own"),
            Self::Hidden => f.write_str("programs may not see this file of the judge"),
        }
    }
}

impl Error for ProgramError {}
