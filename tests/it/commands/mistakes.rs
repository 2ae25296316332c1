//! Mistyped command lines: each line of `mistakes.txt` with its exit code and the first line of the error, or of the output after a bar.
//! `UPDATE_GOLDEN=1` writes the table anew; a text that ends in `…` is the beginning of a longer one.

use std::fmt::Write as _;
use std::fs;
use std::process::Stdio;

use itertools::Itertools;

use crate::place::Place;

const TABLE: &str = "tests/it/commands/mistakes.txt";

/// The parts of the table, which are tests of their own.
const PARTS: usize = 4;

fn folder() -> Place {
    let place = Place::new(&[
        "sol:#!/bin/sh\ncat\n",
        "sol.py:print(1)\n",
        "sol.foo:",
        "class/ann/sol.py:",
        "class2/ann/sol.py:",
        "class2/bob/sol.py:",
        "class2/loose.py:",
        "t/1.in:1\n",
        "t/1.ans:1\n",
    ]);
    fs::create_dir(place.path("empty")).unwrap();
    fs::write(place.path("utf16.in"), b"\xff\xfe1\0").unwrap();
    for (name, text) in [("x.in", "x7\n"), ("neg.in", "-3\n"), ("j.json", "{}\n")] {
        place.write(name, text);
    }
    place
}

/// Runs a command line; returns its exit code and the first line of its message.
fn said(place: &Place, line: &str) -> (i32, String) {
    let words = shell_words::split(line).unwrap();
    let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    let output = place.toolkit(&words).stdin(Stdio::null()).output().unwrap();
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    let first = match err.lines().next() {
        None => format!("| {}", out.lines().next().unwrap_or_default()),
        // The missing arguments are listed below.
        Some(first) if first.ends_with("not provided:") => {
            err.lines().map(str::trim).take_while(|line| !line.is_empty()).join(" ")
        }
        Some(first) => first.to_owned(),
    };
    (output.status.code().unwrap_or(-1), first)
}

#[track_caller]
fn check(part: usize) {
    let table = fs::read_to_string(TABLE).unwrap();
    let rows: Vec<_> = table.lines().tuples().collect();
    let place = folder();
    for (head, expected) in rows.iter().skip(part).step_by(PARTS) {
        let (code, line) = head.split_once(' ').unwrap();
        let (exit, said) = said(&place, line);
        let expected = expected.trim_start();
        let is_said = expected.strip_suffix('…').map_or(said == expected, |begin| said.starts_with(begin));
        assert!(is_said && exit.to_string() == code, "{line}: {exit} {said}\ninstead of {code} {expected}");
    }
}

#[test]
fn the_first_quarter_of_the_mistakes_is_answered() {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        return write();
    }
    check(0);
}

#[test]
fn the_second_quarter_of_the_mistakes_is_answered() {
    check(1);
}

#[test]
fn the_third_quarter_of_the_mistakes_is_answered() {
    check(2);
}

#[test]
fn the_last_quarter_of_the_mistakes_is_answered() {
    check(3);
}

/// A near miss of a working command gets a helpful line, and `--` is suggested only if a program may follow.
#[track_caller]
fn check_near(part: usize) {
    let table = include_str!("near_misses.txt");
    let place = folder();
    for name in ["sol.txt", "mine.py"] {
        place.write(name, "print(1)\n");
    }
    let rows: Vec<_> = table.lines().tuples().collect();
    assert!(rows.len() >= 60, "{}", rows.len());
    for (line, helps) in rows.into_iter().skip(part).step_by(2) {
        let words = shell_words::split(line).unwrap();
        let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        let output = place.toolkit(&words).stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(helps.trim_start()), "{line}: {said}");
        assert!(!said.contains("as a value, use"), "{line}: {said}");
    }
}

#[test]
fn near_misses_are_helped() {
    check_near(0);
}

#[test]
fn further_near_misses_are_helped() {
    check_near(1);
}

/// Writes the table anew, and prints the rows that are different.
fn write() {
    let place = folder();
    let old = fs::read_to_string(TABLE).unwrap();
    let mut new = String::new();
    for (head, expected) in old.lines().tuples() {
        let line = head.split_once(' ').unwrap().1;
        let (exit, said) = said(&place, line);
        let begin = expected.trim_start().strip_suffix('…').filter(|begin| said.starts_with(begin));
        let said = begin.map_or(said.clone(), |begin| format!("{begin}…"));
        let row = format!("{exit} {line}\n  {said}\n");
        if row != format!("{head}\n{expected}\n") {
            eprintln!("{head}\n{expected}\nis now\n{row}");
        }
        let _ = write!(new, "{row}");
    }
    fs::write(TABLE, new).unwrap();
}
