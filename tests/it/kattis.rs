//! Packages of the ICPC format as their judges read them: which files are tests, who judges outputs, what submissions are expected to get.

use nim_judge::layout::{self, Validation};
use serde_json::Value;

use crate::place::Place;

/// A language whose programs start quickly.
const SHELL: &str = "config/nim-toolkit/languages.toml:[shell]\nendings = ['sh']\ncompile = 'sh -n {source}'\nrun = 'sh {source}'\n";

/// A package in `p` with these files and the tests `sample/1` and `secret/2`, whose answers are their inputs.
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

/// The names of the tests below a folder of a place, and the notes.
fn tests(place: &Place, folder: &str) -> (Vec<String>, String) {
    let suite = layout::discover(&place.path(folder)).unwrap();
    (suite.tests.iter().map(|test| test.name.clone()).collect(), suite.notes.join("\n"))
}

#[test]
fn only_sample_and_secret_hold_tests() {
    let place = package(&["problem.yaml:name: x\n", "data/stray.in:1\n", "data/stray.ans:1\n"]);
    let others = ["bad", "invalid_answers", "invalid_inputs", "valid_outputs", "static_validation_test"];
    for folder in others {
        place.write(&format!("p/data/{folder}/a/1.in"), "1\n");
        place.write(&format!("p/data/{folder}/a/1.ans"), "1\n");
    }
    let (names, notes) = tests(&place, "p");
    assert_eq!(names, ["data/sample/1", "data/secret/2"]);
    for folder in others {
        assert!(notes.contains(&format!("data/{folder}: skipped, 2 files ")), "{folder}: {notes}");
    }
    assert!(notes.contains("data: skipped, 2 files outside sample and secret"), "{notes}");
    assert_eq!(tests(&place, "p/data").0, ["sample/1", "secret/2"]);
    // Whoever names a folder means it.
    assert_eq!(tests(&place, "p/data/bad").0, ["a/1"]);
}

#[test]
fn a_package_within_a_package_is_none() {
    let place = package(&[
        "problem.yaml:name: x\n",
        "examples/e/problem.yaml:nonsense: 1\n",
        "examples/e/data/secret/1.in:1\n",
        "examples/e/data/secret/1.ans:1\n",
    ]);
    let (names, notes) = tests(&place, "p");
    assert_eq!(names, ["data/sample/1", "data/secret/2"]);
    assert_eq!(notes, "examples/e: skipped, a package within a package");
    assert_eq!(tests(&place, "p/examples/e").0, ["data/secret/1"]);
}

#[test]
fn a_folder_of_packages_is_refused_with_what_to_write() {
    let place = package(&["problem.yaml:name: x\n"]);
    for name in ["q", "r"] {
        place.write(&format!("all/{name}/problem.yaml"), "name: x\n");
        place.write(&format!("all/{name}/data/secret/1.in"), "1\n");
        place.write(&format!("all/{name}/data/secret/1.ans"), "1\n");
    }
    for more in [&["--submissions"][..], &["--", "cat"]] {
        let text = place.run(2, &[&["check", "all"], more].concat());
        let words = "all holds 2 packages (q, r): check one of them, as in toolkit check all/q";
        assert!(text.contains(words), "{text}");
    }
    place.run(0, &["check", "all/q", "all/r", "--", "cat"]);
}

