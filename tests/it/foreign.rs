//! Packages that this program has not written: what they hold becomes a folder that the other commands read, or is said.

use std::fs;
use std::io::Write;

use nim_package::FORMATS;

use crate::place::Place;

/// Adds two numbers.
const ADD: &str = "add:#!/bin/sh\nread a b\necho $((a + b))\n";
/// Does not, beyond 9.
const ADD_DIGITS: &str = "digits:#!/bin/sh\nread a b\necho $(((a + b) % 10))\n";
const GRAMMAR: &str = "constants: {a: 0..=100, b: 0..=100}\n\
    grammar: {cases: one, case: [{line: [number a, number b]}]}\nanswers: whole\n";

/// Imports the files below `package/`, and returns what was said; the folder is `own`.
#[track_caller]
fn import(files: &[&str]) -> (Place, String) {
    let files: Vec<String> = files.iter().map(|file| format!("package/{file}")).collect();
    let mut all: Vec<&str> = files.iter().map(String::as_str).collect();
    all.extend([ADD, ADD_DIGITS]);
    let place = Place::new(&all);
    let said = place.run(0, &["import", "package", "-o", "own"]);
    (place, said)
}

/// Checks that the imported folder is judged, validated, stressed and exported.
#[track_caller]
fn serves(place: &Place, tests: usize) {
    let all = format!("{tests} tests: {tests} accepted");
    let text = place.run(0, &["check", "own", "--", "./add"]);
    assert!(text.contains(&all), "{text}");
    for format in FORMATS {
        // Some formats compare no numbers.
        let args = ["export", "own", "--format", format.name, "-o", "exported.zip", "--force", "--lossy"];
        let said = place.run(0, &args);
        let text = place.run(0, &["check", "exported.zip", "--compare", "float:1e-6", "--", "./add"]);
        // The only sample of those with points.
        let own = tests - usize::from(said.contains("samples are left out: whatever fails one"));
        assert!(text.contains(&format!("{own} tests: {own} accepted")), "{}: {text}", format.name);
    }
    let mut yaml = fs::File::options().append(true).open(place.path("own/problem.yaml")).unwrap();
    yaml.write_all(GRAMMAR.as_bytes()).unwrap();
    place.run(0, &["validate", "own", "own/data"]);
    let text = place.run(1, &["stress", "own", "--against", "./add", "--time", "2s", "--", "./digits"]);
    assert!(text.contains("WA"), "{text}");
}

#[track_caller]
fn says(said: &str, notes: &[&str]) {
    for note in notes {
        assert!(said.contains(note), "{note} is not in {said}");
    }
}

#[test]
fn icpc_with_groups_languages_and_validators() {
    let (place, said) = import(&[
        "problem.yaml:problem_format_version: 2025-09\nname: {en: Two, sv: Addera}\nlimits: {time_limit: 1.5, code: 64}\n\
         credits: {authors: [Ann, {name: Bo}]}\nlanguages: [cpp]\n",
        "data/sample/1.in:1 2\n",
        "data/sample/1.ans:3\n",
        "data/sample/1.md:why\n",
        "data/secret/small/1.in:2 2\n",
        "data/secret/small/1.ans:4.0\n",
        "data/secret/small/test_group.yaml:scoring: {score: 20}\n",
        "data/test_group.yaml:output_validator_args: [float_tolerance, 1e-6]\n",
        "data/invalid_input/negative.in:-1 2\n",
        "statement/problem.en.tex:\\problemname{Two}\n",
        "statement/problem.sv.md:# Addera\n",
        "statement/picture.png:png\n",
        "input_validators/integers/validate.py:import sys\nsys.exit(42)\n",
        "submissions/wrong_answer/folder/main.py:print(2)\n",
        "solution/solution.en.md:Add.\n",
        "README.md:hello\n",
    ]);
    says(&said, &["README.md: was not recognised, and is kept as it is", "own: 2 tests"]);
    for file in
        ["input_validators/integers/validate.py", "data/invalid_input/negative.in", "statement/picture.png"]
    {
        assert!(place.path("own").join(file).exists(), "{file}");
    }
    let said = place.run(0, &["export", "own", "--format", "dmoj", "-o", "dmoj.zip"]);
    says(&said, &["statement/ has no place"]);
    place.run(0, &["import", "dmoj.zip", "-o", "again"]);
    let group = fs::read_to_string(place.path("again/data/test_group.yaml")).unwrap();
    says(&group, &["float_tolerance", "0.000001"]);
    let said = place.run(0, &["export", "own", "--format", "icpc-legacy", "-o", "legacy.zip"]);
    says(
        &said,
        &["data/secret/small/test_group.yaml has no place in this version", "solution/ has no place"],
    );
    serves(&place, 2);
}

