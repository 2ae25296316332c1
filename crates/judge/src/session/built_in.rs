//! The built-in solver of a problem on a test.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::time::Instant;

use super::attempt::millis;
use super::sink::{OutputSink, PassFiles};
use crate::compare::pair;
use crate::error::{Error, Result};
use crate::problem::Solver;
use crate::report::results::TestReport;
use crate::selected_test::SelectedTest;
use nim_ground::content::Content;
use nim_ground::interruption;
use nim_task::layout::Expected;
use nim_task::verdict::Verdict;

/// The name of an input in refusals, which are those of solvers that read standard input.
const STDIN: &str = "<stdin>";

/// Runs a built-in solver; `None` if the check was interrupted while its output was judged.
pub fn solve(case: &SelectedTest<'_>, blank: TestReport) -> Option<TestReport> {
    let mut result = blank;
    let Some(solver) = case.problem else {
        result.message = "no built-in solver: no folder around it is named after a problem".to_owned();
        return Some(result);
    };
    let begin = Instant::now();
    let judged = panic::catch_unwind(AssertUnwindSafe(|| match &case.test.expected {
        Expected::Answer(answer) => solve_and_compare(case, solver, answer, &mut result),
        Expected::Refusal(text) => solve_and_refuse(case, solver, text, &mut result).map(|()| true),
    }));
    result.wall_ms = millis(begin.elapsed());
    // The wall-clock time of the solver is about its CPU time.
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
    case: &SelectedTest<'_>,
    solver: &dyn Solver,
    answer: &Content,
    result: &mut TestReport,
) -> Result<bool> {
    let mut sink = OutputSink::new(case, answer)?;
    match solver.solve(&case.test.input, STDIN, &mut sink) {
        Ok(()) => {
            match sink.finish(case, PassFiles { input: &case.test.input, answer, feedback: None }, result) {
                Err(error) if interruption::is_cause(&error) => Ok(false),
                finished => Ok(finished.map(|()| true)?),
            }
        }
        Err(Error::Malformed(text)) => {
            result.verdict = Verdict::RuntimeError;
            result.message =
                format!("the solver refuses the input: {}", text.lines().next().unwrap_or_default());
            result.stderr = format!("error: {text}");
            Ok(true)
        }
        Err(error) if error.is_interruption() => Ok(false),
        Err(error) => Err(error),
    }
}

fn solve_and_refuse(
    case: &SelectedTest<'_>,
    solver: &dyn Solver,
    text: &Content,
    result: &mut TestReport,
) -> Result<()> {
    let expected = text.text()?;
    let refusal = solver.solve(&case.test.input, STDIN, &mut io::sink());
    result.verdict = Verdict::WrongAnswer;
    match refusal {
        Err(Error::Malformed(got)) => {
            let got = format!("error: {got}");
            if got.trim_end() == expected.trim_end() {
                result.verdict = Verdict::Accepted;
                return Ok(());
            }
            let lines = expected.trim_end().lines().zip(got.trim_end().lines());
            let (line, (expected, got)) = (1..)
                .zip(lines)
                .find(|(_, (expected, got))| expected != got)
                .unwrap_or((0, (expected.trim_end(), got.trim_end())));
            let (expected, got) = pair(expected.as_bytes(), got.as_bytes(), case.options.columns / 2);
            result.message = format!("the error text differs in line {line}: expected {expected}, got {got}");
        }
        Ok(()) => "the solver accepts the input, which is malformed".clone_into(&mut result.message),
        Err(error) => return Err(error),
    }
    Ok(())
}
