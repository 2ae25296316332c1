//! The choice of a comparison or checker for each test: from the settings, otherwise from the package, otherwise token by token.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::checker::{Checker, CommandChecker, interpreted};
use super::command;
use super::confinement::Sandboxed;
use super::error::{Error, Result};
use super::interactive::interactor::{InteractorCall, InteractorProgram, call, is_built};
use super::options::Options;
use super::problem::{self, Solver};
use super::programs::runs_itself;
use super::runners::Runners;
use super::selected_test::{OutputCheck, SelectedTest};
use super::trusted::{BuildCache, TrustedPrograms};
use nim_ground::commands::found;
use nim_ground::files::absolute;
use nim_ground::presence::is_file;
use nim_sandbox::SandboxMode;
use nim_task::layout::Validation;
use nim_task::protocol::Protocol;

/// Makes output checks, and keeps their built programs.
pub struct OutputChecks<'a> {
    programs: TrustedPrograms<'a>,
    built: BuildCache,
    /// The output checks of packages, by path and arguments.
    of_packages: HashMap<(PathBuf, Vec<String>), OutputCheck<'a>>,
}

/// The prefix of the names of built-in checkers.
const BUILT_IN: &str = "builtin:";

impl<'a> OutputChecks<'a> {
    /// Starts without any built programs.
    pub fn new(programs: TrustedPrograms<'a>) -> Self {
        Self { programs, built: BuildCache::default(), of_packages: HashMap::new() }
    }

