//! The programs of a check, and how they are shut in.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::Shutting;
use crate::cli::Misuse;
use crate::judge::report::{ProgramReport, SandboxReport};
use crate::judge::run::Runner;
#[cfg(target_os = "linux")]
use crate::judge::sandbox::{Program, Sandbox, Strictness};
use crate::judge::secrets::Secrets;
use crate::judge::session::Launch;

/// A program that the command line names.
pub struct Named {
    /// Its name in the report.
    pub name: String,
    /// Command and arguments.
    pub command: Vec<OsString>,
}

/// The programs: those of `--run`, then the one after `--`.
pub fn given(command: &[OsString], runs: &[String]) -> anyhow::Result<Vec<Named>> {
    let mut programs = Vec::new();
    for run in runs {
        let (name, command) =
            run.split_once('=').ok_or_else(|| Misuse(format!("--run wants NAME=CMD, found \"{run}\"")))?;
        let command =
            shell_words::split(command).map_err(|error| Misuse(format!("--run {name}: {error}")))?;
        if name.is_empty() || command.is_empty() {
            return Err(Misuse(format!("--run wants NAME=CMD, found \"{run}\"")).into());
        }
        programs.push(Named {
            name: name.to_owned(),
            command: command.into_iter().map(OsString::from).collect(),
        });
    }
    if let Some(first) = command.first() {
        // An interpreter says less than the script that it runs.
        let shown = command.iter().skip(1).find(|arg| Path::new(arg).is_file()).unwrap_or(first);
        let name = Path::new(shown).file_name().unwrap_or(shown).to_string_lossy().into_owned();
        programs.push(Named { name, command: command.to_vec() });
    }
    for (index, program) in programs.iter().enumerate() {
        if programs[..index].iter().any(|other| other.name == program.name) {
            return Err(Misuse(format!("two programs are called {}", program.name)).into());
        }
    }
    Ok(programs)
}

/// The programs as the report has them.
pub fn reported(programs: &[Named]) -> Vec<ProgramReport> {
    if programs.is_empty() {
        return vec![ProgramReport { name: "built-in".to_owned(), command: Vec::new() }];
    }
    let text =
        |program: &Named| program.command.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
    programs
        .iter()
        .map(|program| ProgramReport { name: program.name.clone(), command: text(program) })
        .collect()
}

impl Named {
    /// Prepares what the program runs in.
    #[cfg(target_os = "linux")]
    pub fn shut_in<'a>(
        &self,
        how: Shutting,
        readable: &[PathBuf],
        secrets: &Secrets,
        folder_bytes: u64,
        interrupted: &'a AtomicBool,
    ) -> anyhow::Result<Pen<'a>> {
        let program = Program::resolve(&self.command, readable, secrets).map_err(Misuse)?;
        let strictness = match how {
            Shutting::Auto => Strictness::Auto,
            Shutting::Strict => Strictness::Strict,
            Shutting::Off => Strictness::Off,
        };
        Ok(Pen(Sandbox::new(program, strictness, folder_bytes, interrupted)))
    }

    /// Prepares what the program runs in: elsewhere there is no sandbox.
    #[cfg(not(target_os = "linux"))]
    pub fn shut_in<'a>(
        &self,
        how: Shutting,
        _readable: &[PathBuf],
        _secrets: &Secrets,
        _folder_bytes: u64,
        interrupted: &'a AtomicBool,
    ) -> anyhow::Result<Pen<'a>> {
        if how == Shutting::Strict {
            anyhow::bail!("there is no sandbox on this system");
        }
        Ok(Pen { command: self.command.clone(), interrupted })
    }
}

/// What a program runs in.
#[cfg(target_os = "linux")]
pub struct Pen<'a>(Sandbox<'a>);

#[cfg(target_os = "linux")]
impl Pen<'_> {
    /// What starts it, on the thread that will use it.
    pub fn launch(&self) -> Box<Launch<'_>> {
        Box::new(|| self.0.start().map(|(confined, _)| Box::new(confined) as Box<dyn Runner>))
    }

    /// What the command line names and the program does not see.
    pub fn withheld(&self) -> Vec<String> {
        let note =
            |arg: &OsString| format!("{} is a file of the judge: programs do not see it", arg.display());
        self.0.withheld().iter().map(note).collect()
    }

    /// The layers that are active and those that this system lacks.
    fn layers(&self) -> anyhow::Result<(Vec<String>, Vec<String>)> {
        let (_, layers) = self.0.start().map_err(anyhow::Error::msg)?;
        Ok((layers.active, layers.missing))
    }
}

/// What a program runs in.
#[cfg(not(target_os = "linux"))]
pub struct Pen<'a> {
    command: Vec<OsString>,
    interrupted: &'a AtomicBool,
}

#[cfg(not(target_os = "linux"))]
impl Pen<'_> {
    /// What starts it, on the thread that will use it.
    pub fn launch(&self) -> Box<Launch<'_>> {
        Box::new(|| {
            let (command, interrupted) = (self.command.clone(), self.interrupted);
            Ok(Box::new(crate::judge::portable::Portable { command, interrupted }) as Box<dyn Runner>)
        })
    }

    /// What the command line names and the program does not see: nothing is hidden here.
    pub fn withheld(&self) -> Vec<String> {
        Vec::new()
    }

    fn layers(&self) -> anyhow::Result<(Vec<String>, Vec<String>)> {
        Ok(Default::default())
    }
}

/// The layers that shut the programs in: the same for all, since they are this system's.
pub fn layers(how: Shutting, pens: &[Pen<'_>]) -> anyhow::Result<SandboxReport> {
    match pens.first() {
        Some(pen) => {
            let mode = match how {
                Shutting::Auto => "auto",
                Shutting::Strict => "strict",
                Shutting::Off => "off",
            };
            let (layers, missing) = pen.layers()?;
            Ok(SandboxReport { mode: mode.to_owned(), layers, missing })
        }
        None => Ok(SandboxReport { mode: "none".to_owned(), ..SandboxReport::default() }),
    }
}
