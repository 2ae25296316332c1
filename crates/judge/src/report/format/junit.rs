//! The report as `JUnit` XML: a suite for each program, a case for each test.

use std::io::{self, Write};
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report as Document, TestCase, TestCaseStatus, TestSuite};

use crate::report::results::{Location, LocationKind, NotRun, ProgramReport, Report, TestReport};
use crate::report::transcript;
use nim_ground::visible;
use nim_ground::words::counted;
use nim_task::expected::{Expectation, SubmissionResult};
use nim_task::score;
use nim_task::verdict::Verdict;

/// Writes a report as `JUnit` XML. A judge's error is an `error`, any other rejection a `failure`; tests that were not run are `skipped`,
/// and an interruption is an `error` of its own.
///
/// # Errors
/// When `out` fails.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut document = Document::new("toolkit check");
    let interrupted = report.summary.interrupted;
    for (index, program) in report.programs.iter().enumerate() {
        let mut suite = TestSuite::new(visible::line(&program.name));
        for test in report.results_of(program) {
            suite.add_test_case(case(test, report.is_fine(test), &program.locations));
        }
        let expected = program.expected.as_ref();
        if let Some(expected) = expected.filter(|expected| expected.is_unmet()) {
            suite.add_test_case(unexpected(program, expected));
        }
        if let Some(verdict) = program.verdict.filter(|&verdict| {
            expected.is_none_or(|expected| !expected.permits(&SubmissionResult::of_no_test(verdict)))
        }) {
            suite.add_test_case(not_compiled(program, verdict));
        }
        let mut left = 0;
        for test in report.not_run.iter().filter(|test| test.program == program.name) {
            suite.add_test_case(skipped(test, interrupted));
            left += 1;
        }
        let is_last = index + 1 == report.programs.len();
        if interrupted && (left > 0 || is_last) {
            suite.add_test_case(interruption(&program.name, left));
        }
        if !program.remark.is_empty() {
            suite.add_property(("remark", visible::line(&program.remark).as_str()));
        }
        if let Some(mistake) = &program.mistake {
            suite.add_property(("mistake", visible::line(&mistake.text).as_str()));
        }
        for location in &program.locations {
            suite.add_property(("where", visible::line(&location.text).as_str()));
        }
        if let Some(points) = program.points {
            if let Some(score) = program.score {
                suite.add_property(("score", score::shown(score).as_str()));
            }
            suite.add_property(("points", score::shown(points).as_str()));
        }
        for subtask in &program.subtasks {
            let name = format!("subtask {}", visible::line(&subtask.name));
            suite.add_property((name.as_str(), score::text(subtask.score, subtask.points).as_str()));
        }
        document.add_test_suite(suite);
    }
    document.serialize(out).map_err(io::Error::other)
}

fn case(test: &TestReport, is_fine: bool, locations: &[Location]) -> TestCase {
    let status = match test.verdict {
        _ if is_fine => TestCaseStatus::success(),
        verdict => {
            let kind =
                if verdict == Verdict::JudgeError { NonSuccessKind::Error } else { NonSuccessKind::Failure };
            let mut status = TestCaseStatus::non_success(kind);
            let mut text = String::new();
            for line in &test.diff {
                text.push_str(&format!("{} {:>4} | {}\n", line.tag, line.line, line.text));
            }
            for line in transcript::text(&test.transcript) {
                text.push_str(&format!("{line}\n"));
            }
            let is_wrong = verdict == Verdict::WrongAnswer;
            let of_verdict = locations.iter().find(|of| is_wrong != (of.kind == LocationKind::Limit));
            let location = of_verdict.map_or_else(String::new, |of| format!("; the program: {}", of.text));
            let message = format!("{}: {}{location}", verdict.words(), test.message);
            status.set_type(verdict.short()).set_message(visible::line(&message));
            status.set_description(visible::lines(&text));
            status
        }
    };
    let mut case = named(&test.name, &test.program, test.group.as_deref(), status);
    case.set_time(Duration::try_from_secs_f64(test.wall_ms / 1e3).unwrap_or_default());
    if let (Some(score), Some(points)) = (test.score, test.points) {
        case.add_property(("score", score::shown(score).as_str()));
        case.add_property(("points", score::shown(points).as_str()));
    }
    if !test.stderr.is_empty() {
        case.set_system_err(visible::lines(&test.stderr));
    }
    case
}

/// Returns a failure for a program whose verdicts are not as expected.
fn unexpected(program: &ProgramReport, expected: &Expectation) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type("unexpected").set_message(visible::line(&expected.unmet.join("; ")));
    named("(expected verdicts)", &program.name, None, status)
}

fn not_compiled(program: &ProgramReport, verdict: Verdict) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type(verdict.short()).set_message(verdict.words());
    status.set_description(visible::lines(&program.message));
    named("(compilation)", &program.name, None, status)
}

fn skipped(test: &NotRun, interrupted: bool) -> TestCase {
    let mut status = TestCaseStatus::skipped();
    status.set_message(if interrupted {
        "not run: the check was interrupted"
    } else {
        "not run: after the first failure of the program"
    });
    named(&test.name, &test.program, test.group.as_deref(), status)
}

/// Returns an error that keeps an interrupted suite from looking successful.
fn interruption(program: &str, left: usize) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status
        .set_type("interrupted")
        .set_message(format!("the check was interrupted: {} not run", counted(left, "test")));
    named("(interrupted)", program, None, status)
}

fn named(name: &str, program: &str, group: Option<&str>, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(visible::line(name), status);
    case.set_classname(visible::line(&format!("{program}.{}", group.unwrap_or("tests"))));
    case
}
