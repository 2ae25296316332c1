//! A refusal by the machine or the caller is reported as such, and never as a fault of the program.

use std::fs::{self, File};
use std::io::{ErrorKind, Read as _};
use std::os::unix::fs::OpenOptionsExt;
use std::process::Command;

use rustix::fs::{CWD, Mode, OFlags, mkfifoat};
use serde_json::Value;

use crate::place::{Place, one};

/// A run of the toolkit in a place, by words that come before it.
struct Caller<'a> {
    place: &'a Place,
    before: Vec<String>,
}

impl Caller<'_> {
    /// Returns the output of a command, and its exit code.
    fn says(&self, args: &[&str]) -> (Option<i32>, String) {
        let inner = self.place.toolkit(args);
        let mut command = Command::new(&self.before[0]);
        command.args(&self.before[1..]).arg(inner.get_program()).args(inner.get_args());
        let variables = inner.get_envs().filter_map(|(name, value)| Some((name, value?)));
        command.envs(variables).current_dir(self.place.path(""));
        let output = command.output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&said).into_owned())
    }

    /// The exit code of a check of one test, and its report.
    fn check(&self, args: &[&str]) -> (Option<i32>, Value) {
        let (code, said) = self.says(&[&["check", "t", "--report", "json=r.json", "--force"], args].concat());
        let report = fs::read(self.place.path("r.json")).unwrap_or_else(|_| panic!("{args:?}: {said}"));
        (code, serde_json::from_slice(&report).unwrap())
    }
}

fn has_layer(report: &Value, layer: &str) -> bool {
    report["sandbox"]["layers"].as_array().unwrap().iter().any(|name| name == layer)
}

fn limited<'a>(place: &'a Place, limit: &str, value: u64) -> Caller<'a> {
    Caller { place, before: vec!["prlimit".to_owned(), format!("--{limit}={value}:{value}")] }
}

#[test]
fn a_hard_limit_of_the_caller_is_an_error_where_it_is_below_the_runs_own_alone() {
    const MIB: u64 = 1 << 20;
    let limits = ["--time-limit=1s", "--memory-limit=64M", "--output-limit=16M", "--", "cat"];
    for (limit, least, says) in [
        ("cpu", 2, "ulimit -t"),
        ("fsize", 16 * MIB, "ulimit -f"),
        ("stack", 64 * MIB, "ulimit -s"),
        ("nofile", 512, "ulimit -n"),
    ] {
        let place = one(&[]);
        let (code, report) = limited(&place, limit, least).check(&limits);
        assert_eq!((code, &report["tests"][0]["verdict"]), (Some(0), &"AC".into()), "{limit}: {report}");
        let (code, report) = limited(&place, limit, least - 1).check(&limits);
        let result = &report["tests"][0];
        assert_eq!((code, &result["verdict"]), (Some(5), &"JE".into()), "{limit}: {result}");
        assert!(result["message"].as_str().unwrap().contains(says), "{limit}: {result}");
    }
}

#[test]
fn doctor_names_hard_limits_of_the_caller() {
    let place = Place::new(&[]);
    let (_, said) = limited(&place, "stack", 8 << 20).says(&["doctor"]);
    assert!(said.contains("ulimit -s"), "{said}");
    let (_, said) = Caller { place: &place, before: vec!["env".to_owned()] }.says(&["doctor"]);
    assert!(!said.contains("ulimit -s"), "{said}");
}

#[test]
fn where_nothing_may_be_executed_no_program_is_at_fault() {
    let place = one(&[
        "echo.c:#include <stdio.h>\nint main(void) { for (int c; (c = getchar()) != EOF;) putchar(c); }\n",
    ]);
    fs::create_dir(place.path("disk")).unwrap();
    let disk = place.path("disk").display().to_string();
    let mount = "mount -t tmpfs -o noexec,mode=1777 none \"$0\" && cp /bin/cat \"$0\" && TMPDIR=$0 XDG_CACHE_HOME=$0 exec \"$@\"";
    let words = ["unshare", "--mount", "sh", "-c", mount, &disk];
    if !Command::new(words[0]).args(&words[1..]).arg("true").output().is_ok_and(|run| run.status.success()) {
        eprintln!("skipped: programs on a noexec file system, which cannot be mounted here");
        return;
    }
    let caller = Caller { place: &place, before: words.map(str::to_owned).to_vec() };
    for program in [&["echo.c"][..], &["--", "disk/cat"]] {
        for mode in ["auto", "off"] {
            let (code, report) = caller.check(&[&["--sandbox", mode], program].concat());
            let result = &report["tests"][0];
            if has_layer(&report, "mount-namespace") {
                assert_eq!((code, &result["verdict"]), (Some(0), &"AC".into()), "{program:?}: {result}");
            } else {
                assert_eq!((code, &result["verdict"]), (Some(5), &"JE".into()), "{program:?}: {result}");
                assert!(result["message"].as_str().unwrap().contains("noexec"), "{program:?}: {result}");
            }
        }
    }
    let (_, said) = caller.says(&["doctor"]);
    assert!(said.contains("noexec"), "{said}");
}

#[test]
fn named_pipes_below_the_working_folder_are_out_of_reach() {
    let writer =
        "#!/bin/sh\nfor pipe in below/pipe below/deep/pipe; do echo leak > $pipe; done 2> /dev/null\ncat\n";
    let place = one(&["below/deep/file:x\n", &format!("writer:{writer}")]);
    let pipes = ["below/pipe", "below/deep/pipe"].map(|name| {
        mkfifoat(CWD, place.path(name), Mode::from_raw_mode(0o666)).unwrap();
        // The umask may have taken the right of others.
        rustix::fs::chmod(place.path(name), Mode::from_raw_mode(0o666)).unwrap();
        let flags = OFlags::NONBLOCK.bits().cast_signed();
        File::options().read(true).write(true).custom_flags(flags).open(place.path(name)).unwrap()
    });
    let caller = Caller { place: &place, before: vec!["env".to_owned()] };
    let (code, report) = caller.check(&["--allow-read", "below", "--", "./writer"]);
    assert_eq!(code, Some(0), "{report}");
    if !has_layer(&report, "mount-namespace") && !has_layer(&report, "landlock") {
        eprintln!("skipped: named pipes, which nothing hides here");
        return;
    }
    for mut pipe in pipes {
        let read = pipe.read(&mut [0; 8]).map_err(|error| error.kind());
        assert_eq!(read, Err(ErrorKind::WouldBlock), "something was written");
    }
}
