//! `--save-failure`: the smallest input on which a program fails, by its case alone where a problem's grammar tells how to cut it out.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::built_in::solve;
use crate::system::output_file::{self, Overwrite};
use crate::terminal::UsageError;
use nim_inputs::Description;
use nim_inputs::document::Document;
use nim_inputs::shrink::only_case;
use nim_io::Input;
use nim_judge::report::results::TestReport;
use nim_simd::Level;
use nim_solve::registry::Entry;
use nim_task::layout::{Test, TestSet};
use nim_task::verdict::Verdict;

/// The largest input of which a case is cut out.
const LARGEST: u64 = 1 << 26;
/// The ending of the answer's file.
const ANSWER: &str = "ans";

/// The smallest failure so far, and where it is to be saved.
pub struct SavedFailure<'a> {
    to: &'a Path,
    overwrite: Overwrite<'static>,
    /// The problem of all tests, where it is named.
    named: Option<&'static Entry>,
    level: Option<Level>,
    /// The tests, by name.
    tests: HashMap<String, Test>,
    smallest: Option<TestReport>,
}

impl<'a> SavedFailure<'a> {
    /// A failure that is saved as this file, and its answer beside it.
    ///
    /// # Errors
    /// When one of them exists, unless it may be replaced.
    pub fn new(
        to: &'a Path,
        overwrite: Overwrite<'static>,
        named: Option<&'static Entry>,
        level: Option<Level>,
    ) -> anyhow::Result<Self> {
        if to.extension().is_some_and(|ending| ending == ANSWER) || to.file_name().is_none() {
            return Err(UsageError("--save-failure names the input, such as failure.in".to_owned()).into());
        }
        for file in [to, &answer_of(to)] {
            output_file::refuse_existing(file, overwrite)?;
            output_file::check(file)?;
        }
        Ok(Self { to, overwrite, named, level, tests: HashMap::new(), smallest: None })
    }

    /// Returns the files of the input and the answer.
    pub fn files(to: &Path) -> [PathBuf; 2] {
        [to.to_path_buf(), answer_of(to)]
    }

    /// Notes the tests.
    pub fn found(&mut self, test_set: &TestSet) {
        self.tests = test_set.tests.iter().map(|test| (test.name.clone(), test.clone())).collect();
    }

    /// Notes a result.
    pub fn seen(&mut self, test: &TestReport) {
        let is_failure = !matches!(test.verdict, Verdict::Accepted | Verdict::JudgeError);
        if is_failure && self.smallest.as_ref().is_none_or(|smallest| order(test) < order(smallest)) {
            self.smallest = Some(test.clone());
        }
    }

    /// Saves the failure, and returns a line about it, if there was one.
    pub fn save(&self) -> anyhow::Result<Option<String>> {
        let Some(test) = &self.smallest else { return Ok(None) };
        let tried = self.tests.get(&test.name).context("the test is not known")?;
        let case = test.case.map(|case| self.case(tried, case)).transpose()?.flatten();
        let (what, texts) = match case {
            Some(texts) => (format!("case {} of {}", test.case.unwrap_or_default(), test.name), texts),
            None => (test.name.clone(), [tried.input.bytes()?, tried.expected.content().bytes()?]),
        };
        for (file, text) in [self.to, &answer_of(self.to)].into_iter().zip(texts) {
            output_file::write(file, self.overwrite, |out| out.write_all(&text))?;
        }
        Ok(Some(format!("saved {what} as {} and its .{ANSWER}", self.to.display())))
    }

    /// Returns a case of an input as an input of its own, and its answer; `None` where it has none, or is too large.
    fn case(&self, test: &Test, case: u64) -> io::Result<Option<[Vec<u8>; 2]>> {
        let entry = self.named.or_else(|| nim_problems::find(test.problem.as_deref()?));
        let Some(entry) = entry else { return Ok(None) };
        if test.input.size()? > LARGEST {
            return Ok(None);
        }
        Ok(self.case_of(entry, &test.input.bytes()?, case))
    }

    fn case_of(&self, entry: &'static Entry, text: &[u8], case: u64) -> Option<[Vec<u8>; 2]> {
        let about = Description::from_entry(entry);
        let document = Document::parse(&about, text).ok()?;
        let single = only_case(&about, &document, usize::try_from(case).ok()?.checked_sub(1)?)?.text(&about);
        let mut answer = Vec::new();
        let input = Input::reader("the case", io::Cursor::new(single.clone()));
        solve::answers(entry, input, &mut answer, self.level).ok()?;
        Some([single, answer])
    }
}

/// Returns the order of failures, the smallest input first.
fn order(test: &TestReport) -> (u64, usize) {
    (test.input_bytes.unwrap_or(u64::MAX), test.index)
}

/// Returns the file of the answer to an input.
fn answer_of(input: &Path) -> PathBuf {
    input.with_extension(ANSWER)
}
