//! Tests that do not keep to the bounds of the judge's name that `--problem` gives.

use std::fs;

use nim_inputs::{Description, named, strict};
use nim_solve::registry::Entry;
use nim_task::layout::{Suite, Test};

/// The largest input that is read.
const LARGEST: u64 = 1 << 24;

/// Returns a note about the tests that are no inputs under a name with bounds of its own.
pub fn note(entry: &Entry, suite: &Suite) -> Option<String> {
    let description = Description::from_entry(entry).ok().filter(|_| named::has_own_bounds(entry))?;
    let violation = |test: &Test| {
        let is_small = fs::metadata(&test.input).is_ok_and(|file| file.len() <= LARGEST);
        let input = is_small.then(|| fs::read(&test.input).ok()).flatten()?;
        let first = strict::violations(&description, &input, 1).pop()?;
        Some(format!("{}, line {}: {}: {}", test.name, first.line, first.field, first.message))
    };
    let found: Vec<String> = suite.tests.iter().filter_map(violation).collect();
    let first = found.first()?;
    let (count, all, name) = (found.len(), suite.tests.len(), entry.name);
    Some(format!("{count} of {all} tests are not within the bounds of {name}; the first is {first}"))
}
