//! Locations of failures: no line about a wrong program is false on inputs that were not there when it was found.

use std::fs;

use nim_problems::PROBLEMS;
use serde_json::Value;

use crate::inputs::submissions::submissions;
use crate::place::Place;
use crate::whole;

/// The families of the new inputs, and their seed, which no test of a problem has.
const FAMILIES: [&str; 8] =
    ["small", "mixed", "zeros", "equal", "ascending", "descending", "powers-of-two", "many-tiny"];
const SEED: &str = "7001";
/// Most cases of a new input.
const CASES: &str = "cases=1..=200";

/// Returns the lines on a program: their kinds, and their conditions without numbers, which narrow as inputs are added.
fn lines(report: &Value) -> Vec<(String, String)> {
    let found = report["programs"][0]["where"].as_array().cloned().unwrap_or_default();
    let words = |condition: &str| {
        let (condition, _) = condition.split_once(" (nothing lies").unwrap_or((condition, ""));
        condition.replace(|letter: char| letter.is_ascii_digit(), "")
    };
    let text = |line: &Value, key: &str| line[key].as_str().unwrap_or_default().to_owned();
    found.iter().map(|line| (text(line, "kind"), words(&text(line, "condition")))).collect()
}

/// Returns the output of `check john` for a copy of a program without expectations.
fn printed(code: i32, program: &str) -> String {
    let place = Place::new(&[]);
    let source = fs::read_to_string(submissions("john").join(program)).unwrap();
    let name = program.rsplit('/').next().unwrap();
    place.write(name, &source);
    place.run(code, &["check", "john", name])
}

#[test]
fn failures_are_told_from_the_rest_by_numbers_of_the_input() {
    for (program, line) in [
        (
            "run_time_error/array_too_small.cpp",
            "array_too_small.cpp: ends by a signal in all 8 tests with 50 heaps or more; in none with up to 24\n",
        ),
        (
            "wrong_answer/nim_sum_is_one.cpp",
            "nim_sum_is_one.cpp: wrong exactly where the XOR of the heaps is above 1 (2619 of 6006 cases)\n",
        ),
    ] {
        let text = printed(1, program);
        assert!(text.contains(line), "{text}");
    }
    let text = printed(0, "accepted/int.cpp");
    assert!(!text.contains(" where "), "{text}");
}

#[test]
fn no_line_on_a_wrong_program_is_false_on_new_inputs() {
    if whole::is_skipped("lines on wrong programs, on new inputs") {
        return;
    }
    let programs = PROBLEMS.iter().flat_map(|problem| {
        let folder = submissions(problem.slug).join("wrong_answer");
        let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        files.into_iter().map(|file| (problem.slug, file))
    });
    for (slug, program) in programs {
        let place = Place::new(&[]);
        let source = fs::read_to_string(&program).unwrap();
        let program = program.file_name().unwrap().to_str().unwrap().to_owned();
        place.write(&program, &source);
        let own = lines(&place.report(1, &[slug, &program]));
        for family in FAMILIES {
            let make = |more: &[&str]| {
                let args = ["gen", slug, "--family", family, "--seed", SEED, "-o", family];
                place.toolkit(&[&args[..], more].concat()).output().unwrap().status.success()
            };
            // Not every problem has each family, or a number of cases.
            if !make(&["-p", CASES]) {
                make(&[]);
            }
        }
        let folders = FAMILIES.into_iter().filter(|family| place.path(family).is_dir());
        let args: Vec<&str> =
            [slug, "--problem", slug].into_iter().chain(folders).chain([program.as_str()]).collect();
        let with_new = lines(&place.report(1, &args));
        for line in own {
            assert!(
                with_new.contains(&line),
                "{program}: {line:?} of the tests, {with_new:?} with new inputs"
            );
        }
    }
}
