//! Packages of Polygon: their checkers, interactors, validators and generators in C++, and tests that are made. The header
//! that stands for testlib's is the few lines that these programs need.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::place::Place;
use crate::run::printed;

const HEADER: &str = "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n\
    inline long number(const char *path) {\n    FILE *file = fopen(path, \"r\");\n    long value = -1;\n    \
    if (!file || fscanf(file, \"%ld\", &value) != 1) value = -1;\n    return value;\n}\n\
    inline int quit(int status, const char *why) {\n    fprintf(stderr, \"%s\\n\", why);\n    return status;\n}\n";

/// The double of the input is right; the number after it earns four points.
const CHECK: &str = "#include \"testlib.h\"\nint main(int, char **argv) {\n    \
    long got = number(argv[2]), right = number(argv[3]);\n    if (got == right) return quit(0, \"ok\");\n    \
    return got == right + 1 ? quit(7, \"points 4 close\") : quit(1, \"wrong answer far\");\n}\n";

/// Inputs are below 100, and of the group `big` at least 10.
const VALIDATOR: &str = "#include \"testlib.h\"\nint main(int argc, char **argv) {\n    long n = number(\"/dev/stdin\");\n    \
    if (strcmp(argv[1], \"--testset\") || strcmp(argv[2], \"tests\")) return quit(3, \"FAIL no test set\");\n    \
    bool big = argc > 4 && !strcmp(argv[3], \"--group\") && !strcmp(argv[4], \"big\");\n    \
    return n < (big ? 10 : 1) || n >= 100 ? quit(3, \"FAIL n is out of bounds\") : 0;\n}\n";

const GENERATOR: &str =
    "#include \"testlib.h\"\nint main(int, char **argv) { printf(\"%s\\r\\n\", argv[1]); }\n";

/// Returns a program that prints this for `n`.
fn prints(what: &str) -> String {
    format!(
        "#include <stdio.h>\nint main(void) {{ int n; scanf(\"%d\", &n); printf(\"%d\\n\", {what}); return 0; }}\n"
    )
}

/// Returns the `problem.xml` of two tests with these assets.
fn xml(assets: &str) -> String {
    format!(
        "<problem><judging input-file='' output-file=''><testset name='tests'><time-limit>2000</time-limit>\
         <memory-limit>268435456</memory-limit><test-count>2</test-count>\
         <input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>\
         <tests><test method='manual' points='10' group='small'/>\
         <test method='generated' cmd='gen 20' points='10' group='big'/></tests>\
         <groups><group name='small'/><group name='big'/></groups></testset></judging>\
         <files><executables><executable><source path='files/gen.cpp' type='cpp.g++17'/></executable></executables></files>\
         <assets>{assets}</assets></problem>"
    )
}

/// Returns a package that stores one input of two, and no answers.
fn doubles() -> Place {
    let place = Place::new(&["p/tests/01:3\n"]);
    place.write(
        "p/problem.xml",
        &xml("<checker type='testlib'><source path='files/check.cpp' type='cpp.g++17'/></checker>\
            <validators><validator><source path='files/val.cpp' type='cpp.g++17'/></validator></validators>\
            <solutions><solution tag='main'><source path='solutions/main.c' type='c.gcc'/></solution>\
            <solution tag='wrong-answer'><source path='solutions/close.c' type='c.gcc'/></solution>\
            <solution tag='accepted'><source path='solutions/far.c' type='c.gcc'/></solution>\
            <solution tag='do-not-run'><source path='solutions/old.c' type='c.gcc'/></solution></solutions>"),
    );
    for (name, text) in
        [("testlib.h", HEADER), ("check.cpp", CHECK), ("val.cpp", VALIDATOR), ("gen.cpp", GENERATOR)]
    {
        place.write(&format!("p/files/{name}"), text);
    }
    for (name, what) in [("main", "2 * n"), ("close", "2 * n + 1"), ("far", "3 * n"), ("old", "0")] {
        place.write(&format!("p/solutions/{name}.c"), &prints(what));
    }
    place
}

fn skipped() -> bool {
    let has = |command: &str| std::process::Command::new(command).arg("--version").output().is_ok();
    let missing = !has("g++") || !has("gcc");
    if missing {
        eprintln!("skipped: g++ is not installed");
    }
    missing
}

/// Returns the verdicts of a submission, and its score.
fn of_submission(report: &Value, name: &str) -> (Vec<String>, f64) {
    let tests = report["tests"].as_array().unwrap().iter().filter(|test| test["program"] == name);
    let verdicts = tests.map(|test| test["verdict"].as_str().unwrap().to_owned()).collect();
    let programs = report["programs"].as_array().unwrap();
    let program = programs.iter().find(|program| program["name"] == name).unwrap();
    (verdicts, program["score"].as_f64().unwrap_or(-1.0))
}

