//! `toolkit play`: the line protocol with programs, and the screen in a pseudo-terminal.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::run::Test;
use crate::terminal::Terminal;
use crate::wait::until;

#[test]
fn a_game_is_played_in_lines() {
    let nim = "game nim\nrule normal\nseat first\nposition 1 2\n";
    let one = "game bash:1\nrule normal\nseat first\nposition 3\n";
    Test::new()
        .line("play bash:1 3")
        .stdin("move 1 2\nmove 1 0\n")
        .stdout(format!("{one}move 1 1\nend win\n"))
        .run();
    Test::new().line("play nim 1 2").stdin("move 1 0\n").stdout(format!("{nim}move 2 0\nend lose\n")).run();
    // The move in the form of the screen.
    Test::new().line("play nim 1 2").stdin("move 1=0\n").stdout(format!("{nim}move 2 0\nend lose\n")).run();
    let why = "component 1 (2) cannot become 0,0";
    let kayles = "game kayles\nrule normal\nseat first\nposition 2 1\n";
    let test = Test::new().line("play kayles 2 1").stdin("move 1 0,0\n");
    test.stdout(format!("{kayles}end illegal {why}\n")).run();
    let why = "component 2 (2) cannot become 3";
    Test::new().line("play nim 1 2").stdin("move 2 3").stdout(format!("{nim}end illegal {why}\n")).run();
    // The end of the input is no error.
    Test::new().line("play nim 1 2").stdout(nim).run();
    let misere = "game nim\nrule misere\nseat second\nposition 1 2\nmove 2 0\n";
    Test::new()
        .line("play nim 1 2 --misere --first computer --protocol")
        .stdin("move 1 0\n")
        .stdout(format!("{misere}end lose\n"))
        .run();
    let sum = "game kayles+wythoff\nrule normal\nseat first\nposition 5 0,1\n";
    Test::new()
        .line("play kayles+wythoff 5 0,1 --level random --seed 3")
        .stdin("move 1 2 2\nmove 4 0\n")
        .stdout(format!("{sum}move 1 1 2\nend illegal there is no component 5\n"))
        .status(0);
}

#[test]
fn what_cannot_be_played_is_refused_before() {
    for (line, status, says) in [
        ("play coins:twins 40 --misere", 5, "misère play of this position is not decided"),
        ("play kaylse 3", 2, "did you mean `kayles`?"),
        ("play nim x", 2, "expected a number"),
        ("play nim+kayles 3", 2, "a sum of 2 games takes one heap for each"),
        ("play graph:nowhere.txt a", 5, "cannot read nowhere.txt"),
    ] {
        Test::new().line(line).stdout("").status(status).error(says).run();
    }
}

#[test]
fn random_positions_follow_from_the_seed_and_can_be_won() {
    let printed = |line: &str| String::from_utf8(Test::new().line(line).run().stdout).unwrap();
    assert_eq!(printed("play nim --seed 5"), printed("play nim --seed 5"));
    assert_ne!(printed("play nim --seed 5"), printed("play nim --seed 6"));
    for seed in 1..10 {
        let opening = printed(&format!("play --seed {seed}"));
        let heaps = opening.lines().last().unwrap().split(' ').skip(1);
        let sum = heaps.fold(0, |sum, heap| sum ^ heap.parse::<u64>().unwrap());
        assert_ne!(sum, 0, "{opening}");
    }
}

/// Returns the player of the guide.
fn player() -> String {
    let page = include_str!("../../../docs/play.md");
    page.split("```python player.py\n").nth(1).unwrap().split("```").next().unwrap().to_owned()
}

#[test]
fn the_player_of_the_guide_wins() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3");
        return;
    }
    for game in ["play nim 3 5 7", "play nim 1 2 3 --first computer", "play nim 1000000 999999 5"] {
        let mut judge = Test::new().line(game).line("--protocol --seed 1").start();
        let mut python = Command::new("python3")
            .args(["-c", &player()])
            .stdin(Stdio::piped())
            .stdout(judge.stdin.take().unwrap())
            .spawn()
            .unwrap();
        let mut told = python.stdin.take().unwrap();
        let mut last = String::new();
        for line in BufReader::new(judge.stdout.take().unwrap()).lines() {
            last = line.unwrap();
            // The player ends when no stone is left, and does not read the end.
            let _ = writeln!(told, "{last}");
        }
        assert_eq!(last, "end win", "{game}");
        drop(told);
        assert!(python.wait().unwrap().success());
        assert!(judge.wait().unwrap().success());
    }
}

#[test]
fn a_game_is_played_on_a_screen_that_is_left_clean() {
    let Some(mut terminal) = Terminal::start("play nim 1 2 --level perfect") else { return };
    terminal.shows("take all 1");
    terminal.types("?");
    terminal.shows("These");
    // Any key closes the hint.
    terminal.types("x2-1\r");
    terminal.shows("computer:");
    // Enter takes the last one.
    terminal.types("\r");
    terminal.shows("won.");
    let size = Winsize { ws_row: 8, ws_col: 20, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&terminal.peer, size).unwrap();
    kill_process(Pid::from_child(&terminal.program), Signal::WINCH).unwrap();
    terminal.shows("h keys");
    terminal.types("q");
    terminal.ends(0);
}

