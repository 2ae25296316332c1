//! `toolkit check` in daily use: data inside the program, inputs without answers, a failure on the screen, loops.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::place::{Place, one};
use crate::run::{Test, printed};
use crate::wait::until;

/// A right and a wrong program for `john`.
const RIGHT: &str = "for _ in range(int(input())):\n    input()\n    h = [*map(int, input().split())]\n    x = 0\n    for v in h: x ^= v\n    print('John' if (x != 0 if max(h) > 1 else x == 0) else 'Brother')\n";
const WRONG: &str = "import sys\nfor _ in range(int(input())):\n    input()\n    h = [*map(int, input().split())]\n    x = 0\n    for v in h: x ^= v\n    print('debug', x, file=sys.stderr)\n    print('John' if x else 'Brother')\n";

/// Returns a place with these files, one of which may be long.
fn with(files: &[(&str, &str)]) -> Place {
    let place = Place::new(&[]);
    files.iter().for_each(|(name, text)| place.write(name, text));
    place
}

#[test]
fn the_data_of_problems_is_inside_the_program() {
    let place = with(&[("John2.py", RIGHT), ("sol.py", WRONG)]);
    let text = place.run(0, &["check", "John2.py", "--time-limit", "20", "--filter", "sample|secret/b"]);
    assert!(text.starts_with("john: ") && text.contains("the problem is john, by the name of"), "{text}");
    let text = place.run(1, &["check", "p4279", "sol.py", "--time-limit", "20", "--filter", "all-ones"]);
    assert!(text.contains("WA  secret/all-ones\n") && !text.contains("/tmp"), "{text}");
    place.run(0, &["check", "bash"]);
    for name in ["P4279", "John", "nim_check", "Nim Check", "HDU2176"] {
        place.run(0, &["show", name]);
    }
    for (args, says) in [
        (&["check", "sol.py"][..], "a problem (such as "),
        (&["check"], "a problem (such as "),
        // An almost equal number is another problem.
        (&["show", "hdu1999"], "`toolkit list --judge hdu`"),
        (&["show", "luogu1248"], "`toolkit list --judge luogu`"),
        (&["show", "codeforces 769e"], "`toolkit list --judge codeforces`"),
        (&["check", "jhon", "sol.py"], "did you mean john?"),
        (&["check", "john", "soll.py"], "there is no source file soll.py"),
        (&["show", "john", "--sample", "2"], "there are 1"),
    ] {
        let text = place.run(2, args);
        assert!(text.contains(says), "{args:?}: {text}");
    }
    assert_eq!(place.run(0, &["show", "john", "--sample", "1", "--answer"]), "John\nBrother\n");
    let input = place.run(0, &["show", "john", "--sample", "1"]);
    place.run(0, &["samples", "john", "-o", "tests"]);
    assert_eq!(fs::read_to_string(place.path("tests/1.in")).unwrap(), input);
    place.run(0, &["samples", "bash", "--all", "-o", "bash"]);
    assert!(place.path("bash/secret/bounds.ans").exists());
}

#[test]
fn hidden_data_stays_hidden() {
    let folder = std::env::temp_dir();
    let look = format!("#!/bin/sh\nfind {} /tmp -name 'all-ones*' 2>/dev/null\nexit 1\n", folder.display());
    let place = with(&[("look", &look)]);
    let report = place.report(1, &["john", "--filter", "sample", "--", "./look"]);
    assert!(!report.to_string().contains("all-ones"), "{report}");
}

