//! Output fits a terminal: the help 80 columns, and the progress of a check a line of any width.

use std::process::{Command, Stdio};

use nim_ground::visible;
use nim_toolkit::dispatcher::command;

use crate::commands::help::commands;
use crate::place::Place;
use crate::run::{Test, printed};

/// Columns of a usual terminal.
const COLUMNS: usize = 80;

#[track_caller]
fn fits(what: &str, text: &str) {
    for line in text.lines() {
        assert!(visible::width(line) <= COLUMNS, "{what}: {line}");
    }
}

#[test]
fn every_help_fits_80_columns() {
    let mut test = Test::new().args(["--help"]).command();
    fits("toolkit", &printed(&test.env("COLUMNS", "80").output().unwrap()));
    for (path, command) in commands(&command(), "toolkit") {
        // Lines that are laid out by hand would be wrapped once more.
        fits(&path, &command.get_after_help().map(ToString::to_string).unwrap_or_default());
        let mut command = command.term_width(COLUMNS);
        for help in [command.render_help(), command.render_long_help()] {
            fits(&path, &help.to_string());
        }
    }
}

/// At any width, lists and findings are broken between words, and continued lines stand below the text.
#[test]
fn lists_findings_and_lessons_fit_the_terminal() {
    for columns in [30, 80] {
        for words in [
            &["list"][..],
            &["doctor"],
            &["learn", "1"],
            &["learn", "1", "--lang", "zh"],
            &["learn", "--list"],
            &["sg", "games"],
        ] {
            let mut command = Test::new().args(words).command();
            let text = printed(&command.env("COLUMNS", columns.to_string()).output().unwrap());
            for line in text.lines() {
                let is_a_word = line.split_whitespace().count() <= 2;
                assert!(visible::width(line) <= columns || is_a_word, "{words:?} at {columns}: {line:?}");
            }
            assert!(text.lines().count() > 5, "{text}");
        }
    }
    let mut list = Test::new().args(["list", "--theme", "misere"]).command();
    let text = printed(&list.env("COLUMNS", "30").output().unwrap());
    let names = "  john, boj11694, boj3754,\n    hackerrank-misere-nim-1,\n    hdu1907, lightoj1253,\n";
    assert!(text.contains(names), "{text}");
}

#[test]
fn findings_fit_a_narrow_terminal_with_long_paths_too() {
    let cache = "/a-folder/of-a-user/with-a-long-name/where-caches/of-all-programs/are-kept";
    for columns in [30, 40, 80] {
        let mut command = Test::new().args(["doctor"]).command();
        let command = command.env("COLUMNS", columns.to_string()).env("XDG_CACHE_HOME", cache);
        let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
        for line in text.lines() {
            assert!(visible::width(line) <= columns, "at {columns}: {line:?}");
        }
        assert!(text.contains("folder "), "{text}");
    }
}

#[test]
fn the_options_of_check_stand_below_headings() {
    let below = command();
    let check = below.find_subcommand("check").unwrap();
    let without = check.get_opts().filter(|option| option.get_help_heading().is_none());
    assert_eq!(without.map(|option| option.get_id().as_str()).collect::<Vec<_>>(), Vec::<&str>::new());
    assert!(check.get_positionals().all(|argument| argument.get_help_heading().is_none()));
}

#[test]
fn the_progress_of_a_check_is_a_line_of_any_terminal() {
    let place = Place::new(&["wrong:#!/bin/sh\nsleep 0.02\necho x\n"]);
    for n in 0..12 {
        let name = format!("t/a-test-with-a-long-name-that-alone-would-fill-the-line-{n}");
        place.write(&format!("{name}.in"), "1\n");
        place.write(&format!("{name}.ans"), "1\n");
    }
    for columns in [40, 80] {
        let program = env!("CARGO_BIN_EXE_toolkit");
        let check = format!("stty cols {columns} rows 24; {program} check t -- ./wrong >/dev/null");
        let mut script = Command::new("script");
        script.args(["-qec", &check, "/dev/null"]).stdin(Stdio::null()).current_dir(place.path("."));
        let output = match script.env_remove("COLUMNS").env("TERM", "xterm").output() {
            Ok(output) => output,
            Err(error) => return eprintln!("skipped: script cannot be started: {error}"),
        };
        let text = String::from_utf8_lossy(&output.stdout);
        let bars: Vec<_> = text.split(['\r', '\n']).filter(|line| line.contains("/12 ")).collect();
        assert!(!bars.is_empty(), "{text:?}");
        for bar in bars {
            let end = bar.rfind('\x1b').unwrap_or(bar.len());
            let shown = bar[..end].replace("\x1b[2K", "");
            assert!(visible::width(&shown) <= columns, "{columns}: {shown:?}");
        }
        assert!(!text.contains("\x1b[1A"), "the bar had several lines: {text:?}");
    }
}

#[test]
fn what_a_check_prints_fits_80_columns_and_a_class_24_rows() {
    let place = Place::new(&["sol:#!/bin/sh\ncat\n", "good:#!/bin/sh\ncat >/dev/null; echo 1\n"]);
    for n in 0..3 {
        let name = format!("t/a-test-with-a-long-name-that-alone-would-nearly-fill-the-line-{n}");
        place.write(&format!("{name}.in"), &format!("{n}\n"));
        place.write(&format!("{name}.ans"), "1\n");
    }
    let checked = |programs: &[&str]| {
        let mut check = place.toolkit(&[&["check", "t"], programs].concat());
        printed(&check.env("COLUMNS", "80").output().unwrap())
    };
    let text = checked(&["--", "./sol"]);
    fits("a program", &text);
    let summary = text.lines().last().unwrap();
    assert!(summary.contains("slowest") && summary.contains("MiB)"), "{text}");

    let class: Vec<String> = (1..=21)
        .map(|n| format!("--run=student{n:02}={}", if n == 9 { "./good" } else { "./sol" }))
        .collect();
    let text = checked(&class.iter().map(String::as_str).collect::<Vec<_>>());
    fits("a class", &text);
    // The prompt of the shell has a row.
    let best = text.lines().rev().nth(22).unwrap_or_default();
    assert!(best.starts_with("student09  3/3  AC"), "{text}");
}
