//! `--why`: the shape by which the time or the memory of a program grows, of programs whose growth is known.

use crate::judge::sources::has;
use crate::place::Place;

/// The bounds and the grammar of inputs that are a number, and of those that have as many numbers after it.
const NUMBER: &str = "constants: {n: 1..=100000}
grammar: {cases: one, case: [{line: [number n]}]}";
const LIST: &str = "constants: {n: 1..=100000, a: 0..=1000}
grammar: {cases: one, case: [{line: [number n]}, {line: [list a n]}]}";

/// Returns a folder with a problem of this grammar, a test of it, and a program in C with these statements, which exceeds a limit on the
/// test. In the statements, `n` is the number, and `step` takes a little time.
fn place(grammar: &str, statements: &str) -> Place {
    let place = Place::new(&["sizes/data/secret/1.in:100000\n", "sizes/data/secret/1.ans:1\n"]);
    place.write("sizes/problem.yaml", &format!("name: sizes\n{grammar}\nanswers: line\n"));
    let head = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\ntypedef unsigned long word;\n";
    // All in registers: a CPU may count in memory five times as fast in one run as in another.
    let step = "static word step(word x) { x ^= x << 13; x ^= x >> 7; return x ^ x << 17; }\n";
    let tree = "static word tree(word x, int n) { return n-- ? tree(tree(step(x), n), n) : step(x); }\n";
    let main = "int main(void) { word x = 1; long n, i, j, k; scanf(\"%ld\", &n);\n";
    let end = "\nputs(\"1\"); return x == 0; }\n";
    place.write("sol.c", &format!("{head}{step}{tree}{main}{statements}{end}"));
    place
}

/// Returns the explanation of a program with these statements.
fn said(grammar: &str, statements: &str, limit: &str) -> String {
    let args = ["check", "sizes", "sol.c", "--wall-limit", "60s", "--time-limit", limit, "--why"];
    let text = place(grammar, statements).run(1, &args);
    text.lines().find(|line| line.contains(" grows ")).unwrap_or_default().to_owned()
}

/// Expects growth of the time of these statements.
#[track_caller]
fn check(grammar: &str, statements: &str, expect: &str) {
    if !has("gcc") {
        return;
    }
    let said = said(grammar, statements, "20ms");
    let is_as_expected =
        if expect.is_empty() { said.is_empty() } else { said.starts_with(&format!("sol.c: {expect}: ")) };
    assert!(is_as_expected, "{statements}: {said:?}");
}

#[test]
fn time_that_grows_linearly_is_told() {
    let linear = "for (i = 0; i < n; i++) for (j = 0; j < 500; j++) x = step(x);";
    check(LIST, linear, "time grows about linearly with n");
}

#[test]
fn time_that_grows_nearly_linearly_is_told() {
    let log = "for (i = 0; i < n; i++) for (j = n; j > 0; j /= 2) for (k = 0; k < 50; k++) x = step(x);";
    check(LIST, log, "time grows about linearly with n");
}

#[test]
fn time_that_grows_as_the_square_is_told() {
    let square = "for (i = 0; i < n; i++) for (j = 0; j < n; j++) x = step(x);";
    check(LIST, square, "time grows as the square of n");
}

#[test]
fn time_that_grows_as_the_cube_is_told() {
    let cube = "for (i = 0; i < n; i++) for (j = 0; j < n; j++) for (k = 0; k < n; k++) x = step(x);";
    check(LIST, cube, "time grows as the cube of n");
}

#[test]
fn time_that_grows_exponentially_is_told_with_its_factor() {
    check(LIST, "x = tree(x, n);", "time grows exponentially with n, 2.0 times with each further one");
}

#[test]
fn exponential_growth_is_told_where_the_double_size_can_be_measured() {
    // 8 takes too little, and 16 enough.
    let slow = "for (i = 1L << (n < 40 ? n : 40); i > 0; i--) for (k = 0; k < 200; k++) x = step(x);";
    check(LIST, slow, "time grows exponentially with n, 2.0 times with each further one");
}

#[test]
fn of_time_that_does_not_grow_nothing_is_said() {
    check(NUMBER, "for (;;) x = step(x);", "");
}

#[test]
fn of_time_that_grows_between_two_powers_nothing_is_said() {
    let between = "for (i = 0; i < n; i++) for (j = 0; j * j < n; j++) for (k = 0; k < 50; k++) x = step(x);";
    check(NUMBER, between, "");
}

#[test]
fn nothing_is_measured_unasked() {
    if has("gcc") {
        let square = "for (i = 0; i < n; i++) for (j = 0; j < n; j++) x = step(x);";
        let text = place(LIST, square).run(1, &["check", "sizes", "sol.c", "--time-limit", "20ms"]);
        assert!(!text.contains(" grows "), "{text}");
    }
}

#[test]
fn memory_that_grows_as_the_square_is_told() {
    if has("gcc") {
        let row = "char *row = malloc(n); if (!row) abort(); memset(row, 1, n); x += row[n / 2];";
        let said = said(LIST, &format!("for (i = 0; i < n; i++) {{ {row} }}"), "20s");
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
    unsigned long x = 1;
    scanf(\"%d\", &cases);
    while (cases--) {
        scanf(\"%d\", &n);
        sum = 0;
        for (int i = 0; i < n; i++) {
            scanf(\"%d\", &heap);
            sum ^= heap;
            for (int j = 0; j < n; j++) x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        }
        puts(sum ? \"Yes\" : \"No\");
    }
    return x == 0;
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
