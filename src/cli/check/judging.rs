//! The choice of a comparison or checker for each test: the command line's, else the package's, else token by token.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::Args;
use super::command;
use super::interactive::{GameOfProblem, InteractorProgram, is_source};
use super::paths::is_executable;
use super::problem::{AnswerChecker, JudgedProblem};
use super::selection::Selected;
use crate::cli::Misuse;
use nim_judge::checker::any_order::AnyOrder;
use nim_judge::checker::{Checker, CheckerStyle, CommandChecker, Validator};
use nim_judge::compare::Comparison;
use nim_judge::interactive::interactor::Call;
use nim_judge::layout::Validation;
use nim_judge::records::{ProblemHooks, Records};
use nim_judge::session::{Interaction, Judging};

/// The checkers and comparisons of a check.
pub struct Judges<'a> {
    checkers: Vec<Box<dyn Checker + 'a>>,
    interactors: Vec<InteractorProgram<'a>>,
    games: Vec<GameOfProblem>,
    /// The numbers of passes, where there may be several.
    passes: HashMap<usize, u32>,
    /// The built validators, kept while they are in use.
    _validators: Vec<Validator>,
    by_test: HashMap<usize, Choice>,
}

#[derive(Clone, Copy)]
enum Choice {
    Compare(Comparison),
    Checker(usize),
    /// A program, with which the judged one talks.
    Interactor(usize),
    /// The game of the problem.
    Game(usize),
}