#[test]
fn a_checker_that_is_lost_is_the_last_word() {
    let (_, said) = import(&["1.in:1\n", "1.out:1\n", "config.yaml:checker: chk.cc\n", "chk.cc:\n"]);
    let last = said.lines().last().unwrap();
    says(
        last,
        &[
            "warning: own may be judged differently than package: config.yaml: the setting \"checker: chk.cc\"",
        ],
    );
}

#[test]
fn legacy_with_a_validator_that_is_not_used() {
    let (place, said) = import(&[
        "problem.yaml:name: Two\nauthor: Ann, Bo\nsource: A contest\nvalidator_flags: float_tolerance 1e-6\n",
        "domjudge-problem.ini:timelimit = 2\ncolor='#ff0000'\n",
        "problem_statement/problem.tex:\\problemname{Two} Add.\n",
        "problem_statement/problem.de.tex:\\problemname{Zwei} Addiere.\n",
        "data/sample/1.in:1 2\n",
        "data/sample/1.ans:3.0\n",
        "data/secret/1-small/a.in:2 2\n",
        "data/secret/1-small/a.ans:4\n",
        "data/secret/1-small/testdata.yaml:accept_score: 20\n",
        "data/secret/b.in:7 2\n",
        "data/secret/b.ans:9\n",
        "output_validators/own/own.cpp:int main() {}\n",
        "input_format_validators/integers.py:import sys\nsys.exit(42)\n",
    ]);
    says(&said, &["output_validators/own/own.cpp: `validation` in problem.yaml is not custom"]);
    let yaml = fs::read_to_string(place.path("own/problem.yaml")).unwrap();
    says(&yaml, &["de: Zwei", "en: Two", "time_limit: 2.0", "credits: \"Ann, Bo\""]);
    assert!(place.path("own/input_validators/integers.py").exists());
    let said = place.run(0, &["export", "own", "--format", "icpc", "-o", "icpc.zip"]);
    says(&said, &["data/secret/1-small/testdata.yaml has no place in this version of the format"]);
    serves(&place, 3);

    let (place, said) = import(&[
        "problem.yaml:name: Guess\nvalidation: custom interactive\n",
        "data/secret/1.in:1 2\n",
        "data/secret/1.ans:3\n",
        "data/secret/2.in:4 5\n",
        "data/secret/2.ans:",
        "output_validators/own/own.cpp:int main() {}\n",
        "output_validators/own/own.h:\n",
    ]);
    assert!(!said.contains("not supported"), "{said}");
    let yaml = fs::read_to_string(place.path("own/problem.yaml")).unwrap();
    says(&yaml, &["type: interactive"]);
    place.run(0, &["export", "own", "--format", "icpc-legacy", "-o", "again/"]);
    let yaml = fs::read_to_string(place.path("again/own/problem.yaml")).unwrap();
    says(&yaml, &["type: pass-fail", "validation: custom interactive"]);
    assert!(place.path("again/own/output_validators/validate/own.h").exists());
    // An interactor needs no answer.
    assert!(place.path("again/own/data/secret/2.ans").exists());
}

#[test]
fn hydro_with_subtasks_and_a_checker() {
    let (place, said) = import(&[
        "problem.yaml:pid: P1000\nowner: 2\ntitle: 加法\ntag: [math]\nnSubmit: 3\n",
        "problem_zh.md:# 加法\n\n加。\n",
        "problem_en.md:# Two\n\nAdd.\n",
        "testdata/config.yaml:type: default\ntime: 1.5s\nmemory: 256mb\nchecker_type: testlib\nchecker: chk.cc\nsubtasks:\n\
         - {score: 30, cases: [{input: a1.in, output: a1.out}]}\n- {score: 70, cases: [{input: b1.in, output: b1.ans}]}\n\
         user_extra_files: [lib.h]\n",
        "testdata/a1.in:1 2\n",
        "testdata/a1.out:3\n",
        "testdata/b1.in:2 2\n",
        "testdata/b1.ans:4\n",
        "testdata/chk.cc:int main() {}\n",
        "testdata/lib.h:\n",
    ]);
    says(
        &said,
        &[
            "chk.cc: it is not called as output validators of the ICPC format",
            "lib.h: it is not compiled with programs here",
            "testdata/chk.cc: was not recognised, and is left out",
        ],
    );
    let yaml = fs::read_to_string(place.path("own/problem.yaml")).unwrap();
    says(&yaml, &["en: Two", "zh: \"加法\"", "time_limit: 1.5", "memory: 256", "- math"]);
    serves(&place, 2);
}

