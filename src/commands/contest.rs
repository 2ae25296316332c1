//! `toolkit contest FOLDER`: the problems in a folder, one row each.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use itertools::Itertools;
use serde::Serialize;

use super::check;
use super::check::invocations;
use super::mutants;
use crate::exit::Exit;
use crate::problem::{Problem, manifests};
use crate::system::interruption::Interruption;
use crate::terminal::count::number;
use crate::terminal::error::{ErrorKind, UsageError};
use crate::terminal::output::OutputArgs;
use crate::terminal::say;
use crate::terminal::style::{Colours, Style, aligned};
use nim_ground::limits::seconds;
use nim_ground::presence::{is_file, is_folder};
use nim_ground::visible;
use nim_judge::report::results::{ProgramReport, Report};
use nim_simd::Level;
use nim_task::conversion::SourceError;
use nim_task::formats::Manifests;
use nim_task::package::Package;
use nim_task::score;
use nim_task::submissions::LeftOutProgram;
use nim_task::verdict::Verdict;

/// Check the problems of a contest
///
/// A problem is a package: a folder or a ZIP archive in FOLDER. Its submissions are run as by `check --submissions`. A table has
/// a row for each problem; below it stands what is missing, and what fails.
#[derive(clap::Args)]
#[command(after_help = "Example: toolkit contest my-contest")]
pub struct Args {
    /// The folder of the problems
    folder: PathBuf,
    /// Add a column with the score of the tests by `mutants`, run for N seconds of each problem
    #[arg(long, value_name = "N", value_parser = number, num_args = 0..=1, default_missing_value = "60", allow_hyphen_values = true)]
    mutants: Option<u64>,
    #[command(flatten)]
    output: OutputArgs,
}

/// The name and version of the JSON.
const SCHEMA: &str = "toolkit-contest/1";

/// The JSON output.
#[derive(Serialize)]
struct ContestJson<'r> {
    problems: &'r [Row],
}

/// The heads of the columns; the last is there on demand.
const HEAD: [&str; COLUMNS] =
    ["problem", "tests", "submissions", "time limit", "slowest", "statements", "validators", "mutants"];
const COLUMNS: usize = 8;

/// The row of a problem, as far as it is known.
#[derive(Default, Serialize)]
struct Row {
    name: String,
    tests: usize,
    submissions: String,
    limit: String,
    slowest: String,
    statements: String,
    validators: String,
    mutants: String,
    missing: Vec<String>,
    fails: Vec<String>,
    warnings: Vec<String>,
}

/// Checks the problems, and prints the table.
pub fn run(args: &Args, level: Option<Level>) -> anyhow::Result<Exit> {
    let interruption = Interruption::watch()?;
    interruption.end(contest(args, level, &interruption))
}

fn contest(args: &Args, level: Option<Level>, interruption: &Interruption) -> anyhow::Result<Exit> {
    let folder = &args.folder;
    let shown = folder.display();
    UsageError::unless_there(folder)?;
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {shown}"))?;
    let paths: Vec<PathBuf> = entries.map_ok(|entry| entry.path()).try_collect()?;
    let manifests = manifests()?;
    let why = format!("{shown} is a problem: name the folder that it is in");
    UsageError::unless(!manifests.has_submissions(folder), why)?;
    let mut rows = Vec::new();
    for path in paths.iter().filter(|path| may_be_problem(path)).sorted() {
        let entry = Listed::open(path, &manifests);
        let mut row = Row::check(&entry, level, interruption)?;
        if let Some((row, seconds)) = row.as_mut().zip(args.mutants)
            && interruption.exit().is_none()
        {
            row.add_mutants(&entry, seconds, level, interruption);
        }
        rows.extend(row);
        if interruption.exit().is_some() {
            break;
        }
    }
    if rows.is_empty() {
        say::error(format_args!("{shown} has no problems in it"));
        return Ok(interruption.exit().unwrap_or(Exit::NoTests));
    }
    let columns = if args.mutants.is_some() { COLUMNS } else { COLUMNS - 1 };
    args.output.answer(
        SCHEMA,
        &ContestJson { problems: &rows },
        || verdict(&rows),
        || text(&rows, columns),
    )?;
    let failed = rows.iter().any(|row| !row.fails.is_empty());
    Ok(interruption.exit().unwrap_or(if failed { Exit::NotAccepted } else { Exit::Success }))
}

/// Returns whether an entry of the folder is looked at.
fn may_be_problem(path: &Path) -> bool {
    let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    // A package that cannot be read gets a row with the reason.
    !is_hidden && (is_folder(path).unwrap_or(true) || path.extension() == Some(OsStr::new("zip")))
}

/// Returns whether a folder is no package, by the error of reading it.
fn is_other(why: &anyhow::Error) -> bool {
    matches!(why.downcast_ref(), Some(SourceError::NoTests | SourceError::Several(_)))
}

