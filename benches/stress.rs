//! Positions a second of `toolkit stress`, against a shell loop that makes a small random input, runs the program and a reference,
//! and compares their outputs with `cmp`. Generator, program and reference are compiled C++ in both.
//!
//! The two take turns, so that whatever else the machine does falls on both; medians are compared.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot be set up has nothing to say")]

#[path = "median.rs"]
mod median;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use median::median;

/// The problems, and the ratio that is expected at least; an input of `matches` is one position, for each of which a program starts.
const PROBLEMS: &[(&str, f64)] =
    &[("stones-all-moves", 200.0), ("bash", 200.0), ("john", 200.0), ("nim-check", 20.0), ("matches", 5.0)];
/// Inputs of a turn of the shell loop.
const INPUTS: u32 = 200;
/// Turns of each.
const TURNS: usize = 5;

const LOOP: &str = r#"for ((seed = 1; seed <= $1; seed++)); do
    ./generate "$2" $seed > input
    ./program < input > output
    ./reference < input > answer
    cmp -s output answer || exit 1
done"#;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let compile = |flags: &[&str], source: &Path, name: &str| {
        let mut compiler = Command::new("c++");
        let compiled =
            compiler.arg("-O2").args(flags).arg(source).arg("-o").arg(folder.path().join(name)).status();
        assert!(compiled.is_ok_and(|status| status.success()), "this benchmark needs a C++ compiler, c++");
    };
    compile(&[], &root.join("benches/baselines/small_input.cpp"), "generate");
    fs::write(folder.path().join("loop.sh"), LOOP).unwrap();
    println!("positions a second       shell loop       stress     ratio");
    for (slug, least) in PROBLEMS {
        let source = root.join("problems").join(slug.replace('-', "_")).join("submissions/accepted/int.cpp");
        compile(&[], &source, "program");
        fs::copy(folder.path().join("program"), folder.path().join("reference")).unwrap();
        let (mut shell, mut stress) = (Vec::new(), Vec::new());
        for _ in 0..TURNS {
            shell.push(of_shell(folder.path(), slug));
            stress.push(of_stress(folder.path(), slug));
        }
        let (shell, stress) = (median(shell), median(stress));
        let ratio = stress / shell;
        let note = if ratio < *least { format!(", expected {least}") } else { String::new() };
        println!("{slug:<22} {shell:>12.0} {stress:>12.0} {ratio:>9.1}{note}");
    }
    println!("tries a second, each a generator, a program for the answer and a program");
    fs::write(folder.path().join("nothing.cpp"), "int main() {}\n").unwrap();
    fs::write(folder.path().join("exit.cpp"), EXIT).unwrap();
    compile(&["-nostartfiles", "-static"], &folder.path().join("exit.cpp"), "exit");
    for (what, program) in [("in C++, do nothing", "nothing.cpp"), ("without a C library", "./exit")] {
        let tries = median((0..TURNS).map(|_| of_generator(folder.path(), program)));
        let note = if tries < LEAST_TRIES { format!(", expected {LEAST_TRIES}") } else { String::new() };
        println!("{what:<22} {tries:>12.0}{note}");
    }
}

/// Tries a second that are expected at least.
const LEAST_TRIES: f64 = 1000.0;

/// A program that has ended before the C library has begun, which asks for the CPU's caches: a hypervisor may take long to answer.
const EXIT: &str = "#include <unistd.h>\nextern \"C\" void _start() { _exit(0); }\n";

fn of_generator(folder: &Path, program: &str) -> f64 {
    let words = ["stress", "--gen", program, "--against", program, "--time", "3s", "--", program];
    rate(Command::new(env!("CARGO_BIN_EXE_toolkit")).args(words), folder)
}

fn of_shell(folder: &Path, slug: &str) -> f64 {
    let begin = Instant::now();
    let status = Command::new("bash")
        .args(["loop.sh", &INPUTS.to_string(), slug])
        .current_dir(folder)
        .status()
        .unwrap();
    assert!(status.success(), "the shell loop failed");
    f64::from(INPUTS) / begin.elapsed().as_secs_f64()
}

/// The rate that a search prints: `12345 positions in 67 inputs, 890 a second (13.87 s)`.
fn of_stress(folder: &Path, slug: &str) -> f64 {
    let words = ["stress", slug, "--time", "3s", "--", "./program"];
    rate(Command::new(env!("CARGO_BIN_EXE_toolkit")).args(words), folder)
}

fn rate(command: &mut Command, folder: &Path) -> f64 {
    let output = command.current_dir(folder).output().unwrap();
    assert!(output.status.success(), "the search failed: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let rate = text.lines().find_map(|line| {
        let (before, _) = line.split_once(" a second")?;
        before.rsplit(' ').next()?.parse().ok()
    });
    rate.unwrap()
}
