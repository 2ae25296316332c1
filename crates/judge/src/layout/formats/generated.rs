//! The files of the Italian format that say how tests are made: `gen/GEN`, and `gen/cases.gen` of task-maker.

use crate::layout::input_validators::{INPUT, InputValidator};
use crate::layout::plan::Origin;
use crate::score::{Group, Rule};

/// The tests of a task, in the order of their subtasks.
#[derive(Debug, Default)]
pub struct Generated {
    /// The subtasks; without any, every test counts for itself.
    pub subtasks: Vec<Subtask>,
    /// The origin of each test's input, whose paths are below the task.
    pub inputs: Vec<Origin>,
}

/// A subtask.
#[derive(Debug, Default)]
pub struct Subtask {
    /// Its points.
    pub points: f64,
    /// The number of its tests.
    pub tests: usize,
    /// Its name.
    pub name: Option<String>,
    /// The validator of its inputs, where subtasks name them.
    pub validator: Option<InputValidator>,
    /// Names of the subtasks whose tests count in it, too; `*` stands for all.
    requires: Vec<String>,
}

impl Generated {
    /// Reads a `GEN`; `generator` is the program that its lines are arguments of.
    ///
    /// As in CMS, a comment that begins with `ST:` begins a subtask, and one that begins with `COPY:` names an input.
    pub fn of_gen(text: &str, generator: &str) -> Result<Self, String> {
        let mut generated = Self::default();
        for (index, line) in text.lines().enumerate() {
            let (command, comment) = line.split_once('#').unwrap_or((line, ""));
            let args: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
            let comment = comment.trim();
            if !args.is_empty() {
                generated.add(Origin::Run { program: generator.into(), args, input: None });
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
        Ok(generated)
    }

    /// Reads a `cases.gen`. Constraints are about the arguments of generators alone.
    pub fn of_cases(text: &str) -> Result<Self, String> {
        let mut generated = Self::default();
        let mut generators: Vec<(String, String)> = Vec::new();
        let mut current = "default".to_owned();
        let mut validators: Vec<(String, InputValidator)> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            let Some(command) = line.strip_prefix(':') else {
                if !line.is_empty() {
                    let args = shell_words::split(line).map_err(|_| malformed(index))?;
                    generated.add(run(&generators, &current, args, index)?);
                }
                continue;
            };
            let mut rest = shell_words::split(command).map_err(|_| malformed(index))?.into_iter();
            match rest.next().unwrap_or_default().as_str() {
                "GEN" => match (rest.next(), rest.next()) {
                    (Some(name), Some(path)) => generators.push((name, path)),
                    (Some(name), None) => current = name,
                    _ => return Err(malformed(index)),
                },
                "SUBTASK" => {
                    let (points, name) = (rest.next().unwrap_or_default(), rest.next());
                    generated.begin(&points, name, index)?;
                    "default".clone_into(&mut current);
                    generated.validate_by("default", &validators, index)?;
                }
                "STDEP" => generated.of_last(index, |subtask| subtask.requires.extend(rest))?,
                "COPY" => generated.add(Origin::File(rest.collect::<Vec<_>>().join(" ").into())),
                "RUN" => {
                    let name = rest.next().unwrap_or_default();
                    generated.add(run(&generators, &name, rest.collect(), index)?);
                }
                "VAL" => match (rest.next(), rest.next()) {
                    (Some(name), Some(program)) => {
                        validators.push((name, InputValidator { program, args: rest.collect() }));
                    }
                    (Some(name), None) if generated.validate_by(&name, &validators, index)? => {}
                    _ => return Err(malformed(index)),
                },
                "CONSTRAINT" => {}
                _ => return Err(malformed(index)),
            }
        }
        Ok(generated)
    }

    fn add(&mut self, input: Origin) {
        self.inputs.push(input);
        if let Some(subtask) = self.subtasks.last_mut() {
            subtask.tests += 1;
        }
    }

    fn begin(&mut self, points: &str, name: Option<String>, line: usize) -> Result<(), String> {
        let points = points.trim().parse().map_err(|_| malformed(line))?;
        if self.subtasks.is_empty() && !self.inputs.is_empty() {
            return Err(format!("line {}: tests before the first subtask", line + 1));
        }
        self.subtasks.push(Subtask { points, name, ..Subtask::default() });
        Ok(())
    }

    /// Gives the last subtask the validator of this name; returns whether there is one.
    fn validate_by(
        &mut self,
        name: &str,
        validators: &[(String, InputValidator)],
        line: usize,
    ) -> Result<bool, String> {
        let number = self.subtasks.len().saturating_sub(1).to_string();
        let validator = validators.iter().find(|(known, _)| known == name).map(|(_, known)| known);
        self.of_last(line, |subtask| {
            let value = |arg: &String| match arg.trim_start_matches('$') {
                "INPUT" => Some(INPUT.to_owned()),
                "ST_NUM" => Some(number.clone()),
                "ST_NAME" => subtask.name.clone(),
                _ => None,
            };
            let Some(InputValidator { program, args }) = validator else { return Some(false) };
            let args = match args.as_slice() {
                [] => vec![INPUT.to_owned(), number.clone()],
                args => args.iter().map(value).collect::<Option<_>>()?,
            };
            subtask.validator = Some(InputValidator { program: program.clone(), args });
            Some(true)
        })?
        .ok_or_else(|| malformed(line))
    }

    fn of_last<T>(&mut self, line: usize, change: impl FnOnce(&mut Subtask) -> T) -> Result<T, String> {
        self.subtasks.last_mut().map(change).ok_or_else(|| malformed(line))
    }

    /// Returns the rules of the subtasks, whose tests are combined by `rule`; a subtask cannot have more of its points than
    /// one that it depends on.
    pub fn groups(&self, rule: Rule) -> Vec<Group> {
        let number = |name: &str| {
            let at = self.subtasks.iter().position(|subtask| subtask.name.as_deref() == Some(name));
            at.map(|index| (index + 1).to_string())
        };
        let numbers = |subtask: &Subtask| -> Vec<String> {
            subtask.requires.iter().filter_map(|name| number(name)).collect()
        };
        let all =
            |own: usize| (1..=self.subtasks.len()).filter(|&n| n != own).map(|n| n.to_string()).collect();
        let group = |(index, subtask): (usize, &Subtask)| {
            let of_all = subtask.requires.iter().any(|name| name == "*");
            let capped_by = if of_all { all(index + 1) } else { numbers(subtask) };
            let name = (index + 1).to_string();
            Group { name, rule, points: Some(subtask.points), capped_by, ..Group::default() }
        };
        self.subtasks.iter().enumerate().map(group).collect()
    }
}

fn run(
    generators: &[(String, String)],
    name: &str,
    args: Vec<String>,
    line: usize,
) -> Result<Origin, String> {
    let known = generators.iter().find(|(known, _)| known == name);
    let (_, path) = known.ok_or_else(|| format!("line {}: no generator is called {name:?}", line + 1))?;
    Ok(Origin::Run { program: path.into(), args, input: None })
}

fn malformed(line: usize) -> String {
    format!("line {} is malformed", line + 1)
}
