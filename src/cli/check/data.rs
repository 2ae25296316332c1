//! The test data of the built-in problems: that of the checkout, else that inside the program.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use tempfile::TempDir;

use crate::cli::{checkout, packed, say};
use nim_ground::private;
use nim_inputs::named::{self, OwnTest};
use nim_solve::registry::Entry;

/// The folder with the test data of a problem, called as the problem.
pub struct ProblemData {
    /// The folder.
    pub folder: PathBuf,
    /// The private folder around it, where the data comes from inside the program; removed when dropped.
    pub unpacked: Option<TempDir>,
    /// Where the tests come from, under a judge's name with bounds of its own.
    pub note: Option<String>,
}

impl ProblemData {
    /// Finds the folder of a problem where the current folder lies in a checkout; elsewhere, unpacks what the program holds.
    ///
    /// # Errors
    /// When the data cannot be unpacked.
    pub fn of(entry: &Entry) -> anyhow::Result<Self> {
        let checkout = checkout::root().map(|root| root.join("testdata").join(entry.slug));
        let has_own_bounds = named::has_own_bounds(entry);
        if let Some(folder) = checkout.filter(|folder| folder.is_dir() && !has_own_bounds) {
            return Ok(Self { folder: shortened(folder), unpacked: None, note: None });
        }
        let around = private::folder("toolkit-data-").context("cannot create a temporary folder")?;
        let folder = around.path().join(entry.name);
        let tests = packed::tests(entry, |_| true)?;
        for test in &tests {
            for (name, contents) in packed::files_of(test) {
                let path = folder.join(name);
                path.parent()
                    .map_or(Ok(()), fs::create_dir_all)
                    .and_then(|()| fs::write(&path, contents))
                    .with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
        let note = has_own_bounds.then(|| about(entry, &tests));
        Ok(Self { folder, unpacked: Some(around), note })
    }
}

/// Returns how many tests under a judge's name are the problem's, and how many are made.
fn about(entry: &Entry, tests: &[OwnTest]) -> String {
    let made = tests.iter().filter(|test| test.name.starts_with(named::MADE)).count();
    let kept = say::counted(tests.len() - made, "test");
    format!("{}: {kept} of {} that fit its bounds, and {made} made ones (made-…)", entry.name, entry.slug)
}

/// Returns a path below the current folder relative to it.
fn shortened(path: PathBuf) -> PathBuf {
    let here = env::current_dir().ok();
    match here.and_then(|here| Some(path.strip_prefix(here).ok()?.to_path_buf())) {
        Some(below) if !below.as_os_str().is_empty() => below,
        _ => path,
    }
}
