//! The tests of a built-in problem: those of the checkout, where there is one, and those inside the program, which stay in memory.

use std::env;
use std::path::PathBuf;

use crate::built_in::problem::records_of;
use crate::built_in::{checkout, packed};
use crate::terminal::say;
use nim_ground::presence::is_folder;
use nim_inputs::named::{self, OwnTest};
use nim_inputs::{Description, reached};
use nim_solve::problem::Cases;
use nim_solve::registry::Entry;
use nim_task::formats::Manifests;
use nim_task::layout::TestSet;
use nim_task::package::PackageTest;

/// The tests of a built-in problem that are in memory.
pub struct HeldTests {
    /// The folder with its other tests, which are those of a checkout; where there are none, its name.
    pub data: PathBuf,
    /// Whether all its tests are in memory.
    pub is_whole: bool,
    /// Where the tests come from, under the name of a judge that differs; the bounds that they do not reach.
    pub notes: Vec<String>,
    /// The problem.
    pub entry: &'static Entry,
    tests: Vec<PackageTest>,
}

impl HeldTests {
    /// Finds the tests of a problem.
    ///
    /// # Errors
    /// When they cannot be made.
    pub fn load(entry: &'static Entry) -> anyhow::Result<Self> {
        let checkout = checkout::root()?.map(|root| root.join("testdata").join(entry.slug));
        let is_slug = entry.name == entry.slug;
        let out_of_reach = out_of_reach(entry);
        if let Some(folder) = checkout.filter(|_| is_slug)
            && is_folder(&folder)?
        {
            let (data, tests) = (shortened(folder), packed::largest(entry)?);
            let (notes, tests) = (out_of_reach.into_iter().collect(), held(tests));
            return Ok(Self { data, is_whole: false, notes, entry, tests });
        }
        let tests = packed::tests(entry, |_| true)?;
        let about = named::differs(entry).then(|| about(entry, &tests));
        let notes = about.into_iter().chain(out_of_reach).collect();
        Ok(Self { data: entry.name.into(), is_whole: true, notes, entry, tests: held(tests) })
    }

    /// Returns those that are in memory.
    pub fn test_set(&self, manifests: &Manifests) -> TestSet {
        TestSet::in_memory(self.entry.name, manifests, self.tests.iter().cloned())
    }
}

fn held(tests: Vec<OwnTest>) -> Vec<PackageTest> {
    let held = |OwnTest { name, input, answer }| PackageTest {
        path: name,
        input: input.into(),
        answer: answer.into(),
    };
    tests.into_iter().map(held).collect()
}

/// Returns a note on what bounds allow together, but would make inputs too large.
fn out_of_reach(entry: &Entry) -> Option<String> {
    let description = Description::from_entry(entry).ok()?;
    let never = reached::out_of_reach(&description);
    (!never.is_empty())
        .then(|| format!("not reached by the data, as it would be large: {}", never.join(", ")))
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
