//! The tests that a check selects, each with its problem and its limits.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::last_run::LastRun;
use super::problem::JudgedProblem;
use super::{Args, Given};
use nim_judge::layout::Test;
use nim_judge::records::ProblemHooks;
use nim_judge::session::{Judging, PlannedTest, Solver};
use nim_problems as problems;
use nim_sandbox::files::FileIo;
use nim_sandbox::limits::{LimitOverrides, Limits};
use nim_solve::registry::Entry;

/// A test of the check.
#[derive(Clone, Copy)]
pub struct Selected<'a> {
    /// Its place among all tests of the check.
    pub index: usize,
    /// The test.
    pub test: &'a Test,
    /// Its problem, where one is known.
    pub problem: Option<&'a JudgedProblem>,
    /// The limits that are stated, by the command line, the package or the problem, or usual.
    pub stated: LimitOverrides,
    /// The limits of one run.
    pub limits: Limits,
    /// Files in place of standard input and output.
    pub files: &'a FileIo,
}

impl<'a> Selected<'a> {
    /// Returns the test with this time limit in place of the stated one.
    pub fn with_time(self, cpu: Duration) -> Self {
        Self { limits: LimitOverrides { cpu: Some(cpu), ..self.stated }.resolve(), ..self }
    }

    /// Returns the test as a session runs it.
    pub fn plan(&self, judging: Judging<'a>, passes: u32, args: &Args, columns: usize) -> PlannedTest<'a> {
        PlannedTest {
            test: self.test,
            index: self.index,
            solver: self.problem.map(|problem| problem as &dyn Solver),
            hooks: self.problem.map(|problem| problem as &dyn ProblemHooks),
            judging,
            limits: self.limits,
            files: self.files,
            passes,
            repeats_doubtful: args.repeat_doubtful,
            columns,
        }
    }
}

/// Returns the tests whose names match the filter. Limits come from the command line, else the package, else the problem.
/// The problem of a test is the one that the command line names, else that around it, else the one that the programs are called after.
pub fn select<'a>(
    args: &'a Args,
    Given { data, suite, named, .. }: &'a Given,
    called: Option<&Entry>,
    problems: &'a [JudgedProblem],
) -> Vec<Selected<'a>> {
    let roots: Vec<PathBuf> = data.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let overrides = args.limits.overrides();
    let selected = |(index, test): (usize, &'a Test)| {
        let entry = named.or_else(|| problem_around(&test.name, &test.input, &roots)).or(called);
        let slug = entry.map(|entry| entry.slug);
        let problem = problems.iter().find(|problem| Some(problem.entry.slug) == slug);
        let weaker = problem.map(JudgedProblem::limits).unwrap_or_default();
        let stated = overrides.or(test.limits).or(weaker).or(test.usual);
        let limits = stated.resolve();
        Selected { index, test, problem, stated, limits, files: args.file_io.as_ref().unwrap_or(&test.files) }
    };
    let is_selected = |test: &&Test| args.filter.as_ref().is_none_or(|filter| filter.is_match(&test.name));
    suite.tests.iter().filter(is_selected).enumerate().map(selected).collect()
}

/// Returns those of the tests that this run is for: those of its shard, or those that failed in the last one.
pub fn of_run<'a>(
    args: &Args,
    all: &[Selected<'a>],
    shards: Option<&[usize]>,
    last_run: &LastRun,
) -> Vec<Selected<'a>> {
    let is_in_shard = |test: &&Selected<'_>| match (args.shard, shards) {
        (None, _) => true,
        (Some(shard), None) => shard.has(test.index),
        (Some(shard), Some(shards)) => shards[test.index] == shard.index,
    };
    let failed = args.failed.then(|| last_run.failed());
    let is_wanted =
        |test: &&Selected<'_>| failed.as_ref().is_none_or(|failed| failed.contains(&test.test.name));
    all.iter().filter(is_in_shard).filter(is_wanted).copied().collect()
}

/// Returns the problem that the nearest enclosing folder of a test, or its archive, is named after.
pub fn problem_around(name: &str, input: &Path, roots: &[PathBuf]) -> Option<&'static Entry> {
    let by_name = |path: &Path| {
        path.ancestors().skip(1).find_map(|folder| problems::find(folder.file_stem()?.to_str()?))
    };
    let input = input.canonicalize().unwrap_or_else(|_| input.to_path_buf());
    by_name(Path::new(name)).or_else(|| by_name(&input)).or_else(|| {
        // Unpacked archives lie elsewhere, but with a single path the origin of a test is clear.
        let [root] = roots else { return None };
        by_name(&root.join("test"))
    })
}
