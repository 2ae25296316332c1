//! Names of files that every format takes.

use std::collections::BTreeSet;

use super::{SAMPLE, SECRET};
use crate::layout::test::Test;
use nim_ground::folder::unique;

/// Returns a file name of letters, digits, `_`, `.` and `-`, the first a letter, a digit or `_`.
pub fn valid_name(name: &str) -> String {
    let mut name = name.replace(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '.' | '-'), "_");
    name.truncate(255);
    if name.starts_with(['.', '-']) { format!("_{}", &name[1..]) } else { name }
}

/// Returns the names of the tests for formats without folders: names of samples begin with `sample-`.
pub fn flat_names(tests: &[Test]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    tests.iter().map(|test| unique(&flat_name(&test.name), &mut taken)).collect()
}

/// Returns the name of a test for formats without folders; a lone sample keeps the prefix.
pub fn flat_name(path: &str) -> String {
    let name =
        path.strip_prefix(SECRET).unwrap_or(path).split('/').map(valid_name).collect::<Vec<_>>().join("-");
    if path.starts_with(SECRET) && name.starts_with(OF_SAMPLES) { format!("secret-{name}") } else { name }
}

/// Returns the path of a test by its name in a format without folders.
pub fn path_of(name: &str) -> String {
    if name.starts_with(OF_SAMPLES) { sample(name) } else { format!("{SECRET}{name}") }
}

/// Returns the path of a sample by its name in a format without folders.
pub fn sample(name: &str) -> String {
    format!("{SAMPLE}{}", name.strip_prefix(OF_SAMPLES).unwrap_or(name))
}

/// The prefix of samples' names in formats without folders.
const OF_SAMPLES: &str = "sample-";
