//! `toolkit stress`: planted mistakes are found and shrunk, right programs survive, and nothing is left behind.
//!
//! Programs are in Python or the shell, so that nothing has to be compiled; tests that need Python are left out without it.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::place::{Place, one};

/// Whether Python is installed; says so if not.
fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: python3 is not installed");
    }
    found
}

/// Reads the cases of `john`, and prints an answer for each.
const JOHN: &str = "import sys
numbers = list(map(int, sys.stdin.read().split()))
cases, at = numbers[0], 1
for case in range(cases):
    heaps = numbers[at + 1:at + 1 + numbers[at]]
    at += 1 + numbers[at]
    value = 0
    for heap in heaps:
        value ^= heap
    wins = value != 0 if max(heaps) > 1 else value == 0
";

/// The text of a search with a program in Python.
fn stress(place: &Place, problem: &str, program: &str, status: i32) -> String {
    place.write("program.py", program);
    place.run(status, &["stress", problem, "-j", "1", "--time", "60s", "--", "program.py"])
}

/// Expects an input that the search ends with.
#[track_caller]
fn check(problem: &str, program: &str, verdict: &str, input: &str) -> String {
    if !has_python() {
        return String::new();
    }
    let text = stress(&one(&[]), problem, program, 1);
    assert!(text.starts_with(&format!("{verdict} {problem}: ")), "{text}");
    let lines: String = input.lines().map(|line| format!("    {line}\n")).collect();
    assert!(text.contains(&format!("input:\n{lines}expected:\n")), "{text}");
    assert!(text.contains("\ndeterministic: failed in "), "{text}");
    assert!(text.contains("\nminimal, with "), "{text}");
    text
}

#[test]
fn wrong_ideas_shrink_to_one_case_of_few_heaps() {
    let program = format!("{JOHN}    print('John' if sum(heaps) != len(heaps) else 'Brother')\n");
    let text = check("john", &program, "WA", "1\n2\n0 1\n");
    if !text.is_empty() {
        assert!(text.contains("repeat: printf '1\\n2\\n0 1\\n' | program.py\n"), "{text}");
    }
}

#[test]
fn what_is_kept_between_cases_shrinks_to_two_cases() {
    let program = JOHN
        .replace("    value = 0\n", "")
        .replace("cases, at = numbers[0], 1\n", "cases, at = numbers[0], 1\nvalue = 0\n");
    check("john", &format!("{program}    print('John' if wins else 'Brother')\n"), "WA", "2\n1\n1\n1\n0\n");
}

#[test]
fn what_only_happens_near_a_bound_is_found() {
    let program = format!("{JOHN}    print('John' if wins != (max(heaps) > 4990) else 'Brother')\n");
    check("john", &program, "WA", "1\n1\n4991\n");
}

#[test]
fn crashes_and_hangs_shrink_as_well() {
    let crash = format!("{JOHN}    assert len(heaps) < 4\n    print('John' if wins else 'Brother')\n");
    check("john", &crash, "RTE", "1\n4\n0 0 0 0\n");
    let hang = format!("{JOHN}    while 3 in heaps: pass\n    print('John' if wins else 'Brother')\n");
    check("john", &hang, "TLE", "1\n1\n3\n");
}

#[test]
fn random_answers_are_called_so_and_not_shrunk() {
    if !has_python() {
        return;
    }
    let program =
        format!("import random\n{JOHN}    print('John' if wins or random.random() < 0.2 else 'Brother')\n");
    let text = stress(&one(&[]), "john", &program, 1);
    assert!(text.contains("\nnon-deterministic: failed in "), "{text}");
    assert!(text.contains("not shrunk by runs that are not stable"), "{text}");
}

#[test]
fn a_right_program_survives_and_the_size_is_printed() {
    let place = one(&[]);
    let text = place.run(0, &["stress", "john", "--time", "1s", "--", env!("CARGO_BIN_EXE_toolkit"), "john"]);
    assert!(text.starts_with("john: no counterexample\nright on every case with heaps ≤ "), "{text}");
}

#[test]
fn a_pair_is_written_and_programs_elsewhere_are_compared() {
    let place = one(&[]);
    let yaml = "name: Sums\nconstants:\n  a: 0..=9\n  b: 0..=9\ngrammar:\n  cases: one\n  case:\n    - line: [number a, number b]\nanswers: whole\n";
    place.write("sums/problem.yaml", yaml);
    place.write("right.sh", "read a b; echo $((a + b))\n");
    place.write("wrong.sh", "read a b; if [ $b -gt 4 ]; then b=4; fi; echo $((a + b))\n");
    let against = ["stress", "sums", "-o", "found", "--against", "sh right.sh", "--", "sh"];
    let text = place.run(1, &[&against[..], &["wrong.sh"]].concat());
    assert!(text.contains("input:\n    0 5\nexpected:\n    5\ngot:\n    4\n"), "{text}");
    let found = fs::read_dir(place.path("found")).unwrap();
    let mut files: Vec<_> = found.map(|file| file.unwrap().path()).collect();
    files.sort();
    let read: Vec<String> = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    assert_eq!(read, ["5\n", "0 5\n"], "{files:?}");
    // Every case was tried: the program is right.
    let text = place.run(0, &[&against[..], &["right.sh"]].concat());
    assert!(text.contains("right on every case within the bounds\n"), "{text}");
    let none = place.test(&["stress", "sums", "--", "sh", "right.sh"]);
    none.status(2).error("name a program that gives the right answers with --against").run();
}

#[test]
fn what_cannot_be_started_or_is_no_problem_is_an_error() {
    let place = one(&[]);
    place.test(&["stress", "john", "--", "./missing"]).status(5).error("missing").run();
    place.test(&["stress", "jon", "--", "true"]).status(2).error("did you mean john?").run();
    place.run(2, &["stress", "john"]);
}

#[test]
fn an_interruption_prints_what_there_is() {
    let place = one(&[]);
    let args = ["stress", "john", "--time", "60s", "--", env!("CARGO_BIN_EXE_toolkit"), "john"];
    let child = place.test(&args).start();
    thread::sleep(Duration::from_millis(700));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("john: interrupted without a counterexample\n"), "{text}");
}
