//! Attempts with an interactor: directly connected if possible, and after a failure once more through the judge, which records the
//! dialogue.

use std::iter;

use super::attempt::{Attempt, Attempts, measured};
use super::started_runner;
use crate::checker::CheckInput;
use crate::error::Result;
use crate::interactive::interactor::{CallFiles, InteractorProgram};
use crate::interactive::referee::Referees;
use crate::interactive::{
    Dialogue, Partner, StartedController, StartedInteractor, run_controlled, run_dialogue,
    run_direct_dialogue,
};
use nim_ground::content::Content;
use nim_ground::file_io::PipeOrder;
use nim_ground::interruption;
use nim_ground::limits::Limits;
use nim_ground::presence::is_file;
use nim_sandbox::run::{Loan, Runner, Started, Stopped};
use nim_task::protocol::{Protocol, Start};
use nim_task::verdict::Verdict;

/// The failure of a dialogue through files.
pub const NO_FILES: &str = "an interactive problem cannot have input and output files";

/// Runs a program with the interactor of a test, and after a failure again for the transcript. The first verdict stays, unless it may be
/// due to the way of connecting.
pub fn in_turn(
    attempts: &mut Attempts<'_, '_, '_>,
    interactor: &InteractorProgram<'_>,
) -> Result<Option<Attempt>> {
    let is_direct = !attempts.is_repeat
        && attempts.workers.can_be_connected()
        // A direct dialogue is watched through the interactor's standard input, and a manager waits for other pipes.
        && !interactor.call.protocol.is_manager();
    let Some(first) = with_interactor(attempts, interactor, is_direct)? else { return Ok(None) };
    if !is_direct || first.is_accepted() || first.doubt().is_some() && attempts.case.options.rerun_flaky {
        return Ok(Some(first));
    }
    let Some(again) = with_interactor(attempts, interactor, false)? else { return Ok(None) };
    Ok(Some(first.told_again(again)))
}

/// Runs a program with the interactor of a test, once for every pass.
fn with_interactor(
    attempts: &mut Attempts<'_, '_, '_>,
    interactor: &InteractorProgram<'_>,
    is_direct: bool,
) -> Result<Option<Attempt>> {
    let (answer, watched, call) = (attempts.answer, attempts.watched, &interactor.call);
    let launch = attempts.launch;
    attempts.in_passes("toolkit-interactor-", |attempts, input, folder| {
        let files = CallFiles { input, answer, folder };
        let workers = &mut *attempts.workers;
        let (Some(program), Some(judge)) = (workers.program.as_mut(), workers.interactor.as_mut()) else {
            return Err("the interactor was not started".into());
        };
        let mut dialogue = if is_direct {
            run_direct_dialogue(&mut *program.1, &watched, &mut *judge.1, call, files)?
        } else if let Start::Controller { most, is_concurrent, .. } = call.protocol.start {
            let loan = call.loan(files, judge.1.place())?;
            // The controller learns first which pipe it writes to.
            let (started, channels) =
                judge.1.start_with_channels(most, PipeOrder::OutputFirst, &loan, &call.limits)?;
            let controller = StartedController { call, files, started, channels, is_concurrent };
            let mut further = workers.further.iter_mut();
            let mut first = Some(&mut program.1);
            run_controlled(controller, &watched, &mut || {
                let runner = match first.take() {
                    Some(program) => program,
                    None => started_runner(further.next().ok_or("there are no more processes")?, launch)?,
                };
                Ok(runner.start(&Loan::default(), &watched)?)
            })?
        } else {
            let loan = call.loan(files, judge.1.place())?;
            let (further, order) = (call.protocol.processes() - 1, call.protocol.names());
            let order = order.unwrap_or(PipeOrder::InputFirst);
            let (started, channels) = judge.1.start_with_channels(further, order, &loan, &call.limits)?;
            let further = workers.further.iter_mut().take(further).flatten();
            let runners = iter::once(&mut program.1).chain(further);
            let processes = runners
                .enumerate()
                .map(|(number, runner)| start(runner, number, &call.protocol, &watched))
                .collect::<Result<_>>()?;
            let interactor = StartedInteractor { call, files, started, channels };
            run_dialogue(processes, &watched, Partner::Interactor(interactor))?
        };
        if dialogue.result.verdict == Verdict::Accepted
            && let (Some(checker), output) = (&interactor.checker, files.output())
            && is_file(&output)?
        {
            let output = Content::File(output);
            let files = CheckInput { input, output: &output, answer, feedback: None };
            dialogue.result = match checker.check(files) {
                Err(error) if interruption::is_cause(&error) => return Ok(None),
                checked => checked?,
            };
        }
        Ok(finished(dialogue, attempts))
    })
}

/// Starts a process of a program, which gets its number if there are several.
fn start<'r>(
    runner: &'r mut Box<dyn Runner + '_>,
    number: usize,
    protocol: &Protocol,
    limits: &'r Limits,
) -> Result<Started<'r>> {
    let args = (protocol.processes() > 1).then(|| number.to_string().into()).into_iter().collect();
    let loan = Loan { args, ..Loan::default() };
    Ok(match protocol.names() {
        Some(order) => runner.start_with_names(order, &loan, limits)?,
        None => runner.start(&loan, limits)?,
    })
}

/// Runs a program with each referee of a test, until one rejects it.
pub fn with_referees(
    attempts: &mut Attempts<'_, '_, '_>,
    referees: &dyn Referees,
) -> Result<Option<Attempt>> {
    let mut whole = None;
    for referee in referees.for_test(&attempts.case.test.input)? {
        let (name, allowance) = (referee.name(), referee.allowance());
        let limits = Limits {
            cpu: attempts.watched.cpu.saturating_add(allowance),
            wall: attempts.watched.wall.saturating_add(allowance.saturating_mul(4)),
            ..attempts.watched
        };
        let started = attempts.program()?.start(&Loan::default(), &limits)?;
        let dialogue = run_dialogue(vec![started], &limits, Partner::Referee(referee))?;
        let Some(mut attempt) = finished(dialogue, attempts) else { return Ok(None) };
        // A longer dialogue is allowed more: only the rest counts.
        attempt.cpu = attempt.cpu.saturating_sub(allowance);
        if !attempt.is_accepted()
            && let Some(result) = &mut attempt.result
            && !name.is_empty()
        {
            result.message = format!("{name}: {}", result.message);
        }
        let attempt = attempt.after(whole);
        if !attempt.is_accepted() {
            return Ok(Some(attempt));
        }
        whole = Some(attempt);
    }
    Ok(whole)
}

/// Returns the result of a dialogue; `None` if it was interrupted.
fn finished(dialogue: Dialogue, attempts: &Attempts<'_, '_, '_>) -> Option<Attempt> {
    let Dialogue { run, result: given, transcript } = dialogue;
    if run.stopped == Some(Stopped::Interrupted) {
        return None;
    }
    let mut result = measured(&run, attempts.blank.clone());
    result.score = attempts.case.test.points.map(|points| given.score(points));
    (result.verdict, result.message) = (given.verdict(attempts.case.test.points), given.message);
    if result.verdict != Verdict::Accepted {
        result.stderr = String::from_utf8_lossy(&run.stderr).into_owned();
        result.transcript = transcript;
    }
    Some(Attempt { cpu: run.cpu, stopped: run.stopped, result: Some(result) })
}