/// An entry of the folder, read as a package.
struct Listed<'a> {
    path: &'a Path,
    package: anyhow::Result<Package>,
    manifests: &'a Manifests,
}

impl<'a> Listed<'a> {
    fn open(path: &'a Path, manifests: &'a Manifests) -> Self {
        Self { path, package: Problem::at(path, manifests).package(&mut Vec::new()), manifests }
    }

    /// Returns the folder of the package; an archive is unpacked once.
    fn folder(&self) -> &Path {
        let unpacked = self.package.as_ref().ok().filter(|package| !package.unpacked.is_empty());
        unpacked.map_or(self.path, |package| &package.folder)
    }

    /// Returns an error in words, in which files of an archive lie in it.
    fn in_words(&self, why: &anyhow::Error) -> String {
        let folder = self.folder().display().to_string();
        format!("{why:#}").replace(folder.trim_end_matches('/'), &self.path.display().to_string())
    }
}

impl Row {
    /// Checks a problem; `None` where the folder is none.
    fn check(
        entry: &Listed<'_>,
        level: Option<Level>,
        interruption: &Interruption,
    ) -> anyhow::Result<Option<Self>> {
        let Listed { path, package: read, manifests } = entry;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut row = Self { name, ..Self::default() };
        let has_submissions = match read {
            Ok(package) => {
                row.describe(package);
                has_files(package, "submissions/") || manifests.has_submissions(entry.folder())
            }
            Err(why) if is_other(why) && !is_named(path, manifests) => {
                say::note(format_args!("{}: left out: {why}", row.name));
                return Ok(None);
            }
            Err(_) => manifests.has_submissions(path),
        };
        if !has_submissions {
            row.fails.extend(read.as_ref().err().map(ToString::to_string));
            row.missing.push("submissions".to_owned());
            return Ok(Some(row));
        }
        say::message(format_args!("{}: checking", row.name));
        match check::of_submissions(entry.folder(), manifests, level, interruption) {
            Ok(report) => report.iter().for_each(|report| row.judge(report, read.is_ok())),
            Err(why) if interruption.exit().is_some() => return Err(why),
            Err(why) => row.fails.push(match ErrorKind::from_error(&why) {
                ErrorKind::NoTests => "no tests were found".to_owned(),
                ErrorKind::NotAccepted => {
                    say::error(format_args!("{why:#}"));
                    "its validators refuse inputs".to_owned()
                }
                _ => entry.in_words(&why),
            }),
        }
        if let Err(why) = read {
            row.note_unread(why);
        }
        Ok(Some(row))
    }

    /// Notes the reason why a package could not be read, unless its check reported it: a mistake in it, or parts that are only checked,
    /// such as generated tests.
    fn note_unread(&mut self, why: &anyhow::Error) {
        let text = why.to_string();
        match why.downcast_ref() {
            _ if self.fails.iter().any(|said| said.contains(&text)) => {}
            Some(SourceError::Incomplete(_)) => {
                self.warnings.push(format!("warning: not read whole: {text}"));
            }
            _ => self.fails.push(text),
        }
    }

    /// Notes a missing part.
    fn miss(&mut self, is_missing: bool, what: &str) {
        self.missing.extend(is_missing.then(|| what.to_owned()));
    }

    /// Adds the tests, statements and validators of the package to the row.
    fn describe(&mut self, package: &Package) {
        self.tests = package.tests.len();
        self.statements = package.statements.keys().join(" ");
        let kinds = [
            ("input", "input_validators/", "an input validator"),
            ("output", "output_validator/", ""),
            ("answer", "answer_validators/", ""),
        ];
        let mut validators = Vec::new();
        for (kind, folder, missing) in kinds {
            if has_files(package, folder)
                || kind == "input" && package.tests.iter().any(|test| !test.validators.is_empty())
            {
                validators.push(kind);
            } else if kind == "input" && package.grammar.is_some() {
                validators.push("grammar");
            } else if !missing.is_empty() {
                self.missing.push(missing.to_owned());
            }
        }
        self.validators = validators.join(" ");
        self.miss(self.statements.is_empty(), "a statement");
        self.miss(!package.tests.iter().any(|test| test.is_sample), "a sample");
        self.miss(package.tests.iter().all(|test| test.is_sample), "secret tests");
        if let Some(seconds) = package.limits.cpu.map(seconds) {
            self.limit = format!("{seconds} s");
        }
    }

