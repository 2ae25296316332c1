//! The interface of the sandbox on systems that have none: programs run with limits alone, and nothing is hidden from them.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::layers::{Layers, SandboxMode};
use super::portable::Portable;
use super::secrets::Secrets;
use crate::error::{Error, empty_command};
use nim_ground::commands::found;

/// A program that can run.
pub type Confined<'a> = Portable<'a>;

/// A resolved command.
#[derive(Clone, Debug)]
pub struct Program {
    /// The file that is executed.
    pub executable: PathBuf,
    /// The command and its arguments, as given.
    pub command: Vec<OsString>,
}

impl Program {
    /// Resolves a command; there is nothing to show or to hide.
    ///
    /// # Errors
    /// When there is no such command.
    pub fn resolve(command: &[OsString], _: &[PathBuf], _: &Secrets) -> Result<Self, Error> {
        let name = command.first().ok_or_else(empty_command)?;
        let file =
            found(name)?.ok_or_else(|| Error::Command(format!("{}: command not found", name.display())))?;
        // A path that is not absolute would be looked for below the folder of the program that is running.
        Ok(Self { executable: std::path::absolute(file)?, command: command.to_vec() })
    }

    /// Resolves a command with a wrapper's words before it.
    ///
    /// # Errors
    /// As for [`Self::resolve`].
    pub fn in_own_folder(
        command: &[OsString],
        wrapper: &[impl AsRef<OsStr>],
        readable: &[PathBuf],
    ) -> Result<Self, Error> {
        let wrapper = wrapper.iter().map(|word| word.as_ref().to_owned());
        let command: Vec<OsString> = wrapper.chain(command.iter().cloned()).collect();
        Self::resolve(&command, readable, &Secrets::default())
    }
}

/// Returns whether a program gets copies of the files in a folder, which it does not here.
pub fn is_copied(_: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Returns the folders and files of the system that every program may read: here they are not distinguished.
///
/// # Errors
/// Never.
pub fn system_folders() -> io::Result<impl Iterator<Item = PathBuf>> {
    Ok(std::iter::empty())
}

/// Starts runs of one program.
pub struct Sandbox<'a> {
    program: Program,
    mode: SandboxMode,
    interrupted: &'a AtomicBool,
}

impl<'a> Sandbox<'a> {
    /// Prepares a program. Runs end when `interrupted` is set.
    pub fn new(program: Program, mode: SandboxMode, _folder_bytes: u64, interrupted: &'a AtomicBool) -> Self {
        Self { program, mode, interrupted }
    }

    /// Arguments that name hidden files: none.
    pub fn withheld(&self) -> &[OsString] {
        &[]
    }

    /// Returns the program, which runs without layers.
    ///
    /// # Errors
    /// When layers are wanted.
    pub fn start(&self) -> Result<(Confined<'a>, Layers), Error> {
        if self.mode != SandboxMode::Off {
            return Err(Error::Unsupported("there is no sandbox on this system".to_owned()));
        }
        let Program { executable, command } = &self.program;
        let args = command.iter().skip(1).cloned();
        let command = [executable.clone().into_os_string()].into_iter().chain(args).collect();
        Ok((Portable { command, given: None, interrupted: self.interrupted }, Layers::default()))
    }
}
