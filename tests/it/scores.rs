//! Scores by the rules of packages: each fixture is worked out by hand.

use std::fs;

use serde_json::Value;

use crate::place::Place;

/// A package of so many tests `1.in`, `1.out`, …, and a program that is right on those of the names given.
fn package(files: &[&str], tests: &[&str]) -> Place {
    let place = Place::new(&[]);
    for file in files {
        let (name, content) = file.split_once(':').unwrap();
        place.write(&format!("t/{name}"), content);
    }
    for test in tests {
        let name = test.rsplit('/').next().unwrap();
        place.write(&format!("t/{test}.in"), &format!("{name}\n"));
        place.write(&format!("t/{test}.out"), &format!("{name}\n"));
    }
    place
}

/// The program's part of the report when it is right on the tests `right`.
fn scored(place: &Place, right: &str, more: &[&str]) -> Value {
    let program =
        format!("#!/bin/sh\nread x\ncase \" {right} \" in *\" $x \"*) echo $x;; *) echo no;; esac\n");
    place.write("program", &program);
    let mut args = vec!["check", "t", "--report", "json=r.json"];
    args.extend(more);
    args.extend(["--", "./program"]);
    let output = place.toolkit(&args).output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    let report: Value = serde_json::from_slice(&fs::read(place.path("r.json")).unwrap()).unwrap();
    report["programs"][0].clone()
}

/// Whether a package has this score, of so many points, and its subtasks theirs.
#[track_caller]
fn check(place: &Place, right: &str, more: &[&str], (score, points): (f64, f64), subtasks: &[f64]) {
    let program = scored(place, right, more);
    let own = |value: &Value| value["score"].as_f64();
    let found: Vec<Option<f64>> = program["subtasks"].as_array().into_iter().flatten().map(own).collect();
    assert_eq!(found, subtasks.iter().copied().map(Some).collect::<Vec<_>>(), "{program:#}");
    assert_eq!((own(&program), program["points"].as_f64()), (Some(score), Some(points)), "{program:#}");
}

#[test]
fn luogu_adds_tests_and_takes_the_least_of_a_subtask() {
    let config = "config.yml:1.in: {score: 10}\n2.in: {score: 20}\n3.in: {score: 30, subtaskId: 1}\n4.in: {score: 40, subtaskId: 1}\n5.in: {score: 40, subtaskId: 2}\n";
    let place = package(&[config], &["1", "2", "3", "4", "5"]);
    check(&place, "1 2 3 4 5", &[], (100.0, 100.0), &[30.0, 40.0]);
    check(&place, "1 3 5", &[], (50.0, 100.0), &[0.0, 40.0]);
    check(&place, "1 3 5", &["--score", "sum"], (80.0, 140.0), &[30.0, 40.0]);
    // Without points, the tests share 100: 33, 33 and 34.
    let place = package(&["config.yml:1.in: {timeLimit: 1000}\n"], &["1", "2", "3"]);
    check(&place, "1 3", &[], (67.0, 100.0), &[]);
}

#[test]
fn hydro_has_types_and_conditions() {
    let config = "config.yaml:subtasks:\n\
        - {id: 1, score: 20, type: min, cases: [{input: 1.in, output: 1.out}, {input: 2.in, output: 2.out}]}\n\
        - {id: 2, score: 31, type: sum, cases: [{input: 3.in, output: 3.out}, {input: 4.in, output: 4.out}]}\n\
        - {id: 3, type: max, if: [1], cases: [{input: 5.in, output: 5.out}, {input: 6.in, output: 6.out}]}\n";
    let place = package(&[config], &["1", "2", "3", "4", "5", "6"]);
    // 31 points are 15 and 16; the third subtask has what is left of 100, and needs the first.
    check(&place, "1 2 3 4 5 6", &[], (100.0, 100.0), &[20.0, 31.0, 49.0]);
    check(&place, "1 2 4 6", &[], (85.0, 100.0), &[20.0, 16.0, 49.0]);
    check(&place, "1 3 5 6", &[], (15.0, 100.0), &[0.0, 15.0, 0.0]);
    let text = scored(&place, "1", &[])["subtasks"][2]["message"].to_string();
    assert!(text.contains("depends on 1"), "{text}");
    // Subtasks by the names of files alone: two shares of 50 points, the least of each.
    let place = package(&["config.yaml:time: 1s\n"], &["a1-1", "a1-2", "a2-1"]);
    check(&place, "a1-1 a2-1", &[], (50.0, 100.0), &[0.0, 50.0]);
}

