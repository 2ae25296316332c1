//! The cost of judging: the CPU time of a start in the sandbox, of judge, helpers and program together, against that of a bare
//! `vfork`, `execve` and `wait4`; then, by the clock, 200 tests of a trivial program in the sandbox, one at a time, against a bare loop that only starts
//! the program, with an interactor, and against `oj test` where that is on the path; and 10 000 tests through a built-in
//! solver.
//!
//! The candidates take turns, so that whatever else the machine does falls on all of them; medians are compared.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot be set up has nothing to say")]

#[path = "median.rs"]
mod median;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use median::median;
use nim_sandbox::run::Ended;
use nim_sandbox::sys;

/// Starts of which CPU time is measured.
const STARTS: usize = 2000;
/// Tests of the trivial program.
const TESTS: usize = 200;
/// Tests of the built-in solver.
const MANY: usize = 10_000;
/// Turns of each candidate.
const TURNS: usize = 9;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let path = |name: &str| folder.path().join(name);
    for program in [path("static").display().to_string(), "/bin/true".to_owned()] {
        starts(folder.path(), &program);
    }
    let trivial = path("trivial").display().to_string();
    let bare = || {
        let output = Command::new(path("vfork_loop")).args([&trivial, &TESTS.to_string()]).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().parse::<f64>().unwrap()
    };
    let check = || timed(toolkit().arg("check").arg(path("tests")).args(["-j", "1", "--", &trivial]));
    let interactor = path("interactor").display().to_string();
    let style = ["--interactor-style", "kattis", "--interactor", &interactor];
    let talk = || {
        timed(toolkit().arg("check").arg(path("tests")).args(["-j", "1"]).args(style).args(["--", &trivial]))
    };
    let built_in = || timed(toolkit().arg("check").arg(path("john")));
    let has_oj = Command::new("oj").arg("--version").output().is_ok_and(|output| output.status.success());
    let oj = || timed(Command::new("oj").args(["t", "-c", &trivial, "-d"]).arg(path("tests")));

    let mut times: [Vec<f64>; 5] = Default::default();
    for turn in 0..TURNS {
        times[0].push(bare());
        times[1].push(check());
        times[2].push(built_in());
        times[3].push(talk());
        if has_oj && turn < 3 {
            times[4].push(oj());
        }
    }
    let [bare, check, built_in, talk, oj] = times.map(median);
    println!("{TESTS} runs in a bare vfork and wait4 loop:       {:8.1} ms", bare * 1e3);
    println!(
        "{TESTS} tests in the sandbox, one job:             {:8.1} ms, {:.1} times the loop",
        check * 1e3,
        check / bare
    );
    println!(
        "{TESTS} tests with an interactor, one job:         {:8.1} ms, {:.1} times the plain ones",
        talk * 1e3,
        talk / check
    );
    println!("{MANY} tests through a built-in solver:       {:8.1} ms", built_in * 1e3);
    if has_oj {
        println!(
            "{TESTS} tests with oj test:                        {:8.1} ms, {:.1} times the sandbox",
            oj * 1e3,
            oj / check
        );
    } else {
        println!("oj is not on the path: not compared");
    }
}

/// Prints the CPU time of a start of a program that prints nothing.
fn starts(folder: &Path, program: &str) {
    let check = |tests: &str| {
        cpu(toolkit().arg("check").arg(folder.join(tests)).args(["-j", "1", "--", program])).as_secs_f64()
    };
    let (mut bare, mut sandboxed) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        let command = &mut Command::new(folder.join("vfork_loop"));
        bare.push(cpu(command.args([program, &STARTS.to_string()])).as_secs_f64() / STARTS as f64);
        // Without the start of the judge itself.
        sandboxed.push((check("starts") - check("start")) / (STARTS - 1) as f64);
    }
    let (bare, sandboxed) = (median(bare), median(sandboxed));
    let name = Path::new(program).file_name().unwrap().display();
    println!(
        "CPU time of a start of `{name}`: {:.0} µs bare, {:.0} µs in the sandbox, {:.2} times as much",
        bare * 1e6,
        sandboxed * 1e6,
        sandboxed / bare
    );
}

/// CPU time of a command and of everything that it starts and awaits; it has to succeed.
#[expect(clippy::zombie_processes, reason = "it is reaped by its number, which tells the CPU time")]
fn cpu(command: &mut Command) -> Duration {
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let reaped = sys::reap(child.id().try_into().unwrap(), true).unwrap();
    assert_eq!(reaped.ended, Ended::Exited(0), "{command:?}");
    reaped.cpu
}

/// Compiles the programs and writes the tests.
fn prepare(folder: &Path) {
    let path = |name: &str| folder.join(name);
    let source = "#include <stdio.h>\nint main(void) { puts(\"ok\"); return 0; }\n";
    fs::write(path("trivial.c"), source).unwrap();
    let source =
        "#include <stdio.h>\nint main(void) { char line[9]; return scanf(\"%8s\", line) == 1 ? 42 : 43; }\n";
    fs::write(path("interactor.c"), source).unwrap();
    let baselines = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/baselines");
    fs::write(path("static.c"), "int main(void) { return 0; }\n").unwrap();
    for (source, program) in [
        (path("static.c"), "static"),
        (path("trivial.c"), "trivial"),
        (path("interactor.c"), "interactor"),
        (baselines.join("vfork_loop.c"), "vfork_loop"),
    ] {
        let compiled = Command::new("cc")
            .arg("-O2")
            .args((program == "static").then_some("-static"))
            .arg(source)
            .arg("-o")
            .arg(path(program))
            .status();
        assert!(compiled.is_ok_and(|status| status.success()), "this benchmark needs a C compiler, cc");
    }
    write_tests(&path("starts"), STARTS, "1\n", "", "out");
    write_tests(&path("start"), 1, "1\n", "", "out");
    write_tests(&path("tests"), TESTS, "1\n", "ok\n", "out");
    write_tests(&path("john/secret"), MANY, "2\n3 3 5 6\n2 1 1\n", "Brother\nJohn\n", "ans");
}

fn toolkit() -> Command {
    Command::new(env!("CARGO_BIN_EXE_toolkit"))
}

/// Seconds that a command takes, which has to succeed.
fn timed(command: &mut Command) -> f64 {
    let begin = Instant::now();
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
    assert!(status.success(), "{command:?} failed: {status}");
    begin.elapsed().as_secs_f64()
}

fn write_tests(folder: &Path, count: usize, input: &str, answer: &str, ending: &str) {
    fs::create_dir_all(folder).unwrap();
    for number in 1..=count {
        fs::write(folder.join(format!("{number}.in")), input).unwrap();
        fs::write(folder.join(format!("{number}.{ending}")), answer).unwrap();
    }
}
