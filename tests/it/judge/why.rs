//! `--why`: the shape by which the time or the memory of a program grows, of programs whose growth is known.

use crate::judge::sources::has;
use crate::place::Place;

/// A problem whose inputs are a count and as many numbers.
const SIZES: &str = "name: sizes
constants: {n: 1..=100000, a: 0..=1000}
grammar: {cases: one, case: [{line: [number n]}, {line: [list a n]}]}
answers: line
";

/// A folder with this problem, and a test on which the programs below exceed a limit.
fn sizes() -> Place {
    let place = Place::new(&["sizes/data/secret/1.in:100000\n", "sizes/data/secret/1.ans:1\n"]);
    place.write("sizes/problem.yaml", SIZES);
    place
}

/// Returns the explanation of a program in C with these statements; in them, `n` is the number and `step` takes a little time.
fn said(statements: &str, limit: &str) -> String {
    let place = sizes();
    let head = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nvolatile long steps;\n";
    let step = "static void step(void) { steps++; }\n";
    let tree = "static void tree(long n) { step(); if (n > 0) { tree(n - 1); tree(n - 1); } }\n";
    let main = "int main(void) { long n, i, j, k; scanf(\"%ld\", &n);\n";
    place.write(
        "sol.c",
        &format!(
            "{head}{step}{tree}{main}{statements}\nputs(\"1\"); return tree == 0 || i + j + k == 1; }}\n"
        ),
    );
    let args = ["check", "sizes", "sol.c", "--wall-limit", "60s", "--time-limit", limit];
    let without = place.run(1, &args);
    assert!(!without.contains(" grows "), "{without}");
    let text = place.run(1, &[&args[..], &["--why"]].concat());
    text.lines().find(|line| line.contains(" grows ")).unwrap_or_default().to_owned()
}

/// Expects growth of the time of these statements.
#[track_caller]
fn check(statements: &str, expect: &str) {
    if !has("gcc") {
        return;
    }
    let said = said(statements, "50ms");
    let is_as_expected =
        if expect.is_empty() { said.is_empty() } else { said.starts_with(&format!("sol.c: {expect}: ")) };
    assert!(is_as_expected, "{statements}: {said:?}");
}

#[test]
fn time_that_grows_linearly_or_nearly_so_is_told() {
    check("for (i = 0; i < n; i++) for (j = 0; j < 5000; j++) step();", "time grows about linearly with n");
    let log = "for (i = 0; i < n; i++) for (j = n; j > 0; j /= 2) for (k = 0; k < 500; k++) step();";
    check(log, "time grows about linearly with n");
}

#[test]
fn time_that_grows_as_a_power_is_told() {
    check("for (i = 0; i < n; i++) for (j = 0; j < n; j++) step();", "time grows as the square of n");
    let cube = "for (i = 0; i < n; i++) for (j = 0; j < n; j++) for (k = 0; k < n; k++) step();";
    check(cube, "time grows as the cube of n");
}

#[test]
fn time_that_grows_exponentially_is_told_with_its_factor() {
    check("tree(n);", "time grows exponentially with n, 2.0 times with each further one");
}

#[test]
fn of_time_that_does_not_grow_or_between_two_powers_nothing_is_said() {
    check("for (;;) step();", "");
    let between = "for (i = 0; i < n; i++) for (j = 0; j * j < n; j++) for (k = 0; k < 50; k++) step();";
    check(between, "");
}

#[test]
fn memory_that_grows_as_the_square_is_told() {
    if has("gcc") {
        let said = said(
            "for (i = 0; i < n; i++) { char *row = malloc(n); if (!row) abort(); memset(row, 1, n); steps += row[n / 2]; }",
            "20s",
        );
        assert!(said.starts_with("sol.c: memory grows as the square of n: "), "{said}");
    }
}

#[test]
fn a_program_of_a_built_in_problem_is_measured_and_the_report_has_its_growth() {
    if !has("gcc") {
        return;
    }
    let place = Place::new(&[]);
    let program = "#include <stdio.h>
int main(void) {
    int cases, n, heap, sum;
    volatile long steps = 0;
    scanf(\"%d\", &cases);
    while (cases--) {
        scanf(\"%d\", &n);
        sum = 0;
        for (int i = 0; i < n; i++) {
            scanf(\"%d\", &heap);
            sum ^= heap;
            for (int j = 0; j < n; j++) steps++;
        }
        puts(sum ? \"Yes\" : \"No\");
    }
}
";
    place.write("sol.c", program);
    let report =
        place.report(1, &["nim-check", "sol.c", "--time-limit", "50ms", "--wall-limit", "60s", "--why"]);
    let growth = &report["programs"][0]["growth"];
    assert_eq!(
        (&growth["measure"], &growth["with"], &growth["power"]),
        (&"time".into(), &"heaps".into(), &2.into()),
        "{growth}"
    );
    assert_eq!(growth["points"].as_array().map(Vec::len), Some(3), "{growth}");
}

#[test]
fn without_a_grammar_nothing_can_be_measured() {
    let place = Place::new(&["t/1.in:1\n", "t/1.out:1\n"]);
    let text = place.run(0, &["check", "t", "--why", "--", "cat"]);
    assert!(text.contains("--why: no inputs can be made, as the problem has no grammar"), "{text}");
}