#[test]
fn syzoj_adds_takes_the_least_or_multiplies() {
    let data = "data.yml:inputFile: '#.in'\noutputFile: '#.out'\nsubtasks:\n\
        - {score: 30, type: sum, cases: [1, 2, 3]}\n- {score: 30, type: min, cases: [4, 5]}\n- {score: 40, type: mul, cases: [6, 7]}\n";
    let place = package(&[data], &["1", "2", "3", "4", "5", "6", "7"]);
    check(&place, "1 2 3 4 5 6 7", &[], (100.0, 100.0), &[30.0, 30.0, 40.0]);
    check(&place, "1 2 4 6 7", &[], (60.0, 100.0), &[20.0, 0.0, 40.0]);
    check(&place, "1 4 5 6", &[], (40.0, 100.0), &[10.0, 30.0, 0.0]);
    check(&place, "1 4 6", &["--score", "sum"], (45.0, 100.0), &[10.0, 15.0, 20.0]);
    check(&place, "1 2 3 4 6", &["--score", "min"], (30.0, 100.0), &[30.0, 0.0, 0.0]);
}

#[test]
fn uoj_rounds_down_and_takes_points_away() {
    let names = "input_pre \ninput_suf in\noutput_pre \noutput_suf out\n";
    let conf = format!("problem.conf:n_tests 3\n{names}point_score_2 40\n");
    let place = package(&[&conf], &["1", "2", "3"]);
    check(&place, "1 2 3", &[], (106.0, 106.0), &[]);
    check(&place, "1 2", &[], (73.0, 106.0), &[]);
    // An extra test that fails costs 3 points, once, and only when everything else is right.
    let conf = format!("problem.conf:n_tests 2\nn_ex_tests 2\n{names}");
    let place = package(&[&conf], &["1", "2", "ex_1", "ex_2"]);
    check(&place, "1 2 ex_1 ex_2", &[], (100.0, 100.0), &[100.0, 0.0]);
    check(&place, "1 2", &[], (97.0, 100.0), &[100.0, -3.0]);
    check(&place, "1 ex_1", &[], (50.0, 100.0), &[50.0, 0.0]);
    let conf = format!(
        "problem.conf:n_tests 5\n{names}n_subtasks 3\nsubtask_end_1 2\nsubtask_end_2 3\nsubtask_end_3 5\nsubtask_score_3 40\n\
         subtask_type_2 min\nsubtask_dependence_3 many\nsubtask_dependence_3_1 1\nsubtask_dependence_3_2 2\n"
    );
    let place = package(&[&conf], &["1", "2", "3", "4", "5"]);
    check(&place, "1 2 3 4 5", &[], (106.0, 106.0), &[33.0, 33.0, 40.0]);
    check(&place, "1 2 4 5", &[], (33.0, 106.0), &[33.0, 0.0, 0.0]);
    check(&place, "1 3 4 5", &[], (33.0, 106.0), &[0.0, 33.0, 0.0]);
}

/// UOJ reads the points of a checker as a part of the test's.
#[test]
fn checkers_of_uoj_give_a_part() {
    let conf = "problem.conf:n_tests 2\ninput_pre \ninput_suf in\noutput_pre \noutput_suf out\nuse_builtin_judger on\n";
    let checker = "chk.cpp:#include <cstdio>\nint main() { fputs(\"points 0.5\", stderr); return 7; }\n";
    check(&package(&[conf, checker], &["1", "2"]), "1", &[], (50.0, 100.0), &[]);
}

#[test]
fn dmoj_has_batches_that_depend_on_others() {
    let init = "init.yml:test_cases:\n- {in: 1.in, out: 1.out, points: 5}\n\
        - {points: 15, batched: [{in: 2.in, out: 2.out}, {in: 3.in, out: 3.out}]}\n\
        - {points: 30, dependencies: [1], batched: [{in: 4.in, out: 4.out}]}\n";
    let place = package(&[init], &["1", "2", "3", "4"]);
    check(&place, "1 2 3 4", &[], (50.0, 50.0), &[15.0, 30.0]);
    check(&place, "1 2 4", &[], (5.0, 50.0), &[0.0, 0.0]);
    check(&place, "2 3", &[], (15.0, 50.0), &[15.0, 0.0]);
}

