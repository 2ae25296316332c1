//! Results in the cache: each kind is found again, and made anew when anything changes that a run of its kind could read.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant, UNIX_EPOCH};

use serde_json::Value;

use super::sources::has;
use crate::place::Place;
use crate::whole;

/// A package whose input, and answer, are made by programs that read a file beside them and one elsewhere.
const MADE: [&str; 5] = [
    "p/problem.xml:<problem><judging><testset name='tests'><input-path-pattern>t/%d</input-path-pattern><answer-path-pattern>t/%d.a</answer-path-pattern><tests><test method='generated' cmd='gen a'/></tests></testset></judging><files><executables><executable><source path='files/gen.sh'/></executable></executables></files><assets><checker name='std::wcmp.cpp'/><solutions><solution tag='main'><source path='solutions/main.sh'/></solution></solutions></assets></problem>",
    "p/files/gen.sh:#!/bin/sh\necho \"$1\"; cat \"${0%/*}/words\"; cat \"$ELSEWHERE\" 2>&1 || :\n",
    "p/files/words:1\n",
    "p/solutions/main.sh:#!/bin/sh\ncat\n",
    "elsewhere:1\n",
];
/// A package whose validator accepts by a file beside it and one elsewhere.
const VALIDATED: [&str; 6] = [
    "p/problem.yaml:name: x\n",
    "p/.timelimit:9\n",
    "p/data/secret/1.in:1\n",
    "p/data/secret/1.ans:1\n",
    "p/input_validators/v/run:#!/bin/sh\nread -r n; [ \"$n\" = \"$(cat \"${0%/*}/one\")\" ] && { [ ! -e \"${0%/*}/two\" ] || exit 43; } && exit 42; exit 43\n",
    "p/input_validators/v/one:1\n",
];
/// A program in C that prints values from headers beside it and elsewhere, and from its compiler's options.
const COMPILED: [&str; 8] = [
    "t/1.in:1\n",
    "t/1.ans:1 1 1 1\n",
    "s/a.c:#include <stdio.h>\n#include \"beside.h\"\n#include <listed.h>\n#ifdef ABSOLUTE\n#include ABSOLUTE\n#else\n#define D 1\n#endif\n#ifndef C\n#define C 1\n#endif\nint main(void) { printf(\"%d %d %d %d\\n\", A, B, C, D); }\n",
    "s/beside.h:#define A 1\n",
    "lib/listed.h:#define B 1\n",
    "first/other.h:\n",
    "config/nim-toolkit/languages.toml:[c]\ncompile = \"gcc {defines} -o {out}/main {sources}\"\n",
    "absolute.h:#define D 1\n",
];

/// A command in a place, with a cache of its own, and its output without times.
struct Run<'a> {
    place: &'a Place,
    args: Vec<&'a str>,
}

impl Run<'_> {
    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.place.toolkit(&[&self.args, args].concat());
        command.env("XDG_CACHE_HOME", self.place.path("cache"));
        command.env("ELSEWHERE", self.place.path("elsewhere"));
        let folders = ["first", "lib"].map(|folder| self.place.path(folder));
        command.env("CPATH", std::env::join_paths(folders).unwrap());
        command
    }

    fn tells(&self, args: &[&str]) -> String {
        let output = self.command(args).output().unwrap();
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        let has_time = |line: &&str| line.contains(" s)") || line.contains(" s; slowest");
        let lines: Vec<&str> = text.lines().filter(|line| !has_time(line)).collect();
        format!("{:?}\n{}", output.status.code(), lines.join("\n"))
    }
}

/// Expects that a run prints the same twice, and something else after each change of a file.
#[track_caller]
fn is_renewed(files: &[&str], args: &[&str], changes: &[(&str, &str)]) {
    let place = Place::new(files);
    let run = Run { place: &place, args: args.to_vec() };
    for (name, content) in changes {
        let before = fs::read_to_string(place.path(name));
        let first = run.tells(&[]);
        assert_eq!(run.tells(&[]), first, "{name}");
        place.write(name, content);
        let changed = run.tells(&[]);
        assert_ne!(changed, first, "{name} is not in the key");
        match before {
            Ok(before) => place.write(name, &before),
            Err(_) => fs::remove_file(place.path(name)).unwrap(),
        }
        assert_eq!(run.tells(&[]), first, "{name}, as it was");
    }
}

