//! The output of a check: the layouts found, the failures, the summary.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::ColorChoice;
use rustix::termios::tcgetwinsize;

use super::colour::{Colours, Style};
use super::paths::name_of;
use super::side_by_side;
use crate::cli::reports::{ReportTarget, write_reports};
use crate::cli::say;
use nim_judge::interactive::transcript;
use nim_judge::layout::{Suite, Test};
use nim_judge::matrix;
use nim_judge::report::{ProgramReport, Report, TestReport};
use nim_judge::score::{self, Subtask};
use nim_judge::verdict::Verdict;
use nim_judge::visible;

/// Most files without a partner that are listed.
const MOST_UNMATCHED: usize = 5;
/// Most lines shown of a program's standard error.
const MOST_ERRORS: usize = 8;
/// Most lines shown of a compiler's message.
const MOST_LINES: usize = 20;

/// The options for what is printed.
#[derive(clap::Args)]
pub struct ScreenArgs {
    /// Number of failures shown whole: with the input, and the expected lines beside those of the output
    #[arg(long, value_name = "N", default_value_t = 1)]
    show: usize,
    /// List every file without a partner
    #[arg(long)]
    verbose: bool,
    /// Use colours; auto does on a terminal
    #[arg(long, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
}

/// The output of a check.
pub struct Screen<'a> {
    args: &'a ScreenArgs,
    /// The requested reports: when one is written to standard output, everything else goes to standard error.
    reports: &'a [ReportTarget],
    colours: Colours,
    /// What to say of a check without programs, on the line of the summary.
    built_in: Option<&'static str>,
}

/// Said where no program was named: the summary would read as if one had been accepted.
const NO_PROGRAM: &str =
    "the built-in solver was checked, for no program was named: add sol.cpp or -- ./sol, or --built-in";

impl<'a> Screen<'a> {
    /// Creates the output of a check with these reports.
    pub fn new(args: &'a ScreenArgs, reports: &'a [ReportTarget]) -> Self {
        let to_stderr = reports.iter().any(ReportTarget::is_standard_output);
        let colours = if to_stderr {
            Colours::new(args.color, &io::stderr())
        } else {
            Colours::new(args.color, &io::stdout())
        };
        Self { args, reports, colours, built_in: None }
    }

    /// The same, for a check of the built-in solvers that may have been meant for a program.
    pub fn without_program(self) -> Self {
        Self { built_in: Some(NO_PROGRAM), ..self }
    }

