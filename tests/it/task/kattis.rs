//! Packages of the ICPC format as their judges read them: the files that are tests, the programs that judge outputs, and the verdicts that
//! submissions should get.

use serde_json::Value;

use crate::place::Place;

/// A language whose programs start quickly.
const SHELL: &str = "config/nim-toolkit/languages.toml:[shell]\nendings = ['sh']\ncompile = 'sh -n {source}'\nrun = 'sh {source}'\n";

/// Returns a package in `p` with these files and the tests `sample/1` and `secret/2`, whose answers are their inputs.
fn package(files: &[&str]) -> Place {
    let place = Place::new(&[SHELL, "p/data/sample/1.in:1\n", "p/data/sample/1.ans:1\n"]);
    for (name, text) in [("secret/2.in", "2\n"), ("secret/2.ans", "2\n")] {
        place.write(&format!("p/data/{name}"), text);
    }
    for file in files {
        let (name, text) = file.split_once(':').unwrap();
        place.write(&format!("p/{name}"), text);
    }
    place
}

#[test]
fn a_time_limit_that_is_not_stated_follows_from_the_accepted_submissions() {
    // The time limit of an earlier run of this test would be kept.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos();
    let busy = "submissions/accepted/a.sh:i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; cat";
    let place = package(&["problem.yaml:limits:\n  time_multiplier: 900\n", &format!("{busy} # {now}\n")]);
    let limit = |report: &Value| report["tests"][0]["limit_ms"].as_f64().unwrap();
    let has = |report: &Value, words: &str| report["notes"].to_string().contains(words);
    let before = place.report(0, &["p", "--", "cat"]);
    assert_eq!(limit(&before), 2000.0);
    assert!(has(&before, "time limit 2 s: the package states none; --submissions finds it"), "{before}");
    assert!(has(&before, "memory limit 2048 MiB: the package states none"), "{before}");
    let found = place.report(0, &["p", "--submissions"]);
    assert!(limit(&found) > 2000.0 && limit(&found) % 1000.0 == 0.0, "{found}");
    assert!(has(&found, "accepted/a.sh takes ") && has(&found, "times 900, in steps of 1 s"), "{found}");
    // Another program is judged by the same limit, as long as tests and accepted submissions are the same.
    let after = place.report(0, &["p", "--", "cat"]);
    assert_eq!(limit(&after), limit(&found));
    assert!(has(&after, "accepted/a.sh takes "), "{after}");
    place.write("p/data/secret/2.in", "2 \n");
    assert_eq!(limit(&place.report(0, &["p", "--", "cat"])), 2000.0);
    place.write("p/.timelimit", "3\n");
    let stated = place.report(0, &["p", "--submissions"]);
    assert!(limit(&stated) == 3000.0 && !has(&stated, "the package states none; "), "{stated}");
    assert!(has(&stated, "proposed time limit: ") && !has(&stated, "\"time limit"), "{stated}");
}