#[test]
fn made_tests_are_made_anew_when_what_makes_them_changes() {
    let changes = [("p/files/words", "2\n"), ("p/files/gen.sh", "#!/bin/sh\necho 3\n")];
    is_renewed(&MADE, &["check", "p", "--", "sh", "-c", "cat; echo z"], &changes);
    // Without a sandbox, nothing records the files that they read.
    let changes = [("p/files/words", "2\n"), ("elsewhere", "2\n")];
    is_renewed(&MADE, &["check", "p", "--sandbox", "off", "--", "sh", "-c", "cat; echo z"], &changes);
}

#[test]
fn accepted_inputs_are_validated_anew_when_what_validates_them_changes() {
    let submission = "p/submissions/accepted/a.sh:cat\n";
    let config = "config/nim-toolkit/languages.toml:[shell]\nendings = ['sh']\nrun = 'sh {source}'\n";
    let files = [&VALIDATED[..], &[submission, config]].concat();
    let changes = [
        ("p/input_validators/v/one", "2\n"),
        ("p/input_validators/v/two", "\n"),
        ("p/input_validators/v/run", "#!/bin/sh\nexit 43\n"),
        ("p/data/secret/1.in", "2\n"),
    ];
    is_renewed(&files, &["check", "p", "--submissions"], &changes);
    // One that sees more accepts more.
    let place = Place::new(&files);
    place.write("elsewhere", "1\n");
    place.write("p/input_validators/v/run", "#!/bin/sh\n[ -e \"$ELSEWHERE\" ] && exit 42; exit 43\n");
    let validator =
        format!("#!/bin/sh\n[ -e '{}' ] && exit 42; exit 43\n", place.path("elsewhere").display());
    place.write("p/input_validators/v/run", &validator);
    let run = Run { place: &place, args: vec!["check", "p", "--submissions"] };
    let off = ["--sandbox", "off"];
    assert!(run.tells(&off).starts_with("Some(0)"));
    assert!(run.tells(&[]).contains("refuse"), "{}", run.tells(&[]));
    fs::remove_file(place.path("elsewhere")).unwrap();
    assert!(run.tells(&off).contains("refuse"), "{}", run.tells(&off));
}

#[test]
fn results_are_made_anew_when_a_driver_or_the_files_of_a_test_change() {
    let files = [
        "p/problem.yaml:name: x\nproblem_format_version: 2025-09\nlimits: {time_limit: 9}\n",
        "p/data/secret/1.in:1\n",
        "p/data/secret/1.ans:1 1\n",
        "p/data/secret/1.files/word:1\n",
        "p/include/bash/main.sh:. \"${0%/*}/a.sh\"; f\n",
        "p/include/c/main.c:int f(void);\nint main(void) { return f(); }\n",
        "p/submissions/accepted/a.sh:f() { read -r n; read -r w <word; echo $n $w; }\n",
        "p/submissions/accepted/a.c:#include <stdio.h>\nint f(void) { int n, w; FILE *file = fopen(\"word\", \"r\"); return scanf(\"%d\", &n) + fscanf(file, \"%d\", &w) + printf(\"%d %d\\n\", n, w) - 6; }\n",
    ];
    let changes = [
        ("p/data/secret/1.files/word", "2\n"),
        ("p/include/bash/main.sh", "echo 2\n"),
        ("p/include/c/main.c", "int f(void);\nint main(void) { f(); return 1; }\n"),
    ];
    let resumed = ["check", "p", "--submissions", "--resume"];
    is_renewed(&files, &resumed, &changes);
}

