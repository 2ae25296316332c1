//! `toolkit check` and `toolkit merge` from outside: their arguments, messages, files and exit codes.

mod classes;
mod daily;
#[cfg(target_os = "linux")]
mod drivers;
mod interactive;
#[cfg(target_os = "linux")]
mod kept;
mod known_mistakes;
mod locations;
#[cfg(target_os = "linux")]
mod own_programs;
pub mod page;
mod reports;
mod shards;
pub mod sources;
mod verdicts;
mod why;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::inputs::submissions::SHELL;
use crate::place::{Place, one, testdata};
use crate::run::printed;
use crate::wait::until;

/// Returns a text as one word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Returns whether a command can be run here.
fn is_installed(command: &str) -> bool {
    Command::new(command).args(["-c", ""]).output().is_ok_and(|output| output.status.success())
}

/// Returns whether programs are shut in by something that hides files from them.
fn hides_files(report: &Value) -> bool {
    let layers = report["sandbox"]["layers"].as_array().unwrap();
    layers.iter().any(|layer| layer == "mount-namespace" || layer == "landlock")
}

#[test]
fn renamed_options_and_commands_keep_their_other_names() {
    let place = Place::new(&["class/empty/notes:x\n"]);
    let old = ["check", &testdata("john"), "--built-in", "--repeat-doubtful=no"];
    let text = place.run(0, &old);
    assert!(text.contains("accepted") && !text.contains("the built-in solver was checked"), "{text}");
    let text = place.run(2, &["check", &testdata("john"), "--submissions-from", "class"]);
    assert!(text.contains("--class class: there is no folder with a source file in it"), "{text}");
    let help = place.run(0, &["check", "--help"]);
    assert!(old[2..].iter().all(|old| !help.contains(old.trim_end_matches("=no"))), "{help}");
    assert_eq!(place.run(0, &["generate", "john"]), place.run(0, &["gen", "john"]));
}

