//! The report as one self-contained HTML page: its JSON form in a block, and a script that shows it. Without scripts, the
//! page has counts and failures.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Serializer;

use crate::locations;
use crate::mistakes;
use crate::report::results::{Matrix, Report, SIMILAR};
use crate::report::standing::heading;
use nim_ground::json::Escaped;
use nim_ground::markup::escaped;
use nim_ground::visible;
use nim_task::score;
use nim_task::verdict::Verdict;

/// Most failures that are listed where scripts do not run.
const MOST_FAILURES: usize = 100;

/// Writes a part of the page.
type Part = fn(&Report, &mut dyn Write) -> io::Result<()>;

/// The parts of the page, by their names in the template.
const PARTS: [(&str, Part); 8] = [
    ("title", title),
    ("style", style),
    ("counts", counts),
    ("failure", failure),
    ("notes", notes),
    ("plain", plain),
    ("data", data),
    ("script", |_, out| out.write_all(SCRIPT.as_bytes())),
];

/// The parts of the script, which share their names.
const SCRIPT: &str = concat!(
    "\"use strict\";\n",
    include_str!("script/text.js"),
    include_str!("script/elements.js"),
    include_str!("script/data.js"),
    include_str!("script/hint.js"),
    include_str!("script/strips.js"),
    include_str!("script/charts.js"),
    include_str!("script/tests.js"),
    include_str!("script/columns.js"),
    include_str!("script/rows.js"),
    include_str!("script/keyboard.js"),
    include_str!("script/theme.js"),
    include_str!("script/start.js"),
);

/// Writes a report as HTML.
///
/// # Errors
/// When `out` fails.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut template = include_str!("page.html");
    while let Some((before, rest)) = template.split_once("{{") {
        out.write_all(before.as_bytes())?;
        let (name, after) = rest.split_once("}}").unwrap_or((rest, ""));
        for (_, part) in PARTS.iter().filter(|part| part.0 == name) {
            part(report, out)?;
        }
        template = after;
    }
    out.write_all(template.as_bytes())
}

fn title(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{}", text(&heading(report)))
}

/// Writes the style, and a class with the colour of each verdict.
fn style(_: &Report, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{}{}", super::BASE_STYLE, include_str!("page.css"))?;
    for verdict in Verdict::ALL {
        writeln!(out, ".{verdict} {{ --colour: {}; }}", verdict.colour())?;
    }
    Ok(())
}

/// Writes the number of results with each verdict; the script makes filters of them.
fn counts(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<ul id=\"counts\">")?;
    for verdict in Verdict::ALL {
        let count = report.summary.count(verdict);
        if count > 0 {
            let words = verdict.words();
            writeln!(
                out,
                "<li><button type=\"button\" data-verdict=\"{verdict}\" title=\"{words}\">\
                 <span class=\"verdict {verdict}\">{verdict}</span> {count}</button></li>"
            )?;
        }
    }
    writeln!(out, "</ul>")?;
    for (name, remark) in report.remarks() {
        writeln!(out, "<p>{}: {}</p>", text(name), text(remark))?;
    }
    for group in &report.similar {
        writeln!(out, "<p>{SIMILAR}: {}</p>", text(&group.text()))?;
    }
    // The same mistake is no sign of a copy, so it is separate from nearly equal programs.
    let mistakes: Vec<String> =
        mistakes::lines(report).chain(locations::lines(report)).chain(report.growths()).collect();
    if !mistakes.is_empty() && report.programs.len() > 1 {
        writeln!(out, "<h2>Mistakes</h2>")?;
    }
    for line in mistakes {
        writeln!(out, "<p>{}</p>", text(&line))?;
    }
    scores(report, out)?;
    if report.summary.interrupted {
        writeln!(out, "<p><strong>The check was interrupted.</strong></p>")?;
    }
    if report.summary.not_run > 0 {
        writeln!(out, "<p><strong>{} not run</strong></p>", report.summary.not_run)?;
    }
    Ok(())
}

