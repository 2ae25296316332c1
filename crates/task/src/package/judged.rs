//! The tests of a package as `check` runs them, and the program that judges their outputs. These are the same in every format that the
//! package is written in.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io;
use std::path::Path;

use super::names::{flat_name, path_of, sample};
use super::programs::validator_of;
use super::{Files, OUTPUT_VALIDATOR, Package, SAMPLE};
use crate::layout::naming_scheme::{NamingScheme, folder_of};
use crate::layout::test::{Expected, Test, Validation};
use crate::layout::test_set::TestSet;
use crate::protocol::Protocol;
use nim_ground::content::Content;
use nim_ground::folder::unique;

impl Package {
    /// Reads the tests that a check runs, and removes their files from those of the package.
    pub fn take_tests(&mut self, test_set: &TestSet, files: &mut Files) {
        let tests: Vec<(&Test, &Content)> = test_set.tests.iter().filter_map(with_answer).collect();
        let paths: HashMap<&Path, &str> =
            files.iter().filter_map(|(path, content)| Some((content.file()?, path.as_str()))).collect();
        let names: Vec<&str> = tests.iter().map(|(test, _)| test.name.as_str()).collect();
        let common = common_folder(&names).len();
        let mut seen = HashSet::new();
        let mut taken = BTreeSet::new();
        for (test, _) in &tests {
            // A test of two subtasks is there twice.
            if test.input.file().is_some_and(|file| !seen.insert(file)) {
                continue;
            }
            let path = test.input.file().and_then(|file| paths.get(file).copied());
            let path = match path.filter(|_| test.naming == NamingScheme::PACKAGE) {
                Some(path) => path.trim_start_matches("data/").trim_end_matches(".in").to_owned(),
                None => path_of_test(test, &test.name[common..]),
            };
            let path = unique(&path, &mut taken);
            self.tests.push(Test { is_sample: path.starts_with(SAMPLE), name: path, ..(*test).clone() });
        }
        self.tests.sort_by(|a, b| a.name.cmp(&b.name));
        let contents = tests.iter().flat_map(|(test, answer)| [&test.input, answer]);
        let own: HashSet<&Path> = contents
            .filter_map(Content::file)
            .chain(test_set.copied.iter().chain(&test_set.archives).map(AsRef::as_ref))
            .collect();
        files.retain(|_, content| !content.file().is_some_and(|file| own.contains(file)));
    }

    /// Returns the indices of the tests by the files of their inputs.
    pub fn by_input(&self) -> HashMap<&Path, usize> {
        let inputs = self.tests.iter().enumerate();
        inputs.filter_map(|(index, test)| Some((test.input.file()?, index))).collect()
    }

    /// Takes the program that judges the outputs of all tests out of the files, if it can be called as an output validator.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn take_validator(&mut self, tests: &[Test], files: &mut Files) -> io::Result<()> {
        let Some(validation) = tests.first().and_then(|test| test.validation.as_ref()) else { return Ok(()) };
        let programs = validation.programs();
        let [place] = programs[..] else { return Ok(()) };
        let mut used = tests.iter().map(|test| test.validation.as_ref().map(Validation::programs));
        let found = files.iter().find(|(_, content)| content.file() == Some(place));
        let found = found.filter(|_| used.all(|own| own.as_ref() == Some(&programs)));
        let Some(path) = found.map(|(path, _)| path.clone()) else { return Ok(()) };
        match validation {
            Validation::Program { style, args, .. } if *style == Protocol::KATTIS => {
                let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
                let program = files.remove(&path);
                self.validator_args.clone_from(args);
                self.files.extend(program.map(|own| (format!("output_validator/validate.{ending}"), own)));
            }
            Validation::Interactor { .. } => {
                if let Some(validator) = validator_of(&files[&path].text()?) {
                    files.remove(&path);
                    self.other_keys.set("type", "interactive");
                    self.validator_args.clear();
                    self.files.insert(OUTPUT_VALIDATOR.to_owned(), validator.into());
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Returns a test with its answer, unless it is for the built-in solvers.
fn with_answer(test: &Test) -> Option<(&Test, &Content)> {
    match &test.expected {
        Expected::Answer(answer) if test.solver_only.is_none() => Some((test, answer)),
        _ => None,
    }
}

/// Returns the path of a test by its name in its package.
fn path_of_test(test: &Test, name: &str) -> String {
    let name = flat_name(name);
    if test.is_sample { sample(&name) } else { path_of(&name) }
}

/// Returns the common folder of all names, with its slash; empty if there is none, or if it alone marks them as samples.
fn common_folder<'n>(names: &[&'n str]) -> &'n str {
    let mut common = names.first().map_or("", |name| folder_of(name));
    while !names.iter().all(|name| name.starts_with(common)) {
        common = folder_of(common.trim_end_matches('/'));
    }
    common.strip_suffix(SAMPLE).unwrap_or(common)
}
