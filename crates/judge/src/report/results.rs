//! The report of a check, as its JSON form has it.

use std::collections::{BTreeMap, HashMap};
use std::io;

use serde::{Deserialize, Serialize};

use super::fingerprint::FingerprintParts;
use super::transcript::TranscriptLine;
use crate::growth::Growth;
use crate::observed::ObservedAnswers;
use crate::report::Error;
use nim_ground::json;
use nim_task::expected::{Expectation, SubmissionResult, Whole};
use nim_task::score::{self, Grade, Group, Scored, SubtaskScore};
use nim_task::submissions::LeftOutProgram;
use nim_task::verdict::Verdict;

/// The name and version of the JSON form. The number grows when a key changes its meaning or is removed.
pub const SCHEMA: &str = "toolkit-check/2";

/// The title of a group of similar programs.
pub const SIMILAR: &str = "equal or nearly equal programs";

/// The results of a check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The version of the report's form: [`SCHEMA`].
    pub schema: String,
    /// The title of a class's report: the problem, the class and the date.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The sandbox that the programs ran in.
    pub sandbox: SandboxReport,
    /// The programs in the order in which they were given.
    pub programs: Vec<ProgramReport>,
    /// Counts over all results.
    pub summary: ReportSummary,
    /// The shard of the tests that this report covers; `None` for all tests.
    pub shard: Option<ShardReport>,
    /// The number of tests of each recognised layout.
    pub layouts: BTreeMap<String, usize>,
    /// A result for every program and test, in order.
    pub tests: Vec<TestReport>,
    /// Planned tests that were not run, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_run: Vec<NotRun>,
    /// The rule by which tests add up to a score, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<Group>,
    /// The tests that no wrong program needs, where the table of programs by tests was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matrix: Option<Matrix>,
    /// The groups of equal or nearly equal programs in a class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub similar: Vec<Similar>,
    /// The programs with the same mistake, or with equal wrong answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<MistakeGroup>,
    /// Files that belong to no test.
    pub unmatched: Vec<String>,
    /// Notes that are neither results nor warnings.
    pub notes: Vec<String>,
    /// The notes that are warnings about the package, without the word `warning`.
    #[serde(skip)]
    pub warnings: Vec<String>,
    /// The programs that were not run, as the notes say.
    #[serde(skip)]
    pub left_out: Vec<LeftOutProgram>,
}

/// The sandbox of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxReport {
    /// `auto`, `strict` or `off`; `none` when no program was started.
    pub mode: String,
    /// The names of the active layers.
    pub layers: Vec<String>,
    /// The layers that this machine lacks.
    pub missing: Vec<String>,
}

/// A program that was checked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProgramReport {
    /// The name of the program, as in `tests[].program`.
    pub name: String,
    /// The command and its arguments; empty for the built-in solvers and for a program that does not compile.
    pub command: Vec<String>,
    /// The language of the source, if source files were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The verdict, if it does not depend on tests: a compile error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// The compiler's message, if any.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// A remark on a student's submission: it is late, or there is none to check.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub remark: String,
    /// The mistake behind the wrong answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<Mistake>,
    /// The conditions that separate the failed cases or tests from the others.
    #[serde(default, rename = "where", skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Location>,
    /// The growth of time or memory, if a limit was exceeded and growth was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub growth: Option<Growth>,
    /// The verdicts that the package expects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Expectation>,
    /// The points; `None` if tests have none, or some were not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The maximum of points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
    /// The score of each group of tests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subtasks: Vec<SubtaskScore>,
    /// The group whose grader failed, with the reason; empty if none did.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub grader_failure: String,
}

/// The mistake of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mistake {
    /// The name of the recorded program with the same answers, or of two; empty if the answers show the mistake by themselves.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The number of tests that were compared, which all agree.
    pub agrees: usize,
    /// The number of tests compared.
    pub of: usize,
    /// The mistake in words.
    pub what: String,
    /// The sentence on the program, to follow its name and a colon.
    pub text: String,
}

/// A condition that separates some failures of a program from the other tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// The kind of the failures.
    pub kind: LocationKind,
    /// The condition, in words; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub condition: String,
    /// The sentence on the program, to follow its name and a colon.
    pub text: String,
}

