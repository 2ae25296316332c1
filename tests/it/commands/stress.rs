//! `toolkit stress`: planted mistakes are found and shrunk, right programs survive, and nothing is left behind.
//!
//! Programs are in C, or in the shell where nothing is fast; tests that need a C compiler are left out without it.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::place::{Place, one};

/// Whether there is a C compiler; says so if not.
fn has_compiler() -> bool {
    let found = Command::new("gcc").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: gcc is not installed");
    }
    found
}

/// A program for `john`: statements between the heaps and the answer, and the condition for the answer `John`.
fn john(statements: &str, wins: &str) -> String {
    format!(
        r#"#include <stdio.h>
#include <stdlib.h>
int value;
int main(void) {{
    int cases;
    scanf("%d", &cases);
    while (cases--) {{
        int count, heaps[50], most = 0, sum = 0;
        value = 0;
        scanf("%d", &count);
        for (int i = 0; i < count; i++) {{
            scanf("%d", &heaps[i]);
            value ^= heaps[i];
            sum += heaps[i];
            if (heaps[i] > most) most = heaps[i];
        }}
        int wins = (value != 0) == (most > 1);
        {statements}
        puts({wins} ? "John" : "Brother");
    }}
}}
"#
    )
}

/// The text of a search with a program in C, which hangs after a tenth of a second.
fn stress(place: &Place, problem: &str, program: &str, status: i32) -> String {
    place.write("program.c", program);
    let limits = ["--time-limit", "100ms", "--wall-limit", "60s"];
    let args = ["stress", problem, "-j", "1", "--time", "60s", "--", "program.c"];
    place.run(status, &[&args[..2], &limits, &args[2..]].concat())
}

/// An input as it is shown.
fn shown(input: &str) -> String {
    let lines = (1..).zip(input.lines()).map(|(number, line)| format!("    {number} {line}\n"));
    format!("    input\n{}", lines.collect::<String>())
}

/// Expects an input that the search ends with.
#[track_caller]
fn check(problem: &str, program: &str, verdict: &str, input: &str) -> String {
    if !has_compiler() {
        return String::new();
    }
    let text = stress(&one(&[]), problem, program, 1);
    assert!(text.starts_with(&format!("{verdict:3} {problem}\n    ")), "{text}");
    assert!(text.contains(&shown(input)), "{text}");
    assert!(text.contains("\ndeterministic: failed in "), "{text}");
    assert!(text.contains("\nminimal, with "), "{text}");
    text
}

#[test]
fn wrong_ideas_shrink_to_one_case_of_few_heaps() {
    let text = check("john", &john("", "sum != count"), "WA", "1\n2\n0 1\n");
    if !text.is_empty() {
        assert!(text.contains("\nrepeat: toolkit stress john "), "{text}");
        assert!(text.contains("\nwhy: nim-sum 1, no number above 1\n"), "{text}");
    }
}

#[test]
fn what_is_kept_between_cases_shrinks_to_two_cases() {
    let program = john("", "wins").replace("        value = 0;\n", "");
    check("john", &program, "WA", "2\n1\n1\n1\n0\n");
}

#[test]
fn what_only_happens_near_a_bound_is_found() {
    check("john", &john("", "wins != (most > 4990)"), "WA", "1\n1\n4991\n");
}

#[test]
fn crashes_shrink_as_well() {
    check("john", &john("if (count > 3) abort();", "wins"), "RTE", "1\n4\n0 0 0 0\n");
}

#[test]
fn hangs_shrink_as_well() {
    let hang = john("for (int i = 0; i < count; i++) while (heaps[i] == 3) {}", "wins");
    check("john", &hang, "TLE", "1\n1\n3\n");
}

