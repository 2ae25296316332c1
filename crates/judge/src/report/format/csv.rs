//! The report as CSV, for a grade book: a row for each program, the best first.

use std::io::{self, Write};

use crate::report::results::Report;
use crate::report::standing;
use nim_ground::visible;
use nim_task::verdict::Verdict;

/// The names of the columns.
pub const HEAD: &str =
    "program,verdict,accepted,tests,score,points,slowest_ms,first_failure,message,mistake,where";

/// Writes a report as CSV.
///
/// # Errors
/// When `out` fails.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{HEAD}")?;
    for standing in standing::rank(report) {
        let (program, failure) = (standing.program, standing.failure);
        let message = failure.map_or_else(|| program.first_error(), |test| &test.message);
        let between = if program.remark.is_empty() || message.is_empty() { "" } else { "; " };
        let message = format!("{}{between}{message}", program.remark);
        let locations: Vec<&str> = program.locations.iter().map(|location| &*location.text).collect();
        let cells = [
            cell(&program.name),
            standing.verdict().map_or("", Verdict::short).to_owned(),
            standing.accepted.to_string(),
            standing.tests.to_string(),
            program.score.map_or_else(String::new, |score| score.to_string()),
            program.points.map_or_else(String::new, |points| points.to_string()),
            format!("{:.0}", standing.slowest_ms),
            cell(failure.map_or("", |test| &test.name)),
            cell(&message),
            cell(program.mistake.as_ref().map_or("", |mistake| &mistake.what)),
            cell(&locations.join("; ")),
        ];
        writeln!(out, "{}", cells.join(","))?;
    }
    Ok(())
}

fn cell(text: &str) -> String {
    quoted(&visible::line(text))
}

/// Returns a text as a cell. A cell that a spreadsheet would take for a formula begins with an apostrophe.
pub fn quoted(text: &str) -> String {
    let formula = if text.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    format!("\"{formula}{}\"", text.replace('"', "\"\""))
}
