//! The programs of a problem's authors, compiled in the sandbox as submissions are.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::bail;

use super::confinement::{Sandboxed, compiler};
use super::sandboxing::SandboxArgs;
use crate::cli::Misuse;
use nim_judge::checker::{Validator, telling_line};
use nim_judge::compile::{Compiled, Executable, found};
use nim_judge::files::FileIo;
use nim_judge::jury;
use nim_judge::language::Languages;
use nim_judge::limits::{Limits, MIB};
use nim_judge::run::{Ended, RunResult};
use nim_judge::secrets::Secrets;
use nim_judge::source::Source;
use nim_judge::submissions::{PYTHON_2, is_python_2};
use nim_judge::system::files::is_executable;

/// Limits of generators and validators.
pub const LIMITS: Limits = Limits {
    cpu: std::time::Duration::from_secs(60),
    wall: std::time::Duration::from_secs(120),
    memory: 2048 * MIB,
    output: 512 * MIB,
};

/// What the programs of a problem's authors are built with.
#[derive(Clone, Copy)]
pub struct Jury<'a> {
    /// The options for the sandbox.
    pub sandbox: &'a SandboxArgs,
    /// The languages of programs.
    pub languages: &'a Languages,
    /// The header of testlib that the command line names.
    pub testlib: Option<&'a Path>,
    /// Set from outside to interrupt compilers and programs.
    pub interrupted: &'a AtomicBool,
}

/// A program that was built.
pub enum Built {
    /// From a source file.
    Source(Executable),
    /// From a folder, or a program itself.
    Other(Validator),
    /// A script with its interpreter.
    Script([OsString; 2]),
}

impl Built {
    /// Returns its command.
    pub fn command(&self) -> &[OsString] {
        match self {
            Self::Source(executable) => &executable.command,
            Self::Other(validator) => &validator.command,
            Self::Script(command) => command,
        }
    }
}

/// Programs that were built, by path.
#[derive(Default)]
pub struct Workshop(HashMap<PathBuf, Built>);

impl Workshop {
    /// Returns the command of a program, which `build` builds where it has not been built yet.
    pub fn command(
        &mut self,
        place: &Path,
        build: impl FnOnce() -> anyhow::Result<Built>,
    ) -> anyhow::Result<Vec<OsString>> {
        let built = match self.0.entry(place.to_path_buf()) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(build()?),
        };
        Ok(built.command().to_vec())
    }
}

impl<'a> Jury<'a> {
    /// Builds a program: a source file in the sandbox, a folder by its own script.
    ///
    /// # Errors
    /// When it cannot be built.
    pub fn build(&self, place: &Path) -> anyhow::Result<Built> {
        match jury::source(place, self.languages, self.testlib).map_err(|error| Misuse(error.to_string()))? {
            Some(source) => self.compile(&source).map(Built::Source),
            // Copies of a package may have lost the permission.
            _ if place.extension().is_some_and(|ending| ending == "sh") && !is_executable(place) => {
                Ok(Built::Script(["/bin/sh".into(), place.canonicalize()?.into()]))
            }
            _ if is_checktestdata(place) => {
                let Some(program) = CHECKTESTDATA.into_iter().find_map(found) else {
                    bail!("{} needs the program checktestdata, which is not installed", place.display())
                };
                Ok(Built::Script([program.into(), place.canonicalize()?.into()]))
            }
            _ if place.is_file() && !is_executable(place) && self.languages.of(place).is_none() => {
                bail!("{} is neither a program nor in a language that is known", place.display())
            }
            _ => Ok(Built::Other(Validator::prepare(place, self.interrupted)?)),
        }
    }

