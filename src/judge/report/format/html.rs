//! The report as one self-contained HTML page.

use std::io::{self, Write};

use crate::judge::report::{Report, TestReport};
use crate::judge::verdict::Verdict;
use crate::judge::visible;
use crate::markup::escaped;

/// Most failures whose lines are shown at once.
const OPEN: usize = 20;

/// Writes a report as HTML.
///
/// # Errors
/// When `out` fails.
pub fn write(report: &Report, mut out: impl Write) -> io::Result<()> {
    let summary = &report.summary;
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; img-src data:\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<link rel=\"icon\" href=\"data:,\">\n\
         <title>{} of {} accepted</title>\n<style>{}{}</style>\n</head>\n<body>\n",
        summary.accepted,
        summary.planned(),
        include_str!("page.css"),
        colours()
    )?;
    writeln!(out, "<h1>{} of {} tests accepted</h1>", summary.accepted, summary.planned())?;
    head(report, &mut out)?;
    chart(report, &mut out)?;
    table(report, &mut out)?;
    write!(out, "<script>{}</script>\n</body>\n</html>\n", include_str!("page.js"))
}

/// A class for each verdict.
fn colours() -> String {
    Verdict::ALL.map(|verdict| format!(".{verdict} {{ --colour: {}; }}\n", verdict.colour())).concat()
}

fn head(report: &Report, out: &mut impl Write) -> io::Result<()> {
    write!(out, "<p>")?;
    for verdict in Verdict::ALL {
        let count = report.summary.count(verdict);
        if count > 0 {
            write!(out, "<span class=\"verdict {0}\">{0}</span> {count} ", verdict.short())?;
        }
    }
    if report.summary.interrupted {
        write!(out, "<strong>interrupted</strong> ")?;
    }
    if report.summary.not_run > 0 {
        write!(out, "<strong>{} not run</strong>", report.summary.not_run)?;
    }
    writeln!(out, "</p>")?;
    let sandbox = &report.sandbox;
    if !sandbox.layers.is_empty() {
        writeln!(
            out,
            "<p class=\"quiet\">Sandbox ({}): {}</p>",
            text(&sandbox.mode),
            text(&sandbox.layers.join(", "))
        )?;
    }
    if !sandbox.missing.is_empty() {
        writeln!(out, "<p class=\"quiet\">Not offered here: {}</p>", text(&sandbox.missing.join(", ")))?;
    }
    if !report.unmatched.is_empty() {
        writeln!(out, "<p class=\"quiet\">Without a partner: {}</p>", text(&report.unmatched.join(", ")))?;
    }
    Ok(())
}

/// Writes a chart: a bar for each result's CPU time, and a line at the limit.
fn chart(report: &Report, out: &mut impl Write) -> io::Result<()> {
    const HEIGHT: f64 = 120.0;
    const MOST_BARS: usize = 2000;
    let tests = &report.tests[..report.tests.len().min(MOST_BARS)];
    let limit = tests.iter().filter_map(|test| test.limit_ms).fold(0.0, f64::max);
    let slowest = tests.iter().map(|test| test.cpu_ms).fold(0.0, f64::max);
    let top = limit.max(slowest).max(1e-3) * 1.05;
    let step = 6;
    let width = (tests.len() * step).max(60);
    writeln!(
        out,
        "<figure><svg role=\"img\" aria-label=\"CPU time of each test\" width=\"{width}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {width} {HEIGHT}\">"
    )?;
    for (index, test) in tests.iter().enumerate() {
        let height = (test.cpu_ms / top * HEIGHT).max(1.0);
        writeln!(
            out,
            "<rect class=\"{}\" x=\"{}\" y=\"{:.1}\" width=\"{}\" height=\"{height:.1}\"><title>{}: {:.1} ms</title></rect>",
            test.verdict.short(),
            index * step,
            HEIGHT - height,
            step - 1,
            text(&test.name),
            test.cpu_ms
        )?;
    }
    if limit > 0.0 {
        let y = HEIGHT - limit / top * HEIGHT;
        writeln!(out, "<line x1=\"0\" x2=\"{width}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>")?;
    }
    let scale = if limit > 0.0 { format!("; the line is the limit, {limit:.0} ms") } else { String::new() };
    writeln!(out, "</svg><figcaption>CPU time by test, at most {slowest:.1} ms{scale}</figcaption></figure>")
}

fn table(report: &Report, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "<p><label>Filter <input id=\"filter\" type=\"search\" placeholder=\"name, verdict, message\"></label> \
         <label><input id=\"failures\" type=\"checkbox\"> failures only</label> <span id=\"count\"></span></p>\n\
         <table id=\"tests\"><thead><tr>"
    )?;
    for (title, kind) in [
        ("test", "text"),
        ("program", "text"),
        ("verdict", "text"),
        ("CPU ms", "number"),
        ("wall ms", "number"),
        ("memory KiB", "number"),
        ("message", "text"),
    ] {
        writeln!(out, "<th data-kind=\"{kind}\"><button type=\"button\">{title}</button></th>")?;
    }
    writeln!(out, "</tr></thead><tbody>")?;
    for (program, verdict) in report.not_compiled() {
        writeln!(
            out,
            "<tr class=\"test\" data-verdict=\"{0}\"><td></td><td>{1}</td><td><span class=\"verdict {0}\" title=\"{2}\">{0}</span></td>\
             <td></td><td></td><td></td><td><details open><summary>{2}</summary><pre class=\"stderr\">{3}</pre></details></td></tr>",
            verdict.short(),
            text(&program.name),
            verdict.words(),
            text(&program.message)
        )?;
    }
    let mut open = OPEN;
    for test in &report.tests {
        row(test, open > 0, out)?;
        open -= usize::from(open > 0 && test.verdict != Verdict::Accepted);
    }
    writeln!(out, "</tbody></table>")
}

fn row(test: &TestReport, open: bool, out: &mut impl Write) -> io::Result<()> {
    let memory = test.memory_kib.map(|kib| kib.to_string()).unwrap_or_default();
    write!(
        out,
        "<tr class=\"test\" data-verdict=\"{0}\"><td>{1}</td><td>{2}</td><td><span class=\"verdict {0}\" title=\"{3}\">{0}</span></td>\
         <td class=\"number\">{4:.1}</td><td class=\"number\">{5:.1}</td><td class=\"number\">{memory}</td><td>{6}",
        test.verdict.short(),
        text(&test.name),
        text(&test.program),
        test.verdict.words(),
        test.cpu_ms,
        test.wall_ms,
        text(&test.message)
    )?;
    if !test.diff.is_empty() || !test.stderr.is_empty() {
        let title = if test.place.is_empty() { "more" } else { &test.place };
        let open = if open { " open" } else { "" };
        write!(out, "<details{open}><summary>{}</summary>", text(title))?;
        if !test.diff.is_empty() {
            write!(out, "<pre class=\"diff\">")?;
            for line in &test.diff {
                let kind = match line.tag {
                    '-' => "expected",
                    '+' => "got",
                    _ => "both",
                };
                writeln!(
                    out,
                    "<span class=\"{kind}\">{} {:>5} {}</span>",
                    line.tag,
                    line.line,
                    text(&line.text)
                )?;
            }
            write!(out, "</pre>")?;
        }
        if !test.stderr.is_empty() {
            write!(out, "<pre class=\"stderr\">{}</pre>", text(&test.stderr))?;
        }
        write!(out, "</details>")?;
    }
    writeln!(out, "</td></tr>")
}

/// Returns the text escaped for content and attributes.
fn text(raw: &str) -> String {
    escaped(&visible::lines(raw))
}
