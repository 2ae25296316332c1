//! Reports of `toolkit check` in each form: well-formed whatever they show, and truthful however the check ended.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::process::Stdio;

use nim_judge::growth::{Growth, GrowthPoint, Measure, Shape};
use nim_judge::observed::ObservedAnswers;
use nim_judge::report::format::ReportFormat;
use nim_judge::report::results::{
    DifferenceKind, Location, LocationKind, Matrix, NotRun, ProgramReport, Report, ReportSummary, SCHEMA,
    SandboxReport, ShardReport, Similar, TestReport,
};
use nim_task::expected::{Expectation, ExpectedRule};
use nim_task::score::{Grader, Group, SubtaskScore};
use nim_task::verdict::Verdict;
use proptest::prelude::*;
use roxmltree::Document;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::place::one;
use crate::wait::until;
use crate::whole;

/// Returns a report with `text` in every place whose text somebody else chooses.
fn report(text: &str) -> Report {
    let text = text.to_owned();
    let test = TestReport {
        name: text.clone(),
        program: text.clone(),
        group: Some(text.clone()),
        verdict: Verdict::WrongAnswer,
        cpu_ms: 1.0,
        wall_ms: 1.0,
        memory_kib: None,
        message: text.clone(),
        score: Some(1.0),
        points: Some(2.0),
        place: text.clone(),
        difference: Some(DifferenceKind::Rounding),
        answers: Some(ObservedAnswers { digest: text.clone(), ..ObservedAnswers::default() }),
        limit_ms: None,
        memory_limit_kib: None,
        runs_cpu_ms: Vec::new(),
        runs_verdicts: [(text.clone(), 1)].into(),
        case: Some(2),
        input_bytes: Some(9),
        input: vec![nim_judge::report::results::InputLine { line: 1, text: text.clone() }],
        diff: vec![nim_judge::report::results::DiffLine { tag: '-', line: 1, text: text.clone() }],
        transcript: vec![nim_judge::report::transcript::TranscriptLine {
            line: 1,
            by: nim_judge::report::transcript::Speaker::Program,
            process: Some(0),
            text: text.clone(),
            unfinished: false,
        }],
        stderr: text.clone(),
        index: 0,
    };
    let not_run = NotRun { name: text.clone(), program: text.clone(), group: None, index: 1 };
    let tests = vec![test];
    let programs = vec![ProgramReport {
        name: text.clone(),
        command: vec![text.clone()],
        language: Some(text.clone()),
        verdict: Some(Verdict::CompileError),
        message: text.clone(),
        remark: text.clone(),
        mistake: Some(nim_judge::report::results::Mistake {
            name: text.clone(),
            what: text.clone(),
            text: text.clone(),
            ..Default::default()
        }),
        locations: vec![Location { kind: LocationKind::Wrong, condition: text.clone(), text: text.clone() }],
        growth: Some(Growth {
            measure: Measure::Time,
            with: text.clone(),
            shape: Shape::Power(2),
            points: [GrowthPoint { size: 1, cost: 1.0 }; 3],
        }),
        expected: Some(Expectation {
            grades: Vec::new(),
            rules: vec![ExpectedRule {
                by_first: false,
                by: text.clone(),
                tests: text.clone(),
                required: Some([Verdict::Accepted].into()),
                permitted: Some([Verdict::Accepted].into()),
                message: Some(text.clone()),
                group: Some(text.clone()),
                in_part: true,
            }],
            score: Some((Some(1.0), None)),
            unmet: vec![text.clone()],
            by: text.clone(),
            ..Expectation::of_folder("accepted", false).unwrap()
        }),
        score: Some(0.0),
        points: Some(2.0),
        grader_failure: text.clone(),
        subtasks: vec![SubtaskScore {
            name: text.clone(),
            score: None,
            points: 2.0,
            verdict: Some(Verdict::WrongAnswer),
            tests: 1,
            accepted: 0,
            message: text.clone(),
        }],
    }];
    Report {
        schema: SCHEMA.to_owned(),
        title: text.clone(),
        sandbox: SandboxReport {
            mode: text.clone(),
            layers: vec![text.clone()],
            missing: vec![text.clone()],
        },
        summary: ReportSummary {
            not_run: 1,
            interrupted: true,
            ..ReportSummary::from_results(&programs, &tests)
        },
        programs,
        shard: None,
        layouts: Default::default(),
        tests,
        not_run: vec![not_run],
        scoring: Some(Group { name: text.clone(), ..Group::default() }),
        matrix: Some(Matrix { catch_nothing: vec![text.clone()], not_needed: vec![text.clone()] }),
        similar: vec![Similar { programs: vec![text.clone()], share: 0.9 }],
        mistakes: vec![nim_judge::report::results::MistakeGroup {
            text: text.clone(),
            programs: vec![text.clone()],
        }],
        unmatched: vec![text.clone()],
        warnings: Vec::new(),
        left_out: Vec::new(),
        notes: vec![text],
    }
}

