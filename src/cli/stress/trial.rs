//! One input: the right answer, a run of the program, and their comparison.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use tempfile::TempDir;

use super::target::Target;
use crate::cli::solve;
use nim_ground::limits::Limits;
use nim_ground::private;
use nim_io::{Failure, Input};
use nim_judge::checker::{CheckInput, CheckResult};
use nim_judge::compare::Comparer;
use nim_judge::compare::accepts_at_once;
use nim_judge::run_verdict::run_verdict;
use nim_judge::session::OutputCheck;
use nim_sandbox::run::{Ended, RunResult, Runner, Stopped};
use nim_task::verdict::Verdict;

/// Everything that trying an input needs; each thread has its own.
pub struct Trial<'a> {
    /// The problem.
    pub target: &'a Target,
    /// The program.
    pub runner: Box<dyn Runner + 'a>,
    /// The second program, which gives the right answers; `None` for the built-in solver.
    pub reference: Option<Box<dyn Runner + 'a>>,
    /// How outputs are judged.
    pub check: &'a OutputCheck<'a>,
    folder: TempDir,
}

/// Width of messages.
const COLUMNS: usize = 100;

/// The result of an input.
pub enum Outcome {
    /// The program was run and judged.
    Judged(Box<Judged>),
    /// There is no right answer, and why; the input says nothing about the program.
    NoAnswer(String),
    /// The run was interrupted.
    Interrupted,
}

/// A run and its verdict.
#[derive(Clone)]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// The reason in a line; empty if it was accepted.
    pub message: String,
    /// The place of the first difference.
    pub place: String,
    /// The right answer.
    pub expected: Vec<u8>,
    /// The output.
    pub got: Vec<u8>,
    /// CPU time of the program.
    pub cpu: Duration,
}

impl Judged {
    /// Returns whether the program failed.
    pub fn is_failure(&self) -> bool {
        self.verdict != Verdict::Accepted
    }
}

impl<'a> Trial<'a> {
    /// Prepares a folder for files to be compared.
    pub fn new(
        target: &'a Target,
        runner: Box<dyn Runner + 'a>,
        reference: Option<Box<dyn Runner + 'a>>,
        check: &'a OutputCheck<'a>,
    ) -> io::Result<Self> {
        let folder = private::folder("toolkit-stress-")?;
        Ok(Self { target, runner, reference, check, folder })
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs the program on an input and judges it.
    pub fn try_input(&mut self, text: &[u8], limits: &Limits) -> anyhow::Result<Outcome> {
        let expected = match self.expected(text, limits)? {
            Ok(expected) => expected,
            Err(outcome) => return Ok(outcome),
        };
        let mut got = Vec::new();
        let run = self.runner.run_on(text, limits, &mut got)?;
        if run.stopped == Some(Stopped::Interrupted) {
            return Ok(Outcome::Interrupted);
        }
        if run.ended == Ended::NotStarted {
            anyhow::bail!("the program cannot be started: {}", String::from_utf8_lossy(&run.stderr));
        }
        let judged = self.judge(text, (expected, got), &run, limits)?;
        Ok(Outcome::Judged(Box::new(judged)))
    }

    /// Returns the right answer, or the outcome where there is none.
    fn expected(&mut self, text: &[u8], limits: &Limits) -> anyhow::Result<Result<Vec<u8>, Outcome>> {
        let mut expected = Vec::new();
        match (&mut self.reference, &self.target.built_in) {
            (Some(runner), _) => {
                let run = runner.run_on(text, limits, &mut expected)?;
                if run.stopped == Some(Stopped::Interrupted) {
                    return Ok(Err(Outcome::Interrupted));
                }
                match run_verdict(&run, limits) {
                    None => {}
                    Some((Verdict::RuntimeError, why)) => {
                        anyhow::bail!("the program of --against fails: {why}")
                    }
                    Some((_, why)) => return Ok(Err(Outcome::NoAnswer(why))),
                }
            }
            (None, Some(problem)) => {
                let input = Input::reader("input", io::Cursor::new(text.to_vec()));
                match solve::answers(problem.entry, input, &mut expected, problem.level) {
                    Ok(()) => {}
                    Err(Failure::Malformed(why)) => return Ok(Err(Outcome::NoAnswer(why.to_string()))),
                    Err(error) => return Err(error.into()),
                }
            }
            (None, None) => anyhow::bail!("there is no built-in solver"),
        }
        Ok(Ok(expected))
    }

    /// Judges a run.
    fn judge(
        &self,
        text: &[u8],
        (expected, got): (Vec<u8>, Vec<u8>),
        run: &RunResult,
        limits: &Limits,
    ) -> anyhow::Result<Judged> {
        let mut judged = Judged {
            verdict: Verdict::Accepted,
            message: String::new(),
            place: String::new(),
            expected,
            got,
            cpu: run.cpu,
        };
        if let Some((verdict, message)) = run_verdict(run, limits) {
            judged.verdict = verdict;
            judged.message = message;
        } else if !self.is_right_at_once(&judged) {
            self.compare(text, &mut judged)?;
        }
        Ok(judged)
    }

    /// Returns whether an output needs no files to be judged.
    fn is_right_at_once(&self, Judged { expected, got, .. }: &Judged) -> bool {
        match self.check {
            OutputCheck::Compare(comparison) => accepts_at_once(comparison, expected, got),
            _ => expected == got,
        }
    }

    /// Judges an output that is not accepted at first sight.
    fn compare(&self, text: &[u8], judged: &mut Judged) -> anyhow::Result<()> {
        let (input, answer) = (self.file("input"), self.file("answer"));
        fs::write(&input, text)?;
        fs::write(&answer, &judged.expected)?;
        match self.check {
            OutputCheck::Compare(comparison) => {
                let mut comparer = Comparer::new(*comparison, &answer, Some(self.target), COLUMNS)?;
                comparer.write_all(&judged.got)?;
                let judgement = comparer.finish(&input)?;
                judged.verdict = judgement.verdict;
                if let Some(difference) = judgement.difference {
                    judged.message = difference.message;
                    judged.place = difference.place;
                }
            }
            OutputCheck::Check(checker) => {
                let output = self.file("output");
                fs::write(&output, &judged.got)?;
                let files = CheckInput { input: &input, output: &output, answer: &answer, feedback: None };
                let CheckResult { verdict, message, .. } = checker.check(files)?;
                anyhow::ensure!(verdict != Verdict::JudgeError, "the checker fails: {message}");
                judged.verdict = verdict;
                judged.message = message;
            }
            OutputCheck::Interact(_) | OutputCheck::Referee(_) => {
                anyhow::bail!("the problem is interactive: there are no outputs to compare")
            }
        }
        Ok(())
    }
}
