//! The inputs to validate: named files, and those of folders and archives.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Context;
use itertools::Itertools;

use crate::problem;
use crate::terminal::UsageError;
use crate::terminal::style as terminal;
use nim_ground::presence::is_folder;
use nim_io::{Input, STDIN};
use nim_task::formats::Manifests;
use nim_task::layout::{ArchiveFormat, SolverOnly, TestSet};

/// An input, and its name in messages.
pub struct NamedInput {
    /// Its path; of an archive's, the archive's path comes first.
    pub name: String,
    /// Its file; `None` for standard input.
    pub path: Option<PathBuf>,
}

impl NamedInput {
    /// Opens it.
    pub fn open(&self) -> anyhow::Result<Input> {
        let opened = match &self.path {
            None => {
                terminal::announce("validate");
                Input::stdin(true)
            }
            Some(path) => Input::open(path, true),
        };
        Ok(opened.with_context(|| format!("cannot read {}", self.name))?.named(self.name.clone()))
    }
}

/// The inputs that were found.
#[derive(Default)]
pub struct FoundInputs {
    /// The inputs, in order.
    pub inputs: Vec<NamedInput>,
    /// Inputs of archives that could not be unpacked, each with the reason.
    pub unreadable: Vec<String>,
    /// Notes on folders that were skipped.
    pub notes: Vec<String>,
    /// The inputs of each solver-only folder, which are left out.
    solver_only: BTreeMap<SolverOnly, BTreeSet<PathBuf>>,
    /// The folders with unpacked archives live as long as these.
    test_sets: Vec<TestSet>,
}

impl FoundInputs {
    /// Returns the solver-only folders, with the number of inputs that are left out of each.
    pub fn left_out(&self) -> Vec<String> {
        let left_out = self.solver_only.iter();
        left_out.map(|(test_set, inputs)| format!("{} in {}", inputs.len(), test_set.folder())).collect()
    }

    /// Returns the same as one text, if there are any.
    pub fn left_out_in_words(&self, before: &str) -> String {
        if self.solver_only.is_empty() {
            String::new()
        } else {
            format!("{before}{}", self.left_out().join(", "))
        }
    }

    /// Adds the inputs of a folder or an archive.
    fn add(&mut self, path: &Path, test_set: TestSet) {
        for test in &test_set.tests {
            // Those of folders and archives are on disk.
            if let Some(input) = test.input.file() {
                self.add_input(path, &test_set, test.solver_only, input);
            }
        }
        // An input needs no answer to be valid.
        for unmatched in test_set.unmatched.iter().filter(|unmatched| unmatched.file.ends_with(".in")) {
            let solver_only = SolverOnly::ALL
                .into_iter()
                .find(|solver_only| unmatched.file.split('/').any(|part| part == solver_only.folder()));
            match &unmatched.path {
                Some(input) => self.add_input(path, &test_set, solver_only, input),
                None => {
                    let name = path.join(&unmatched.file);
                    self.unreadable.push(format!("cannot read {}: {}", name.display(), unmatched.reason));
                }
            }
        }
        self.notes.extend(test_set.notes.iter().cloned().chain(test_set.incomplete()));
        self.test_sets.push(test_set);
    }

    fn add_input(&mut self, path: &Path, test_set: &TestSet, solver_only: Option<SolverOnly>, input: &Path) {
        match solver_only {
            Some(solver_only) => {
                _ = self.solver_only.entry(solver_only).or_default().insert(input.to_owned());
            }
            None => self.inputs.push(named(path, test_set, input)),
        }
    }
}

/// An input of a folder or an archive.
fn named(path: &Path, test_set: &TestSet, input: &Path) -> NamedInput {
    let unpacked = test_set.unpacked().find_map(|folder| input.strip_prefix(folder).ok());
    let name = unpacked.map_or_else(|| input.to_owned(), |below| path.join(below));
    NamedInput { name: name.display().to_string(), path: Some(input.to_owned()) }
}

/// Finds the inputs of paths; standard input where there are none, and for `-`.
///
/// # Errors
/// When a path cannot be read.
pub fn find(paths: &[PathBuf], manifests: &Manifests) -> anyhow::Result<FoundInputs> {
    let mut found = FoundInputs::default();
    let stdin = [PathBuf::from("-")];
    let paths = if paths.is_empty() { &stdin } else { paths };
    // The same path may be written in several ways.
    for path in paths.iter().unique_by(|path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf())) {
        if path == Path::new("-") {
            found.inputs.push(NamedInput { name: STDIN.to_owned(), path: None });
            continue;
        }
        UsageError::unless_there(path)?;
        let is_archive = ArchiveFormat::from_path(path).is_some();
        if is_archive || is_folder(path)? {
            found.add(path, problem::tests(path, manifests)?);
        } else {
            found.inputs.push(NamedInput { name: path.display().to_string(), path: Some(path.clone()) });
        }
    }
    // A folder that was named with one inside it has the same inputs, and notes.
    found.inputs = found.inputs.into_iter().unique_by(|input| input.path.clone()).collect();
    found.notes = found.notes.into_iter().unique().collect();
    Ok(found)
}
