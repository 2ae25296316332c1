//! One input: the right answer, a run of a program, and their comparison.

use std::io::{self, Write};
use std::time::Duration;

use super::feed::{Origin, TrialInput};
use super::seeds::Generator;
use super::tried::Tried;
use crate::built_in::solve;
use nim_ground::content::Content;
use nim_ground::limits::Limits;
use nim_io::{Failure, Input};
use nim_judge::TestReport;
use nim_judge::checker::{CheckInput, CheckResult};
use nim_judge::compare::Comparer;
use nim_judge::compare::accepts_at_once;
use nim_judge::input_excerpt;
use nim_judge::run_verdict::run_verdict;
use nim_judge::selected_test::OutputCheck;
use nim_judge::trusted::LIMITS;
use nim_sandbox::run::{Ended, Loan, RunResult, Runner, Stopped};
use nim_task::verdict::Verdict;

/// Everything that trying an input needs; each thread has its own.
pub struct Trial<'a> {
    /// The problem.
    pub target: &'a Tried,
    /// The programs.
    pub programs: Vec<Box<dyn Runner + 'a>>,
    /// The program that gives the right answers; `None` for the built-in solver.
    pub reference: Option<Box<dyn Runner + 'a>>,
    /// The program that makes inputs, and its arguments.
    pub generator: Option<(Box<dyn Runner + 'a>, &'a Generator)>,
    /// The program that accepts inputs.
    pub validator: Option<Box<dyn Runner + 'a>>,
    /// How outputs are judged.
    pub check: &'a OutputCheck<'a>,
    /// The width of messages, in columns.
    pub columns: usize,
}

/// The exit codes of a validator that accepts an input.
const VALID: [i32; 2] = [0, 42];
/// What follows an input to find out whether the program of `--against` reads beyond its end.
const BEYOND: &[u8] = b"\n999999937 -999999937 7 999999937 -999999937 7 z z\n";

/// The result of an input.
pub enum Outcome<T> {
    /// The right answer, or a run that was judged.
    Done(T),
    /// There is no right answer, and why; the input says nothing about a program. An error where `is_failure`, unless an input is
    /// shrunk, which may make it invalid.
    NoAnswer { why: String, is_failure: bool },
    /// The run was interrupted.
    Interrupted,
}

/// A run and its verdict.
#[derive(Clone)]
pub struct TrialResult {
    /// The result, as a check has it.
    pub report: TestReport,
    /// The right answer.
    pub expected: Vec<u8>,
    /// The output.
    pub got: Vec<u8>,
    /// CPU time of the program.
    pub cpu: Duration,
}

impl TrialResult {
    /// Returns whether the program failed.
    pub fn is_failure(&self) -> bool {
        self.report.verdict != Verdict::Accepted
    }
}

