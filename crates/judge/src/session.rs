//! The session of a check: runs every program on every test, in parallel.

mod attempt;
mod attempts;
mod built_in;
mod dialogue;
mod sink;
mod tail;

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use self::attempt::millis;
use self::attempts::attempts;
use self::built_in::solve;
use self::sink::add_input;
use super::compile::SourceCopy;
use super::error::Result;
use super::options::{Options, jobs};
use super::selected_test::{OutputCheck, SelectedTest};
use crate::report::results::{NotRun, TestReport};
use nim_ground::limits::Factor;
use nim_ground::threads;
use nim_sandbox::run::{Launch, Runner};
use nim_task::verdict::Verdict;

/// A program to run on each test.
pub enum Runnable<'a> {
    /// The solver of each test's problem.
    BuiltIn,
    /// A program outside of the judge.
    Program(Box<Launch<'a>>),
}

/// A named program of a check.
pub struct Candidate<'a> {
    /// The name in the report.
    pub name: String,
    /// The program, or the built-in solvers.
    pub runnable: Runnable<'a>,
    /// The factors of the limits, by the index of the test; without any, they are 1.
    pub factors: HashMap<usize, Factor>,
    /// The copy of the source that runs, if a copy does.
    pub copy: Option<&'a SourceCopy>,
}

/// Runs every program on every test.
pub struct Session<'a> {
    /// The tests to run.
    pub tests: Vec<SelectedTest<'a>>,
    /// The programs under test.
    pub candidates: Vec<Candidate<'a>>,
    /// The settings of the check.
    pub options: &'a Options,
}

impl<'a> Session<'a> {
    /// Returns the number of results that a whole run gives.
    pub fn total(&self) -> usize {
        self.tests.len() * self.candidates.len()
    }

