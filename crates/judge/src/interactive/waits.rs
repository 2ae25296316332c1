//! The result of a dialogue that does not go on, by what both sides wait for.

use crate::checker::CheckResult;
use crate::run_verdict::seconds;
use nim_ground::limits::Limits;
use nim_sandbox::run::{Stopped, Waiting};
use nim_task::verdict::Verdict;

/// The waits of the program and its partner.
pub type Waits = (Waiting, Waiting);

/// Returns the result of a program that waits for its partner for ever, as that does for the program; `None` where they do not.
pub fn deadlock(waits: Waits, other: &str) -> Option<CheckResult> {
    match waits {
        (Waiting::Input, Waiting::Input) => Some(CheckResult::new(
            Verdict::TimeLimit,
            format!(
                "deadlock: the program waits for {other} and {other} for the program; \
                 end lines with `\\n` and flush (`endl`)"
            ),
        )),
        (Waiting::Output, Waiting::Output) => Some(CheckResult::new(
            Verdict::OutputLimit,
            format!("deadlock: both the program and {other} write, and neither reads"),
        )),
        _ => None,
    }
}

/// Returns the result of a program that failed, by what both sides waited for where it ran out of time.
pub fn out_of_time(
    (verdict, message): (Verdict, String),
    stopped: Option<Stopped>,
    waits: Waits,
    limits: &Limits,
    other: &str,
) -> (Verdict, String) {
    match (stopped, waits) {
        (Some(Stopped::Wall), (Waiting::Input, Waiting::Nothing)) => {
            let wall = seconds(limits.wall);
            let message = format!("{other} gave no answer: the program waited for it until {wall} were over");
            (Verdict::JudgeError, message)
        }
        (Some(Stopped::Wall), (Waiting::Output, _)) => {
            (Verdict::OutputLimit, format!("the program writes what {other} does not read: {message}"))
        }
        (Some(Stopped::Wall), (_, Waiting::Input)) => {
            (verdict, format!("{message}; {other} waits for the program"))
        }
        (Some(Stopped::Wall), (_, Waiting::Output)) => {
            (verdict, format!("{message}; {other} waits for the program to read"))
        }
        _ => (verdict, message),
    }
}