impl<'a> Judges<'a> {
    /// Chooses a comparison or checker for every test, and builds the validators of packages.
    pub fn new(args: &Args, tests: &[Selected<'a>], interrupted: &'a AtomicBool) -> anyhow::Result<Self> {
        let mut judges = Self {
            checkers: Vec::new(),
            interactors: Vec::new(),
            games: Vec::new(),
            passes: HashMap::new(),
            _validators: Vec::new(),
            by_test: HashMap::new(),
        };
        if args.interaction.command().is_some()
            && let checker = checker_of_command(args, interrupted, &mut judges._validators)?
            && let Some(interactor) =
                args.interaction.interactor(checker, interrupted, &mut judges._validators)?
        {
            judges.interactors.push(interactor);
            judges.by_test = tests.iter().map(|test| (test.index, Choice::Interactor(0))).collect();
            return Ok(judges);
        }
        if args.interaction.is_game() {
            for Selected { index, problem, .. } in tests {
                let choice = judges.game(args.interaction.game(*problem)?);
                judges.by_test.insert(*index, choice);
            }
            return Ok(judges);
        }
        let checker = args.checker.as_deref();
        let built_in = checker.and_then(|checker| checker.strip_prefix(BUILT_IN));
        let given = match (args.compare, checker) {
            (Some(comparison), _) => Some(Choice::Compare(comparison)),
            (None, Some(checker)) if built_in.is_none() => {
                let checker = checker_of(checker, args.checker_style, interrupted, &mut judges._validators)?;
                Some(judges.add(checker))
            }
            (None, _) => None,
        };
        let mut packages = Packages::default();
        for Selected { index, test, problem, .. } in tests {
            let choice = match (given, built_in, &test.validation) {
                (Some(choice), ..) => choice,
                (None, Some(name), _) => judges.add(built_in_checker(name, *problem, &test.name)?),
                (None, None, None) => Choice::Compare(Comparison::TOKENS),
                (None, None, Some(Validation::Compare(comparison))) => Choice::Compare(*comparison),
                (None, None, Some(Validation::Program { place, args, style, passes })) => {
                    judges.passes.insert(*index, *passes);
                    judges.validator(&mut packages, place, (args, *style), interrupted)?
                }
                (None, None, Some(Validation::Interactor { place, args: own, style, time, passes })) => {
                    judges.passes.insert(*index, *passes);
                    let call = args.interaction.call(*style, own.clone(), *time);
                    judges.interactor(&mut packages, place, call, interrupted)?
                }
            };
            judges.by_test.insert(*index, choice);
        }
        Ok(judges)
    }

    /// Adds the game of a problem, if it is not there.
    fn game(&mut self, game: GameOfProblem) -> Choice {
        let known = self.games.iter().position(|known| known.slug() == game.slug());
        Choice::Game(known.unwrap_or_else(|| {
            self.games.push(game);
            self.games.len() - 1
        }))
    }

    /// Returns the checker that runs a package's validator with these arguments. A validator is built once.
    fn validator(
        &mut self,
        packages: &mut Packages,
        place: &Path,
        (args, style): (&[String], CheckerStyle),
        interrupted: &'a AtomicBool,
    ) -> anyhow::Result<Choice> {
        let key = (place.to_path_buf(), args.to_vec());
        if let Some(choice) = packages.choices.get(&key) {
            return Ok(*choice);
        }
        let command = self.built(packages, place, interrupted)?;
        let args = args.to_vec();
        let choice = self.add(Box::new(CommandChecker { command, args, style, interrupted }));
        packages.choices.insert(key, choice);
        Ok(choice)
    }

    /// Returns a package's interactor with these arguments.
    fn interactor(
        &mut self,
        packages: &mut Packages,
        place: &Path,
        call: Call,
        interrupted: &'a AtomicBool,
    ) -> anyhow::Result<Choice> {
        let key = (place.to_path_buf(), call.args.clone());
        if let Some(choice) = packages.choices.get(&key) {
            return Ok(*choice);
        }
        let command = self.built(packages, place, interrupted)?;
        self.interactors.push(InteractorProgram::new(&command, call, None, interrupted)?);
        let choice = Choice::Interactor(self.interactors.len() - 1);
        packages.choices.insert(key, choice);
        Ok(choice)
    }

    /// Returns the command of a package's validator or interactor, which is built once.
    fn built(
        &mut self,
        packages: &mut Packages,
        place: &Path,
        interrupted: &AtomicBool,
    ) -> anyhow::Result<Vec<OsString>> {
        if let Some(command) = packages.commands.get(place) {
            return Ok(command.clone());
        }
        let validator = Validator::prepare(place, interrupted)?;
        let command = validator.command.clone();
        self._validators.push(validator);
        packages.commands.insert(place.to_path_buf(), command.clone());
        Ok(command)
    }

    fn add(&mut self, checker: Box<dyn Checker + 'a>) -> Choice {
        self.checkers.push(checker);
        Choice::Checker(self.checkers.len() - 1)
    }

    /// Returns the number of passes of the test at this index.
    pub fn passes(&self, index: usize) -> u32 {
        self.passes.get(&index).copied().unwrap_or(1)
    }

    /// Returns the comparison or checker of the test at this index.
    pub fn of(&self, index: usize) -> Judging<'_> {
        match self.by_test.get(&index) {
            Some(Choice::Compare(comparison)) => Judging::Compare(*comparison),
            Some(Choice::Checker(checker)) => Judging::Check(self.checkers[*checker].as_ref()),
            Some(Choice::Interactor(interactor)) => {
                Judging::Interact(Interaction::Program(&self.interactors[*interactor]))
            }
            Some(Choice::Game(game)) => Judging::Interact(Interaction::Referee(&self.games[*game])),
            None => Judging::Compare(Comparison::TOKENS),
        }
    }
}

/// Returns the checker of `--checker` for the outputs of an interactor.
fn checker_of_command<'a>(
    args: &Args,
    interrupted: &'a AtomicBool,
    built: &mut Vec<Validator>,
) -> anyhow::Result<Option<Box<dyn Checker + 'a>>> {
    let checker = |checker| checker_of(checker, args.checker_style, interrupted, built);
    args.checker.as_deref().map(checker).transpose()
}

/// The one comparison or checker of all outputs.
pub enum Judge<'a> {
    /// A comparison.
    Compare(Comparison),
    /// A checker.
    Checker {
        /// The checker.
        checker: Box<dyn Checker + 'a>,
        /// The built validator that it runs, kept while it is in use.
        _validator: Option<Validator>,
    },
}

