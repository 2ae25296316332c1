//! The made tests of built-in problems in the cache: the largest inputs take longer to make than most programs take for all tests.

use std::env;
use std::io;

use nim_ground::presence::find;
use nim_judge::report::fingerprint::state;
use nim_judge::report::shown::{Key, Shown};
use nim_solve::registry::Entry;
use nim_task::layout::Test;

use super::packed;

/// The folder in the cache.
const FOLDER: &str = "built-in";

/// Returns all tests of a problem, as [`packed::tests`] makes them.
///
/// # Errors
/// As of that.
pub fn all(entry: &Entry) -> anyhow::Result<Vec<Test>> {
    kept_or_made(entry, "all", || packed::tests(entry, |_| true))
}

/// Returns the largest tests of a problem, as [`packed::largest`] makes them.
///
/// # Errors
/// As of that.
pub fn largest(entry: &Entry) -> anyhow::Result<Vec<Test>> {
    kept_or_made(entry, "largest", || packed::largest(entry))
}

fn kept_or_made(
    entry: &Entry,
    which: &str,
    make: impl FnOnce() -> anyhow::Result<Vec<Test>>,
) -> anyhow::Result<Vec<Test>> {
    // Nothing is kept if the system does not tell which program this is.
    let Ok(key) = key(entry, which) else { return make() };
    if let Some(kept) = key.kept(FOLDER)
        && let Some(tests) = packed::tests_of(&kept)
    {
        return Ok(tests);
    }
    let tests = make()?;
    key.keep(FOLDER, &packed::of_tests(&tests)?);
    Ok(tests)
}

/// Returns the key of tests that this very program makes.
fn key(entry: &Entry, which: &str) -> io::Result<Key> {
    let program = env::current_exe()?;
    let state = state(&program, find(&program)?.as_ref())?;
    Ok(Shown::default().with("program", state).with("problem", entry.name).with("tests", which).key())
}
