//! The programs of a problem's authors, compiled in the sandbox like submissions; `author_calls` runs them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{Context as _, Error, Result, bail};
use tempfile::TempDir;

use super::confinement::Sandboxed;
use super::options::Options;
use crate::checker::CONFINED;
use crate::compile::{self, Compiled, Compiler, Executable, SHELL};
use crate::held::{self, Held};
use crate::report::results::first_error;
use crate::report::shown::Shown;
use nim_ground::commands::found;
use nim_ground::files::is_executable;
use nim_ground::limits::{Limits, MIB};
use nim_ground::presence::is_file;
use nim_sandbox::SandboxMode;
use nim_sandbox::secrets::Secrets;
use nim_task::source::{PYTHON_2, Source, is_python_2, names_python_2};

/// The limits of generators and validators.
pub const LIMITS: Limits = Limits {
    cpu: std::time::Duration::from_secs(60),
    wall: std::time::Duration::from_secs(120),
    memory: 2048 * MIB,
    output: 512 * MIB,
};

/// Builds the programs of a problem's authors.
#[derive(Clone, Copy)]
pub struct TrustedPrograms<'a> {
    /// The sandbox, the languages, the header of testlib, and whether programs of packages run with the caller's rights.
    pub options: &'a Options,
}

/// A program that was built from its source.
pub struct Built {
    executable: Executable,
    /// The files and folders beside the program that belong to it.
    own: Vec<PathBuf>,
    /// The folders that the program was built in; removed when dropped.
    folders: Vec<TempDir>,
}

impl Built {
    fn new(executable: Executable) -> Self {
        Self { executable, own: Vec::new(), folders: Vec::new() }
    }

    /// Returns a command as a built program: a program itself, or a script with its interpreter.
    fn of_command(command: &[OsString]) -> Self {
        Self::new(Executable::of_command(command))
    }

    /// Returns the command of the program.
    pub fn command(&self) -> &[OsString] {
        &self.executable.command
    }

    /// Returns the files and folders beside the program that belong to it, such as modules.
    pub fn own(&self) -> &[PathBuf] {
        &self.own
    }
}

/// Programs that were built, by path.
#[derive(Default)]
pub struct BuildCache(HashMap<PathBuf, Built>);

impl BuildCache {
    /// Returns the command of a program, and the folders that it may read.
    ///
    /// # Errors
    /// When it cannot be built.
    pub fn with_folders(
        &mut self,
        place: &Path,
        programs: TrustedPrograms<'_>,
    ) -> Result<(Vec<OsString>, Vec<PathBuf>)> {
        let built = self.built(place, || programs.build(place))?;
        let around = programs.options.trusted_sources().surroundings(place)?;
        let folders = built.own.iter().cloned().chain(around);
        Ok((built.command().to_vec(), folders.collect()))
    }

    /// Returns a program, calling `build` if it has not been built yet.
    ///
    /// # Errors
    /// When it cannot be built.
    pub fn built(&mut self, place: &Path, build: impl FnOnce() -> Result<Built>) -> Result<&Built> {
        Ok(match self.0.entry(place.to_path_buf()) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(build()?),
        })
    }
}

impl<'a> TrustedPrograms<'a> {
    /// Returns the means of building programs with these settings.
    pub fn new(options: &'a Options) -> Self {
        Self { options }
    }

    /// Builds a program: a source file in the sandbox, a folder by its own script.
    ///
    /// # Errors
    /// When it cannot be built.
    pub fn build(&self, place: &Path) -> Result<Built> {
        match self.options.trusted_sources().source(place).map_err(Error::of_program)? {
            Some(source) => self.built(&source),
            // Copies of a package may have lost the permission.
            _ if place.extension().is_some_and(|ending| ending == "sh") && !is_executable(place)? => {
                Ok(Built::of_command(&["/bin/sh".into(), place.canonicalize()?.into()]))
            }
            _ if is_checktestdata(place) => {
                let programs = CHECKTESTDATA.into_iter().filter_map(|name| found(name).transpose());
                let Some(program) = programs.collect::<io::Result<Vec<_>>>()?.into_iter().next() else {
                    bail!("{} needs the program checktestdata, which is not installed", place.display())
                };
                Ok(Built::of_command(&[program.into(), place.canonicalize()?.into()]))
            }
            _ if is_file(place)?
                && !is_executable(place)?
                && self.options.languages.for_file(place).is_none() =>
            {
                bail!("{} is neither a program nor in a language that is known", place.display())
            }
            _ if is_file(place)? && !is_executable(place)? => {
                let source = Source::of_file(place, &self.options.languages)?;
                source.map_or_else(|| self.held(place), |source| self.built(&source))
            }
            _ => self.held(place),
        }
    }

    /// Builds the program in a file or a folder: a copy of it, with the package's constants filled in.
    fn held(&self, place: &Path) -> Result<Built> {
        let links = self.links(place)?;
        let constants = place.parent().map(|around| self.options.manifests.constants(around)).transpose()?;
        let filled = held::filled(place, &constants.unwrap_or_default(), &links);
        let filled = filled.with_context(|| place.display().to_string())?;
        let copied = filled.as_ref().map_or(place, |(_, copied)| copied.as_path());
        let mut built = self.held_in(copied, place, &links)?;
        built.folders.extend(filled.map(|(folder, _)| folder));
        Ok(built)
    }