/// The kind of failures that a [`Location`] separates from the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LocationKind {
    /// Tests that the program does not end by itself.
    Limit,
    /// Answers too many or too few.
    Surplus,
    /// All wrong answers, and nothing else.
    Wrong,
    /// All wrong answers, and some right ones.
    Only,
    /// The answers that are one of two words, right or wrong.
    Prints,
}

/// Programs that make the same mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MistakeGroup {
    /// The shared mistake in words.
    pub text: String,
    /// The names of the programs.
    pub programs: Vec<String>,
}

/// Programs that are equal, or nearly so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Similar {
    /// The names of the programs.
    pub programs: Vec<String>,
    /// The least share of common fingerprints between neighbours in the group, at most 1.
    pub share: f64,
}

/// Counts over all results.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReportSummary {
    /// Results in this report: one for each test of a program, and one for each program that does not compile.
    pub total: usize,
    /// The number of accepted results.
    pub accepted: usize,
    /// Results by the short name of their verdict.
    pub verdicts: BTreeMap<String, usize>,
    /// Tests selected, each for every program; 0 in reports of older versions.
    #[serde(default)]
    pub tests: usize,
    /// Planned tests that were not run, after an interruption or a program's first failure under `--fail-fast`.
    pub not_run: usize,
    /// Whether the user interrupted the check.
    pub interrupted: bool,
    /// Wall time of the whole check in milliseconds.
    pub wall_ms: f64,
}

/// The shard that a report covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardReport {
    /// The index of the shard, from 1.
    pub index: usize,
    /// The number of shards.
    pub count: usize,
    /// The number of results of all shards together.
    pub tests: usize,
    /// The hash of `parts`, the same for all shards of a check.
    pub fingerprint: String,
    /// The settings and files that must be the same for all shards, by name.
    #[serde(default)]
    pub parts: FingerprintParts,
}

/// The tests that no wrong program needs. A test catches a wrong program by rejecting it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matrix {
    /// Tests that catch no wrong program.
    pub catch_nothing: Vec<String>,
    /// The unnecessary tests: without any one of them, each wrong program is still caught.
    pub not_needed: Vec<String>,
}

/// A planned test that a program was not run on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotRun {
    /// The name of the test.
    pub name: String,
    /// The name of the program.
    pub program: String,
    /// The subtask or the folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Place of the test among all tests of the check.
    pub index: usize,
}

/// The result of one program on one test.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TestReport {
    /// The name of the test.
    pub name: String,
    /// The name of the program.
    pub program: String,
    /// The subtask or the folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The verdict by its short name.
    pub verdict: Verdict,
    /// The CPU time in milliseconds.
    pub cpu_ms: f64,
    /// The wall-clock time in milliseconds.
    pub wall_ms: f64,
    /// Peak memory in KiB; `None` where it was not measured.
    pub memory_kib: Option<u64>,
    /// The reason for the verdict; may be empty.
    pub message: String,
    /// The points, if tests have any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The maximum of points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
    /// The place of the first difference in the output, or in the answer where the output has ended.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// The kind of the difference, if it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<DifferenceKind>,
    /// The pattern of the wrong answers, if the output is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<ObservedAnswers>,
    /// The CPU limit in milliseconds; `None` for the built-in solvers.
    pub limit_ms: Option<f64>,
    /// The memory limit in KiB; `None` for the built-in solvers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_limit_kib: Option<u64>,
    /// CPU time of every run in milliseconds, where runs were repeated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs_cpu_ms: Vec<f64>,
    /// The number of runs with each verdict, by short name, if every test was run several times.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub runs_verdicts: BTreeMap<String, usize>,
    /// The number of the failed case, from 1, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<u64>,
    /// Bytes of the input, or of the case that failed, of a program that was not accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_bytes: Option<u64>,
    /// The beginning of the input, or of the case that failed, of a program that was not accepted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub input: Vec<InputLine>,
    /// The lines around the first difference.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diff: Vec<DiffLine>,
    /// The dialogue with the interactor, of a program that was not accepted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transcript: Vec<TranscriptLine>,
    /// The beginning and the end of standard error, of a program that was not accepted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// Place of the test among all tests of the check, by which reports are merged.
    pub index: usize,
}

