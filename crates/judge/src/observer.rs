//! Events of a running check.

use std::io;

use super::error::{Context as _, Result};
use crate::report::results::TestReport;
use nim_ground::interruption;
use nim_task::layout::{Test, TestSet};
use std::path::PathBuf;

/// Receives the events of a check. Each event has a method, which does nothing by default.
pub trait Observer: Send {
    /// The tests of these paths are known; `has_programs` distinguishes programs from the built-in solvers. `kept_limit` is a note on the
    /// time limit that an earlier check found.
    ///
    /// # Errors
    /// Those that end the check.
    fn found(
        &mut self,
        _test_set: &TestSet,
        _data: &[PathBuf],
        _has_programs: bool,
        _kept_limit: Option<&str>,
    ) -> Result<()> {
        Ok(())
    }

    /// A note on the tests or programs.
    ///
    /// # Errors
    /// When it cannot be written, which ends the check.
    fn note(&mut self, _note: &str) -> io::Result<()> {
        Ok(())
    }

    /// A warning about the package.
    ///
    /// # Errors
    /// When it cannot be written.
    fn warning(&mut self, _warning: &str) -> io::Result<()> {
        Ok(())
    }

    /// The tests that would be run.
    ///
    /// # Errors
    /// When they cannot be written.
    fn listed(&mut self, _test_set: &TestSet, _tests: &[&Test]) -> io::Result<()> {
        Ok(())
    }

    /// Programs are being compiled, or no longer.
    fn compiling(&mut self, _is_begin: bool) {}

    /// A test of this name is made next, after `made` of `total` ones; none where all are.
    fn making(&mut self, _made: usize, _total: usize, _name: Option<&str>) {}

    /// A mutant was compiled; a mutant with the same digest behaves the same. Returns whether it is run.
    fn compiled(&mut self, _program: &str, _digest: Option<&str>) -> bool {
        true
    }

    /// Mutants are about to be run on tests, whose names and fingerprints are available: of files, of judging, and of limits. A test that
    /// is judged by a command of unknown files has none.
    ///
    /// # Errors
    /// When a file cannot be read.
    fn fingerprints(
        &mut self,
        _of_tests: &dyn Fn() -> io::Result<Vec<(String, Option<String>)>>,
    ) -> io::Result<()> {
        Ok(())
    }

    /// Further results are expected.
    fn expected(&mut self, _results: usize) {}

    /// A program was run on a test.
    fn result(&mut self, _result: &TestReport) {}

    /// All programs were run on all tests.
    fn finished(&mut self) {}

    /// Returns whether the check was asked to end, even if nothing is left to do.
    fn was_stopped(&self) -> bool {
        false
    }
}

/// Ignores all events.
pub struct Silent;

impl Observer for Silent {}

/// Passes several notes on.
///
/// # Errors
/// When one cannot be written.
pub(crate) fn notes<'n>(
    observer: &mut dyn Observer,
    notes: impl IntoIterator<Item = &'n String>,
) -> Result<()> {
    Ok(notes.into_iter().try_for_each(|note| observer.note(note))?)
}

/// Counts the tests that are made.
pub struct Making<'o> {
    observer: &'o mut dyn Observer,
    total: usize,
    made: usize,
    /// Whether the next run finds the files in the cache.
    is_kept: bool,
}

impl<'o> Making<'o> {
    /// Starts a count of `total` tests.
    pub fn new(observer: &'o mut dyn Observer, total: usize, is_kept: bool) -> Self {
        Self { observer, total, made: 0, is_kept }
    }

    /// Makes the next test, of this name.
    ///
    /// # Errors
    /// Those of `make`, and when the work was interrupted.
    pub fn make<T, E: From<super::error::Error>>(
        &mut self,
        name: &str,
        make: impl FnOnce() -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        self.observer.making(self.made, self.total, Some(name));
        let made = make();
        interruption::check().with_context(|| {
            let kept = if self.is_kept { ", and kept for the next run" } else { "" };
            let tests = if self.total == 1 { "test" } else { "tests" };
            format!("{} of {} {tests} were made{kept}", self.made, self.total)
        })?;
        let made = made?;
        self.made += 1;
        Ok(made)
    }
}

impl Drop for Making<'_> {
    fn drop(&mut self) {
        self.observer.making(self.made, self.total, None);
    }
}
