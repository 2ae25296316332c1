//! Games whose rules are a program: `toolkit sg outcome --rules-from`.

use std::fs;
use std::process::Output;

use serde_json::Value;

use crate::run::{Test, printed};

/// Kayles as a program in the shell.
const KAYLES: &str = r#"#!/bin/sh
while read -r n; do
    for taken in 1 2; do
        rest=$((n - taken))
        left=0
        while [ $left -le $((rest - left)) ]; do
            echo "$left + $((rest - left))"
            left=$((left + 1))
        done
    done
    echo
done
"#;

/// Runs `toolkit sg` with a program of this text.
fn with_rules(text: &str, line: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rules.sh");
    fs::write(&file, text).unwrap();
    let rules = format!("sh {}", file.display());
    Test::new().args(["sg"]).args(line.split(' ')).args(["--rules-from", &rules]).command().output().unwrap()
}

#[test]
fn a_program_of_kayles_is_kayles() {
    for line in ["outcome 7 5 3 --json", "outcome 9 --misere --json", "moves 5 3 --json", "outcome 0 --json"]
    {
        let by_program: Value = serde_json::from_slice(&with_rules(KAYLES, line).stdout).unwrap();
        let (command, rest) = line.split_once(' ').unwrap();
        let known = Test::new().line(&format!("sg {command} kayles {rest}")).run();
        let known: Value = serde_json::from_slice(&known.stdout).unwrap();
        for key in ["winner", "grundy", "nim_sum"] {
            assert_eq!(by_program[key], known[key], "{line}");
        }
        if command == "moves" {
            let moves: Vec<&Value> =
                by_program["moves"].as_array().unwrap().iter().map(|found| &found["to"]).collect();
            assert_eq!(moves, [&serde_json::json!(["0", "3"]), &serde_json::json!(["1", "2"])]);
        }
    }
}

#[test]
fn positions_are_any_words() {
    let rules = "while read -r p; do case $p in start) echo left; echo 'left + left';; left) echo end;; esac; echo; done";
    let output = with_rules(rules, "outcome start");
    let text = "first\nvalues 2, nim-sum 2\nthe nim-sum of the values is 2, not 0\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), text, "{}", printed(&output));
    let output = with_rules(rules, "moves start left");
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
}

#[test]
fn programs_that_fail_are_named() {
    for (rules, code, says) in [
        ("while read -r p; do echo a; echo b; exit 3; done", 5, "asked for the options of \"x\""),
        ("read -r p; echo 'a + '; echo", 5, "the line \"a +\", which is no component"),
        (
            "while read -r p; do case $p in x) echo y;; y) echo z;; z) echo y;; esac; echo; done",
            5,
            "\"y\" can be reached from itself",
        ),
        ("while read -r p; do echo $p; echo; done", 5, "\"x\" can be reached from itself"),
        ("echo oh no >&2; exit 1", 5, "oh no"),
    ] {
        let output = with_rules(rules, "outcome x");
        assert_eq!(output.status.code(), Some(code), "{rules}: {}", printed(&output));
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.starts_with("error: sh ") && error.contains(says), "{rules}: {error}");
        assert!(output.stdout.is_empty());
    }
    Test::new().line("sg outcome x --rules-from /no/such/program").status(2).stdout("").run();
    Test::new().line("sg outcome --rules-from x").status(2).stdout("").run();
}