/// Returns the names in backquotes in a text.
fn names(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Returns the rows of the first table below a heading of the page.
fn rows<'a>(page: &'a str, heading: &str) -> impl Iterator<Item = &'a str> {
    let start = page.find(heading).unwrap_or_else(|| panic!("no {heading:?}")) + heading.len();
    let rows = page[start..].lines().skip_while(|line| !line.starts_with("| `"));
    rows.take_while(|line| line.starts_with('|'))
}

/// Returns the keys in the first column of the first table below a heading of the page.
fn keys(page: &str, heading: &str) -> BTreeSet<String> {
    let rows = rows(page, heading);
    rows.flat_map(|row| names(row.split('|').nth(1).unwrap())).map(str::to_owned).collect()
}

/// Returns the keys of the small object that is the value of a key: those that its row names.
fn keys_in_row(page: &str, heading: &str, key: &str) -> BTreeSet<String> {
    let row = rows(page, heading).find(|row| row.starts_with(&format!("| `{key}`"))).unwrap();
    let named = names(row.split('|').nth(2).unwrap()).into_iter();
    named.filter(|name| !name.starts_with('-')).map(str::to_owned).collect()
}

#[test]
fn the_page_about_the_report_has_its_keys_and_no_others() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/report.md")).unwrap();
    let mut full = report("x");
    full.tests[0].runs_cpu_ms = vec![1.0];
    full.tests[0].limit_ms = Some(1.0);
    full.tests[0].memory_limit_kib = Some(1);
    full.tests[0].transcript[0].unfinished = true;
    full.programs[0].subtasks[0].message = "x".to_owned();
    full.programs[0].expected.as_mut().unwrap().by_first = true;
    full.not_run[0].group = Some("x".to_owned());
    full.shard = Some(ShardReport {
        index: 1,
        count: 1,
        tests: 1,
        fingerprint: String::new(),
        parts: Default::default(),
    });
    full.scoring = Some(Group {
        points: Some(1.0),
        range: (Some(0.0), None),
        accepts: true,
        accepts_parts: true,
        stops: true,
        requires: vec!["x".to_owned()],
        capped_by: vec!["x".to_owned()],
        groups: vec![Group::default()],
        grader: Some(Grader::default()),
        ..Group::default()
    });
    let json = serde_json::to_value(&full).unwrap();
    assert!(page.contains(&format!("`{SCHEMA}`")));
    let program = &json["programs"][0];
    let test = &json["tests"][0];
    for (heading, object) in [
        ("## JSON", &json),
        ("### `sandbox`", &json["sandbox"]),
        ("### `programs`", program),
        ("### `expected`", &program["expected"]),
        ("### `rules`", &program["expected"]["rules"][0]),
        ("### `subtasks`", &program["subtasks"][0]),
        ("### `tests`", test),
        ("### `scoring`", &json["scoring"]),
        ("### `where`", &program["where"][0]),
    ] {
        let of_object: BTreeSet<String> = object.as_object().unwrap().keys().cloned().collect();
        assert_eq!(keys(&page, &format!("\n{heading}\n")), of_object, "{heading}");
    }
    for (heading, key, object) in [
        ("## JSON", "shard", &json["shard"]),
        ("## JSON", "not_run", &json["not_run"][0]),
        ("## JSON", "matrix", &json["matrix"]),
        ("## JSON", "similar", &json["similar"][0]),
        ("## JSON", "mistakes", &json["mistakes"][0]),
        ("## JSON", "summary", &json["summary"]),
        ("### `programs`", "mistake", &program["mistake"]),
        ("### `tests`", "answers", &test["answers"]),
        ("### `tests`", "transcript", &test["transcript"][0]),
        ("### `tests`", "input", &test["input"][0]),
        ("### `tests`", "diff", &test["diff"][0]),
    ] {
        let of_object: BTreeSet<String> = object.as_object().unwrap().keys().cloned().collect();
        assert_eq!(keys_in_row(&page, &format!("\n{heading}\n"), key), of_object, "{key}");
    }
}

