//! The attempts of a program at a test: one, or more if its time is in doubt.

use tempfile::TempDir;

use super::Workers;
use super::attempt::{Attempt, Attempts, measured, millis};
use super::dialogue;
use super::sink::{OutputSink, PassFiles};
use super::tail::Tail;
use crate::error::Result;
use crate::report::results::TestReport;
use crate::run_files;
use crate::run_verdict::{over_time, run_verdict};
use crate::selected_test::{OutputCheck, SelectedTest};
use nim_ground::interruption;
use nim_ground::limits::Limits;
use nim_sandbox::run::{Launch, RunResult, Stopped};
use nim_task::layout::Expected;
use nim_task::verdict::Verdict;

/// Runs a program. The first output counts; if only its time is in doubt, since it is near the limit, two more runs are timed, and the
/// least time counts. Also returns the reason why the result may be the machine's fault, if any; `is_repeat` says that an earlier one was.
/// `None` if the check was interrupted.
pub fn attempts<'s>(
    case: &SelectedTest<'_>,
    workers: &mut Workers<'s>,
    launch: &Launch<'s>,
    blank: &TestReport,
    is_repeat: bool,
) -> Result<Option<(TestReport, Option<String>)>> {
    let answer = match &case.test.expected {
        Expected::Answer(answer) => answer,
        Expected::Refusal(_) => return Err("an invalid input is for the built-in solvers only".into()),
    };
    let limit = case.limits.cpu;
    // Runs get a little more than the limit, so that near misses are recognised.
    let near = limit.mul_f64(1.1);
    let watched = Limits { cpu: near, ..case.limits };
    let mut attempts = Attempts { case, workers, launch, watched, is_repeat, answer, blank };
    let (mut first, mut doubt) = (None, None);
    let mut spread = Vec::new();
    for _ in 0..3 {
        let is_judged = first.is_none();
        let Some(attempt) = attempts.next(is_judged)? else { return Ok(None) };
        if is_judged {
            doubt = attempt.doubt().map(str::to_owned);
        }
        let Attempt { cpu, stopped, result } = attempt;
        spread.push(cpu);
        if is_judged {
            first = result;
        }
        // The time does not matter for a worthless output.
        let is_of_worth = first.as_ref().is_some_and(|first| {
            first.verdict == Verdict::Accepted || first.score.is_some_and(|score| score > 0.0)
        });
        if !is_of_worth || cpu < limit.mul_f64(0.9) || cpu > near || stopped == Some(Stopped::Cpu) {
            break;
        }
    }
    let Some(mut result) = first else { return Ok(None) };
    let least = spread.iter().copied().min().unwrap_or_default();
    result.cpu_ms = millis(least);
    if least > limit && !matches!(result.verdict, Verdict::MemoryLimit | Verdict::JudgeError) {
        result.verdict = Verdict::TimeLimit;
        result.score.clone_from(&blank.score);
        // With several processes, the message has further details, so that only the limit is replaced.
        let (watched, own) = (over_time(near), over_time(limit));
        result.message =
            if result.message.contains(&watched) { result.message.replace(&watched, &own) } else { own };
    }
    if spread.len() > 1 {
        result.runs_cpu_ms = spread.iter().copied().map(millis).collect();
        spread.sort();
        let (least, most) = (spread[0].as_secs_f64(), spread[spread.len() - 1].as_secs_f64());
        let runs = format!("near the limit: {least:.3} to {most:.3} s of CPU time in {} runs", spread.len());
        result.add_to_message(&runs);
    }
    Ok(Some((result, doubt)))
}

impl Attempts<'_, '_, '_> {
    /// Makes an attempt beside a new copy of the files of the test.
    fn next(&mut self, is_judged: bool) -> Result<Option<Attempt>> {
        let given = run_files::copied(self.case.test.run_files.as_ref())?;
        self.program()?.give(given.as_ref().map(TempDir::path))?;
        let attempt = self.next_beside(is_judged)?;
        self.program()?.give(None)?;
        Ok(attempt)
    }

    fn next_beside(&mut self, is_judged: bool) -> Result<Option<Attempt>> {
        let (input, answer) = (&self.case.test.input, self.answer);
        match &self.case.check {
            OutputCheck::Interact(_) | OutputCheck::Referee(_) if !self.case.files.is_standard() => {
                Err(dialogue::NO_FILES.into())
            }
            OutputCheck::Interact(interactor) => dialogue::in_turn(self, interactor.as_ref()),
            OutputCheck::Referee(referees) => dialogue::with_referees(self, referees.as_ref()),
            OutputCheck::Check(_) if self.case.passes > 1 => {
                self.in_passes("toolkit-feedback-", |attempts, input, feedback| {
                    attempts.once(PassFiles { input, answer, feedback: Some(feedback) }, true)
                })
            }
            _ => self.once(PassFiles { input, answer, feedback: None }, is_judged),
        }
    }

    /// Runs the program once, and judges its output if asked to; `None` if the check was interrupted.
    fn once(&mut self, files: PassFiles<'_>, is_judged: bool) -> Result<Option<Attempt>> {
        let (case, watched) = (self.case, self.watched);
        let mut sink = Tail::new(OutputSink::new(case, files.answer)?);
        let run = self.program()?.run_with_files(files.input, case.files, &watched, &mut sink)?;
        if run.stopped == Some(Stopped::Interrupted) {
            return Ok(None);
        }
        let mut attempt = Attempt { cpu: run.cpu, stopped: run.stopped, result: None };
        if is_judged {
            attempt.result = self.judged(&run, sink, files)?;
            if attempt.result.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(attempt))
    }

    /// Returns the result of a run; `None` if the check was interrupted while its output was judged.
    fn judged(
        &self,
        run: &RunResult,
        sink: Tail<OutputSink<'_>>,
        files: PassFiles<'_>,
    ) -> Result<Option<TestReport>> {
        let mut result = measured(run, self.blank.clone());
        match run_verdict(run, &self.watched) {
            Some(judged) => {
                (result.verdict, result.message) = judged;
                let repeated = sink.repeated_line().filter(|_| result.verdict == Verdict::OutputLimit);
                if let Some(line) = repeated {
                    result.add_to_message(&format!("the last lines are all {line:?}"));
                }
            }
            None => match sink.out.finish(self.case, files, &mut result) {
                Ok(()) => {}
                Err(error) if interruption::is_cause(&error) => return Ok(None),
                Err(error) => return Err(error.into()),
            },
        }
        if result.verdict != Verdict::Accepted {
            result.stderr = String::from_utf8_lossy(&run.stderr).into_owned();
        }
        Ok(Some(result))
    }
}
