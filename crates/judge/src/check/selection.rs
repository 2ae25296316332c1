//! The selected tests of a check, each with its problem and its limits.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use super::CheckInputs;
use super::last_run::LastRun;
use crate::options::{Interaction, Options, Selection};
use crate::problem::Solver;
use crate::report::shard;
use crate::selected_test::{OutputCheck, SelectedTest};
use nim_ground::limits::MIB;
use nim_ground::presence::absent_is_none;
use nim_task::layout::Expected;

/// Returns the tests whose names match the filter. Limits come from the settings, otherwise from the package, otherwise from the problem.
/// The problem of a test is the named one, otherwise its own, otherwise the one that the programs are named after, if it answered inputs.
pub fn select<'a>(
    options: &'a Options,
    CheckInputs { test_set, problems, .. }: &'a CheckInputs,
    answered_by_name: bool,
) -> Vec<SelectedTest<'a>> {
    let called = problems.of_programs.as_deref().filter(|_| answered_by_name);
    let filter = options.selection.filter.as_ref();
    let tests = test_set.tests.iter().filter(|test| filter.is_none_or(|filter| filter.is_match(&test.name)));
    let selected = tests.enumerate().map(|(index, test)| {
        let problem = problems.of_test(test.problem.as_deref()).or(called);
        let weaker = problem.map(Solver::limits).unwrap_or_default();
        let stated = options.limits.or(test.limits).or(weaker).or(test.usual);
        let (limits, files) = (stated.resolve(), options.file_io.as_ref().unwrap_or(&test.files));
        let check = OutputCheck::usual(problem);
        SelectedTest { index, test, problem, stated, limits, files, check, passes: 1, options }
    });
    selected.collect()
}

/// Raises the output limits that nothing states to twice the largest answer of all tests; returns a note if one is raised.
///
/// # Errors
/// When an answer cannot be looked at.
pub fn raise_output_limits(
    tests: &mut [SelectedTest<'_>],
    all: &[SelectedTest<'_>],
) -> io::Result<Option<String>> {
    let mut largest = 0;
    for SelectedTest { test, stated, .. } in all {
        if let (Expected::Answer(answer), None) = (&test.expected, stated.output) {
            let path = answer.file().unwrap_or(Path::new(""));
            // An interactor may need none.
            largest = largest.max(absent_is_none(answer.size(), path)?.unwrap_or(0));
        }
    }
    let least = largest.saturating_mul(2);
    let mut raised =
        tests.iter_mut().filter(|test| test.stated.output.is_none() && test.limits.output < least);
    let Some(first) = raised.next() else { return Ok(None) };
    let usual = first.limits.output;
    first.limits.output = least;
    raised.for_each(|test| test.limits.output = least);
    let [least, usual] = [least, usual].map(|bytes| bytes.div_ceil(MIB));
    Ok(Some(format!(
        "output limit {least} MiB, not {usual} MiB: twice the largest answer, as nothing states a limit"
    )))
}

/// Leaves out the tests without a position to play; returns a note on each.
pub fn leave_out(interaction: &Interaction, tests: &mut Vec<SelectedTest<'_>>) -> Vec<String> {
    let mut notes = Vec::new();
    if !interaction.play {
        return notes;
    }
    tests.retain(|selected| {
        let game = selected.game();
        let is_left_out = game.is_ok_and(|game| game.has_no_position(&selected.test.input));
        if is_left_out {
            notes.push(format!("{}: left out, as it has no position to play", selected.test.name));
        }
        !is_left_out
    });
    for (index, selected) in tests.iter_mut().enumerate() {
        selected.index = index;
    }
    notes
}

/// Returns the tests of this run: those of its shard, or those that failed in the last run.
pub fn of_run<'a>(
    selection: &Selection,
    all: &[SelectedTest<'a>],
    shards: Option<&[usize]>,
    last_run: &LastRun,
) -> io::Result<Vec<SelectedTest<'a>>> {
    let of_shard = all.iter().filter(|test| match (selection.shard, shards) {
        (None, _) => true,
        (Some(shard), None) => shard.has(test.index),
        (Some(shard), Some(shards)) => shards[test.index] == shard.index,
    });
    let failed = selection.failed.then(|| last_run.failed()).transpose()?;
    let of_run =
        of_shard.filter(|test| failed.as_ref().is_none_or(|failed| failed.contains(&test.test.name)));
    Ok(of_run.cloned().collect())
}

/// Returns the shard of each test, by its index; `None` without a report.
pub fn shards(Selection { times, shard, .. }: &Selection, all: &[SelectedTest<'_>]) -> Option<Vec<usize>> {
    let (report, count) = (times.as_ref()?, shard.as_ref()?.count);
    let mut known: HashMap<&str, f64> = HashMap::new();
    for test in &report.tests {
        *known.entry(&test.name).or_default() += test.wall_ms;
    }
    // A test that is not in the report counts with the average time of the others.
    let average = known.values().sum::<f64>() / known.len().max(1) as f64;
    let times = all.iter().map(|test| known.get(test.test.name.as_str()).copied().unwrap_or(average));
    let times: Vec<f64> = times.collect();
    Some(shard::balanced(&times, count))
}
