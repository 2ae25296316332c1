//! The programs of packages, which others wrote: checkers, interactors, managers, and the scripts that build them.

use std::fs;

use crate::place::{Place, one};

/// Returns a package with these files, one test and the program `yes`; the outer file `secret` is not in it.
fn package(config: &str, files: &[&str]) -> Place {
    let place = Place::new(&["p/data/secret/1.in:x\n", "p/data/secret/1.ans:yes\n", "secret:hidden\n"]);
    place.write("yes", "#!/bin/sh\necho yes\n");
    place.write("p/problem.yaml", &format!("problem_format_version: 2025-09\nname: x\n{config}"));
    for file in files {
        let (name, content) = file.split_once(':').unwrap();
        place.write(&format!("p/{name}"), &content.replace("OUTSIDE", &place.path("").display().to_string()));
    }
    place
}

/// Reads and writes outside of the package.
const REACH: &str = "cat OUTSIDE/secret >/dev/null && echo x >OUTSIDE/written || exit 7";

/// Returns whether the system can keep a program from other files.
fn hides_files() -> bool {
    let report = one(&[]).report(0, &["t", "--", "cat"]);
    let layers = report["sandbox"]["layers"].to_string();
    layers.contains("mount-namespace") || layers.contains("landlock")
}

#[test]
fn programs_of_packages_see_their_package_and_what_they_are_lent() {
    if !hides_files() {
        return;
    }
    let validator = format!("output_validator/run:#!/bin/sh\n{REACH}\nexit 42\n");
    let interactor = format!("output_validator/run:#!/bin/sh\nread word\n{REACH}\nexit 42\n");
    let build = format!(
        "output_validator/build:#!/bin/sh\n{REACH}\nprintf '#!/bin/sh\\nexit 42\\n' >run\nchmod +x run\n"
    );
    for (config, file, how) in [
        ("", &validator, "status 7"),
        ("type: interactive\n", &interactor, "status 7"),
        ("", &build, "build failed"),
    ] {
        let place = package(config, &[file]);
        let text = place.run(5, &["check", "p", "--", "./yes"]);
        assert!(text.contains(how) && text.contains("--trust-package"), "{text}");
        assert!(!place.path("written").exists(), "{text}");
        place.run(0, &["check", "p", "--trust-package", "--", "./yes"]);
        assert!(place.path("written").exists());
        fs::remove_file(place.path("written")).unwrap();
    }
    // A file named on the command line is the caller's own.
    let place = package("", &[]);
    place.write(
        "own",
        &format!("#!/bin/sh\n{}\n", REACH.replace("OUTSIDE", &place.path("").display().to_string())),
    );
    place.run(0, &["check", "p", "--checker", "./own", "--", "./yes"]);
}

/// The input, the output and the answer, files of the package, and the feedback.
#[test]
fn a_confined_validator_has_what_its_format_gives_it() {
    let validator = "#!/bin/sh\n[ $(cat $1) = x ] && [ $(cat $2) = yes ] && [ $(cat) = yes ] || exit 1\n\
        [ $(cat \"$(dirname \"$0\")/../lists/words\") = word ] || exit 2\necho why >$3/judgemessage.txt\n\
        ln -s /etc/passwd $3/teammessage.txt\nmkdir $3/more\necho 5 >$3/score.txt\nexit 43\n";
    let place = package("", &["lists/words:word\n"]);
    place.write("p/output_validator/run", validator);
    assert_eq!(place.verdict(1, &["p", "--", "./yes"]), ("WA".to_owned(), "why".to_owned()));
}

#[test]
fn nothing_of_one_run_of_a_validator_reaches_the_next() {
    let place = package(
        "",
        &[
            "data/secret/2.in:x\n",
            "data/secret/2.ans:yes\n",
            "data/secret/3.in:x\n",
            "data/secret/3.ans:yes\n",
        ],
    );
    let validator = "#!/bin/sh\nfor place in \"$HOME\" \"$3\" \"${TMPDIR:-.}\"; do [ ! -e $place/kept ] || exit 1; done\n\
        echo x >$HOME/kept; echo x >$3/kept; sleep 1000 &\nexit 42\n";
    place.write("p/output_validator/run", validator);
    let report = place.report(0, &["p", "-j1", "--", "./yes"]);
    assert_eq!(report["summary"]["accepted"], 3, "{report}");
}

