//! The test data of the built-in problems: that of the checkout, else that inside the program.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use tempfile::TempDir;

use crate::built_in::problem::records_of;
use crate::built_in::{checkout, packed};
use crate::terminal::say;
use nim_ground::presence::is_folder;
use nim_ground::private;
use nim_inputs::named::{self, OwnTest};
use nim_inputs::{Description, reached};
use nim_solve::problem::Cases;
use nim_solve::registry::Entry;

/// The folder with the test data of a problem, called as the problem.
pub struct ProblemData {
    /// The folder.
    pub folder: PathBuf,
    /// A folder with further tests of it, which are not stored.
    pub further: Option<PathBuf>,
    /// The private folder around what comes from inside the program; removed when dropped.
    pub unpacked: Option<TempDir>,
    /// Where the tests come from, under the name of a judge that differs; the bounds that they do not reach.
    pub notes: Vec<String>,
}

impl ProblemData {
    /// Finds the folder of a problem where the current folder lies in a checkout; elsewhere, unpacks what the program holds.
    ///
    /// # Errors
    /// When the data cannot be unpacked.
    pub fn load(entry: &Entry) -> anyhow::Result<Self> {
        let checkout = checkout::root()?.map(|root| root.join("testdata").join(entry.slug));
        let is_slug = entry.name == entry.slug;
        let out_of_reach = out_of_reach(entry);
        if let Some(folder) = checkout.filter(|_| is_slug)
            && is_folder(&folder)?
        {
            let (around, further) = unpacked(entry, &packed::largest(entry)?)?;
            return Ok(Self {
                folder: shortened(folder),
                further: Some(further),
                unpacked: Some(around),
                notes: out_of_reach.into_iter().collect(),
            });
        }
        let tests = packed::tests(entry, |_| true)?;
        let (around, folder) = unpacked(entry, &tests)?;
        let about = named::differs(entry).then(|| about(entry, &tests));
        let notes = about.into_iter().chain(out_of_reach).collect();
        Ok(Self { folder, further: None, unpacked: Some(around), notes })
    }
}

/// Returns a note on what bounds allow together, but would make inputs too large.
fn out_of_reach(entry: &Entry) -> Option<String> {
    let description = Description::from_entry(entry).ok()?;
    let never = reached::out_of_reach(&description);
    (!never.is_empty())
        .then(|| format!("not reached by the data, as it would be large: {}", never.join(", ")))
}

/// Writes tests into a private folder; returns it, and the folder in it that is called as the problem.
fn unpacked(entry: &Entry, tests: &[OwnTest]) -> anyhow::Result<(TempDir, PathBuf)> {
    let around = private::folder("toolkit-data-").context("cannot create a temporary folder")?;
    let folder = around.path().join(entry.name);
    for test in tests {
        for (name, contents) in packed::files_of(test) {
            let path = folder.join(name);
            path.parent()
                .map_or(Ok(()), fs::create_dir_all)
                .and_then(|()| fs::write(&path, contents))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok((around, folder))
}

/// Returns how many tests under a judge's name are the problem's, and how many are made.
fn about(entry: &Entry, tests: &[OwnTest]) -> String {
    let made = tests.iter().filter(|test| test.name.starts_with(named::MADE)).count();
    let kept = say::counted(tests.len() - made, "test");
    let cases = tests.iter().map(|test| records_of(entry.answers).count(&test.answer)).max();
    let cases = cases.filter(|_| has_unbounded_cases(entry)).map(|most| {
        format!("; no bound on the number of cases is known, and that of the data, at most {most}, is ours")
    });
    format!(
        "{}: {kept} of {} that fit its bounds, and {made} generated tests (made-…){}",
        entry.name,
        entry.slug,
        cases.unwrap_or_default()
    )
}

/// Returns whether nothing bounds the cases of an input: a right program may have an array that is too small for ours.
fn has_unbounded_cases(entry: &Entry) -> bool {
    Description::from_entry(entry).is_ok_and(|description| {
        description.grammar.cases != Cases::One && description.range("cases").end() == &u64::MAX
    })
}

/// Returns a path below the current folder relative to it.
fn shortened(path: PathBuf) -> PathBuf {
    let here = env::current_dir().ok();
    match here.and_then(|here| Some(path.strip_prefix(here).ok()?.to_path_buf())) {
        Some(below) if !below.as_os_str().is_empty() => below,
        _ => path,
    }
}
