//! Strict reading: what it finds in the test data and in mutations of them, and what `toolkit validate` prints.

use crate::golden;
use crate::strict::{fault, of};
use itertools::Itertools;
use nim_toolkit::inputs::Description;
use nim_toolkit::inputs::strict::{self, Violation};
use nim_toolkit::problems::PROBLEMS;
use std::fs;

/// The violations of an input, which is one that the statement allows just where the independent reader finds no fault.
fn violations(description: &Description, input: &[u8]) -> Vec<Violation> {
    let slug = &description.name;
    let found = strict::violations(description, input, 1000);
    let shown = || String::from_utf8_lossy(&input[..input.len().min(2000)]).into_owned();
    let fault = fault(description, input);
    assert_eq!(found.is_empty(), fault.is_none(), "{slug}: {found:?}, {fault:?}\n{}", shown());
    assert_eq!(strict::is_valid(description, input), found.is_empty(), "{slug}\n{}", shown());
    found
}

#[test]
fn the_test_data_are_as_their_folders_say() {
    for problem in PROBLEMS {
        let description = of(problem.slug);
        for path in golden::inputs(problem, &["sample", "secret"]) {
            let found = violations(&description, &fs::read(&path).unwrap());
            assert!(found.is_empty(), "{}: {found:?}", path.display());
        }
        for path in golden::inputs(problem, &["beyond", "tolerated"]) {
            let found = violations(&description, &fs::read(&path).unwrap());
            assert!(!found.is_empty(), "{}", path.display());
        }
    }
}

#[test]
fn the_place_of_every_malformed_input_is_found_or_one_before() {
    for problem in PROBLEMS {
        let description = of(problem.slug);
        for path in golden::inputs(problem, &["invalid"]) {
            let error = fs::read_to_string(path.with_extension("err")).unwrap();
            let place = error.lines().find_map(|line| line.trim().strip_prefix("--> <stdin>:")).unwrap();
            let (line, column) =
                place.split(':').map(|number| number.parse::<u64>().unwrap()).collect_tuple().unwrap();
            let found = violations(&description, &fs::read(&path).unwrap());
            let is_found = found.iter().any(|found| (found.line, found.column) <= (line, column));
            assert!(is_found, "{}: {place} is not among {found:#?}", path.display());
            let few = 4 + 2 * fs::read(&path).unwrap().split(|&byte| byte == b'\n').count();
            assert!(found.len() <= few, "{}: {found:#?}", path.display());
        }
    }
}
