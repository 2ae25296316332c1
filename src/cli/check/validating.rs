//! The inputs of a package are validated before its submissions are run.

use std::io;
use std::path::Path;

use super::selection::Selected;
use super::submissions::polygon_of;
use super::validators::{Validators, folder_of_icpc, in_words};
use super::{Asked, Given};
use nim_judge::cache;
use nim_judge::fingerprint::{self, FingerprintParts};

/// The folder of the cache that says which inputs were accepted.
const VALIDATED: &str = "validated";

/// Validates the inputs of tests by the package's validators. Returns notes on validators that cannot be built, or which inputs are
/// invalid.
///
/// # Errors
/// When an input cannot be read.
pub fn inputs(
    asked: Asked<'_>,
    given: &Given,
    tests: &[Selected<'_>],
) -> anyhow::Result<Result<Vec<String>, String>> {
    let [path] = given.data.as_slice() else { return Ok(Ok(Vec::new())) };
    let jury = asked.jury();
    let mut key = None;
    let validators = if let Some(package) = polygon_of(path, &given.suite)? {
        Validators::of_polygon(package, &jury)
    } else if let [package] = given.suite.packages.as_slice()
        && let Some(folder) = folder_of_icpc(&package.root)
    {
        key = Some(key_of(&package.root, &folder, asked, tests)?);
        if is_known(key.as_deref()) {
            return Ok(Ok(Vec::new()));
        }
        let Some(validators) = Validators::of_icpc(&package.root, &jury) else { return Ok(Ok(Vec::new())) };
        validators
    } else {
        return Ok(Ok(Vec::new()));
    };
    let refused = validators.refused(&jury, tests.iter().map(|selected| selected.test))?;
    if !refused.is_empty() {
        return Ok(Err(in_words(&refused)));
    }
    if let Some(key) = key.filter(|_| validators.notes.is_empty()) {
        // Inputs that cannot be remembered are validated again.
        let _ = cache::put(VALIDATED, &key, b"");
    }
    Ok(Ok(validators.notes))
}

/// Returns what a verdict on the inputs depends on, by contents.
fn key_of(package: &Path, validators: &Path, asked: Asked<'_>, tests: &[Selected<'_>]) -> io::Result<String> {
    let args = tests.iter().map(|selected| &selected.test.input_args).collect::<Vec<_>>();
    let parts = FingerprintParts::from([
        ("validators".to_owned(), fingerprint::of_tree(validators)?),
        ("languages".to_owned(), format!("{:?}", asked.languages)),
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

fn is_known(key: Option<&str>) -> bool {
    cache::folder(VALIDATED).zip(key).is_some_and(|(folder, key)| folder.join(key).is_file())
}
