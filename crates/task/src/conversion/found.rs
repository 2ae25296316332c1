//! Packages of which only the tests are known: those that `check` finds, with its limits.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use crate::formats::main_manifests;
use crate::layout::test::{Expected, Test};
use crate::package::names::valid_name;
use crate::package::pairs::note_left_out;
use crate::package::{Content, Files, Notes, Package, PackageTest, SECRET};
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
        if !seen.insert(&test.input) {
            continue;
        }
        let name = test.name.split('/').map(valid_name).collect::<Vec<_>>().join("-");
        let path = unique(&format!("{SECRET}{name}"), &mut taken);
        let (input, answer) = (Content::File(test.input.clone()), Content::File(answer.clone()));
        package.tests.push(PackageTest { path, input, answer });
    }
    package.tests.sort_by(|a, b| a.path.cmp(&b.path));
    let configuration = main_manifests().find(|name| files.contains_key(*name));
    if let Some(name) = configuration {
        notes.push(format!("{name}: its tests, limits and scores are read, and everything else is left out"));
    }
    let own: BTreeSet<&Path> =
        tests.iter().flat_map(|test| [test.input.as_path(), test.expected.file()]).collect();
    let is_left = |path: &str, file: &Content| {
        Some(path) != configuration && !matches!(file, Content::File(file) if own.contains(file.as_path()))
    };
    note_left_out(files.iter().filter(|(path, file)| is_left(path, file)).map(|(path, _)| path), notes);
    Ok(package)
}
