//! The session of a check: runs every program on every test, in parallel.

mod dialogue;

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{self, Write};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use super::checker::{CheckInput, Checker};
use super::compare::{Comparer, Comparison, Judgement, pair};
use super::failure::{Failure, failed};
use super::files::FileIo;
use super::input_excerpt::{self, InputLine};
use super::interactive::interactor::{Interactor, next_pass};
use super::interactive::referee::Referees;
use super::layout::{Expected, Test};
use super::limits::{Factor, Limits};
use super::private;
use super::records::ProblemHooks;
use super::report::{NotRun, TestReport};
use super::run::{self, Launch, RunResult, Runner, Stopped};
use super::verdict::Verdict;
use nim_ground::lock::locked;

/// A built-in solver.
pub trait Solver: Sync {
    /// Solves an input.
    ///
    /// # Errors
    /// When the input is malformed, or the solver fails.
    fn solve(&self, input: &Path, out: &mut (dyn Write + Send)) -> Result<(), SolveFailure>;
}

/// The reason why a solver failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveFailure {
    /// The input is malformed, with the program's error text.
    Malformed(String),
    /// The input cannot be read or the answers cannot be written.
    Failed(String),
}

/// The way an output is judged.
#[derive(Clone, Copy)]
pub enum Judging<'a> {
    /// By comparison with the answer.
    Compare(Comparison),
    /// By a checker.
    Check(&'a dyn Checker),
    /// By an interactor, with which the program talks.
    Interact(Interaction<'a>),
}

/// The interactor of a test.
#[derive(Clone, Copy)]
pub enum Interaction<'a> {
    /// A program.
    Program(&'a dyn Interactor),
    /// A referee inside the judge.
    Referee(&'a dyn Referees),
}

/// A test with its solver, judging and limits.
pub struct PlannedTest<'a> {
    /// The test.
    pub test: &'a Test,
    /// Its index among all tests of the check.
    pub index: usize,
    /// The solver of its problem, where there is one.
    pub solver: Option<&'a dyn Solver>,
    /// The judge's hooks of its problem.
    pub hooks: Option<&'a dyn ProblemHooks>,
    /// The way its output is judged.
    pub judging: Judging<'a>,
    /// The limits of one run.
    pub limits: Limits,
    /// Files in place of standard input and output.
    pub files: &'a FileIo,
    /// The number of times that the program may be run on what its validator or interactor writes for the next pass.
    pub passes: u32,
    /// Width of messages, in columns.
    pub columns: usize,
}

/// The subject of a check.
pub enum Subject<'a> {
    /// The solver of each test's problem.
    BuiltIn,
    /// A program.
    Program(Box<Launch<'a>>),
}

/// A named subject.
pub struct Contender<'a> {
    /// Its name in the report.
    pub name: String,
    /// The subject.
    pub subject: Subject<'a>,
    /// The factors of its limits, by the index of the test; without any, they are 1.
    pub factors: HashMap<usize, Factor>,
}

/// Every program on every test.
pub struct Session<'a> {
    /// The tests.
    pub tests: Vec<PlannedTest<'a>>,
    /// The programs.
    pub contenders: Vec<Contender<'a>>,
    /// The number of tests run at a time.
    pub jobs: usize,
    /// Whether the first result that is not accepted ends the check.
    pub fail_fast: bool,
    /// The number of runs of every program on every test.
    pub repeat: NonZero<usize>,
    /// Set from outside to interrupt the check.
    pub interrupted: &'a AtomicBool,
}

impl<'a> Session<'a> {
    /// Returns the number of results.
    #[must_use]
    pub fn total(&self) -> usize {
        self.tests.len() * self.contenders.len()
    }

