//! The files of the Italian format that describe generated tests: `gen/GEN`, and `gen/cases.gen` of task-maker.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io;
use std::path::Path;

use super::{INPUT_FILE, validator};
use crate::Error;
use crate::layout::input_validators::InputValidator;
use crate::layout::test_source::{Origin, Run};
use crate::score::{Group, Rule};
use nim_ground::folder::is_below;

/// The tests of a task, in the order of their subtasks.
#[derive(Debug, Default)]
pub struct Generated {
    /// The subtasks; without any, every test counts for itself.
    pub subtasks: Vec<GeneratedSubtask>,
    /// The origin of each test's input, whose paths are below the task.
    pub inputs: Vec<Origin>,
}

/// A subtask of a generated test list.
#[derive(Debug, Default)]
pub struct GeneratedSubtask {
    /// The points of the subtask.
    pub points: f64,
    /// The number of tests in the subtask.
    pub tests: usize,
    /// The name of the subtask, if it has one.
    pub name: Option<String>,
    /// The validator of the inputs.
    pub validator: Option<InputValidator>,
    /// The names of subtasks whose tests count here, too; `*` stands for all.
    pub requires: Vec<String>,
}

impl GeneratedSubtask {
    /// Returns whether a dependency by name is on this subtask.
    fn is_called(&self, name: &String) -> bool {
        name == "*" || self.name.as_ref() == Some(name)
    }
}

impl Generated {
    /// Reads a `GEN`; its lines are arguments of the program `generator`.
    ///
    /// As in CMS, a comment that begins with `ST:` begins a subtask, and one that begins with `COPY:` names an input.
    pub fn of_gen(text: &str, generator: &str) -> Result<Self, Error> {
        let mut generated = Self::default();
        for (index, line) in text.lines().enumerate() {
            let (command, comment) = line.split_once('#').unwrap_or((line, ""));
            let args: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
            let comment = comment.trim();
            if !args.is_empty() {
                generated.add(Origin::Run(Run::new(generator, generator, args)));
            } else if let Some(points) = comment.strip_prefix("ST:") {
                generated.begin(points, None, index)?;
            } else if let Some(name) = comment.strip_prefix("COPY:") {
                generated.add(Origin::File(name.trim().into()));
            } else if let Some(name) = comment.strip_prefix("STNAME:") {
                generated.of_last(index, |subtask| subtask.name = Some(name.trim().to_owned()))?;
            } else if let Some(names) = comment.strip_prefix("STDEP:") {
                generated.of_last(index, |subtask| {
                    subtask.requires.extend(names.split_whitespace().map(str::to_owned));
                })?;
            }
        }
        generated.check_dependencies(text)?;
        Ok(generated)
    }