#[test]
fn luogu_with_scores_and_files_that_are_no_tests() {
    let (place, said) = import(&[
        "config.yml:a1.in: {timeLimit: 1000, memoryLimit: 131072, score: 30, subtaskId: 0}\n\
         a2.in: {timeLimit: 2000, score: 70, subtaskId: 2}\n",
        "a1.in:1 2\n",
        "a1.out:3\n",
        "a2.in:2 2\n",
        "a2.ans:4\n",
        "checker.cpp:int main() {}\n",
        "lonely.in:1 1\n",
    ]);
    says(
        &said,
        &[
            "timeLimit differs between tests",
            "checker.cpp: was not recognised",
            "lonely.in: was not recognised",
        ],
    );
    serves(&place, 2);
}

#[test]
fn formats_that_check_alone_knows() {
    let (place, said) = import(&[
        "data.yml:subtasks:\n- {score: 30, type: min, cases: [1]}\n- {score: 70, type: min, cases: [1, 2]}\n\
         inputFile: in#.txt\noutputFile: out#.txt\n",
        "in1.txt:1 2\n",
        "out1.txt:3\n",
        "in2.txt:2 2\n",
        "out2.txt:4\n",
        "std.cpp:int main() {}\n",
    ]);
    says(&said, &["data.yml: its tests, limits and scores are read", "std.cpp has no place"]);
    assert!(!place.path("own/data.yml").exists());
    // A test of two subtasks is in both.
    serves(&place, 3);

    let (place, said) = import(&[
        "problem.conf:n_tests 2\ninput_pre data\ninput_suf in\noutput_pre data\noutput_suf out\ntime_limit 2\nmemory_limit 128\n",
        "data1.in:1 2\n",
        "data1.out:3\n",
        "data2.in:2 2\n",
        "data2.out:4\n",
    ]);
    says(&said, &["problem.conf: its tests, limits and scores are read"]);
    let yaml = fs::read_to_string(place.path("own/problem.yaml")).unwrap();
    says(&yaml, &["time_limit: 2.0", "memory: 128"]);
    serves(&place, 2);
}

#[test]
fn dmoj_with_batches_pretests_and_tolerance() {
    let (place, said) = import(&[
        "init.yml:checker: {name: floats, args: {precision: 6}}\npoints: 5\nhints: [unicode]\nsymlinks: {a: b}\n\
         pretest_test_cases:\n- {in: p.in, out: p.out, points: 0}\ntest_cases:\n\
         - {batched: [{in: 1.in, out: 1.out}, {in: sub/2.in, out: sub/2.out}], points: 10}\n\
         - {in: 3.in, out: 3.out, points: 90}\n",
        "p.in:1 2\n",
        "p.out:3\n",
        "1.in:2 2\n",
        "1.out:4.0\n",
        "sub/2.in:5 5\n",
        "sub/2.out:10\n",
        "3.in:6 6\n",
        "3.out:12\n",
    ]);
    says(&said, &["the setting \"symlinks: {\"a\":\"b\"}\" is not supported", "the key \"hints\""]);
    assert!(place.path("own/data/sample/p.in").exists() && place.path("own/data/secret/1/sub-2.in").exists());
    serves(&place, 4);
}

/// Tests that an archive holds are found once, with their points; pairs that `init.yml` does not name are none.
#[test]
fn dmoj_with_its_tests_in_an_archive() {
    let place = Place::new(&[
        ADD,
        ADD_DIGITS,
        "package/init.yml:archive: data.zip\ntest_cases: [{in: 1.in, out: 1.out, points: 40}, {in: 2.in, out: 2.out, points: 60}]\n",
    ]);
    let mut zip = zip::ZipWriter::new(fs::File::create(place.path("package/data.zip")).unwrap());
    for (name, text) in [
        ("1.in", "2 2\n"),
        ("1.out", "4\n"),
        ("2.in", "5 5\n"),
        ("2.out", "10\n"),
        ("3.in", "1 1\n"),
        ("3.out", "7\n"),
    ] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    let text = place.run(0, &["check", "package", "--", "./add"]);
    says(&text, &["2 tests: 2 accepted", "3.in (not a test of its package)", "score: 100 of 100"]);
    let said = place.run(0, &["import", "package", "-o", "own"]);
    says(&said, &["own: 2 tests", "3.in: was not recognised, and is kept as it is"]);
    assert!(!said.contains("no points"), "{said}");
    assert!(place.run(1, &["check", "own", "--", "./digits"]).contains("score: 40 of 100"));
    serves(&place, 2);
}