#[test]
fn programs_are_compiled_anew_when_what_the_compiler_read_changes() {
    let changes = [
        ("s/beside.h", "#define A 2\n"),
        ("lib/listed.h", "#define B 2\n"),
        // A header that comes to lie before another.
        ("first/listed.h", "#define B 3\n"),
    ];
    let off = ["check", "t", "s/a.c", "--sandbox", "off"];
    is_renewed(&COMPILED, &off, &changes);
    let place = Place::new(&COMPILED);
    let compile = format!(
        "[c]\ncompile = \"gcc {{defines}} '-DABSOLUTE=\\\"{}\\\"' -o {{out}}/main {{sources}}\"\n",
        place.path("absolute.h").display()
    );
    place.write("config/nim-toolkit/languages.toml", &compile);
    let run = Run { place: &place, args: off.to_vec() };
    let first = run.tells(&[]);
    assert!(first.starts_with("Some(0)"), "{first}");
    place.write("absolute.h", "#define D 2\n");
    assert!(run.tells(&[]).starts_with("Some(1)"), "{}", run.tells(&[]));
}

#[test]
fn what_a_compiler_made_that_lists_no_files_is_kept() {
    // Each program prints when it was compiled.
    let files = [
        "t/1.in:1\n",
        "t/1.out:1\n",
        "a.stamp:1\n",
        "config/nim-toolkit/languages.toml:[stamp]\nname = 'Stamp'\nendings = ['stamp']\n\
         compile = \"sh -c 'date +%s%N >../out/stamp' {source}\"\nrun = 'cat {out}/stamp'\n",
    ];
    for sandbox in ["auto", "off"] {
        is_renewed(&files, &["check", "t", "a.stamp", "--sandbox", sandbox], &[("a.stamp", "2\n")]);
    }
}

/// Programs that include everything: such that compile, such whose messages name headers, and such that need another header.
const EVERYTHING: [(&str, &str); 9] = [
    (
        "right",
        "#include <bits/stdc++.h>\nint main() { std::string word; std::cin >> word; puts(word.c_str()); }\n",
    ),
    (
        "pragma",
        "#include <bits/stdc++.h>\n#pragma GCC target(\"avx2\")\nint main() { std::regex x(\"a|b\"); puts(\"1\"); }\n",
    ),
    (
        "debug",
        "#define _GLIBCXX_DEBUG\n#include <bits/stdc++.h>\nint main() { std::vector<int> none; return none[0]; }\n",
    ),
    (
        "warned",
        "// by me\n#include <bits/stdc++.h>\nint f() {}\nint main() { printf(\"%d\\n\", 1L); return f(); }\n",
    ),
    ("own", "#include <bits/stdc++.h>\nint main() { cout << 1; }\n"),
    (
        "of_header",
        "/* by\nme */\n#include <bits/stdc++.h>\nstruct A {};\nint main() { std::set<A> all; all.insert(A()); }\n",
    ),
    (
        "streams",
        "#include <iostream>\n#include <vector>\nint main() { std::vector<int> all(9); std::cout << all.size(); }\n",
    ),
    ("of_streams", "#include <iostream>\nstruct A {};\nint main() { std::cout << A(); }\n"),
    ("renamed", "#include <bits/stdc++.h>\nint y1;\nint main() { std::sort(1, 2); }\n"),
];

/// Returns the compiled files and messages of these programs.
fn compiled(run: &Run<'_>) -> (Vec<Vec<u8>>, Vec<Value>) {
    let programs = run.place.path("cache/nim-toolkit/programs");
    drop(fs::remove_dir_all(&programs));
    let sources = EVERYTHING.map(|(name, _)| format!("s/{name}.cpp"));
    let json: Value = serde_json::from_slice(
        &run.command(&sources.each_ref().map(|path| &**path)).output().unwrap().stdout,
    )
    .unwrap();
    let folders = fs::read_dir(programs).unwrap().map(|folder| folder.unwrap().path());
    let mut files: Vec<_> =
        folders.flat_map(|folder| [folder.join("main"), folder.join(".warnings")]).collect();
    files.retain(|file| file.exists());
    let mut files: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    files.sort();
    let programs = json["programs"].as_array().unwrap();
    (files, programs.iter().map(|program| program["message"].clone()).collect())
}

