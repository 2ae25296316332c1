//! The report as Markdown, for the summary page of a CI run.

use std::io::{self, Write};

use crate::locations;
use crate::mistakes;
use crate::report::matrix;
use crate::report::results::{Report, SIMILAR};
use crate::report::standing::{heading, outcome};
use crate::report::transcript;
use nim_ground::visible;
use nim_ground::words::counted;
use nim_task::expected::SubmissionResult;
use nim_task::score;
use nim_task::verdict::Verdict;

/// The number of failures listed at most.
const MOST_FAILURES: usize = 100;
/// The number of failures whose dialogue is shown at most.
const MOST_TRANSCRIPTS: usize = 3;

/// Writes a report as Markdown: counts, a line for each program, then the failures.
///
/// # Errors
/// When `out` fails.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let summary = &report.summary;
    let (good, all, _) = outcome(report);
    let sign = if good == all && !summary.interrupted { "✅" } else { "❌" };
    writeln!(out, "## {sign} {}\n<!-- toolkit check -->\n", cell(&heading(report)))?;
    if summary.interrupted || summary.not_run > 0 {
        let why = if summary.interrupted { "Interrupted: " } else { "" };
        writeln!(out, "{why}{} not run.\n", counted(summary.not_run, "test"))?;
    }
    writeln!(out, "| program | tests | {} | slowest |", Verdict::ALL.map(Verdict::short).join(" | "))?;
    writeln!(out, "|---|---:|{}---:|", "---:|".repeat(Verdict::ALL.len()))?;
    for program in &report.programs {
        let tests: Vec<_> = report.results_of(program).collect();
        let counts = Verdict::ALL
            .map(|verdict| {
                let of_program = usize::from(program.verdict == Some(verdict));
                (tests.iter().filter(|test| test.verdict == verdict).count() + of_program).to_string()
            })
            .join(" | ");
        let slowest = tests.iter().map(|test| test.cpu_ms).fold(0.0, f64::max);
        writeln!(out, "| {} | {} | {counts} | {slowest:.0} ms |", cell(&program.name), tests.len())?;
    }
    for (name, remark) in report.remarks() {
        writeln!(out, "\n{}: {}", cell(name), cell(remark))?;
    }
    for group in &report.similar {
        writeln!(out, "\n{SIMILAR}: {}", cell(&group.text()))?;
    }
    for line in mistakes::lines(report).chain(locations::lines(report)).chain(report.growths()) {
        writeln!(out, "\n{}", cell(&line))?;
    }
    scores(report, out)?;
    if !report.sandbox.layers.is_empty() {
        writeln!(
            out,
            "\nSandbox ({}): {}",
            cell(&report.sandbox.mode),
            cell(&report.sandbox.layers.join(", "))
        )?;
    }
    failures(report, out)?;
    if let Some(matrix) = &report.matrix {
        writeln!(out)?;
        matrix::text(report, matrix).lines().try_for_each(|line| writeln!(out, "    {line}"))?;
    }
    Ok(())
}

/// Writes the score of each program that has one, with its subtasks.
fn scores(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for program in report.programs.iter().filter(|program| program.points.is_some()) {
        let points = program.points.unwrap_or_default();
        writeln!(out, "\nScore of {}: {}", cell(&program.name), score::text(program.score, points))?;
        if !program.subtasks.is_empty() {
            writeln!(out, "\n| subtask | points | verdict | accepted | |\n|---|---:|---|---:|---|")?;
        }
        for subtask in &program.subtasks {
            let verdict = subtask.verdict.map_or("", Verdict::short);
            let (name, points) = (cell(&subtask.name), score::text(subtask.score, subtask.points));
            let (accepted, tests, message) = (subtask.accepted, subtask.tests, cell(&subtask.message));
            writeln!(out, "| {name} | {points} | {verdict} | {accepted} of {tests} | {message} |")?;
        }
    }
    Ok(())
}

/// Writes unexpected results: verdicts of submissions, failures of compilers and of tests, with some dialogues.
fn failures(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let failures: Vec<_> = report.tests.iter().filter(|test| !report.is_fine(test)).collect();
    let unexpected = report.programs.iter().filter_map(|program| Some((program, program.expected.as_ref()?)));
    for (program, expected) in unexpected.filter(|(_, expected)| expected.is_unmet()) {
        writeln!(out, "\n{}: {}", cell(&program.name), cell(&expected.unmet.join("; ")))?;
    }
    let not_compiled = report.not_compiled().filter(|(program, verdict)| {
        let result = SubmissionResult::of_no_test(*verdict);
        !program.expected.as_ref().is_some_and(|expected| expected.permits(&result))
    });
    let not_compiled: Vec<_> = not_compiled.collect();
    let count = failures.len() + not_compiled.len();
    if count > 0 {
        let noun = if count == 1 { "failure" } else { "failures" };
        writeln!(out, "\n<details><summary>{count} {noun}</summary>\n")?;
        writeln!(out, "| verdict | program | test | message |\n|---|---|---|---|")?;
    }
    for (program, verdict) in not_compiled {
        let (name, message) = (cell(&program.name), cell(program.first_error()));
        writeln!(out, "| {} | {name} | | {message} |", verdict.short())?;
    }
    for test in failures.iter().take(MOST_FAILURES) {
        let (program, name, message) = (cell(&test.program), cell(&test.name), cell(&test.message));
        writeln!(out, "| {} | {program} | {name} | {message} |", test.verdict.short())?;
    }
    if let Some(more) = failures.len().checked_sub(MOST_FAILURES).filter(|&more| more > 0) {
        writeln!(out, "\n… and {more} more.")?;
    }
    // Indented lines are displayed verbatim.
    for test in failures.iter().filter(|test| !test.transcript.is_empty()).take(MOST_TRANSCRIPTS) {
        writeln!(out, "\nThe dialogue of {}:\n", cell(&test.name))?;
        transcript::text(&test.transcript)
            .iter()
            .try_for_each(|line| writeln!(out, "    {}", visible::line(line)))?;
    }
    if count > 0 {
        writeln!(out, "\n</details>")?;
    }
    Ok(())
}

/// Returns the text escaped for a cell of a table.
fn cell(text: &str) -> String {
    let mut cell = String::new();
    for c in visible::line(text).chars() {
        match c {
            '&' => cell.push_str("&amp;"),
            '<' => cell.push_str("&lt;"),
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' | '~' | '#' | '$' => {
                cell.push('\\');
                cell.push(c);
            }
            c => cell.push(c),
        }
    }
    cell
}