    /// Reads a `cases.gen`. Constraints are about the arguments of generators alone.
    pub fn of_cases(text: &str, folder: &Path) -> Result<Self, Error> {
        let mut generated = Self::default();
        let (mut generators, mut validators) = (Known(Vec::new()), Known(Vec::new()));
        let mut current: Option<String> = None;
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            let Some(command) = line.strip_prefix(':') else {
                if !line.is_empty() {
                    let args = shell_words::split(line).map_err(|_| malformed(index))?;
                    generated.add(run(&generators, current.as_deref(), args, index)?);
                }
                continue;
            };
            if let Some(named) = command.trim_start().strip_prefix("SUBTASK") {
                let (points, name) = named.trim().split_once(char::is_whitespace).unwrap_or((named, ""));
                let name: String = name.chars().filter(|c| !c.is_whitespace()).collect();
                generated.begin(points, Some(name).filter(|name| !name.is_empty()), index)?;
                current = None;
                if let Some(validator) = validators.usual() {
                    generated.validate_by(validator, folder)?.ok_or_else(|| malformed(index))?;
                }
                continue;
            }
            let mut rest = shell_words::split(command).map_err(|_| malformed(index))?.into_iter();
            match rest.next().unwrap_or_default().as_str() {
                "GEN" => match (rest.next(), rest.next()) {
                    (Some(name), Some(path)) => generators.0.push((name, path)),
                    (Some(name), None) => current = Some(name),
                    _ => return Err(malformed(index)),
                },
                "STDEP" => generated.of_last(index, |subtask| subtask.requires.extend(rest))?,
                "COPY" => generated.add(Origin::File(rest.collect::<Vec<_>>().join(" ").into())),
                "RUN" => {
                    let name = rest.next().unwrap_or_default();
                    generated.add(run(&generators, Some(&name), rest.collect(), index)?);
                }
                "VAL" => {
                    let name = rest.next().ok_or_else(|| malformed(index))?;
                    if let Some(path) = rest.next() {
                        let program = path.trim_start_matches("./").to_owned();
                        if !is_below(&program) {
                            return Err(at(index, format_args!("{path} leads out of the task")));
                        }
                        validators.0.push((name, Validator { program, args: rest.collect() }));
                    } else {
                        let known = validators.get(&name).ok_or_else(|| malformed(index))?;
                        generated.validate_by(known, folder)?.ok_or_else(|| malformed(index))?;
                    }
                }
                "CONSTRAINT" => {}
                _ => return Err(malformed(index)),
            }
        }
        generated.check_dependencies(text)?;
        Ok(generated)
    }

    /// Fails if a subtask depends on a missing one, or on itself.
    fn check_dependencies(&self, text: &str) -> Result<(), Error> {
        let mut required = self.subtasks.iter().flat_map(|subtask| &subtask.requires);
        if let Some(name) = required.find(|name| !self.subtasks.iter().any(|other| other.is_called(name))) {
            return Err(at(dependency_line(text, name), format_args!("there is no subtask {name}")));
        }
        let root = Group { groups: self.groups(Rule::Min), ..Group::default() };
        let Some(wrong) = root.wrong_dependency() else { return Ok(()) };
        let [_, on] = wrong.names();
        let of = on.parse::<usize>().ok().and_then(|number| self.subtasks.get(number - 1)?.name.as_deref());
        Err(at(dependency_line(text, of.unwrap_or("*")), wrong))
    }

    fn add(&mut self, input: Origin) {
        self.inputs.push(input);
        if let Some(subtask) = self.subtasks.last_mut() {
            subtask.tests += 1;
        }
    }

    fn begin(&mut self, points: &str, name: Option<String>, line: usize) -> Result<(), Error> {
        let points = points.trim().parse().map_err(|_| malformed(line))?;
        if self.subtasks.is_empty() && !self.inputs.is_empty() {
            return Err(at(line, "tests before the first subtask"));
        }
        self.subtasks.push(GeneratedSubtask { points, name, ..GeneratedSubtask::default() });
        Ok(())
    }

    /// Gives the last subtask a validator, by default with the input and the subtask as arguments; `None` if there is no subtask, or
    /// an argument is not known.
    fn validate_by(&mut self, declared: &Validator, folder: &Path) -> io::Result<Option<()>> {
        let number = self.subtasks.len().saturating_sub(1);
        let Some(subtask) = self.subtasks.last_mut() else { return Ok(None) };
        let usual = ["INPUT".to_owned(), "ST_NUM".to_owned()];
        let args = if declared.args.is_empty() { &usual[..] } else { &declared.args };
        let args = args.iter().map(|arg| match arg.trim_start_matches('$') {
            "INPUT" => Some(INPUT_FILE.to_owned()),
            "ST_NUM" => Some(number.to_string()),
            "ST_NAME" => subtask.name.clone(),
            _ => None,
        });
        let Some(args) = args.collect::<Option<_>>() else { return Ok(None) };
        let of_subtask = (number, subtask.name.as_deref());
        subtask.validator = Some(validator((folder, &declared.program), args, of_subtask)?);
        Ok(Some(()))
    }

    /// Returns the validators of each input: those of all subtasks in which it counts.
    pub fn validators(&self) -> Vec<Vec<InputValidator>> {
        let counted: Vec<BTreeSet<usize>> = (0..self.subtasks.len()).map(|n| self.counted_in(n)).collect();
        let validators = self.subtasks.iter().enumerate().flat_map(|(owner, subtask)| {
            let fitting = self.subtasks.iter().zip(&counted).filter(|(_, counted)| counted.contains(&owner));
            let own: Vec<_> = fitting.filter_map(|(fitting, _)| fitting.validator.clone()).collect();
            std::iter::repeat_n(own, subtask.tests)
        });
        validators.collect()
    }

    /// Returns the subtasks whose tests count in one: itself, and the required ones.
    fn counted_in(&self, subtask: usize) -> BTreeSet<usize> {
        let (mut counted, mut open) = (BTreeSet::from([subtask]), vec![subtask]);
        while let Some(next) = open.pop() {
            let requires = &self.subtasks[next].requires;
            let required = self.subtasks.iter().enumerate().filter(|(index, other)| {
                requires.iter().any(|name| other.is_called(name)) && counted.insert(*index)
            });
            open.extend(required.map(|(index, _)| index));
        }
        counted
    }

    fn of_last(&mut self, line: usize, change: impl FnOnce(&mut GeneratedSubtask)) -> Result<(), Error> {
        self.subtasks.last_mut().map(change).ok_or_else(|| malformed(line))
    }

    /// Returns the rules of the subtasks, whose tests are combined by `rule`; a subtask cannot have a greater part of its points than one
    /// that it depends on.
    pub fn groups(&self, rule: Rule) -> Vec<Group> {
        let groups = self.subtasks.iter().enumerate().map(|(index, subtask)| {
            let (name, capped_by) = ((index + 1).to_string(), self.required_numbers(index));
            Group { name, rule, points: Some(subtask.points), capped_by, ..Group::default() }
        });
        groups.collect()
    }

    /// Returns the numbers of the subtasks that one depends on.
    fn required_numbers(&self, index: usize) -> Vec<String> {
        let requires = &self.subtasks[index].requires;
        if requires.iter().any(|name| name == "*") {
            return (1..=self.subtasks.len()).filter(|&n| n != index + 1).map(|n| n.to_string()).collect();
        }
        let named = requires.iter();
        let named = named.filter_map(|name| self.subtasks.iter().position(|other| other.is_called(name)));
        named.map(|index| (index + 1).to_string()).collect()
    }
}

