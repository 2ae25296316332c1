//! The table of a package's submissions: tests or groups by submissions, and what is not as expected.

use std::collections::BTreeMap;

use itertools::{Itertools, izip};

use crate::terminal::say;
use nim_ground::append::Append as _;
use nim_ground::visible;
use nim_judge::report::results::{Report, TestReport};
use nim_task::expected::Expectation;
use nim_task::score;
use nim_task::verdict::Verdict;

/// Most tests with a row each; of more, only groups have one.
const MOST_ROWS: usize = 20;
/// The width of a column.
const CELL: usize = 7;
/// The greatest width of a test's name.
const MOST_NAME: usize = 30;

/// Prints the submissions with their verdicts, the table, a line for each that is not as expected, and how many are.
pub fn write(text: &mut String, report: &Report, columns: usize, is_verbose: bool) {
    let results = results(report);
    list(text, report, &results);
    if report.programs.len() > 1 {
        table(text, &rows(report, &results, is_verbose), columns);
        text.extend(time_limit(report, &results).map(|line| line + "\n"));
    }
    for line in unexpected_of(report, &results) {
        writeln!(text, "unexpected: {line}");
    }
    if let Some((count, met)) = report.expectations() {
        writeln!(text, "{met} of {} as expected", say::counted(count, "submission"));
    }
}

/// Returns a line for each submission that is not as expected.
pub fn unexpected(report: &Report) -> Vec<String> {
    unexpected_of(report, &results(report)).collect()
}

fn unexpected_of(report: &Report, results: &[Vec<&TestReport>]) -> impl Iterator<Item = String> {
    report.programs.iter().zip(results).filter_map(|(program, results)| {
        let expected = program.expected.as_ref().filter(|expected| expected.is_unmet())?;
        let first = results.iter().find(|test| !expected.permits(&test.submission_result()));
        let first = first.map(|test| format!("{} on {}, ", test.verdict, test.name));
        let found = format!("{}: {}{}", program.name, first.unwrap_or_default(), expected.unmet.join("; "));
        Some(visible::brief(&found))
    })
}

/// Most that the time limit is said to be, as a factor: times below are too short to be measured.
const MOST_FACTOR: f64 = 100.0;

/// Returns how far the time limit lies from the submissions that must keep it, and from those that must exceed it.
fn time_limit(report: &Report, results: &[Vec<&TestReport>]) -> Option<String> {
    let right = factors(report, results, |own| own.permitted == [Verdict::Accepted].into());
    let (right, _) = right.min_by(|(one, _), (other, _)| one.total_cmp(other))?;
    let right = if right > MOST_FACTOR { format!("more than {MOST_FACTOR}") } else { format!("{right:.1}") };
    let slow = factors(report, results, |own| own.required == [Verdict::TimeLimit].into());
    let slow = slow.max_by(|(one, _), (other, _)| one.total_cmp(other));
    let slow = slow.map_or_else(String::new, |(factor, verdict)| {
        // It was stopped there.
        let most = if verdict == Verdict::TimeLimit { "at most " } else { "" };
        format!(", and {most}{factor:.1} times that of the fastest that must exceed it")
    });
    Some(format!("time limit: {right} times the time of the slowest accepted submission{slow}"))
}

/// Returns, for each submission with a fitting expectation, the least factor from a test's time to its limit, and that test's verdict.
fn factors(
    report: &Report,
    results: &[Vec<&TestReport>],
    is_fitting: impl Fn(&Expectation) -> bool,
) -> impl Iterator<Item = (f64, Verdict)> {
    let all = report.programs.iter().zip(results);
    let fitting = all.filter(move |(program, _)| program.expected.as_ref().is_some_and(&is_fitting));
    fitting.filter_map(|(_, results)| {
        let factors = results
            .iter()
            .filter_map(|test| Some((test.limit_ms? / test.cpu_ms.max(f64::MIN_POSITIVE), test.verdict)));
        factors.min_by(|(one, _), (other, _)| one.total_cmp(other))
    })
}

/// Returns the results of each program, in the order of the tests.
fn results(report: &Report) -> Vec<Vec<&TestReport>> {
    let programs = report.programs.iter().map(|program| report.results_of(program));
    programs.map(|results| results.sorted_by_key(|test| test.index).collect()).collect()
}

