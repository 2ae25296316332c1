//! The tests inside the program stay in memory: a program that is checked on them finds no file of theirs.

use std::fs;
use std::process::Command;

use crate::place::Place;

/// Checks a program that lists the temporary files that are there while it runs.
#[track_caller]
fn seen(args: &[&str]) -> Vec<String> {
    let place = Place::new(&[]);
    fs::create_dir(place.path("temporary")).unwrap();
    let (temporary, seen) = (place.path("temporary"), place.path("seen"));
    let list = format!("find {} -type f >>{}", temporary.display(), seen.display());
    place.write("p", &format!("#!/bin/sh\n{list}\ncat\n"));
    // Without a sandbox, it sees the files that are there.
    let args = [&["check", "--sandbox", "off"], args, &["--", "./p"]].concat();
    let output = place.toolkit(&args).env("TMPDIR", &temporary).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}: {text}");
    fs::read_to_string(&seen).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_plain_program_runs_on_no_file_of_a_test() {
    for name in ["john", "hdu1907", "euclid"] {
        assert_eq!(seen(&[name, "--filter", "sample"]), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn without_programs_no_file_is_written() {
    for line in ["check john --dry-run", "check john", "check hdu1907 --dry-run"] {
        let place = Place::new(&[]);
        let args: Vec<_> = line.split(' ').collect();
        // The first run fills the cache with the tests that are made from a seed.
        place.run(0, &args);
        // The first byte written to a file ends the program.
        let own = place.toolkit(&args);
        let set = own.get_envs().filter_map(|(name, value)| Some((name, value?)));
        let mut limited = Command::new("sh");
        limited.args(["-c", "ulimit -f 0; exec \"$0\" \"$@\""]).arg(own.get_program()).args(own.get_args());
        let output = limited.envs(set).current_dir(place.path(".")).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_checker_outside_the_sandbox_gets_files_once_for_a_test() {
    let place = Place::new(&[
        "checker:#!/bin/sh\ncmp -s \"$2\" \"$3\" && ls \"$1\" >>\"$0.seen\" && exit 0\nexit 1\n",
    ]);
    let checker = place.path("checker");
    let args =
        ["check", "john", "--filter", "sample", "--repeat", "2", "--checker", checker.to_str().unwrap()];
    place.run(0, &[&args[..], &["--", env!("CARGO_BIN_EXE_toolkit"), "john"]].concat());
    let seen = fs::read_to_string(place.path("checker.seen")).unwrap();
    let mut inputs: Vec<&str> = seen.lines().collect();
    assert_eq!(inputs.len(), 2, "{seen}");
    inputs.dedup();
    assert_eq!(inputs.len(), 1, "{seen}");
}
