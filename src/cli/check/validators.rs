//! The validators that a package has for its inputs: those of Polygon, those in `input_validators` of the ICPC formats, and those in
//! `gen` of a task of task-maker.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use itertools::Itertools;
use tempfile::NamedTempFile;

use super::jury::{Built, Jury, is_checktestdata};
use crate::cli::say;
use nim_judge::interruption;
use nim_judge::layout::polygon::{PlannedTest, Polygon};
use nim_judge::layout::task::Task;
use nim_judge::layout::{INPUT, InputValidator, Test};

/// The folders of validators in the ICPC formats.
const FOLDERS: [&str; 3] = ["input_validators", "input_validator", "input_format_validators"];
/// The status with which a validator of the ICPC formats accepts an input.
const ACCEPTED: i32 = 42;
/// Most invalid inputs that are named.
const MOST: usize = 10;

/// Returns the folder with the validators of a package in an ICPC format.
pub fn folder_of_icpc(package: &Path) -> Option<PathBuf> {
    FOLDERS.iter().map(|name| package.join(name)).find(|folder| folder.is_dir())
}

/// The format of a package with validators.
enum Format {
    Polygon(Polygon),
    Icpc,
    /// A task of task-maker, with the validator of each input.
    Task(Vec<Option<InputValidator>>),
}

/// The call of a validator.
struct Call {
    args: Vec<OsString>,
    /// What it sees.
    readable: Vec<PathBuf>,
    /// Its standard input.
    input: PathBuf,
    /// The status with which it accepts.
    accepted: i32,
}

/// The validators of a package.
pub struct Validators {
    format: Format,
    /// The package's folder.
    package: PathBuf,
    /// Each with its path below the package.
    built: Vec<(String, Built)>,
    /// Notes on those that cannot be built.
    pub notes: Vec<String>,
}

impl Validators {
    /// Builds the validators of a package in Polygon's format.
    pub fn of_polygon(package: Polygon, jury: &Jury<'_>) -> Self {
        let places: Vec<PathBuf> =
            package.validators.iter().map(|validator| validator.path.clone()).collect();
        let folder = package.folder.clone();
        Self::build(&places, &folder, Format::Polygon(package), jury)
    }

    /// Builds the validators of a package in an ICPC format; `None` where it has none.
    pub fn of_icpc(package: &Path, jury: &Jury<'_>) -> Option<Self> {
        let folder = folder_of_icpc(package)?;
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let is_hidden =
            |path: &PathBuf| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        let places: Vec<PathBuf> = entries.filter(|path| !is_hidden(path)).sorted().collect();
        (!places.is_empty()).then(|| Self::build(&places, package, Format::Icpc, jury))
    }

    /// Builds the validators of a task with so many tests; `None` where it has none.
    pub fn of_task(folder: &Path, tests: usize, jury: &Jury<'_>) -> Option<Self> {
        let calls = Task::validators(folder, tests);
        let programs = calls.iter().flatten().map(|call| folder.join(&call.program));
        let places: Vec<PathBuf> = programs.sorted().dedup().collect();
        (!places.is_empty()).then(|| Self::build(&places, folder, Format::Task(calls), jury))
    }

    fn build(places: &[PathBuf], package: &Path, format: Format, jury: &Jury<'_>) -> Self {
        let mut validators =
            Self { format, package: package.to_path_buf(), built: Vec::new(), notes: Vec::new() };
        for place in places {
            let name = place.strip_prefix(package).unwrap_or(place).display().to_string();
            match jury.build(place) {
                Ok(built) => validators.built.push((name, built)),
                Err(why) => validators.notes.push(format!("{why:#}: {name} validates no inputs")),
            }
        }
        validators
    }

    /// Returns whether none could be built.
    pub fn is_empty(&self) -> bool {
        self.built.is_empty()
    }

