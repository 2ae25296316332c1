//! Programs that are ready to be started: in the sandbox where the system has one, and with limits alone elsewhere.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::error::{Error, Result};
use nim_ground::limits::MIB;
use nim_sandbox::run::{Launch, Runner};
use nim_sandbox::secrets::Secrets;
use nim_sandbox::{IS_AVAILABLE, Program, Sandbox, SandboxMode};

/// A note for users of systems without a sandbox.
pub const NO_SANDBOX: &str = "there is no sandbox on this system: programs run with limits of time, memory and output, and may read and write what you may";

/// A program ready to be started, in its sandbox.
pub struct Sandboxed<'a>(Sandbox<'a>);

impl<'a> Sandboxed<'a> {
    /// Prepares the sandbox of a command, with the capacity of its private folder in bytes. The words are arguments that show no files.
    ///
    /// # Errors
    /// A usage error when the command cannot be found, or a sandbox is asked for where there is none.
    pub fn new(
        command: &[OsString],
        words: &[OsString],
        readable: &[PathBuf],
        mode: SandboxMode,
        secrets: &Secrets,
        folder_bytes: u64,
        interrupted: &'a AtomicBool,
    ) -> Result<Self> {
        if !IS_AVAILABLE && mode != SandboxMode::Off {
            let why = "there is no sandbox on this system: --sandbox off is its only level";
            return Err(Error::Usage(why.to_owned()));
        }
        let mut program = Program::resolve(command, readable, secrets)?;
        program.command.extend_from_slice(words);
        Ok(Self(Sandbox::new(program, mode, folder_bytes, interrupted)))
    }

    /// Prepares a checker or an interactor: in a sandbox of this mode that shows these files, or with the caller's rights without them. The
    /// words of `wrapper` come before its command.
    ///
    /// # Errors
    /// A usage error when there is no such command.
    pub fn trusted(
        command: &[OsString],
        wrapper: &[OsString],
        confined: Option<(SandboxMode, Vec<PathBuf>)>,
        interrupted: &'a AtomicBool,
    ) -> Result<Self> {
        let program = match &confined {
            Some((_, readable)) => Program::in_own_folder(command, wrapper, readable),
            None => Program::resolve(&[wrapper, command].concat(), &[], &Secrets::default()),
        }?;
        let mode = confined.map_or(SandboxMode::Off, |(mode, _)| mode);
        Ok(Self(Sandbox::new(program, mode, LARGEST_FOLDER, interrupted)))
    }

    /// Starts the program on the calling thread; another thread may take it over.
    pub fn start(&self) -> Result<Box<dyn Runner + Send + 'a>> {
        Ok(Box::new(self.0.start()?.0))
    }

    /// Returns a function that starts the program on the calling thread.
    pub fn launch(&self) -> Box<Launch<'_>> {
        Box::new(|| Ok(Box::new(self.0.start()?.0) as Box<dyn Runner>))
    }

    /// Returns notes on files that the command names and the sandbox hides.
    pub fn withheld(&self) -> Vec<String> {
        let why = "is a file of the judge and is hidden from programs";
        self.0.withheld().iter().map(|arg| format!("{} {why}", arg.display())).collect()
    }

    /// Returns whether the program sees only the files that it is shown.
    pub fn hides_files(&self) -> Result<bool> {
        Ok(self.0.start()?.1.hide_files())
    }

    /// Returns the active layers and the missing ones.
    pub fn layers(&self) -> Result<(Vec<String>, Vec<String>)> {
        let (_, layers) = self.0.start()?;
        Ok((layers.active, layers.missing))
    }
}

/// The limit of bytes that a checker or an interactor is lent and writes, which are in memory.
pub const LARGEST_FOLDER: u64 = 4096 * MIB;
