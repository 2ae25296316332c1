//! The tests in the files of a package, and the files that a format has no place for.

use std::collections::BTreeSet;

use super::names::{path_of, sample};
use super::{Files, Notes, PackageTest, SAMPLE, SECRET};
use crate::task::Pair;

/// Takes the tests below `sample` and `secret` in a folder.
pub fn take_tests(files: &mut Files, folder: &str) -> Vec<PackageTest> {
    let is_test = |path: &str| path.starts_with(SAMPLE) || path.starts_with(SECRET);
    let paths = files.keys().filter_map(|path| path.strip_prefix(folder)?.strip_suffix(".in"));
    let paths: Vec<String> = paths.filter(|path| is_test(path)).map(str::to_owned).collect();
    let mut tests = Vec::new();
    for path in paths {
        if let Some(answer) = files.remove(&format!("{folder}{path}.ans"))
            && let Some(input) = files.remove(&format!("{folder}{path}.in"))
        {
            tests.push(PackageTest { path, input, answer });
        }
    }
    tests.sort_by(|a, b| a.path.cmp(&b.path));
    tests
}

/// Pairs the inputs and answers of a folder without subfolders: those that a manifest lists, else by name.
pub fn pairs(files: &mut Files, folder: &str, listed: &[Pair]) -> Vec<PackageTest> {
    let is_named = |pair: &&Pair| !pair.input.is_empty() && !pair.answer.is_empty();
    let own = |pair: &Pair| (pair.input.clone(), pair.answer.clone(), pair.test_settings.is_sample);
    let mut names: Vec<(String, String, bool)> = listed.iter().filter(is_named).map(own).collect();
    if names.is_empty() {
        let inputs = files.keys().filter_map(|path| path.strip_prefix(folder)?.strip_suffix(".in"));
        let answer = |name: &str| {
            [".out", ".ans"]
                .iter()
                .map(|end| format!("{name}{end}"))
                .find(|answer| files.contains_key(&format!("{folder}{answer}")))
        };
        names = inputs.filter_map(|name| Some((format!("{name}.in"), answer(name)?, false))).collect();
    }
    let mut tests = Vec::new();
    for (input, answer, is_sample) in names {
        let (input_path, answer) = (format!("{folder}{input}"), format!("{folder}{answer}"));
        if files.contains_key(&input_path)
            && let Some(answer) = files.remove(&answer)
            && let Some(content) = files.remove(&input_path)
        {
            let name = input.rsplit_once('.').map_or(input.as_str(), |(name, _)| name).replace('/', "-");
            let path = if is_sample { sample(&name) } else { path_of(&name) };
            tests.push(PackageTest { path, input: content, answer });
        }
    }
    tests.sort_by(|a, b| a.path.cmp(&b.path));
    tests
}

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
