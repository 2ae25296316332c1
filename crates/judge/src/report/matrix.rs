//! The table of programs by tests, and the tests that it shows to be unnecessary.

use nim_ground::append::Append as _;
use std::collections::BTreeMap;

use super::results::{Matrix, Report};
use nim_ground::visible;
use nim_task::expected::Expectation;
use nim_task::verdict::Verdict;

/// Finds the tests that no wrong program of a report needs.
pub fn build(report: &Report) -> Matrix {
    let catchers = catchers(report);
    let mut matrix = Matrix::default();
    for (index, name) in tests(report) {
        let mut catching = catchers.values().filter(|tests| tests.contains(&index)).peekable();
        if catching.peek().is_none() {
            matrix.catch_nothing.push(name.to_owned());
        } else if catching.all(|tests| tests.len() > 1) {
            matrix.not_needed.push(name.to_owned());
        }
    }
    matrix
}

/// Returns the tests of a report by their index.
fn tests(report: &Report) -> BTreeMap<usize, &str> {
    report.tests.iter().map(|test| (test.index, test.name.as_str())).collect()
}

/// Returns the tests that catch each wrong program: a program that is expected to be wrong, or one without expectation that is not
/// accepted.
fn catchers(report: &Report) -> BTreeMap<&str, Vec<usize>> {
    let mut catchers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for program in &report.programs {
        if program.expected.as_ref().is_none_or(Expectation::is_of_wrong) {
            let catching = report.results_of(program).filter(|test| test.verdict != Verdict::Accepted);
            catchers.insert(&program.name, catching.map(|test| test.index).collect());
        }
    }
    catchers.retain(|_, tests| !tests.is_empty());
    catchers
}

/// Returns the table as text: a row for each program with the first letters of its verdicts, then the tests by number with the count of
/// wrong programs that each catches, then the tests that no wrong program needs.
pub fn text(report: &Report, matrix: &Matrix) -> String {
    let tests = tests(report);
    let columns: Vec<usize> = tests.keys().copied().collect();
    let width = report
        .programs
        .iter()
        .map(|program| visible::width(&visible::line(&program.name)))
        .max()
        .unwrap_or(0);
    let digits = columns.len().to_string().len();
    let mut text = String::new();
    for digit in (0..digits).rev() {
        write!(text, "{:width$}  ", "");
        for number in 1..=columns.len() {
            let number = number / 10_usize.pow(u32::try_from(digit).unwrap_or(0));
            if number == 0 {
                text.push(' ');
            } else {
                write!(text, "{}", number % 10);
            }
        }
        text.push('\n');
    }
    for program in &report.programs {
        write!(text, "{:width$}  ", visible::line(&program.name));
        let verdicts: BTreeMap<usize, Verdict> =
            report.results_of(program).map(|test| (test.index, test.verdict)).collect();
        for column in &columns {
            let verdict = verdicts.get(column).copied().or(program.verdict);
            text.push(verdict.and_then(|verdict| verdict.short().chars().next()).unwrap_or('-'));
        }
        text.push('\n');
    }
    let catchers = catchers(report);
    for (number, (index, name)) in (1..).zip(&tests) {
        let caught = catchers.values().filter(|tests| tests.contains(index)).count();
        writeln!(text, "{number:>digits$} {}: catches {caught} of {}", visible::line(name), catchers.len());
    }
    for (what, names) in [
        ("catch no wrong program", &matrix.catch_nothing),
        ("catch only what another test catches, too", &matrix.not_needed),
    ] {
        let names: Vec<String> = names.iter().map(|name| visible::line(name)).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        writeln!(text, "tests that {what}: {names}");
    }
    text
}
