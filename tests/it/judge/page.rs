//! The HTML report in a browser, where there is one: its script runs, and draws no more rows than are in sight.

use std::fs;
use std::path::Path;
use std::process::Command;

use nim_judge::report::format::ReportFormat;
use nim_judge::report::results::{ProgramReport, Report, ReportSummary, TestReport};
use serde_json::json;
use tempfile::TempDir;

use crate::place::one;

/// A report of `count` tests of one program, the last of which is wrong and has a name and texts that look like elements.
fn report(count: usize) -> Report {
    let test = |index: usize| -> TestReport {
        let fails = index + 1 == count;
        serde_json::from_value(json!({
            "name": if fails { "</script><img src=x onerror=alert(1)>\u{202e}".to_owned() } else { format!("t/{index}") },
            "program": "./sol",
            "verdict": if fails { "WA" } else { "AC" },
            "cpu_ms": 1.5,
            "wall_ms": 2.0,
            "memory_kib": 2048,
            "message": if fails { "expected <b>" } else { "" },
            "limit_ms": 1000.0,
            "diff": [{ "tag": "-", "line": 3, "text": "<i>7" }, { "tag": "+", "line": 3, "text": "<i>8" }],
            "index": index,
        }))
        .unwrap()
    };
    let tests: Vec<TestReport> = (0..count).map(test).collect();
    let programs =
        vec![ProgramReport { name: "./sol".to_owned(), command: Vec::new(), ..ProgramReport::default() }];
    let summary = ReportSummary::from_results(&programs, &tests);
    serde_json::from_value(json!({
        "schema": nim_judge::report::results::SCHEMA,
        "sandbox": { "mode": "auto", "layers": [], "missing": [] },
        "programs": programs, "summary": summary, "shard": null, "layouts": {}, "tests": tests,
        "unmatched": [], "notes": [],
    }))
    .unwrap()
}

/// Returns the page of a report after its script has run; `None` without a browser.
fn drawn(report: &Report) -> Option<String> {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("page.html");
    let mut page = Vec::new();
    (ReportFormat::find("html").unwrap().write)(report, &mut page).unwrap();
    fs::write(&file, page).unwrap();
    for browser in ["chromium", "chromium-browser", "google-chrome"] {
        let mut command = Command::new(browser);
        command.args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--virtual-time-budget=1000",
            "--dump-dom",
            "--enable-logging=stderr",
        ]);
        command.arg(format!("--user-data-dir={}", folder.path().join("profile").display()));
        command.arg(format!("file://{}", file.display()));
        if let Ok(output) = command.output()
            && output.status.success()
        {
            let logged = String::from_utf8_lossy(&output.stderr);
            assert!(!logged.contains("CONSOLE"), "{logged}");
            return Some(String::from_utf8(output.stdout).unwrap());
        }
    }
    eprintln!("skipped: no chromium");
    None
}

#[test]
fn a_browser_draws_the_rows_in_sight() {
    let Some(page) = drawn(&report(2000)) else { return };
    // Two thousand tests; only the failure is shown at first; its texts are texts.
    let shown = &page[..page.find("id=\"report\"").unwrap()];
    for part in [
        "1 of 2,000 tests",
        "&lt;/script&gt;&lt;img",
        "\\u{202e}",
        "<mark>7</mark>",
        "<mark>8</mark>",
        "limit 1 s",
    ] {
        assert!(shown.contains(part), "{part}");
    }
    assert!(!shown.contains("<img") && !shown.contains("<i>"));
    assert!(page.matches("class=\"test\"").count() < 100);
}

#[test]
fn each_of_many_programs_has_a_strip_and_one_that_does_not_compile_as_well() {
    let mut report = report(3);
    for number in 0..20 {
        let test = TestReport { program: number.to_string(), ..report.tests[0].clone() };
        report.programs.push(ProgramReport { name: test.program.clone(), ..ProgramReport::default() });
        report.tests.push(test);
    }
    let verdict = Some(nim_task::verdict::Verdict::CompileError);
    report.programs.push(ProgramReport { name: "broken".to_owned(), verdict, ..ProgramReport::default() });
    report.summary = ReportSummary::from_results(&report.programs, &report.tests);
    let Some(page) = drawn(&report) else { return };
    assert!(page.contains("<h1>20 of 22 programs accepted</h1>"));
    assert_eq!(page.matches("class=\"strip\"").count(), 22);
    let strip = &page[page.rfind("class=\"strip\"").unwrap()..];
    assert!(strip[..strip.find("</svg>").unwrap()].contains("aria-label=\"broken: compile error\""));
    assert!(strip[..strip.find("</svg>").unwrap()].contains("<path class=\"CE\""));
}

#[test]
fn the_scripts_of_the_page_are_well_formed() {
    check_scripts("crates/judge/src/report/format/script");
}

/// The scripts in a folder are well-formed.
pub fn check_scripts(folder: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let scripts = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let scripts: Vec<_> =
        scripts.filter(|path| path.extension().is_some_and(|ending| ending == "js")).collect();
    assert!(!scripts.is_empty());
    // All in one process, as `node --check` takes one script.
    let compile = "for (const filename of process.argv.slice(1)) new vm.Script(fs.readFileSync(filename, 'utf8'), { filename })";
    match Command::new("node").args(["--eval", compile]).args(scripts).output() {
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
        Err(_) => eprintln!("skipped: no node"),
    }
}

#[test]
fn the_page_is_opened_if_that_is_asked() {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let place = one(&[&format!("bin/{opener}:#!/bin/sh\necho \"$1\" > opened\n")]);
    let path = format!("{}:{}", place.path("bin").display(), std::env::var("PATH").unwrap());
    let check = |args: &[&str], path: &str| {
        let output = place.toolkit(&[&["check", "t", "--open"], args].concat()).env("PATH", path).output();
        let output = output.unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let page = ["--report", "html=r.html", "--", "/bin/cat"];
    let (code, says) = check(&page, &path);
    assert_eq!((code, says.contains("cannot open")), (Some(0), false), "{says}");
    assert!(fs::read_to_string(place.path("opened")).unwrap().trim_end().ends_with("/r.html"));
    // A failure is a note.
    let (code, says) = check(&page, "/nowhere");
    assert_eq!(code, Some(0));
    assert!(says.contains("note: cannot open"), "{says}");
    let (code, says) = check(&["--report", "json=r.json", "--", "/bin/cat"], &path);
    assert_eq!((code, says.contains("add --report html=FILE")), (Some(2), true), "{says}");
}