    /// Prints the layouts found and the files without a partner.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn suite(&self, suite: &Suite, paths: &[PathBuf]) -> anyhow::Result<()> {
        let shown: Vec<String> = paths.iter().map(|path| name_of(path, suite)).collect();
        let families: Vec<String> =
            suite.families().iter().map(|(family, count)| format!("{count} {family}")).collect();
        let mut text = format!("{}: {}", visible::line(&shown.join(" ")), tests(suite.tests.len()));
        if !families.is_empty() {
            let _ = write!(text, ": {}", families.join("; "));
        }
        text.push('\n');
        self.unmatched(&mut text, suite);
        self.print(&text)?;
        self.notes(&suite.notes)
    }

    /// Lists the files without a partner; many are counted by reason, each with the first of them.
    fn unmatched(&self, text: &mut String, suite: &Suite) {
        if self.args.verbose || suite.unmatched.len() <= MOST_UNMATCHED {
            for unmatched in &suite.unmatched {
                let _ =
                    writeln!(text, "  no partner: {} ({})", visible::line(&unmatched.file), unmatched.reason);
            }
            return;
        }
        let mut reasons: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
        for unmatched in &suite.unmatched {
            reasons.entry(&unmatched.reason).or_insert((0, &unmatched.file)).0 += 1;
        }
        let reasons: Vec<String> = reasons
            .iter()
            .map(|(reason, (count, first))| format!("{count} {reason}, such as {}", visible::line(first)))
            .collect();
        let count = suite.unmatched.len();
        let _ = writeln!(text, "  no partner: {count} files ({}); --verbose lists them", reasons.join("; "));
    }

    /// Prints notes.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn notes(&self, notes: &[String]) -> anyhow::Result<()> {
        let lines: Vec<String> =
            notes.iter().map(|note| format!("  note: {}\n", visible::brief(note))).collect();
        self.print(&lines.concat())
    }

    /// Lists the tests and their files.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn pairs<'t>(&self, suite: &Suite, tests: impl Iterator<Item = &'t Test>) -> anyhow::Result<()> {
        let mut text = String::new();
        for test in tests {
            let [input, partner] = [&test.input, test.expected.file()].map(|file| name_of(file, suite));
            let pair = format!("{}: {input} -> {partner}", test.name);
            let _ = writeln!(text, "{}", visible::line(&pair));
        }
        self.print(&text)
    }

    /// Prints why there are no tests.
    pub fn no_tests(&self, suite: &Suite, filtered: bool) {
        let why = if filtered && !suite.tests.is_empty() {
            "no test matches the filter"
        } else {
            "no tests were found"
        };
        say::error(why);
    }

    /// Prints the failures, the table of several programs, and the summary, and writes the reports.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn report(&self, report: &Report) -> anyhow::Result<()> {
        let mut text = String::new();
        let several = report.programs.len() > 1;
        let is_expected =
            |program: &ProgramReport| program.expected.as_ref().is_some_and(|expected| expected.met);
        for (program, verdict) in report.not_compiled().filter(|(program, _)| !is_expected(program)) {
            self.not_compiled(&mut text, program, verdict);
        }
        let failures = report.tests.iter().filter(|test| !report.is_fine(test));
        for (index, test) in failures.enumerate() {
            if index < self.args.show {
                self.failure(&mut text, test, several);
            } else {
                self.failure_in_a_line(&mut text, test, several);
            }
        }
        if let Some((count, met)) = report.expectations() {
            submissions(&mut text, report);
            let _ = writeln!(text, "{met} of {count} submissions as expected");
        } else if several && report.matrix.is_none() {
            table(&mut text, report);
        }
        if report.scoring.is_some() {
            scores(&mut text, report);
        }
        if let Some(matrix) = &report.matrix {
            text.push_str(&matrix::text(report, matrix));
        }
        let sandbox = &report.sandbox;
        // The report lists all layers; only missing ones are printed.
        if !sandbox.missing.is_empty() {
            let without = format!("sandbox ({}) without: {}", sandbox.mode, sandbox.missing.join(", "));
            let _ = writeln!(text, "{}", visible::line(&without));
        }
        summary(&mut text, report, self.built_in);
        let shown = self.print(&text);
        // Reports are written even if printing failed.
        write_reports(report, self.reports)?;
        shown
    }

    /// Prints a program that does not compile, with the compiler's message.
    fn not_compiled(&self, text: &mut String, program: &ProgramReport, verdict: Verdict) {
        let _ = writeln!(text, "{} {}", self.colours.verdict(verdict), visible::line(&program.name));
        let message = visible::lines(program.message.trim_end());
        let lines = message.lines().count();
        for line in message.lines().take(MOST_LINES) {
            let _ = writeln!(text, "    {line}");
        }
        if lines > MOST_LINES {
            let _ = writeln!(text, "    … {} more lines", lines - MOST_LINES);
        }
    }

    /// Prints a failure whole: verdict, reason, the input of the case, both sides of the difference, and the end of standard error.
    fn failure(&self, text: &mut String, test: &TestReport, several: bool) {
        let _ = writeln!(text, "{} {}", self.colours.verdict(test.verdict), name_of_failure(test, several));
        for line in [&test.message, &test.place].into_iter().filter(|line| !line.is_empty()) {
            let _ = writeln!(text, "    {}", visible::line(line));
        }
        if !test.input.is_empty() {
            let _ = writeln!(text, "    {}", self.colours.paint(Style::Bold, "input"));
            let digits = test.input.iter().map(|line| line.line).max().unwrap_or(1).to_string().len();
            for line in &test.input {
                let number = self.colours.paint(Style::Dim, &format!("{:>digits$}", line.line));
                let _ = writeln!(text, "    {number} {}", visible::line(&line.text));
            }
        }
        if !test.diff.is_empty() {
            text.push_str(&side_by_side::text(&test.diff, self.columns(), self.colours));
        }
        if !test.transcript.is_empty() {
            let _ = writeln!(text, "    {}", self.colours.paint(Style::Bold, "dialogue"));
            for line in transcript::text(&test.transcript) {
                let _ = writeln!(text, "    {}", shorten(&visible::line(&line), self.columns() - 4));
            }
        }
        let errors: Vec<&str> = test.stderr.lines().collect();
        if !errors.is_empty() {
            let skipped = errors.len().saturating_sub(MOST_ERRORS);
            let title = if skipped > 0 { "standard error, its end" } else { "standard error" };
            let _ = writeln!(text, "    {}", self.colours.paint(Style::Bold, title));
            for line in &errors[skipped..] {
                let _ = writeln!(text, "    {}", shorten(&visible::line(line), self.columns() - 4));
            }
        }
    }

    /// Prints a failure in a line.
    fn failure_in_a_line(&self, text: &mut String, test: &TestReport, several: bool) {
        let rest = format!("{}  {}", name_of_failure(test, several), visible::line(&test.message));
        let rest = shorten(rest.trim_end(), self.columns() - 4);
        let _ = writeln!(text, "{} {rest}", self.colours.verdict(test.verdict));
    }

    /// Returns the width in columns: that of `COLUMNS` or of the terminal, else 80.
    pub fn columns(&self) -> usize {
        let given = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let terminal = || {
            let to_stderr = self.reports.iter().any(ReportTarget::is_standard_output);
            let size = if to_stderr { tcgetwinsize(io::stderr()) } else { tcgetwinsize(io::stdout()) };
            size.ok().map(|size| usize::from(size.ws_col))
        };
        given.or_else(terminal).filter(|&columns| columns > 0).unwrap_or(80).clamp(40, 1000)
    }

    fn print(&self, text: &str) -> anyhow::Result<()> {
        if self.reports.iter().any(ReportTarget::is_standard_output) {
            // An error of standard error itself cannot be reported.
            let _ = io::stderr().write_all(text.as_bytes());
            return Ok(());
        }
        match io::stdout().write_all(text.as_bytes()) {
            // A closed pipe is no error.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written.context("cannot write to standard output"),
        }
    }
}