#[test]
fn random_answers_are_called_so_and_not_shrunk() {
    if !has_compiler() {
        return;
    }
    let time = "#include <time.h>\n#include <unistd.h>\n";
    let random = "struct timespec now; clock_gettime(CLOCK_REALTIME, &now); srand(now.tv_nsec); wins |= rand() % 5 == 0;";
    let text = stress(&one(&[]), "john", &format!("{time}{}", john(random, "wins")), 1);
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
fn answers_that_are_printed_in_another_way_are_right_where_the_problem_allows_it() {
    let place = one(&[]);
    let solver = env!("CARGO_BIN_EXE_toolkit");
    place.write("twice.sh", &format!("{solver} wythoff-first-moves | awk '{{ print }} NF == 2'\n"));
    let words = ["stress", "wythoff-first-moves", "--time", "1s", "--sandbox", "off", "--", "sh", "twice.sh"];
    let text = place.run(0, &words);
    assert!(text.starts_with("wythoff-first-moves: no counterexample\n"), "{text}");
}

/// A problem of two digits, one case an input.
const SUMS: &str = "name: Sums
constants:
  a: 0..=9
  b: 0..=9
grammar:
  cases: one
  case:
    - line: [number a, number b]
answers: whole
";

#[test]
fn a_pair_is_written_and_programs_elsewhere_are_compared() {
    let place = one(&[]);
    place.write("sums/problem.yaml", SUMS);
    place.write("right.sh", "read a b; echo $((a + b))\n");
    place.write("wrong.sh", "read a b; if [ $b -gt 4 ]; then b=4; fi; echo $((a + b))\n");
    let against = ["stress", "sums", "-o", "found", "--against", "sh right.sh", "--", "sh"];
    let text = place.run(1, &[&against[..], &["wrong.sh"]].concat());
    assert!(text.contains(&shown("0 5\n")) && text.contains("expected 5, got 4\n"), "{text}");
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
    for (words, says) in [
        (&["john"][..], "no program is named"),
        (&["sol.cpp"], "there is no source file sol.cpp"),
        (&["--", "true"], "no problem is named"),
        (&["--gen", "true", "--", "true"], "name a program that gives the right answers with --against"),
    ] {
        place.test(&[&["stress"], words].concat()).status(2).error(says).run();
    }
}

/// Makes the winning move of `matches` in the last heap that has one.
const LAST_MOVE: &str = r#"#include <stdio.h>
int heaps[500000];
int main(void) {
    int count, value = 0, last = -1;
    scanf("%d", &count);
    for (int i = 0; i < count; i++) scanf("%d", &heaps[i]), value ^= heaps[i];
    for (int i = 0; i < count; i++) if ((heaps[i] ^ value) < heaps[i]) last = i;
    if (last < 0) return puts("lose"), 0;
    printf("%d %d\n", heaps[last] - (heaps[last] ^ value), last + 1);
    heaps[last] ^= value;
    for (int i = 0; i < count; i++) printf("%d ", heaps[i]);
    puts("");
}
"#;

#[test]
fn a_checker_may_judge_and_source_files_are_programs() {
    if !has_compiler() {
        return;
    }
    let place = one(&[]);
    place.write("last.c", LAST_MOVE);
    let text = place.run(1, &["stress", "matches", "last.c"]);
    assert!(
        text.starts_with("WA  matches\n")
            && text.contains("\nrepeat: toolkit stress matches last.c --seed 0\n"),
        "{text}"
    );
    let any = ["stress", "matches", "--time", "700ms", "--checker", "builtin:any-move"];
    let text = place.run(0, &[&any[..], &["last.c"]].concat());
    assert!(text.starts_with("matches: no counterexample\n"), "{text}");
    let none = place.test(&["stress", "john", "--checker", "builtin:any-move", "last.c"]);
    none.status(2).error("`john` has no such checker").run();
    place.test(&["stress", "john", "t/1.in"]).status(2).error("no source file of a known language").run();
}

/// The copy of an interpreted source that runs lives as long as the search, the games and the rules that it is run for.
#[test]
fn interpreted_sources_are_programs_of_every_command_that_runs_one() {
    let place = one(&[]);
    let loop_of = |answer: &str| {
        format!("read t; while [ $t -gt 0 ]; do read n; read h; echo {answer}; t=$((t-1)); done\n")
    };
    place.write("john.sh", &loop_of("John"));
    let text = place.run(1, &["stress", "john", "john.sh"]);
    assert!(text.starts_with("WA  john\n") && text.contains("got John\n"), "{text}");
    place.write("sums/problem.yaml", SUMS);
    place.write("right.sh", "read a b; echo $((a + b))\n");
    place.run(0, &["stress", "sums", "--time", "200ms", "--against", "right.sh", "--", "right.sh"]);
    place.write("rules.sh", "while read n; do [ $n -gt 0 ] && echo $((n - 1)); echo; done\n");
    let text = place.run(0, &["sg", "outcome", "--rules-from", "rules.sh", "3"]);
    assert!(text.starts_with("first\n"), "{text}");
    place.write("taker.sh", "while read line; do case $line in position*) echo move 1 0;; esac; done\n");
    let text = place.run(0, &["referee", "nim", "3", "--a", "taker.sh", "--b", "taker.sh", "--games", "2"]);
    assert!(!text.contains("RTE"), "{text}");
}

#[test]
fn a_folder_is_judged_by_its_own_validator() {
    let place = one(&[]);
    place.write("sums/problem.yaml", &SUMS.replace("..=9", "..=2"));
    let validator = "#!/bin/sh\nread right < $2\nread got\n[ ${got#00} -eq $right ] && exit 42\nexit 43\n";
    place.write("sums/output_validator/run", validator);
    place.write("right.sh", "read a b; echo $((a + b))\n");
    place.write("zeros.sh", "read a b; echo 00$((a + b))\n");
    let args = ["stress", "sums", "--against", "sh right.sh", "--", "sh", "zeros.sh"];
    let text = place.run(0, &args);
    assert!(text.contains("right on every case within the bounds\n"), "{text}");
    let text = place.run(1, &[&args[..2], &["--compare", "tokens"], &args[2..]].concat());
    assert!(text.contains(&shown("0 0\n")), "{text}");
}

#[test]
fn floods_are_found_and_a_failing_reference_is_an_error() {
    let place = one(&[]);
    place.write("sums/problem.yaml", SUMS);
    place.write("right.sh", "read a b; echo $((a + b))\n");
    place.write(
        "flood.sh",
        "read a b; if [ $a$b = 31 ]; then while :; do echo 4; done; fi; echo $((a + b))\n",
    );
    let flood = ["stress", "sums", "--output-limit", "64KiB", "--against", "sh right.sh"];
    let text = place.run(1, &[&flood[..], &["--", "sh", "flood.sh"]].concat());
    assert!(text.starts_with("OLE sums\n") && text.contains(&shown("3 1\n")), "{text}");
    let wrong = place.test(&["stress", "sums", "--against", "false", "--", "sh", "right.sh"]);
    wrong.status(5).error("the program of --against fails").run();
}

#[test]
fn a_search_without_a_right_answer_has_tried_nothing() {
    let place = one(&[]);
    place.write("sums/problem.yaml", SUMS);
    place.write("right.sh", "read a b; echo $((a + b))\n");
    place.write("slow.sh", "while :; do :; done\n");
    let search = ["stress", "sums", "--time", "700ms", "--time-limit", "100ms", "--against"];
    let given = [&search[..], &["sh slow.sh", "--", "sh", "right.sh"]].concat();
    place.test(&given).status(5).error("had no right answer: more than 0.1 s of CPU time").run();
}

#[test]
fn a_counterexample_that_cannot_be_kept_is_not_lost() {
    let place = one(&[]);
    place.write("sums/problem.yaml", SUMS);
    place.write("file", "");
    place.write("right.sh", "read a b; echo $((a + b))\n");
    place.write("wrong.sh", "read a b; echo $((a - b))\n");
    let search = ["stress", "sums", "--against", "sh right.sh", "-o"];
    let refused = [&search[..], &["file/out", "--time", "1s", "--", "sh", "right.sh"]].concat();
    place.test(&refused).status(5).error("cannot write into file/out").run();
    let kept = [&search[..], &["new/out", "--", "sh", "wrong.sh"]].concat();
    assert!(place.run(1, &kept).contains("written: new/out/"));
    // Without a counterexample, no files are left behind.
    place.run(0, &[&search[..], &["none/out", "--time", "200ms", "--", "sh", "right.sh"]].concat());
    assert!(!place.path("none").exists());
}

#[test]
fn the_slowest_input_of_a_right_program_is_kept() {
    if !has_compiler() {
        return;
    }
    let place = one(&[]);
    let slow = john("for (volatile long i = 0; i < count * 2000L; i++) {}", "wins");
    place.write("program.c", &slow);
    let args = ["stress", "john", "program.c", "--slowest", "--time", "4s", "--seed", "7"];
    let text = place.run(0, &args);
    assert!(text.contains("\nslowest: 0.") && text.contains(" s of CPU time, on an input with "), "{text}");
    assert!(
        text.contains("\nfound by: toolkit stress john program.c --slowest --time 4s --seed 7\n"),
        "{text}"
    );
    let kept =
        fs::read_dir(place.path("tests")).unwrap().map(|file| file.unwrap().path()).collect::<Vec<_>>();
    assert_eq!(kept.len(), 2, "{kept:?}");
    let input = kept.iter().find(|path| path.extension().is_some_and(|ending| ending == "in")).unwrap();
    // Small inputs, the most frequent ones, are not slow.
    assert!(fs::metadata(input).unwrap().len() > 1000, "{text}");
    let name = input.strip_prefix(place.path("")).unwrap().display();
    assert!(
        text.contains(&format!(
            "written: {name} and its .ans\nrepeat: toolkit check --problem john {name} program.c\n"
        )),
        "{text}"
    );
    place.run(0, &["check", "--problem", "john", &name.to_string(), "program.c"]);
    let text = place.run(1, &["stress", "john", "--slowest", "--time", "4s", "--", "true"]);
    assert!(!text.contains("slowest: "), "{text}");
}

/// A generator of `size` numbers with their count before them, and a program that prints their sum.
const GENERATOR: &str = "seed=$1\necho $2\nset -- $(seq $2)\nline=\nfor i; do\n    seed=$(((seed * 1103515245 + 12345 + i) % 2147483648))\n    line=\"$line $((seed / 65536 % 99 + 1))\"\ndone\necho $line\n";
const SUM: &str = "read n\nread line\nset -- $line\n[ $# -eq $n ] || exit 1\nsum=0\nfor a; do sum=$((sum + a)); done\necho $((sum))\n";

#[test]
fn a_problem_without_a_grammar_is_searched_by_a_generator() {
    let place = one(&[]);
    place.write("gen.sh", GENERATOR);
    place.write("right.sh", SUM);
    place.write("early.sh", &SUM.replace("for a;", "for a in $1 $2 $3;"));
    place.write("large.sh", &SUM.replace("((sum))", "((sum % 200))"));
    let search = ["stress", "--gen", "gen.sh", "--against", "right.sh"];
    let text = place.run(1, &[&search[..], &["early.sh", "large.sh"]].concat());
    // The count follows what it counts, and no number becomes 0.
    assert!(text.starts_with("WA  early.sh\n"), "{text}");
    assert!(text.contains(&shown("4\n1 1 1 1\n")) && text.contains("minimal, with 2 lines"), "{text}");
    let (_, large) = text.split_once("\nWA  large.sh\n").unwrap();
    assert!(large.contains("expected 200, got 0\n"), "{text}");
    // Both are kept as tests, which `check` takes.
    assert_eq!(fs::read_dir(place.path("tests")).unwrap().count(), 4, "{text}");
    let checked = place.run(1, &["check", "tests", "early.sh"]);
    assert!(
        checked.contains("2 tests: 1 accepted, 1 wrong answer") || checked.contains("2 wrong answer"),
        "{checked}"
    );
    place.run(0, &["check", "tests", "right.sh"]);
    let slowest = ["--slowest", "--time", "2s", "-o", "slowest", "right.sh"];
    let text = place.run(0, &[&search[..], &slowest].concat());
    assert!(text.contains("on an input of seed "), "{text}");
    assert!(text.contains("\nwritten: slowest/stress-slowest-"), "{text}");
}

#[test]
fn generators_are_called_as_they_can_be_and_validators_refuse() {
    let place = one(&[
        "loop.sh:while :; do :; done\n",
        "sum.sh:read n\nread a\necho $n\n",
        "wrong.sh:read n\n[ $n -gt 5 ] && n=5\necho $n\n",
    ]);
    place.write("seed.sh", "[ $# = 1 ] || exit 1\necho $(($1 % 20))\necho x\n");
    place.write("named.sh", "echo $2\necho $1\n");
    place.write("valid.sh", "read n\n[ $n -gt 7 ] && exit 42\necho too small >&2\nexit 43\n");
    let run = |code, generator: &str, more: &[&str]| {
        let search = ["stress", "--gen", generator, "--against", "sum.sh", "wrong.sh", "-o", "found"];
        place.run(code, &[&search[..], more].concat())
    };
    assert!(run(1, "seed.sh", &[]).contains("expected 6, got 5\n"));
    assert!(run(1, "named.sh {seed} {size}", &[]).contains("expected 6, got 5\n"));
    // An input that the validator refuses is not a smaller input; from the generator, it is an error.
    let text = run(1, "named.sh {seed} 9{size}", &["--validator", "valid.sh"]);
    assert!(text.contains("expected 8, got 5\n"), "{text}");
    assert!(run(5, "named.sh 0 6", &["--validator", "valid.sh"]).contains("refuses an input of seed"));
    let text = run(5, "false", &[]);
    assert!(text.contains("the generator fails with seed ") && text.contains(": exit status 1"), "{text}");
    // A search that has tried nothing has not found the program right.
    for (helper, option) in [("the generator", "--gen"), ("the program of --against", "--against")] {
        let mut search = ["stress", "--gen", "seed.sh", "--against", "sum.sh", "sum.sh", "--time", "300ms"];
        search[1 + search.iter().position(|word| *word == option).unwrap()] = "loop.sh";
        let text = place.run(5, &search);
        assert!(text.contains(&format!("{helper} does not end")), "{text}");
    }
    // One that hangs hides no failure of another.
    place.write("never.sh", "echo none\n");
    let both = ["stress", "--gen", "seed.sh", "--against", "sum.sh", "never.sh", "loop.sh", "--time", "1s"];
    let text = place.run(1, &both);
    assert!(text.contains("WA  never.sh\n"), "{text}");
    let right =
        ["stress", "--gen", "named.sh {seed} {size}", "--against", "sum.sh", "sum.sh", "--time", "300ms"];
    let text = place.run(0, &right);
    assert!(text.starts_with("sum.sh: no counterexample\n") && text.contains(" inputs, "), "{text}");
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