    /// Takes the results of the submissions; without a package that was read, its stated values are not known.
    fn judge(&mut self, report: &Report, is_read: bool) {
        self.tests = report.summary.tests;
        let (count, met) = report.expectations().unwrap_or_default();
        self.submissions = format!("{met} of {count}");
        let right = report.programs.iter().filter(|program| must_be_accepted(program)).collect_vec();
        let of_right = report.tests.iter().filter(|test| right.iter().any(|own| own.name == test.program));
        if let Some(slowest) = of_right.map(|test| test.cpu_ms).max_by(f64::total_cmp) {
            self.slowest = format!("{:.2} s", slowest / 1e3);
        }
        if self.limit.is_empty() {
            let limit = report.tests.iter().filter_map(|test| test.limit_ms).min_by(f64::total_cmp);
            self.limit = limit.map_or_else(String::new, |limit| format!("({} s)", limit / 1e3));
            self.miss(is_read, "a time limit");
        }
        self.miss(right.is_empty(), "an accepted submission");
        self.miss(count == right.len(), "a submission that fails");
        let left_out = report.left_out.iter();
        let missing = left_out.map(|LeftOutProgram { name, why }| format!("the verdict of {name} ({why})"));
        self.missing.extend(missing);
        self.warnings.extend(report.warnings.iter().map(|warning| format!("warning: {warning}")));
        let in_part = report.accepted_in_part().map(|program| {
            let points = score::text(program.score, program.points.unwrap_or_default());
            format!("the full score of {} ({points})", program.name)
        });
        self.missing.extend(in_part);
        self.fails.extend(invocations::unexpected(report));
        let errors = report.summary.count(Verdict::JudgeError);
        if errors > 0 {
            self.fails.push(say::counted(errors, "judge error"));
        }
        if report.summary.interrupted {
            self.fails.push("interrupted".to_owned());
        }
    }

    /// Adds the score of the tests by mutants.
    fn add_mutants(
        &mut self,
        entry: &Listed<'_>,
        seconds: u64,
        level: Option<Level>,
        interruption: &Interruption,
    ) {
        say::message(format_args!("{}: running mutants", self.name));
        match mutants::score(entry.folder(), entry.manifests, seconds, level, interruption) {
            Ok(score) => {
                self.mutants = score.percent().unwrap_or_default();
                let survivors = say::counted(score.survived, "mutant");
                self.miss(score.survived > 0, &format!("tests that catch {survivors}"));
            }
            Err(why) => self.missing.push(format!("mutants ({})", entry.in_words(&why))),
        }
    }

    fn cells(&self) -> [String; COLUMNS] {
        let Self { submissions, limit, slowest, statements, validators, mutants, .. } = self;
        let tests = self.tests.to_string();
        [&self.name, &tests, submissions, limit, slowest, statements, validators, mutants]
            .map(|text| if text.is_empty() { "-".to_owned() } else { visible::line(text) })
    }
}

/// Returns whether a folder has a file that makes it a problem, even without tests.
fn is_named(path: &Path, manifests: &Manifests) -> bool {
    let files = [path.join("problem.yaml"), path.to_path_buf()];
    manifests.has_submissions(path) || files.iter().any(|file| is_file(file).unwrap_or(true))
}

fn has_files(package: &Package, folder: &str) -> bool {
    package.files.keys().any(|path| path.starts_with(folder))
}

fn must_be_accepted(program: &ProgramReport) -> bool {
    program.expected.as_ref().is_some_and(|expected| expected.permitted == [Verdict::Accepted].into())
}

/// Returns the table with this number of columns, then a line for each missing or failing part, and one for the whole.
fn text(rows: &[Row], columns: usize) -> String {
    let head = HEAD.map(str::to_owned);
    let cells = std::iter::once(head).chain(rows.iter().map(Row::cells));
    let cells = cells.map(|row| row[..columns].to_vec()).collect_vec();
    let lines = aligned(&cells, &[]);
    let mut lines = lines.iter().map(|line| line.trim_end().to_owned()).collect_vec();
    for row in rows {
        let name = visible::line(&row.name);
        let missing = (!row.missing.is_empty()).then(|| format!("missing {}", row.missing.join(", ")));
        let fails = row.fails.iter().map(|why| format!("fails: {why}"));
        lines.extend(
            missing
                .into_iter()
                .chain(fails)
                .chain(row.warnings.iter().cloned())
                .map(|what| format!("{name}: {}", visible::brief(&what))),
        );
    }
    lines.join("\n") + "\n" + &verdict(rows)
}

/// Returns the line for the whole.
fn verdict(rows: &[Row]) -> String {
    let fail = rows.iter().filter(|row| !row.fails.is_empty()).count();
    let lack = rows.iter().filter(|row| !row.missing.is_empty()).count();
    let problems = say::counted(rows.len(), "problem");
    let line = format!("{problems}: {fail} with failures, {lack} with something missing");
    let style = if fail > 0 { Style::Red } else { Style::Green };
    Colours::of_stdout().paint(style, &line) + "\n"
}
