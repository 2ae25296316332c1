//! The choice of a comparison or checker for each test: the command line's, else the package's, else token by token.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::confinement::jury_program;
use super::interactive::{GameOfProblem, InteractionArgs, InteractorProgram, is_source};
use super::jury::{Jury, Workshop};
use super::paths::runs_itself;
use super::problem::{AnswerChecker, JudgedProblem};
use super::sandboxing::{SandboxArg, SandboxArgs};
use super::selection::Selected;
use super::{Args, command};
use crate::cli::Misuse;
use nim_ground::commands::found;
use nim_ground::files::absolute;
use nim_judge::checker::any_order::AnyOrder;
use nim_judge::checker::{Checker, CheckerStyle, CommandChecker, Runners};
use nim_judge::compare::Comparison;
use nim_judge::interactive::interactor::{Call, Interactor};
use nim_judge::jury;
use nim_judge::layout::Validation;
use nim_judge::records::{ProblemHooks, Records};
use nim_judge::session::{Interaction, Judging};

/// The way an output is judged.
#[derive(Clone)]
pub enum Judge<'a> {
    /// By comparison with the answer.
    Compare(Comparison),
    /// By a checker.
    Check(Arc<dyn Checker + 'a>),
    /// By a program, with which the judged one talks.
    Talk(Arc<dyn Interactor + 'a>),
    /// By the game of the problem.
    Play(Arc<GameOfProblem>),
}

impl Judge<'_> {
    /// Returns it as a session has it.
    pub fn judging(&self) -> Judging<'_> {
        match self {
            Self::Compare(comparison) => Judging::Compare(*comparison),
            Self::Check(checker) => Judging::Check(checker.as_ref()),
            Self::Talk(interactor) => Judging::Interact(Interaction::Program(interactor.as_ref())),
            Self::Play(game) => Judging::Interact(Interaction::Referee(game.as_ref())),
        }
    }
}

/// Makes judges, and keeps what was built for them.
pub struct Judges<'a> {
    jury: Jury<'a>,
    /// The built programs, by path.
    built: Workshop,
    /// The judges of packages, by path and arguments.
    of_packages: HashMap<(PathBuf, Vec<String>), Judge<'a>>,
}

/// The prefix of the names of built-in checkers.
const BUILT_IN: &str = "builtin:";

impl<'a> Judges<'a> {
    /// Has built nothing yet.
    pub fn new(jury: Jury<'a>) -> Self {
        Self { jury, built: Workshop::default(), of_packages: HashMap::new() }
    }

    /// Chooses the judge of every test, and its number of passes.
    pub fn choose(&mut self, args: &Args, tests: &[Selected<'a>]) -> anyhow::Result<Vec<(Judge<'a>, u32)>> {
        let of_all = self.of_all(args)?;
        tests
            .iter()
            .map(|test| of_all.clone().map_or_else(|| self.of_test(args, test), |of_all| Ok((of_all, 1))))
            .collect()
    }

    /// Returns the judge that the command line names for all tests.
    fn of_all(&mut self, args: &Args) -> anyhow::Result<Option<Judge<'a>>> {
        let checker = args.checker.as_deref();
        if let Some(interactor) = &args.interaction.interactor {
            let checker =
                checker.map(|checker| self.command_checker(checker, args.checker_style)).transpose()?;
            return self.named_interactor(interactor, &args.interaction, checker).map(Some);
        }
        if args.interaction.interactive {
            return Ok(None);
        }
        Ok(match (args.compare, checker) {
            (Some(comparison), _) => Some(Judge::Compare(comparison)),
            (None, Some(checker)) if !checker.starts_with(BUILT_IN) => {
                Some(Judge::Check(self.command_checker(checker, args.checker_style)?))
            }
            (None, _) => None,
        })
    }

