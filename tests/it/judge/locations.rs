//! Locations of failures: no line about a wrong program is false on inputs that were not there when it was found.

use std::fs;
use std::path::Path;

use nim_problems::PROBLEMS;
use serde_json::Value;

use crate::inputs::submissions::submissions;
use crate::place::Place;
use crate::whole;

/// The families of the new inputs, and their seeds, which no test of a problem has.
const FAMILIES: [&str; 8] =
    ["small", "mixed", "zeros", "equal", "ascending", "descending", "powers-of-two", "many-tiny"];
const SEEDS: [&str; 2] = ["7001", "914"];
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

/// A program for `john` that is wrong where no heap is above 1, or where a further condition holds.
fn wrong_where(further: &str) -> String {
    format!(
        "#include <stdio.h>
        int main() {{
            int cases, heaps, heap;
            scanf(\"%d\", &cases);
            while (cases--) {{
                int nim_sum = 0, largest = 0, sum = 0;
                scanf(\"%d\", &heaps);
                while (heaps--) {{
                    scanf(\"%d\", &heap);
                    nim_sum ^= heap, sum += heap;
                    if (heap > largest) largest = heap;
                }}
                int wins = largest < 2 ? nim_sum == 0 : nim_sum != 0;
                puts(wins ^ (largest < 2 || {further}) ? \"John\" : \"Brother\");
            }}
        }}"
    )
}

#[test]
fn a_line_that_further_inputs_contradict_is_not_said() {
    let line = "wrong exactly where no heap is above 1 (";
    // No case of the tests has this sum, but some of the inputs by which lines are confirmed have.
    for (further, is_said) in [("0", true), ("sum == 45000", false)] {
        let place = Place::new(&[]);
        place.write("sol.c", &wrong_where(further));
        let text = place.run(1, &["check", "john", "sol.c"]);
        assert_eq!(text.contains(line), is_said, "{text}");
    }
}

#[test]
fn tests_of_a_folder_have_the_grammar_of_the_problem_beside_it() {
    let place = Place::new(&[]);
    place.write("sol.c", &wrong_where("0"));
    for number in 1..=3 {
        place.write(&format!("more/{number}.in"), "3\n1\n1\n2\n1 1\n2\n2 3\n");
        place.write(&format!("more/{number}.ans"), "Brother\nJohn\nJohn\n");
    }
    let text = place.run(1, &["check", "john", "more", "sol.c"]);
    assert!(text.contains("wrong exactly where no heap is above 1 ("), "{text}");
}

#[test]
fn tests_of_a_folder_have_the_answers_of_the_problem_beside_it() {
    let place = Place::new(&[]);
    let program = submissions("stones-all-moves").join("wrong_answer/sorted_heaps.cpp");
    place.write("sorted.cpp", &fs::read_to_string(program).unwrap());
    place.run(0, &["gen", "stones-all-moves", "--family", "small", "--seed", "7001", "-o", "more"]);
    let report = place.report(1, &["stones-all-moves", "more", "sorted.cpp"]);
    // Answers have a line for each winning move: without their problem, no case would be known.
    assert_eq!(lines(&report).len(), 1, "{report}");
}

#[test]
fn other_lines_than_answers_are_not_missing_ones() {
    let place = Place::new(&[]);
    let program = "t = int(input())\nfor case in range(t):\n    n = int(input())\n    input()\n    print('John' if case % 2 else n)\n";
    place.write("other.py", program);
    let text = place.run(1, &["check", "john", "other.py"]);
    assert!(!text.contains("too few answers"), "{text}");
}

#[test]
fn a_search_says_where_a_program_goes_wrong_on_its_inputs() {
    let place = Place::new(&[]);
    place.write("sol.c", &wrong_where("0"));
    let reference = submissions("john").join("accepted/int.cpp");
    place.write("ref.cpp", &fs::read_to_string(reference).unwrap());
    let text = place.run(1, &["stress", "john", "--against", "ref.cpp", "sol.c", "--time", "20s"]);
    let line = text.lines().find(|line| line.starts_with("where: on "));
    assert!(line.is_some_and(|line| line.contains("wrong exactly where no heap is above 1 (")), "{text}");
}

/// Makes new inputs of a problem; returns their folders.
fn new_inputs(place: &Place, slug: &str) -> Vec<String> {
    let make = |(family, seed): (&str, &str)| {
        let folder = format!("{family}-{seed}");
        let args = ["gen", slug, "--family", family, "--seed", seed, "-o", &folder];
        let is_made =
            |more: &[&str]| place.toolkit(&[&args[..], more].concat()).output().unwrap().status.success();
        // Not every problem has each family, or a number of cases.
        (is_made(&["-p", CASES]) || is_made(&[])).then_some(folder)
    };
    FAMILIES.into_iter().flat_map(|family| SEEDS.map(|seed| (family, seed))).filter_map(make).collect()
}

/// Checks that the lines on a wrong program hold on new inputs, too; returns how many there are.
fn check_on(place: &Place, slug: &str, new: &[String], program: &Path) -> usize {
    let source = fs::read_to_string(program).unwrap();
    let program = program.file_name().unwrap().to_str().unwrap();
    place.write(program, &source);
    let own = lines(&place.report(1, &[slug, program]));
    if own.is_empty() {
        return 0;
    }
    let folders = new.iter().map(String::as_str);
    let args: Vec<&str> = [slug, "--problem", slug].into_iter().chain(folders).chain([program]).collect();
    let with_new = lines(&place.report(1, &args));
    // Of several conditions that hold for all wrong cases and some others, another may say more of that many cases.
    for line in own.iter().filter(|(kind, _)| kind != "only") {
        assert!(with_new.contains(line), "{program}: {line:?} of the tests, {with_new:?} with new inputs");
    }
    own.len()
}

#[test]
fn no_line_on_a_wrong_program_is_false_on_new_inputs() {
    if whole::is_skipped("lines on wrong programs, on new inputs") {
        return;
    }
    let mut said = 0;
    for problem in PROBLEMS {
        let folder = submissions(problem.slug).join("wrong_answer");
        let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        let place = Place::new(&[]);
        let new = new_inputs(&place, problem.slug);
        said += files.iter().map(|file| check_on(&place, problem.slug, &new, file)).sum::<usize>();
    }
    assert!(said > 50, "{said} lines");
}