/// A kind of difference between an output and its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceKind {
    /// Only white space differs, in a way for which the problem's judge has its own verdict.
    WhiteSpace,
    /// The first words that differ are numbers within a tolerance of 1e-6.
    Rounding,
}

impl ProgramReport {
    /// Returns the [`first_error`] of the compiler's message.
    #[must_use]
    pub fn first_error(&self) -> &str {
        first_error(&self.message)
    }
}

/// Returns the first line of a compiler's or linker's message that is marked as an error, otherwise the first that mentions one, otherwise
/// the first.
#[must_use]
pub fn first_error(message: &str) -> &str {
    // The name of a function may hold the word alone.
    let marked = first_marked(message, &MARKS).or_else(|| first_marked(message, &["error", "Error"]));
    marked.or(message.lines().next()).unwrap_or_default()
}

fn first_marked<'m>(message: &'m str, marks: &[&str]) -> Option<&'m str> {
    let mut lines = message.lines().filter(|line| LINKER_FAILED.iter().all(|mark| !line.contains(mark)));
    lines.find(|line| marks.iter().any(|mark| line.contains(mark)))
}

/// Marks of lines that are errors of a compiler or a linker.
const MARKS: [&str; 8] = [
    "error:",
    "error[",
    "Error:",
    "Fatal:",
    "undefined reference",
    "undefined symbol",
    "multiple definition",
    "cannot find -l",
];
/// Lines of compilers that only say that the linker failed.
const LINKER_FAILED: [&str; 3] = ["collect2:", "linker command failed", "error: linking with"];

impl TestReport {
    /// Returns the part of the result that a score depends on.
    pub fn scored(&self) -> Scored<'_> {
        Scored {
            name: &self.name,
            group: self.group.as_deref().unwrap_or_default(),
            verdict: self.verdict,
            score: self.score.unwrap_or_default(),
            points: self.points.unwrap_or_default(),
        }
    }

    /// Returns the part of the result that expectations are compared with.
    pub fn submission_result(&self) -> SubmissionResult<'_> {
        SubmissionResult {
            test: Some(&self.name),
            group: self.group.as_deref().unwrap_or_default(),
            verdict: self.verdict,
            message: &self.message,
            has_points: self.score.is_some_and(|score| score > 0.0),
        }
    }

    /// Appends to the reason for the verdict.
    pub fn add_to_message(&mut self, more: &str) {
        let separator = if self.message.is_empty() { "" } else { "; " };
        self.message = format!("{}{separator}{more}", self.message);
    }
}

impl ReportSummary {
    /// Counts results: of tests, and one for each program that does not compile.
    pub fn from_results(programs: &[ProgramReport], tests: &[TestReport]) -> Self {
        let mut summary = Self::default();
        for verdict in
            programs.iter().filter_map(|program| program.verdict).chain(tests.iter().map(|test| test.verdict))
        {
            summary.total += 1;
            *summary.verdicts.entry(verdict.short().to_owned()).or_default() += 1;
        }
        summary.accepted = summary.count(Verdict::Accepted);
        summary
    }

    /// Returns the number of planned results.
    pub(crate) fn planned(&self) -> usize {
        self.total + self.not_run
    }

    /// Returns the number of results with this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.verdicts.get(verdict.short()).copied().unwrap_or(0)
    }
}

impl Similar {
    /// Returns the names, and the share in percent.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{} ({:.0} %)", self.programs.join(", "), (self.share * 100.0).floor())
    }
}

impl Report {
    /// Returns the programs that there is a remark on, by name.
    pub fn remarks(&self) -> impl Iterator<Item = (&str, &str)> {
        let remarked = self.programs.iter().filter(|program| !program.remark.is_empty());
        remarked.map(|program| (program.name.as_str(), program.remark.as_str()))
    }

