//! Warnings that the judges' own tools also give about a package.

use crate::place::Place;

/// Returns a package that prints its input, with a validator that takes digits.
fn package(files: &[&str]) -> Place {
    let place = Place::new(&[
        "p/problem.yaml:problem_format_version: 2025-09\nname: p\nuuid: u\nlimits: {time_limit: 60}\n",
        "p/input_validators/digits.py:import re, sys\nsys.exit(42 if re.fullmatch(b'[1-9]\\n', sys.stdin.buffer.read()) else 43)\n",
        "p/submissions/accepted/cat.sh:cat\n",
        "p/data/sample/1.in:1\n",
        "p/data/sample/1.ans:1\n",
        "p/data/secret/2.in:2\n",
        "p/data/secret/2.ans:2\n",
    ]);
    for file in files {
        let (name, content) = file.split_once(':').unwrap();
        place.write(&format!("p/{name}"), content);
    }
    place
}

/// Expects this of the check of its submissions, and of the contest around it.
#[track_caller]
fn warns(place: &Place, warning: &str) {
    let warning = format!("warning: {warning}\n");
    for args in [&["check", "p", "--submissions"][..], &["contest", "."]] {
        let text = place.run(0, args);
        assert!(text.contains(&warning), "{args:?}: {text}");
    }
}

#[test]
fn a_package_without_faults_has_no_warnings() {
    let place = package(&["data/invalid_input/a.in:x\n"]);
    let text = place.run(0, &["check", "p", "--submissions"]);
    assert!(!text.contains("warning"), "{text}");
    place.run(0, &["validate", "p"]);
}

#[test]
fn equal_inputs_and_old_names_are_warned_of() {
    let place = package(&[
        "data/secret/3.in:2\n",
        "data/secret/3.ans:2\n",
        "data/secret/4.in:1\n",
        "data/secret/4.ans:1\n",
        "data/secret/5.in:5\n",
        "data/secret/5.ans:5\n",
        "problem_statement/problem.en.tex:x\n",
    ]);
    warns(&place, "the same input: data/sample/1, data/secret/4");
    warns(&place, "the same input: data/secret/2, data/secret/3");
    warns(&place, "problem_statement is an old name: statement has replaced it");
}

#[test]
fn validators_that_accept_junk_are_warned_of() {
    let place = package(&[
        "data/invalid_input/a.in:x\n",
        "data/invalid_input/below/b.in:7\n",
        "data/invalid_output/c.in:7\n",
        "data/invalid_output/c.ans:7\n",
        "data/invalid_output/c.out: 7\n",
        "answer_validators/digits.py:import sys\nn = open(sys.argv[1]).read()\nsys.exit(42 if sys.stdin.read() == n else 43)\n",
        "data/invalid_answer/f.in:7\n",
        "data/invalid_answer/f.ans:8\n",
        "data/invalid_answer/g.in:7\n",
        "data/invalid_answer/g.ans:7\n",
        "data/valid_output/d.in:7\n",
        "data/valid_output/d.ans:7\n",
        "data/valid_output/d.out:8\n",
        "data/valid_output/e.in:7\n",
        "data/valid_output/e.ans:7\n",
        "data/valid_output/e.out:7\n",
    ]);
    warns(&place, "the input validators accept data/invalid_input/below/b.in");
    warns(&place, "data/invalid_output/c.out is to be refused, and gets AC");
    warns(&place, "data/invalid_answer/g.ans is to be refused, and gets AC");
    warns(&place, "data/valid_output/d.out is to be accepted, and gets WA");
    let text = place.run(0, &["check", "p", "--submissions"]);
    assert_eq!(text.matches("warning").count(), 4, "{text}");
    let text = place.run(1, &["validate", "p"]);
    assert!(text.contains("the input validators accept data/invalid_input/below/b.in"), "{text}");
}

#[test]
fn an_accepted_program_near_the_limit_is_warned_of() {
    // The program looks at its own CPU time, so that a busy machine makes it no slower.
    let slow = "submissions/accepted/slow.py:import time\nn = input()\nwhile time.process_time() < 0.3: pass\nprint(n)\n";
    let place = package(&[slow]);
    let text = place.run(0, &["check", "p", "--submissions"]);
    assert!(!text.contains("warning"), "{text}");
    let text = place.run(0, &["check", "p", "--submissions", "--time-limit", "500ms"]);
    assert!(
        text.contains("accepted/slow.py takes") && text.contains("more than half of the time limit"),
        "{text}"
    );
}
