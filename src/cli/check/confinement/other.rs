//! Programs without a sandbox, with limits alone.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Once;
use std::sync::atomic::AtomicBool;

use super::Examined;
use crate::cli::check::sandboxing::SandboxArg;
use crate::cli::{Misuse, say};
use nim_ground::failure::Failure;
use nim_judge::compile::{Compiler, found};
use nim_sandbox::portable::Portable;
use nim_sandbox::run::{Launch, Runner};
use nim_sandbox::secrets::Secrets;

/// The mode of the sandbox where none is asked for.
pub const USUAL: SandboxArg = SandboxArg::Off;

/// What every check of a program says.
const NONE: &str = "there is no sandbox on this system: programs run with limits of time, memory and output, and may read and write what you may";

/// Returns a compiler.
pub fn compiler<'a>(
    _: SandboxArg,
    secrets: &'a Secrets,
    readable: &'a [PathBuf],
    interrupted: &'a AtomicBool,
) -> Compiler<'a> {
    Compiler { secrets, readable, interrupted }
}

/// A program ready to be started.
pub struct Sandboxed<'a> {
    command: Vec<OsString>,
    interrupted: &'a AtomicBool,
}

impl<'a> Sandboxed<'a> {
    /// Prepares a command, and says once that there is no sandbox.
    ///
    /// # Errors
    /// A [`Misuse`] when a sandbox is asked for, or the command cannot be found.
    pub fn new(
        (command, words): (&[OsString], &[OsString]),
        _readable: &[PathBuf],
        mode: SandboxArg,
        _secrets: &Secrets,
        (_, interrupted): (u64, &'a AtomicBool),
    ) -> anyhow::Result<Self> {
        static SAID: Once = Once::new();
        if mode != SandboxArg::Off {
            let why = "there is no sandbox on this system: --sandbox off is its only level";
            return Err(Misuse(why.to_owned()).into());
        }
        let command = [resolved(command)?.as_slice(), words].concat();
        SAID.call_once(|| say::note(NONE));
        Ok(Self { command, interrupted })
    }

    /// Returns a function that starts it on the calling thread.
    pub fn launch(&self) -> Box<Launch<'_>> {
        Box::new(|| {
            let (command, interrupted) = (self.command.clone(), self.interrupted);
            Ok(Box::new(Portable { command, interrupted }) as Box<dyn Runner>)
        })
    }

    /// Returns no notes: without a sandbox no files are hidden.
    pub fn withheld(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns no layers.
    #[expect(clippy::unnecessary_wraps, reason = "the sandbox of Linux has to be started")]
    pub fn layers(&self) -> anyhow::Result<(Vec<String>, Vec<String>)> {
        Ok(Default::default())
    }
}

/// Returns a command by the file of its program.
fn resolved(command: &[OsString]) -> anyhow::Result<Vec<OsString>> {
    let (program, args) = command.split_first().ok_or_else(|| Misuse("the command is empty".to_owned()))?;
    let file = found(program).ok_or_else(|| Misuse(format!("{}: command not found", program.display())))?;
    // A path that is not absolute would be looked for below the folder of the program that is running.
    let file = std::path::absolute(file)?;
    Ok([&[file.into_os_string()], args].concat())
}

/// Returns a function that starts runners of a checker or an interactor. The words of `wrapper` come before its command.
///
/// # Errors
/// A [`Misuse`] when there is no such command.
pub fn jury_program<'a>(
    command: &[OsString],
    wrapper: &[OsString],
    _: Option<(SandboxArg, Vec<PathBuf>)>,
    interrupted: &'a AtomicBool,
) -> Result<impl Fn() -> Result<Box<dyn Runner + Send + 'a>, Failure> + Send + Sync + 'a, Misuse> {
    let command = resolved(&[wrapper, command].concat()).map_err(|error| Misuse(error.to_string()))?;
    Ok(move || Ok(Box::new(Portable { command: command.clone(), interrupted }) as Box<dyn Runner + Send>))
}

/// Tells that there is no sandbox.
///
/// # Errors
/// Never.
#[expect(clippy::unnecessary_wraps, reason = "the sandbox of Linux has to be started")]
pub fn examine() -> Result<Examined, String> {
    Ok(Examined { active: Vec::new(), refusals: vec!["there is no sandbox on this system".to_owned()] })
}