impl<'a> Judge<'a> {
    /// Returns the checker of an option, which may be one of the problem; a problem has a name.
    pub fn checker(
        checker: &str,
        style: CheckerStyle,
        (problem, name): (Option<&'a JudgedProblem>, &str),
        interrupted: &'a AtomicBool,
    ) -> anyhow::Result<Self> {
        let mut built = Vec::new();
        let checker = match checker.strip_prefix(BUILT_IN) {
            Some(built_in) => built_in_checker(built_in, problem, name)?,
            None => checker_of(checker, style, interrupted, &mut built)?,
        };
        Ok(Self::Checker { checker, _validator: built.pop() })
    }

    /// Returns a package's way of judging.
    pub fn of_package(validation: &Validation, interrupted: &'a AtomicBool) -> anyhow::Result<Self> {
        match validation {
            Validation::Compare(comparison) => Ok(Self::Compare(*comparison)),
            Validation::Interactor { .. } => {
                anyhow::bail!("the problem is interactive: there are no outputs to compare")
            }
            Validation::Program { place, args, style, .. } => {
                let validator = Validator::prepare(place, interrupted)?;
                let (command, args, style) = (validator.command.clone(), args.clone(), *style);
                let checker = Box::new(CommandChecker { command, args, style, interrupted });
                Ok(Self::Checker { checker, _validator: Some(validator) })
            }
        }
    }

    /// Returns it as a session has it.
    pub fn judging(&self) -> Judging<'_> {
        match self {
            Self::Compare(comparison) => Judging::Compare(*comparison),
            Self::Checker { checker, .. } => Judging::Check(checker.as_ref()),
        }
    }
}

/// The validators of packages that were prepared, by path, and their checkers, by path and arguments.
#[derive(Default)]
struct Packages {
    commands: HashMap<PathBuf, Vec<OsString>>,
    choices: HashMap<(PathBuf, Vec<String>), Choice>,
}

/// The prefix of the names of built-in checkers.
const BUILT_IN: &str = "builtin:";

/// Returns the built-in checker of this name for a test's problem.
fn built_in_checker<'a>(
    name: &str,
    problem: Option<&'a JudgedProblem>,
    test: &str,
) -> anyhow::Result<Box<dyn Checker + 'a>> {
    let none = || {
        let why = problem.map_or_else(
            || format!("no problem is known for {test}"),
            |known| format!("`{}` has no such checker", known.entry.slug),
        );
        Misuse(format!("there is no checker builtin:{name}: {why}"))
    };
    let known = problem.ok_or_else(none)?;
    if name == "any-order" && matches!(known.records(), Records::Blocks(_)) {
        return Ok(Box::new(AnyOrder(known)));
    }
    let check = known.entry.checks.iter().find(|check| check.name == name).ok_or_else(none)?;
    Ok(Box::new(AnswerChecker { problem: known.entry, check: *check }))
}

/// Returns the checker that runs a command. A source file is built, and kept in `built`.
fn checker_of<'a>(
    text: &str,
    style: CheckerStyle,
    interrupted: &'a AtomicBool,
    built: &mut Vec<Validator>,
) -> anyhow::Result<Box<dyn Checker + 'a>> {
    let mut command = command::words(text).map_err(|error| Misuse(format!("--checker: {error}")))?;
    if command.is_empty() {
        return Err(Misuse("--checker needs a command".to_owned()).into());
    }
    if let [file] = command.as_slice()
        && let file = Path::new(file)
        && !is_executable(file)
    {
        if is_source(file) {
            let validator = Validator::prepare(file, interrupted)?;
            command.clone_from(&validator.command);
            built.push(validator);
        } else if file.is_file() && text.contains('/') {
            return Err(Misuse(format!("--checker: {text} is not executable")).into());
        }
    }
    Ok(Box::new(CommandChecker { command, args: Vec::new(), style, interrupted }))
}