#[test]
fn inputs_without_answers_are_answered() {
    let place = with(&[
        ("in.txt", "1\n3\n1 1 1\n"),
        ("inputs/a.in", "1\n2\n1 1\n"),
        ("inputs/b.in", "1\n1\n2\n"),
        ("bad/x.in", "1\n2\n1 x\n"),
        ("mixed/1.in", "1\n1\n1\n"),
        ("mixed/1.ans", "Brother\n"),
        ("mixed/2.in", "1\n1\n5\n"),
        ("right.py", RIGHT),
        ("john.py", WRONG),
        ("crash.py", "1/0\n"),
    ]);
    let run = |code, args: &[&str]| place.run(code, &[&["check", "--time-limit", "20"][..], args].concat());
    let text = run(0, &["in.txt", "right.py", "--problem", "john"]);
    assert!(text.contains("1 input without an answer is answered by the built-in solver of john"), "{text}");
    let text = run(1, &["inputs", "john.py"]);
    assert!(
        text.contains("2 inputs without answers are answered") && text.contains("1 wrong answer"),
        "{text}"
    );
    let text = run(1, &["inputs", "john.py", "--against", "right.py"]);
    assert!(text.contains("answered by right.py") && text.contains("1 wrong answer"), "{text}");
    assert!(run(2, &["inputs", "right.py"]).contains("--against"), "{text}");
    let text = run(3, &["bad", "right.py", "--problem", "john"]);
    assert!(text.contains("expected an integer, found \"x\"") && text.contains("bad/x.in:3:3"), "{text}");
    assert!(run(5, &["inputs", "right.py", "--against", "crash.py"]).contains("gives no answer"));
    // A missing answer among others is not filled in silently.
    assert!(run(0, &["mixed", "right.py", "--problem", "john"]).contains("unmatched: 2.in"));
    assert!(run(0, &["mixed", "right.py", "--against", "right.py"]).contains("2 accepted"));
}