#[test]
fn an_output_validator_is_used_as_each_version_says() {
    let named = |place: &Place| match layout::discover(&place.path("p")).unwrap().tests[0].validation.clone()
    {
        Some(Validation::Program { place, .. }) => place.file_name().unwrap().to_str().unwrap().to_owned(),
        Some(Validation::Interactor { .. }) => "interactor".to_owned(),
        Some(Validation::Compare(how)) => how.to_string(),
        None => "none".to_owned(),
    };
    let usual = named(&package(&["problem.yaml:name: x\n"]));
    for (yaml, folder, judge) in [
        ("problem_format_version: 2023-07-draft", "output_validators", "output_validators"),
        ("problem_format_version: 2023-07-draft", "output_validator", "output_validator"),
        ("problem_format_version: 2025-09", "output_validator", "output_validator"),
        ("problem_format_version: 2023-07-draft\ntype: interactive", "output_validators", "interactor"),
        ("validation: custom", "output_validators", "output_validators"),
        ("validation: custom interactive", "output_validators", "interactor"),
        ("validation: default", "output_validators", &usual),
    ] {
        let place =
            package(&[&format!("problem.yaml:{yaml}\n"), &format!("{folder}/v/run:#!/bin/sh\nexit 42\n")]);
        assert_eq!(named(&place), judge, "{yaml}, {folder}");
    }
    // DOMjudge takes the validator that there is, and looks up the names of others.
    for (ini, file, judge) in [
        ("timelimit=1", "output_validators/v/run", "output_validators"),
        ("special_compare='p_cmp'", "output_validators/v/run", "output_validators"),
        ("special_compare=mine", "mine/run", "mine"),
        ("special_run=mine", "mine/run", "interactor"),
        ("special_compare=compare", "other", &usual),
    ] {
        let place =
            package(&[&format!("domjudge-problem.ini:{ini}\n"), &format!("{file}:#!/bin/sh\nexit 42\n")]);
        assert_eq!(named(&place), judge, "{ini}");
    }
    let text = package(&["domjudge-problem.ini:special_compare=far\n"]).run(5, &["check", "p", "--", "cat"]);
    assert!(text.contains("domjudge-problem.ini: special_compare or special_run is \"far\""), "{text}");
}

#[test]
fn a_package_of_domjudge_alone_is_compared_and_limited_as_there() {
    let place = package(&["domjudge-problem.ini:short-name = p\n", "data/secret/2.ans:Two\n"]);
    place.write("two", "#!/bin/sh\nread n; [ $n = 2 ] && echo tWO || echo $n\n");
    let report = place.report(0, &["p", "--", "./two"]);
    assert_eq!(report["tests"][0]["limit_ms"], 10000.0);
    assert_eq!(report["tests"][0]["memory_limit_kib"], 2 << 20);
}

#[test]
fn submissions_are_not_judged_on_a_part_of_a_test() {
    let place = package(&["problem.yaml:name: x\n", "submissions/accepted/a.sh:cat\n"]);
    place.run(0, &["check", "p", "--submissions"]);
    place.write("p/data/secret/3.in", "3\n");
    let text = place.run(5, &["check", "p", "--submissions"]);
    assert!(
        text.contains("data/secret/3.in (an input without an answer); add it, or remove the file"),
        "{text}"
    );
    place.write("p/data/secret/3.ans", "3\n");
    place.write("p/data/secret/4.ans", "4\n");
    assert!(place.run(5, &["check", "p", "--submissions"]).contains("data/secret/4.ans (an answer without"));
    // A program is checked on what there is.
    place.run(0, &["check", "p", "--", "cat"]);
}

#[test]
fn included_files_may_lie_in_folders() {
    let place = package(&[
        "problem.yaml:name: x\n",
        "include/shell/lib/deep/show.sh:show() { echo $1; }\n",
        "include/java/lib/Show.java:class Show {}\n",
        "submissions/accepted/a.sh:. \"${0%/*}/lib/deep/show.sh\"; read n; show $n\n",
    ]);
    let text = place.run(0, &["check", "p", "--submissions"]);
    assert!(text.contains("1 of 1 submissions as expected"), "{text}");
}