/// Prints a table of tests by programs, with verdict and CPU time.
fn table(text: &mut String, report: &Report) {
    let compiled = report.programs.iter().filter(|program| program.verdict.is_none());
    let programs: Vec<&str> = compiled.map(|program| program.name.as_str()).collect();
    let mut rows: BTreeMap<usize, (String, Vec<String>)> = BTreeMap::new();
    for test in &report.tests {
        let Some(column) = programs.iter().position(|&name| name == test.program) else { continue };
        let (_, cells) = rows
            .entry(test.index)
            .or_insert_with(|| (visible::line(&test.name), vec!["-".to_owned(); programs.len()]));
        cells[column] = format!("{} {:.0} ms", test.verdict.short(), test.cpu_ms);
    }
    let first = rows.values().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(4);
    let names: Vec<String> = programs.iter().map(|name| visible::line(name)).collect();
    let widths: Vec<usize> = names
        .iter()
        .enumerate()
        .map(|(column, name)| {
            rows.values().map(|(_, cells)| cells[column].len()).max().unwrap_or(0).max(name.chars().count())
        })
        .collect();
    let mut line = |name: &str, cells: &[&str]| {
        let _ = write!(text, "{name:first$}");
        for (cell, width) in cells.iter().zip(&widths) {
            let _ = write!(text, "  {cell:width$}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    };
    line("test", &names.iter().map(String::as_str).collect::<Vec<_>>());
    for (name, cells) in rows.values() {
        line(name, &cells.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

/// Prints a line for each submission: its verdicts, and where they are not as expected, what is.
fn submissions(text: &mut String, report: &Report) {
    let name = |program: &ProgramReport| visible::line(&program.name);
    let width = report.programs.iter().map(|program| visible::width(&name(program))).max().unwrap_or(0);
    for program in &report.programs {
        let tests: Vec<&TestReport> =
            report.tests.iter().filter(|test| test.program == program.name).collect();
        let counts = Verdict::ALL.iter().filter_map(|&verdict| {
            let count = tests.iter().filter(|test| test.verdict == verdict).count()
                + usize::from(program.verdict == Some(verdict));
            (count > 0).then(|| format!("{verdict} {count}"))
        });
        let sign = match &program.expected {
            Some(expected) if expected.met => "ok  ",
            Some(_) => "FAIL",
            None => "    ",
        };
        let counts: Vec<String> = counts.collect();
        let _ = write!(text, "{sign} {:width$}  {}", name(program), counts.join(", "));
        if let Some(expected) = program.expected.as_ref().filter(|expected| !expected.met) {
            let _ = write!(text, ": {}", visible::brief(&expected.unmet.join("; ")));
        }
        text.push('\n');
    }
}

/// Most subtasks that are shown.
const MOST_SUBTASKS: usize = 100;

/// Prints the score: by subtask for one program, a line for each of several.
fn scores(text: &mut String, report: &Report) {
    for program in &report.programs {
        let score = score::of(program.score, program.points.unwrap_or_default());
        if report.programs.len() > 1 {
            let _ = writeln!(text, "score of {}: {score}", visible::line(&program.name));
        } else {
            subtasks(text, &program.subtasks);
            let _ = writeln!(text, "score: {score}");
        }
    }
}

/// Prints a line for each subtask.
fn subtasks(text: &mut String, subtasks: &[Subtask]) {
    if subtasks.is_empty() {
        return;
    }
    let head = ["subtask", "points", "verdict", "tests"].map(str::to_owned);
    let rows = std::iter::once(head).chain(subtasks.iter().take(MOST_SUBTASKS).map(subtask_row));
    let rows: Vec<[String; 4]> = rows.collect();
    let width = |column: usize| rows.iter().map(|row| visible::width(&row[column])).max().unwrap_or(0);
    let (first, second) = (width(0), width(1));
    for [name, points, verdict, tests] in &rows {
        let pad = " ".repeat(first - visible::width(name));
        let _ = writeln!(text, "{name}{pad}  {points:>second$}  {verdict:7}  {tests}");
    }
    if let Some(more) = subtasks.len().checked_sub(MOST_SUBTASKS).filter(|&more| more > 0) {
        let _ = writeln!(text, "… {more} more subtasks");
    }
}

fn subtask_row(subtask: &Subtask) -> [String; 4] {
    let verdict = subtask.verdict.map_or("-", Verdict::short).to_owned();
    let mut tests = format!("{} of {} accepted", subtask.accepted, subtask.tests);
    if !subtask.message.is_empty() {
        let _ = write!(tests, "; {}", visible::line(&subtask.message));
    }
    [visible::line(&subtask.name), score::of(subtask.score, subtask.points), verdict, tests]
}

/// Returns the test of a failure, with its program where there are several.
fn name_of_failure(test: &TestReport, several: bool) -> String {
    let program = if several { format!("{}: ", visible::line(&test.program)) } else { String::new() };
    program + &visible::line(&test.name)
}

/// Returns a text, cut where it is wider than this.
fn shorten(text: &str, width: usize) -> String {
    let mut used = 0;
    let end = text.char_indices().find(|(_, c)| {
        used += visible::width(c.encode_utf8(&mut [0; 4]));
        used > width
    });
    let Some((end, _)) = end else { return text.to_owned() };
    let mut cut = text[..end].to_owned();
    cut.pop();
    cut + "…"
}

/// Returns a number of tests, in words.
fn tests(count: usize) -> String {
    if count == 1 { "1 test".to_owned() } else { format!("{count} tests") }
}

fn summary(text: &mut String, report: &Report, built_in: Option<&str>) {
    let summary = &report.summary;
    let verdicts: Vec<String> = Verdict::ALL
        .iter()
        .filter(|&&verdict| summary.count(verdict) > 0 && verdict != Verdict::CompileError)
        .map(|&verdict| format!("{} {}", summary.count(verdict), verdict.words()))
        .collect();
    let not_compiled = summary.count(Verdict::CompileError);
    text.push_str(&tests(summary.total.saturating_sub(not_compiled)));
    if !verdicts.is_empty() {
        let _ = write!(text, ": {}", verdicts.join(", "));
    }
    if let Some(note) = built_in {
        let _ = write!(text, "; {note}");
    }
    if not_compiled > 0 {
        let words = if not_compiled == 1 { "program does" } else { "programs do" };
        let _ = write!(text, "; {not_compiled} {words} not compile");
    }
    if summary.not_run > 0 {
        let _ = write!(text, "; {} not run", summary.not_run);
    }
    if summary.interrupted {
        text.push_str("; interrupted");
    }
    let _ = writeln!(text, " ({:.2} s{})", summary.wall_ms / 1e3, extremes(report));
}

/// Returns the slowest test and the largest memory of programs; nothing of the built-in solvers.
fn extremes(report: &Report) -> String {
    let tests = || report.tests.iter().filter(|test| test.limit_ms.is_some());
    let mut text = String::new();
    if let Some(test) = tests().max_by(|a, b| a.cpu_ms.total_cmp(&b.cpu_ms)) {
        let _ = write!(text, "; slowest {:.2} s: {}", test.cpu_ms / 1e3, visible::line(&test.name));
    }
    if let Some(most) = tests().filter_map(|test| test.memory_kib).max() {
        let _ = write!(text, "; most memory {:.1} MiB", most as f64 / 1024.0);
    }
    text
}
