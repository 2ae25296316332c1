//! The report as `JUnit` XML: a suite for each program, a case for each test.

use std::io::{self, Write};
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report as Document, TestCase, TestCaseStatus, TestSuite};

use super::{Report, TestReport};
use crate::judge::verdict::Verdict;

/// Writes it. A judge's error is an `error`, any other verdict but an acceptance a `failure`.
///
/// # Errors
/// When `out` fails.
pub fn write(report: &Report, out: impl Write) -> io::Result<()> {
    let mut document = Document::new("toolkit check");
    for program in &report.programs {
        let mut suite = TestSuite::new(program.name.as_str());
        for test in report.tests.iter().filter(|test| test.program == program.name) {
            suite.add_test_case(case(test));
        }
        document.add_test_suite(suite);
    }
    document.serialize(out).map_err(io::Error::other)
}

fn case(test: &TestReport) -> TestCase {
    let status = match test.verdict {
        Verdict::Accepted => TestCaseStatus::success(),
        verdict => {
            let kind =
                if verdict == Verdict::JudgeError { NonSuccessKind::Error } else { NonSuccessKind::Failure };
            let mut status = TestCaseStatus::non_success(kind);
            let mut text = String::new();
            for line in &test.diff {
                text.push_str(&format!("{} {:>4} | {}\n", line.tag, line.line, line.text));
            }
            status.set_type(verdict.short()).set_message(format!("{}: {}", verdict.words(), test.message));
            status.set_description(text);
            status
        }
    };
    let mut case = TestCase::new(test.name.as_str(), status);
    case.set_classname(format!("{}.{}", test.program, test.group.as_deref().unwrap_or("tests")));
    case.set_time(Duration::try_from_secs_f64(test.wall_ms / 1e3).unwrap_or_default());
    if !test.stderr.is_empty() {
        case.set_system_err(test.stderr.as_str());
    }
    case
}
