//! The runs of a check: every program on every test, beginning with the programs whose times set the limit of the others.

use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::Mutex;

use super::CheckInputs;
use super::kept::KeptResults;
use super::score_graders::ScoreGraders;
use super::time_limit::{FoundTime, OpenTime};
use crate::observer::Observer;
use crate::options::Options;
use crate::programs::NamedProgram;
use crate::report::results::{NotRun, TestReport};
use crate::selected_test::SelectedTest;
use crate::session::{Candidate, Session};
use nim_ground::limits::Limits;
use nim_ground::lock::locked;
use nim_task::score::{Grade, Group, Scored, score};
use nim_task::time_rule;
use nim_task::verdict::Verdict;

/// Results, and tests that were not run.
pub type Results = (Vec<TestReport>, Vec<NotRun>);

/// The parts that all runs of a check share.
pub struct Runs<'r, 'a, 'o> {
    /// The settings.
    pub options: &'a Options,
    /// Receives the progress of the runs.
    pub observer: &'r Mutex<&'o mut (dyn Observer + 'o)>,
    /// The results of earlier runs, if they are stored.
    pub kept: Option<&'r KeptResults>,
    /// The rule by which tests add up to a score.
    pub scoring: Option<&'r Group>,
    /// The graders of groups, if there are any.
    pub graders: Option<&'r ScoreGraders<'a>>,
}