    fn options(&self) -> &'a Options {
        self.programs.options
    }

    /// Returns every test with its output check and its number of passes.
    pub fn choose(&mut self, tests: &[SelectedTest<'a>]) -> Result<Vec<SelectedTest<'a>>> {
        let of_all = self.of_all()?;
        let mut chosen = tests.to_vec();
        for test in &mut chosen {
            (test.check, test.passes) =
                of_all.clone().map_or_else(|| self.of_test(test), |of_all| Ok((of_all, 1)))?;
        }
        Ok(chosen)
    }

    /// Returns the output check that the settings name for all tests.
    fn of_all(&mut self) -> Result<Option<OutputCheck<'a>>> {
        let Options { compare, checker, checker_style, interaction, .. } = self.options();
        let checker = checker.as_deref();
        if let Some(interactor) = &interaction.interactor {
            let checker = checker.map(|checker| self.command_checker(checker, *checker_style)).transpose()?;
            return self.named_interactor(interactor, checker).map(Some);
        }
        if interaction.play {
            return Ok(None);
        }
        Ok(match (compare, checker) {
            (Some(comparison), _) => Some(OutputCheck::Compare(*comparison)),
            (None, Some(checker)) if !checker.starts_with(BUILT_IN) => {
                Some(OutputCheck::Check(self.command_checker(checker, *checker_style)?))
            }
            (None, _) => None,
        })
    }

    fn of_test(&mut self, test: &SelectedTest<'a>) -> Result<(OutputCheck<'a>, u32)> {
        let Options { checker, checker_style, interaction, .. } = self.options();
        if interaction.play {
            return Ok((OutputCheck::Referee(test.game()?), 1));
        }
        if let Some(checker) = checker {
            return Ok((self.checker(checker, *checker_style, test.problem, &test.test.name)?, 1));
        }
        Ok(match &test.test.validation {
            None => (OutputCheck::usual(test.problem), 1),
            Some(Validation::Compare(comparison)) => (OutputCheck::Compare(*comparison), 1),
            Some(Validation::Program { place, args, style, passes }) => {
                (self.validator(place, args, *style)?, *passes)
            }
            Some(Validation::Interactor { place, args, style, time, passes, checker }) => {
                let checker = checker.as_deref().map(|checker| self.of_output(checker)).transpose()?;
                let call = call(interaction, *style, args.clone(), *time);
                (self.interactor(place, call, checker.flatten())?, *passes)
            }
        })
    }

    /// Returns the checker of an option: the problem's, if it has one of that name, or a command.
    pub fn checker(
        &mut self,
        checker: &str,
        protocol: Protocol,
        problem: Option<&'a dyn Solver>,
        name: &str,
    ) -> Result<OutputCheck<'a>> {
        Ok(OutputCheck::Check(match checker.strip_prefix(BUILT_IN) {
            Some(built_in) => built_in_checker(built_in, problem, name)?,
            None => self.command_checker(checker, protocol)?,
        }))
    }

    /// Returns the checker that runs a package's validator with these arguments.
    pub fn validator(
        &mut self,
        place: &Path,
        args: &[String],
        protocol: Protocol,
    ) -> Result<OutputCheck<'a>> {
        self.of_package(place, args, |checks| {
            let (command, folders) = match interpreted(&protocol, place) {
                Some(command) => {
                    (command, Vec::from_iter(checks.options().trusted_sources().surroundings(place)?))
                }
                None => checks.built.with_folders(place, checks.programs)?,
            };
            let command: Vec<OsString> = command.into_iter().map(absolute).collect::<io::Result<_>>()?;
            Ok(OutputCheck::Check(checks.program_checker(
                &command,
                args,
                protocol,
                checks.programs.confined(folders)?,
            )?))
        })
    }

    /// Returns the output check by a package's program with these arguments, built once.
    fn of_package(
        &mut self,
        place: &Path,
        args: &[String],
        make: impl FnOnce(&mut Self) -> Result<OutputCheck<'a>>,
    ) -> Result<OutputCheck<'a>> {
        let key = (place.to_path_buf(), args.to_vec());
        if let Some(judge) = self.of_packages.get(&key) {
            return Ok(judge.clone());
        }
        let judge = make(self)?;
        self.of_packages.insert(key, judge.clone());
        Ok(judge)
    }

    /// Returns the checker that runs a command, in a sandbox if `confined` is given.
    fn program_checker(
        &self,
        command: &[OsString],
        args: &[String],
        protocol: Protocol,
        confined: Option<(SandboxMode, Vec<PathBuf>)>,
    ) -> Result<Arc<dyn Checker + 'a>> {
        let is_confined = confined.is_some();
        let program = Sandboxed::trusted(command, &[], confined, &self.options().interrupted)
            .map_err(|error| Error::Usage(format!("the checker: {error}")))?;
        Ok(Arc::new(CommandChecker {
            runners: Runners::new(program),
            args: args.to_vec(),
            protocol,
            is_confined,
        }))
    }

    /// Returns a package's interactor, with the checker of the file that it writes.
    fn interactor(
        &mut self,
        place: &Path,
        call: InteractorCall,
        checker: Option<Arc<dyn Checker + 'a>>,
    ) -> Result<OutputCheck<'a>> {
        let args = call.args.clone();
        self.of_package(place, &args, |checks| {
            let (command, folders) = checks.built.with_folders(place, checks.programs)?;
            let (confined, interrupted) =
                (checks.programs.confined(folders)?, &*checks.options().interrupted);
            let interactor = InteractorProgram::new(command, call, checker, confined, interrupted)?;
            Ok(OutputCheck::Interact(Arc::new(interactor)))
        })
    }

    /// Returns the checker of the file that an interactor writes.
    fn of_output(&mut self, validation: &Validation) -> Result<Option<Arc<dyn Checker + 'a>>> {
        Ok(match validation {
            Validation::Compare(comparison) => Some(Arc::new(*comparison)),
            Validation::Program { place, args, style, .. } => match self.validator(place, args, *style)? {
                OutputCheck::Check(checker) => Some(checker),
                _ => None,
            },
            Validation::Interactor { .. } => None,
        })
    }

    /// Returns the command of a validator, a checker or an interactor, which is built once.
    fn built(&mut self, place: &Path) -> Result<Vec<OsString>> {
        Ok(self.built.built(place, || self.programs.build(place))?.command().to_vec())
    }

    /// Returns the checker that runs a command; a source file is built.
    fn command_checker(&mut self, text: &str, protocol: Protocol) -> Result<Arc<dyn Checker + 'a>> {
        let command = words("--checker", text)?;
        let own = match only(&command) {
            Some(file) if !runs_itself(file)? => Some(file),
            _ => None,
        };
        let command = match own {
            Some(file) if is_built(file)? => self.built(file)?,
            Some(file) if text.contains('/') && is_file(file)? => {
                return Err(Error::Usage(format!("--checker: {text} is not executable")));
            }
            _ if found(&command[0])?.is_none() => {
                let name = command[0].display();
                return Err(Error::Usage(format!("--checker: there is no file or command called {name}")));
            }
            _ => command,
        };
        self.program_checker(&command, &[], protocol, None)
    }

    /// Returns the interactor that the command line names, with the checker of its output; a source file is built.
    fn named_interactor(
        &mut self,
        text: &str,
        checker: Option<Arc<dyn Checker + 'a>>,
    ) -> Result<OutputCheck<'a>> {
        let command = words("--interactor", text)?;
        let command = match only(&command) {
            Some(file) if is_built(file)? => self.built(file)?,
            _ => command,
        };
        let interaction = &self.options().interaction;
        let call = call(interaction, interaction.style, Vec::new(), None);
        let interrupted = &*self.options().interrupted;
        let interactor = InteractorProgram::new(command, call, checker, None, interrupted)?;
        Ok(OutputCheck::Interact(Arc::new(interactor)))
    }
}

/// Returns the words of an option's command.
fn words(option: &str, text: &str) -> Result<Vec<OsString>> {
    let command = command::words(option, text)?;
    if command.is_empty() { Err(Error::Usage(format!("{option} needs a command"))) } else { Ok(command) }
}

/// Returns the only word of a command.
fn only(command: &[OsString]) -> Option<&Path> {
    if let [file] = command { Some(Path::new(file)) } else { None }
}

/// Returns the built-in checker of this name for a test's problem.
fn built_in_checker<'a>(
    name: &str,
    problem: Option<&'a dyn Solver>,
    test: &str,
) -> Result<Arc<dyn Checker + 'a>> {
    problem.and_then(|problem| problem::checker(problem, name)).ok_or_else(|| {
        let why = problem.map_or_else(
            || format!("no problem is known for {test}"),
            |known| format!("`{}` has no such checker", known.slug()),
        );
        Error::Usage(format!("there is no checker builtin:{name}: {why}"))
    })
}
