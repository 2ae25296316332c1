//! What tests have to do with the bounds of their problem: those that do not keep to the judge's whose name `--problem` gives, and
//! the bounds that none reaches.

use std::fs;

use nim_inputs::reached::Reached;
use nim_inputs::{Description, named, strict};
use nim_solve::registry::Entry;
use nim_task::layout::{Test, TestSet};

/// The largest input that is read.
const LARGEST: u64 = 1 << 24;
/// Most bytes of all inputs that are read for a note.
const ALL: u64 = 1 << 26;

/// Returns a note about the tests that are no inputs under a name with bounds of its own.
pub fn note(entry: &Entry, test_set: &TestSet) -> Option<String> {
    let description = Description::from_entry(entry).ok().filter(|_| named::differs(entry))?;
    let violation = |test: &Test| {
        let is_small = fs::metadata(&test.input).is_ok_and(|file| file.len() <= LARGEST);
        let input = is_small.then(|| fs::read(&test.input).ok()).flatten()?;
        let first = strict::violations(&description, &input, 1).pop()?;
        Some(format!("{}, line {}: {}: {}", test.name, first.line, first.field, first.message))
    };
    let found: Vec<String> = test_set.tests.iter().filter_map(violation).collect();
    let first = found.first()?;
    let (count, all, name) = (found.len(), test_set.tests.len(), entry.name);
    Some(format!("{count} of {all} tests are not within the bounds of {name}; the first is {first}"))
}

/// Returns a note on the bounds that no test reaches; `None` where they are too large to be read.
pub fn never_reached(description: &Description, test_set: &TestSet) -> Option<String> {
    let tests = test_set.tests.iter().filter(|test| test.solver_only.is_none());
    let sizes = tests.clone().map(|test| fs::metadata(&test.input).map_or(ALL, |file| file.len()));
    if test_set.tests.is_empty() || sizes.fold(0, u64::saturating_add) > ALL {
        return None;
    }
    let mut reached = Reached::new(description);
    for test in tests {
        reached.add(&strict::read(description, &fs::read(&test.input).ok()?, 1, |_| {}));
    }
    let never: Vec<String> = reached.never().iter().map(ToString::to_string).collect();
    (!never.is_empty()).then(|| format!("bounds that no test reaches: {}", never.join("; ")))
}