#[test]
fn a_precompiled_header_changes_neither_programs_nor_messages() {
    // Making the header takes seconds.
    if !whole::is_whole() {
        return;
    }
    for compiler in ["g++", "clang++"] {
        if has(compiler) {
            check_precompiled_headers(compiler);
        } else {
            eprintln!("skipped: there is no {compiler}");
        }
    }
}

fn check_precompiled_headers(compiler: &str) {
    let place = Place::new(&["t/1.in:1\n", "t/1.ans:1\n"]);
    let language = format!(
        "[cpp]\ncompile = \"{compiler} -std=gnu++20 -O2 -Wreturn-type -Wformat {{defines}} -o {{out}}/main {{sources}}\"\n"
    );
    place.write("config/nim-toolkit/languages.toml", &language);
    for (name, text) in EVERYTHING {
        place.write(&format!("s/{name}.cpp"), text);
    }
    let run = Run { place: &place, args: vec!["check", "t", "--json"] };
    let state = || {
        let doctor =
            place.toolkit(&["doctor", "--json"]).env("XDG_CACHE_HOME", place.path("cache")).output().unwrap();
        let found: Value = serde_json::from_slice(&doctor.stdout).unwrap();
        let languages = found["languages"].as_array().unwrap();
        languages.iter().find(|language| language["name"] == "C++").unwrap()["precompiled_header"].clone()
    };
    assert_eq!(state(), "precompiled at its first use");
    let before = compiled(&run);
    assert!(before.0.len() > 4 && before.1.len() == EVERYTHING.len(), "{compiler}: {}", before.0.len());
    let headers = || {
        let found = fs::read_dir(place.path("cache/nim-toolkit/headers")).into_iter().flatten();
        found.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir())
    };
    let begin = Instant::now();
    while state() != "precompiled" || headers().count() < 2 {
        assert!(begin.elapsed() < Duration::from_secs(120), "{compiler}: they are not made");
        sleep(Duration::from_secs(1));
        // One is made at a time, when a program asks for it.
        compiled(&run);
    }
    let used =
        || headers().filter(|path| fs::metadata(path).unwrap().modified().unwrap() > UNIX_EPOCH).count();
    headers().for_each(|path| fs::File::open(path).unwrap().set_modified(UNIX_EPOCH).unwrap());
    assert_eq!(used(), 0);
    let after = compiled(&run);
    assert_eq!(after.1, before.1, "{compiler}");
    // The values are too long for `assert_eq!`.
    assert!(after.0 == before.0, "{compiler}: programs or warnings differ");
    assert_eq!(used(), 2, "{compiler}");
}

#[test]
fn an_entry_that_is_cut_is_made_anew() {
    let place = Place::new(&MADE);
    let run = Run { place: &place, args: vec!["check", "p", "--", "cat"] };
    let right = run.tells(&[]);
    assert!(right.starts_with("Some(0)"), "{right}");
    let entries =
        || fs::read_dir(place.path("cache/nim-toolkit/tests")).unwrap().map(|entry| entry.unwrap().path());
    for length in [0, 1, 40] {
        assert_eq!(entries().count(), 2);
        for entry in entries() {
            fs::OpenOptions::new().write(true).open(entry).unwrap().set_len(length).unwrap();
        }
        assert_eq!(run.tells(&[]), right, "{length}");
    }
}

