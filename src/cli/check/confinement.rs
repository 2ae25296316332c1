//! Programs that are ready to be started: in the sandbox where the system has one, and with limits alone elsewhere.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::sandboxing::SandboxArg;
use crate::cli::{Misuse, say};
use nim_ground::failure::Failure;
use nim_judge::compile::Compiler;
use nim_judge::jury::shown;
use nim_sandbox::limits::{Limits, MIB};
use nim_sandbox::run::{Ended, Launch, Runner};
use nim_sandbox::secrets::Secrets;
use nim_sandbox::{IS_AVAILABLE, Program, Sandbox, SandboxMode};

/// What every check of a program says where there is no sandbox.
const NONE: &str = "there is no sandbox on this system: programs run with limits of time, memory and output, and may read and write what you may";

/// Returns the mode of the sandbox.
fn sandbox_mode(mode: SandboxArg) -> SandboxMode {
    match mode {
        SandboxArg::Auto => SandboxMode::Auto,
        SandboxArg::Strict => SandboxMode::Strict,
        SandboxArg::Off => SandboxMode::Off,
    }
}

/// Returns a compiler in the sandbox.
pub fn compiler<'a>(
    mode: SandboxArg,
    secrets: &'a Secrets,
    readable: &'a [PathBuf],
    interrupted: &'a AtomicBool,
) -> Compiler<'a> {
    Compiler { mode: sandbox_mode(mode), secrets, readable, interrupted }
}

/// A program ready to be started, in its sandbox.
pub struct Sandboxed<'a>(Sandbox<'a>);

impl<'a> Sandboxed<'a> {
    /// Prepares the sandbox of a command, whose private folder holds so many bytes. The words are arguments that show no files.
    /// Where there is no sandbox, says so once.
    ///
    /// # Errors
    /// A [`Misuse`] when the command cannot be found, or a sandbox is asked for where there is none.
    pub fn new(
        (command, words): (&[OsString], &[OsString]),
        readable: &[PathBuf],
        mode: SandboxArg,
        secrets: &Secrets,
        (folder_bytes, interrupted): (u64, &'a AtomicBool),
    ) -> anyhow::Result<Self> {
        static SAID: Once = Once::new();
        if !IS_AVAILABLE && mode != SandboxArg::Off {
            let why = "there is no sandbox on this system: --sandbox off is its only level";
            return Err(Misuse(why.to_owned()).into());
        }
        let mut program =
            Program::resolve(command, readable, secrets).map_err(|error| Misuse(error.to_string()))?;
        program.command.extend_from_slice(words);
        if !IS_AVAILABLE {
            SAID.call_once(|| say::note(NONE));
        }
        Ok(Self(Sandbox::new(program, sandbox_mode(mode), folder_bytes, interrupted)))
    }

    /// Returns a function that starts it on the calling thread.
    pub fn launch(&self) -> Box<Launch<'_>> {
        Box::new(|| Ok(Box::new(self.0.start()?.0) as Box<dyn Runner>))
    }

    /// Returns notes on files that the command names and the sandbox hides.
    pub fn withheld(&self) -> Vec<String> {
        let note =
            |arg: &OsString| format!("{} is a file of the judge and is hidden from programs", arg.display());
        self.0.withheld().iter().map(note).collect()
    }

    /// Returns the active layers and the missing ones.
    pub fn layers(&self) -> anyhow::Result<(Vec<String>, Vec<String>)> {
        let (_, layers) = self.0.start()?;
        Ok((layers.active, layers.missing))
    }
}

/// Returns a function that starts runners of a checker or an interactor: in a sandbox of this mode where it sees these files, else with
/// the caller's rights. The words of `wrapper` come before its command.
///
/// # Errors
/// A [`Misuse`] when there is no such command.
pub fn jury_program<'a>(
    command: &[OsString],
    wrapper: &[OsString],
    confined: Option<(SandboxArg, Vec<PathBuf>)>,
    interrupted: &'a AtomicBool,
) -> Result<impl Fn() -> Result<Box<dyn Runner + Send + 'a>, Failure> + Send + Sync + 'a, Misuse> {
    let program = match &confined {
        Some((_, readable)) => Program::in_own_folder(command, wrapper, &shown(readable)),
        None => Program::resolve(&[wrapper, command].concat(), &[], &Secrets::default()),
    };
    let mode = confined.map_or(SandboxMode::Off, |(mode, _)| sandbox_mode(mode));
    let program = program.map_err(|error| Misuse(error.to_string()))?;
    let sandbox = Sandbox::new(program, mode, LARGEST_FOLDER, interrupted);
    Ok(move || Ok(Box::new(sandbox.start()?.0) as Box<dyn Runner + Send>))
}

/// Most bytes of what such a program is lent and writes, which are in memory.
const LARGEST_FOLDER: u64 = 4096 * MIB;

/// What was found of a sandbox that was started: the layers that are active, and why variants with more could not be started.
#[derive(Default)]
pub struct Examined {
    /// The active layers.
    pub active: Vec<String>,
    /// The reasons.
    pub refusals: Vec<String>,
}

/// Runs this program in a sandbox, with every layer that the system has.
///
/// # Errors
/// When no program can be run in one.
pub fn examine() -> Result<Examined, String> {
    const LIMITS: Limits =
        Limits { cpu: Duration::from_secs(5), wall: Duration::from_secs(5), memory: 256 * MIB, output: MIB };
    if !IS_AVAILABLE {
        let why = "there is no sandbox on this system".to_owned();
        return Ok(Examined { active: Vec::new(), refusals: vec![why] });
    }
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let command = [own.into_os_string(), "-V".into()];
    let program = Program::resolve(&command, &[], &Secrets::default()).map_err(|error| error.to_string())?;
    let never = AtomicBool::new(false);
    let sandbox = Sandbox::new(program, SandboxMode::Auto, LIMITS.output, &never);
    let (mut confined, layers) = sandbox.start().map_err(|error| error.to_string())?;
    let mut printed = Vec::new();
    let result =
        confined.run(Path::new("/dev/null"), &LIMITS, &mut printed).map_err(|error| error.to_string())?;
    if result.ended != Ended::Exited(0) || !printed.starts_with(b"toolkit ") {
        let said = String::from_utf8_lossy(&result.stderr).into_owned();
        return Err(format!("a program in it failed: {:?} {}", result.ended, said.trim()));
    }
    Ok(Examined { active: layers.active, refusals: layers.refusals })
}
