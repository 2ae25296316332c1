//! The standing of each of several programs: the tests that it passes, and the first that it fails.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::results::{ProgramReport, Report, TestReport};
use nim_task::verdict::Verdict;

/// The results of a program together.
#[derive(Clone, Debug)]
pub struct Standing<'a> {
    /// The program.
    pub program: &'a ProgramReport,
    /// The number of accepted tests.
    pub accepted: usize,
    /// The number of the program's tests; of all tests, if it does not compile or there is none.
    pub tests: usize,
    /// The first test that was not accepted.
    pub failure: Option<&'a TestReport>,
    /// The most CPU time of a test in milliseconds.
    pub slowest_ms: f64,
}

impl Standing<'_> {
    /// Returns the verdict: of the compiler or of the first failure, or accepted. `None` if tests were not run.
    pub fn verdict(&self) -> Option<Verdict> {
        let failed = self.program.verdict.or(self.failure.map(|test| test.verdict));
        failed.or((self.accepted == self.tests).then_some(Verdict::Accepted))
    }
}

/// Returns the standing of each program, the best first; of equal ones, in the order in which they were given.
pub fn rank(report: &Report) -> Vec<Standing<'_>> {
    let mut results: BTreeMap<&str, Vec<&TestReport>> = BTreeMap::new();
    for test in &report.tests {
        results.entry(&test.program).or_default().push(test);
    }
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    for test in &report.not_run {
        *left.entry(&test.program).or_default() += 1;
    }
    let mut standings = Vec::new();
    for program in &report.programs {
        let name = program.name.as_str();
        let tests = results.get(name).map_or(&[][..], Vec::as_slice);
        standings.push(Standing {
            program,
            accepted: tests.iter().filter(|test| test.verdict == Verdict::Accepted).count(),
            tests: tests.len() + left.get(name).copied().unwrap_or(0),
            failure: tests.iter().find(|test| test.verdict != Verdict::Accepted).copied(),
            slowest_ms: tests.iter().map(|test| test.cpu_ms).fold(0.0, f64::max),
        });
    }
    // An older report lacks the number of tests; then that of another program is taken.
    let most = standings.iter().map(|standing| standing.tests).max().unwrap_or(0).max(report.summary.tests);
    for standing in
        standings.iter_mut().filter(|standing| standing.program.verdict.is_some() || standing.tests == 0)
    {
        standing.tests = most;
    }
    let points = |standing: &Standing<'_>| standing.program.score.unwrap_or(0.0);
    standings.sort_by(|a, b| points(b).total_cmp(&points(a)).then(b.accepted.cmp(&a.accepted)));
    standings.sort_by_key(|standing| Reverse(standing.verdict() == Some(Verdict::Accepted)));
    standings
}

/// Returns the number of programs that pass all tests, and of all programs.
pub fn accepted(report: &Report) -> (usize, usize) {
    let standings = rank(report);
    let passing = standings.iter().filter(|standing| standing.verdict() == Some(Verdict::Accepted));
    (passing.count(), standings.len())
}

/// Returns the heading of the report: its title, and its outcome.
pub fn heading(report: &Report) -> String {
    let (good, all, what) = outcome(report);
    let outcome = match report.programs.as_slice() {
        [program] if report.summary.planned() == 0 && !program.remark.is_empty() => program.remark.clone(),
        _ => format!("{good} of {all} {what}"),
    };
    if report.title.is_empty() { outcome } else { format!("{}: {outcome}", report.title) }
}

/// Returns the outcome of a report in numbers, with the word for the counted things: submissions as expected, or accepted programs or tests.
pub fn outcome(report: &Report) -> (usize, usize, &'static str) {
    match report.expectations() {
        Some((count, met)) => (met, count, "submissions as expected"),
        None if report.programs.len() > 1 => {
            let (accepted, all) = accepted(report);
            (accepted, all, "programs accepted")
        }
        // A program that does not compile has no planned tests.
        None if report.not_compiled().next().is_some() => (0, report.summary.tests, "tests accepted"),
        None => (report.summary.accepted, report.summary.planned(), "tests accepted"),
    }
}