    fn of_test(&mut self, args: &Args, test: &Selected<'a>) -> anyhow::Result<(Judge<'a>, u32)> {
        if args.interaction.interactive {
            return Ok((Judge::Play(Arc::new(args.interaction.game(test.problem)?)), 1));
        }
        if let Some(checker) = &args.checker {
            return Ok((self.checker(checker, args.checker_style, (test.problem, &test.test.name))?, 1));
        }
        Ok(match &test.test.validation {
            None => (Judge::Compare(Comparison::TOKENS), 1),
            Some(Validation::Compare(comparison)) => (Judge::Compare(*comparison), 1),
            Some(Validation::Program { place, args, style, passes }) => {
                (self.validator(place, args, *style)?, *passes)
            }
            Some(Validation::Interactor { place, args: own, style, time, passes, checker }) => {
                let checker = checker.as_deref().map(|checker| self.of_output(checker)).transpose()?;
                let call = args.interaction.call(*style, own.clone(), *time);
                (self.interactor(place, call, checker.flatten())?, *passes)
            }
        })
    }

    /// Returns the checker of an option, which may be one of the problem; a problem has a name.
    pub fn checker(
        &mut self,
        checker: &str,
        style: CheckerStyle,
        (problem, name): (Option<&'a JudgedProblem>, &str),
    ) -> anyhow::Result<Judge<'a>> {
        Ok(Judge::Check(match checker.strip_prefix(BUILT_IN) {
            Some(built_in) => built_in_checker(built_in, problem, name)?,
            None => self.command_checker(checker, style)?,
        }))
    }

    /// Returns the checker that runs a package's validator with these arguments.
    pub fn validator(
        &mut self,
        place: &Path,
        args: &[String],
        style: CheckerStyle,
    ) -> anyhow::Result<Judge<'a>> {
        self.of_package(place, args, |judges| {
            let (command, folders) = match style.interpreted(place) {
                Some(command) => (command, Vec::from_iter(jury::surroundings(place))),
                None => judges.built_of_package(place)?,
            };
            let command: Vec<OsString> = command.into_iter().map(absolute).collect();
            Ok(Judge::Check(judges.program_checker(&command, args, style, judges.confined(folders))?))
        })
    }

    /// Returns what judges by a package's program with these arguments, which is made once.
    fn of_package(
        &mut self,
        place: &Path,
        args: &[String],
        make: impl FnOnce(&mut Self) -> anyhow::Result<Judge<'a>>,
    ) -> anyhow::Result<Judge<'a>> {
        let key = (place.to_path_buf(), args.to_vec());
        if let Some(judge) = self.of_packages.get(&key) {
            return Ok(judge.clone());
        }
        let judge = make(self)?;
        self.of_packages.insert(key, judge.clone());
        Ok(judge)
    }

    /// Returns the checker that runs a command, in the sandbox where that is said.
    fn program_checker(
        &self,
        command: &[OsString],
        args: &[String],
        style: CheckerStyle,
        confined: Option<(SandboxArg, Vec<PathBuf>)>,
    ) -> anyhow::Result<Arc<dyn Checker + 'a>> {
        let is_confined = confined.is_some();
        let start = jury_program(command, &[], confined, self.jury.interrupted)
            .map_err(|error| Misuse(format!("the checker: {error}")))?;
        let runners = Runners::new(start);
        Ok(Arc::new(CommandChecker { runners, args: args.to_vec(), style, is_confined }))
    }

    /// Returns how a program of a package is confined that may read these folders.
    fn confined(&self, folders: Vec<PathBuf>) -> Option<(SandboxArg, Vec<PathBuf>)> {
        let SandboxArgs { mode, allow_read } = self.jury.sandbox;
        self.jury.is_confined().then(|| (*mode, [folders, allow_read.clone()].concat()))
    }

    /// Returns a package's interactor, with the checker of the file that it writes.
    fn interactor(
        &mut self,
        place: &Path,
        call: Call,
        checker: Option<Arc<dyn Checker + 'a>>,
    ) -> anyhow::Result<Judge<'a>> {
        let args = call.args.clone();
        self.of_package(place, &args, |judges| {
            let (command, folders) = judges.built_of_package(place)?;
            let with = (judges.confined(folders), judges.jury.interrupted);
            Ok(Judge::Talk(Arc::new(InteractorProgram::new(command, call, checker, with)?)))
        })
    }

    /// Returns the checker of the file that an interactor writes.
    fn of_output(&mut self, validation: &Validation) -> anyhow::Result<Option<Arc<dyn Checker + 'a>>> {
        Ok(match validation {
            Validation::Compare(comparison) => Some(Arc::new(*comparison)),
            Validation::Program { place, args, style, .. } => match self.validator(place, args, *style)? {
                Judge::Check(checker) => Some(checker),
                _ => None,
            },
            Validation::Interactor { .. } => None,
        })
    }

    /// Returns the command of a validator, a checker or an interactor, which is built once.
    fn built(&mut self, place: &Path) -> anyhow::Result<Vec<OsString>> {
        self.built.command(place, || self.jury.build(place))
    }

    /// Does as [`Self::built`] for a package's program, with the folders that it may read.
    fn built_of_package(&mut self, place: &Path) -> anyhow::Result<(Vec<OsString>, Vec<PathBuf>)> {
        self.built.with_folders(place, || self.jury.build(place))
    }

    /// Returns the checker that runs a command; a source file is built.
    fn command_checker(&mut self, text: &str, style: CheckerStyle) -> anyhow::Result<Arc<dyn Checker + 'a>> {
        let command = words("--checker", text)?;
        let command = match only(&command).filter(|file| !runs_itself(file)) {
            Some(file) if is_source(file) => self.built(file)?,
            Some(file) if file.is_file() && text.contains('/') => {
                return Err(Misuse(format!("--checker: {text} is not executable")).into());
            }
            _ if found(&command[0]).is_none() => {
                let name = command[0].display();
                return Err(Misuse(format!("--checker: there is no file or command called {name}")).into());
            }
            _ => command,
        };
        self.program_checker(&command, &[], style, None)
    }

    /// Returns the interactor that the command line names, with the checker of its output; a source file is built.
    fn named_interactor(
        &mut self,
        text: &str,
        options: &InteractionArgs,
        checker: Option<Arc<dyn Checker + 'a>>,
    ) -> anyhow::Result<Judge<'a>> {
        let command = words("--interactor", text)?;
        let command = match only(&command).filter(|file| is_source(file)) {
            Some(file) => self.built(file)?,
            None => command,
        };
        let call = options.call(options.interactor_style, Vec::new(), None);
        let with = (None, self.jury.interrupted);
        Ok(Judge::Talk(Arc::new(InteractorProgram::new(command, call, checker, with)?)))
    }
}