/// Writes the score of each program, by subtask.
fn scores(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for program in &report.programs {
        let Some(points) = program.points else { continue };
        let (name, of) = (text(&program.name), score::text(program.score, points));
        writeln!(out, "<details class=\"scores\" open=\"\"><summary>Score of {name}: {of}</summary>")?;
        writeln!(
            out,
            "<table><tr><th>Subtask</th><th>Points</th><th>Verdict</th><th>Accepted</th><td></td></tr>"
        )?;
        for subtask in &program.subtasks {
            let (name, of) = (text(&subtask.name), score::text(subtask.score, subtask.points));
            let verdict = subtask.verdict.map_or("", Verdict::short);
            let chip = if verdict.is_empty() { "none" } else { verdict };
            let (accepted, tests, message) = (subtask.accepted, subtask.tests, text(&subtask.message));
            writeln!(
                out,
                "<tr><th scope=\"row\">{name}</th><td>{of}</td><td><span class=\"verdict {chip}\">{verdict}</span></td>\
                 <td>{accepted} of {tests}</td><td>{message}</td></tr>"
            )?;
        }
        writeln!(out, "</table></details>")?;
    }
    Ok(())
}

/// Writes the failure with the smallest input, for a report on a single program: the first thing that a student reads.
fn failure(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let [program] = report.programs.as_slice() else { return Ok(()) };
    let failed = report.tests.iter().filter(|test| !report.is_fine(test));
    let smallest = failed.min_by_key(|test| test.input_bytes.unwrap_or(u64::MAX));
    let Some(test) = smallest.filter(|_| program.expected.is_none()) else { return Ok(()) };
    let (verdict, name, message) = (test.verdict, text(&test.name), text(&test.message));
    writeln!(out, "<section class=\"failure\" aria-labelledby=\"failure-heading\">")?;
    writeln!(
        out,
        "<h2 id=\"failure-heading\"><span class=\"verdict {verdict}\">{verdict}</span> {name}</h2>\n<p>{message}</p>"
    )?;
    let input = test.input.iter().map(|line| line.text.as_str());
    block(out, "Input", input)?;
    for (title, other) in [("Expected", '+'), ("Output", '-')] {
        let lines = test.diff.iter().filter(|line| line.tag != other);
        block(out, title, lines.map(|line| line.text.as_str()))?;
    }
    writeln!(out, "</section>")
}

/// Writes lines below a title, if there are any.
fn block<'t>(out: &mut dyn Write, title: &str, lines: impl Iterator<Item = &'t str>) -> io::Result<()> {
    let lines: Vec<String> = lines.map(text).collect();
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h3>{title}</h3>\n<pre tabindex=\"0\">{}</pre>", lines.join("\n"))
}

/// Writes the sandbox, and files that were left out.
fn notes(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let sandbox = &report.sandbox;
    let mode = format!("Sandbox ({})", sandbox.mode);
    let none = Matrix::default();
    let matrix = report.matrix.as_ref().unwrap_or(&none);
    let lists = [
        (mode.as_str(), &sandbox.layers),
        ("Not offered here", &sandbox.missing),
        ("Unmatched files", &report.unmatched),
        ("Notes", &report.notes),
        ("Tests that catch no wrong program", &matrix.catch_nothing),
        ("Tests that catch only what another test catches, too", &matrix.not_needed),
    ];
    for (name, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        writeln!(out, "<p>{}: {}</p>", text(name), text(&list.join(", ")))?;
    }
    Ok(())
}

/// Writes the failures as a table, for browsers that run no scripts.
fn plain(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let broken =
        report.not_compiled().map(|(program, verdict)| (verdict, &program.name, "", &program.message));
    let failed = report.tests.iter().filter(|test| !report.is_fine(test));
    let failed = failed.map(|test| (test.verdict, &test.program, test.name.as_str(), &test.message));
    let failures: Vec<_> = broken.chain(failed).collect();
    if !failures.is_empty() {
        writeln!(out, "<table><tr><th>Verdict</th><th>Program</th><th>Test</th><th>Message</th></tr>")?;
        for (verdict, program, name, message) in failures.iter().take(MOST_FAILURES) {
            let (program, name, message) = (text(program), text(name), text(message));
            writeln!(out, "<tr><td>{verdict}</td><td>{program}</td><td>{name}</td><td>{message}</td></tr>")?;
        }
        writeln!(out, "</table>")?;
    }
    if let Some(more) = failures.len().checked_sub(MOST_FAILURES).filter(|&more| more > 0) {
        writeln!(out, "<p>… and {more} more failures.</p>")?;
    }
    writeln!(out, "<p>With JavaScript, this page shows every test with its time, memory and output.</p>")
}

/// Writes the report as JSON inside the page.
fn data(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    report.serialize(&mut Serializer::with_formatter(out, Escaped::for_page()))?;
    Ok(())
}

/// Returns the text escaped for content and attributes.
fn text(raw: &str) -> String {
    escaped(&visible::lines(raw))
}