#[test]
fn a_test_counts_in_each_subtask_that_lists_it() {
    let tests = ["1", "2", "3"];
    let data = "data.yml:inputFile: '#.in'\noutputFile: '#.out'\nsubtasks:\n\
        - {score: 20, type: min, cases: [1]}\n- {score: 50, type: min, cases: [1, 2]}\n- {score: 30, type: sum, cases: [3, 1]}\n";
    let init = "init.yml:test_cases:\n- {points: 20, batched: [{in: 1.in, out: 1.out}]}\n\
        - {points: 50, batched: [{in: 1.in, out: 1.out}, {in: 2.in, out: 2.out}]}\n\
        - {points: 15, batched: [{in: 3.in, out: 3.out}]}\n- {in: 1.in, out: 1.out, points: 15}\n";
    let config = "config.yaml:subtasks:\n- {score: 20, cases: [{input: 1.in, output: 1.out}]}\n\
        - {score: 50, cases: [{input: 1.in, output: 1.out}, {input: 2.in, output: 2.out}]}\n\
        - {score: 30, type: sum, cases: [{input: 3.in, output: 3.out}, {input: 1.in, output: 1.out}]}\n";
    for (file, last) in [(data, 15.0), (init, 15.0), (config, 15.0)] {
        let place = package(&[file], &tests);
        let whole = if file == init { 15.0 } else { 30.0 };
        check(&place, "1 2 3", &[], (100.0, 100.0), &[20.0, 50.0, whole]);
        check(&place, "2 3", &[], (last, 100.0), &[0.0, 0.0, last]);
    }
    // CMS' groups by names may have tests in common.
    let place = cms("score_type: GroupMin\nscore_type_parameters: [[30, '00[01]'], [70, '00[0-4]']]\n", &[]);
    check(&place, "0 1 2 3 4", &[], (100.0, 100.0), &[30.0, 70.0]);
    check(&place, "1 2 3 4", &[], (0.0, 100.0), &[0.0, 0.0]);
    check(&place, "0 1 2 3", &[], (30.0, 100.0), &[30.0, 0.0]);
    // The pretests of DMOJ are often some of the tests.
    let init = "init.yml:pretest_test_cases: [{in: 1.in, out: 1.out, points: 40}]\n\
        test_cases: [{in: 1.in, out: 1.out, points: 40}, {in: 2.in, out: 2.out, points: 60}]\n";
    let place = package(&[init], &["1", "2"]);
    check(&place, "1 2", &[], (100.0, 100.0), &[]);
    check(&place, "2", &[], (60.0, 100.0), &[]);
}

#[test]
fn a_part_of_the_tests_that_a_configuration_names_has_no_score() {
    let data = "data.yml:inputFile: '#.in'\noutputFile: '#.out'\nsubtasks: [{score: 50, cases: [1]}, {score: 50, cases: [2, 3]}]\n";
    let place = package(&[data], &["1", "2"]);
    place.write("program", "#!/bin/sh\ncat\n");
    let why = "a file of the configured tests is missing: 3.in";
    let said = place.run(5, &["check", "t", "--", "./program"]);
    assert!(said.contains(&format!("error: {why}")) && !said.contains("score"), "{said}");
    let said = place.run(0, &["check", "t", "--dry-run", "--", "./program"]);
    assert!(said.contains(&format!("note: {why}")), "{said}");
    // With the program that answers, an input needs no answer.
    place.write("t/3.in", "3\n");
    place.run(5, &["check", "t", "--", "./program"]);
    place.run(0, &["check", "t", "--against", "./program", "--", "./program"]);
    // Without any of its tests, too.
    for file in ["1.in", "2.in", "3.in"] {
        fs::remove_file(place.path("t").join(file)).unwrap();
    }
    let said = place.run(5, &["check", "t", "--", "./program"]);
    let why = "3 files of the configured tests are missing: 1.in, 2.in, 3.in";
    assert!(said.contains(&format!("error: {why}")), "{said}");
}

