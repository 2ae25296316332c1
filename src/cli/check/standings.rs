//! A line for each of several programs, the best first.

use std::fmt::Write as _;

use itertools::Itertools as _;

use super::colour::Colours;
use nim_ground::visible;
use nim_report::results::{ProgramReport, Report};
use nim_report::standing::{self, Standing};
use nim_task::score;
use nim_task::verdict::Verdict;

/// Writes the lines: name, tests accepted, score where there is one, verdict, and the first test that failed.
pub fn write(text: &mut String, report: &Report, columns: usize, colours: Colours) {
    let standings = standing::rank(report);
    let name =
        |standing: &Standing<'_>| visible::shortened(&visible::line(&standing.program.name), columns / 2);
    let passed = |standing: &Standing<'_>| format!("{}/{}", standing.accepted, standing.tests);
    let widest = |of: &dyn Fn(&Standing<'_>) -> String| {
        standings.iter().map(|standing| visible::width(&of(standing))).max().unwrap_or(0)
    };
    let widths = (widest(&name), widest(&passed), widest(&|standing| points(standing.program)));
    for standing in &standings {
        let name = name(standing);
        let pad = " ".repeat(widths.0 - visible::width(&name));
        let mut line = format!("{name}{pad}  {:>1$}", passed(standing), widths.1);
        if widths.2 > 0 {
            let _ = write!(line, "  {:>1$}", points(standing.program), widths.2);
        }
        let verdict = standing.verdict().map_or_else(|| "-  ".to_owned(), |verdict| colours.verdict(verdict));
        // The verdict is two or three letters wide, whatever its colours.
        let room = columns.saturating_sub(visible::width(&line) + 6);
        let _ = writeln!(text, "{line}  {verdict} {}", visible::shortened(&about(standing), room));
    }
}

fn points(program: &ProgramReport) -> String {
    program.points.map_or_else(String::new, |points| score::text(program.score, points))
}

/// Returns what is remarked of the program, and the first test that failed, the compiler's first error, or the time of the slowest test.
fn about(standing: &Standing<'_>) -> String {
    let remark = visible::line(&standing.program.remark);
    let result = match (standing.failure, standing.verdict()) {
        (Some(failure), _) => visible::line(&failure.name),
        (None, Some(Verdict::Accepted)) => format!("slowest {:.2} s", standing.slowest_ms / 1e3),
        (None, _) => visible::line(standing.program.first_error()),
    };
    [remark, result].into_iter().filter(|text| !text.is_empty()).join("; ")
}