#[test]
fn a_terminal_that_takes_plain_lines_gets_no_control_sequences() {
    for (line, says) in [("play nim 1 2", "a line such as `move 2 1`"), ("learn 1", "1. Two heaps")] {
        let words = line.split(' ').collect::<Vec<_>>();
        let command = [&["env", "TERM=dumb", env!("CARGO_BIN_EXE_toolkit")], words.as_slice()].concat();
        let Some(mut terminal) = Terminal::run(&command) else { return };
        until(says, || terminal.text().contains(says));
        // The end of the input.
        terminal.types("quit\n\x04");
        terminal.program.wait().unwrap();
        assert!(!terminal.text().contains('\x1b'), "{line}: {:?}", terminal.text());
    }
}

#[test]
fn the_screen_is_left_clean_at_ctrl_c_and_by_signals() {
    for (end, status) in
        [(None, 130), (Some(Signal::TERM), 143), (Some(Signal::INT), 130), (Some(Signal::HUP), 129)]
    {
        let Some(mut terminal) = Terminal::start("play wythoff 3,5 --first computer") else { return };
        terminal.shows("wythoff");
        match end {
            None => terminal.types("\x03"),
            Some(signal) => kill_process(Pid::from_child(&terminal.program), signal).unwrap(),
        }
        terminal.ends(status);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_screen_is_left_when_stopped_and_painted_when_continued() {
    // SIGSTOP cannot be seen; what comes after it can.
    let Some(mut terminal) = Terminal::start("play wythoff 3,5") else { return };
    terminal.shows("wythoff,");
    let program = Pid::from_child(&terminal.program);
    let state = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", program.as_raw_nonzero())).unwrap();
        stat.rsplit_once(") ").unwrap().1.chars().next()
    };
    kill_process(program, Signal::STOP).unwrap();
    until("the program is stopped", || state() == Some('T'));
    kill_process(program, Signal::CONT).unwrap();
    terminal.shows("wythoff,");
    // Nobody could continue the leader of a session: it goes on.
    kill_process(program, Signal::TSTP).unwrap();
    terminal.types("\x1ah");
    terminal.shows("Arrows");
    terminal.types("qq");
    terminal.ends(0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_shell_stops_the_program_and_continues_it() {
    let shell = r#"set -m; sh -c 'echo "pid $$ is"; exec "$0" play wythoff 3,5' "$0"; echo halted; fg"#;
    let Some(mut terminal) = Terminal::run(&["--ctty", "sh", "-c", shell, env!("CARGO_BIN_EXE_toolkit")])
    else {
        return;
    };
    until("the program starts", || terminal.text().contains("wythoff,"));
    let text = terminal.text();
    let number = text.split("pid ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    terminal.screen.lock().unwrap().clear();
    kill_process(Pid::from_raw(number).unwrap(), Signal::TSTP).unwrap();
    // The screen is left before the shell writes, and filled again after it.
    until("the game is painted again", || terminal.text().contains("wythoff,"));
    let text = terminal.text();
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what:?} in {text:?}"));
    assert!(at("\x1b[?1049l") < at("halted") && at("halted") < at("\x1b[?1049h"), "{text:?}");
    terminal.types("q");
    terminal.ends(0);
}

/// Returns the table's row of a player, as words.
fn row(text: &str, name: &str) -> Vec<String> {
    let row =
        text.lines().find(|line| line.starts_with(&format!("{name}  "))).unwrap_or_else(|| panic!("{text}"));
    row.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn two_players_play_and_the_table_says_how() {
    let output = Test::new().line("referee kayles --a computer --b random --games 12 --seed 1").run();
    let text = String::from_utf8(output.stdout).unwrap();
    let (a, b) = (row(&text, "a"), row(&text, "b"));
    // A perfect player wins every position that can be won.
    assert_eq!(a[6], a[8], "{text}");
    assert_eq!((&a[1], &a[2]), (&b[2], &b[1]), "{text}");
    let output =
        Test::new().line("referee nim 3 5 --misere --a computer --b computer:casual --games 2 --json").run();
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["schema"], "toolkit-referee/2");
    assert_eq!((&json["games"][0]["first"], &json["games"][1]["first"]), (&"a".into(), &"b".into()));
    assert_eq!(json["players"][0]["won"].as_u64().unwrap() + json["players"][1]["won"].as_u64().unwrap(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn players_that_fail_lose() {
    let place = crate::place::Place::new(&[
        "illegal:#!/bin/sh\nread a; read b; read c; read d\necho move 1 9\ncat > /dev/null\n",
        "silent:#!/bin/sh\nwhile read line; do :; done\n",
        "leaves:#!/bin/sh\nread line\necho gone >&2\nexit 3\n",
        "spins:#!/bin/sh\nwhile :; do :; done\n",
        "takes:#!/bin/sh\nread a; read b; read c d\nread position heap\n[ $d = second ] && read line\necho move 1 0\nread end\n",
    ]);
    for (player, column, says) in [
        ("./illegal", 9, "illegal: component 1 (3) cannot become 9"),
        ("./silent", 10, "TLE: deadlock"),
        ("./leaves", 11, "RTE: exit status 3"),
        ("./spins", 10, "TLE: "),
    ] {
        let args =
            ["referee", "nim", "3", "--a", player, "--b", "./takes", "--games", "1", "--time-limit", "0.2"];
        let output = Test::new().args(args).folder(place.path("")).status(1).run();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(says), "{text}");
        let (a, b) = (row(&text, "a"), row(&text, "b"));
        assert_eq!((a[column].as_str(), b[1].as_str()), ("1", "1"), "{text}");
    }
    let args =
        ["referee", "nim", "3", "--a", "./takes", "--b", "./silent", "--games", "2", "--time-limit", "0.2"];
    let output = Test::new().args(args).folder(place.path("")).status(1).run();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(row(&text, "a")[1], "2", "{text}");
}
