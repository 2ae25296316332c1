//! `TOOLKIT_SIMD` asks every command for a level of the CPU.

use crate::run::Test;
use nim_simd::Level;

/// A run of every command that can succeed without files.
const COMMANDS: [&str; 6] =
    ["nim-check", "list", "sg outcome nim 1 2 3", "show john", "check testdata/john", "merge --help"];

#[test]
fn every_command_refuses_an_unknown_level() {
    for command in COMMANDS {
        for name in ["bogus", "", "AVX2", "scalar "] {
            let mut run = Test::new().line(command).command();
            let output = run.env("TOOLKIT_SIMD", name).output().unwrap();
            let error = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{command}, {name:?}: {error}");
            assert!(error.contains(&format!("TOOLKIT_SIMD is {name:?}: expected one of scalar")), "{error}");
        }
    }
}

#[test]
fn every_level_of_the_cpu_answers_alike() {
    let numbers: Vec<String> = (1..5000_u64).map(|n| (n * n * 7919 % 1_000_003).to_string()).collect();
    let input = format!("1\n{} {}\n", numbers.len(), numbers.join(" "));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("in");
    std::fs::write(&file, input).unwrap();
    for (name, _) in Level::available() {
        for (command, expected) in [("nim-check", "Yes\n"), ("sg values kayles -n 5", "")] {
            let mut run = Test::new().line(command).command();
            if command == "nim-check" {
                run.arg(&file);
            }
            let output = run.env("TOOLKIT_SIMD", name).output().unwrap();
            assert!(output.status.success(), "{command}, {name}");
            assert!(String::from_utf8(output.stdout).unwrap().contains(expected), "{command}, {name}");
        }
    }
}
