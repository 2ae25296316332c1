//! The inputs of a package are validated before its submissions are run.

use std::io;
use std::path::{Path, PathBuf};

use itertools::Itertools;

use super::CheckInputs;
use super::selection::Selected;
use super::submissions::polygon_of;
use crate::error::{Error, Result};
use crate::trusted::TrustedPrograms;
use crate::validators::{Validators, folder_of_icpc, folders_of_task, in_words};
use nim_ground::cache;
use nim_report::fingerprint::{self, FingerprintParts};
use nim_task::layout::InputValidator;
use nim_task::layout::library_checker::LibraryProblem;
use nim_task::layout::task::Task;

/// The folder of the cache that says which inputs were accepted.
const VALIDATED: &str = "validated";

/// Validates the inputs of tests by the package's validators. Returns notes on validators that cannot be built.
///
/// # Errors
/// When an input is invalid or cannot be read.
pub fn inputs(
    programs: TrustedPrograms<'_>,
    given: &CheckInputs<'_>,
    tests: &[Selected<'_>],
) -> Result<Vec<String>> {
    let accepted = || Ok(Vec::new());
    let [path] = given.data.as_slice() else { return accepted() };
    let by = |validators: Validators| -> Result<_> {
        let refused = validators.refused(programs, tests.iter().map(|selected| selected.test))?;
        if refused.is_empty() { Ok(validators.notes) } else { Err(Error::InvalidInputs(in_words(&refused))) }
    };
    if let Some(package) = polygon_of(path, &given.suite)? {
        return by(Validators::of_polygon(package, programs));
    }
    if let Some(problem) = given.package.as_deref().and_then(LibraryProblem::of) {
        return Validators::of_library(&problem, programs).map_or_else(accepted, by);
    }
    let task = given.package.as_deref().filter(|folder| Task::is_in(folder));
    let calls = task.map_or_else(Vec::new, |task| Task::validators(task, given.suite.tests.len()));
    let (root, folders): (_, Vec<PathBuf>) = match (task, given.suite.packages.as_slice()) {
        (Some(task), _) => {
            let callees = calls.iter().flatten().unique_by(|call| &call.program);
            (task, callees.flat_map(|call| folders_of_task(task, call)).unique().collect())
        }
        (None, [package]) => (package.root.as_path(), folder_of_icpc(&package.root).into_iter().collect()),
        (None, _) => return accepted(),
    };
    if folders.is_empty() {
        return accepted();
    }
    let key = key_of(root, (&folders, &calls), programs, tests)?;
    if cache::folder(VALIDATED).is_some_and(|known| known.join(&key).is_file()) {
        return accepted();
    }
    let validators = match task {
        Some(task) => Validators::of_task(task, calls, programs),
        None => Validators::of_icpc(root, programs),
    };
    let Some(validators) = validators else { return accepted() };
    let notes = by(validators)?;
    if notes.is_empty() {
        // Inputs that cannot be remembered are validated again.
        let _ = cache::put(VALIDATED, &key, b"");
    }
    Ok(notes)
}

/// Returns what a verdict on the inputs depends on, by contents.
fn key_of(
    package: &Path,
    (folders, calls): (&[PathBuf], &[Vec<InputValidator>]),
    programs: TrustedPrograms<'_>,
    tests: &[Selected<'_>],
) -> io::Result<String> {
    let args = tests.iter().map(|selected| &selected.test.input_args).collect::<Vec<_>>();
    let trees = folders.iter().map(|folder| fingerprint::of_tree(folder)).collect::<io::Result<Vec<_>>>()?;
    let parts = FingerprintParts::from([
        ("validators".to_owned(), trees.join(" ")),
        ("calls".to_owned(), format!("{calls:?}")),
        ("languages".to_owned(), format!("{:?}", programs.options.languages)),
        ("settings".to_owned(), of_file(&package.join("problem.yaml"))?),
        ("inputs".to_owned(), fingerprint::of_files(tests.iter().map(|test| test.test.input.as_path()))?),
        ("arguments".to_owned(), format!("{args:?}")),
    ]);
    Ok(fingerprint::of(&parts).replace(':', "-"))
}

/// Returns the fingerprint of a file that may be missing.
fn of_file(path: &Path) -> io::Result<String> {
    if path.exists() { fingerprint::of_tree(path) } else { Ok(String::new()) }
}
