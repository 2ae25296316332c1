//! Many positions at once, and tables of pairs.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};

use serde_json::{Value, json};

use crate::engine::engine_oracle::{delete_nim_oracle, wythoff_oracle};
use crate::run::Test;

/// Returns the output of `toolkit sg` for positions on standard input.
#[track_caller]
fn answers(line: &str, positions: &str) -> String {
    let output = Test::new().args(["sg"]).args(line.split(' ')).args(["--from", "-"]).stdin(positions).run();
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the values of Kayles by its definition.
fn kayles(len: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..len {
        let split = |rest: usize| (0..=rest).map(move |part| (part, rest - part));
        let options: Vec<u64> =
            (1..=n.min(2)).flat_map(|taken| split(n - taken)).map(|(a, b)| values[a] ^ values[b]).collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

#[test]
fn every_position_is_answered_in_order() {
    let values = kayles(150);
    let (mut positions, mut winners, mut sums, mut table) =
        (String::new(), String::new(), String::new(), "position,grundy,nim_sum\n".to_owned());
    for (n, heap) in (0..20_000_usize).map(|n| (n, n * 37 % 149)) {
        let other = n * n % 31;
        let sum = values[heap] ^ values[other];
        writeln!(positions, "{heap} {other}").unwrap();
        writeln!(winners, "{}", if sum == 0 { "second" } else { "first" }).unwrap();
        writeln!(sums, "{sum}").unwrap();
        writeln!(table, "{heap} {other},{} {},{sum}", values[heap], values[other]).unwrap();
    }
    assert_eq!(answers("outcome kayles", &positions), winners);
    assert_eq!(answers("values kayles", &positions), sums);
    assert_eq!(answers("values kayles --format csv", &positions), table);
}

#[test]
fn answers_are_those_of_single_positions() {
    for (game, positions) in [
        ("kayles", ["5 3", "9", "1 4", "0"]),
        ("kayles --misere", ["5 3", "9", "1 4", "0"]),
        ("kayles+wythoff", ["5 4,6", "0 1,2", "3 3,3", "1 0,0"]),
        ("staircase", ["2 1 3", "1 1", "4,0,4", "7"]),
        ("coins:turtles --misere", ["7 5 3", "7,5,3", "1", "2"]),
        ("nim --poker", ["3 4 5", "1 1", "0", "1 2 3"]),
    ] {
        let lines = positions.join("\n");
        for command in ["outcome", "moves"] {
            let many = answers(&format!("{command} {game} --format jsonl"), &lines);
            assert_eq!(many.lines().count(), positions.len());
            for (line, position) in many.lines().zip(positions) {
                let single = Test::new().line(&format!("sg {command} {game} --json {position}")).run();
                let mut single: Value = serde_json::from_slice(&single.stdout).unwrap();
                let single = single.as_object_mut().unwrap();
                single.remove("schema");
                single.remove("genus");
                single.remove("genera");
                single.insert("position".to_owned(), json!(position));
                assert_eq!(
                    &serde_json::from_str::<Value>(line).unwrap(),
                    &json!(single),
                    "{game} {position}"
                );
            }
        }
    }
}

#[test]
fn moves_are_rows_of_a_table() {
    assert_eq!(
        answers("moves kayles+wythoff --format csv", "5 4,6\n0 1,2\n"),
        "position,component,from,to,grundy_before,grundy_after\n\
         \"5 4,6\",1,\"4,6\",\"4,0\",9,4\n\"5 4,6\",1,\"4,6\",\"1,3\",9,4\n\"0 1,2\",,,,,\n"
    );
    assert_eq!(answers("moves kayles --first", "5 3\n7 7\n"), "component 1: 5 -> 3\nno winning move\n");
}

#[test]
fn white_space_comments_and_a_mark_are_no_positions() {
    let file = "\u{feff} 5\t3\r\n\r\n# 9\n  # x\n\u{b}7 7";
    assert_eq!(
        answers("outcome kayles --format csv", file),
        "position,winner,grundy,nim_sum\n5 3,first,4 3,7\n7 7,second,2 2,0\n"
    );
    assert_eq!(answers("outcome kayles", ""), "");
}

#[test]
fn a_malformed_line_is_named_after_the_answers_before_it() {
    let check = |game: &str, positions: &[u8], place: &str, answered: &str| {
        let test = Test::new().line(&format!("sg outcome {game} --from -")).stdin(positions);
        test.status(3).error(format!("error: <stdin>:{place}: ")).stdout(answered).run();
    };
    check("kayles", b"5 3\n\n5  x7 9\n9\n", "3:4", "first\n");
    check("kayles", b"5 3\n7 7\n5 -1\n", "3:3", "first\nsecond\n");
    check("kayles", b"7 7\n1 \xff\n", "2:3", "second\n");
    check("wythoff", b"1,2\n3 4\n", "2:1", "second\n");
    check("kayles+nim", b"1 1\n 3\n", "2:2", "second\n");
    check("coins:turtles", b"1\n2 3 2\n", "2:1", "first\n");
    Test::new().line("sg outcome kayles --from /no/such/file").status(5).error("cannot read").run();
    // The error names the line of a refused position.
    let test = Test::new().line("sg outcome 0.6 --max 100 --from -").stdin("7\n101\n");
    test.status(5).error("error: <stdin>:2: heap 101 lies beyond 100").stdout("first\n").run();
}

#[test]
fn answers_do_not_wait_for_the_end_of_the_input() {
    let mut child = Test::new().line("sg values kayles --from -").start();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for (position, value) in [("5", "4\n"), ("5 3", "7\n")] {
        writeln!(input, "{position}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(line, value);
    }
    // Nobody reads any longer, which is no error.
    drop(output);
    let many = "5 3\n".repeat(100_000);
    assert!(input.write_all(many.as_bytes()).is_err());
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn tables_of_pairs_are_those_of_a_search() {
    for (game, mut oracle, is_pair) in [
        ("wythoff", wythoff_oracle(), (|_, _| true) as fn(u64, u64) -> bool),
        ("delete-nim", delete_nim_oracle(), |a, b| a > 0 && b > 0),
    ] {
        const LAST: u64 = 25;
        let pairs = || (0..=LAST).flat_map(|a| (0..=LAST).map(move |b| (a, b)));
        let values: HashMap<(u64, u64), u64> = pairs()
            .filter(|&(a, b)| is_pair(a, b))
            .map(|(a, b)| ((a, b), oracle.value(&vec![a, b])))
            .collect();
        let printed = |options: &str| {
            let output = Test::new().line(&format!("sg values {game} -n {LAST} {options}")).run();
            String::from_utf8(output.stdout).unwrap()
        };
        let rows = |between: &str, none: &str| -> Vec<String> {
            let value = |a, b| values.get(&(a, b)).map_or(none.to_owned(), u64::to_string);
            let row = |a| (0..=LAST).map(|b| value(a, b)).collect::<Vec<_>>().join(between);
            (0..=LAST).map(row).collect()
        };
        assert_eq!(printed("--format plain"), rows(",", "-").join("\n") + "\n");
        let header = (0..=LAST).map(|b| b.to_string()).collect::<Vec<_>>().join(",");
        let csv: String = rows(",", "").iter().enumerate().map(|(a, row)| format!("{a},{row}\n")).collect();
        assert_eq!(printed("--format csv"), format!("a,{header}\n{csv}"));
        assert_eq!(printed("--format json"), format!("[[{}]]\n", rows(",", "null").join("],[")));
        let object: Value = serde_json::from_str(&printed("--json")).unwrap();
        assert_eq!((&object["game"], &object["values"][3][5]), (&json!(game), &json!(values[&(3, 5)])));
        let cells = pairs().filter_map(|pair @ (a, b)| {
            Some(format!("{{\"a\":{a},\"b\":{b},\"value\":{}}}\n", values.get(&pair)?))
        });
        assert_eq!(printed("--format jsonl"), cells.collect::<String>());

        let lost: Vec<(u64, u64)> = pairs().filter(|pair| values.get(pair) == Some(&0)).collect();
        let list: String = lost.iter().map(|(a, b)| format!("{a},{b}\n")).collect();
        assert_eq!(printed("--p-positions"), list);
        assert_eq!(printed("--p-positions --format csv"), format!("a,b\n{list}"));
        assert_eq!(
            serde_json::from_str::<Value>(&printed("--p-positions --format json")).unwrap(),
            json!(lost)
        );
        let object: Value = serde_json::from_str(&printed("--p-positions --json")).unwrap();
        assert_eq!(object["p_positions"], json!(lost));
    }
    Test::new().line("sg values wythoff -n 2001").status(2).error("is a game of pairs").run();
}

#[test]
fn p_positions_of_heaps_are_those_of_value_0() {
    let values = kayles(100);
    let lost: Vec<u64> = (20..100).filter(|&n| values[n as usize] == 0).collect();
    let printed = |options: &str| {
        let output =
            Test::new().line(&format!("sg values kayles --from 20 -n 99 --p-positions {options}")).run();
        String::from_utf8(output.stdout).unwrap()
    };
    let lines: String = lost.iter().map(|n| format!("{n}\n")).collect();
    assert_eq!(printed("--format csv"), format!("n\n{lines}"));
    assert_eq!(printed("--format json"), format!("{}\n", json!(lost)));
    let even = "sg values subtract:1 -n 5";
    Test::new().line(&format!("{even} --p-positions")).stdout("0\n2\n4\n").run();
    Test::new().line(&format!("{even} --p-positions --from 5")).stdout("").run();
    Test::new().line(&format!("{even} --p-positions --from 5 --format json")).stdout("[]\n").run();
}