    /// Returns the tests whose inputs are refused, each with the reasons.
    ///
    /// # Errors
    /// When an input cannot be read, or a signal ends the command.
    pub fn refused<'t>(
        &self,
        jury: &Jury<'_>,
        tests: impl Iterator<Item = &'t Test>,
    ) -> anyhow::Result<Vec<(&'t str, String)>> {
        let mut refused = Vec::new();
        for test in tests {
            let input = readable(&test.input)?;
            let input = input.as_ref().map_or(test.input.as_path(), NamedTempFile::path);
            for (name, built) in &self.built {
                let Some(call) = self.call(name, test, input)? else { continue };
                let command = (built.command(), call.args.as_slice());
                if let Err(why) = jury.accepts(command, &call.readable, &call.input, call.accepted) {
                    // One that a signal ended has refused nothing.
                    interruption::check()?;
                    refused.push((test.name.as_str(), format!("{why:#} ({name})")));
                }
            }
        }
        Ok(refused)
    }

    /// Returns the call of a validator for a test, whose input is a readable copy; `None` where it is not that of the test.
    fn call(&self, name: &str, test: &Test, input: &Path) -> io::Result<Option<Call>> {
        let of_stdin = |args: Vec<OsString>, accepted| Call {
            args,
            readable: Vec::new(),
            input: input.to_path_buf(),
            accepted,
        };
        Ok(Some(match &self.format {
            Format::Polygon(package) => {
                let is_it = |planned: &&PlannedTest| test.input.ends_with(&planned.input);
                of_stdin(options(package.tests.iter().find(is_it)), 0)
            }
            Format::Icpc => {
                let args = test.input_args.of(Path::new(name)).iter().map(OsString::from).collect();
                of_stdin(args, if is_checktestdata(Path::new(name)) { 0 } else { ACCEPTED })
            }
            Format::Task(calls) => {
                let call = number_of(&test.name).and_then(|number| calls.get(number)?.as_ref());
                let Some(call) = call.filter(|call| call.program == name) else { return Ok(None) };
                let input = input.canonicalize()?;
                let arg = |arg: &String| if arg == INPUT { input.clone().into() } else { arg.into() };
                let args = call.args.iter().map(arg).collect();
                let around = self.package.join(name).parent().map(Path::canonicalize).transpose()?;
                let readable = around.into_iter().chain([input.clone()]).collect();
                Call { args, readable, input: "/dev/null".into(), accepted: 0 }
            }
        }))
    }
}

/// Returns the number of a test in a task by its name: 7 for `input/input7`.
fn number_of(name: &str) -> Option<usize> {
    let (_, number) = name.trim_end_matches(".txt").rsplit_once("input")?;
    number.parse().ok()
}

/// Returns the sentence about refused inputs, with the first of them.
pub fn in_words(refused: &[(&str, String)]) -> String {
    let more = refused.len().saturating_sub(MOST);
    let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
    let shown = refused.iter().take(MOST).map(|(name, why)| format!("\n  {name}: {why}")).join("");
    let count = say::counted(refused.len(), "input");
    format!("the package's validators refuse {count}:{shown}{more}")
}

/// Returns the options that a validator of Polygon gets for a test.
fn options(planned: Option<&PlannedTest>) -> Vec<OsString> {
    let testset = planned.map_or("tests", |planned| planned.testset.as_str());
    let mut options: Vec<OsString> = vec!["--testset".into(), testset.into()];
    if let Some(group) = planned.and_then(|planned| planned.group.as_ref()) {
        options.extend(["--group".into(), group.into()]);
    }
    options
}

/// Returns a copy of an input whose lines end as on Windows: there, validators read such ends as those of any line.
fn readable(input: &Path) -> anyhow::Result<Option<NamedTempFile>> {
    let text = fs::read(input)?;
    if !text.windows(2).any(|two| two == b"\r\n") {
        return Ok(None);
    }
    let mut file = NamedTempFile::with_prefix("toolkit-input-")?;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let line =
            line.strip_suffix(b"\r\n").map_or(Cow::Borrowed(line), |line| [line, b"\n"].concat().into());
        file.write_all(&line)?;
    }
    Ok(Some(file))
}