#[test]
fn the_smallest_failure_is_shown_whole_and_the_others_in_a_line() {
    let place = with(&[
        ("john/1.in", "3\n1\n5\n3\n1 1 1\n2\n1 1\n"),
        ("john/1.ans", "John\nBrother\nJohn\n"),
        ("john/2.in", "1\n9\n1 1 1 1 1 1 1 1 1\n"),
        ("john/2.ans", "Brother\n"),
        ("sol.py", WRONG),
    ]);
    let text = |more: &[&str]| {
        place.run(1, &[&["check", "john", "sol.py", "--time-limit", "20"][..], more].concat())
    };
    let shown = text(&[]);
    let expected = "\
WA  2  case 1 of 1: expected Brother, got John
WA  1
    case 2 of 3 (input line 5: heaps 1 1 1): expected Brother, got John
    line 2, token 1 of the output
    input
    4 3
    5 1 1 1
    expected                             | got
    1 John                               |   John
    2 Brother                            | 2 John
      ^                                  |   ^
    3 John                               | 3 Brother
    standard error
    debug 5
    debug 1
    debug 0
2 tests: 2 wrong answer (";
    assert!(shown.contains(expected), "{shown}");
    assert!(shown.contains("; slowest ") && shown.contains("; most memory "), "{shown}");
    assert!(!shown.contains('\x1b'));
    place.write("john/0.in", "1\n7\n1 1 1 1 1 1 1\n");
    place.write("john/0.ans", "Brother\n");
    assert!(text(&[]).contains("WA  1\n"), "the first is larger");
    assert_eq!(text(&["--show", "2"]).matches("    input\n").count(), 2);
    assert_eq!(text(&["--show", "0"]).matches("    input\n").count(), 0);
    assert!(text(&["--color", "always"]).contains("\x1b[31mWA \x1b[0m 1\n"));
}

#[test]
fn the_case_that_fails_is_saved_as_an_input_of_its_own() {
    let place = with(&[
        ("john/1.in", "3\n1\n5\n3\n1 1 1\n2\n1 1\n"),
        ("john/1.ans", "John\nBrother\nJohn\n"),
        ("other/1.in", "1 2\n"),
        ("other/1.ans", "3\n"),
        ("sol.py", WRONG),
        ("echo.py", "print(input())\n"),
    ]);
    let save = |code, words: &[&str]| {
        place.run(code, &[&["check", "--time-limit", "20", "--save-failure", "small.in"][..], words].concat())
    };
    let read = || ["small.in", "small.ans"].map(|name| fs::read_to_string(place.path(name)).unwrap());
    let text = save(1, &["john", "sol.py"]);
    assert!(text.contains("\nsaved case 2 of 1 as small.in and its .ans\n"), "{text}");
    assert_eq!(read(), ["1\n3\n1 1 1\n", "Brother\n"]);
    place.run(1, &["check", "small.in", "sol.py", "--time-limit", "20"]);
    assert!(save(5, &["john", "sol.py"]).contains("small.in exists; --force replaces it"));
    assert!(save(1, &["other", "echo.py", "--force"]).contains("\nsaved 1 as small.in and its .ans\n"));
    assert_eq!(read(), ["1 2\n", "3\n"]);
    // The command that finds a smaller one is complete where the problem is known.
    let text = place.run(1, &["check", "hdu1907", "sol.py", "--time-limit", "20", "--filter", "sample"]);
    assert!(text.ends_with("\na smaller input: toolkit stress hdu1907 sol.py\n"), "{text}");
    let text = place
        .run(1, &["check", "--problem", "john", "john", "--time-limit", "20", "--", "python3", "sol.py"]);
    assert!(text.ends_with("\na smaller input: toolkit stress john -- python3 sol.py\n"), "{text}");
    let text = place.run(1, &["check", "other", "echo.py", "--time-limit", "20"]);
    assert!(!text.contains("a smaller input"), "{text}");
    // A name that is no text can be typed as well.
    let named = OsStr::from_bytes(b"s\xf6l.py");
    fs::copy(place.path("sol.py"), place.path("").join(named)).unwrap();
    let mut command = place.toolkit(&["check", "hdu1907", "--time-limit", "20", "--filter", "sample"]);
    let text = String::from_utf8(command.arg(named).output().unwrap().stdout).unwrap();
    assert!(text.ends_with("\na smaller input: toolkit stress hdu1907 $'s\\366l.py'\n"), "{text}");
}

#[test]
fn outputs_of_any_kind_fit_any_terminal() {
    let long = "7".repeat(100_000);
    let place = Place::new(&[
        "t/1.in:a\\\n",
        "t/1.ans:负负负负负负负负负负负负负负负负负负负负负负 x\n",
        "t/2.in:负\n",
        "t/3.in:c\n",
        "t/3.ans:a\n\nb\n",
        "prog:#!/bin/sh\nread x\ncase $x in c) printf 'a\\033[31m\\000\\377';; *) printf '负负负负负负负负负负负负负负负负负负负负负负 y';; esac\n",
    ]);
    place.write("t/2.ans", &format!("{long}1{long}\n"));
    for columns in ["40", "97", "300"] {
        let mut command = place.toolkit(&["check", "t", "--show", "9", "--compare", "exact", "--", "./prog"]);
        let text = printed(&command.env("COLUMNS", columns).output().unwrap());
        assert!(text.matches("WA  ").count() == 3 && !text.contains(['\x1b', '\0']), "{text}");
        let rows = text
            .lines()
            .skip_while(|line| !line.starts_with("    expected"))
            .filter(|row| row.contains(" | "));
        for row in rows {
            let width = nim_ground::visible::width(row);
            assert!(width <= columns.parse().unwrap(), "{columns}: {row}");
        }
        assert!(text.contains("no end") || text.contains('…'), "{text}");
    }
}

#[test]
fn verdicts_alone_and_the_report_alone_are_printed() {
    let place = with(&[
        ("t/1.in", "1\n"),
        ("t/1.out", "1\n"),
        ("t/2.in", "2\n"),
        ("t/2.out", "1\n"),
        ("t/odd", ""),
        ("sol.sh", "cat\n"),
    ]);
    let quiet = place.run(1, &["check", "t", "sol.sh", "-q"]);
    assert!(
        quiet.starts_with("2 tests: 1 accepted, 1 wrong answer (") && quiet.lines().count() == 1,
        "{quiet}"
    );
    place.write("one.sh", "echo 1\n");
    let several = place.run(1, &["check", "t", "sol.sh", "one.sh", "--quiet"]);
    let lines: Vec<&str> = several.lines().collect();
    assert!(
        lines.len() == 4 && lines[0].starts_with("one.sh  2/2  AC") && lines[3] == "1 of 2 programs accepted",
        "{several}"
    );
    let output = Test::new()
        .args(["check", "t", "sol.sh", "--json"])
        .command()
        .current_dir(place.path("."))
        .output()
        .unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["summary"]["verdicts"]["WA"], 1, "{report}");
}

