//! The validators that a package has for its inputs: those of Polygon, those in `input_validators` of the ICPC formats, those in
//! `gen` of a task of task-maker, and the verifier of a problem of Library Checker.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::error::{Context as _, Result};
use itertools::Itertools;
use tempfile::NamedTempFile;

use super::trusted::{Built, TrustedPrograms, is_checktestdata};
use nim_ground::file_io::FileIo;
use nim_ground::interruption;
use nim_ground::words::counted;
use nim_task::layout::library_checker::LibraryProblem;
use nim_task::layout::polygon::{PlannedTest, Polygon};
use nim_task::layout::{INPUT_FILE, InputValidator, Test};

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
    /// A problem of Library Checker.
    Library,
    /// A task of task-maker, with the validators of each input.
    Task(Vec<Vec<InputValidator>>),
}

/// The call of a validator on an input.
struct Call<'a> {
    command: Vec<OsString>,
    args: Vec<OsString>,
    /// What it sees.
    readable: Vec<PathBuf>,
    input: &'a Path,
    /// Where it reads the input.
    files: FileIo,
    /// The status with which it accepts.
    accepted: i32,
}

/// Puts the files beside a validator that task-maker puts there, from the folder `gen`, and runs it.
const AROUND: &str = "for file in limiti.yaml constraints.yaml gen.toml; do [ ! -f \"$0/$file\" ] || cp \"$0/$file\" .; done; exec \"$@\"";

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
    pub fn of_polygon(package: Polygon, programs: TrustedPrograms<'_>) -> Self {
        let places: Vec<PathBuf> =
            package.validators.iter().map(|validator| validator.path.clone()).collect();
        let folder = package.folder.clone();
        Self::build(&places, &folder, Format::Polygon(package), programs)
    }

    /// Builds the validators of a package in an ICPC format; `None` where it has none.
    pub fn of_icpc(package: &Path, programs: TrustedPrograms<'_>) -> Option<Self> {
        let folder = folder_of_icpc(package)?;
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let is_hidden =
            |path: &PathBuf| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        let places: Vec<PathBuf> = entries.filter(|path| !is_hidden(path)).sorted().collect();
        (!places.is_empty()).then(|| Self::build(&places, package, Format::Icpc, programs))
    }

    /// Builds the validators of the inputs of a task; `None` where it has none.
    pub fn of_task(
        folder: &Path,
        calls: Vec<Vec<InputValidator>>,
        programs: TrustedPrograms<'_>,
    ) -> Option<Self> {
        let places = calls.iter().flatten().map(|call| folder.join(&call.program));
        let places: Vec<PathBuf> = places.sorted().dedup().collect();
        (!places.is_empty()).then(|| Self::build(&places, folder, Format::Task(calls), programs))
    }

    /// Builds the verifier of a problem of Library Checker; `None` where it has none.
    pub fn of_library(problem: &LibraryProblem, programs: TrustedPrograms<'_>) -> Option<Self> {
        let verifier = problem.verifier()?;
        let folder = verifier.parent().unwrap_or(&verifier);
        Some(Self::build(std::slice::from_ref(&verifier), folder, Format::Library, programs))
    }

    fn build(places: &[PathBuf], package: &Path, format: Format, programs: TrustedPrograms<'_>) -> Self {
        let mut validators =
            Self { format, package: package.to_path_buf(), built: Vec::new(), notes: Vec::new() };
        for place in places {
            let name = place.strip_prefix(package).unwrap_or(place).display().to_string();
            match programs.build(place) {
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
    /// When an input cannot be read, a validator crashes, or a signal ends the command.
    pub fn refused<'t>(
        &self,
        programs: TrustedPrograms<'_>,
        tests: impl Iterator<Item = &'t Test>,
    ) -> Result<Vec<(&'t str, String)>> {
        let mut refused = Vec::new();
        for test in tests {
            let plain = with_plain_ends(&test.input)?;
            let plain = plain.as_ref().map_or(test.input.as_path(), NamedTempFile::path);
            for (name, built) in &self.built {
                for call in self.calls((name, built.command()), test, plain) {
                    let (command, input) = ((&*call.command, &*call.args), (call.input, &call.files));
                    let readable = [&*call.readable, built.own()].concat();
                    let accepted = programs.accepts(command, &readable, input, call.accepted);
                    // One that a signal ended has refused nothing.
                    interruption::check()?;
                    let accepted = accepted.with_context(|| format!("{name}, on {}", test.name))?;
                    if let Err(why) = accepted {
                        refused.push((test.name.as_str(), format!("{why} ({name})")));
                    }
                }
            }
        }
        Ok(refused)
    }

    /// Returns the calls of a validator for a test; `plain` is its input with plain ends of lines.
    fn calls<'t>(
        &self,
        (name, command): (&str, &[OsString]),
        test: &'t Test,
        plain: &'t Path,
    ) -> Vec<Call<'t>> {
        let of_stdin = |args: Vec<OsString>, accepted, readable| {
            let (command, files) = (command.to_vec(), FileIo::STANDARD);
            vec![Call { command, args, readable, input: plain, files, accepted }]
        };
        match &self.format {
            Format::Polygon(package) => {
                let is_it = |planned: &&PlannedTest| test.input.ends_with(&planned.input);
                of_stdin(options(package.tests.iter().find(is_it)), 0, Vec::new())
            }
            Format::Icpc => {
                let args = test.input_args.of(Path::new(name)).iter().map(OsString::from).collect();
                let accepted = if is_checktestdata(Path::new(name)) { 0 } else { ACCEPTED };
                // One that is a folder has modules and data beside its program.
                let is_folder = self.package.join(name).is_dir();
                let around = command.last().filter(|_| is_folder).and_then(|last| Path::new(last).parent());
                of_stdin(args, accepted, around.into_iter().map(Path::to_path_buf).collect())
            }
            Format::Library => of_stdin(Vec::new(), 0, Vec::new()),
            Format::Task(calls) => {
                let number = number_of(&test.name).unwrap_or(usize::MAX);
                let calls = calls.get(number).into_iter().flatten().filter(|call| call.program == name);
                calls.map(|call| self.call_of_task(call, command, (number, &test.input))).collect()
            }
        }
    }

    /// Returns a call as task-maker makes it: in a folder with the input, and with variables for the subtask and the test.
    fn call_of_task<'t>(
        &self,
        call: &InputValidator,
        command: &[OsString],
        (test, input): (usize, &'t Path),
    ) -> Call<'t> {
        let generators = self.package.join("gen");
        let generators = generators.canonicalize().unwrap_or(generators);
        let name = call.name.iter().map(|name| format!(" TM_SUBTASK_NAME={}", shell_words::quote(name)));
        let variables = format!("TM_SUBTASK={} TM_TESTCASE={test}{}", call.subtask, name.format(""));
        let script = format!("export {variables}; {AROUND}");
        let shell = ["/bin/sh".into(), "-c".into(), script.into(), generators.into()];
        Call {
            command: shell.into_iter().chain(command.iter().cloned()).collect(),
            args: call.args.iter().map(OsString::from).collect(),
            readable: folders_of_task(&self.package, call),
            input,
            files: FileIo { input: Some(INPUT_FILE.to_owned()), output: None },
            accepted: 0,
        }
    }
}

/// Returns the folders of a task that a validator reads: its own, and `gen`; no link leads out of the task.
pub fn folders_of_task(task: &Path, call: &InputValidator) -> Vec<PathBuf> {
    let program = task.join(&call.program);
    let folders = program.parent().map(Path::to_path_buf).into_iter().chain([task.join("gen")]);
    let real = folders.filter_map(|folder| folder.canonicalize().ok());
    let root = task.canonicalize().unwrap_or_else(|_| task.to_path_buf());
    real.filter(|folder| folder.starts_with(&root)).unique().collect()
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
    let count = counted(refused.len(), "input");
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
fn with_plain_ends(input: &Path) -> Result<Option<NamedTempFile>> {
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
