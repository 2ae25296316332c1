//! Attempts whose program talks with an interactor.

use std::io;
use std::path::Path;

use super::{Attempt, Interaction, PlannedTest, Workers, measured};
use crate::checker::CheckInput;
use crate::failure::Failure;
use crate::interactive::interactor::{CallFiles, Interactor, next_pass};
use crate::interactive::referee::Referees;
use crate::interactive::{Dialogue, Partner, converse};
use crate::limits::Limits;
use crate::private;
use crate::report::TestReport;
use crate::run::Stopped;
use crate::verdict::Verdict;

/// Lets a program talk with the interactor of a test; `None` when the check was interrupted.
pub(super) fn attempt(
    case: &PlannedTest<'_>,
    interaction: Interaction<'_>,
    workers: &mut Workers<'_>,
    watched: &Limits,
    answer: &Path,
    blank: &TestReport,
) -> Result<Option<Attempt>, Failure> {
    if !case.files.is_standard() {
        return Err("an interactive problem cannot have input and output files".into());
    }
    match interaction {
        Interaction::Program(interactor) => {
            with_interactor(case, interactor, workers, watched, answer, blank)
        }
        Interaction::Referee(referees) => with_referees(case, referees, workers, watched, blank),
    }
}

/// Runs a program with the interactor of a test, once for every pass.
fn with_interactor(
    case: &PlannedTest<'_>,
    interactor: &dyn Interactor,
    workers: &mut Workers<'_>,
    watched: &Limits,
    answer: &Path,
    blank: &TestReport,
) -> Result<Option<Attempt>, Failure> {
    let folder = private::folder("toolkit-interactor-")?;
    // What is to be run next must not be among the files that an interactor may write over.
    let next = (case.passes > 1).then(|| private::folder("toolkit-pass-")).transpose();
    let next = next?;
    let mut input = case.test.input.clone();
    let mut whole: Option<Attempt> = None;
    for pass in 1..=case.passes {
        let files = CallFiles { input: &input, answer, folder: folder.path() };
        let (Some(program), Some(judge)) = (workers.program.as_mut(), workers.interactor.as_mut()) else {
            return Err("the interactor was not started".into());
        };
        let started = judge.1.start(&interactor.call().args(files), &interactor.call().limits)?;
        let partner = Partner::Interactor(interactor.call(), started, files);
        let mut dialogue = converse(program.1.start(&[], watched)?, watched, partner)?;
        if dialogue.result.verdict == Verdict::Accepted
            && let (Some(checker), output) = (interactor.checker(), files.output())
            && output.is_file()
        {
            let files = CheckInput { input: &input, output: &output, answer, feedback: None };
            dialogue.result = match checker.check(files) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(None),
                checked => checked?,
            };
        }
        let Some(mut attempt) = finished(dialogue, case, blank) else { return Ok(None) };
        let file = next.as_ref().map(|next| next.path().join(pass.to_string()));
        let goes_on = match &file {
            Some(file) if attempt.is_accepted() => next_pass(folder.path(), file)?,
            _ => false,
        };
        attempt.name_pass(pass, case.passes, goes_on);
        let attempt = match whole.take() {
            Some(before) => before.followed_by(attempt),
            None => attempt,
        };
        match file {
            Some(file) if goes_on && attempt.is_accepted() => input = file,
            _ => return Ok(Some(attempt)),
        }
        whole = Some(attempt);
    }
    Ok(whole)
}

/// Runs a program with every referee of a test, until one does not accept it.
fn with_referees(
    case: &PlannedTest<'_>,
    referees: &dyn Referees,
    workers: &mut Workers<'_>,
    watched: &Limits,
    blank: &TestReport,
) -> Result<Option<Attempt>, Failure> {
    let mut whole: Option<Attempt> = None;
    for referee in referees.of(&case.test.input)? {
        let Some((_, program)) = workers.program.as_mut() else {
            return Err("the program was not started".into());
        };
        let (name, allowance) = (referee.name(), referee.allowance());
        let limits = Limits {
            cpu: watched.cpu.saturating_add(allowance),
            wall: watched.wall.saturating_add(allowance.saturating_mul(4)),
            ..*watched
        };
        let dialogue = converse(program.start(&[], &limits)?, &limits, Partner::Referee(referee))?;
        let Some(mut attempt) = finished(dialogue, case, blank) else { return Ok(None) };
        // A longer dialogue is allowed more: only the rest counts.
        attempt.cpu = attempt.cpu.saturating_sub(allowance);
        if !attempt.is_accepted()
            && let Some(result) = &mut attempt.result
            && !name.is_empty()
        {
            result.message = format!("{name}: {}", result.message);
        }
        let attempt = match whole.take() {
            Some(before) => before.followed_by(attempt),
            None => attempt,
        };
        if !attempt.is_accepted() {
            return Ok(Some(attempt));
        }
        whole = Some(attempt);
    }
    Ok(whole)
}

/// Returns the result of a dialogue; `None` when it was interrupted.
fn finished(dialogue: Dialogue, case: &PlannedTest<'_>, blank: &TestReport) -> Option<Attempt> {
    let Dialogue { run, result: given, transcript } = dialogue;
    if run.stopped == Some(Stopped::Interrupted) {
        return None;
    }
    let mut result = measured(&run, blank.clone());
    result.score = case.test.points.map(|points| given.score(points));
    (result.verdict, result.message) = (given.verdict, given.message);
    if result.verdict != Verdict::Accepted {
        result.stderr = String::from_utf8_lossy(&run.stderr).into_owned();
        result.transcript = transcript;
    }
    Some(Attempt { cpu: run.cpu, stopped: run.stopped, result: Some(result) })
}