#[test]
fn a_package_is_judged_by_its_own_programs_on_tests_that_they_make() {
    if skipped() {
        return;
    }
    let place = doubles();
    // One may not be allowed to write to the copies of such files.
    fs::set_permissions(place.path("p/problem.xml"), fs::Permissions::from_mode(0o444)).unwrap();
    let text = place.run(1, &["check", "p", "--submissions", "--report", "json=report.json"]);
    let report: Value = serde_json::from_slice(&fs::read(place.path("report.json")).unwrap()).unwrap();
    assert!(text.contains("made 1 input and 2 answers, which are not stored"), "{text}");
    assert!(text.contains("solutions/old.c: left out, as its tag says do-not-run"), "{text}");
    assert!(
        text.contains("by the tag accepted") && text.contains("2 of 3 submissions as expected"),
        "{text}"
    );
    let of = |name: &str| of_submission(&report, name);
    assert_eq!(of("solutions/main.c"), (vec!["AC".to_owned(); 2], 20.0), "{report}");
    assert_eq!(of("solutions/close.c"), (vec!["WA".to_owned(); 2], 8.0), "{report}");
    assert_eq!(of("solutions/far.c"), (vec!["WA".to_owned(); 2], 0.0), "{report}");
    // A program of one's own has the same tests, and an archive the same programs.
    let mut zip = zip::ZipWriter::new(fs::File::create(place.path("p.zip")).unwrap());
    for folder in ["", "files", "solutions", "tests"] {
        for entry in fs::read_dir(place.path("p").join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.strip_prefix(place.path("p")).unwrap().to_str().unwrap().to_owned();
                zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
                zip.write_all(&fs::read(&path).unwrap()).unwrap();
            }
        }
    }
    zip.finish().unwrap();
    let text = place.run(1, &["check", "p.zip", "--submissions"]);
    assert!(text.contains("2 of 3 submissions as expected"), "{text}");
    // The solution's tag expects its result.
    let report = place.report(0, &["p", "p/solutions/close.c"]);
    assert_eq!(report["tests"][1]["message"], "points 4 close", "{report}");
}

#[test]
fn testlib_is_named_where_a_package_has_none() {
    if skipped() {
        return;
    }
    let place = doubles();
    fs::create_dir(place.path("include")).unwrap();
    fs::rename(place.path("p/files/testlib.h"), place.path("include/testlib.h")).unwrap();
    place.write("p/tests/01.a", "6\n");
    place.write("p/tests/02", "20\n");
    place.write("p/tests/02.a", "40\n");
    let args = ["check", "p", "p/solutions/main.c"];
    let text = place.run(2, &args);
    for part in
        ["check.cpp includes testlib.h", "--testlib FILE", "https://github.com/MikeMirzayanov/testlib"]
    {
        assert!(text.contains(part), "{text}");
    }
    place.run(0, &[&args[..], &["--testlib", "include/testlib.h"]].concat());
    let output = place.toolkit(&args).env("TOOLKIT_TESTLIB", place.path("include")).output().unwrap();
    assert!(output.status.success(), "{}", printed(&output));
}

/// A package whose generator and main solution are scripts: patterns of its test sets with their tests.
fn scripted(sets: &[(&str, &str, &str)]) -> Place {
    let place = Place::new(&[
        "p/files/gen.sh:#!/bin/sh\necho \"$1\"\ncat \"$1\" 2>/dev/null || :\n",
        "p/solutions/main.sh:#!/bin/sh\ncat\n",
    ]);
    let sets = sets.iter().map(|(input, answer, tests)| {
        format!(
            "<testset name='tests'><input-path-pattern>{input}</input-path-pattern>\
             <answer-path-pattern>{answer}</answer-path-pattern><tests>{tests}</tests></testset>"
        )
    });
    let sets = sets.collect::<String>();
    place.write(
        "p/problem.xml",
        &format!(
            "<problem><judging>{sets}</judging><files><executables><executable><source path='files/gen.sh'/>\
             </executable></executables></files><assets><checker name='std::wcmp.cpp'/><solutions>\
             <solution tag='main'><source path='solutions/main.sh'/></solution></solutions></assets></problem>"
        ),
    );
    place
}

const ONE: &str = "<test method='generated' cmd='gen 7'/>";

#[test]
fn neither_stored_nor_kept_tests_are_written_to() {
    let own = "mine\n";
    let place = scripted(&[("t/%d", "t/%d", &format!("<test/>{ONE}"))]);
    place.write("p/t/1", own);
    let text = place.run(5, &["check", "p", "--", "cat"]);
    assert!(text.contains("two files of its tests have the path t/1"), "{text}");
    assert_eq!(fs::read_to_string(place.path("p/t/1")).unwrap(), own);
    // A checker knows the paths of the judged files; they lead to copies.
    let place = scripted(&[("t/%d", "t/%d.a", &format!("<test/>{ONE}"))]);
    place.write("p/t/1", own);
    place.write("check", "#!/bin/sh\nfor file; do echo poison >\"$file\"; done\n");
    let cache = place.path("cache");
    let check = |args: &[&str]| {
        let mut command = place.toolkit(&[&["check", "p"], args].concat());
        let output = command.env("XDG_CACHE_HOME", &cache).output().unwrap();
        assert!(output.status.success(), "{}", printed(&output));
    };
    check(&["--checker", "./check", "--", "cat"]);
    assert_eq!(fs::read_to_string(place.path("p/t/1")).unwrap(), own);
    // A kept test that is used is not old.
    let kept = || fs::read_dir(cache.join("nim-toolkit/tests")).unwrap().map(|entry| entry.unwrap().path());
    let long_ago = SystemTime::now() - Duration::from_secs(20 * 24 * 3600);
    kept().for_each(|file| fs::File::open(file).unwrap().set_modified(long_ago).unwrap());
    check(&["--", "sh", "-c", "read line; [ \"$line\" != poison ] && echo \"$line\""]);
    let is_new = |file: PathBuf| file.metadata().unwrap().modified().unwrap() > long_ago;
    assert!(kept().count() == 3 && kept().all(is_new));
}