#[test]
fn the_first_verdict_decides_in_the_legacy_format() {
    let crash = "submissions/wrong_answer/crash.sh:read n; [ $n = 1 ] && echo 0 || exit 1\n";
    for (version, code) in [("legacy", 0), ("2025-09", 1)] {
        let place = package(&[&format!("problem.yaml:problem_format_version: {version}\n"), crash]);
        place.run(code, &["check", "p", "--submissions"]);
    }
    let place = package(&["problem.yaml:name: x\n"]);
    place.write("p/submissions/run_time_error/wrong.sh", "read n; [ $n = 1 ] && exit 1 || echo 0\n");
    place.write("p/submissions/wrong_answer/late.sh", "read n; [ $n = 1 ] && exit 1 || echo 0\n");
    let text = place.run(1, &["check", "p", "--submissions"]);
    assert!(
        text.contains("ok   run_time_error/wrong.sh") && text.contains("FAIL wrong_answer/late.sh"),
        "{text}"
    );
}

#[test]
fn a_scoring_problem_goes_by_the_whole() {
    let partial = "submissions/partially_accepted/half.sh:read n; [ $n = 1 ] && echo 1 || echo 0\n";
    let files = [
        "problem.yaml:type: scoring\n",
        "data/testdata.yaml:on_reject: continue\ngrader_flags: always_accept\nrange: 0 2\n",
        "submissions/accepted/half.sh:read n; [ $n = 1 ] && echo 1 || echo 0\n",
        partial,
    ];
    let all = "submissions/partially_accepted/all.sh:cat\n";
    let always = "data/secret/testdata.yaml:grader_flags: always_accept\n";
    let text = package(&[&files[..], &[all, always]].concat()).run(1, &["check", "p", "--submissions"]);
    for line in [
        "ok   accepted/half.sh",
        "ok   partially_accepted/half.sh",
        "FAIL partially_accepted/all.sh   AC 2, 2 of 2 points",
        "unexpected: partially_accepted/all.sh: expected a part of the points, by partially_accepted",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    // Where the groups reject the whole, a part of the points is no acceptance.
    let strict = "data/testdata.yaml:on_reject: continue\nrange: 0 2\n";
    let text = package(&[files[0], strict, partial]).run(1, &["check", "p", "--submissions"]);
    assert!(text.contains("expected AC for the whole, by partially_accepted"), "{text}");
}

/// The points are those of the default grader of problemtools.
#[test]
fn flags_of_the_grader_say_how_points_of_groups_add_up() {
    let two = |folder: &str| {
        let file = |name: &str, text: &str| format!("data/secret/{folder}/{name}:{text}\n");
        vec![file("4.in", "4"), file("4.ans", "4"), file("5.in", "5"), file("5.ans", "5")]
    };
    let points = |settings: [&str; 3], score: &str| {
        let mut files = [two("a"), two("b")].concat();
        files.push("problem.yaml:type: scoring\n".to_owned());
        let folders = ["data", "data/secret", "data/secret/b"];
        files.extend(
            folders.iter().zip(settings).map(|(folder, text)| format!("{folder}/testdata.yaml:{text}")),
        );
        files.push("data/secret/a/testdata.yaml:accept_score: 7\n".to_owned());
        let place = package(&files.iter().map(String::as_str).collect::<Vec<_>>());
        for name in ["2.in", "2.ans"] {
            std::fs::remove_file(place.path(&format!("p/data/secret/{name}"))).unwrap();
        }
        place.write("half.sh", "read n; [ $n = 5 ] && echo 1 || echo $n\n");
        let text = place.run(1, &["check", "p", "--", "sh", "half.sh"]);
        assert!(text.contains(&format!("score: {score}\n")), "{settings:?} {score}: {text}");
    };
    let all = "on_reject: continue\ngrader_flags: always_accept\n";
    let of_secret = "grader_flags: always_accept ignore_sample\n";
    // A group that is rejected has the points of its tests before that.
    points([all, all, "accept_score: 2\n"], "10 of 19");
    points([all, all, "accept_score: 2\ngrader_flags: min\n"], "8 of 17");
    points([all, all, "accept_score: 2\ngrader_flags: min avg\n"], "9 of 17");
    points([all, "on_reject: break\ngrader_flags: no_errors\n", "accept_score: 2\n"], "8 of 19");
    points([of_secret, all, "accept_score: 2\n"], "9 of 18");
    // The whole has no points when it is rejected.
    points(["on_reject: continue\n", "", ""], "0 of 17");
}

#[test]
fn points_whose_most_nobody_knows_stand_alone() {
    let place = package(&[
        "problem.yaml:type: scoring\nvalidation: custom score\n",
        "data/testdata.yaml:accept_score: 0\n",
        "output_validators/v/run:#!/bin/sh\necho 25 >$3/score.txt\nexit 42\n",
    ]);
    let text = place.run(0, &["check", "p", "--", "cat"]);
    assert!(text.contains("score: 50\n"), "{text}");
}

#[test]
fn a_time_limit_that_is_not_stated_follows_from_the_accepted_submissions() {
    // What was found in an earlier run of this test would be kept.
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
fn the_table_has_tests_in_rows_and_submissions_in_columns() {
    let place = package(&[
        "problem.yaml:name: x\n",
        ".timelimit:20\n",
        "submissions/accepted/a.sh:cat\n",
        "submissions/accepted/one.sh:echo 1\n",
        "submissions/wrong_answer/bad.sh:echo 0\n",
    ]);
    let text = place.run(1, &["check", "p", "--submissions"]);
    for part in [
        "\ntime limit: more than 100 times the time of the slowest accepted submission\n",
        "1 ok   accepted/a.sh        AC 2\n2 FAIL accepted/one.sh      AC 1, WA 1\n3 ok   wrong_answer/bad.sh  WA 2\n",
        "                   1      2      3\ndata/sample/1     AC     AC     WA\ndata/secret/2     AC     WA     WA\nseconds         0.0",
        "\nunexpected: accepted/one.sh: WA on data/secret/2, expected AC for all, by accepted\n\
         2 of 3 submissions as expected\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Of many tests, groups have rows.
    for number in 10..30 {
        place.write(&format!("p/data/secret/{number}.in"), "1\n");
        place.write(&format!("p/data/secret/{number}.ans"), "1\n");
    }
    let text = place.run(1, &["check", "p", "--submissions"]);
    assert!(
        text.contains("\ndata/sample     AC     AC     WA\ndata/secret     AC     WA     WA\n"),
        "{text}"
    );
    let text = place.run(1, &["check", "p", "--submissions", "--verbose"]);
    assert!(text.contains("\ndata/secret/29     AC     AC     WA\n"), "{text}");
}

#[test]
fn programs_that_must_be_too_slow_get_the_margin() {
    // It takes more than the limit, and less than the limit times the margin.
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
    // By the legacy format's rule: five times the slowest, in whole seconds.
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
fn links_between_submissions_are_submissions() {
    let place = package(&[
        "problem.yaml:name: x\n",
        ".timelimit:20\n",
        "submissions/accepted/a.sh:cat\n",
        "far.sh:cat\n",
    ]);
    for (to, name) in [("../accepted/a.sh", "rejected/b.sh"), ("../../../far.sh", "rejected/c.sh")] {
        std::fs::create_dir_all(place.path("p/submissions/rejected")).unwrap();
        std::os::unix::fs::symlink(to, place.path(&format!("p/submissions/{name}"))).unwrap();
    }
    let text = place.run(1, &["check", "p", "--submissions"]);
    assert!(text.contains("FAIL rejected/b.sh  AC 2") && !text.contains("rejected/c.sh  AC"), "{text}");
}

#[test]
fn files_of_the_packages_programs_may_be_links_within_it() {
    let place = package(&[
        "problem.yaml:name: x\nproblem_format_version: legacy\n",
        ".timelimit:20\n",
        "submissions/accepted/a.py:print(input())\n",
        "submissions/mixed/own/two.py:",
        "far.py:print(input())\n",
    ]);
    let link = |to: &str, name: &str| {
        let path = place.path(&format!("p/submissions/mixed/{name}"));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(to, path).unwrap();
    };
    link("../../accepted/a.py", "own/main.py");
    link("../../../far.py", "far/main.py");
    let text = place.run(0, &["check", "p", "--submissions"]);
    assert!(
        text.contains("mixed/own      AC 2") && text.contains("main.py is not compiled: it is a link"),
        "{text}"
    );
}

#[test]
fn points_of_a_validator_are_those_of_the_test_only_with_custom_scoring() {
    let validator = "output_validators/v/run:#!/bin/sh\necho 25 >$3/score.txt\nexit 42\n";
    let place = package(&["problem.yaml:type: scoring\nvalidation: custom score\n", validator]);
    // No group says what a test is worth, so that nobody knows the most.
    assert!(place.run(0, &["check", "p", "--", "cat"]).contains("score: 50\n"));
    // Nor does a sample count that is ignored.
    place.write("p/data/testdata.yaml", "on_reject: continue\ngrader_flags: ignore_sample\n");
    assert!(place.run(0, &["check", "p", "--", "cat"]).contains("score: 25\n"));
    // It does where there are no others, as the default grader takes the last of what it reads.
    std::fs::rename(place.path("p/data/secret"), place.path("p/other")).unwrap();
    assert!(place.run(0, &["check", "p", "--", "cat"]).contains("score: 25\n"));
    std::fs::rename(place.path("p/other"), place.path("p/data/secret")).unwrap();
    place.write("p/problem.yaml", "type: scoring\nvalidation: custom\n");
    let text = place.run(5, &["check", "p", "--", "cat"]);
    assert!(text.contains("writes score.txt, but problem.yaml has no custom scoring"), "{text}");
}

#[test]
fn points_that_are_none_are_a_failure_of_the_package() {
    let place = package(&[
        "problem.yaml:type: scoring\nvalidation: custom score\n",
        "data/secret/testdata.yaml:range: 0 100\n",
        "output_validators/v/run:#!/bin/sh\ncat $2 >$3/score.txt\nexit 42\n",
    ]);
    let points = |text: &str, exit| {
        place.write("p/data/secret/2.ans", text);
        place.run(exit, &["check", "p", "--", "cat"])
    };
    assert!(points("99", 0).contains("score: 100 of 100\n"));
    let shown = points("500", 5);
    let outside = "data/secret: 500 points (of data/secret/2, 500) are outside its range, from 0 to 100";
    assert!(shown.contains(outside) && !shown.contains("\nscore: "), "{shown}");
    assert!(points("-3", 5).contains("-3 points (of data/secret/2, -3) are outside"));
    assert!(points("abc", 5).contains("score.txt has no number of points, but \"abc\""));
    assert!(points("1e306", 5).contains("score.txt has no number of points, but \"1e306\""));
    // Without a range, points may be less than none.
    std::fs::remove_file(place.path("p/data/secret/testdata.yaml")).unwrap();
    assert!(points("-3", 0).contains("score: -2\n"));
}

/// A package whose groups `a` and `b` are graded by this script; its tests echo their inputs.
fn graded(grader: &str, files: &[&str]) -> Place {
    let grader = format!("graders/grade.sh:{grader}");
    let all = [
        "problem.yaml:type: scoring\n",
        "data/testdata.yaml:on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample\n",
        "data/secret/testdata.yaml:on_reject: continue\ngrader_flags: accept_if_any_accepted\n",
        "data/secret/a/testdata.yaml:grading: custom\ngrader_flags: times 3\nrange: 0 30\n",
        "data/secret/b/testdata.yaml:grading: custom\ngrader_flags: times 7\non_reject: break\n",
        "data/secret/a/1.in:11\n",
        "data/secret/a/1.ans:11\n",
        "data/secret/a/2.in:12\n",
        "data/secret/a/2.ans:12\n",
        "data/secret/b/1.in:21\n",
        "data/secret/b/1.ans:21\n",
        "data/secret/b/2.in:22\n",
        "data/secret/b/2.ans:22\n",
        "data/secret/b/3.in:23\n",
        "data/secret/b/3.ans:23\n",
        &grader,
    ];
    let place = package(&[&all[..], files].concat());
    for name in ["2.in", "2.ans"] {
        std::fs::remove_file(place.path(&format!("p/data/secret/{name}"))).unwrap();
    }
    place
}

/// Gives the number of accepted members times the second argument, and the first verdict that is not accepted.
const COUNTS: &str = "n=0; first=AC\nwhile read v s; do [ $v = AC ] && n=$((n + 1)) || { [ $first = AC ] && first=$v; }; done\n\
    [ $1 = times ] && echo $first $((n * $2))\n";

#[test]
fn a_grader_of_the_package_gives_groups_their_verdicts_and_points() {
    let half = "submissions/partially_accepted/half.sh:read n; [ $n = 22 ] && exit 1 || echo $n\n";
    let place = graded(COUNTS, &["submissions/accepted/all.sh:cat\n", half]);
    let report = place.report(0, &["p", "--submissions"]);
    let programs = report["programs"].as_array().unwrap();
    let scores: Vec<_> = programs.iter().map(|program| program["score"].as_f64().unwrap()).collect();
    // After the rejected second test of b, the third one is not graded; b is rejected, but a is accepted.
    assert_eq!(scores, [2.0 * 3.0 + 3.0 * 7.0, 2.0 * 3.0 + 1.0 * 7.0], "{report}");
    let of_half: Vec<(&str, &str, f64)> = programs[1]["subtasks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| {
            let text = |key: &str| group[key].as_str().unwrap();
            (text("name"), text("verdict"), group["score"].as_f64().unwrap())
        })
        .filter(|(name, ..)| name.starts_with("data/secret/"))
        .collect();
    assert_eq!(of_half, [("data/secret/a", "AC", 6.0), ("data/secret/b", "RTE", 7.0)]);
}

#[test]
fn a_grader_that_fails_is_a_failure_of_the_judge() {
    for (grader, words) in [
        ("exit 3\n", "p/cat has no score: data/secret/a: the grader fails: "),
        ("echo AC\n", "the grader prints \"AC\", not a verdict and a score"),
        ("echo JE 0\n", "the grader gives JE"),
        ("echo AC 31\n", "data/secret/a: 31 points are outside its range, from 0 to 30"),
    ] {
        let place = graded(grader, &[]);
        let text = place.run(5, &["check", "p", "--run", "p/cat=cat"]);
        assert!(text.contains(words) && !text.contains("\nscore: "), "{words}: {text}");
    }
}

#[test]
fn a_group_whose_grader_is_missing_is_refused() {
    let place = graded(COUNTS, &[]);
    let refused = |words: &str| {
        let text = place.run(5, &["check", "p", "--", "cat"]);
        assert!(
            text.contains(&format!("data/secret/a/testdata.yaml: grading: custom, but {words}")),
            "{text}"
        );
    };
    place.write("p/graders/other.sh", "echo AC 1\n");
    refused("there is more than one grader in graders");
    std::fs::remove_dir_all(place.path("p/graders")).unwrap();
    refused("there is no grader in graders");
}

#[test]
fn scores_of_a_grader_are_not_merged_from_shards() {
    let place = graded(COUNTS, &[]);
    for shard in ["1/2", "2/2"] {
        let report = format!("json=r{}.json", &shard[..1]);
        place.run(0, &["check", "p", "--shard", shard, "--report", &report, "--", "cat"]);
    }
    let text = place.run(0, &["merge", "r1.json", "r2.json"]);
    assert!(text.contains("its points are those of the package's grader, which is not run here"), "{text}");
}

#[test]
fn scores_named_by_submissions_are_compared_by_the_rules_of_domjudge() {
    let half = "submissions/partial/half.sh:# @EXPECTED_RESULTS@: WRONG-ANSWER\n# @EXPECTED_SCORE@: 40\n\
        read n; [ $n = 3 ] && echo 1 || echo $n\n";
    let files = [
        "problem.yaml:type: scoring\n",
        "data/testdata.yaml:on_reject: continue\n",
        "data/secret/testdata.yaml:on_reject: continue\ngrader_flags: avg\n",
        "data/secret/a/testdata.yaml:accept_score: 80\n",
        "data/secret/b/testdata.yaml:accept_score: 20\n",
        "data/secret/a/1.in:1\n",
        "data/secret/a/1.ans:1\n",
        "data/secret/a/2.in:2\n",
        "data/secret/a/2.ans:2\n",
        "data/secret/b/3.in:3\n",
        "data/secret/b/3.ans:3\n",
        "submissions/accepted/all.sh:# @EXPECTED_RESULTS@: CORRECT\n# @EXPECTED_SCORE@: 60\ncat\n",
        half,
    ];
    let place = package(&files);
    for name in ["2.in", "2.ans"] {
        std::fs::remove_file(place.path(&format!("p/data/secret/{name}"))).unwrap();
    }
    let text = place.run(1, &["check", "p", "--submissions"]);
    for line in [
        "note: problem.yaml: scores by DOMjudge's rules, as submissions name @EXPECTED_SCORE@",
        "ok   partial/half.sh  AC 3, WA 1, 40 of 50 points",
        "unexpected: accepted/all.sh: expected 60 points, by @EXPECTED_SCORE@",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn a_package_without_its_secret_tests_says_what_makes_them() {
    let place = Place::new(&["p/problem.yaml:name: x\n", "p/generators/generators.yaml:{}\n"]);
    let text = place.run(4, &["check", "p", "--", "cat"]);
    let why =
        "generators/generators.yaml makes the secret tests, none of which is stored: toolkit gen makes them";
    assert!(text.contains(&format!("{why}\n  no tests were found")), "{text}");
    place.write("p/data/sample/1.in", "1\n");
    place.write("p/data/sample/1.ans", "1\n");
    let text = place.run(0, &["check", "p", "--", "cat"]);
    assert!(text.contains(&format!("note: {why}")), "{text}");
    place.write("p/data/secret/1.in", "1\n");
    place.write("p/data/secret/1.ans", "1\n");
    assert!(!place.run(0, &["check", "p", "--", "cat"]).contains("generators.yaml"));
}

#[test]
fn programs_that_cannot_run_here_are_left_out_by_name() {
    let absent = "config/nim-toolkit/languages.toml";
    let place = package(&[
        "problem.yaml:name: x\n",
        "submissions/accepted/two.py:#!/usr/bin/env python2\nprint raw_input()\n",
        "submissions/accepted/a.sh:cat\n",
        "b.absent:x\n",
        "c.php:x\n",
    ]);
    let text = place.run(0, &["check", "p", "--submissions"]);
    assert!(text.contains("accepted/two.py: left out, it is Python 2, which is not supported"), "{text}");
    let (_, shell) = SHELL.split_once(':').unwrap();
    let table = "[absent]\nendings = ['absent']\nrun = 'no-such-command-here {source}'\n";
    place.write(absent, &format!("{shell}{table}"));
    let all = ["check", "p", "--run", "b=p/b.absent", "--run", "c=p/c.php", "--run", "a=cat"];
    let text = place.run(0, &all);
    for line in [
        "note: b: left out, absent needs the command no-such-command-here, which is not installed",
        "note: c: left out, its language is not known, and it is no executable file",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let text = place.run(2, &all[..4]);
    assert!(text.contains("b: absent needs the command no-such-command-here"), "{text}");
}

#[test]
fn an_input_without_an_answer_has_the_reason_of_its_package() {
    let place = Place::new(&["t/1.in:1\n", "t/init.yml:test_cases: []\ncustom_judge: x.py\n"]);
    let text = place.run(2, &["check", "t", "--", "cat"]);
    assert!(text.contains("custom_judge: x.py"), "{text}");
    assert!(text.contains("t/1.in has no answer; --against names a program that answers it"), "{text}");
    assert!(!text.contains("--problem"), "{text}");
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

#[test]
fn the_inputs_of_a_package_are_validated_by_its_own_validators() {
    let place = package(&[
        "problem.yaml:name: x\n",
        "input_validators/ones.py:import sys\nn = int(input())\nassert n <= int(sys.argv[1]), 'too large'\nsys.exit(42)\n",
        "input_validators/other.viva:x\n",
        "data/sample/testdata.yaml:input_validator_flags: '3'\n",
        "data/secret/testdata.yaml:input_validator_flags: '1'\n",
    ]);
    let text = place.run(1, &["validate", "p"]);
    for line in [
        "data/secret/2: AssertionError: too large (input_validators/ones.py)",
        "input_validators/other.viva validates no inputs",
        "2 inputs, 1 not valid by the package's own validators",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    place.write("p/data/secret/2.yaml", "input_validator_args: ['2']\n");
    place.run(0, &["validate", "p"]);
    place.write("p/data/secret/2.yaml", "input_validator_args: {two: ['1'], ones: ['2']}\n");
    place.run(0, &["validate", "p"]);
    place.write("p/data/secret/2.yaml", "input_validator_args: {ones: ['1']}\n");
    place.run(1, &["validate", "p"]);
}

#[test]
fn validators_behind_a_link_are_run_again_when_they_have_changed() {
    let place = package(&["problem.yaml:name: x\n", "submissions/accepted/a.sh:cat\n"]);
    let validator = |code: u32| {
        place.write("shared/dv/validate.py", "import words\nraise SystemExit(words.CODE)\n");
        place.write("shared/dv/words.py", &format!("CODE = {code}\n"));
    };
    std::fs::create_dir_all(place.path("p/input_validators")).unwrap();
    std::os::unix::fs::symlink("../../shared/dv", place.path("p/input_validators/dv")).unwrap();
    for (code, exit) in [(42, 0), (43, 1), (42, 0)] {
        validator(code);
        let text = place.run(exit, &["check", "p", "--submissions"]);
        assert_eq!(text.contains("the package's validators refuse 2 inputs"), exit == 1, "{text}");
        assert!(
            text.contains("input_validators/dv: a link to a folder, in which no tests are looked for"),
            "{text}"
        );
    }
}

/// As by `verifyproblem`, it is a warning, and the time of such a submission says nothing of the limit.
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
    let warning =
        "slow.sh: accepted with 30 of 60 points, not with all; its time does not set the time limit";
    let text = place.run(0, &["check", "p", "--submissions"]);
    assert!(text.contains(warning) && text.contains("2 of 2 submissions as expected"), "{text}");
    assert!(text.contains("s: accepted/right.sh takes") && !text.contains("slow.sh takes"), "{text}");
    std::fs::remove_file(place.path("p/submissions/accepted/right.sh")).unwrap();
    let text = place.run(0, &["check", "p", "--submissions"]);
    assert!(text.contains("the package states none, and no accepted submission gives one"), "{text}");
    let text = place.run(0, &["contest", "."]);
    assert!(text.contains("the full score of accepted/slow.sh (30 of 60)"), "{text}");
}

#[test]
fn a_package_with_samples_alone_is_warned_of() {
    let place = package(&["problem.yaml:name: x\n", "submissions/accepted/right.sh:cat\n"]);
    let warning = "note: no secret tests: the samples alone are checked";
    assert!(!place.run(0, &["check", "p", "--submissions"]).contains(warning));
    std::fs::remove_dir_all(place.path("p/data/secret")).unwrap();
    let text = place.run(0, &["check", "p", "--submissions"]);
    assert!(text.contains(warning), "{text}");
    let text = place.run(0, &["contest", "."]);
    assert!(text.contains("p: missing") && text.contains("secret tests"), "{text}");
}