#[test]
fn a_program_of_several_files_begins_with_its_main_file() {
    let main = "import sys\nimport lib\nsys.exit(lib.STATUS)\n";
    for name in ["main.py", "__main__.py"] {
        let files = ["output_validator/lib.py:STATUS = 42\n", "input_validators/words/lib.py:STATUS = 42\n"];
        let place = package("", &files);
        place.write(&format!("p/output_validator/{name}"), main);
        place.write(&format!("p/input_validators/words/{name}"), main);
        assert_eq!(place.verdict(0, &["p", "--", "./yes"]).0, "AC", "{name}");
        let text = place.run(0, &["validate", "p"]);
        assert!(text.contains("1 input, 0 not valid"), "{text}");
    }
}

/// A crash says nothing about the input; an exception with which a validator refuses does.
#[test]
fn a_validator_that_crashes_refuses_nothing() {
    for (text, code, says) in [
        ("import sys\nint(input())\nsys.exit(42)\n", 1, "ValueError"),
        ("assert False, 'no'\n", 1, "AssertionError: no"),
        ("import missing_module\n", 5, "the validator crashed: ModuleNotFoundError"),
        ("import os\nos.kill(os.getpid(), 11)\n", 5, "the validator crashed: signal 11 (SIGSEGV)"),
        ("import sys\nn = raw_input()\nsys.exit(42)\n", 5, "Python 2, which is not supported"),
        ("#!/usr/bin/env python2\nimport sys\nsys.exit(42)\n", 5, "Python 2, which is not supported"),
        ("import sys\nprint 'x'\nsys.exit(42)\n", 5, "Python 2, which is not supported"),
    ] {
        let place = package("", &[]);
        place.write("p/input_validators/words.py", text);
        let said = place.run(code, &["validate", "p"]);
        assert!(said.contains(says) && said.contains("input_validators/words.py"), "{text}: {said}");
    }
}

/// A header that is a link to another package's is read of one that is trusted.
#[test]
fn a_validator_includes_what_its_package_links_to_when_that_is_trusted() {
    if std::process::Command::new("g++").arg("--version").output().is_err() {
        return;
    }
    let place =
        package("", &["output_validator/v.cpp:#include \"status.h\"\nint main() { return STATUS; }\n"]);
    place.write("shared/status.h", "#define STATUS 42\n");
    std::os::unix::fs::symlink("../../shared/status.h", place.path("p/output_validator/status.h")).unwrap();
    let text = place.run(5, &["check", "p", "--", "./yes"]);
    assert!(
        text.contains("status.h is not shown to the compiler") && text.contains("--trust-package"),
        "{text}"
    );
    place.run(0, &["check", "p", "--trust-package", "--", "./yes"]);
}

/// From a package that only root may enter, another user gets copies: of the validator's folder, not of all tests.
#[test]
fn a_validator_of_a_closed_package_has_its_own_folder() {
    use std::os::unix::fs::PermissionsExt;
    let place = package("", &["output_validator/words:yes\n"]);
    place.write(
        "p/output_validator/run",
        "#!/bin/sh\n[ \"$(cat)\" = \"$(cat \"$(dirname \"$0\")/words\")\" ] && exit 42\nexit 43\n",
    );
    for closed in ["p/output_validator/words", "p/data/secret/1.in", "p"] {
        let mode = if closed == "p" { 0o700 } else { 0o600 };
        fs::set_permissions(place.path(closed), fs::Permissions::from_mode(mode)).unwrap();
    }
    assert_eq!(place.verdict(0, &["p", "--", "./yes"]).0, "AC");
}

/// A copy of a folder holds the contents of links, which the sandbox would not show.
#[test]
fn links_of_a_validator_bring_no_file_of_the_callers() {
    if !hides_files() {
        return;
    }
    let build = "output_validator/build:#!/bin/sh\n[ ! -e stolen.h ] || exit 7\n[ -e own.h ] || exit 8\n\
        printf '#!/bin/sh\\nexit 42\\n' >run\nchmod +x run\n";
    let run = "output_validator/run:#!/bin/sh\n# {{word}}\n\
        [ ! -e \"$(dirname \"$0\")/stolen.h\" ] || exit 7\n[ -e \"$(dirname \"$0\")/own.h\" ] || exit 8\nexit 42\n";
    for (config, file) in [("", build), ("constants: {word: yes}\n", run)] {
        let place = package(config, &[file, "include.h:int a;\n"]);
        for (target, name) in [("../../secret", "stolen.h"), ("../include.h", "own.h")] {
            std::os::unix::fs::symlink(target, place.path("p/output_validator").join(name)).unwrap();
        }
        let text = place.run(0, &["check", "p", "--", "./yes"]);
        assert!(text.contains("1 accepted"), "{text}");
        place.run(5, &["check", "p", "--trust-package", "--", "./yes"]);
    }
}
