//! The line of the summary, and that of each program.

use std::iter::once;

use itertools::Itertools;

use crate::terminal::style::Colours;
use crate::terminal::{say, style as terminal};
use nim_ground::append::Append as _;
use nim_ground::visible;
use nim_judge::report::results::{Report, TestReport};
use nim_judge::report::standing::{self, Standing};
use nim_task::score;
use nim_task::verdict::Verdict;

/// Least width of the name of the slowest test.
const LEAST_NAME: usize = 8;

/// Returns the summary of a check, of `hint` too. Where it is wider than the terminal, it has a shorter name of the slowest test, or
/// verdicts as abbreviations, if it fits then.
pub fn line(report: &Report, hint: Option<&str>, has_extremes: bool, columns: Option<usize>) -> String {
    // The built-in solvers have no limits, and are not measured.
    let tests = report.tests.iter().filter(|test| has_extremes && test.limit_ms.is_some());
    let slowest = tests.clone().max_by(|a, b| a.cpu_ms.total_cmp(&b.cpu_ms));
    let most = tests.filter_map(|test| test.memory_kib).max();
    let name = slowest.map(|test| visible::line(&test.name)).unwrap_or_default();
    let line = |verdict: fn(Verdict) -> &'static str, name: &str| {
        let counts = counts(report, hint, verdict);
        format!("{counts} ({:.2} s{})", report.summary.wall_ms / 1e3, extremes(slowest, name, most))
    };
    [Verdict::words, Verdict::short]
        .into_iter()
        .find_map(|verdict| {
            let room = columns?.checked_sub(visible::width(&line(verdict, "")))?;
            let is_enough = room >= visible::width(&name).min(LEAST_NAME);
            is_enough.then(|| line(verdict, &visible::shortened(&name, room)))
        })
        .unwrap_or_else(|| line(Verdict::words, &name))
}

/// Returns the number of tests by verdict, and what else is to be said of them.
fn counts(report: &Report, hint: Option<&str>, verdict: fn(Verdict) -> &'static str) -> String {
    let summary = &report.summary;
    let verdicts = Verdict::ALL
        .iter()
        .filter(|&&verdict| summary.count(verdict) > 0 && verdict != Verdict::CompileError)
        .map(|&of| format!("{} {}", summary.count(of), verdict(of)))
        .join(", ");
    let not_compiled = summary.count(Verdict::CompileError);
    let does = if not_compiled == 1 { "program does" } else { "programs do" };
    let tests = say::counted(summary.total.saturating_sub(not_compiled), "test");
    let between = if verdicts.is_empty() { "" } else { ": " };
    let further = [
        hint.map(str::to_owned),
        (not_compiled > 0).then(|| format!("{not_compiled} {does} not compile")),
        (summary.not_run > 0).then(|| format!("{} not run", summary.not_run)),
        summary.interrupted.then(|| "interrupted".to_owned()),
    ];
    once(format!("{tests}{between}{verdicts}")).chain(further.into_iter().flatten()).join("; ")
}

/// Returns the slowest test, by this name, and the largest memory in KiB.
fn extremes(slowest: Option<&TestReport>, name: &str, most: Option<u64>) -> String {
    let mut text = String::new();
    if let Some(test) = slowest {
        write!(text, "; slowest {:.2} s: {name}", test.cpu_ms / 1e3);
    }
    if let Some(most) = most {
        write!(text, "; most memory {:.1} MiB", most as f64 / 1024.0);
    }
    text
}

/// Writes the lines: name, tests accepted, score where there is one, verdict, and the first test that failed.
pub fn standings(text: &mut String, report: &Report, columns: usize, colours: Colours) {
    let standings = standing::rank(report);
    let has_points = report.programs.iter().any(|program| program.points.is_some());
    let rows = standings.iter().map(|standing| {
        let name = visible::shortened(&visible::line(&standing.program.name), columns / 2);
        let passed = format!("{}/{}", standing.accepted, standing.tests);
        let points = standing.program.points.map(|points| score::text(standing.program.score, points));
        [name, passed].into_iter().chain(has_points.then(|| points.unwrap_or_default())).collect_vec()
    });
    let lines = terminal::aligned(&rows.collect_vec(), &[1, 2]);
    for (standing, line) in standings.iter().zip(lines) {
        let verdict = standing.verdict().map_or_else(|| "-  ".to_owned(), |verdict| colours.verdict(verdict));
        // The verdict is two or three letters wide, whatever its colours.
        let room = columns.saturating_sub(visible::width(&line) + 6);
        writeln!(text, "{line}  {verdict} {}", visible::shortened(&about(standing), room));
    }
}

/// Returns what is remarked of the program, and the first test that failed, the compiler's first error, or the time of the slowest test.
fn about(standing: &Standing<'_>) -> String {
    let remark = visible::line(&standing.program.remark);
    let result = match (standing.failure, standing.verdict()) {
        (Some(failure), _) => visible::line(&failure.name),
        (None, Some(Verdict::Accepted)) => format!("slowest {:.2} s", standing.slowest_ms / 1e3),
        (None, _) => visible::line(standing.program.first_error()),
    };
    [remark, result].into_iter().filter(|text| !text.is_empty()).join("; ")
}
