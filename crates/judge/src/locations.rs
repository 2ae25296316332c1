//! Where programs go wrong: what tells the cases or tests on which they fail from the others, as a locator finds it that knows the grammar of
//! the inputs.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;

use itertools::Itertools as _;

use crate::report::results::{Location, LocationKind, ProgramReport, Report, TestReport};
use crate::selected_test::SelectedTest;
use nim_task::verdict::Verdict;

/// Finds where programs go wrong.
pub trait Locator: Send + Sync {
    /// Returns what tells the failures of each program from the rest. Every program has a result, or none, for each of the tests.
    ///
    /// # Errors
    /// When a test cannot be read.
    fn locate(
        &self,
        tests: &[SelectedTest<'_>],
        programs: &[Vec<Option<&TestReport>>],
        in_chinese: bool,
    ) -> io::Result<Vec<Vec<Location>>>;
}

/// Adds to a report where its programs go wrong; nothing is read for those that are accepted.
///
/// # Errors
/// When a test cannot be read.
pub fn add(
    report: &mut Report,
    locator: &dyn Locator,
    tests: &[SelectedTest<'_>],
    in_chinese: bool,
) -> io::Result<()> {
    let results = report.results_by_program();
    let has_failed = |name: &str| {
        let mut of_program = results.get(name).into_iter().flatten();
        of_program.any(|result| !matches!(result.verdict, Verdict::Accepted | Verdict::JudgeError))
    };
    let failed = report
        .programs
        .iter()
        .map(|program| program.name.clone())
        .filter(|name| has_failed(name))
        .collect_vec();
    if failed.is_empty() {
        return Ok(());
    }
    let of_program = |name: &String| {
        let own = results.get(name.as_str()).into_iter().flatten();
        let by_test: BTreeMap<usize, &TestReport> = own.map(|&result| (result.index, result)).collect();
        tests.iter().map(|test| by_test.get(&test.index).copied()).collect_vec()
    };
    let found = locator.locate(tests, &failed.iter().map(of_program).collect_vec(), in_chinese)?;
    let mut found: BTreeMap<String, Vec<Location>> = failed.into_iter().zip(found).collect();
    for program in &mut report.programs {
        program.locations = found.remove(&program.name).unwrap_or_default();
        // What the answers show by themselves says more.
        if program.mistake.as_ref().is_some_and(|mistake| mistake.name.is_empty()) {
            program.locations.retain(|location| location.kind == LocationKind::Limit);
        }
    }
    Ok(())
}

/// Returns what is said of a single program: which words it prints only beside where it is wrong, as its author knows them.
pub fn of_program(program: &ProgramReport) -> impl Iterator<Item = &Location> {
    let is_exact = program.locations.iter().any(|location| location.kind == LocationKind::Wrong);
    program.locations.iter().filter(move |location| is_exact || location.kind != LocationKind::Prints)
}

/// Returns the lines of a report on where its programs go wrong. Programs with the same line share it, the most of them first.
pub fn lines(report: &Report) -> Vec<String> {
    let mut said: Vec<(&str, Vec<&str>)> = Vec::new();
    for program in &report.programs {
        let all = report.programs.len() > 1;
        let own = of_program(program).chain(program.locations.iter().filter(|_| all));
        for location in own.unique_by(|location| &location.text) {
            match said.iter_mut().find(|(text, _)| *text == location.text) {
                Some((_, names)) => names.push(&program.name),
                None => said.push((&location.text, vec![&program.name])),
            }
        }
    }
    said.sort_by_key(|(_, names)| Reverse(names.len()));
    said.into_iter().map(|(text, names)| format!("{}: {text}", names.join(", "))).collect()
}