/// Returns the words of an option's command.
fn words(option: &str, text: &str) -> Result<Vec<OsString>, Misuse> {
    let command = command::words(text).map_err(|error| Misuse(format!("{option}: {error}")))?;
    if command.is_empty() { Err(Misuse(format!("{option} needs a command"))) } else { Ok(command) }
}

/// Returns the only word of a command.
fn only(command: &[OsString]) -> Option<&Path> {
    if let [file] = command { Some(Path::new(file)) } else { None }
}

/// Returns the built-in checker of this name for a test's problem.
fn built_in_checker<'a>(
    name: &str,
    problem: Option<&'a JudgedProblem>,
    test: &str,
) -> anyhow::Result<Arc<dyn Checker + 'a>> {
    let none = || {
        let why = problem.map_or_else(
            || format!("no problem is known for {test}"),
            |known| format!("`{}` has no such checker", known.entry.slug),
        );
        Misuse(format!("there is no checker builtin:{name}: {why}"))
    };
    let known = problem.ok_or_else(none)?;
    if name == "any-order" && matches!(known.records(), Records::Blocks(_)) {
        return Ok(Arc::new(AnyOrder(known)));
    }
    let check = known.entry.checks.iter().find(|check| check.name == name).ok_or_else(none)?;
    Ok(Arc::new(AnswerChecker { problem: known.entry, check: *check }))
}
