//! The inputs of a program besides the test's input: drivers, files of single tests, and limits by language.

use super::{Files, Package};
use crate::layout::run_files::ENDING;
use crate::layout::test::{LanguageLimits, Test};

/// The folder of files that are compiled with programs, by language.
const DRIVERS: &str = "include/";

impl Package {
    /// Returns the factors of limits for programs in some languages.
    pub fn language_limits(&self) -> &[LanguageLimits] {
        self.tests.first().map_or(&[], |test| &test.language_limits)
    }

    /// Returns the files for the runs of a test.
    pub(crate) fn run_files_of(&self, test: &Test) -> Files {
        let folder = test.run_files.as_ref().map(|_| format!("data/{}.{ENDING}/", test.name));
        folder.map_or_else(Files::new, |folder| self.below(&folder))
    }

    /// Returns the losses for a judge that compiles and runs submissions without files of the package.
    pub(crate) fn lost_runs(&self, judge: &str) -> Vec<String> {
        self.lost_drivers(judge)
            .into_iter()
            .chain(self.lost_run_files(judge))
            .chain(self.lost_languages(judge))
            .collect()
    }

    /// Returns the loss for a judge that compiles only the submission's own files.
    pub(crate) fn lost_drivers(&self, judge: &str) -> Option<String> {
        let has_drivers = !self.below(DRIVERS).is_empty();
        has_drivers.then(|| format!("{DRIVERS}: {judge} compiles no files of a package with programs"))
    }

    /// Returns the loss for a judge that gives runs no file beside the input.
    pub(crate) fn lost_run_files(&self, judge: &str) -> Option<String> {
        let mut with_files = self.tests.iter().filter(|test| test.run_files.is_some());
        let (first, more) = (&with_files.next()?.name, with_files.count());
        let more = if more > 0 { format!(" (and of {more} more tests)") } else { String::new() };
        Some(format!("data/{first}.{ENDING}/{more}: {judge} gives programs no files beside the input"))
    }

    /// Returns the loss for a judge that has the same limits for all languages.
    pub(crate) fn lost_languages(&self, judge: &str) -> Option<String> {
        let has_own = !self.language_limits().is_empty();
        has_own.then(|| format!("{judge} has no limits by language"))
    }
}