    /// Runs everything and calls `on_result` for each result. Returns the results, program by program in the order of the
    /// tests, and the tests that were not run.
    pub fn run(&self, on_result: &(dyn Fn(&TestReport) + Sync)) -> (Vec<TestReport>, Vec<NotRun>) {
        let results: Mutex<Vec<Option<TestReport>>> = Mutex::new((0..self.total()).map(|_| None).collect());
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let work = || {
            let mut workers = Workers::default();
            while !stop.load(Ordering::Relaxed) && !self.interrupted.load(Ordering::Relaxed) {
                let task = next.fetch_add(1, Ordering::Relaxed);
                if task >= self.total() {
                    break;
                }
                let (program, case) = self.task(task);
                let Some(mut result) = self.judge_repeatedly(program, case, &mut workers) else { break };
                if result.verdict != Verdict::Accepted && result.input.is_empty() {
                    result.input = excerpt(case, &(1..=u64::MAX));
                }
                if self.fail_fast && result.verdict != Verdict::Accepted {
                    stop.store(true, Ordering::Relaxed);
                }
                on_result(&result);
                locked(&results)[task] = Some(result);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.jobs.min(self.total()) {
                // If a thread cannot be spawned, the others do the work.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        let results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (mut done, mut not_run) = (Vec::new(), Vec::new());
        for (task, result) in results.into_iter().enumerate() {
            match result {
                Some(result) => done.push(result),
                None => {
                    let (program, case) = self.task(task);
                    not_run.push(NotRun {
                        name: case.test.name.clone(),
                        program: self.contenders[program].name.clone(),
                        group: case.test.group.clone(),
                        index: case.index,
                    });
                }
            }
        }
        (done, not_run)
    }

    /// Returns the program and the test of a task: program by program, in the order of the tests.
    fn task(&self, task: usize) -> (usize, &PlannedTest<'a>) {
        (task / self.tests.len(), &self.tests[task % self.tests.len()])
    }

    /// Returns the worst result of several runs of a program on a test, with the spread of their times.
    fn judge_repeatedly(
        &self,
        program: usize,
        case: &PlannedTest<'a>,
        workers: &mut Workers<'a>,
    ) -> Option<TestReport> {
        let mut worst = self.judge(program, case, workers)?;
        if self.repeat.get() == 1 {
            return Some(worst);
        }
        let mut times = vec![worst.cpu_ms];
        let mut verdicts = BTreeMap::from([(worst.verdict, 1)]);
        for _ in 1..self.repeat.get() {
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
        let message = std::mem::take(&mut worst.message);
        worst.message = if message.is_empty() { spread } else { format!("{message}; {spread}") };
        worst.runs_cpu_ms = times;
        worst.runs_verdicts =
            verdicts.into_iter().map(|(verdict, count)| (verdict.short().to_owned(), count)).collect();
        Some(worst)
    }

    /// Returns the result of a program on a test; `None` when the check was interrupted meanwhile.
    fn judge(&self, program: usize, case: &PlannedTest<'a>, workers: &mut Workers<'a>) -> Option<TestReport> {
        let contender = &self.contenders[program];
        let blank = TestReport {
            name: case.test.name.clone(),
            program: contender.name.clone(),
            group: case.test.group.clone(),
            verdict: Verdict::JudgeError,
            cpu_ms: 0.0,
            wall_ms: 0.0,
            memory_kib: None,
            message: String::new(),
            score: case.test.points.map(|_| 0.0),
            points: case.test.points,
            place: String::new(),
            limit_ms: None,
            memory_limit_kib: None,
            runs_cpu_ms: Vec::new(),
            runs_verdicts: BTreeMap::new(),
            input: Vec::new(),
            diff: Vec::new(),
            transcript: Vec::new(),
            stderr: String::new(),
            index: case.index,
        };
        let launch = match &contender.subject {
            Subject::BuiltIn => return solve(case, blank),
            Subject::Program(launch) => launch,
        };
        if let Err(error) = workers.prepare(program, launch, case) {
            return Some(TestReport { message: error.to_string(), ..blank });
        }
        let factor = contender.factors.get(&case.index).copied().unwrap_or_default();
        let case = &PlannedTest { limits: case.limits.times(factor), ..*case };
        let memory = Some(case.limits.memory / 1024);
        let blank = TestReport { limit_ms: Some(millis(case.limits.cpu)), memory_limit_kib: memory, ..blank };
        match attempts(case, workers, &blank) {
            Ok(result) => result,
            Err(error) => {
                // The next test gets fresh runners.
                *workers = Workers::default();
                Some(TestReport { message: error.to_string(), ..blank })
            }
        }
    }
}

/// The runners of one thread.
#[derive(Default)]
struct Workers<'s> {
    program: Option<(usize, Box<dyn Runner + 's>)>,
    /// That of the interactor at this address.
    interactor: Option<(*const (), Box<dyn Runner + 's>)>,
}

impl<'s> Workers<'s> {
    /// Starts the runners that a test needs and that are not there.
    fn prepare(
        &mut self,
        program: usize,
        launch: &Launch<'s>,
        case: &PlannedTest<'s>,
    ) -> Result<(), Failure> {
        if self.program.as_ref().is_none_or(|(current, _)| *current != program) {
            self.program = None;
            self.program = Some((program, launch()?));
        }
        if let Judging::Interact(Interaction::Program(interactor)) = case.judging {
            let address = std::ptr::from_ref(interactor).cast::<()>();
            if self.interactor.as_ref().is_none_or(|(current, _)| *current != address) {
                self.interactor = None;
                self.interactor = Some((address, interactor.launch()?));
            }
        }
        Ok(())
    }
}

/// The files of one pass of a test.
#[derive(Clone, Copy)]
struct PassFiles<'f> {
    input: &'f Path,
    answer: &'f Path,
    /// The folder for feedback, where there are several passes.
    feedback: Option<&'f Path>,
}

impl<'f> PassFiles<'f> {
    /// Returns the files of a test with one pass.
    fn of(case: &'f PlannedTest<'_>, answer: &'f Path) -> Self {
        Self { input: &case.test.input, answer, feedback: None }
    }
}

/// The sink of an output: a comparison, or a file for a checker.
enum OutputSink<'a> {
    Compare(Box<Comparer<'a>>),
    Store(NamedTempFile),
}

impl<'a> OutputSink<'a> {
    fn new(case: &PlannedTest<'a>, answer: &Path) -> io::Result<Self> {
        Ok(match case.judging {
            Judging::Compare(comparison) => {
                Self::Compare(Box::new(Comparer::new(comparison, answer, case.hooks, case.columns)?))
            }
            Judging::Check(_) | Judging::Interact(_) => {
                Self::Store(tempfile::Builder::new().prefix("toolkit-output-").tempfile()?)
            }
        })
    }

    fn finish(self, case: &PlannedTest<'_>, files: PassFiles<'_>, result: &mut TestReport) -> io::Result<()> {
        let PassFiles { input, answer, feedback } = files;
        match (self, case.judging) {
            (Self::Store(output), Judging::Check(checker)) => {
                let checked = checker.check(CheckInput { input, output: output.path(), answer, feedback })?;
                result.score = case.test.points.map(|points| checked.score(points));
                (result.verdict, result.message) = (checked.verdict, checked.message);
            }
            (Self::Compare(comparer), _) => {
                let Judgement { verdict, difference } = comparer.finish(input)?;
                result.verdict = verdict;
                result.score = case.test.points.filter(|_| verdict == Verdict::Accepted).or(result.score);
                if let Some(difference) = difference {
                    result.message = difference.message;
                    result.place = difference.place;
                    result.diff = difference.diff;
                    if let Some(lines) = &difference.case_lines {
                        result.input = excerpt(case, lines);
                    }
                }
            }
            (Self::Store(_), Judging::Compare(_)) => {}
            // The built-in solvers do not talk: their outputs cannot be judged.
            (Self::Store(_), Judging::Interact(_)) => {
                result.verdict = Verdict::JudgeError;
                "the problem is interactive: name a program".clone_into(&mut result.message);
            }
        }
        Ok(())
    }
}

impl Write for OutputSink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Compare(comparer) => comparer.write(bytes),
            Self::Store(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs a built-in solver; `None` when the check was interrupted while its output was judged.
fn solve(case: &PlannedTest<'_>, blank: TestReport) -> Option<TestReport> {
    let mut result = blank;
    let Some(solver) = case.solver else {
        result.message = "no built-in solver: no folder around it is named after a problem".to_owned();
        return Some(result);
    };
    let begin = Instant::now();
    let judged = panic::catch_unwind(AssertUnwindSafe(|| match &case.test.expected {
        Expected::Answer(answer) => solve_and_compare(case, solver, answer, &mut result),
        Expected::Refusal(text) => solve_and_refuse(case, solver, text, &mut result).map(|()| true),
    }));
    result.wall_ms = millis(begin.elapsed());
    // The solver's wall time is about its CPU time.
    result.cpu_ms = result.wall_ms;
    match judged {
        Ok(Ok(true)) => {}
        Ok(Ok(false)) => return None,
        Ok(Err(error)) => {
            result.verdict = Verdict::JudgeError;
            result.message = error.to_string();
        }
        Err(_) => {
            result.verdict = Verdict::RuntimeError;
            result.message = "the solver panicked".to_owned();
        }
    }
    Some(result)
}

/// Returns false when the check was interrupted and there is no result.
fn solve_and_compare(
    case: &PlannedTest<'_>,
    solver: &dyn Solver,
    answer: &Path,
    result: &mut TestReport,
) -> Result<bool, Failure> {
    let of_answer = |error: io::Error| failed(answer.display())(error);
    let mut sink = OutputSink::new(case, answer).map_err(of_answer)?;
    match solver.solve(&case.test.input, &mut sink) {
        Ok(()) => match sink.finish(case, PassFiles::of(case, answer), result) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(false),
            finished => finished.map(|()| true).map_err(of_answer),
        },
        Err(SolveFailure::Malformed(text)) => {
            result.verdict = Verdict::RuntimeError;
            result.message =
                format!("the solver refuses the input: {}", text.lines().next().unwrap_or_default());
            result.stderr = text;
            Ok(true)
        }
        Err(SolveFailure::Failed(text)) => Err(text.into()),
    }
}

fn solve_and_refuse(
    case: &PlannedTest<'_>,
    solver: &dyn Solver,
    text: &Path,
    result: &mut TestReport,
) -> Result<(), Failure> {
    let expected = fs::read_to_string(text).map_err(failed(text.display()))?;
    let refusal = solver.solve(&case.test.input, &mut io::sink());
    result.verdict = Verdict::WrongAnswer;
    match refusal {
        Err(SolveFailure::Malformed(got)) if got.trim_end() == expected.trim_end() => {
            result.verdict = Verdict::Accepted;
        }
        Err(SolveFailure::Malformed(got)) => {
            let lines = expected.trim_end().lines().zip(got.trim_end().lines());
            let (line, (expected, got)) = (1..)
                .zip(lines)
                .find(|(_, (expected, got))| expected != got)
                .unwrap_or((0, (expected.trim_end(), got.trim_end())));
            let (expected, got) = pair(expected.as_bytes(), got.as_bytes(), case.columns / 2);
            result.message = format!("the error text differs in line {line}: expected {expected}, got {got}");
        }
        Ok(()) => "the solver accepts the input, which is malformed".clone_into(&mut result.message),
        Err(SolveFailure::Failed(text)) => return Err(text.into()),
    }
    Ok(())
}

/// One attempt of a program at a test.
#[derive(Clone)]
struct Attempt {
    cpu: Duration,
    stopped: Option<Stopped>,
    /// The result; `None` where only the time matters.
    result: Option<TestReport>,
}

impl Attempt {
    fn is_accepted(&self) -> bool {
        self.result.as_ref().is_some_and(|result| result.verdict == Verdict::Accepted)
    }

    /// Adds the attempt at the next pass; each pass has the limits for itself, so that the largest amounts count.
    fn followed_by(self, mut next: Self) -> Self {
        if let (Some(before), Some(result)) = (self.result, &mut next.result) {
            result.cpu_ms = result.cpu_ms.max(before.cpu_ms);
            result.wall_ms += before.wall_ms;
            result.memory_kib = result.memory_kib.max(before.memory_kib);
        }
        Self { cpu: self.cpu.max(next.cpu), ..next }
    }

    /// Names the pass in the message of a failure; a pass after the last one is the judge's failure.
    fn name_pass(&mut self, pass: u32, passes: u32, goes_on: bool) {
        let Some(result) = &mut self.result else { return };
        if goes_on && pass == passes {
            result.verdict = Verdict::JudgeError;
            result.score = result.score.map(|_| 0.0);
            result.message = format!("the validator asks for more than {passes} passes");
        } else if passes > 1 && result.verdict != Verdict::Accepted {
            result.message = format!("pass {pass}: {}", result.message);
        }
    }
}

/// Runs a program. The first output counts; where only its time is in doubt, since it is near the limit, two more runs are
/// timed, and the least time counts.
fn attempts(
    case: &PlannedTest<'_>,
    workers: &mut Workers<'_>,
    blank: &TestReport,
) -> Result<Option<TestReport>, Failure> {
    let answer = match &case.test.expected {
        Expected::Answer(answer) => answer,
        Expected::Refusal(_) => return Err("an invalid input is for the built-in solvers only".into()),
    };
    let limit = case.limits.cpu;
    // Runs get a little more than the limit, so that near misses are recognised.
    let near = limit.mul_f64(1.1);
    let watched = Limits { cpu: near, ..case.limits };
    let mut first = None;
    let mut spread = Vec::new();
    for _ in 0..3 {
        let is_judged = first.is_none();
        let attempt = match case.judging {
            Judging::Interact(interaction) => {
                dialogue::attempt(case, interaction, workers, &watched, answer, blank)?
            }
            Judging::Check(_) if case.passes > 1 => in_passes(case, workers, &watched, answer, blank)?,
            _ => attempt(case, workers, &watched, PassFiles::of(case, answer), is_judged, blank)?,
        };
        let Some(Attempt { cpu, stopped, result }) = attempt else { return Ok(None) };
        spread.push(cpu);
        if is_judged {
            first = result;
        }
        // The time does not matter to an output that is worth nothing.
        let is_worth = |first: &TestReport| {
            first.verdict == Verdict::Accepted || first.score.is_some_and(|score| score > 0.0)
        };
        if !first.as_ref().is_some_and(is_worth)
            || cpu < limit.mul_f64(0.9)
            || cpu > near
            || stopped == Some(Stopped::Cpu)
        {
            break;
        }
    }
    let Some(mut result) = first else { return Ok(None) };
    let least = spread.iter().copied().min().unwrap_or_default();
    result.cpu_ms = millis(least);
    if least > limit && !matches!(result.verdict, Verdict::MemoryLimit | Verdict::JudgeError) {
        result.verdict = Verdict::TimeLimit;
        result.score.clone_from(&blank.score);
        result.message = run::over_time(limit);
    }
    if spread.len() > 1 {
        result.runs_cpu_ms = spread.iter().copied().map(millis).collect();
        spread.sort();
        let (least, most) = (spread[0].as_secs_f64(), spread[spread.len() - 1].as_secs_f64());
        let runs = format!("near the limit: {least:.3} to {most:.3} s of CPU time in {} runs", spread.len());
        let message = std::mem::take(&mut result.message);
        result.message = if message.is_empty() { runs } else { format!("{message}; {runs}") };
    }
    Ok(Some(result))
}

/// Runs a program once, and judges its output where asked to; `None` when the check was interrupted.
fn attempt(
    case: &PlannedTest<'_>,
    workers: &mut Workers<'_>,
    watched: &Limits,
    files: PassFiles<'_>,
    is_judged: bool,
    blank: &TestReport,
) -> Result<Option<Attempt>, Failure> {
    let Some((_, runner)) = workers.program.as_mut() else {
        return Err("the program was not started".into());
    };
    let of_answer = |error: io::Error| failed(files.answer.display())(error);
    let mut sink = OutputSink::new(case, files.answer).map_err(of_answer)?;
    let run = runner.run_with_files(files.input, case.files, watched, &mut sink)?;
    if run.stopped == Some(Stopped::Interrupted) {
        return Ok(None);
    }
    let mut attempt = Attempt { cpu: run.cpu, stopped: run.stopped, result: None };
    if is_judged {
        attempt.result = judged(case, &run, watched, sink, files, blank.clone())?;
        if attempt.result.is_none() {
            return Ok(None);
        }
    }
    Ok(Some(attempt))
}

/// Runs a program in passes: on the test's input, then on what its validator writes.
fn in_passes(
    case: &PlannedTest<'_>,
    workers: &mut Workers<'_>,
    watched: &Limits,
    answer: &Path,
    blank: &TestReport,
) -> Result<Option<Attempt>, Failure> {
    let feedback = private::folder("toolkit-feedback-")?;
    let next = private::folder("toolkit-pass-")?;
    let mut input = case.test.input.clone();
    let mut whole: Option<Attempt> = None;
    for pass in 1..=case.passes {
        let files = PassFiles { input: &input, answer, feedback: Some(feedback.path()) };
        let Some(mut current) = attempt(case, workers, watched, files, true, blank)? else { return Ok(None) };
        let file = next.path().join(pass.to_string());
        let goes_on = current.is_accepted() && next_pass(feedback.path(), &file)?;
        current.name_pass(pass, case.passes, goes_on);
        let current = match whole.take() {
            Some(before) => before.followed_by(current),
            None => current,
        };
        if !goes_on || !current.is_accepted() {
            return Ok(Some(current));
        }
        whole = Some(current);
        input = file;
    }
    Ok(whole)
}

/// Returns the result of a run; `None` when the check was interrupted while its output was judged.
fn judged(
    case: &PlannedTest<'_>,
    run: &RunResult,
    watched: &Limits,
    sink: OutputSink<'_>,
    files: PassFiles<'_>,
    result: TestReport,
) -> Result<Option<TestReport>, Failure> {
    let mut result = measured(run, result);
    match run.verdict(watched) {
        Some((verdict, message)) => {
            result.verdict = verdict;
            result.message = message;
        }
        None => match sink.finish(case, files, &mut result) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(None),
            Err(error) => return Err(error.into()),
        },
    }
    if result.verdict != Verdict::Accepted {
        result.stderr = String::from_utf8_lossy(&run.stderr).into_owned();
    }
    Ok(Some(result))
}

/// Returns the beginning of these lines of a test's input, or nothing where it cannot be read.
fn excerpt(case: &PlannedTest<'_>, lines: &RangeInclusive<u64>) -> Vec<InputLine> {
    input_excerpt::of_lines(&case.test.input, lines, case.columns).unwrap_or_default()
}

/// Returns a result with the time and memory of a run.
fn measured(run: &RunResult, result: TestReport) -> TestReport {
    TestReport {
        cpu_ms: millis(run.cpu),
        wall_ms: millis(run.wall),
        memory_kib: run.memory.map(|bytes| bytes.div_ceil(1024)),
        ..result
    }
}

fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Family;
    use crate::limits::LimitOverrides;
    use crate::run::Ended;

    /// A program that uses so much CPU time in each of its runs, and prints the answer in those of an even number of milliseconds.
    struct Scripted<'a>(std::slice::Iter<'a, u64>);

    impl Runner for Scripted<'_> {
        fn run(&mut self, _: &Path, limits: &Limits, out: &mut dyn Write) -> Result<RunResult, Failure> {
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
                stderr: Vec::new(),
                no_output: None,
            })
        }
    }

    /// Runs of so many milliseconds of CPU time under a limit of a second.
    #[track_caller]
    fn check(times: &[u64], verdict: Verdict, message: &str) {
        let folder = tempfile::tempdir().unwrap();
        let answer = folder.path().join("answer");
        fs::write(&answer, "a b\n").unwrap();
        let test = Test {
            name: "1".to_owned(),
            input: answer.clone(),
            expected: Expected::Answer(answer),
            family: Family::Plain,
            group: None,
            points: None,
            files: FileIo::default(),
            rates: Vec::new(),
            limits: LimitOverrides::default(),
            validation: None,
            refused: Vec::new(),
            reserved: None,
        };
        let limits = LimitOverrides { cpu: Some(Duration::from_secs(1)), ..LimitOverrides::default() };
        let session = Session {
            tests: vec![PlannedTest {
                test: &test,
                index: 0,
                solver: None,
                hooks: None,
                judging: Judging::Compare(Comparison::TOKENS),
                limits: limits.resolve(),
                files: &FileIo::STANDARD,
                passes: 1,
                columns: 80,
            }],
            contenders: vec![Contender {
                name: "scripted".to_owned(),
                factors: HashMap::new(),
                subject: Subject::Program(Box::new(|| Ok(Box::new(Scripted(times.iter()))))),
            }],
            jobs: 1,
            fail_fast: false,
            repeat: NonZero::<usize>::MIN,
            interrupted: &AtomicBool::new(false),
        };
        let (results, not_run) = session.run(&|_| {});
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
        // The first output counts, whatever later ones are.
        check(&[970, 951, 990], Verdict::Accepted, &spread(0.951, 0.99, 3));
        check(&[951], Verdict::WrongAnswer, "line 1, token 2: expected b, got c");
    }
}