impl Trial<'_> {
    /// Fills in the text of an input whose origin is a generator; returns false when the run was interrupted.
    pub fn generate(&mut self, input: &mut TrialInput) -> anyhow::Result<bool> {
        let (Origin::Generated { seed, size }, Some((runner, generator))) =
            (input.origin, &mut self.generator)
        else {
            return Ok(true);
        };
        let loan = Loan { args: generator.args(seed, size), ..Loan::default() };
        let run = runner.call(&loan, &LIMITS, &mut input.text)?;
        if run.stopped == Some(Stopped::Interrupted) {
            return Ok(false);
        }
        match run_verdict(&run, &LIMITS) {
            Some((_, why)) => anyhow::bail!("the generator fails with seed {seed} and size {size}: {why}"),
            None => Ok(true),
        }
    }

    /// Runs a program on an input and judges it.
    pub fn try_input(
        &mut self,
        program: usize,
        text: &[u8],
        limits: &Limits,
    ) -> anyhow::Result<Outcome<Box<TrialResult>>> {
        Ok(match self.expected(text, limits)? {
            Outcome::Done(expected) => self.judge(program, text, expected, limits)?,
            Outcome::NoAnswer { why, is_failure } => Outcome::NoAnswer { why, is_failure },
            Outcome::Interrupted => Outcome::Interrupted,
        })
    }

    /// Returns the right answer.
    pub fn expected(&mut self, text: &[u8], limits: &Limits) -> anyhow::Result<Outcome<Vec<u8>>> {
        let mut expected = Vec::new();
        match (&mut self.reference, &self.target.built_in) {
            (Some(runner), _) => {
                let run = self.target.run(runner.as_mut(), text, limits, &mut expected)?;
                if run.stopped == Some(Stopped::Interrupted) {
                    return Ok(Outcome::Interrupted);
                }
                if let Some((verdict, why)) = run_verdict(&run, limits) {
                    let is_failure = verdict == Verdict::RuntimeError;
                    return Ok(Outcome::NoAnswer { why, is_failure });
                }
            }
            (None, Some(problem)) => {
                let input = Input::reader("input", io::Cursor::new(text.to_vec()));
                match solve::answers(problem.entry, input, &mut expected, problem.level) {
                    Ok(()) => {}
                    Err(Failure::Malformed(why)) => {
                        return Ok(Outcome::NoAnswer { why: why.to_string(), is_failure: false });
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            (None, None) => anyhow::bail!("there is no built-in solver"),
        }
        Ok(Outcome::Done(expected))
    }

    /// Returns whether the program of `--against` answers the same where something follows the input: then it does not read beyond
    /// its end.
    pub fn ends_in_time(&mut self, text: &[u8], expected: &[u8], limits: &Limits) -> anyhow::Result<bool> {
        let longer = [text, BEYOND].concat();
        Ok(matches!(self.expected(&longer, limits)?, Outcome::Done(answer) if answer == expected))
    }

    /// Returns why the validator refuses an input, if it does.
    pub fn refusal(&mut self, text: &[u8]) -> anyhow::Result<Option<String>> {
        let Some(validator) = &mut self.validator else { return Ok(None) };
        let mut told = Vec::new();
        let run = validator.run(&Content::from(text), &LIMITS, &mut told)?;
        match run.ended {
            _ if run.stopped.is_some() => anyhow::bail!("the validator does not end"),
            Ended::Exited(code) if VALID.contains(&code) => Ok(None),
            Ended::Exited(_) => {
                let told = [run.stderr, told].concat();
                Ok(Some(
                    String::from_utf8_lossy(&told).lines().next().unwrap_or("without a reason").to_owned(),
                ))
            }
            _ => anyhow::bail!("the validator fails: {:?}", run.ended),
        }
    }

    /// Runs a program on an input, and judges its output.
    pub fn judge(
        &mut self,
        program: usize,
        text: &[u8],
        expected: Vec<u8>,
        limits: &Limits,
    ) -> anyhow::Result<Outcome<Box<TrialResult>>> {
        let mut got = Vec::new();
        let runner = self.programs[program].as_mut();
        let run = self.target.run(runner, text, limits, &mut got)?;
        if run.stopped == Some(Stopped::Interrupted) {
            return Ok(Outcome::Interrupted);
        }
        if run.ended == Ended::NotStarted {
            anyhow::bail!("the program cannot be started: {}", String::from_utf8_lossy(&run.stderr));
        }
        let report = TestReport { verdict: Verdict::Accepted, ..TestReport::default() };
        let mut judged = TrialResult { report, expected, got, cpu: run.cpu };
        if let Some(judgement) = run_verdict(&run, limits) {
            (judged.report.verdict, judged.report.message) = judgement;
        } else if !self.is_right_at_once(&judged) {
            self.compare(text, &mut judged)?;
        }
        if judged.is_failure() {
            judged.report.input =
                input_excerpt::of_lines(&Content::from(text), &(1..=u64::MAX), self.columns)?;
            judged.report.stderr = String::from_utf8_lossy(&run.stderr).into_owned();
        }
        Ok(Outcome::Done(Box::new(judged)))
    }

    /// Returns whether an output needs no files to be judged.
    fn is_right_at_once(&self, TrialResult { expected, got, .. }: &TrialResult) -> bool {
        match self.check {
            OutputCheck::Compare(comparison) => accepts_at_once(comparison, expected, got),
            _ => expected == got,
        }
    }

    /// Judges an output that is not accepted at first sight.
    fn compare(&self, text: &[u8], judged: &mut TrialResult) -> anyhow::Result<()> {
        let (input, answer) = (Content::from(text), Content::from(&*judged.expected));
        let report = &mut judged.report;
        match self.check {
            OutputCheck::Compare(comparison) => {
                let mut comparer = Comparer::new(*comparison, &answer, Some(self.target), self.columns)?;
                comparer.write_all(&judged.got)?;
                let judgement = comparer.finish(&input)?;
                report.verdict = judgement.verdict;
                if let Some(difference) = judgement.difference {
                    report.message = difference.message;
                    report.place = difference.place;
                    report.diff = difference.diff;
                }
            }
            OutputCheck::Check(checker) => {
                let output = Content::from(&*judged.got);
                let files = CheckInput { input: &input, output: &output, answer: &answer, feedback: None };
                let CheckResult { verdict, message, .. } = checker.check(files)?;
                anyhow::ensure!(verdict != Verdict::JudgeError, "the checker fails: {message}");
                (report.verdict, report.message) = (verdict, message);
            }
            OutputCheck::Interact(_) | OutputCheck::Referee(_) => {
                anyhow::bail!("the problem is interactive: there are no outputs to compare")
            }
        }
        Ok(())
    }
}

/// Returns whether a generator fails with its arguments.
pub fn fails(runner: &mut dyn Runner, generator: &Generator) -> anyhow::Result<bool> {
    let loan = Loan { args: generator.args(1, 1), ..Loan::default() };
    let run = runner.call(&loan, &LIMITS, &mut io::sink())?;
    anyhow::ensure!(run.stopped != Some(Stopped::Interrupted), "the generator does not end");
    Ok(run_verdict(&run, &LIMITS).is_some())
}

impl Tried {
    /// Runs a program on an input, in a file where the problem has one. A run that the machine may have ended is made once more, as its
    /// end says nothing of the program.
    fn run(
        &self,
        runner: &mut dyn Runner,
        text: &[u8],
        limits: &Limits,
        out: &mut Vec<u8>,
    ) -> anyhow::Result<RunResult> {
        let mut run = self.run_once(runner, text, limits, out)?;
        let has_waited = run.stopped == Some(Stopped::Wall) && run.cpu <= limits.cpu;
        if has_waited || run.stopped == Some(Stopped::Starved) {
            out.clear();
            run = self.run_once(runner, text, limits, out)?;
        }
        match run_verdict(&run, limits) {
            Some((Verdict::JudgeError, why)) => anyhow::bail!(why),
            _ => Ok(run),
        }
    }

    fn run_once(
        &self,
        runner: &mut dyn Runner,
        text: &[u8],
        limits: &Limits,
        out: &mut Vec<u8>,
    ) -> Result<RunResult, nim_sandbox::Error> {
        runner.run_with_files(&Content::from(text), &self.files, limits, out)
    }
}