#[test]
fn polygon_has_groups_with_policies() {
    let tests = "<test points='10' group='a'/><test points='20' group='a'/><test points='30' group='b'/><test points='40' group='b'/>";
    let xml = format!(
        "problem.xml:<problem><judging><testset name='tests'><test-count>4</test-count>\
         <input-path-pattern>%d.in</input-path-pattern><answer-path-pattern>%d.out</answer-path-pattern><tests>{tests}</tests>\
         <groups><group name='a' points-policy='each-test'/><group name='b' points-policy='complete-group'>\
         <dependencies><dependency group='a'/></dependencies></group></groups></testset></judging></problem>"
    );
    let place = package(&[&xml], &["1", "2", "3", "4"]);
    check(&place, "1 2 3 4", &[], (100.0, 100.0), &[30.0, 70.0]);
    check(&place, "1 2 3", &[], (30.0, 100.0), &[30.0, 0.0]);
    check(&place, "2 3 4", &[], (20.0, 100.0), &[20.0, 0.0]);
}

/// A package of CMS with five tests, of which `read` is the text of `task.yaml`.
fn cms(read: &str, more: &[&str]) -> Place {
    let task = format!("task.yaml:infile: ''\noutfile: ''\n{read}");
    let mut files = vec![task.as_str()];
    files.extend(more);
    let place = package(&files, &[]);
    for test in 0..5 {
        place.write(&format!("t/input/input{test}.txt"), &format!("{test}\n"));
        place.write(&format!("t/output/output{test}.txt"), &format!("{test}\n"));
    }
    place
}

#[test]
fn cms_has_groups_by_count_and_by_name() {
    check(&cms("name: x\n", &[]), "0 1", &[], (40.0, 100.0), &[]);
    check(&cms("total_value: 200\n", &[]), "0 1", &[], (80.0, 200.0), &[]);
    check(&cms("score_type: Sum\nscore_type_parameters: 7\n", &[]), "0 1", &[], (14.0, 35.0), &[]);
    let place = cms("score_type: GroupMin\nscore_type_parameters: [[30, 2], [70, 3]]\n", &[]);
    check(&place, "0 1 2 3", &[], (30.0, 100.0), &[30.0, 0.0]);
    check(&place, "1 2 3 4", &[], (70.0, 100.0), &[0.0, 70.0]);
    let place =
        cms("score_type: GroupMul\nscore_type_parameters: [[40, '00[01]'], [60, 'input[2-4]']]\n", &[]);
    check(&place, "2 3 4", &[], (60.0, 100.0), &[0.0, 60.0]);
    let place = cms("score_type: GroupThreshold\nscore_type_parameters: [[100, 5, 1.0]]\n", &[]);
    check(&place, "0 1 2 3 4", &[], (100.0, 100.0), &[100.0]);
    let generated = "gen/GEN:#ST: 20\n1 2\n#COPY: a\n# a comment\n\n#ST: 80\n3\n4\n5\n";
    check(&cms("total_value: 200\n", &[generated]), "0 1 3 4", &[], (20.0, 100.0), &[20.0, 0.0]);
}

/// The setting is the reason why nothing can be judged, whatever else is missing.
#[test]
fn a_task_for_outputs_alone_is_refused_first() {
    let place = cms("output_only: true\n", &["sol/sol.txt:1\n"]);
    let reason = "task.yaml: the setting \"output_only: true\" is not supported";
    let is_first = |exit, args: &[&str]| {
        let text = place.run(exit, args);
        let error = text.split_once("error: ").unwrap().1;
        assert!(
            error.starts_with(reason) || error.starts_with(&format!("cannot import t: {reason}")),
            "{text}"
        );
    };
    is_first(5, &["check", "t", "--", "cat"]);
    is_first(5, &["check", "t", "--submissions"]);
    fs::remove_dir_all(place.path("t/input")).unwrap();
    is_first(4, &["check", "t", "--", "cat"]);
    is_first(5, &["import", "t"]);
}

