//! Unreadable files are not absent: no command succeeds with less than it was asked for, or with a default, and the error has the path. The
//! calls that fail are those of one kind with one file.

use std::fs;
use std::time::Duration;

use libc::{EIO, SYS_openat, SYS_readlink, SYS_statx, c_long};
use nim_testing::injection::{Fault, Traced, run};

use crate::place::Place;

/// The longest that a run may take.
const LONGEST: Duration = Duration::from_secs(30);

/// Runs a command whose calls with this part of a path fail.
fn traced(place: &Place, args: &[&str], call: c_long, part: &'static str) -> Traced {
    let traced =
        run(&mut place.toolkit(args), Some(Fault::Path { call, part, errno: EIO }), LONGEST).unwrap();
    assert!(traced.has_happened, "{args:?}: no call with {part}: {}{}", traced.stdout, traced.stderr);
    traced
}

/// Expects that a command fails by such calls, and names the file.
#[track_caller]
fn fails(place: &Place, args: &[&str], call: c_long, part: &'static str) {
    let Traced { code, stdout, stderr, .. } = traced(place, args, call, part);
    assert_eq!(code, 5, "{args:?}: {stdout}{stderr}");
    assert!(stderr.contains(part) && stderr.contains("Input/output error"), "{args:?}: {stderr}");
}

const GENERATORS: &str = "made/generators/generators.yaml";

fn rules(tests: &str) -> String {
    format!("data:\n  secret:\n    data:\n{tests}")
}

#[test]
fn a_test_that_is_named_by_its_file() {
    let place = Place::new(&["p:#!/bin/sh\ncat\n", "t/first.in:1\n", "t/first.ans:1\n"]);
    place.run(0, &["check", "t/first.in", "--", "./p"]);
    fails(&place, &["check", "t/first.in", "--", "./p"], SYS_readlink, "first.in");
}

#[test]
fn a_command_that_may_be_installed() {
    let place = Place::new(&["t/1.in:1\n", "t/1.ans:1\n", "own.py:print(input())\n"]);
    fails(&place, &["check", "t", "--", "own.py"], SYS_statx, "/python3");
}

#[test]
fn an_input_that_is_read_twice() {
    let place = Place::new(&["input.txt:1\n2\n1 1\n"]);
    fails(&place, &["explain", "john", "input.txt"], SYS_statx, "input.txt");
}

#[test]
fn a_manifest_beside_a_generator() {
    let place = Place::new(&[
        "q/problem.yaml:problem_format_version: 2025-09\nname: q\nuuid: 7d2c6cb9-6a5c-4ed5-8f4f-0a2cf5d4a113\n",
        "q/data/secret/1.in:1\n",
        "q/data/secret/1.ans:1\n",
        "p:#!/bin/sh\ncat\n",
        "g:#!/bin/sh\necho 1\n",
    ]);
    let args = ["stress", "q", "--gen", "./g", "--against", "./p", "--time", "1", "--", "./p"];
    fails(&place, &args, SYS_openat, "problem.yaml");
}

/// Files that no rule makes any more stay on the list of made files until they can be told from files that a user has written.
#[test]
fn a_file_that_was_made() {
    let place = Place::new(&[
        "made/problem.yaml:problem_format_version: 2025-09\nname: m\nuuid: 7d2c6cb9-6a5c-4ed5-8f4f-0a2cf5d4a114\n",
    ]);
    let (first, second) =
        ("      1: {in: \"1\\n\", ans: \"1\\n\"}\n", "      older: {in: \"2\\n\", ans: \"2\\n\"}\n");
    place.write(GENERATORS, &rules(&format!("{first}{second}")));
    place.run(0, &["gen", "made"]);
    let older = place.path("made/data/secret/older.in");
    assert_eq!(fs::read(&older).unwrap(), b"2\n");
    place.write(GENERATORS, &rules(first));
    fails(&place, &["gen", "made"], SYS_openat, "older.in");
    assert!(older.exists());
    place.run(0, &["gen", "made"]);
    assert!(!older.exists());
}