#[test]
fn many_stray_files_are_a_line() {
    let place = one(&["ok:#!/bin/sh\ncat\n"]);
    for index in 0..50 {
        place.write(&format!("t/note-{index}.md"), "x");
    }
    let text = place.run(0, &["check", "t", "--", "./ok"]);
    assert_eq!(text.matches("unmatched:").count(), 1, "{text}");
    assert!(text.contains("50 files (50 not recognised") && text.contains("--verbose"), "{text}");
    assert_eq!(place.run(0, &["check", "t", "--verbose", "--", "./ok"]).matches("unmatched:").count(), 50);
}

#[test]
fn failed_tests_run_again() {
    let place = Place::new(&[
        "t/1.in:1\n",
        "t/1.ans:1\n",
        "t/2.in:2\n",
        "t/2.ans:2\n",
        "t/3.in:3\n",
        "t/3.ans:3\n",
        "p:#!/bin/sh\necho 1\n",
    ]);
    let failed = |code| place.run(code, &["check", "t", "--failed", "--", "./p"]);
    assert!(failed(4).contains("no test is known to have failed"));
    place.run(1, &["check", "t", "--", "./p"]);
    place.write("p", "#!/bin/sh\nread x\necho ${x#3}\n");
    assert!(failed(1).contains("2 tests: 1 accepted, 1 wrong answer"));
    assert!(failed(1).contains("\n1 test: 1 wrong answer"));
    place.write("p", "#!/bin/sh\ncat\n");
    failed(0);
    assert!(failed(4).contains("no test is known to have failed"));
}

#[test]
fn runs_are_repeated_and_the_worst_counts() {
    let place = one(&[
        "random:#!/bin/sh\nif test $(($(date +%N | sed 's/^0*//;s/..$//;s/^$/0/') % 2)) = 0; then cat; else echo x; fi\n",
        "ok:#!/bin/sh\ncat\n",
    ]);
    let report = place.report(0, &["t", "--repeat", "4", "--", "./ok"]);
    let test = &report["tests"][0];
    assert_eq!(test["runs_cpu_ms"].as_array().unwrap().len(), 4);
    assert!(test["message"].as_str().unwrap().starts_with("4 runs: AC 4; "), "{test}");
    let report = place.report(1, &["t", "--repeat", "60", "--", "./random"]);
    let test = &report["tests"][0];
    let count = |verdict: &str| test["runs_verdicts"][verdict].as_u64().unwrap_or(0);
    assert_eq!((test["verdict"].as_str(), count("AC") + count("WA")), (Some("WA"), 60), "{test}");
}

#[test]
fn a_program_in_a_folder_of_submissions_has_expected_verdicts() {
    let place = Place::new(&[
        "p/problem.yaml:problem_format_version: 2025-09\nname: p\n",
        "p/data/secret/1.in:1\n",
        "p/data/secret/1.ans:1\n",
        "p/submissions/wrong_answer/w.py:print(2)\n",
        "p/submissions/accepted/w.py:print(3)\n",
    ]);
    let run = |code, file: &str| place.run(code, &["check", "p/data", file, "--time-limit", "20"]);
    assert!(run(0, "p/submissions/wrong_answer/w.py").contains("1 of 1 submission as expected"));
    assert!(run(1, "p/submissions/accepted/w.py").contains("0 of 1 submission as expected"));
}

#[test]
fn shards_are_balanced_by_an_earlier_report() {
    let place = Place::new(&["ok:#!/bin/sh\nread x\nif test $x = 1; then sleep 0.4; fi\necho $x\n"]);
    for index in 1..=6 {
        place.write(&format!("t/{index}.in"), &format!("{index}\n"));
        place.write(&format!("t/{index}.ans"), &format!("{index}\n"));
    }
    place.run(0, &["check", "t", "--report", "json=all.json", "--", "./ok"]);
    for (shard, tests) in [("1/2", 1), ("2/2", 5)] {
        let report = format!("json={}.json", &shard[..1]);
        let text = place.run(
            0,
            &["check", "t", "--shard", shard, "--times", "all.json", "--report", &report, "--", "./ok"],
        );
        assert!(text.contains(&format!("{tests} accepted")), "{text}");
    }
    assert!(place.run(0, &["merge", "1.json", "2.json"]).contains("6 tests: 6 accepted"));
    place.run(0, &["check", "t", "--shard", "1/2", "--report", "json=turn.json", "--", "./ok"]);
    assert!(place.run(5, &["merge", "turn.json", "2.json"]).contains("shards of the tests"));
}

