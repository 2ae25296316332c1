//! The output of a check: the layouts found, the failures, the summary.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use rustix::termios::tcgetwinsize;

use crate::cli::reports::{ReportTarget, write_reports};
use crate::judge::layout::{Suite, Test};
use crate::judge::matrix;
use crate::judge::report::{ProgramReport, Report, ReportSummary, TestReport};
use crate::judge::verdict::Verdict;
use crate::judge::visible;

/// Most failures shown with the surrounding lines.
const WITH_DIFF: usize = 3;
/// Most lines shown of a compiler's message.
const MOST_LINES: usize = 20;

/// The output of a check.
pub struct Screen<'a> {
    /// The requested reports: when one is written to standard output, everything else goes to standard error.
    reports: &'a [ReportTarget],
}

impl<'a> Screen<'a> {
    /// Creates the output of a check with these reports.
    pub fn new(reports: &'a [ReportTarget]) -> Self {
        Self { reports }
    }

    /// Prints the layouts found and the files without a partner.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn suite(&self, suite: &Suite, paths: &[PathBuf]) -> anyhow::Result<()> {
        let shown: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        let families: Vec<String> =
            suite.families().iter().map(|(family, count)| format!("{count} {family}")).collect();
        let mut text = format!("{}: {}", visible::line(&shown.join(" ")), tests(suite.tests.len()));
        if !families.is_empty() {
            let _ = write!(text, ": {}", families.join("; "));
        }
        text.push('\n');
        for unmatched in &suite.unmatched {
            let _ = writeln!(text, "  no partner: {} ({})", visible::line(&unmatched.file), unmatched.reason);
        }
        self.print(&text)?;
        self.notes(&suite.notes)
    }

    /// Prints notes.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn notes(&self, notes: &[String]) -> anyhow::Result<()> {
        let lines: Vec<String> =
            notes.iter().map(|note| format!("  note: {}\n", visible::line(note))).collect();
        self.print(&lines.concat())
    }

    /// Lists the tests and their files.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn pairs<'t>(&self, tests: impl Iterator<Item = &'t Test>) -> anyhow::Result<()> {
        let mut text = String::new();
        for test in tests {
            let partner = test.expected.file().display();
            let pair = format!("{}: {} -> {partner}", test.name, test.input.display());
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
        let _ = writeln!(io::stderr(), "error: {why}");
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
            not_compiled(&mut text, program, verdict);
        }
        let failures = report.tests.iter().filter(|test| !report.is_fine(test));
        for (index, test) in failures.enumerate() {
            failure(&mut text, test, several, index < WITH_DIFF);
        }
        if let Some((count, met)) = report.expectations() {
            submissions(&mut text, report);
            let _ = writeln!(text, "{met} of {count} submissions as expected");
        } else if several && report.matrix.is_none() {
            table(&mut text, report);
        }
        if let Some(matrix) = &report.matrix {
            text.push_str(&matrix::text(report, matrix));
        }
        let sandbox = &report.sandbox;
        // The report lists all layers; only missing ones are printed.
        if !sandbox.missing.is_empty() {
            let _ = writeln!(text, "sandbox ({}) without: {}", sandbox.mode, sandbox.missing.join(", "));
        }
        summary(&mut text, &report.summary);
        let shown = self.print(&text);
        // Reports are written even if printing failed.
        write_reports(report, self.reports)?;
        shown
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
    let names: Vec<&str> = compiled.map(|program| program.name.as_str()).collect();
    let mut rows: BTreeMap<usize, (String, Vec<String>)> = BTreeMap::new();
    for test in &report.tests {
        let Some(column) = names.iter().position(|&name| name == test.program) else { continue };
        let (_, cells) = rows
            .entry(test.index)
            .or_insert_with(|| (visible::line(&test.name), vec!["-".to_owned(); names.len()]));
        cells[column] = format!("{} {:.0} ms", test.verdict.short(), test.cpu_ms);
    }
    let first = rows.values().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(4);
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
    line("test", &names);
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
            let _ = write!(text, ": {}", visible::line(&expected.unmet.join("; ")));
        }
        text.push('\n');
    }
}

/// Prints a program that does not compile, with the compiler's message.
fn not_compiled(text: &mut String, program: &ProgramReport, verdict: Verdict) {
    let _ = writeln!(text, "{verdict:3} {}", visible::line(&program.name));
    let message = visible::lines(program.message.trim_end());
    let lines = message.lines().count();
    for line in message.lines().take(MOST_LINES) {
        let _ = writeln!(text, "    {line}");
    }
    if lines > MOST_LINES {
        let _ = writeln!(text, "    … {} more lines", lines - MOST_LINES);
    }
}

fn failure(text: &mut String, test: &TestReport, several: bool, with_diff: bool) {
    let program = if several { format!("{}: ", test.program) } else { String::new() };
    let _ = writeln!(text, "{:3} {program}{}", test.verdict, visible::line(&test.name));
    if !test.message.is_empty() {
        let _ = writeln!(text, "    {}", visible::line(&test.message));
    }
    if !with_diff {
        return;
    }
    if !test.place.is_empty() {
        let _ = writeln!(text, "    {}", test.place);
    }
    for line in &test.diff {
        let _ = writeln!(text, "    {} {:>4} | {}", line.tag, line.line, line.text);
    }
}

/// Returns a number of tests, in words.
fn tests(count: usize) -> String {
    if count == 1 { "1 test".to_owned() } else { format!("{count} tests") }
}

fn summary(text: &mut String, summary: &ReportSummary) {
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
    let _ = writeln!(text, " ({:.2} s)", summary.wall_ms / 1e3);
}
