//! Where programs go wrong: what tells the cases or tests on which they fail from the others, as a locator finds it that knows the grammar of
//! the inputs.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use itertools::Itertools as _;

use crate::confinement::Sandboxed;
use crate::options::Options;
use crate::preparation::{Prepared, candidates};
use crate::report::results::{Location, LocationKind, Report, TestReport};
use crate::selected_test::SelectedTest;
use crate::session::Session;
use nim_ground::limits::{Factor, Limits};
use nim_task::layout::Test;
use nim_task::verdict::Verdict;

/// The time for the further runs of a program: a run gets half of it, and none begins after that half.
const FOR_FURTHER: Duration = Duration::from_secs(1);

/// Finds where programs go wrong.
pub trait Locator: Send + Sync {
    /// Returns what tells the failures of each program from the rest; `further` may confirm it.
    ///
    /// # Errors
    /// When a test cannot be read.
    fn locate(
        &self,
        tests: &[SelectedTest<'_>],
        programs: &[ProgramResults<'_>],
        further: &FurtherRuns<'_>,
    ) -> io::Result<Vec<Vec<Location>>>;
}

/// The results of a program.
pub struct ProgramResults<'r> {
    /// The program.
    pub name: &'r str,
    /// Its result on each of the tests, or none.
    pub results: Vec<Option<&'r TestReport>>,
}

/// The programs of a check, which can be run on further inputs.
pub struct FurtherRuns<'a> {
    /// The settings.
    pub options: &'a Options,
    /// The programs.
    pub prepared: &'a [Prepared<'a>],
    /// Their sandboxes.
    pub sandboxed: &'a [Option<Sandboxed<'a>>],
    /// The factors of their limits.
    pub factors: &'a [HashMap<usize, Factor>],
}

impl FurtherRuns<'_> {
    /// Runs a program on further tests, with the limits and the comparison of one of the check, for a second at most. Returns the results
    /// in order, without those that time does not allow.
    pub fn run(&self, program: &str, like: &SelectedTest<'_>, tests: &[Test]) -> Vec<Option<TestReport>> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let options = Options {
            interrupted: Arc::clone(&interrupted),
            repeat: NonZero::<usize>::MIN,
            rerun_flaky: false,
            fail_fast: false,
            ..self.options.clone()
        };
        let all = candidates(self.prepared, self.sandboxed, self.factors);
        let Some(mut candidate) = all.into_iter().find(|candidate| candidate.name == program) else {
            return vec![None; tests.len()];
        };
        let factor = candidate.factors.remove(&like.index).unwrap_or_default();
        candidate.factors.clear();
        let longest = FOR_FURTHER / 2;
        let own = like.limits.times(factor);
        let limits = Limits { cpu: own.cpu.min(longest), wall: own.wall.min(longest), ..own };
        let selected = tests.iter().enumerate().map(|(index, test)| SelectedTest {
            index,
            test,
            limits,
            options: &options,
            ..like.clone()
        });
        let (selected, begin) = (selected.collect(), Instant::now());
        let session = Session { tests: selected, candidates: vec![candidate], options: &options };
        let (results, _) = session.run(&|_, _| None, &|_| {
            interrupted.fetch_or(begin.elapsed() > longest, Ordering::Relaxed);
        });
        let mut by_index = vec![None; tests.len()];
        for result in results {
            // Its own limits may be longer.
            let is_cut = result.verdict == Verdict::TimeLimit && limits.cpu < own.cpu;
            let index = result.index;
            by_index[index] = Some(result).filter(|_| !is_cut);
        }
        by_index
    }
}

/// Adds to a report where its programs go wrong; nothing is read for those that are accepted.
///
/// # Errors
/// When a test cannot be read.
pub fn add(
    report: &mut Report,
    locator: &dyn Locator,
    tests: &[SelectedTest<'_>],
    further: &FurtherRuns<'_>,
) -> io::Result<()> {
    let by_program = report.results_by_program();
    let mut failed = Vec::new();
    for program in &report.programs {
        let own = by_program.get(&*program.name).map(Vec::as_slice).unwrap_or_default();
        if own.iter().any(|result| !matches!(result.verdict, Verdict::Accepted | Verdict::JudgeError)) {
            let by_test: BTreeMap<usize, &TestReport> =
                own.iter().map(|&result| (result.index, result)).collect();
            let results = tests.iter().map(|test| by_test.get(&test.index).copied()).collect_vec();
            failed.push(ProgramResults { name: &program.name, results });
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    let found = locator.locate(tests, &failed, further)?;
    let names = failed.iter().map(|program| program.name.to_owned());
    let mut found: BTreeMap<String, Vec<Location>> = names.zip(found).collect();
    for program in &mut report.programs {
        program.locations = found.remove(&program.name).unwrap_or_default();
        // What the answers show by themselves says more.
        if program.mistake.as_ref().is_some_and(|mistake| mistake.name.is_empty()) {
            program.locations.retain(|location| location.kind == LocationKind::Limit);
        }
    }
    Ok(())
}

/// Returns what is said of a single program: which words it prints only beside where it is wrong, as its author knows them.
pub fn of_single(locations: &[Location]) -> impl Iterator<Item = &Location> {
    let is_exact = locations.iter().any(|location| location.kind == LocationKind::Wrong);
    locations.iter().filter(move |location| is_exact || location.kind != LocationKind::Prints)
}

/// Returns the lines of a report on where its programs go wrong. Programs with the same line share it, the most of them first.
pub fn lines(report: &Report) -> Vec<String> {
    let mut said: Vec<(&str, Vec<&str>)> = Vec::new();
    for program in &report.programs {
        let all = report.programs.len() > 1;
        let own = of_single(&program.locations).chain(program.locations.iter().filter(|_| all));
        for location in own.unique_by(|location| &location.text) {
            match said.iter_mut().find(|(text, _)| *text == location.text) {
                Some((_, names)) => names.push(&program.name),
                None => said.push((&location.text, vec![&program.name])),
            }
        }
    }
    said.sort_by_key(|(_, names)| Reverse(names.len()));
    said.into_iter().map(|(text, names)| format!("{}: {text}", names.join(", "))).collect()
}
