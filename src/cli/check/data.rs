//! The test data of the built-in problems: that of the checkout, else that inside the program.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use tempfile::TempDir;

use crate::cli::{checkout, packed};
use nim_judge::private;
use nim_solve::registry::Entry;

/// The folder with the test data of a problem, called as the problem.
pub struct ProblemData {
    /// The folder.
    pub folder: PathBuf,
    /// The private folder around it, where the data comes from inside the program; removed when dropped.
    pub unpacked: Option<TempDir>,
}

impl ProblemData {
    /// Finds the folder of a problem where the current folder lies in a checkout; elsewhere, unpacks what the program holds.
    ///
    /// # Errors
    /// When the data cannot be unpacked.
    pub fn of(entry: &Entry) -> anyhow::Result<Self> {
        let checkout = checkout::root().map(|root| root.join("testdata").join(entry.slug));
        if let Some(folder) = checkout.filter(|folder| folder.is_dir()) {
            return Ok(Self { folder: shortened(folder), unpacked: None });
        }
        let around = private::folder("toolkit-data-").context("cannot create a temporary folder")?;
        let folder = around.path().join(entry.slug);
        for test in packed::tests(entry, |_| true)? {
            for (name, contents) in test.files() {
                let path = folder.join(name);
                path.parent()
                    .map_or(Ok(()), fs::create_dir_all)
                    .and_then(|()| fs::write(&path, contents))
                    .with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
        Ok(Self { folder, unpacked: Some(around) })
    }
}

/// Returns a path below the current folder relative to it.
fn shortened(path: PathBuf) -> PathBuf {
    let here = env::current_dir().ok();
    match here.and_then(|here| Some(path.strip_prefix(here).ok()?.to_path_buf())) {
        Some(below) if !below.as_os_str().is_empty() => below,
        _ => path,
    }
}
