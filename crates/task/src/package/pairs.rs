//! The files that a format has no place for, and the number of tests in what was written.

use std::collections::BTreeSet;

use super::{Files, Notes};

/// Notes the files that a format has no place for, folder by folder.
pub fn note_left_out<'a>(paths: impl Iterator<Item = &'a String>, notes: &mut Notes) {
    // What these say of scores and of outputs is written in the way of each format.
    let is_group = |path: &str| path.ends_with("/test_group.yaml") || path.ends_with("/testdata.yaml");
    let paths = paths.filter(|path| !is_group(path));
    // Every format holds the tests in data/, so that its other folders are named one by one.
    let depth = |path: &str| if path.starts_with("data/") { 2 } else { 1 };
    let tops: BTreeSet<String> =
        paths.map(|path| path.split_inclusive('/').take(depth(path)).collect()).collect();
    notes.extend(tops.into_iter().map(|top| format!("{top} has no place in this format, and is left out")));
}

/// Returns the number of tests in the files of a package.
pub fn tests_in(files: &Files) -> usize {
    let folders = ["data/sample/", "data/secret/", "testdata/"];
    let is_input = |path: &str| {
        let is_there = !path.contains('/') || folders.iter().any(|folder| path.starts_with(folder));
        // Polygon's inputs have no ending.
        let is_numbered = path.strip_prefix("tests/").is_some_and(|name| !name.contains('.'));
        is_numbered || is_there && path.ends_with(".in")
    };
    files.keys().filter(|path| is_input(path)).count()
}
