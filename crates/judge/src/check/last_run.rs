//! The tests that failed in the last run of the same programs on the same data, for `--failed`.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{CheckInputs, name_of};
use crate::programs::Code;
use crate::report::results::Report;
use nim_ground::cache;
use nim_ground::error::named;
use nim_ground::presence::{absent_is_none, real_path};
use nim_task::layout::TestSet;

/// The folder of these lists in the cache.
const RUNS: &str = "failed";

/// The list of failed tests of these programs on this data.
pub struct LastRun {
    /// The file name of the record.
    key: String,
}

impl LastRun {
    /// Returns the list of programs, by their files or commands, and data, by its paths.
    ///
    /// # Errors
    /// When one cannot be looked at.
    pub fn new(CheckInputs { programs, data, test_set, .. }: &CheckInputs) -> io::Result<Self> {
        let mut hasher = blake3::Hasher::new();
        let mut add = |bytes: &[u8]| {
            hasher.update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
        };
        add(env::current_dir().map_err(named("the current folder"))?.as_os_str().as_encoded_bytes());
        for path in data {
            // Tests built into the program are unpacked into a new folder each time, so their names are hashed.
            let is_unpacked = test_set.unpacked().any(|folder| path.starts_with(folder));
            let path = if is_unpacked { PathBuf::from(name_of(path, test_set)) } else { real(path)? };
            add(path.as_os_str().as_encoded_bytes());
        }
        for program in programs {
            add(program.name.as_bytes());
            match &program.code {
                Code::Command(command) => command.iter().for_each(|word| add(word.as_encoded_bytes())),
                Code::Source(source) => add(real(&source.main)?.as_os_str().as_encoded_bytes()),
            }
        }
        Ok(Self { key: hasher.finalize().to_hex().to_string() })
    }

    /// Returns the names of the tests that failed; none if no run is known.
    ///
    /// # Errors
    /// When the list cannot be read.
    pub fn failed(&self) -> io::Result<BTreeSet<String>> {
        let Some(path) = cache::folder(RUNS).map(|folder| folder.join(&self.key)) else {
            return Ok(BTreeSet::new());
        };
        let Some(text) = absent_is_none(fs::read(&path), &path)? else { return Ok(BTreeSet::new()) };
        serde_json::from_slice(&text).map_err(|error| named(path.display())(error.into()))
    }

    /// Records the tests that failed now, and those that failed before and were not run now. Without a cache, nothing is recorded.
    ///
    /// # Errors
    /// When the earlier list cannot be read.
    pub fn record(&self, test_set: &TestSet, report: &Report) -> io::Result<()> {
        let ran: BTreeSet<&String> = report.tests.iter().map(|test| &test.name).collect();
        let before = self.failed()?;
        let mut failed = before.clone();
        failed.retain(|name| !ran.contains(name) && test_set.tests.iter().any(|test| test.name == *name));
        failed.extend(report.tests.iter().filter(|test| !report.is_fine(test)).map(|test| test.name.clone()));
        if failed != before {
            // A list that cannot be written is as if there were no cache.
            let _ = self.write(&failed);
        }
        Ok(())
    }

    fn write(&self, failed: &BTreeSet<String>) -> Option<()> {
        if failed.is_empty() {
            return fs::remove_file(cache::folder(RUNS)?.join(&self.key)).ok();
        }
        // Two checks at a time may record; a reader finds the list of one of them.
        cache::put(RUNS, &self.key, &serde_json::to_vec(failed).ok()?)
    }
}

/// Returns the real path of a file, or this one if there is no such file.
fn real(path: &Path) -> io::Result<PathBuf> {
    Ok(real_path(path)?.unwrap_or_else(|| path.to_path_buf()))
}
