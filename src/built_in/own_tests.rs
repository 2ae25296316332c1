//! The tests of a built-in problem: those of the checkout, if there is one, and those inside the program, which stay in memory.

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::built_in::problem::records_of;
use crate::built_in::{checkout, kept_tests};
use crate::terminal::say;
use nim_ground::presence::is_folder;
use nim_inputs::named;
use nim_inputs::{Description, reached};
use nim_solve::problem::Cases;
use nim_solve::registry::Entry;
use nim_task::formats::Manifests;
use nim_task::layout::{self, Test, TestSet};

/// Returns the tests of a problem, given its [`folder`]. Notes tell their origin under the name of a judge that differs, and the bounds
/// that they do not reach. Tests outside of the checkout stay in memory.
///
/// # Errors
/// When they cannot be made or read.
pub fn load(
    entry: &Entry,
    folder: Option<&Path>,
    manifests: &Manifests,
    notes: &mut Vec<String>,
) -> anyhow::Result<TestSet> {
    let (mut test_set, tests) = match folder {
        Some(folder) => {
            let stored = layout::discover_readable(folder, manifests);
            (
                stored.with_context(|| format!("cannot read {}", folder.display()))?,
                kept_tests::largest(entry)?,
            )
        }
        None => {
            let tests = kept_tests::all(entry)?;
            if named::differs(entry) {
                notes.push(about(entry, &tests)?);
            }
            (TestSet::new(manifests), tests)
        }
    };
    notes.extend(out_of_reach(entry));
    test_set.append(TestSet::in_memory(entry.name, manifests, tests), "");
    Ok(test_set)
}

/// Returns the folder with a problem's tests in the checkout; `None` if all of them are in memory.
///
/// # Errors
/// When the folder cannot be looked at.
pub fn folder(entry: &Entry) -> io::Result<Option<PathBuf>> {
    let checkout = checkout::root()?.map(|root| root.join("testdata").join(entry.slug));
    match checkout.filter(|_| entry.name == entry.slug) {
        Some(folder) if is_folder(&folder)? => Ok(Some(shortened(folder))),
        _ => Ok(None),
    }
}

/// Returns a note on sums that bounds allow together, but which would make inputs too large.
fn out_of_reach(entry: &Entry) -> Option<String> {
    let description = Description::from_entry(entry);
    let never = reached::out_of_reach(&description);
    (!never.is_empty())
        .then(|| format!("not reached by the data, as it would be large: {}", never.join(", ")))
}

/// Returns the note on tests under a judge's name: the number of the problem's own, and of generated ones.
fn about(entry: &Entry, tests: &[Test]) -> io::Result<String> {
    let made = tests.iter().filter(|test| test.name.starts_with(named::MADE)).count();
    let kept = say::counted(tests.len() - made, "test");
    let mut most = 0;
    for test in tests {
        most = most.max(records_of(entry.form.answers).count(&test.expected.content().bytes()?));
    }
    let cases = has_unbounded_cases(entry).then(|| {
        format!("; no bound on the number of cases is known, and that of the data, at most {most}, is ours")
    });
    Ok(format!(
        "{}: {kept} of {} that fit its bounds, and {made} generated tests (made-…){}",
        entry.name,
        entry.slug,
        cases.unwrap_or_default()
    ))
}

/// Returns whether nothing bounds the cases of an input: a right program may have too small an array.
fn has_unbounded_cases(entry: &Entry) -> bool {
    let description = Description::from_entry(entry);
    description.grammar.cases != Cases::One && description.range("cases").end() == &u64::MAX
}

/// Returns a path below the current folder relative to it.
fn shortened(path: PathBuf) -> PathBuf {
    let here = env::current_dir().ok();
    match here.and_then(|here| Some(path.strip_prefix(here).ok()?.to_path_buf())) {
        Some(below) if !below.as_os_str().is_empty() => below,
        _ => path,
    }
}
