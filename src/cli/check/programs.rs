//! The programs of a check, and their sandboxes.

use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::{Args, SandboxArg};
use crate::cli::Misuse;
use crate::judge::report::{ProgramReport, SandboxReport};
use crate::judge::run::Runner;
#[cfg(target_os = "linux")]
use crate::judge::sandbox::{Program, Sandbox, SandboxMode};
use crate::judge::secrets::Secrets;
use crate::judge::session::{Contender, Launch, Subject};

/// The name of the built-in solvers in reports.
const BUILT_IN: &str = "built-in";

/// A program that the command line names.
pub struct NamedProgram {
    /// Its name in the report.
    pub name: String,
    /// Command and arguments.
    pub command: Vec<OsString>,
}

/// Returns the programs: those of `--run`, then the one after `--`.
pub fn given(command: &[OsString], runs: &[String]) -> anyhow::Result<Vec<NamedProgram>> {
    let mut programs = Vec::new();
    for run in runs {
        let (name, command) =
            run.split_once('=').ok_or_else(|| Misuse(format!("--run needs NAME=CMD, found \"{run}\"")))?;
        let command =
            shell_words::split(command).map_err(|error| Misuse(format!("--run {name}: {error}")))?;
        if name.is_empty() || command.is_empty() {
            return Err(Misuse(format!("--run needs NAME=CMD, found \"{run}\"")).into());
        }
        programs.push(NamedProgram {
            name: name.to_owned(),
            command: command.into_iter().map(OsString::from).collect(),
        });
    }
    if let Some(first) = command.first() {
        // A script's name says more than its interpreter's.
        let shown = command.iter().skip(1).find(|arg| Path::new(arg).is_file()).unwrap_or(first);
        let name = Path::new(shown).file_name().unwrap_or(shown).to_string_lossy().into_owned();
        programs.push(NamedProgram { name, command: command.to_vec() });
    }
    for (index, program) in programs.iter().enumerate() {
        if programs[..index].iter().any(|other| other.name == program.name) {
            return Err(Misuse(format!("two programs are called {}", program.name)).into());
        }
    }
    Ok(programs)
}

/// Returns the programs for the report.
pub fn reported(programs: &[NamedProgram]) -> Vec<ProgramReport> {
    if programs.is_empty() {
        return vec![ProgramReport { name: BUILT_IN.to_owned(), command: Vec::new() }];
    }
    let text = |program: &NamedProgram| {
        program.command.iter().map(|arg| arg.to_string_lossy().into_owned()).collect()
    };
    programs
        .iter()
        .map(|program| ProgramReport { name: program.name.clone(), command: text(program) })
        .collect()
}

impl NamedProgram {
    /// Prepares the program's sandbox, whose private folder holds `folder_bytes`.
    #[cfg(target_os = "linux")]
    pub fn sandboxed<'a>(
        &self,
        args: &Args,
        secrets: &Secrets,
        folder_bytes: u64,
        interrupted: &'a AtomicBool,
    ) -> anyhow::Result<Sandboxed<'a>> {
        let program = Program::resolve(&self.command, &args.allow_read, secrets)
            .map_err(|error| Misuse(error.to_string()))?;
        let mode = match args.sandbox {
            SandboxArg::Auto => SandboxMode::Auto,
            SandboxArg::Strict => SandboxMode::Strict,
            SandboxArg::Off => SandboxMode::Off,
        };
        Ok(Sandboxed(Sandbox::new(program, mode, folder_bytes, interrupted)))
    }

    /// Prepares the program; there is no sandbox on this system.
    #[cfg(not(target_os = "linux"))]
    pub fn sandboxed<'a>(
        &self,
        args: &Args,
        _secrets: &Secrets,
        _folder_bytes: u64,
        interrupted: &'a AtomicBool,
    ) -> anyhow::Result<Sandboxed<'a>> {
        if args.sandbox == SandboxArg::Strict {
            anyhow::bail!("there is no sandbox on this system");
        }
        Ok(Sandboxed { command: self.command.clone(), interrupted })
    }
}

/// A program ready to be started, in a sandbox where the system has one.
#[cfg(target_os = "linux")]
pub struct Sandboxed<'a>(Sandbox<'a>);

#[cfg(target_os = "linux")]
impl Sandboxed<'_> {
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
    fn layers(&self) -> anyhow::Result<(Vec<String>, Vec<String>)> {
        let (_, layers) = self.0.start()?;
        Ok((layers.active, layers.missing))
    }
}

/// A program ready to be started, in a sandbox where the system has one.
#[cfg(not(target_os = "linux"))]
pub struct Sandboxed<'a> {
    command: Vec<OsString>,
    interrupted: &'a AtomicBool,
}

#[cfg(not(target_os = "linux"))]
impl Sandboxed<'_> {
    /// Returns a function that starts it on the calling thread.
    pub fn launch(&self) -> Box<Launch<'_>> {
        Box::new(|| {
            let (command, interrupted) = (self.command.clone(), self.interrupted);
            Ok(Box::new(crate::judge::portable::Portable { command, interrupted }) as Box<dyn Runner>)
        })
    }

    /// Returns no notes: without a sandbox no files are hidden.
    pub fn withheld(&self) -> Vec<String> {
        Vec::new()
    }

    fn layers(&self) -> anyhow::Result<(Vec<String>, Vec<String>)> {
        Ok(Default::default())
    }
}

/// Returns the sandbox's mode and layers, which are the same for all programs.
pub fn sandbox_report(mode: SandboxArg, sandboxed: &[Sandboxed<'_>]) -> anyhow::Result<SandboxReport> {
    let Some(first) = sandboxed.first() else {
        return Ok(SandboxReport { mode: "none".to_owned(), ..SandboxReport::default() });
    };
    let (layers, missing) = first.layers()?;
    Ok(SandboxReport { mode: mode.name().to_owned(), layers, missing })
}

/// Returns the programs of a session, or the built-in solvers.
pub fn contenders<'a>(programs: &[NamedProgram], sandboxed: &'a [Sandboxed<'_>]) -> Vec<Contender<'a>> {
    if programs.is_empty() {
        return vec![Contender { name: BUILT_IN.to_owned(), subject: Subject::BuiltIn }];
    }
    let contender = |(program, sandboxed): (&NamedProgram, &'a Sandboxed<'_>)| Contender {
        name: program.name.clone(),
        subject: Subject::Program(sandboxed.launch()),
    };
    programs.iter().zip(sandboxed).map(contender).collect()
}