/// A validator as it is declared.
struct Validator {
    program: String,
    args: Vec<String>,
}

struct Known<T>(Vec<(String, T)>);

impl<T> Known<T> {
    fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, program)| program)
    }

    /// Returns the default program.
    fn usual(&self) -> Option<&T> {
        self.get("default").or_else(|| self.0.first().map(|(_, program)| program))
    }
}

fn run(
    generators: &Known<String>,
    name: Option<&str>,
    args: Vec<String>,
    line: usize,
) -> Result<Origin, Error> {
    let known = name.map_or_else(|| generators.usual(), |name| generators.get(name));
    let path = known.ok_or_else(|| {
        let name = name.unwrap_or("default");
        at(line, format_args!("no generator is called {name:?}"))
    })?;
    Ok(Origin::Run(Run::new(path, path, args)))
}

/// Returns the index of the line on which a comment says that a subtask depends on this one, or of the first line.
fn dependency_line(text: &str, name: &str) -> usize {
    let mut lines = text.lines().map(|line| (line.contains("STDEP"), line.split([' ', '\t', ':'])));
    lines.position(|(is_dependency, mut words)| is_dependency && words.any(|word| word == name)).unwrap_or(0)
}

fn malformed(line: usize) -> Error {
    Error::Malformed(format!("line {} is malformed", line + 1))
}

fn at(line: usize, why: impl Display) -> Error {
    Error::Malformed(format!("line {}: {why}", line + 1))
}