    /// Runs everything except the results in `known`, by the program and the index of the test, and calls `on_result` for each result.
    /// Returns the results, program by program in the order of the tests, and the tests that were not run.
    pub fn run(
        &self,
        known: &(dyn Fn(&str, usize) -> Option<TestReport> + Sync),
        on_result: &(dyn Fn(&TestReport) + Sync),
    ) -> (Vec<TestReport>, Vec<NotRun>) {
        let stopped: Vec<AtomicBool> = self.candidates.iter().map(|_| AtomicBool::new(false)).collect();
        let together = Arc::new(RwLock::new(()));
        let work = |workers: &mut Workers<'a>, task| {
            if self.options.interrupted.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            let (program, case) = self.task(task);
            if stopped[program].load(Ordering::Relaxed) {
                return ControlFlow::Continue(None);
            }
            let result = known(&self.candidates[program].name, case.index);
            let result = result.map(|known| self.as_here(known, program, case));
            let result = result.or_else(|| self.judge_repeatedly(program, case, workers));
            let Some(mut result) = result else { return ControlFlow::Break(()) };
            self.complete(&mut result, program, case);
            if self.options.fail_fast && result.verdict != Verdict::Accepted {
                stopped[program].store(true, Ordering::Relaxed);
            }
            on_result(&result);
            ControlFlow::Continue(Some(result))
        };
        let worker = || Workers {
            together: Arc::clone(&together),
            program: None,
            further: Vec::new(),
            interactor: None,
        };
        self.part(threads::results(jobs(self.options.jobs).get(), self.total(), worker, work))
    }

    /// Separates the results of all tasks from the tests that were not run.
    fn part(&self, results: Vec<Option<TestReport>>) -> (Vec<TestReport>, Vec<NotRun>) {
        let (mut done, mut not_run) = (Vec::new(), Vec::new());
        for (task, result) in results.into_iter().enumerate() {
            match result {
                Some(result) => done.push(result),
                None => {
                    let (program, case) = self.task(task);
                    not_run.push(NotRun {
                        name: case.test.name.clone(),
                        program: self.candidates[program].name.clone(),
                        group: case.test.group.clone(),
                        index: case.index,
                    });
                }
            }
        }
        (done, not_run)
    }

    /// Adds the displayed parts to a result: the paths of the program as named, and the input of the failure.
    fn complete(&self, result: &mut TestReport, program: usize, case: &SelectedTest<'a>) {
        if let Some(copy) = self.candidates[program].copy {
            result.stderr = copy.with_own_paths(&result.stderr);
            result.message = copy.with_own_paths(&result.message);
        }
        if result.verdict != Verdict::Accepted
            && result.input.is_empty()
            && let Err(error) = add_input(case, &(1..=u64::MAX), result)
            && result.verdict != Verdict::JudgeError
        {
            result.verdict = Verdict::JudgeError;
            result.message = error.to_string();
        }
    }

    /// Returns the program and the test of a task: program by program, in the order of the tests.
    fn task(&self, task: usize) -> (usize, &SelectedTest<'a>) {
        (task / self.tests.len(), &self.tests[task % self.tests.len()])
    }

    /// Returns a known result under the names of this check.
    fn as_here(&self, known: TestReport, program: usize, case: &SelectedTest<'a>) -> TestReport {
        let (name, group) = (case.test.name.clone(), case.test.group.clone());
        let program = self.candidates[program].name.clone();
        TestReport { name, group, program, index: case.index, ..known }
    }

    /// Returns the worst result of several runs of a program on a test, with the spread of their times.
    fn judge_repeatedly(
        &self,
        program: usize,
        case: &SelectedTest<'a>,
        workers: &mut Workers<'a>,
    ) -> Option<TestReport> {
        let mut worst = self.judge(program, case, workers)?;
        if self.options.repeat.get() == 1 {
            return Some(worst);
        }
        let mut times = vec![worst.cpu_ms];
        let mut verdicts = BTreeMap::from([(worst.verdict, 1)]);
        for _ in 1..self.options.repeat.get() {
            let result = self.judge(program, case, workers)?;
            times.push(result.cpu_ms);
            *verdicts.entry(result.verdict).or_insert(0_usize) += 1;
            if result.verdict > worst.verdict {
                worst = result;
            }
        }
        let mut sorted = times.clone();
        sorted.sort_by(f64::total_cmp);
        let (least, median, most) = (sorted[0], sorted[sorted.len() / 2], sorted[sorted.len() - 1]);
        let counts: Vec<String> =
            verdicts.iter().map(|(verdict, count)| format!("{verdict} {count}")).collect();
        let spread = format!(
            "{} runs: {}; {:.3} to {:.3} s of CPU time, median {:.3}",
            times.len(),
            counts.join(", "),
            least / 1e3,
            most / 1e3,
            median / 1e3
        );
        worst.add_to_message(&spread);
        worst.runs_cpu_ms = times;
        worst.runs_verdicts =
            verdicts.into_iter().map(|(verdict, count)| (verdict.short().to_owned(), count)).collect();
        Some(worst)
    }

    /// Returns the result of a program on a test; `None` when the check was interrupted meanwhile.
    fn judge(
        &self,
        program: usize,
        case: &SelectedTest<'a>,
        workers: &mut Workers<'a>,
    ) -> Option<TestReport> {
        let candidate = &self.candidates[program];
        let blank = TestReport {
            name: case.test.name.clone(),
            program: candidate.name.clone(),
            group: case.test.group.clone(),
            score: case.test.points.map(|_| 0.0),
            points: case.test.points,
            index: case.index,
            ..TestReport::default()
        };
        let launch = match &candidate.runnable {
            Runnable::BuiltIn => return solve(case, blank),
            Runnable::Program(launch) => launch,
        };
        if let Err(error) = workers.prepare(program, launch, case) {
            return Some(TestReport { message: error.to_string(), ..blank });
        }
        let factor = candidate.factors.get(&case.index).copied().unwrap_or_default();
        let case = &SelectedTest { limits: case.limits.times(factor), ..case.clone() };
        let memory = Some(case.limits.memory / 1024);
        let blank = TestReport { limit_ms: Some(millis(case.limits.cpu)), memory_limit_kib: memory, ..blank };
        let together = Arc::clone(&workers.together);
        let mut judged = |is_repeat| match attempts(case, workers, launch, &blank, is_repeat) {
            Ok(result) => result,
            Err(error) => {
                workers.end();
                Some((TestReport { message: error.to_string(), ..blank.clone() }, None))
            }
        };
        let shared = together.read().unwrap_or_else(PoisonError::into_inner);
        let (first, doubt) = judged(false)?;
        drop(shared);
        let Some(doubt) = doubt.filter(|_| case.options.rerun_flaky) else { return Some(first) };
        let _alone = together.write().unwrap_or_else(PoisonError::into_inner);
        let (mut again, _) = judged(true)?;
        let also = if first.verdict == again.verdict { "as before" } else { &doubt };
        let before = first.verdict.short();
        again.add_to_message(&format!("run again alone, after {before}: {also}"));
        Some(again)
    }
}