#[test]
fn too_many_tests_are_refused_before_one_is_made() {
    let place = scripted(&[("t/%d", "t/%d.a", &ONE.repeat(100_001))]);
    let text = place.run(4, &["check", "p", "--", "cat"]);
    assert!(text.contains("100001 tests"), "{text}");
}

#[test]
fn authors_programs_include_files_of_their_package_by_paths_and_no_others() {
    if skipped() {
        return;
    }
    let place = doubles();
    place.write("p/shared.h", "#include \"./files/near.h\"\n");
    place.write("p/files/near.h", CHECK);
    place.write("p/files/check.cpp", "#include \"../shared.h\"\n");
    let report = place.report(1, &["p", "--submissions"]);
    assert_eq!(of_submission(&report, "solutions/main.c").0, ["AC", "AC"]);
    place.write("far.h", CHECK);
    place.write("p/files/check.cpp", "#include \"../../far.h\"\n");
    let text = place.run(5, &["check", "p", "--submissions"]);
    assert!(text.contains("does not compile"), "{text}");
}

#[test]
fn a_checker_of_testlib_goes_to_the_judges_that_take_it() {
    if skipped() {
        return;
    }
    // Either half is right.
    let check = "#include \"testlib.h\"\nint main(int, char **argv) {\n    \
        long n = number(argv[1]), got = number(argv[2]), half = number(argv[3]);\n    \
        return got == half || got == n - half ? quit(0, \"ok\") : quit(1, \"wrong answer no half\");\n}\n";
    let place = Place::new(&["program:#!/bin/sh\nread n\n[ $n = 8 ] && echo 5 || echo $(((n + 1) / 2))\n"]);
    let assets = "<checker type='testlib'><source path='files/check.cpp' type='cpp.g++17'/></checker>";
    // In every format, the groups are in this order.
    place.write("p/problem.xml", &xml(assets).replace("small", "a").replace("big", "b"));
    place.write("p/files/check.cpp", check);
    place.write("include/testlib.h", HEADER);
    place.write("p/files/testlib.h", HEADER);
    for (test, n) in [("01", 7), ("02", 8)] {
        place.write(&format!("p/tests/{test}"), &format!("{n}\n"));
        place.write(&format!("p/tests/{test}.a"), &format!("{}\n", n / 2));
    }
    let verdicts = |package: &str, more: &[&str]| -> Vec<Value> {
        let report = place.report(1, &[&[package], more, &["--", "./program"]].concat());
        report["tests"].as_array().unwrap().iter().map(|test| test["verdict"].clone()).collect()
    };
    assert_eq!(verdicts("p", &[]), ["AC", "WA"]);
    let own = ["--testlib", "include/testlib.h"];
    for (format, more) in [("polygon", &[][..]), ("dmoj", &[]), ("hydro", &own), ("luogu", &own)] {
        let package = format!("{format}.zip");
        place.run(0, &["export", "p", "--format", format, "-o", &package]);
        assert_eq!(verdicts(&package, more), ["AC", "WA"], "{format}");
        // A converted package is converted again.
        let again = if format == "hydro" { "luogu" } else { "hydro" };
        place.run(0, &["export", &package, "--format", again, "-o", "again.zip", "--force"]);
        assert_eq!(verdicts("again.zip", &own), ["AC", "WA"], "{format}, then {again}");
    }
    let why = "check.cpp: it is not called as output validators of the ICPC format";
    let refused =
        |format: &str| place.run(5, &["export", "p", "--format", format, "-o", "none.zip"]).contains(why);
    assert!(refused("icpc") && refused("icpc-legacy"));
    assert!(
        place
            .run(0, &["import", "p", "-o", "imported"])
            .contains(&format!("warning: imported may be judged differently than p: {why}"))
    );
    // Points are read in different ways, and files beside the program are left behind.
    for line in ["// quitp(1)\n", "#include \"own.h\"\n"] {
        place.write("p/files/own.h", "");
        place.write("p/files/check.cpp", &format!("{line}{check}"));
        assert!(["polygon", "dmoj", "hydro", "luogu"].into_iter().all(refused), "{line}");
    }
}