/// Prints a numbered line for each submission: whether it is as expected, and its verdicts.
fn list(text: &mut String, report: &Report, results: &[Vec<&TestReport>]) {
    let names = report.programs.iter().map(|program| visible::line(&program.name)).collect_vec();
    let width = names.iter().map(|name| visible::width(name)).max().unwrap_or(0);
    let digits = if results.len() > 1 { results.len().to_string().len() } else { 0 };
    for (number, program, name, results) in izip!(1.., &report.programs, &names, results) {
        let verdicts = results.iter().map(|test| test.verdict).chain(program.verdict).counts();
        let counts = Verdict::ALL.iter().filter_map(|verdict| Some((verdict, verdicts.get(verdict)?)));
        let counts = counts.map(|(verdict, count)| format!("{verdict} {count}"));
        let not_run = report.not_run.iter().filter(|not_run| not_run.program == program.name).count();
        let points = program.points.map(|points| format!("{} points", score::text(program.score, points)));
        let not_run = (not_run > 0).then(|| format!("{not_run} not run"));
        let points = points.filter(|_| not_run.is_none() && program.grader_failure.is_empty());
        let counts = counts.chain(not_run).chain(points).join(", ");
        let sign = match &program.expected {
            Some(expected) if expected.met => "ok  ",
            Some(expected) if expected.is_unmet() => "FAIL",
            // Nothing is expected, or not all tests were run.
            _ => "    ",
        };
        // Alone, it needs no number.
        let number = if digits > 0 { format!("{number:>digits$} ") } else { String::new() };
        writeln!(text, "{number}{sign} {name:width$}  {counts}");
    }
}

/// Prints the table, as many columns beside each other as fit.
fn table(text: &mut String, rows: &[(String, Vec<String>)], columns: usize) {
    let width = rows.iter().map(|(name, _)| visible::width(name)).max().unwrap_or(0);
    let in_a_block = (columns.saturating_sub(width) / CELL).max(1);
    let count = rows.first().map_or(0, |(_, cells)| cells.len());
    for start in (0..count).step_by(in_a_block) {
        let block = start..(start + in_a_block).min(count);
        let numbers = block.clone().map(|column| format!("{:>CELL$}", column + 1)).join("");
        writeln!(text, "{:width$}{numbers}", "");
        for (name, cells) in rows {
            let pad = " ".repeat(width - visible::width(name));
            let cells = cells[block.clone()].iter().map(|cell| format!("{cell:>CELL$}")).join("");
            writeln!(text, "{name}{pad}{cells}");
        }
    }
}

/// Returns the rows of the table: verdicts by test or group, the longest time in seconds, and the points where there are any.
fn rows(report: &Report, results: &[Vec<&TestReport>], is_verbose: bool) -> Vec<(String, Vec<String>)> {
    let by_test = is_verbose || report.tests.iter().map(|test| test.index).unique().count() <= MOST_ROWS;
    let keys = report.tests.iter().map(|test| {
        let group = test.group.as_deref().unwrap_or_else(|| folder(&test.name));
        (test.index, if by_test { &*test.name } else { group })
    });
    let keys: BTreeMap<usize, &str> = keys.collect();
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for row in keys.values().unique() {
        let cells = report.programs.iter().zip(results).map(|(program, results)| {
            let of_row = results.iter().filter(|test| keys.get(&test.index) == Some(row));
            let mut of_row = of_row.map(|test| test.verdict);
            // The first that fails is what a judge shows.
            let failed = of_row.clone().find(|&verdict| verdict != Verdict::Accepted);
            let shown = failed.or_else(|| of_row.next_back()).or(program.verdict);
            shown.map_or("-", Verdict::short).to_owned()
        });
        rows.push((visible::shortened(&visible::line(row), MOST_NAME), cells.collect()));
    }
    let slowest = results.iter().map(|results| {
        let slowest = results.iter().map(|test| test.cpu_ms).max_by(f64::total_cmp);
        slowest.map_or("-".to_owned(), |most| format!("{:.2}", most / 1e3))
    });
    rows.push(("seconds".to_owned(), slowest.collect()));
    if report.scoring.is_some() {
        let points = report.programs.iter().map(|program| program.score.map_or("-".to_owned(), score::shown));
        rows.push(("points".to_owned(), points.collect()));
    }
    rows
}

/// Returns the folder of a test.
fn folder(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}