/// The runners that belong to one thread.
struct Workers<'s> {
    /// A lock shared by runs, and held exclusively by a run that must be alone.
    together: Arc<RwLock<()>>,
    program: Option<(usize, Box<dyn Runner + 's>)>,
    /// The runners of further processes of the program, for a manager that talks with several. A controller's are started on its request.
    further: Vec<Option<Box<dyn Runner + 's>>>,
    /// The interactor's runner, with the address of the interactor.
    interactor: Option<(*const (), Box<dyn Runner + 's>)>,
}

impl<'s> Workers<'s> {
    /// Ends all runners: the next test gets fresh ones.
    fn end(&mut self) {
        (self.program, self.interactor) = (None, None);
        self.further.clear();
    }

    /// Returns whether the program and the interactor can write to each other directly.
    fn can_be_connected(&self) -> bool {
        self.program.as_ref().is_some_and(|(_, program)| program.can_be_connected())
            && self.interactor.as_ref().is_some_and(|(_, interactor)| interactor.can_be_connected())
    }

    /// Starts the runners that a test needs and that are not there.
    fn prepare(&mut self, program: usize, launch: &Launch<'s>, case: &SelectedTest<'s>) -> Result<()> {
        if self.program.as_ref().is_none_or(|(current, _)| *current != program) {
            self.program = None;
            self.further.clear();
            self.program = Some((program, launch()?));
        }
        if let OutputCheck::Interact(interactor) = &case.check {
            let address = Arc::as_ptr(interactor).cast::<()>();
            if self.interactor.as_ref().is_none_or(|(current, _)| *current != address) {
                self.interactor = None;
                self.interactor = Some((address, interactor.program.start()?));
            }
            let protocol = &interactor.call.protocol;
            let further = protocol.processes() - 1;
            if self.further.len() < further {
                self.further.resize_with(further, || None);
            }
            for runner in self.further.iter_mut().take(if protocol.is_controller() { 0 } else { further }) {
                started_runner(runner, launch)?;
            }
        }
        Ok(())
    }
}

/// Returns a runner, starting it if needed.
fn started_runner<'w, 's>(
    runner: &'w mut Option<Box<dyn Runner + 's>>,
    launch: &Launch<'s>,
) -> Result<&'w mut Box<dyn Runner + 's>> {
    Ok(match runner {
        Some(runner) => runner,
        none => none.insert(launch()?),
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::time::Duration;

    use super::*;
    use nim_ground::content::Content;
    use nim_ground::file_io::FileIo;
    use nim_ground::limits::{LimitOverrides, Limits};
    use nim_sandbox::run::{Ended, RunResult, Runner, Stopped};
    use nim_task::comparison::Comparison;
    use nim_task::language::Languages;
    use nim_task::layout::{Expected, NamingScheme, Test};

    /// A program that uses a given CPU time in each run, and prints the answer if the number of milliseconds is even.
    struct Scripted<'a>(std::slice::Iter<'a, u64>);

    impl Runner for Scripted<'_> {
        fn run(
            &mut self,
            _: &Content,
            limits: &Limits,
            out: &mut dyn Write,
        ) -> Result<RunResult, nim_sandbox::Error> {
            let cpu = Duration::from_millis(*self.0.next().unwrap());
            let output = if cpu.as_millis().is_multiple_of(2) { b"a b\n" } else { b"a c\n" };
            out.write_all(output)?;
            let stopped = (cpu > limits.cpu).then_some(Stopped::Cpu);
            let ended = Ended::Exited(0);
            Ok(RunResult {
                ended,
                stopped,
                cpu,
                wall: cpu,
                memory: None,
                stack: 0,
                stderr: Vec::new(),
                no_output: None,
            })
        }
    }

    /// Checks runs of the given CPU times in milliseconds under a limit of one second.
    #[track_caller]
    fn check(times: &[u64], verdict: Verdict, message: &str) {
        let answer = Content::from("a b\n");
        let expected = Expected::Answer(answer.clone());
        let test = Test::new("1".to_owned(), answer, expected, NamingScheme::Plain);
        let limits = LimitOverrides { cpu: Some(Duration::from_secs(1)), ..LimitOverrides::default() };
        let options = Options::new(Languages::parse("").unwrap());
        let session = Session {
            tests: vec![SelectedTest {
                test: &test,
                index: 0,
                problem: None,
                check: OutputCheck::Compare(Comparison::TOKENS),
                stated: limits,
                limits: limits.resolve(),
                files: &FileIo::STANDARD,
                passes: 1,
                options: &options,
            }],
            candidates: vec![Candidate {
                name: "scripted".to_owned(),
                factors: HashMap::new(),
                copy: None,
                runnable: Runnable::Program(Box::new(|| Ok(Box::new(Scripted(times.iter()))))),
            }],
            options: &options,
        };
        let (results, not_run) = session.run(&|_, _| None, &|_| {});
        assert!(not_run.is_empty());
        assert_eq!((results[0].verdict, results[0].message.as_str()), (verdict, message));
        let all: Vec<f64> = times.iter().map(|&time| Duration::from_millis(time)).map(millis).collect();
        assert_eq!(results[0].runs_cpu_ms, if times.len() > 1 { all } else { Vec::new() });
    }

    #[test]
    fn a_time_near_the_limit_is_measured_again_and_the_least_counts() {
        check(&[898], Verdict::Accepted, "");
        let spread = |least, most, runs| {
            format!("near the limit: {least:.3} to {most:.3} s of CPU time in {runs} runs")
        };
        check(&[970, 950, 990], Verdict::Accepted, &spread(0.95, 0.99, 3));
        check(&[1050, 1099, 1000], Verdict::Accepted, &spread(1.0, 1.099, 3));
        check(&[1050, 800], Verdict::Accepted, &spread(0.8, 1.05, 2));
        let late = "more than 1 s of CPU time";
        check(&[1101], Verdict::TimeLimit, late);
        let runs = format!("{late}; {}", spread(1.01, 1.09, 3));
        check(&[1050, 1090, 1010], Verdict::TimeLimit, &runs);
        // The first output counts, not later ones.
        check(&[970, 951, 990], Verdict::Accepted, &spread(0.951, 0.99, 3));
        check(&[951], Verdict::WrongAnswer, "line 1, token 2: expected b, got c");
    }
}
