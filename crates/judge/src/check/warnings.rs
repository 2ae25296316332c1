//! Warnings of the judges' own tools about a package: valid, but seldom intended.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use itertools::Itertools;

use crate::programs::NamedProgram;
use crate::report::fingerprint;
use crate::report::results::TestReport;
use crate::report::shown::Shown;
use crate::selected_test::SelectedTest;
use nim_task::expected::Expectation;
use nim_task::layout::TestSet;
use nim_task::verdict::Verdict;

/// The part of the time limit that an accepted program takes at most.
const PART: f64 = 0.5;
/// Most groups of equal inputs that are named.
const MOST: usize = 5;

/// Returns warnings of tests with the same input, and of names that the package's format has replaced.
///
/// # Errors
/// When an input cannot be read.
pub fn of_package(
    test_set: &TestSet,
    tests: &[SelectedTest<'_>],
    has_scores: bool,
) -> io::Result<Vec<String>> {
    if test_set.packages.is_empty() {
        return Ok(Vec::new());
    }
    let mut warnings = same_inputs(tests, has_scores)?;
    for package in test_set.packages.keys() {
        let replaced = test_set.manifests.replaced(package)?.into_iter();
        warnings.extend(replaced.map(|(old, new)| format!("{old} is an old name: {new} has replaced it")));
    }
    Ok(warnings)
}

/// Returns the groups of tests with the same input. With scores, subtasks share tests; a file that is two tests by a link is intended.
fn same_inputs(tests: &[SelectedTest<'_>], has_scores: bool) -> io::Result<Vec<String>> {
    let mut files = BTreeSet::new();
    let mut by_size: BTreeMap<_, Vec<&SelectedTest<'_>>> = BTreeMap::new();
    for test in tests {
        let input = &test.test.input;
        if let Some(file) = input.file()
            && !files.insert(file.canonicalize()?)
        {
            continue;
        }
        let group = Some(&test.test.group).filter(|_| has_scores);
        by_size.entry((group, input.size()?)).or_default().push(test);
    }
    // An input is read only if another one has the same size.
    let mut same = Vec::new();
    for alike in by_size.into_values().filter(|alike| alike.len() > 1) {
        let mut by_contents: BTreeMap<_, Vec<&SelectedTest<'_>>> = BTreeMap::new();
        for test in alike {
            let given = Shown::default().with_run_files([test.test])?.key();
            let contents = (fingerprint::of_contents([&test.test.input])?, given.name().to_owned());
            by_contents.entry(contents).or_default().push(test);
        }
        let groups = by_contents.into_values().filter(|tests| tests.len() > 1);
        same.extend(groups.map(|tests| tests.into_iter().sorted_by_key(|test| test.index).collect_vec()));
    }
    same.sort_by_key(|tests| tests[0].index);
    let names = same.iter().take(MOST).map(|tests| tests.iter().map(|test| &test.test.name).join(", "));
    let mut warnings = names.map(|names| format!("the same input: {names}")).collect_vec();
    if same.len() > MOST {
        warnings.push(format!("the same input: {} more groups of tests", same.len() - MOST));
    }
    Ok(warnings)
}

/// Returns which programs that must be accepted take more than half of the time limit.
pub fn of_times(programs: &[NamedProgram], results: &[TestReport]) -> Vec<String> {
    let mut warnings = Vec::new();
    for program in programs {
        if !program.expectation.as_ref().is_some_and(Expectation::is_of_accepted) {
            continue;
        }
        let accepted =
            results.iter().filter(|own| own.program == program.name && own.verdict == Verdict::Accepted);
        let part = |result: &TestReport| result.limit_ms.map_or(0.0, |limit| result.cpu_ms / limit);
        let slowest = accepted.max_by(|a, b| part(a).total_cmp(&part(b)));
        if let Some(slowest) = slowest.filter(|slowest| part(slowest) > PART) {
            let (time, limit) = (slowest.cpu_ms / 1e3, slowest.limit_ms.unwrap_or_default() / 1e3);
            warnings.push(format!(
                "{} takes {time:.2} s for {}, more than half of the time limit of {limit} s",
                program.name, slowest.name
            ));
        }
    }
    warnings
}
