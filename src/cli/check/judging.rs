//! How each test is judged: as the command line says, else as its package does, else token by token.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::lend::{Lent, LentCheck};
use crate::cli::Misuse;
use crate::judge::checker::any_order::AnyOrder;
use crate::judge::checker::{Checker, CommandChecker, Style, Validator};
use crate::judge::compare::Comparison;
use crate::judge::layout::{Test, Validation};
use crate::judge::records::{Knowledge, Records};
use crate::judge::session::Judging;

/// The checkers and comparisons of a check.
pub struct Judges<'a> {
    checkers: Vec<Box<dyn Checker + 'a>>,
    /// What was built for the packages, kept as long as it is called.
    _validators: Vec<Validator>,
    by_test: HashMap<usize, Choice>,
}

#[derive(Clone, Copy)]
enum Choice {
    Compare(Comparison),
    Checker(usize),
}

impl<'a> Judges<'a> {
    /// Chooses for every test, and builds the validators of packages.
    pub fn new(
        compare: Option<Comparison>,
        checker: Option<&str>,
        style: Style,
        tests: &[(usize, &Test)],
        problems: &[Option<&'a Lent>],
        interrupted: &'a AtomicBool,
    ) -> anyhow::Result<Self> {
        let mut judges = Self { checkers: Vec::new(), _validators: Vec::new(), by_test: HashMap::new() };
        let given = match (compare, checker) {
            (Some(comparison), _) => Some(Choice::Compare(comparison)),
            (None, Some(checker)) if checker.starts_with(BUILT_IN) => None,
            (None, Some(checker)) => Some(judges.add(command(checker, style, interrupted)?)),
            (None, None) => None,
        };
        let built_in = checker.and_then(|checker| checker.strip_prefix(BUILT_IN));
        let mut commands: HashMap<PathBuf, Vec<OsString>> = HashMap::new();
        let mut known: HashMap<(PathBuf, Vec<String>), Choice> = HashMap::new();
        for ((index, test), problem) in tests.iter().zip(problems) {
            let choice = match (given, &test.validation) {
                (Some(choice), _) => choice,
                (None, _) if built_in.is_some() => {
                    judges.add(brought(built_in.unwrap_or_default(), *problem, test)?)
                }
                (None, None) => Choice::Compare(Comparison::TOKENS),
                (None, Some(Validation::Compare(comparison))) => Choice::Compare(*comparison),
                (None, Some(Validation::Program { place, args })) => {
                    let key = (place.clone(), args.clone());
                    if let Some(choice) = known.get(&key) {
                        *choice
                    } else {
                        let command = match commands.get(place) {
                            Some(command) => command.clone(),
                            None => {
                                let validator =
                                    Validator::prepare(place, interrupted).map_err(anyhow::Error::msg)?;
                                let command = validator.command.clone();
                                judges._validators.push(validator);
                                commands.insert(place.clone(), command.clone());
                                command
                            }
                        };
                        let (args, style) = (args.clone(), Style::Kattis);
                        let choice =
                            judges.add(Box::new(CommandChecker { command, args, style, interrupted }));
                        known.insert(key, choice);
                        choice
                    }
                }
            };
            judges.by_test.insert(*index, choice);
        }
        Ok(judges)
    }

    fn add(&mut self, checker: Box<dyn Checker + 'a>) -> Choice {
        self.checkers.push(checker);
        Choice::Checker(self.checkers.len() - 1)
    }

    /// How the test at this place is judged.
    pub fn of(&self, index: usize) -> Judging<'_> {
        match self.by_test.get(&index) {
            Some(Choice::Compare(comparison)) => Judging::Compare(*comparison),
            Some(Choice::Checker(checker)) => Judging::Check(self.checkers[*checker].as_ref()),
            None => Judging::Compare(Comparison::TOKENS),
        }
    }
}

/// What the names of checkers that come with the toolkit begin with.
const BUILT_IN: &str = "builtin:";

/// The checker of this name that a test's problem brings.
fn brought<'a>(name: &str, problem: Option<&'a Lent>, test: &Test) -> anyhow::Result<Box<dyn Checker + 'a>> {
    let none = || {
        let whose = problem.map_or_else(
            || format!("no problem is known for {}", test.name),
            |lent| format!("the problem {} does not bring it", lent.entry.slug),
        );
        Misuse(format!("there is no checker builtin:{name}: {whose}"))
    };
    let lent = problem.ok_or_else(none)?;
    if name == "any-order" && matches!(lent.records(), Records::Blocks(_)) {
        return Ok(Box::new(AnyOrder(lent)));
    }
    let check = lent.entry.checks.iter().find(|check| check.name == name).ok_or_else(none)?;
    Ok(Box::new(LentCheck { problem: lent.entry, check: *check }))
}

/// The checker that is a program.
fn command<'a>(
    text: &str,
    style: Style,
    interrupted: &'a AtomicBool,
) -> anyhow::Result<Box<dyn Checker + 'a>> {
    let command = shell_words::split(text).map_err(|error| Misuse(format!("--checker: {error}")))?;
    let command: Vec<OsString> = command.into_iter().map(OsString::from).collect();
    if command.is_empty() {
        return Err(Misuse("--checker wants a command".to_owned()).into());
    }
    Ok(Box::new(CommandChecker { command, args: Vec::new(), style, interrupted }))
}
