//! The runs of a check: every program on every test, those first from whose times the limit of the others follows.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use super::Args;
use super::judging::Judge;
use super::kept::KeptResults;
use super::progress::CheckProgress;
use super::selection::Selected;
use super::time_limit::{FoundTime, OpenTime};
use nim_judge::limits::Limits;
use nim_judge::report::{NotRun, TestReport};
use nim_judge::session::{Contender, Session};
use nim_judge::time_rule;

/// Results, and tests that were not run.
pub type Results = (Vec<TestReport>, Vec<NotRun>);

/// What the runs of a check have in common.
pub struct Runs<'r, 'a> {
    /// The command line.
    pub args: &'r Args,
    /// The judge of each test, and its number of passes.
    pub chosen: &'a [(Judge<'a>, u32)],
    /// The number of tests run at a time.
    pub jobs: usize,
    /// The width of messages.
    pub columns: usize,
    /// Set from outside to interrupt them.
    pub interrupted: &'a AtomicBool,
    /// Shows how far they are.
    pub progress: &'r CheckProgress,
    /// The results of earlier runs, where they are kept.
    pub kept: Option<&'r KeptResults>,
}

impl<'a> Runs<'_, 'a> {
    /// Runs programs on these tests.
    pub fn run(&self, contenders: Vec<Contender<'a>>, tests: &[Selected<'a>]) -> Results {
        if contenders.is_empty() {
            return Results::default();
        }
        let limits: HashMap<usize, Limits> = tests.iter().map(|test| (test.index, test.limits)).collect();
        let known = |program: &str, test: usize| self.kept?.find(program, test, limits.get(&test)?).cloned();
        let tests = tests.iter().zip(self.chosen);
        let session = Session {
            tests: tests
                .map(|(test, (judge, passes))| test.plan(judge.judging(), *passes, self.args, self.columns))
                .collect(),
            contenders,
            jobs: self.jobs,
            fail_fast: self.args.fail_fast,
            repeat: self.args.repeat,
            interrupted: self.interrupted,
        };
        session.run(&known, &|result| {
            if let (Some(kept), Some(limits)) = (self.kept, limits.get(&result.index)) {
                kept.add(result, limits);
            }
            self.progress.seen(result);
        })
    }

    /// Runs the programs of these names first, without a limit, and the others with the one that follows; returns it, if there is one.
    pub fn run_timed(
        &self,
        contenders: Vec<Contender<'a>>,
        tests: &[Selected<'a>],
        (open, timed): (&OpenTime<'_>, &HashSet<&str>),
    ) -> (Results, Option<FoundTime>) {
        let order: Vec<String> = contenders.iter().map(|contender| contender.name.clone()).collect();
        let (first, others): (Vec<_>, Vec<_>) =
            contenders.into_iter().partition(|contender| timed.contains(contender.name.as_str()));
        let with = |cpu| tests.iter().map(|test| test.with_time(cpu)).collect::<Vec<_>>();
        let (mut results, mut not_run) = self.run(first, &with(time_rule::LONGEST));
        let found = open.find(&results).filter(|_| not_run.is_empty());
        if let Some(found) = &found {
            let part = found.limit.as_secs_f64() / time_rule::LONGEST.as_secs_f64();
            for result in &mut results {
                // Of the quotient, a microsecond counts.
                result.limit_ms = result.limit_ms.map(|limit| (limit * part * 1e3).round() / 1e3);
            }
        }
        let (more, left) = match &found {
            Some(found) => self.run(others, &with(found.limit)),
            None => self.run(others, tests),
        };
        results.extend(more);
        not_run.extend(left);
        let place = |program: &str| order.iter().position(|name| name == program);
        results.sort_by_key(|result| (place(&result.program), result.index));
        not_run.sort_by_key(|not_run| (place(&not_run.program), not_run.index));
        ((results, not_run), found)
    }
}