#[test]
fn cms_has_checkers_in_two_places() {
    // An output is half right where it is not the answer.
    let python =
        "import sys\na, b = (open(name).read() for name in sys.argv[2:])\nprint(1.0 if a == b else 0.5)\n";
    for name in ["check/checker.py", "cor/correttore.py"] {
        // The program beside the source code may be of another machine.
        let program = name.trim_end_matches(".py");
        let place = cms("name: x\n", &[&format!("{name}:{python}"), &format!("{program}:x")]);
        check(&place, "0 1 2 3 4", &[], (100.0, 100.0), &[]);
        check(&place, "0 1", &[], (70.0, 100.0), &[]);
    }
    let place = cms("name: x\n", &["check/checker.pas:"]);
    let text = place.run(5, &["check", "t", "--", "cat"]);
    assert!(text.contains("check/checker.pas") && text.contains("--checker"), "{text}");
}

/// An ICPC package with these settings; the tests are `sample/0`, `secret/a/1`, `a/2`, `b/3` and `b/4`.
fn icpc(files: &[&str]) -> Place {
    let place = package(files, &[]);
    for test in ["sample/0", "secret/a/1", "secret/a/2", "secret/b/3", "secret/b/4"] {
        let name = &test[test.len() - 1..];
        place.write(&format!("t/data/{test}.in"), &format!("{name}\n"));
        place.write(&format!("t/data/{test}.ans"), &format!("{name}\n"));
    }
    place
}

#[test]
fn icpc_groups_pass_add_or_take_the_least() {
    let problem = "problem.yaml:problem_format_version: 2025-09\ntype: scoring\nname: x\nuuid: y\n";
    let place = icpc(&[
        problem,
        "data/secret/a/test_group.yaml:max_score: 30\nrequire_pass: sample\n",
        "data/secret/b/test_group.yaml:max_score: 70\nscore_aggregation: sum\nrequire_pass: [secret/a]\n",
    ]);
    check(&place, "0 1 2 3 4", &[], (100.0, 100.0), &[0.0, 100.0, 30.0, 70.0]);
    check(&place, "0 1 2 4", &[], (65.0, 100.0), &[0.0, 65.0, 30.0, 35.0]);
    check(&place, "0 1 3 4", &[], (0.0, 100.0), &[0.0, 0.0, 0.0, 0.0]);
    check(&place, "1 2 3 4", &[], (0.0, 100.0), &[0.0, 0.0, 0.0, 0.0]);
    // Without `type: scoring`, there are no points.
    let place = icpc(&["problem.yaml:name: x\n"]);
    assert!(scored(&place, "0", &[])["points"].is_null());
}

#[test]
fn legacy_groups_have_flags_of_the_grader() {
    let place = icpc(&[
        "problem.yaml:name: x\ntype: scoring\n",
        "data/testdata.yaml:on_reject: continue\ngrader_flags: always_accept ignore_sample\nrange: 0 100\n",
        "data/secret/testdata.yaml:grader_flags: always_accept\n",
        "data/secret/a/testdata.yaml:on_reject: break\ngrader_flags: min\naccept_score: 40\nrange: 0 40\n",
        "data/secret/b/testdata.yaml:grader_flags: always_accept sum\naccept_score: 30\nrange: 0 60\n",
    ]);
    check(&place, "0 1 2 3 4", &[], (100.0, 100.0), &[0.0, 100.0, 40.0, 60.0]);
    check(&place, "1 2 4", &[], (70.0, 100.0), &[0.0, 70.0, 40.0, 30.0]);
    check(&place, "0 1 3", &[], (30.0, 100.0), &[0.0, 30.0, 0.0, 30.0]);
}

#[test]
fn legacy_groups_may_be_accepted_with_rejected_tests() {
    // The tests of `sample` do not count, and one group of `secret` is enough for the whole.
    let any = [
        "problem.yaml:name: x\ntype: scoring\n",
        "data/testdata.yaml:on_reject: continue\ngrader_flags: ignore_sample\nrange: 0 100\n",
        "data/secret/testdata.yaml:grader_flags: first_error accept_if_any_accepted\n",
        "data/secret/a/testdata.yaml:on_reject: break\ngrader_flags: min\naccept_score: 40\n",
        "data/secret/b/testdata.yaml:on_reject: break\ngrader_flags: min\naccept_score: 60\n",
    ];
    let place = icpc(&any);
    check(&place, "1 2 3", &[], (40.0, 100.0), &[0.0, 40.0, 40.0, 0.0]);
    check(&place, "0 3 4", &[], (60.0, 100.0), &[0.0, 60.0, 0.0, 60.0]);
    check(&place, "0 1 3", &[], (0.0, 100.0), &[0.0, 0.0, 0.0, 0.0]);
    // So is a group that is always accepted, whatever its tests are.
    let always = "data/secret/testdata.yaml:grader_flags: always_accept\n";
    let place = icpc(&[any[0], any[1], always, any[3], any[4]]);
    check(&place, "3 4", &[], (60.0, 100.0), &[0.0, 60.0, 0.0, 60.0]);
    check(&place, "0 1 3", &[], (0.0, 100.0), &[0.0, 0.0, 0.0, 0.0]);
}