    /// Compiles a source.
    ///
    /// # Errors
    /// When it does not compile, in the compiler's words, or its compiler is not installed, a [`Misuse`].
    pub fn compile(&self, source: &Source) -> anyhow::Result<Executable> {
        let (mode, secrets) = (self.sandbox.mode, Secrets::default());
        let compiler = compiler(mode, &secrets, &self.sandbox.allow_read, self.interrupted);
        let name = source.main.display();
        match compiler.compile(source)? {
            Compiled::Ready(executable) => Ok(executable),
            Compiled::Refused(_) if is_in_python_2(source) => bail!("{name} cannot be run: {PYTHON_2}"),
            Compiled::Refused(message) => {
                let first = message.lines().find(|line| line.contains("error"));
                bail!("{name} does not compile: {}", first.unwrap_or(&message))
            }
            Compiled::NotInstalled(why) => Err(Misuse(format!("{name}: {why}")).into()),
        }
    }

    /// Runs a command in the sandbox, where it sees these files and folders, on an input, which may be a file of its own; returns
    /// what it wrote. Its words are arguments out of a package: a path among them is not shown.
    ///
    /// # Errors
    /// When it fails, with its message.
    pub fn run(
        &self,
        command: (&[OsString], &[OsString]),
        readable: &[PathBuf],
        (input, files): (&Path, &FileIo),
    ) -> anyhow::Result<Vec<u8>> {
        Ok(self.run_and_listen(command, readable, (input, files))?.0)
    }

    /// Does as [`Self::run`], and returns standard error, too.
    ///
    /// # Errors
    /// As of [`Self::run`].
    pub fn run_and_listen(
        &self,
        command: (&[OsString], &[OsString]),
        readable: &[PathBuf],
        (input, files): (&Path, &FileIo),
    ) -> anyhow::Result<(Vec<u8>, String)> {
        let (result, printed) = self.result(command, readable, (input, files))?;
        match result.verdict(&LIMITS) {
            Some((_, message)) => bail!("{}", why(&result, &printed, &message)),
            None => match &result.no_output {
                Some(why) => bail!("{why}"),
                None => Ok((printed, String::from_utf8_lossy(&result.stderr).into_owned())),
            },
        }
    }

    /// Runs a command in the sandbox, as [`Self::run`] does.
    ///
    /// # Errors
    /// When it ends with another status than this one, with its message.
    pub fn accepts(
        &self,
        command: (&[OsString], &[OsString]),
        readable: &[PathBuf],
        input: (&Path, &FileIo),
        status: i32,
    ) -> anyhow::Result<()> {
        let (result, printed) = self.result(command, readable, input)?;
        if result.stopped.is_none() && result.ended == Ended::Exited(status) {
            return Ok(());
        }
        let message = result.verdict(&LIMITS).map_or_else(|| "status 0".to_owned(), |(_, message)| message);
        bail!("{}", why(&result, &printed, &message))
    }

    fn result(
        &self,
        command: (&[OsString], &[OsString]),
        readable: &[PathBuf],
        (input, files): (&Path, &FileIo),
    ) -> anyhow::Result<(RunResult, Vec<u8>)> {
        let room = (LIMITS.output, self.interrupted);
        let sandboxed = Sandboxed::new(command, readable, self.sandbox.mode, &Secrets::default(), room)?;
        let mut printed = Vec::new();
        let result = sandboxed.launch()()?.run_with_files(input, files, &LIMITS, &mut printed)?;
        Ok((result, printed))
    }
}

/// Names of the program that runs the scripts of checktestdata: the original, and its version in Python.
const CHECKTESTDATA: [&str; 2] = ["checktestdata", "pyctd"];

/// Returns whether a validator is a script of checktestdata, which accepts an input with status 0.
pub fn is_checktestdata(place: &Path) -> bool {
    place.extension().is_some_and(|ending| ending == "ctd")
}

/// Returns whether a source in Python is one for Python 2.
fn is_in_python_2(source: &Source) -> bool {
    let text = fs::read(&source.main).unwrap_or_default();
    source.language.name == "Python" && is_python_2(&String::from_utf8_lossy(&text))
}

/// Returns what a program said of its failure, or else this message.
fn why(result: &RunResult, printed: &[u8], message: &str) -> String {
    let said = telling_line(&result.stderr).or_else(|| telling_line(printed));
    said.unwrap_or_else(|| message.to_owned())
}