#[test]
fn the_page_about_the_report_has_every_format_and_verdict() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/report.md")).unwrap();
    for ReportFormat { name, .. } in ReportFormat::ALL {
        assert!(page.contains(&format!("{name}=FILE`")), "{name}");
    }
    let row = page.lines().find(|line| line.starts_with("| `verdict` | `AC`")).unwrap();
    assert_eq!(names(row)[1..], Verdict::ALL.map(Verdict::short));
}

/// Returns the report in the format of this name.
fn written(format: &str, report: &Report) -> String {
    let mut out = Vec::new();
    (ReportFormat::find(format).unwrap().write)(report, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Parses every form with a parser that is not ours, and looks for text that became something else.
#[track_caller]
fn check_forms(text: &str) {
    let first = text.chars().next();
    let report = report(text);
    let xml = written("junit", &report);
    let parsed = Document::parse(&xml).unwrap_or_else(|error| panic!("{error} with {first:?}"));
    let count = |name: &str| parsed.descendants().filter(|node| node.has_tag_name(name)).count();
    assert_eq!(
        (count("testcase"), count("failure"), count("skipped"), count("error")),
        (5, 3, 1, 1),
        "{first:?}"
    );
    let json = written("json", &report);
    assert!(Report::read_json(json.as_bytes()).unwrap() == report, "{first:?}");
    // All of the page before its own script is XML, and the block in it is the report.
    let page = written("html", &report);
    let body = &page[page.find("<body>").unwrap()..page.rfind("<script>").unwrap()];
    let body = format!("{body}</body>");
    let body = Document::parse(&body).unwrap_or_else(|error| panic!("{error} with {first:?}"));
    let blocks: Vec<_> = body.descendants().filter(|node| node.has_tag_name("script")).collect();
    assert_eq!(blocks.len(), 1, "{first:?}");
    let block = blocks[0].text().unwrap();
    assert!(Report::read_json(block.as_bytes()).unwrap() == report, "{first:?}");
    for format in ReportFormat::ALL.iter().filter(|format| format.name != "json") {
        let is_bad = |c: char| {
            (c.is_control() && c != '\n' && c != '\t') || matches!(c, '\u{fffe}' | '\u{ffff}' | '\u{202e}')
        };
        let form = written(format.name, &report);
        assert_eq!(form.chars().find(|&c| is_bad(c)), None, "{}: {first:?}", format.name);
    }
}

/// Returns whether a character is near others that some form treats in a way of its own: controls and punctuation, marks of direction,
/// separators, surrogates, noncharacters.
fn is_special(code: u32) -> bool {
    matches!(code, 0..0x3100 | 0xd700..=0xe0ff | 0xf900..=0xffff) || code & 0xffff >= 0xfff0
}

#[test]
fn reports_are_well_formed_with_every_character() {
    // A quick test takes a part of the other characters.
    let every = if whole::is_whole() { 1 } else { 97 };
    let codes = (0..=0x10_ffff).filter(|&code| is_special(code) || code % every == 0);
    let all: Vec<char> = codes.filter_map(char::from_u32).collect();
    for chunk in all.chunks(1 << 13) {
        check_forms(&chunk.iter().collect::<String>());
    }
    for text in
        ["]]>", "<!--", "--&gt;", "</script>", "\"'><b>", "&amp;", "a\r\nb", "\u{1b}[31mred", "", "<![CDATA["]
    {
        check_forms(text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn reports_are_well_formed_with_any_text(text in any::<String>()) {
        check_forms(&text);
    }
}

#[test]
fn an_ended_check_tells_what_was_not_run() {
    for (signal, code) in [(Signal::HUP, 129), (Signal::INT, 130), (Signal::TERM, 143)] {
        // `nohup` ignores it, for the program as well.
        if signal == Signal::HUP && is_ignored(signal) {
            eprintln!("skipped: SIGHUP, which is ignored here");
            continue;
        }
        let place = one(&["t/2.in:x", "t/2.out:x", "t/3.in:x", "t/3.out:x"]);
        // The first test passes, the second never ends.
        place.write(
            "program",
            "#!/bin/sh\nread line\ncase \"$line\" in a*) echo a b;; *) exec sleep 1000;; esac\n",
        );
        let mut check = place.toolkit(&["check", "t", "-j1", "--wall-limit", "900s"]);
        for kind in ReportFormat::ALL.map(|format| format.name) {
            check.arg("--report").arg(format!("{kind}=r.{kind}"));
        }
        let begun = File::create(place.path("begun")).unwrap();
        let mut child = check.args(["--", "./program"]).stdout(begun).spawn().unwrap();
        until("the check has begun", || fs::metadata(place.path("begun")).unwrap().len() > 0);
        std::thread::sleep(std::time::Duration::from_millis(500));
        kill_process(Pid::from_child(&child), signal).unwrap();
        until("the check ends", || child.try_wait().unwrap().is_some());
        assert_eq!(child.wait().unwrap().code(), Some(code));
        let read = |kind: &str| fs::read_to_string(place.path(&format!("r.{kind}"))).unwrap();
        let report: Value = serde_json::from_str(&read("json")).unwrap();
        let left = report["not_run"].as_array().unwrap().len();
        assert_eq!(left + report["tests"].as_array().unwrap().len(), 3);
        assert_eq!((left > 0, &report["summary"]["interrupted"]), (true, &Value::Bool(true)));
        let junit = read("junit");
        let parsed = Document::parse(&junit).unwrap();
        let test_set = parsed.descendants().find(|node| node.has_tag_name("testsuite")).unwrap();
        assert_eq!(test_set.attribute("skipped"), Some(left.to_string().as_str()));
        assert_eq!((test_set.attribute("errors"), test_set.attribute("tests")), (Some("1"), Some("4")));
        assert!(read("html").contains("of 3 tests accepted</h1>") && read("html").contains("interrupted"));
        assert!(read("md").contains("❌") && read("md").contains("of 3 tests accepted"), "{}", read("md"));
    }
}

/// Returns whether this process, and so its children, ignores a signal.
fn is_ignored(signal: Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal.as_raw() - 1) & 1 == 1
}

#[test]
fn what_a_first_failure_leaves_out_is_skipped() {
    let place = one(&["t/2.in:x", "t/2.out:x", "bad:#!/bin/sh\necho c\n"]);
    place.run(1, &["check", "t", "-j1", "--fail-fast", "--report", "junit=r.xml", "--", "./bad"]);
    let junit = fs::read_to_string(place.path("r.xml")).unwrap();
    for part in
        ["tests=\"2\" skipped=\"1\" errors=\"0\" failures=\"1\"", "after the first failure of the program"]
    {
        assert!(junit.contains(part), "{junit}");
    }
}

#[test]
fn a_report_that_nobody_reads_changes_no_exit_code() {
    let place = one(&["bad:#!/bin/sh\necho c\n"]);
    let mut child = place
        .toolkit(&["check", "t", "--report", "json=-", "--report", "md=r.md", "--", "./bad"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(place.path("r.md").exists());
    // A full disk is an error, and the other reports are written.
    fs::remove_file(place.path("r.md")).unwrap();
    if fs::metadata("/dev/full").is_ok() {
        let text =
            place.run(5, &["check", "t", "--report", "json=/dev/full", "--report", "md=r.md", "--", "./bad"]);
        assert!(text.contains("cannot write /dev/full") && place.path("r.md").exists(), "{text}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_check_under_nohup_outlives_the_terminal() {
    let place = one(&["slow:#!/bin/sh\nsleep 1\ncat\n"]);
    let script =
        format!("trap '' HUP; exec {} check t --wall-limit 60s -- ./slow", env!("CARGO_BIN_EXE_toolkit"));
    let mut child = std::process::Command::new("sh")
        .args(["-c", &script])
        .current_dir(place.path(""))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    kill_process(Pid::from_child(&child), Signal::HUP).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