impl<'a> Runs<'_, 'a, '_> {
    fn run(&self, candidates: Vec<Candidate<'a>>, tests: &[SelectedTest<'a>]) -> Results {
        self.run_back(candidates, tests).0
    }

    /// Runs programs on these tests, and returns the programs too.
    fn run_back(
        &self,
        candidates: Vec<Candidate<'a>>,
        tests: &[SelectedTest<'a>],
    ) -> (Results, Vec<Candidate<'a>>) {
        if candidates.is_empty() || tests.is_empty() {
            return (Results::default(), candidates);
        }
        let limits: HashMap<usize, Limits> = tests.iter().map(|test| (test.index, test.limits)).collect();
        let known = |program: &str, test: usize| self.kept?.find(program, test, limits.get(&test)?).cloned();
        let session = Session { tests: tests.to_vec(), candidates, options: self.options };
        let of_programs = Mutex::new(HashMap::<String, Vec<TestReport>>::new());
        let count = session.tests.len();
        let results = session.run(&known, &|result| {
            if let (Some(kept), Some(limits)) = (self.kept, limits.get(&result.index)) {
                kept.add(result, limits);
            }
            locked(self.observer).result(result);
            if self.graders.is_some() {
                let scored = TestReport { stderr: String::new(), transcript: Vec::new(), ..result.clone() };
                let mut of_programs = locked(&of_programs);
                let own = of_programs.entry(result.program.clone()).or_default();
                own.push(scored);
                let done = if own.len() == count { of_programs.remove(&result.program) } else { None };
                drop(of_programs);
                done.into_iter().for_each(|results| self.grade(results));
            }
        });
        (results, session.candidates)
    }

    /// Grades the groups of a finished program, so that a later interruption of the check does not lose its score.
    fn grade(&self, mut results: Vec<TestReport>) {
        let (Some(graders), Some(root)) = (self.graders, self.scoring) else { return };
        results.sort_by_key(|result| result.index);
        let scored: Vec<Scored<'_>> = results.iter().map(TestReport::scored).collect();
        let grade: &Grade<'_> =
            &|grader, lines| Ok(graders.grade(grader, lines, &self.options.interrupted)?);
        // The graders remember their answers for the score in the report.
        score(root, &scored, Some(grade));
    }

    /// Runs all programs, and returns notes on the time limit. Submissions are run in this order: those that set an open time limit; those
    /// that must not exceed it; those that must.
    pub fn all(
        &self,
        candidates: Vec<Candidate<'a>>,
        tests: &[SelectedTest<'a>],
        given: &CheckInputs,
    ) -> io::Result<(Results, Vec<String>)> {
        if !self.options.submissions {
            return Ok((self.run(candidates, tests), Vec::new()));
        }
        let order: HashMap<String, usize> =
            candidates.iter().enumerate().map(|(place, candidate)| (candidate.name.clone(), place)).collect();
        let named = |is_one: fn(&NamedProgram) -> bool| {
            let programs = given.programs.iter().filter(move |program| is_one(program));
            programs.map(|program| program.name.as_str()).collect::<HashSet<&str>>()
        };
        let split = |candidates: Vec<Candidate<'a>>, names: HashSet<&str>| -> (Vec<_>, Vec<_>) {
            candidates.into_iter().partition(|candidate| names.contains(candidate.name.as_str()))
        };
        let (mut candidates, mut tests, mut notes) = (candidates, tests.to_vec(), Vec::new());
        let mut done = Results::default();
        let open = OpenTime::new(&given.test_set, &tests, &self.options.languages)?;
        let open = open.filter(|_| !self.options.time_of_package);
        if let Some(open) = &open {
            let (timed, others) = split(candidates, named(|program| program.is_timed));
            candidates = others;
            let (results, note) = self.timed(timed, &mut tests, open);
            done = results;
            notes.push(note);
        }
        let (slow, others) = split(candidates, named(NamedProgram::must_be_slow));
        let others = self.run(others, &tests);
        let rule = given.test_set.time_rule()?.map(|(_, rule)| rule);
        let rule = rule.filter(|_| self.options.limits.cpu.is_none());
        let (slow, close) = match rule.map(|rule| rule.margin).filter(|margin| *margin > 1.0) {
            Some(margin) => self.slow(slow, &tests, margin),
            None => (self.run(slow, &tests), Vec::new()),
        };
        notes.extend(close);
        for (results, not_run) in [others, slow] {
            done.0.extend(results);
            done.1.extend(not_run);
        }
        if let Some(rule) = rule.filter(|_| open.is_none()) {
            let (timed, slow) = (named(|program| program.is_timed), named(NamedProgram::must_be_slow));
            let of = |names| done.0.iter().filter(move |result| HashSet::contains(names, &*result.program));
            let in_part = self.in_part(&done.0);
            let full = of(&timed).filter(|result| !in_part.contains(&*result.program));
            notes.extend(FoundTime::from_results(rule, full).map(|found| found.proposal(of(&slow))));
        }
        done.0.sort_by_key(|result| (order.get(&result.program), result.index));
        done.1.sort_by_key(|not_run| (order.get(&not_run.program), not_run.index));
        Ok((done, notes))
    }

    /// Runs without a limit the programs that set the time limit, gives the limit to the tests, and returns a note on it.
    fn timed(
        &self,
        timed: Vec<Candidate<'a>>,
        tests: &mut [SelectedTest<'a>],
        open: &OpenTime,
    ) -> (Results, String) {
        let longest: Vec<_> = tests.iter().map(|test| test.with_time(time_rule::LONGEST)).collect();
        let (mut results, not_run) = self.run(timed, &longest);
        let in_part = self.in_part(&results);
        let full = results.iter().filter(|result| !in_part.contains(&*result.program));
        let Some(found) = open.find(full).filter(|_| not_run.is_empty()) else {
            return ((results, not_run), open.unknown(tests[0].limits.cpu, true));
        };
        if self.options.selection.filter.is_none() && !self.options.selection.failed {
            open.keep(&found);
        }
        tests.iter_mut().for_each(|test| *test = test.with_time(found.limit));
        let part = found.limit.as_secs_f64() / time_rule::LONGEST.as_secs_f64();
        results.iter_mut().for_each(|result| result.limit_ms = scaled(result.limit_ms, part));
        ((results, not_run), found.note())
    }

    /// Returns the programs that have a part of the points, as far as known.
    fn in_part<'r>(&self, results: &'r [TestReport]) -> HashSet<&'r str> {
        let Some(root) = self.scoring else { return HashSet::new() };
        let mut of_programs: HashMap<&str, Vec<Scored<'_>>> = HashMap::new();
        for result in results {
            of_programs.entry(&result.program).or_default().push(result.scored());
        }
        let in_part = of_programs.into_iter().filter(|(_, results)| {
            let (whole, ..) = score(root, results, None);
            whole.points > 0.0 && whole.score.is_some_and(|score| score < whole.points)
        });
        in_part.map(|(program, _)| program).collect()
    }

    /// Runs programs that must be too slow, and each once more with more time on the first test that it is too slow for; notes those that
    /// finish then.
    fn slow(
        &self,
        slow: Vec<Candidate<'a>>,
        tests: &[SelectedTest<'a>],
        margin: f64,
    ) -> (Results, Vec<String>) {
        let (results, mut slow) = self.run_back(slow, tests);
        let mut notes = Vec::new();
        let mut first: HashMap<&str, usize> = HashMap::new();
        for result in results.0.iter().filter(|result| result.verdict == Verdict::TimeLimit) {
            first.entry(&result.program).or_insert(result.index);
        }
        for test in tests {
            let (here, others): (Vec<_>, Vec<_>) = slow
                .into_iter()
                .partition(|candidate| first.get(candidate.name.as_str()) == Some(&test.index));
            slow = others;
            locked(self.observer).expected(here.len());
            let longer = test.with_time(test.limits.cpu.mul_f64(margin));
            for result in self.run(here, &[longer]).0 {
                if result.verdict != Verdict::TimeLimit {
                    let TestReport { program, name, verdict, .. } = result;
                    notes.push(format!("{program}: {verdict} on {name} by the time limit times {margin}"));
                }
            }
        }
        (results, notes)
    }
}

/// Returns a part of a limit, to the microsecond.
fn scaled(limit: Option<f64>, part: f64) -> Option<f64> {
    limit.map(|limit| (limit * part * 1e3).round() / 1e3)
}
