//! The inputs of a package are validated before its submissions are run.

use std::io;

use itertools::Itertools;

use super::selection::Selected;
use crate::error::{Error, Result};
use crate::options::Options;
use crate::trusted::TrustedPrograms;
use crate::validators::{Validators, in_words};
use nim_ground::cache;
use nim_report::fingerprint;
use nim_task::layout::Test;

/// The folder of the cache that says which inputs were accepted.
const VALIDATED: &str = "validated";

/// Validates the inputs of tests by the package's validators. Returns notes on validators that cannot be built.
///
/// # Errors
/// When an input is invalid or cannot be read.
pub fn inputs(programs: TrustedPrograms<'_>, tests: &[Selected<'_>]) -> Result<Vec<String>> {
    let tests = tests.iter().map(|selected| selected.test).collect_vec();
    if tests.iter().all(|test| test.validators.is_empty()) {
        return Ok(Vec::new());
    }
    let key = key_of(programs, &tests)?;
    if cache::folder(VALIDATED).is_some_and(|known| known.join(&key).is_file()) {
        return Ok(Vec::new());
    }
    let validators = Validators::build(&tests, programs);
    let refused = validators.refused(programs, &tests)?;
    if !refused.is_empty() {
        return Err(Error::InvalidInputs(in_words(&refused)));
    }
    if validators.notes.is_empty() {
        // Inputs that cannot be remembered are validated again.
        let _ = cache::put(VALIDATED, &key, b"");
    }
    Ok(validators.notes)
}

/// Returns what a verdict on the inputs depends on, by contents.
fn key_of(programs: TrustedPrograms<'_>, tests: &[&Test]) -> io::Result<String> {
    let calls = tests.iter().map(|test| &test.validators).collect_vec();
    let all = calls.iter().flat_map(|calls| calls.iter());
    let folders =
        all.flat_map(|call| call.program.parent().into_iter().chain(call.readable.iter().map(AsRef::as_ref)));
    let trees = folders.unique().map(fingerprint::of_tree).collect::<io::Result<Vec<_>>>()?;
    let Options { languages, testlib, .. } = programs.options;
    Ok(fingerprint::key([
        ("validators", trees.join(" ")),
        ("calls", format!("{calls:?}")),
        ("languages", format!("{languages:?} {testlib:?}")),
        ("inputs", fingerprint::of_files(tests.iter().map(|test| test.input.as_path()))?),
    ]))
}