    /// Returns the report of one program, without the others.
    #[must_use]
    pub fn of_program(&self, program: &ProgramReport) -> Self {
        let name = &program.name;
        let tests: Vec<TestReport> = self.results_of(program).cloned().collect();
        let not_run: Vec<NotRun> =
            self.not_run.iter().filter(|test| test.program == *name).cloned().collect();
        let programs = vec![program.clone()];
        let summary = ReportSummary {
            tests: self.summary.tests,
            not_run: not_run.len(),
            interrupted: self.summary.interrupted,
            ..ReportSummary::from_results(&programs, &tests)
        };
        let own = format!("{name}: ");
        Self {
            schema: self.schema.clone(),
            title: format!("{name}, {}", self.title),
            sandbox: self.sandbox.clone(),
            programs,
            summary,
            layouts: self.layouts.clone(),
            tests,
            not_run,
            scoring: self.scoring.clone(),
            notes: self.notes.iter().filter(|note| note.starts_with(&own)).cloned().collect(),
            ..Self::default()
        }
    }

    /// Adds warnings of the package, as notes too.
    pub fn add_warnings(&mut self, warnings: Vec<String>) {
        self.notes.extend(warnings.iter().map(|warning| format!("warning: {warning}")));
        self.warnings.extend(warnings);
    }

    /// Returns the lines on growth, one for each program with known growth.
    pub fn growths(&self) -> impl Iterator<Item = String> {
        self.programs
            .iter()
            .filter_map(|program| Some(format!("{}: {}", program.name, program.growth.as_ref()?)))
    }

    /// Returns the programs that do not compile, each with its verdict.
    pub fn not_compiled(&self) -> impl Iterator<Item = (&ProgramReport, Verdict)> {
        self.programs.iter().filter_map(|program| Some((program, program.verdict?)))
    }

    /// Returns the results of a program.
    pub fn results_of<'a>(&'a self, program: &'a ProgramReport) -> impl Iterator<Item = &'a TestReport> {
        self.tests.iter().filter(|test| test.program == program.name)
    }

    /// Returns the results of each program that has some.
    pub fn results_by_program(&self) -> HashMap<&str, Vec<&TestReport>> {
        let mut of_programs: HashMap<&str, Vec<&TestReport>> = HashMap::new();
        for result in &self.tests {
            of_programs.entry(&result.program).or_default().push(result);
        }
        of_programs
    }

    /// Computes the score of each program, and returns the whole result of each, by its name. Graders of packages are run by `grade`.
    pub fn score(&mut self, grade: Option<&Grade<'_>>) -> BTreeMap<String, Whole> {
        let mut wholes = BTreeMap::new();
        let Some(root) = &self.scoring else { return wholes };
        for program in &mut self.programs {
            let tests = self.tests.iter().filter(|test| test.program == program.name);
            let results: Vec<Scored<'_>> = tests.map(TestReport::scored).collect();
            let (whole, subtasks, passed) = score::score(root, &results, grade);
            program.grader_failure = subtasks
                .iter()
                .chain([&whole])
                .find(|group| group.verdict == Some(Verdict::JudgeError) && !group.message.is_empty())
                .map(|group| format!("{}: {}", group.name, group.message))
                .unwrap_or_default();
            program.points = Some(whole.points);
            // A program that does not compile has a score, too.
            program.score = if program.verdict.is_some() { Some(0.0) } else { whole.score };
            program.subtasks = subtasks;
            let score = program.score.unwrap_or_default();
            let is_full = whole.points > 0.0 && score >= whole.points;
            if !program.grader_failure.is_empty() {
                continue;
            }
            wholes.insert(program.name.clone(), Whole { passed, is_full, score });
        }
        wholes
    }

    /// Returns the programs that are accepted, as they must be, but without all points.
    pub fn accepted_in_part(&self) -> impl Iterator<Item = &ProgramReport> {
        self.programs.iter().filter(|program| {
            let expected =
                program.expected.as_ref().filter(|expected| expected.met && expected.score.is_none());
            let points = program.points.filter(|points| *points > 0.0);
            expected.is_some_and(|expected| expected.permitted == [Verdict::Accepted].into())
                && points.is_some_and(|points| program.score.is_some_and(|score| score < points))
        })
    }