#[test]
fn the_built_in_solvers_pass_and_an_altered_answer_is_named() {
    let place = Place::new(&[]);
    // A program that was forgotten must not seem to have been accepted.
    let text = place.run(0, &["check", &testdata("john")]);
    let summary = text.lines().find(|line| line.contains("accepted")).unwrap();
    assert!(summary.contains("the built-in solver was checked") && summary.contains("sol.cpp"), "{text}");
    let text = place.run(0, &["check", &testdata("john"), "--builtin"]);
    assert!(text.contains("accepted") && !text.contains("built-in"), "{text}");
    place.run(2, &["check", &testdata("john"), "--builtin", "--", "true"]);
    let place = Place::new(&[
        "john/secret/7.in:3\n2 1 1\n3\n3 5 6\n1 1\n",
        "john/secret/7.ans:John\nJohn\nBrother\n",
    ]);
    let text = place.run(1, &["check", "john"]);
    for part in
        ["secret/7", "case 2 of 3 (input line 4: heaps 3 5 6): expected John, got Brother", "line 2, token 1"]
    {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn cases_are_counted_where_answers_begin_with_numbers() {
    let place = Place::new(&[
        "wythoff-first-moves/secret/1.in:1 2\n5 8\n4 7\n2 2\n0 0\n",
        "wythoff-first-moves/secret/1.ans:0\n1\n4 7\n3 5\n0\n1\n1 1\n1 2\n",
    ]);
    let text = place.run(1, &["check", "wythoff-first-moves", "--compare", "tokens"]);
    assert!(
        text.contains("case 4 of 4 (input line 4: a 2, b 2): expected 1 / 1 1 / 1 2, got 1 / 0 0 / 1 2"),
        "{text}"
    );
}

#[test]
fn nothing_to_check_has_codes_of_its_own() {
    let place = Place::new(&["empty/README.md:x", "john/1.in:0\n", "john/1.ans:\n"]);
    place.run(4, &["check", "empty"]);
    place.run(4, &["check", "john", "--filter", "nothing"]);
    place.run(2, &["check", "missing"]);
    place.run(2, &["check", "john", "--problem", "chess"]);
    place.run(2, &["check", "john", "--filter", "("]);
    place.run(2, &["check", "john", "--shard", "3/2"]);
    place.run(2, &["check", "john", "--report", "pdf=x"]);
    place.run(2, &["check", "john", "--run", "nameless"]);
    assert!(place.run(2, &["check", "john", "--", "./missing"]).contains("no such command"));
    assert!(place.run(2, &["check", "john", "--", "john/1.in"]).contains("may not see this file"));
    let text = place.run(2, &["check", "empty/..", "--filter", "1", "--problem", "any"]);
    assert!(text.contains("unknown problem \"any\""), "{text}");
}

#[test]
fn formats_are_told_from_answers() {
    let place = one(&["loose:#!/bin/sh\necho 'a'; echo 'b'\n", "wrong:#!/bin/sh\necho 'a  c'\n"]);
    assert_eq!(place.verdict(0, &["t", "--", "./loose"]).0, "AC");
    for how in ["lines", "exact"] {
        assert_eq!(place.verdict(1, &["t", "--compare", how, "--", "./loose"]).0, "PE");
        assert_eq!(place.verdict(1, &["t", "--compare", how, "--", "./wrong"]).0, "WA");
    }
}

#[test]
fn the_judges_own_failures_are_not_the_programs() {
    let place = one(&[
        "good:#!/bin/sh\ncat\n",
        "crash:#!/bin/sh\nkill -SEGV $$\n",
        "refuse:#!/bin/sh\necho because >&2\nexit 1\n",
    ]);
    let (verdict, message) = place.verdict(5, &["t", "--checker", "./crash", "--", "./good"]);
    assert!(verdict == "JE" && message.contains("crashed"), "{message}");
    place.run(2, &["check", "t", "--checker", "./none", "--", "./good"]);
    assert_eq!(
        place.verdict(5, &["t", "--checker", "true", "--checker-style", "kattis", "--", "./good"]).0,
        "JE"
    );
    let (verdict, message) = place.verdict(1, &["t", "--checker", "./refuse", "--", "./good"]);
    assert_eq!((verdict.as_str(), message.as_str()), ("WA", "because"));
}

#[test]
fn a_checker_that_is_a_source_file_is_built() {
    let place = one(&["good:#!/bin/sh\ncat\n", "plain:text\n", "check.c:int main(void) { return 1; }\n"]);
    let program = "#include <cstdio>\nint main(int, char **args) { return !std::fopen(args[3], \"r\"); }\n";
    for (command, name, text) in [("c++", "check.cpp", program), ("c++", "broken.cpp", "int\n")] {
        place.write(name, text);
        if is_installed(command) {
            let status = if name == "check.cpp" { 0 } else { 5 };
            let output = place.toolkit(&["check", "t", "--checker", name, "--", "./good"]).output().unwrap();
            assert_eq!(output.status.code(), Some(status), "{output:?}");
        }
    }
    if is_installed("cc") {
        assert_eq!(place.verdict(1, &["t", "--checker", "./check.c", "--", "./good"]).0, "WA");
    }
    let output = place.toolkit(&["check", "t", "--checker", "./plain", "--", "./good"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("./plain is not executable"), "{output:?}");
}

#[test]
fn a_package_is_judged_by_its_own_rules() {
    let files = [
        "p/problem.yaml:name: x\nlimits: {time_limit: 7}\n",
        "p/data/secret/1.in:x\n",
        "p/data/secret/1.ans:YES\n",
    ];
    let place = Place::new(&[&files[..], &["yes:#!/bin/sh\necho yes\n", "no:#!/bin/sh\necho no\n"]].concat());
    let report = place.report(0, &["p", "--", "./yes"]);
    assert_eq!(report["tests"][0]["limit_ms"], 7000.0);
    assert_eq!(place.verdict(1, &["p", "--compare", "tokens", "--", "./yes"]).0, "WA");
    let validators = [
        ("sh", "run", "#!/bin/sh\n[ \"$(cat)\" = no ] && exit 42 || exit 43\n"),
        ("python3", "check.py", "import sys\nsys.exit(42 if sys.stdin.read() == 'no\\n' else 43)\n"),
    ];
    for (interpreter, name, script) in validators.into_iter().filter(|(name, ..)| is_installed(name)) {
        place.write(&format!("p/output_validator/{name}"), script);
        assert_eq!(place.verdict(0, &["p", "--", "./no"]).0, "AC", "{interpreter}");
        assert_eq!(place.verdict(1, &["p", "--", "./yes"]).0, "WA", "{interpreter}");
        assert_eq!(place.verdict(0, &["p", "--checker", "true", "--", "./yes"]).0, "AC", "{interpreter}");
        fs::remove_dir_all(place.path("p/output_validator")).unwrap();
    }
}

#[test]
fn a_validator_is_built_before_it_is_run() {
    let place = Place::new(&[
        "p/problem.yaml:problem_format_version: 2025-09\nname: x\n",
        "p/data/secret/1.in:x\n",
        "p/data/secret/1.ans:yes\n",
        "p/output_validator/words/no.txt:no\n",
        "no:#!/bin/sh\necho no\n",
        "yes:#!/bin/sh\necho yes\n",
    ]);
    place.write("p/output_validator/build", "#!/bin/sh\ncp words/no.txt expected\n");
    let run = "#!/bin/sh\ncmp -s - \"$(dirname \"$0\")/expected\" && exit 42 || exit 43\n";
    place.write("p/output_validator/run", run);
    assert_eq!(place.verdict(0, &["p", "--", "./no"]).0, "AC");
    assert_eq!(place.verdict(1, &["p", "--", "./yes"]).0, "WA");
    fs::remove_file(place.path("p/output_validator/run")).unwrap();
    let output = place.toolkit(&["check", "p", "--", "./no"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("there is no executable file run after ./build"), "{said}");
}

#[test]
fn checkers_of_problems_explain() {
    let place = Place::new(&[
        "matches/1.in:3\n1 1 1\n",
        "matches/1.ans:1 1\n0 1 1\n",
        "other:#!/bin/sh\necho '1 3'; echo '1 1 0'\n",
        "bad:#!/bin/sh\necho lose\n",
        "stones/1.in:3 1 1 1\n0\n",
        "stones/1.ans:Yes\n1 0\n1 0\n1 0\n",
    ]);
    let any_move = ["matches", "--checker", "builtin:any-move", "--"];
    assert_eq!(place.verdict(0, &[&any_move[..], &["./other"]].concat()).0, "AC");
    assert_eq!(place.verdict(1, &["matches", "--", "./other"]).0, "WA");
    let (verdict, message) = place.verdict(1, &[&any_move[..], &["./bad"]].concat());
    assert_eq!((verdict.as_str(), message.as_str()), ("WA", "says lose, but there is a winning move"));
    assert_eq!(place.verdict(0, &["stones", "--checker", "builtin:any-order"]).0, "AC");
    place.run(2, &["check", "matches", "--checker", "builtin:any-order"]);
    place.run(2, &["check", "matches", "--checker", "builtin:nothing"]);
}

#[test]
fn limits_come_from_the_command_line_the_package_the_problem_and_the_default() {
    let place = Place::new(&["john/1.in:0\n", "john/1.ans:\n", "x/1.in:0\n", "x/1.ans:\n", "ok:#!/bin/sh\n"]);
    let limit = |args: &[&str]| place.report(0, args)["tests"][0]["limit_ms"].as_f64().unwrap();
    assert_eq!(limit(&["x", "--", "./ok"]), 2000.0);
    assert_eq!(limit(&["john", "--", "./ok"]), 1000.0);
    place.write("john/config.yml", "time: 4s\nmemory: 300m\n");
    assert_eq!(limit(&["john", "--", "./ok"]), 4000.0);
    assert_eq!(limit(&["john", "--time-limit", "1500ms", "--", "./ok"]), 1500.0);
}

#[test]
fn files_on_the_command_line_are_found_and_read_inside() {
    let place = one(&[
        "solve.sh:cat \"$1\"\n",
        "sub/data.txt:a b\n",
        "secret.txt:a b\n",
        "reads.sh:cat sub/data.txt ../secret.txt secret.txt \"$OLDPWD/secret.txt\" 2>/dev/null; ls | grep -v reads.sh || true\n",
    ]);
    let report = place.report(0, &["t", "--", "sh", "solve.sh", "sub/data.txt"]);
    if !hides_files(&report) {
        return;
    }
    // Files that are not named are missing.
    assert_eq!(
        place.verdict(1, &["t", "--", "sh", "reads.sh"]).1,
        "line 1, token 1: expected a, but the output has ended"
    );
    let secret = place.path("secret.txt").display().to_string();
    place.write("named.sh", &format!("cat {}\n", quoted(&secret)));
    assert_eq!(place.verdict(1, &["t", "--", "sh", "named.sh"]).0, "RTE");
    assert_eq!(place.verdict(0, &["t", "--allow-read", "secret.txt", "--", "sh", "named.sh"]).0, "AC");
    // The answers stay hidden even in a folder that may be read.
    let answer = place.path("t/1.out").display().to_string();
    place.write("answer.sh", &format!("cat {}\n", quoted(&answer)));
    assert_eq!(place.verdict(1, &["t", "--allow-read", ".", "--", "sh", "answer.sh"]).0, "RTE");
}

#[test]
fn devices_on_the_command_line_take_no_layer_away() {
    let place = one(&["solve.sh:cat \"$1\"\n"]);
    std::os::unix::fs::symlink("/dev/stdin", place.path("link")).unwrap();
    let layers = place.report(0, &["t", "--", "cat"])["sandbox"].clone();
    for input in ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "link"] {
        let report = place.report(0, &["t", "--", "sh", "solve.sh", input]);
        assert_eq!(report["sandbox"], layers, "{input}");
    }
    place.write("script", "#!/no/such/interpreter\n");
    assert_eq!(place.report(1, &["t", "--", "./script"])["sandbox"], layers);
    for device in ["/dev/null", "/proc", "/dev"] {
        assert_eq!(place.report(1, &["t", "--", "ls", "-d", device])["sandbox"], layers, "{device}");
    }
    assert!(place.run(2, &["check", "t", "--allow-read", "/proc", "--", "cat"]).contains("of their own"));
}

#[test]
fn interpreters_bring_their_own_folders() {
    let place = one(&[]);
    // Some shells go by their name.
    let shell = fs::canonicalize("/bin/sh").unwrap();
    for folder in ["opt/bin", "opt/lib"] {
        fs::create_dir_all(place.path(folder)).unwrap();
    }
    fs::copy(shell, place.path("opt/bin/sh")).unwrap();
    place.write("opt/lib/library.sh", "answer='a b'\n");
    let installation = place.path("opt").display().to_string();
    let solve = format!(". {}/lib/library.sh; echo $answer\n", quoted(&installation));
    place.write("solve.sh", &solve);
    assert_eq!(place.verdict(0, &["t", "--", "opt/bin/sh", "solve.sh"]).0, "AC");
    if installation.contains(' ') {
        // The text after the first space would not be read as part of the interpreter's name.
        return;
    }
    // A script's own text shows nothing: the caller's path for commands does.
    place.write("script", &format!("#!{installation}/bin/sh\n{solve}"));
    let without = place.report(1, &["t", "--", "./script"]);
    if hides_files(&without) {
        let message = without["tests"][0]["message"].as_str().unwrap();
        assert!(message.contains("is not shown to programs"), "{message}");
    }
    let path = format!("{installation}/bin:{}", std::env::var("PATH").unwrap());
    for first in [format!("{installation}/bin/sh"), "/usr/bin/env -S sh".to_owned()] {
        place.write("script", &format!("#!{first}\n{solve}"));
        let output = place.toolkit(&["check", "t", "--", "./script"]).env("PATH", &path).output().unwrap();
        assert!(output.status.success(), "{first}: {}", printed(&output));
    }
}

#[test]
fn arguments_arrive_as_given_and_mean_the_same_as_outside() {
    let place = one(&[
        "solve.py:print(input())\n",
        "sum:#!/bin/sh\ncat\n",
        "deep/er/x:#!/bin/sh\ncat\n",
        "tests/x:x\n",
        "show:#!/bin/sh\ntest \"$0 $*\" = './show t sum tests ./sum deep/../sum' && cat\n",
        "writes:#!/bin/sh\ncat >new && cat new && rm new && test -r sum && ! test -w sum && test \"$PWD\" = \"$(pwd)\"\n",
    ]);
    let run = |folder: &str, data: &str, command: &[&str]| {
        let mut all = vec!["check", data, "--"];
        all.extend(command);
        let output = place.toolkit(&all).current_dir(place.path(folder)).output().unwrap();
        assert!(output.status.success(), "{folder} {command:?}: {}", printed(&output));
    };
    run(".", "t", &["./show", "t", "sum", "tests", "./sum", "deep/../sum"]);
    run(".", "t", &["./writes", "sum"]);
    run(".", "t", &["./deep/er/../../sum"]);
    run("deep/er", "../../t", &["../../sum"]);
    run("deep/er", "../../t", &["sh", "../../sum"]);
    run("deep", "../t", &["./er/../er/x"]);
    let python = Command::new("python3").arg("--version").output();
    if python.is_ok_and(|output| output.status.success()) {
        run(".", "t", &["python3", "-m", "solve"]);
        run("deep", "../t", &["python3", "../solve.py"]);
    }
    // With a mount namespace, the folder has its own name.
    place.write("here", "#!/bin/sh\ntest \"$(pwd)\" = \"$1\" && cat\n");
    let report = place.report(0, &["t", "--", "cat"]);
    if report["sandbox"]["layers"].as_array().unwrap().iter().any(|layer| layer == "mount-namespace") {
        let here = fs::canonicalize(place.path(".")).unwrap().display().to_string();
        run(".", "t", &["./here", &here]);
    }
    // Programs run from every folder of the caller.
    for folder in ["/", "/usr", "/usr/bin", "/etc", "/dev", "/tmp"] {
        let data = place.path("t").display().to_string();
        run(folder, &data, &["cat"]);
        let output = place.toolkit(&["check", &data, "--", "./../../../../../../../bin/cat"]);
        let output = { output }.current_dir(folder).output().unwrap();
        assert!(output.status.success(), "{folder}: {}", printed(&output));
    }
}

#[test]
fn programs_run_in_folders_that_only_their_owner_may_enter() {
    let place = one(&["lib/deep/sum:#!/bin/sh\ncat\n", "lib/run:#!/bin/sh\nexec \"${0%/*}/deep/sum\"\n"]);
    let modes =
        [("lib/deep/sum", 0o700), ("lib/run", 0o755), ("lib/deep", 0o700), ("lib", 0o700), (".", 0o700)];
    for (name, mode) in modes {
        fs::set_permissions(place.path(name), fs::Permissions::from_mode(mode)).unwrap();
    }
    for allowed in ["lib", "."] {
        for program in ["lib/deep/sum", "lib/run"] {
            let verdict = place.verdict(0, &["t", "--allow-read", allowed, "--", program]).0;
            assert_eq!(verdict, "AC", "{allowed} {program}");
        }
    }
    assert_eq!(place.verdict(0, &["t", "--", "lib/deep/sum"]).0, "AC");
}

#[test]
fn standard_streams_are_opened_by_name_inside_as_outside() {
    let place = one(&[]);
    for script in [
        "cat /dev/stdin >/dev/stdout",
        "cat /dev/fd/0 >/dev/fd/1; echo x >/dev/stderr",
        "cat /proc/self/fd/0 >/proc/self/fd/1; echo x >>/proc/self/fd/2",
    ] {
        for more in [&[][..], &["--sandbox", "off"]] {
            let args = [&["t"], more, &["--", "sh", "-c", script]].concat();
            assert_eq!(place.verdict(0, &args).0, "AC", "{script} {more:?}");
        }
    }
}

#[test]
fn what_cannot_be_executed_is_the_programs_fault_and_said() {
    let place = one(&["empty:", "text:print()\n", "crlf:#!/bin/sh\r\ncat\r\n", "bad:#!/no/such/sh\n"]);
    fs::create_dir(place.path("folder")).unwrap();
    // A header as for the wrong machine.
    let mut elf = b"\x7fELF\x02\x01\x01".to_vec();
    elf.resize(64, 0);
    elf[16..20].copy_from_slice(&[2, 0, 0xf3, 0xff]);
    fs::write(place.path("elf"), elf).unwrap();
    let whole = fs::read(env!("CARGO_BIN_EXE_toolkit")).unwrap();
    fs::write(place.path("cut"), &whole[..40]).unwrap();
    fs::write(place.path("shorter"), &whole[..100]).unwrap();
    fs::write(place.path("script"), "#!/bin/sh\ncat\n").unwrap();
    for name in ["empty", "elf", "cut", "shorter"] {
        fs::set_permissions(place.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    for (name, says) in [
        ("./empty", "an empty file"),
        ("./text", "lacks the permission"),
        ("./script", "lacks the permission"),
        ("./crlf", "carriage return (CRLF)"),
        ("./bad", "its interpreter /no/such/sh does not exist"),
        ("./folder", "is a folder"),
        ("./elf", "another machine"),
        ("./cut", "it is damaged"),
        ("./shorter", "it is damaged"),
    ] {
        for more in [&[][..], &["--sandbox", "off"]] {
            let (verdict, message) = place.verdict(1, &[&["t"], more, &["--", name]].concat());
            assert_eq!(verdict, "RTE", "{name}: {message}");
            assert!(message.contains(says), "{name}: {message}");
        }
    }
    fs::set_permissions(place.path("text"), fs::Permissions::from_mode(0o755)).unwrap();
    assert!(place.verdict(1, &["t", "--", "./text"]).1.contains("neither a program nor a script"));
    for missing in ["./missing", "no-such-command", "missing/sol"] {
        assert!(place.run(2, &["check", "t", "--", missing]).contains("no such command"));
    }
    // The authors' programs are the judge's affair.
    place.run(5, &["check", "t", "--checker", "./bad", "--", "cat"]);
}

#[test]
fn programs_are_compared_side_by_side() {
    let place = one(&["good:#!/bin/sh\ncat\n", "bad:#!/bin/sh\necho c\n"]);
    let text = place.run(1, &["check", "t", "--run", "good=./good", "--run", "bad=./bad 'an argument'"]);
    let row = text.lines().find(|line| line.starts_with("1 ")).unwrap_or_else(|| panic!("{text}"));
    assert!(row.find("AC").unwrap() < row.find("WA").unwrap(), "{row}");
    place.run(2, &["check", "t", "--run", "a=./good", "--run", "a=./bad"]);
}

#[test]
fn the_first_failure_may_end_the_tests_of_a_program() {
    let place = Place::new(&["bad:#!/bin/sh\necho c\n", "good:#!/bin/sh\ncat\n"]);
    for test in 0..20 {
        place.write(&format!("t/{test}.in"), "x");
        place.write(&format!("t/{test}.out"), "x");
    }
    let report = place.report(1, &["t", "-j1", "--fail-fast", "--", "./bad"]);
    assert_eq!(report["summary"]["total"], 1);
    assert_eq!(report["summary"]["not_run"], 19);
    // The runs of the other program go on.
    let runs = ["t", "-j1", "--fail-fast", "--run", "bad=./bad", "--run", "good=./good"];
    let report = place.report(1, &runs);
    assert_eq!((&report["summary"]["accepted"], &report["summary"]["not_run"]), (&20.into(), &19.into()));
}

#[test]
fn shards_are_merged_into_the_whole() {
    let place = Place::new(&[]);
    let data = testdata("nim-check");
    for shard in 1..=3 {
        place.run(
            0,
            &["check", &data, "--shard", &format!("{shard}/3"), "--report", &format!("json={shard}.json")],
        );
    }
    place.run(0, &["check", &data, "--report", "json=whole.json"]);
    place.run(0, &["merge", "3.json", "1.json", "2.json", "--report", "json=merged.json"]);
    let names = |file: &str| -> Vec<String> {
        let report: Value = serde_json::from_slice(&fs::read(place.path(file)).unwrap()).unwrap();
        assert_eq!(report["schema"], "toolkit-check/2");
        assert_eq!(report["shard"], Value::Null);
        report["tests"].as_array().unwrap().iter().map(|test| test["name"].to_string()).collect()
    };
    assert_eq!(names("merged.json"), names("whole.json"));
    assert!(place.run(5, &["merge", "1.json", "3.json"]).contains("missing shards: 2/3"));
    assert!(place.run(5, &["merge", "1.json", "2.json", "3.json", "2.json"]).contains("twice"));
    assert!(place.run(2, &["merge", "1.json", "nothing.json"]).contains("nothing.json"));
    place.write("other.json", "{}");
    place.run(5, &["merge", "other.json"]);
    // More shards than tests leave some without any, which is no failure.
    let few = Place::new(&["john/1.in:0\n", "john/1.ans:\n"]);
    few.run(0, &["check", "john", "--shard", "2/2"]);
}

#[test]
#[cfg(target_os = "linux")]
fn an_interruption_kills_the_programs_and_leaves_a_report() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let seconds = sleep_of_its_own(code);
        let place = one(&["t/2.in:x", "t/2.out:x"]);
        place.write("sleeper", &format!("#!/bin/sh\nexec sleep {seconds}\n"));
        let mut child = place
            .toolkit(&[
                "check",
                "t",
                "-j1",
                "--wall-limit",
                "900s",
                "--report",
                "json=r.json",
                "--",
                "./sleeper",
            ])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        until("the program sleeps", || sleepers(&seconds) > 0);
        kill_process(Pid::from_child(&child), signal).unwrap();
        until("the check ends", || child.try_wait().unwrap().is_some());
        assert_eq!(child.wait().unwrap().code(), Some(code));
        let report: Value = serde_json::from_slice(&fs::read(place.path("r.json")).unwrap()).unwrap();
        assert_eq!(report["summary"]["interrupted"], true);
        assert_eq!(report["summary"]["not_run"], 2);
        until("nobody sleeps", || sleepers(&seconds) == 0);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_check_has_what_a_grader_gave_programs_that_were_done() {
    let seconds = sleep_of_its_own(130);
    let place = Place::new(&[
        "p/problem.yaml:type: scoring\n",
        "p/graders/grade.sh:n=0\nwhile read -r v s; do [ $v = AC ] && n=$((n + 1)); done\necho AC $((n * $2))\n",
        "p/data/testdata.yaml:on_reject: continue\nrange: 0 10\ngrader_flags: ignore_sample\n",
        "p/data/secret/testdata.yaml:on_reject: continue\n",
        "p/data/secret/a/testdata.yaml:grading: custom\ngrader_flags: times 3\nrange: 0 10\n",
        "p/data/secret/a/1.in:1\n",
        "p/data/secret/a/1.ans:1\n",
        "p/data/secret/a/2.in:2\n",
        "p/data/secret/a/2.ans:2\n",
        "done:#!/bin/sh\ncat\n",
    ]);
    place.write("config/nim-toolkit/languages.toml", SHELL);
    place.write("sleeps", &format!("#!/bin/sh\nexec sleep {seconds}\n"));
    let programs = ["--run", "done=./done", "--run", "sleeps=./sleeps"];
    let args = ["check", "p", "-j1", "--wall-limit", "900s", "--report", "json=r.json"];
    let mut child = place.toolkit(&[&args, &programs[..]].concat()).stdout(Stdio::null()).spawn().unwrap();
    until("the second program sleeps", || sleepers(&seconds) > 0);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let report: Value = serde_json::from_slice(&fs::read(place.path("r.json")).unwrap()).unwrap();
    assert_eq!(report["summary"]["interrupted"], true);
    let programs = report["programs"].as_array().unwrap();
    assert_eq!((&programs[0]["name"], &programs[0]["score"]), (&"done".into(), &6.0.into()), "{report}");
    assert_ne!(programs[1]["score"], 6.0, "{report}");
}

/// Returns a number of seconds for which no other process sleeps.
#[cfg(target_os = "linux")]
pub fn sleep_of_its_own(code: i32) -> String {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(100);
    let next = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    format!("1000.{}{next}{code}", std::process::id())
}

/// Returns the number of processes with this text in their command line.
#[cfg(target_os = "linux")]
pub fn sleepers(seconds: &str) -> usize {
    let has_it = |line: Vec<u8>| line.windows(seconds.len()).any(|part| part == seconds.as_bytes());
    let entries = fs::read_dir("/proc").unwrap().flatten();
    entries.filter(|entry| fs::read(entry.path().join("cmdline")).is_ok_and(has_it)).count()
}

#[test]
#[cfg(target_os = "linux")]
fn an_interruption_ends_checkers_and_the_building_of_validators() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let seconds = sleep_of_its_own(code);
        let hangs = format!("#!/bin/sh\nsleep {seconds} &\nsleep {seconds}\n");
        let place = one(&[]);
        place.write("checker", &hangs);
        let package = Place::new(&[
            "p/problem.yaml:validation: custom\n",
            "p/data/secret/1.in:a\n",
            "p/data/secret/1.ans:a\n",
        ]);
        package.write("p/output_validators/v/build", &hangs);
        for (place, args) in [
            (&place, ["t", "--checker", "./checker", "--", "cat"]),
            (&package, ["p", "-j1", "--sandbox=off", "--", "cat"]),
        ] {
            let mut all = vec!["check"];
            all.extend(args);
            let mut child = place.toolkit(&all).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            until("both sleep", || sleepers(&seconds) > 1);
            kill_process(Pid::from_child(&child), signal).unwrap();
            let begin = std::time::Instant::now();
            until("the check ends", || child.try_wait().unwrap().is_some());
            // A checker has a minute.
            assert!(begin.elapsed().as_secs() < 30);
            assert_eq!(child.wait().unwrap().code(), Some(code));
            until("nobody sleeps", || sleepers(&seconds) == 0);
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_checker_prints_no_more_than_it_may() {
    let place = one(&[]);
    for stream in [1, 2] {
        place.write("checker", &format!("#!/bin/sh\nexec yes >&{stream}\n"));
        let (verdict, message) = place.verdict(5, &["t", "--checker", "./checker", "--", "cat"]);
        assert_eq!((verdict.as_str(), message.as_str()), ("JE", "the checker printed more than 64 MiB"));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_memory_limit_above_the_machines_memory_leaves_room_for_threads() {
    if !is_installed("python3") {
        return;
    }
    let threads = "import threading\nfor _ in range(8): threading.Thread(target=lambda: None).start()\nprint(input())\n";
    let place = one(&[&format!("threads.py:{threads}")]);
    for memory in ["100G", "1048576", "1000000000"] {
        place.report(0, &["t", "--memory-limit", memory, "--", "python3", "threads.py"]);
    }
}

/// Other processes that keep the CPU of this thread busy until this is dropped.
#[cfg(target_os = "linux")]
struct Crowd(Vec<std::process::Child>);

#[cfg(target_os = "linux")]
impl Crowd {
    fn gather(count: usize) -> Self {
        use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
        let cpus = sched_getaffinity(None).unwrap();
        let mut one = CpuSet::new();
        one.set((0..CpuSet::MAX_CPU).find(|&cpu| cpus.is_set(cpu)).unwrap());
        // The children of this thread inherit the set of CPUs.
        sched_setaffinity(None, &one).unwrap();
        let busy = || Command::new("setsid").args(["sh", "-c", "while :; do :; done"]).spawn().unwrap();
        Self((0..count).map(|_| busy()).collect())
    }
}

#[cfg(target_os = "linux")]
impl Drop for Crowd {
    fn drop(&mut self) {
        for member in &mut self.0 {
            let _ = member.kill();
            let _ = member.wait();
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_busy_machine_makes_no_program_late() {
    // Without either, nothing can be known or shown.
    if fs::read("/proc/self/schedstat").is_err() || Command::new("setsid").arg("-V").output().is_err() {
        return;
    }
    let count = "k=0; while [ $k -lt 100000 ]; do k=$((k+1)); done";
    let place = one(&[&format!("counts:#!/bin/sh\n{count}\ncat\n")]);
    let alone = place.report(0, &["t", "--time-limit", "60s", "--wall-limit", "600s", "--", "./counts"]);
    // Seven share a CPU then, and each has a seventh of the time.
    let wall = format!("{}ms", alone["tests"][0]["cpu_ms"].as_f64().unwrap() * 3.0);
    let _crowd = Crowd::gather(6);
    place.report(0, &["t", "--time-limit", "60s", "--wall-limit", &wall, "--", "./counts"]);
}

#[test]
fn reports_have_four_forms_and_escape_what_they_show() {
    let place = Place::new(&[
        "t/<b>&.in:x\n",
        "t/<b>&.out:<script>alert(1)</script>\n",
        "echo:#!/bin/sh\necho '</pre><img src=x>|*'\n",
    ]);
    place.run(
        1,
        &[
            "check",
            "t",
            "--report",
            "junit=r.xml",
            "--report",
            "html=r.html",
            "--report",
            "md=r.md",
            "--",
            "./echo",
        ],
    );
    let read = |name: &str| fs::read_to_string(place.path(name)).unwrap();
    let html = read("r.html");
    assert!(
        html.contains("\\u003c/pre\\u003e\\u003cimg")
            && !html.contains("<img")
            && !html.contains("<script>alert"),
        "{html}"
    );
    let html = html.replace("http://www.w3.org/2000/svg", "");
    assert!(!html.contains("http://") && !html.contains("https://"), "no address of anything else");
    let junit = read("r.xml");
    assert!(
        junit.contains("failures=\"1\"") && junit.contains("&lt;b>&amp;") || junit.contains("&lt;b&gt;&amp;"),
        "{junit}"
    );
    assert!(read("r.md").contains("&lt;b>&amp;"), "{}", read("r.md"));
    // A report on standard output has it for itself.
    let output = place.toolkit(&["check", "t", "--report", "json=-", "--", "./echo"]).output().unwrap();
    serde_json::from_slice::<Value>(&output.stdout).unwrap();
}

#[test]
fn what_is_skipped_and_what_is_unmatched_is_said() {
    let place = Place::new(&[
        "t/1.in:x",
        "t/1.ans:x",
        "t/orphan.in:x",
        "t/invalid/1.in:x",
        "t/invalid/1.err:x",
        "cat:#!/bin/sh\ncat\n",
    ]);
    let report = place.report(0, &["t", "--", "./cat"]);
    assert_eq!(report["unmatched"], serde_json::json!(["orphan.in"]));
    assert_eq!(report["tests"].as_array().unwrap().len(), 1);
    assert!(report["notes"][0].as_str().unwrap().contains("invalid"));
    let text = place.run(0, &["check", "t", "--dry-run"]);
    assert!(text.contains("orphan.in") && text.contains("1.in -> "), "{text}");
}

#[test]
fn an_answer_is_compared_in_constant_memory() {
    let place = Place::new(&["t/1.in:x", "many:#!/bin/sh\nyes abcdefg | head -c 200000000\n"]);
    let answer = b"abcdefg\n".repeat(25_000_000);
    fs::write(place.path("t/1.out"), answer).unwrap();
    let args = ["check", "t", "--output-limit", "1G", "--time-limit", "20s", "--", "./many"];
    // The address space is too small for half of the answer; a hard limit would bound the program, too.
    let toolkit = place.toolkit(&args);
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -S -v 150000; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_toolkit")]).args(args);
    let output = limited.current_dir(toolkit.get_current_dir().unwrap_or(Path::new("."))).output().unwrap();
    assert!(output.status.success(), "{}", printed(&output));
}

#[test]
fn inputs_that_only_the_built_in_solvers_are_checked_on_are_left_out_unless_they_are_named() {
    let place = Place::new(&["prog:#!/bin/sh\ncat \"$0\" > /dev/null; echo John\n"]);
    place.write("john/sample/1.in", "1\n1\n0\n");
    place.write("john/sample/1.ans", "John\n");
    for folder in ["beyond", "tolerated"] {
        place.write(&format!("john/{folder}/1.in"), "1 2 5001 5000\n");
        place.write(&format!("john/{folder}/1.ans"), "John\n");
    }
    place.write("john/invalid/1.in", "x\n");
    place.write(
        "john/invalid/1.err",
        "error: case count: expected an integer, found \"x\"\n --> <stdin>:1:1\n  |\n1 | x\n  | ^\n",
    );
    let text = place.run(0, &["check", "john"]);
    assert!(text.contains("4 tests: 4 accepted") && !text.contains("left out"), "{text}");
    let text = place.run(0, &["check", "john", "--", "./prog"]);
    let left_out =
        "left out 1 beyond, 1 tolerated, 1 invalid: inputs that only the built-in solvers are checked on";
    assert!(text.contains(left_out) && text.contains("1 test: 1 accepted"), "{text}");
    for named in ["john/beyond", "john/beyond/1.in", "john/tolerated"] {
        let text = place.run(0, &["check", named, "--", "./prog"]);
        assert!(text.contains("1 test: 1 accepted"), "{named}: {text}");
    }
    let text = place.run(4, &["check", "john/invalid", "--", "./prog"]);
    assert!(text.contains("left out 1 invalid"), "{text}");
}