#[test]
fn a_cache_that_others_may_write_is_not_used() {
    let place = Place::new(&MADE);
    let run = Run { place: &place, args: vec!["check", "p", "--", "cat"] };
    let right = run.tells(&[]);
    let folder = place.path("cache/nim-toolkit/tests");
    let planted: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let whole = fs::read(&planted[0]).unwrap();
    for of in ["cache/nim-toolkit/tests", "cache/nim-toolkit"] {
        let of = place.path(of);
        fs::set_permissions(&of, fs::Permissions::from_mode(0o777)).unwrap();
        fs::remove_file(&planted[0]).unwrap();
        let tells = run.tells(&[]);
        assert!(tells.contains("the cache is not used: ") && tells.starts_with("Some(0)"), "{tells}");
        assert!(!planted[0].exists(), "something was kept");
        let doctor = printed_by(run.place.toolkit(&["doctor"]).env("XDG_CACHE_HOME", place.path("cache")));
        assert!(doctor.contains("the cache is not used: "), "{doctor}");
        fs::set_permissions(&of, fs::Permissions::from_mode(0o700)).unwrap();
        fs::write(&planted[0], &whole).unwrap();
    }
    assert_eq!(run.tells(&[]), right);
}

fn printed_by(command: &mut Command) -> String {
    let output = command.output().unwrap();
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

#[test]
fn results_are_not_taken_over_where_packages_are_trusted() {
    let submission = "p/submissions/accepted/a.sh:cat\n";
    let config = "config/nim-toolkit/languages.toml:[shell]\nendings = ['sh']\nrun = 'sh {source}'\n";
    let place = Place::new(&[&VALIDATED[..4], &[submission, config, "elsewhere:1\n"]].concat());
    place.write("p/problem.yaml", "name: x\nvalidation: custom\n");
    let validator =
        format!("#!/bin/sh\ncat >&2; [ -e '{}' ] && exit 42; exit 43\n", place.path("elsewhere").display());
    place.write("p/output_validators/v", &validator);
    let run = Run { place: &place, args: vec!["check", "p", "--submissions", "--resume"] };
    let trusted = run.tells(&["--trust-package"]);
    assert!(trusted.starts_with("Some(0)"), "{trusted}");
    let confined = run.tells(&[]);
    assert!(confined.starts_with("Some(1)"), "{confined}");
    assert_eq!(run.tells(&["--trust-package"]), trusted);
}

/// Folders of users in places of the system: their contents are no part of it.
const OF_USERS: [&str; 2] = ["/dev/shm", "/usr/local"];

#[test]
fn validators_in_folders_of_users_below_those_of_the_system_count() {
    let submission = "p/submissions/accepted/a.sh:cat\n";
    let config = "config/nim-toolkit/languages.toml:[shell]\nendings = ['sh']\nrun = 'sh {source}'\n";
    let files = [&VALIDATED[1..4], &[submission, config]].concat();
    for around in OF_USERS {
        let Some(place) = Place::below(around, &files) else {
            eprintln!("skipped: {around}, where this user may make no folder");
            continue;
        };
        place.write("p/problem.yaml", "name: x\nvalidation: custom\n");
        let run = Run { place: &place, args: vec!["check", "p", "--submissions", "--resume"] };
        // The validator itself, and a file beside it that it reads.
        let reads = "#!/bin/sh\nread -r code < \"${0%/*}/code\"; exit \"$code\"\n";
        for (name, text, code) in [
            ("run", "#!/bin/sh\nexit 42\n", 0),
            ("run", "#!/bin/sh\nexit 43\n", 1),
            ("code", "42\n", 1),
            ("run", reads, 0),
            ("code", "43\n", 1),
            ("code", "42\n", 0),
        ] {
            place.write(&format!("p/output_validators/v/{name}"), text);
            let tells = run.tells(&[]);
            assert!(tells.starts_with(&format!("Some({code})")), "{around}: {name}: {text}{tells}");
        }
    }
}

#[test]
fn programs_of_a_command_in_folders_of_users_below_those_of_the_system_count() {
    for around in OF_USERS {
        let files = ["t/1.in:1\n", "t/1.ans:1\n"];
        let Some(place) = Place::below(around, &files) else { continue };
        let run = Run { place: &place, args: vec!["check", "t", "--shard", "1/1", "--report"] };
        // Two programs of one name, and a word of their command.
        let mut fingerprints = Vec::new();
        for (program, word) in [("cat", "1"), ("tee", "1"), ("cat", "2")] {
            place.write("program", &format!("#!/bin/sh\n{program}\n"));
            place.write("word", word);
            let (program, word) = (place.path("program"), place.path("word"));
            let words = ["json=r.json", "--force", "--", program.to_str().unwrap(), word.to_str().unwrap()];
            let tells = run.tells(&words);
            assert!(tells.starts_with("Some(0)"), "{tells}");
            let report = fs::read(place.path("r.json")).unwrap();
            let report: Value = serde_json::from_slice(&report).unwrap();
            let fingerprint = report["shard"]["fingerprint"].clone();
            assert!(!fingerprint.is_null() && !fingerprints.contains(&fingerprint), "{around}: {report}");
            fingerprints.push(fingerprint);
        }
    }
}

#[test]
fn a_limit_is_found_anew_when_another_submission_sets_it() {
    let busy = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; cat\n";
    let place = Place::new(&[
        "p/problem.yaml:problem_format_version: 2025-09\nname: x\nuuid: 7c1a2b66-7e0a-4b52-8f5b-000000000001\nlimits:\n  time_multipliers:\n    ac_to_time_limit: 900\n",
        "p/data/sample/1.in:1\n",
        "p/data/sample/1.ans:1\n",
        "p/data/secret/1.in:1\n",
        "p/data/secret/1.ans:1\n",
        "config/nim-toolkit/languages.toml:[shell]\nendings = ['sh']\nrun = 'sh {source}'\n",
    ]);
    place.write("p/submissions/accepted/a.sh", busy);
    place.write("p/submissions/mixed/b.sh", "cat\n");
    let run = Run { place: &place, args: vec!["check", "p"] };
    let states_none = |text: &str| text.contains("the package states none; --submissions finds it");
    run.tells(&["--submissions"]);
    let kept = run.tells(&["--", "cat"]);
    assert!(kept.contains("time limit") && !states_none(&kept), "{kept}");
    place.write(
        "p/submissions/submissions.yaml",
        "mixed/b.sh:\n  use_for_time_limit: lower\n  permitted: [AC]\n",
    );
    let changed = run.tells(&["--", "cat"]);
    assert!(states_none(&changed), "{changed}");
}

#[test]
fn a_kept_limit_is_named_in_the_first_line_and_the_packages_own_can_be_had() {
    let place = Place::new(&[
        "p/problem.yaml:name: x\n",
        "p/data/sample/1.in:1\n",
        "p/data/sample/1.ans:1\n",
        "p/data/secret/2.in:2\n",
        "p/data/secret/2.ans:2\n",
        "p/submissions/accepted/a.sh:cat\n",
        "config/nim-toolkit/languages.toml:[shell]\nendings = ['sh']\nrun = 'sh {source}'\n",
    ]);
    let run = Run { place: &place, args: vec!["check", "p"] };
    // The first line, and the limit that stood.
    let first = |args: &[&str]| {
        let printed =
            run.command(&[&["--report", "json=r.json", "--force"], args].concat()).output().unwrap();
        assert!(printed.status.success(), "{args:?}: {printed:?}");
        let report: Value = serde_json::from_slice(&fs::read(place.path("r.json")).unwrap()).unwrap();
        let text = String::from_utf8(printed.stdout).unwrap();
        (text.lines().next().unwrap().to_owned(), report["tests"][0]["limit_ms"].as_f64().unwrap())
    };
    let kept = "time limit 1 s, kept from the last check of the submissions: accepted/a.sh takes ";
    let (before, own_limit) = first(&["--", "cat"]);
    assert!(own_limit > 1000.0 && !before.contains("kept"), "{before}");
    first(&["--submissions"]);
    let (line, limit) = first(&["--", "cat"]);
    assert!(limit < own_limit && line.starts_with(&before) && line.contains(kept), "{line}");
    assert!(line.contains("--time-limit package"), "{line}");
    assert_eq!(first(&["--time-limit", "package", "--", "cat"]), (before, own_limit));
}