    /// Builds the program in a file or a folder, which may be a copy of a `place` in a package.
    fn held_in(&self, copied: &Path, place: &Path, links: &Path) -> Result<Built> {
        let own = vec![copied.to_path_buf()];
        let folder = match Held::find(copied, self.options.trusted_sources(), links)? {
            Held::Source(source) => return Ok(Built { own, ..Built::new(self.compile(&source)?) }),
            Held::Program(program) => return Ok(Built { own, ..Built::of_command(&[program.into()]) }),
            Held::Build(folder) => folder,
        };
        let around = Vec::from_iter(self.options.trusted_sources().surroundings(place)?);
        let secrets = Secrets::default();
        let shown = held::shown(&around, &self.options.manifests)?;
        let built = self.compiler(&secrets).build(folder.path(), &around, &shown);
        match built {
            Err(error) if self.is_confined() && error.is_failure() => {
                bail!("{}: {error}{CONFINED}", place.display())
            }
            built => built.context(place.display())?,
        };
        let program = folder.path().join("run");
        if !is_executable(&program)? {
            bail!("{}: there is no executable file run after ./build", place.display());
        }
        let own = vec![folder.path().to_path_buf()];
        Ok(Built { own, folders: vec![folder], ..Built::of_command(&[program.into()]) })
    }

    /// Returns the inputs that every run has by the settings.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn shown(&self) -> io::Result<Shown> {
        let Options { languages, testlib, trust_package, sandbox, manifests, .. } = self.options;
        let shown = Shown::of_command(manifests)
            .with("languages", format!("{languages:?}"))
            .with_trees("testlib", testlib.as_deref())?
            .with("packages are trusted", trust_package.to_string())
            .with("sandbox", sandbox.mode.name())
            .with_trees("readable", sandbox.allow_read.iter().map(PathBuf::as_path))?;
        Ok(if sandbox.mode == SandboxMode::Off { shown.with_environment() } else { shown })
    }

    /// Returns whether runs see nothing but the given files. Outputs of other runs are not cached, as their inputs are unknown.
    ///
    /// # Errors
    /// When a sandbox cannot be started.
    pub fn hides_files(&self) -> Result<bool> {
        let Options { sandbox, interrupted, .. } = self.options;
        if sandbox.mode == SandboxMode::Off {
            return Ok(false);
        }
        let none = Secrets::default();
        Sandboxed::new(&[SHELL.into()], &[], &[], sandbox.mode, &none, MIB, interrupted)?.hides_files()
    }

    /// Returns the folder that links of a program may lead to.
    fn links(&self, place: &Path) -> io::Result<PathBuf> {
        let around = self.options.trusted_sources().surroundings(place)?;
        Ok(around.filter(|_| !self.options.trust_package).unwrap_or_else(|| PathBuf::from("/")))
    }

    /// Returns whether checkers and interactors of packages, and scripts that build programs, run in a sandbox.
    pub fn is_confined(&self) -> bool {
        !self.options.trust_package && self.options.sandbox.mode != SandboxMode::Off
    }

    /// Returns the mode of the sandbox for a package's program, and the files of these folders that it may read; `None` if it is not
    /// confined.
    pub(crate) fn confined(&self, folders: Vec<PathBuf>) -> io::Result<Option<(SandboxMode, Vec<PathBuf>)>> {
        let Options { sandbox, manifests, .. } = self.options;
        let folders = [folders, sandbox.allow_read.clone()].concat();
        self.is_confined().then(|| Ok((sandbox.mode, held::shown(&folders, manifests)?))).transpose()
    }

    /// Returns the compiler of programs of packages.
    fn compiler<'s>(&'s self, secrets: &'s Secrets) -> Compiler<'s> {
        let Options { sandbox, interrupted, .. } = self.options;
        let mode = if self.is_confined() { sandbox.mode } else { SandboxMode::Off };
        let readable = &sandbox.allow_read;
        Compiler {
            mode,
            secrets,
            hidden: secrets,
            readable,
            interrupted,
            defines: &[],
            takes_old_dialects: false,
            keeps: true,
            header_maker: self.options.header_maker.as_ref(),
            programs: 1,
            limits: compile::LIMITS,
        }
    }

    /// Compiles a source to a program that sees its files.
    ///
    /// # Errors
    /// As of [`Self::compile`].
    pub fn built(&self, source: &Source) -> Result<Built> {
        let own = match source.main.parent().filter(|_| source.is_folder) {
            Some(folder) => vec![folder.to_path_buf()],
            None => source.beside.clone(),
        };
        Ok(Built { own, ..Built::new(self.compile(source)?) })
    }

    /// Compiles a source.
    ///
    /// # Errors
    /// When it does not compile, in the compiler's words, or its compiler is not installed, a usage error.
    pub fn compile(&self, source: &Source) -> Result<Executable> {
        let name = source.main.display();
        if source.is_in_python_2(names_python_2)? {
            bail!("{name} cannot be run: {PYTHON_2}")
        }
        let mut source = source.clone();
        if self.options.trust_package {
            source.links = Some(PathBuf::from("/"));
        }
        match self.compiler(&Secrets::default()).compile(&source)? {
            Compiled::Ready(executable) => Ok(executable),
            Compiled::Refused(_) if source.is_in_python_2(is_python_2)? => {
                bail!("{name} cannot be run: {PYTHON_2}")
            }
            Compiled::Refused(error) => {
                let first = first_error(&error.message);
                match error.not_shown {
                    Some(not_shown) => bail!("{name} does not compile: {first} ({not_shown}{TRUST})"),
                    None => bail!("{name} does not compile: {first}"),
                }
            }
            Compiled::NotInstalled(why) => Err(Error::Usage(format!("{name}: {why}"))),
        }
    }
}

/// The hint after a file that lies outside the package.
const TRUST: &str = "; check --trust-package reads it";

/// The names of the programs that run checktestdata's scripts: the original, and its version in Python.
const CHECKTESTDATA: [&str; 2] = ["checktestdata", "pyctd"];

/// Returns whether a validator is a script of checktestdata.
fn is_checktestdata(place: &Path) -> bool {
    place.extension().is_some_and(|ending| ending == "ctd")
}