    /// Compares the verdicts of each program, and its whole result, with the expected ones.
    pub fn judge_expectations(&mut self, wholes: &BTreeMap<String, Whole>) {
        for program in &mut self.programs {
            let Some(expected) = &mut program.expected else { continue };
            let tests = self.tests.iter().filter(|test| test.program == program.name);
            let of_tests = tests.map(TestReport::submission_result);
            let compiled = program.verdict.map(SubmissionResult::of_no_test);
            let results: Vec<_> = compiled.into_iter().chain(of_tests).collect();
            let whole = wholes.get(&program.name).copied();
            let is_complete = !self.not_run.iter().any(|not_run| not_run.program == program.name);
            expected.judge(&results, whole, is_complete);
        }
    }

    /// Returns the number of programs with expectations, and of those that meet them.
    pub fn expectations(&self) -> Option<(usize, usize)> {
        let expected = self.programs.iter().filter_map(|program| program.expected.as_ref());
        let met = expected.clone().filter(|expected| expected.met).count();
        Some((expected.count(), met)).filter(|(count, _)| *count > 0)
    }

    /// Returns whether a result is accepted, or permitted by the program's expectation.
    pub fn is_fine(&self, test: &TestReport) -> bool {
        let program = self.programs.iter().find(|program| program.name == test.program);
        match program.and_then(|program| program.expected.as_ref()) {
            Some(expected) => expected.permits(&test.submission_result()),
            None => test.verdict == Verdict::Accepted,
        }
    }

    /// Writes the JSON form.
    ///
    /// # Errors
    /// When `out` fails.
    pub(crate) fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        json::write_pretty(&mut &mut *out, self)?;
        out.write_all(b"\n")
    }

    /// Reads the JSON form.
    ///
    /// # Errors
    /// When it is not JSON, lacks a key, or has another version.
    pub fn read_json(text: &[u8]) -> Result<Self, Error> {
        let value: serde_json::Value = serde_json::from_slice(text)
            .map_err(|error| Error::Malformed(format!("not a report: {error}")))?;
        match value["schema"].as_str() {
            Some(SCHEMA) => {
                serde_json::from_value(value).map_err(|error| Error::Malformed(error.to_string()))
            }
            Some(other) => Err(Error::Malformed(format!("expected the schema {SCHEMA}, found {other}"))),
            None => Err(Error::Malformed("not a report: it names no schema".to_owned())),
        }
    }
}

/// A line of an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputLine {
    /// The number of the line, from 1.
    pub line: u64,
    /// The first bytes of the line; an ellipsis alone in the last line shown if more lines follow.
    pub text: String,
}

/// A line of the displayed diff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffLine {
    /// ` ` in both, `-` in the answer only, `+` in the output only.
    pub tag: char,
    /// The number of the line in its file.
    pub line: u64,
    /// The text, cut if it is long.
    pub text: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_is_a_line_of_the_compiler_or_linker_marked_as_one() {
        for (message, line) in [
            ("a.c: In function 'error_of':\na.c:2:1: warning: x\na.c:3:1: error: no", "a.c:3:1: error: no"),
            ("warning: unused Error\nerror[E0308]: no", "error[E0308]: no"),
            ("my_error.py, line 1\nSyntaxError: no", "SyntaxError: no"),
            (
                "ld: in function `_start':\n(.text): undefined reference to `main'\ncollect2: error: ld returned 1 exit status",
                "(.text): undefined reference to `main'",
            ),
            (
                "ld.lld: error: undefined symbol: f\nclang: error: linker command failed",
                "ld.lld: error: undefined symbol: f",
            ),
            (
                "error: linking with `cc` failed\n  = note: ld: cannot find -lx: no",
                "  = note: ld: cannot find -lx: no",
            ),
            ("collect2: fatal error: ld terminated", "collect2: fatal error: ld terminated"),
            ("x\n1 error", "1 error"),
            ("x\ny", "x"),
            ("", ""),
        ] {
            let program = ProgramReport { message: message.to_owned(), ..ProgramReport::default() };
            assert_eq!(program.first_error(), line);
        }
    }
}