#[test]
fn a_change_starts_the_check_again() {
    let place = one(&["p.py:print('x')\n"]);
    let log = fs::File::create(place.path("log")).unwrap();
    let mut child = place
        .toolkit(&["check", "t", "p.py", "--watch", "--time-limit", "20", "--report", "json=t/report.json"])
        .stdout(Stdio::from(log.try_clone().unwrap()))
        .stderr(log)
        .spawn()
        .unwrap();
    let says = |text: &str| fs::read_to_string(place.path("log")).unwrap_or_default().contains(text);
    until("the first check", || says("1 wrong answer"));
    // Editors replace a file in this way: a new file takes the old one's name.
    place.write("new.py", "print(input())\n");
    fs::rename(place.path("new.py"), place.path("p.py")).unwrap();
    until("a check of the new program", || says("1 test: 1 accepted"));
    assert!(says("p.py has changed") && !says("report.json has changed"));
    place.write("t/1.out", "c\n");
    until("a check of the new data", || says("t/1.out has changed"));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_module_that_is_made_while_watching_is_seen() {
    let place = one(&["p.py:from lib import copy\ncopy.go()\n"]);
    let log = place.path("log");
    let mut child = place
        .toolkit(&["check", "t", "p.py", "--watch", "--time-limit", "20"])
        .stdout(fs::File::create(&log).unwrap())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let says = |text: &str| fs::read_to_string(&log).unwrap_or_default().contains(text);
    until("the first check", || says("1 runtime error"));
    place.write("lib/copy.py", "def go(): print(input())\n");
    until("a check with the module", || says("1 test: 1 accepted"));
    place.write("lib/copy.py", "def go(): print('c')\n");
    until("a check of the changed module", || says("1 wrong answer"));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// A check that runs when something changes would have taken half a minute more; that of the change before shows no result.
#[test]
fn a_change_ends_the_check_that_is_running() {
    let place = one(&["p.py:print('x')\n"]);
    let (log, errors) = (place.path("log"), place.path("errors"));
    let mut child = place
        .toolkit(&["check", "t", "p.py", "--watch", "--time-limit", "30s", "--report", "json=report.json"])
        .stdout(fs::File::create(&log).unwrap())
        .stderr(fs::File::create(&errors).unwrap())
        .spawn()
        .unwrap();
    let says = |text: &str| fs::read_to_string(&log).unwrap_or_default().contains(text);
    until("the first check", || says("1 wrong answer"));
    let begin = Instant::now();
    for _ in 0..2 {
        place.write("p.py", "import time\nwhile True: time.sleep(1)\n");
        thread::sleep(Duration::from_millis(400));
        place.write("p.py", "while True: pass\n");
        thread::sleep(Duration::from_millis(400));
    }
    place.write("p.py", "print(input())\n");
    until("a check of the last program", || says("1 test: 1 accepted"));
    assert!(begin.elapsed() < Duration::from_secs(25), "{:?}", begin.elapsed());
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let (log, errors) = (fs::read_to_string(log).unwrap(), fs::read_to_string(errors).unwrap());
    assert_eq!(log.lines().filter(|line| line.starts_with("t: 1 test")).count(), 2, "{log}");
    assert_eq!(log.lines().filter(|line| line.starts_with("1 test: ")).count(), 2, "{log}");
    assert_eq!(errors, "\np.py has changed\n");
}

#[test]
fn a_home_that_cannot_be_written_does_not_matter() {
    let place = one(&["main.c:#include <stdio.h>\nint main(void) { puts(\"a b\"); return 0; }\n"]);
    if nim_ground::commands::on_path("cc".as_ref()).unwrap().is_none() {
        eprintln!("skipped: no C compiler");
        return;
    }
    for home in ["/proc/nowhere", "/dev/null", ""] {
        let mut command = place.toolkit(&["check", "t", "main.c"]);
        command.env("HOME", home).env_remove("XDG_CACHE_HOME");
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{home}: {}", printed(&output));
    }
}
