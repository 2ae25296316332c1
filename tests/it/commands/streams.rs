//! Standard streams that are closed, files that are read and written at once, and memory that is not there.

use crate::run::Test;
use crate::wait::PATIENCE;
use crate::whole;
use nim_problems::PROBLEMS;
use rustix::io::ioctl_fionread;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;
use std::time::Instant;

/// Runs a script in which `toolkit` is the program.
fn shell(folder: &Path, script: &str) -> Output {
    let script = format!("toolkit() {{ {} \"$@\"; }}\n{script}", env!("CARGO_BIN_EXE_toolkit"));
    Command::new("bash").args(["-c", &script]).current_dir(folder).output().unwrap()
}

/// Runs a script that is to fail by the toolkit's own inability, and whose message has `part`.
#[track_caller]
fn fails(folder: &Path, script: &str, part: &str) {
    let output = shell(folder, script);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{script}: {error}");
    assert!(error.contains(part), "{script}: {error}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_closed_standard_output_is_an_error_of_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/john/sample");
    let check = format!("check {data}");
    for command in
        ["john", "list", "show john", "sg outcome nim 1", "--help", "merge no.json", check.as_str()]
    {
        fails(
            folder.path(),
            &format!("echo 0 | toolkit {command} >&-"),
            "cannot write to standard output: it is closed",
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_closed_standard_input_is_not_an_empty_one() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["stones", "john", "matches -"] {
        fails(folder.path(), &format!("toolkit {command} <&-"), "cannot read <stdin>: it is closed");
        assert!(
            !shell(folder.path(), &format!("toolkit {command} < /dev/null")).stdout.starts_with(b"error")
        );
    }
    assert_eq!(shell(folder.path(), "toolkit stones < /dev/null").status.code(), Some(0));
    assert_eq!(shell(folder.path(), "toolkit list <&- > /dev/null").status.code(), Some(0));
}

#[test]
fn a_file_is_not_read_and_written_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let part = "standard output is the same file";
    fs::write(path.join("f"), "3 1 2 4\n").unwrap();
    fs::hard_link(path.join("f"), path.join("other")).unwrap();
    for script in ["matches < f >> f", "matches f >> other", "matches --no-mmap - < other 1<> f"] {
        fails(path, &format!("toolkit {script}"), part);
        assert_eq!(fs::read_to_string(path.join("f")).unwrap(), "3 1 2 4\n", "{script}");
    }
    fs::write(path.join("1.in"), "1\n1 1\n").unwrap();
    fs::write(path.join("1.ans"), "John\n").unwrap();
    for script in
        ["--force --report json=1.in", "--force --report md=./1.ans", ">> 1.in", "--force --report html=link"]
            .map(|to| format!("toolkit check --problem john . {to}"))
    {
        let _ = std::os::unix::fs::symlink("1.in", path.join("link"));
        let part =
            if script.contains("--report") { "read by this command" } else { "is both input and output" };
        fails(path, &script, part);
        assert_eq!(fs::read_to_string(path.join("1.in")).unwrap(), "1\n1 1\n", "{script}");
    }
    assert_eq!(
        shell(path, "toolkit matches < f > new && toolkit matches < f > /dev/null").status.code(),
        Some(0)
    );
}

#[test]
#[cfg(target_os = "linux")]
fn an_output_that_is_lost_is_an_error_of_every_command() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["1.in", "1.ans"] {
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/john/sample").join(name);
        fs::create_dir_all(folder.path().join("contest/p")).unwrap();
        for place in ["", "contest/p"] {
            fs::copy(&sample, folder.path().join(place).join(name)).unwrap();
        }
    }
    let right = "import sys\nwords = sys.stdin.read().split()\nat = 1\nfor _ in range(int(words[0])):\n    \
        heaps = list(map(int, words[at + 1:at + 1 + int(words[at])]))\n    at += 1 + len(heaps)\n    nim = 0\n    \
        for heap in heaps: nim ^= heap\n    print(\"John\" if (nim != 0) == (max(heaps) > 1) else \"Brother\")\n";
    fs::write(folder.path().join("right.py"), right).unwrap();
    let shard =
        shell(folder.path(), "toolkit check --problem john 1.in --shard 1/1 --report json=shard.json");
    assert_eq!(shard.status.code(), Some(0));
    let prints = |name: &str| -> Vec<&str> {
        match name {
            "check" => vec!["check --problem john 1.in", "check --problem john 1.in --report json=-"],
            "completions" => vec!["completions bash"],
            "doctor" => vec!["doctor"],
            "explain" => vec![
                "explain john 1.in",
                "explain sg nim 1 2",
                "explain sg nim 1 2 --json",
                "explain john < 1.in",
            ],
            "gen" => vec!["gen john"],
            "learn" => vec!["learn --list", "learn 1 < /dev/null"],
            "list" => vec!["list", "list --json"],
            "play" => vec!["play nim 3 --protocol < /dev/null"],
            "sg" => vec!["sg values kayles -n 9", "sg outcome nim 1", "sg games"],
            "show" => vec!["show john", "show john --sample 1"],
            "validate" => vec!["validate john 1.in --json"],
            "contest" => vec!["contest contest"],
            "merge" => vec!["merge shard.json"],
            "mutants" => vec!["mutants john right.py --seconds 0 --json"],
            "referee" => vec!["referee nim 1 --a computer --b computer"],
            "stress" => vec!["stress john right.py --time 1s"],
            // These commands make files; they say so on standard error.
            "export" | "import" | "man" | "new" | "samples" => Vec::new(),
            // The command waits for a browser.
            "receive" => Vec::new(),
            "help" => vec!["help", "help check"],
            other => panic!("how does {other} print?"),
        }
    };
    let all = nim_toolkit::dispatcher::command();
    let is_problem = |name: &str| nim_problems::find(name).is_some();
    let tools = all.get_subcommands().map(clap::Command::get_name).filter(|name| !is_problem(name));
    let commands =
        tools.flat_map(prints).chain(["--help", "--version", "explain --help", "john 1.in", "john < 1.in"]);
    let mut bad = Vec::new();
    for command in commands {
        let output = shell(folder.path(), &format!("toolkit {command} > /dev/full"));
        let error = String::from_utf8_lossy(&output.stderr);
        let is_named =
            error.matches("cannot write to ").count() == 1 && error.matches("No space left").count() == 1;
        // A failure for another reason proves nothing about the output.
        let without = shell(folder.path(), &format!("toolkit {command} > /dev/null"));
        if output.status.code() != Some(5) || !is_named || without.status.code() != Some(0) {
            bad.push(format!(
                "{command}: {} {error} {}",
                output.status,
                String::from_utf8_lossy(&without.stderr)
            ));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
#[cfg(target_os = "linux")]
fn streams_that_another_process_has_made_non_blocking_are_waited_for() {
    use rustix::fs::{OFlags, fcntl_setfl};
    let folder = tempfile::tempdir().unwrap();
    for name in ["1.in", "1.ans"] {
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/john/sample").join(name);
        fs::copy(sample, folder.path().join(name)).unwrap();
    }
    for (command, input) in [
        ("sg outcome nim --from -", "1 2\n"),
        ("explain john", "1\n1 1\n"),
        ("validate john", "1\n1 1\n"),
        ("play nim 3 --protocol", "move 1 0\n"),
        ("sg values kayles -n 40000", ""),
    ] {
        let expected = {
            fs::write(folder.path().join("input"), input).unwrap();
            shell(folder.path(), &format!("toolkit {command} < input"))
        };
        let (from, to) = std::io::pipe().unwrap();
        let (mut read, write) = std::io::pipe().unwrap();
        fcntl_setfl(&from, OFlags::NONBLOCK).unwrap();
        fcntl_setfl(&write, OFlags::NONBLOCK).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_toolkit"));
        program.args(command.split(' ')).current_dir(folder.path()).stdin(from).stdout(write);
        let mut child = program.spawn().unwrap();
        drop(program);
        thread::sleep(std::time::Duration::from_millis(150));
        Write::write_all(&mut &to, input.as_bytes()).unwrap();
        drop(to);
        let mut printed = Vec::new();
        std::io::Read::read_to_end(&mut read, &mut printed).unwrap();
        assert_eq!(child.wait().unwrap().code(), expected.status.code(), "{command}");
        assert_eq!(String::from_utf8_lossy(&printed), String::from_utf8_lossy(&expected.stdout), "{command}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn input_that_no_memory_holds_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for problem in ["matches", "stones"] {
        let input = "(echo 12000000; yes 123456789 | head -n 12000000)";
        let script = format!("{input} | (ulimit -v 60000; toolkit {problem})");
        let output = shell(folder.path(), &script);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), output.stdout.as_slice()),
            (Some(5), &b""[..]),
            "{script}: {error}"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_abort_ends_with_the_code_of_what_could_not_be_done() {
    // A failed allocation ends in such an abort.
    let folder = tempfile::tempdir().unwrap();
    let script = "exec 3< <(exec sleep 9 2>/dev/null); PROGRAM john <&3 & sleep 1; kill -ABRT $!; wait $!";
    let script = script.replace("PROGRAM", env!("CARGO_BIN_EXE_toolkit"));
    assert_eq!(shell(folder.path(), &script).status.code(), Some(5));
}

/// Runs a solver on a pipe; each byte is written when the one before has been read.
fn fed_byte_by_byte(problem: &str, input: &[u8]) -> Output {
    let mut child = Test::new().args([problem]).start();
    let mut pipe = child.stdin.take().unwrap();
    let begin = Instant::now();
    for byte in input {
        // A malformed input is not read to its end.
        if pipe.write_all(&[*byte]).is_err() {
            break;
        }
        while ioctl_fionread(&pipe).unwrap() > 0 && child.try_wait().unwrap().is_none() {
            assert!(begin.elapsed() < PATIENCE, "{problem}: nobody reads on");
            thread::yield_now();
        }
    }
    drop(pipe);
    child.wait_with_output().unwrap()
}

#[test]
fn an_input_that_comes_byte_by_byte_is_answered_like_any_other() {
    for problem in whole::part(PROBLEMS.iter(), 3) {
        for kind in ["sample", "invalid"] {
            let folder = format!("{}/testdata/{}/{kind}", env!("CARGO_MANIFEST_DIR"), problem.slug);
            let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
            let inputs = files.filter(|path| path.extension().is_some_and(|ending| ending == "in"));
            let input = inputs.map(|path| fs::read(path).unwrap()).min_by_key(Vec::len).unwrap();
            let mut expected = Test::new().args([problem.slug]).start();
            expected.stdin.take().unwrap().write_all(&input).unwrap();
            let expected = expected.wait_with_output().unwrap();
            assert_eq!(fed_byte_by_byte(problem.slug, &input), expected, "{}, {kind}", problem.slug);
        }
    }
}
