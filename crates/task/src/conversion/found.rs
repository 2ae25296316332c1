//! Packages of which only the tests are known: those that `check` finds, with its limits.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use crate::formats::main_manifests;
use crate::layout::test::{Expected, Test};
use crate::package::names::valid_name;
use crate::package::pairs::note_left_out;
use crate::package::{Files, Notes, Package, PackageTest, SECRET};
use nim_ground::content::Content;
use nim_ground::folder::unique;

/// Makes a package of tests with answers; says which of the files are no part of it.
///
/// # Errors
/// When a file cannot be read.
pub fn read(tests: &[Test], files: &Files, notes: &mut Notes) -> io::Result<Package> {
    let mut package = Package { validator_args: vec!["case_sensitive".to_owned()], ..Package::default() };
    let mut seen = BTreeSet::new();
    let mut taken = BTreeSet::new();
    for test in tests.iter().filter(|test| test.solver_only.is_none()) {
        let Expected::Answer(answer) = &test.expected else { continue };
        // A test of two subtasks is there twice.
        if test.input.file().is_some_and(|file| !seen.insert(file)) {
            continue;
        }
        let name = test.name.split('/').map(valid_name).collect::<Vec<_>>().join("-");
        let path = unique(&format!("{SECRET}{name}"), &mut taken);
        let (input, answer) = (test.input.clone(), answer.clone());
        package.tests.push(PackageTest { path, input, answer });
    }
    package.tests.sort_by(|a, b| a.path.cmp(&b.path));
    let configuration = main_manifests().find(|name| files.contains_key(*name));
    if let Some(name) = configuration {
        notes.push(format!("{name}: its tests, limits and scores are read, and everything else is left out"));
    }
    let own: BTreeSet<&Path> = tests
        .iter()
        .flat_map(|test| [&test.input, test.expected.content()])
        .filter_map(Content::file)
        .collect();
    let is_left = |path: &str, file: &Content| {
        Some(path) != configuration && !file.file().is_some_and(|file| own.contains(file))
    };
    note_left_out(files.iter().filter(|(path, file)| is_left(path, file)).map(|(path, _)| path), notes);
    Ok(package)
}