#[test]
fn results_are_kept_by_content_and_taken_over_when_asked() {
    let place = package(&[
        "problem.yaml:name: x\n",
        ".timelimit:20\n",
        "submissions/wrong_answer/clock.sh:date +%N\n",
        "submissions/accepted/a.sh:cat\n",
    ]);
    let got = |more: &[&str]| {
        let report = place.report(0, &[&["p", "--submissions"], more].concat());
        let tests = report["tests"].as_array().unwrap().iter().filter(|test| test["verdict"] == "WA");
        tests.map(|test| test["message"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let first = got(&[]);
    assert_eq!(got(&["--resume"]), first);
    // A test, a limit or a program that has changed is run.
    place.write("p/data/secret/2.in", "2 \n");
    let second = got(&["--resume"]);
    assert!(second[0] == first[0] && second[1] != first[1], "{first:?} {second:?}");
    assert_ne!(got(&["--resume", "--time-limit", "19"])[0], first[0]);
    place.write("p/submissions/wrong_answer/clock.sh", "date +%N # again\n");
    assert_ne!(got(&["--resume"])[0], first[0]);
    // Without the option, nothing is taken over.
    assert_ne!(got(&[]), got(&[]));
    place.run(2, &["check", "p", "--resume"]);
    place.run(2, &["check", "p", "--resume", "--", "cat"]);
}

#[test]
fn programs_that_must_be_too_slow_get_the_margin() {
    // The program takes more than the limit, and less than the limit times the margin.
    let slow =
        "submissions/time_limit_exceeded/a.sh:i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done; cat\n";
    let place = package(&["problem.yaml:limits: {time_limit: 0.1, time_safety_margin: 30}\n", slow]);
    let report = place.report(0, &["p", "--submissions"]);
    let notes = report["notes"].to_string();
    assert!(
        notes.contains("time_limit_exceeded/a.sh: AC on data/sample/1 by the time limit times 30"),
        "{report}"
    );
    let test = &report["tests"][0];
    assert_eq!((test["verdict"].as_str(), test["limit_ms"].as_f64()), (Some("TLE"), Some(100.0)));
    place.write("p/submissions/accepted/a.sh", "cat\n");
    let text = place.run(0, &["check", "p", "--submissions", "--resume"]);
    let line = text.lines().find(|line| line.starts_with("time limit: ")).unwrap_or_else(|| panic!("{text}"));
    assert!(
        line.contains(" times that of the fastest that must exceed it") && line.contains(", and at most 0."),
        "{line}"
    );
    // The rule of the legacy format: five times the slowest, in whole seconds.
    let proposal =
        text.lines().find(|line| line.contains("proposed time limit: ")).unwrap_or_else(|| panic!("{text}"));
    for part in [
        "proposed time limit: 1 s: accepted/a.sh takes 0.",
        "times 5, in steps of 1 s; ",
        "time_limit_exceeded/a.sh",
    ] {
        assert!(proposal.contains(part), "{part:?} is not in {proposal}");
    }
}

#[test]
fn scripts_of_checktestdata_validate_where_it_is_installed() {
    let place = package(&[
        "problem.yaml:name: x\n",
        "input_validators/small.ctd:INT(1, 1)\n",
        "bin/checktestdata:#!/bin/sh\nread number\ngrep -q ', '\"$number)\" \"$1\"\n",
    ]);
    let with = |path: &str, code: i32| {
        let output = place.toolkit(&["validate", "p"]).env("PATH", path).output().unwrap();
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), Some(code), "{text}");
        text
    };
    let text = with("/bin:/usr/bin", 5);
    assert!(text.contains("needs the program checktestdata, which is not installed"), "{text}");
    let bin = place.path("p/bin");
    let text = with(&format!("{}:/bin:/usr/bin", bin.display()), 1);
    assert!(text.contains("data/secret/2: ") && !text.contains("data/sample/1: "), "{text}");
}

/// The same warning as by `verifyproblem`; the time of such a submission says nothing of the limit.
#[test]
fn an_accepted_submission_without_all_points_is_warned_of() {
    let slow = "submissions/accepted/slow.sh:read n; i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; [ $n = 2 ] && echo 0 || echo $n\n";
    let settings = "on_reject: continue\ngrader_flags: always_accept\naccept_score: 30\nrange: 0 60\n";
    let place = package(&[
        "problem.yaml:type: scoring\nlimits: {time_multiplier: 1000}\n",
        &format!("data/testdata.yaml:{settings}"),
        &format!("data/secret/testdata.yaml:{settings}"),
        slow,
        "submissions/accepted/right.sh:cat\n",
    ]);
    let warning = "slow.sh: accepted with 30 of 60 points, not with all";
    let text = place.run(0, &["check", "p", "--submissions"]);
    assert!(text.contains(warning) && text.contains("2 of 2 submissions as expected"), "{text}");
    assert!(text.contains("s: accepted/right.sh takes") && !text.contains("slow.sh takes"), "{text}");
    std::fs::remove_file(place.path("p/submissions/accepted/right.sh")).unwrap();
    let text = place.run(0, &["check", "p", "--submissions"]);
    assert!(text.contains("the package states none, and no accepted submission gives one"), "{text}");
    let text = place.run(0, &["contest", "."]);
    assert!(text.contains("the full score of accepted/slow.sh (30 of 60)"), "{text}");
}