#[test]
fn folders_without_points_have_a_score_on_request() {
    let place = package(&[], &["a/1", "a/2", "b/3", "4"]);
    assert!(scored(&place, "1", &[])["points"].is_null());
    check(&place, "1 2 4", &["--score", "min"], (66.666667, 100.0), &[33.333333, 0.0]);
    check(&place, "1 2 4", &["--score", "sum"], (75.0, 100.0), &[]);
}

#[test]
fn checkers_give_parts_of_the_points() {
    let place = package(&["config.yml:1.in: {score: 60}\n2.in: {score: 40}\n"], &["1", "2"]);
    for (style, script, score) in [
        ("testlib", "echo points 15 >&2; exit 7", 30.0),
        ("testlib", "echo points points_info=50 >&2; exit 7", 90.0),
        ("lemon", "echo 25 > $5", 25.0),
        ("cms", "echo 0.25", 25.0),
        ("kattis", "echo 12.5 > $3/score.txt; exit 42", 25.0),
        ("kattis", "echo 0.5 > $3/score_multiplier.txt; exit 42", 50.0),
        ("kattis", "echo 12 > $3/score.txt; exit 43", 0.0),
    ] {
        let checker = format!("sh -c '{script}' c");
        let more = ["--checker", &checker, "--checker-style", style];
        check(&place, "", &more, (score, 100.0), &[]);
    }
}

#[test]
fn the_table_is_shown_and_in_every_report() {
    let data = "data.yml:inputFile: '#.in'\noutputFile: '#.out'\nsubtasks:\n\
        - {score: 30, type: sum, cases: [1, 2, 3]}\n- {score: 70, type: min, cases: [4]}\n";
    let place = package(&[data], &["1", "2", "3", "4"]);
    scored(&place, "1 2 4", &[]);
    let reports = [
        "check",
        "t",
        "--report",
        "junit=r.xml",
        "--report",
        "md=r.md",
        "--report",
        "html=r.html",
        "--",
        "./program",
    ];
    let text = place.run(1, &reports);
    for line in [
        "1        20 of 30  WA       2 of 3 accepted",
        "2        70 of 70  AC       1 of 1 accepted",
        "score: 90 of 100",
    ] {
        assert!(text.contains(line), "{text}");
    }
    for (file, words) in [
        ("r.xml", r#"<property name="score" value="90"/>"#),
        ("r.md", "| 1 | 20 of 30 | WA | 2 of 3 |"),
        ("r.html", "Score of program: 90 of 100"),
    ] {
        let report = fs::read_to_string(place.path(file)).unwrap();
        assert!(report.contains(words), "{file}: {report}");
    }
    // A part of the tests has no score; merged, the parts have one.
    let part = place.run(0, &["check", "t", "--filter", "^[14]", "--", "./program"]);
    assert!(!part.contains("score: 9") && part.contains("not all tests run, of 100"), "{part}");
    for shard in ["1/2", "2/2"] {
        let json = format!("json=s{}.json", &shard[..1]);
        let args = ["check", "t", "--shard", shard, "--report", &json, "--", "./program"];
        let part = place.toolkit(&args).output().unwrap();
        assert!(String::from_utf8_lossy(&part.stdout).contains("not all tests run, of 100"));
    }
    let text = place.run(1, &["merge", "s1.json", "s2.json"]);
    assert!(text.contains("score: 90 of 100"), "{text}");
    // Exit codes are about verdicts.
    let text = place.run(1, &["check", "t", "--fail-fast", "--jobs", "1", "--", "false"]);
    assert!(text.contains("not all tests run"), "{text}");
}
