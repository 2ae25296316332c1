//! Source files as programs, and the meaning of the words of a check.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::place::{Place, one, testdata};
use crate::run::{Test, printed};
use crate::whole;

/// Returns whether a command is installed.
pub fn has(command: &str) -> bool {
    Command::new(command).arg("--version").output().is_ok()
}

/// Programs that copy a line, by language: the required command, the ending, the text, and a text that is no program.
const COPIES: [(&str, &str, &str, &str); 14] = [
    (
        "gcc",
        "c",
        "#include <stdio.h>\nint main(void) { int c; while ((c = getchar()) != EOF) putchar(c); }\n",
        "}",
    ),
    ("g++", "cpp", "#include <iostream>\nint main() { std::cout << std::cin.rdbuf(); }\n", "}"),
    (
        "rustc",
        "rs",
        "fn main() { std::io::copy(&mut std::io::stdin(), &mut std::io::stdout()).unwrap(); }\n",
        "}",
    ),
    ("python3", "py", "import sys\nsys.stdout.write(sys.stdin.read())\n", ")"),
    ("ghc", "hs", "main :: IO ()\nmain = interact id\n", "main = )\n"),
    ("bash", "sh", "cat\n", ")"),
    (
        "go",
        "go",
        "package main\n\nimport (\n\t\"io\"\n\t\"os\"\n)\n\nfunc main() { io.Copy(os.Stdout, os.Stdin) }\n",
        "}",
    ),
    (
        "fpc",
        "pas",
        "var line: string;\nbegin\n  readln(line);\n  writeln(line)\nend.\n",
        "begin\n  none;\nend.\n",
    ),
    ("gdc", "d", "import std.stdio;\nvoid main() { foreach (line; stdin.byLine) writeln(line); }\n", "}"),
    ("ruby", "rb", "print STDIN.read\n", ")"),
    ("php", "php", "<?php echo file_get_contents('php://stdin');\n", "<?php )"),
    ("lua", "lua", "io.write(io.read('a'))\n", ")"),
    ("node", "js", "process.stdout.write(require('fs').readFileSync(0));\n", ")"),
    (
        "javac",
        "java",
        "import java.io.*;\npublic class Main {\n    public static void main(String[] a) throws IOException {\n        \
         new Copy().go();\n    }\n}\nclass Copy {\n    void go() throws IOException { System.in.transferTo(System.out); }\n}\n",
        "}",
    ),
];

#[test]
fn a_source_that_makes_no_class_does_not_compile() {
    let place = one(&["empty.java:\n"]);
    if has("javac") {
        let report = place.report(1, &["t", "empty.java"]);
        let program = &report["programs"][0];
        assert_eq!(program["verdict"], "CE", "{report}");
        assert_eq!(program["message"], "the compiler made no class", "{report}");
    }
}

#[test]
fn a_class_in_a_package_is_a_program() {
    let place = one(&[
        "Sol.java:package hw1.first;\npublic class Sol { public static void main(String[] a) { Line.copy(); } }\n\
         class Line { static void copy() { System.out.println(new java.util.Scanner(System.in).nextLine()); } }\n",
    ]);
    if has("javac") {
        // The second time, it comes from the cache.
        for _ in 0..2 {
            assert_eq!(place.verdict(0, &["t", "Sol.java", "--time-limit", "20"]).0, "AC");
        }
        assert_eq!(place.verdict(0, &["t", "Sol.java", "--time-limit", "20", "--sandbox", "off"]).0, "AC");
    }
}

#[test]
fn an_interpreter_behind_a_script_is_started_itself() {
    let place = one(&["copy.py:print(input())\n", "bin/python3:#!/bin/sh\nexec /usr/bin/python3 \"$@\"\n"]);
    if !Path::new("/usr/bin/python3").is_file() {
        return;
    }
    let path = format!("{}:/usr/bin:/bin", place.path("bin").display());
    let args = ["check", "t", "copy.py", "--time-limit", "20", "--json"];
    let output = place.toolkit(&args).env("PATH", path).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["programs"][0]["command"][0], "/usr/bin/python3", "{report}");
    assert_eq!(report["tests"][0]["verdict"], "AC", "{report}");
}

#[test]
fn files_that_a_source_names_by_a_path_below_its_folder_are_seen() {
    let place = one(&[
        "w/py.py:import lib.first\nfrom lib import second\nsecond.go(lib.first.line())\n",
        "w/lib/first.py:def line(): return input()\n",
        "w/lib/second.py:from .third import show\ndef go(text): show(text)\n",
        "w/lib/third.py:def show(text): print(text)\n",
        "w/other/hidden.py:\n",
    ]);
    let accepted = |args: &[&str]| assert_eq!(place.verdict(0, args).0, "AC", "{args:?}");
    accepted(&["t", "w/py.py", "--time-limit", "20"]);
    accepted(&["t", "--time-limit", "20", "--", "python3", "w/py.py"]);
    // Other folders stay out of sight.
    place.write("w/list.py", "import lib.first\nopen('w/other/hidden.py')\nprint(input())\n");
    assert_eq!(place.verdict(1, &["t", "w/list.py", "--time-limit", "20"]).0, "RTE");
    if has("g++") {
        place.write("w/c.cpp", "#include \"lib/line.h\"\n#include <cstdio>\nint main() { puts(LINE); }\n");
        place.write("w/lib/line.h", "#include \"deep/text.h\"\n#define LINE TEXT\n");
        place.write("w/lib/deep/text.h", "#define TEXT \"a b\"\n");
        accepted(&["t", "w/c.cpp"]);
        place.write("w/lib/deep/text.h", "#define TEXT \"b a\"\n");
        assert_eq!(place.verdict(1, &["t", "w/c.cpp"]).0, "WA");
        // A path out of the folder leads to no file of the program.
        place.write("w/out.cpp", "#include \"../t/1.out\"\nint main() {}\n");
        let report = place.report(1, &["t", "w/out.cpp"]);
        assert_eq!(report["programs"][0]["verdict"], "CE", "{report}");
    }
}

/// Programs that name files of the folder `lib`, or of one below, and the commands that they need.
const THAT_INCLUDE: [(&str, &str, &str); 6] = [
    ("python3", "w/py.py", "from deep import copy\ncopy.go()\n"),
    ("g++", "w/quoted.cpp", "#include \"deep/copy.h\"\nint main() { copy(); }\n"),
    ("g++", "w/in_brackets.cpp", "#include <deep/copy.h>\nint main() { copy(); }\n"),
    ("g++", "w/up.cpp", "#include \"../lib/deep/copy.h\"\nint main() { copy(); }\n"),
    ("rustc", "w/rs.rs", "mod copy;\nfn main() { copy::go() }\n"),
    (
        "javac",
        "w/Main.java",
        "import deep.Copy;\npublic class Main { public static void main(String[] args) { Copy.go(); } }\n",
    ),
];

/// The folder, in which every file that is named names another.
const LIB: [&str; 10] = [
    "lib/deep/copy.py:from . import line\nimport top\ndef go(): top.show(line.read())\n",
    "lib/deep/line.py:def read(): return input()\n",
    "lib/top.py:def show(text): print(text)\n",
    "lib/deep/copy.h:#include \"line.h\"\n#include \"top.h\"\nvoid copy() { show(line()); }\n",
    "lib/deep/line.h:#include <cstdio>\ninline char *line() { static char text[9]; return fgets(text, 9, stdin); }\n",
    "lib/top.h:#include <cstdio>\ninline void show(const char *text) { printf(\"%s\", text); }\n",
    "lib/copy.rs:mod line;\npub fn go() { print!(\"{}\", line::read()) }\n",
    "lib/copy/line.rs:pub fn read() -> String { let mut text = String::new(); std::io::stdin().read_line(&mut text).unwrap(); text }\n",
    "lib/deep/Copy.java:package deep;\npublic class Copy { public static void go() { System.out.println(Line.read()); } }\n",
    "lib/deep/Line.java:package deep;\nclass Line { static String read() { return new java.util.Scanner(System.in).nextLine(); } }\n",
];

#[test]
fn what_a_source_names_is_found_in_a_folder_of_the_command_line_too() {
    let place = one(&LIB);
    for (command, name, source) in THAT_INCLUDE.into_iter().filter(|(command, ..)| has(command)) {
        place.write(name, source);
        let args = ["t", name, "--time-limit", "20"];
        place.run(1, &[&["check"], &args[..]].concat());
        let args = [&args[..], &["--include", "empty", "--include", "lib"]].concat();
        fs::create_dir_all(place.path("empty")).unwrap();
        assert_eq!(place.verdict(0, &args).0, "AC", "{command} {name}");
    }
    let text = place.run(2, &["check", "t", "w/py.py", "--include", "nowhere"]);
    assert!(text.contains("--include: there is no folder nowhere"), "{text}");
}

#[test]
fn a_students_source_may_name_any_file_of_the_student() {
    if !has("g++") {
        return;
    }
    let place = one(&[
        "class/ann/src/main.cpp:#include \"../inc/deep/copy.h\"\nint main() { copy(); }\n",
        "class/ann/inc/deep/copy.h:#include \"../line.h\"\nvoid copy() { std::cout << std::cin.rdbuf(); }\n",
        "class/ann/inc/line.h:#include <iostream>\n",
        "class/ben/main.cpp:#include \"../ann/inc/deep/copy.h\"\nint main() { copy(); }\n",
    ]);
    let report = place.report(1, &["t", "--class", "class"]);
    assert_eq!(report["tests"][0]["verdict"], "AC", "{report}");
    // The files of another program are missing.
    assert_eq!(report["programs"][1]["verdict"], "CE", "{report}");
}

#[test]
fn of_a_folder_of_the_command_line_only_what_is_named_is_seen_and_changes_are_noticed() {
    let place = one(&LIB);
    let check = |code, source: &str| {
        place.write("w/py.py", source);
        place.verdict(code, &["t", "w/py.py", "--time-limit", "20", "--include", "lib"]).0
    };
    assert_eq!(check(0, "import top\ntop.show(input())\n"), "AC");
    assert_eq!(check(1, "import top\n__import__('deep.line')\ntop.show(input())\n"), "RTE");
    // The program's own module takes precedence.
    place.write("w/top.py", "def show(text): print(text, text)\n");
    assert_eq!(check(1, "import top\ntop.show(input())\n"), "WA");
    fs::remove_file(place.path("w/top.py")).unwrap();
    if has("g++") {
        place.write("w/c.cpp", "#include \"top.h\"\nint main() { show(\"a b\"); }\n");
        let args = ["t", "w/c.cpp", "--include", "lib"];
        assert_eq!(place.verdict(0, &args).0, "AC");
        place.write("lib/top.h", "inline void show(const char *) {}\n");
        assert_eq!(place.verdict(1, &args).0, "WA");
    }
    place.write("w/s.sh", "cat\n");
    let text = place.run(0, &["check", "t", "w/s.sh", "--include", "lib"]);
    assert!(
        text.contains(
            "s.sh: nothing is included, as --include is for sources in C, C++, Java, Python and Rust"
        ),
        "{text}"
    );
}

/// A program of two files, in languages whose compilers take both, and the command that is needed.
const OF_TWO_FILES: [(&str, [(&str, &str); 2]); 4] = [
    (
        "g++",
        [
            (
                "main.cpp",
                "#include \"h.h\"\n// The other file has no int main() of its own.\nint main() { copy(); }\n",
            ),
            (
                "h.cpp",
                "#include \"h.h\"\n#include <iostream>\n// int main()\nvoid copy() { std::cout << std::cin.rdbuf(); }\n",
            ),
        ],
    ),
    (
        "rustc",
        [
            ("sol.rs", "mod helper;\nfn main() { helper::copy(); }\n"),
            (
                "helper.rs",
                "pub fn copy() { std::io::copy(&mut std::io::stdin(), &mut std::io::stdout()).unwrap(); }\n",
            ),
        ],
    ),
    (
        "javac",
        [
            (
                "Sol.java",
                "public class Sol { public static void main(String[] a) throws Exception { Line.copy(); } }\n",
            ),
            (
                "Line.java",
                "public class Line { static void copy() throws Exception { System.in.transferTo(System.out); } }\n",
            ),
        ],
    ),
    ("python3", [("sol.py", "import line\nline.copy()\n"), ("line.py", "def copy(): print(input())\n")]),
];

#[test]
fn the_files_of_a_folder_are_one_program() {
    for (number, (command, files)) in OF_TWO_FILES.iter().enumerate().filter(|(_, (command, _))| has(command))
    {
        let place = one(&[]);
        let folder = format!("class/s{number}");
        place.write(&format!("{folder}/h.h"), "void copy();\n");
        for (name, text) in files {
            place.write(&format!("{folder}/{name}"), text);
        }
        let accepted = |args: &[&str]| {
            assert_eq!(place.verdict(0, &[&["t", "--time-limit", "20"], args].concat()).0, "AC", "{args:?}");
        };
        accepted(&[&folder]);
        accepted(&["--", &folder]);
        // The part that the program begins in need not be the newest.
        accepted(&["--class", "class"]);
        // With a second one that a program begins in, it is not known which is meant, but for the newest of a student.
        let (name, text) = files[0];
        place.write(&format!("{folder}/other.{}", name.rsplit('.').next().unwrap()), text);
        if *command != "javac" {
            accepted(&["--class", "class"]);
            if !name.starts_with("main") {
                let printed = place.run(2, &["check", "t", &folder]);
                assert!(printed.contains("it is a folder with a program"), "{printed}");
            }
        }
    }
}

#[test]
fn a_package_of_cargo_is_a_program() {
    let place = one(&["p/Cargo.toml:[package]\nname = \"p\"\nversion = \"0.1.0\"\n"]);
    place.write("p/src/main.rs", "mod a;\nfn main() { a::b::copy(); }\n");
    place.write("p/src/a/mod.rs", "pub mod b;\n");
    place.write(
        "p/src/a/b.rs",
        "pub fn copy() { std::io::copy(&mut std::io::stdin(), &mut std::io::stdout()).unwrap(); }\n",
    );
    if has("rustc") {
        assert_eq!(place.verdict(0, &["t", "p"]).0, "AC");
        assert_eq!(place.verdict(0, &["t", "p/src/main.rs"]).0, "AC");
    }
}

#[test]
fn every_installed_language_compiles_runs_and_fails_to_compile() {
    let place = one(&[]);
    for (command, ending, text, broken) in whole::turn(COPIES, 2) {
        if !has(command) {
            continue;
        }
        let file = |name: &str| format!("{name}.{ending}");
        place.write(&file("right"), text);
        place.write(&file("broken"), broken);
        let report = place.report(1, &["t", &file("right"), &file("broken"), "--time-limit", "20"]);
        assert_eq!(report["tests"].as_array().unwrap().len(), 1, "{report}");
        assert_eq!(report["tests"][0]["verdict"], "AC", "{report}");
        let programs = report["programs"].as_array().unwrap();
        assert_eq!(
            (&programs[0]["verdict"], &programs[1]["verdict"]),
            (&Value::Null, &"CE".into()),
            "{report}"
        );
        let message = programs[1]["message"].as_str().unwrap();
        assert!(message.contains("broken") || message.contains("Main.java"), "{message}");
        assert_eq!(report["summary"]["verdicts"]["CE"], 1, "{report}");
    }
}

#[test]
fn an_executable_source_without_an_interpreter_is_compiled() {
    if !has("g++") {
        return;
    }
    let checker = "#include <fstream>\n#include <string>\nint main(int, char** a) { std::string s; std::ifstream(a[2]) >> s; return s != \"b\"; }\n";
    let place = one(&["sol.cpp:#include <cstdio>\nint main() { puts(\"b\"); }\n"]);
    place.write("chk.cpp", checker);
    for file in ["sol.cpp", "chk.cpp"] {
        fs::set_permissions(place.path(file), fs::Permissions::from_mode(0o755)).unwrap();
    }
    assert_eq!(place.verdict(0, &["t", "--checker", "./chk.cpp", "--", "./sol.cpp"]).0, "AC");
}

#[test]
fn a_compile_error_is_shown_once_and_merges() {
    if !has("gcc") {
        return;
    }
    let place =
        one(&["t/2.in:c\n", "t/2.out:c\n", "a.c:int main() { return \u{1b}; }\n", "ok:#!/bin/sh\ncat\n"]);
    let text = place.run(1, &["check", "t", "a.c"]);
    assert!(
        text.contains("CE  a.c\n    a.c:") && text.contains("a.c:1:") && !text.contains('\u{1b}'),
        "{text}"
    );
    assert!(text.contains("0 tests; 1 program does not compile"), "{text}");
    for shard in ["1/2", "2/2"] {
        let report = format!("json={}.json", &shard[..1]);
        place.run(1, &["check", "t", "a.c", "--shard", shard, "--report", &report, "--", "./ok"]);
    }
    let text = place.run(1, &["merge", "1.json", "2.json", "--report", "junit=junit.xml"]);
    assert!(text.contains("2 tests: 2 accepted; 1 program does not compile"), "{text}");
    let junit = fs::read_to_string(place.path("junit.xml")).unwrap();
    assert!(junit.contains("(compilation)") && junit.contains("type=\"CE\""), "{junit}");
}

#[test]
fn modules_headers_and_classes_beside_a_program_are_readable() {
    let place = one(&[
        "solution.py:import helper\nhelper.go()\n",
        "helper.py:def go():\n    print(input())\n",
        "secret.txt:a b\n",
    ]);
    let accepted = |args: &[&str]| assert_eq!(place.verdict(0, args).0, "AC", "{args:?}");
    accepted(&["t", "solution.py", "--time-limit", "20"]);
    accepted(&["t", "--time-limit", "20", "--", "python3", "solution.py"]);
    accepted(&["t", "--time-limit", "20", "--run", "mine=solution.py"]);
    place.write("reads.py", "print(open('secret.txt').read())\n");
    assert_eq!(place.verdict(1, &["t", "reads.py", "--time-limit", "20"]).0, "RTE");
    if has("g++") {
        place.write("main.cpp", "#include \"line.hpp\"\n#include <cstdio>\nint main() { puts(LINE); }\n");
        place.write("line.hpp", "#define LINE \"a b\"\n");
        accepted(&["t", "main.cpp"]);
        // The header belongs to the compiled program.
        place.write("line.hpp", "#define LINE \"b a\"\n");
        assert_eq!(place.verdict(1, &["t", "main.cpp"]).0, "WA");
    }
    if has("javac") {
        place.write("Main.java", "class Main { public static void main(String[] a) { Other.go(); } }\n");
        place.write("Other.java", "class Other { static void go() { System.out.println(\"a b\"); } }\n");
        let compiled =
            Command::new("javac").args(["Main.java", "Other.java"]).current_dir(place.path("")).status();
        assert!(compiled.unwrap().success());
        accepted(&["t", "--time-limit", "20", "--", "java", "Main"]);
    }
}

#[test]
fn a_compiler_sees_no_test_data() {
    if !has("gcc") {
        return;
    }
    let place = Place::new(&["data/t/1.in:a b\n", "data/t/1.out:\"stolen answer\"\n"]);
    let answer = place.path("data/t/1.out").display().to_string();
    let texts = [
        format!("#include <stdio.h>\nint main() {{ puts(\n#include \"{answer}\"\n); }}\n"),
        "#include <stdio.h>\nint main() { puts(\n#include \"1.out\"\n); }\n".to_owned(),
        format!("__asm__(\".incbin \\\"{answer}\\\"\"); int main() {{ }}\n"),
    ];
    for text in texts {
        // Beside the data, a source sees no more of it.
        for name in ["steal.c", "data/t/steal.c"] {
            place.write(name, &text);
            let report = place.report(1, &["data/t", name]);
            assert_eq!(report["programs"][0]["verdict"], "CE", "{report}");
            assert!(!report.to_string().contains("stolen"), "{report}");
        }
    }
}

#[test]
fn words_are_problems_data_or_programs() {
    let place = Place::new(&[
        "john/1.in:1\n1\n1\n",
        "john/1.ans:Brother\n",
        "elsewhere/john.py:print('Brother')\n",
        "elsewhere/other.py:print('Brother')\n",
    ]);
    let here = place.run(0, &["check", "john", "elsewhere/john.py", "--time-limit", "20"]);
    assert!(here.contains("the file or folder of that name here") && here.contains("1 accepted"), "{here}");
    assert!(!place.run(0, &["check", "./john"]).contains("of that name"));
    let elsewhere = |status, args: &[&str]| {
        printed(&Test::new().args(args).folder(place.path("elsewhere")).status(status).run())
    };
    let text = elsewhere(2, &["check", "other.py"]);
    assert!(text.contains("toolkit check tests other.py") && text.contains("such as "), "{text}");

    // In a checkout, a problem has its data.
    let checkout = env!("CARGO_MANIFEST_DIR");
    let in_checkout = |args: &[&str]| printed(&Test::new().args(args).folder(checkout).run());
    let text = in_checkout(&["check", "john", "--filter", "sample"]);
    assert!(text.starts_with("testdata/john: ") && text.contains("1 accepted"), "{text}");
    let source = place.path("john.py").display().to_string();
    place.write("john.py", "for _ in range(int(input())):\n    input()\n    h = [*map(int, input().split())]\n    x = 0\n    for v in h: x ^= v\n    print('John' if (x != 0 if max(h) > 1 else x == 0) else 'Brother')\n");
    let text = in_checkout(&["check", &source, "--filter", "sample", "--time-limit", "20"]);
    assert!(text.contains("the problem is john, by the name of") && text.contains("1 accepted"), "{text}");
}

#[test]
fn a_users_table_of_languages_is_used_or_refused() {
    let place = one(&["a.copy:x\n", "b.py:print(1\n"]);
    place.write("config/nim-toolkit/languages.toml", "[copy]\nendings = ['copy']\nrun = 'cat'\n");
    let run = |args: &[&str]| {
        let output = place.toolkit(args).output().unwrap();
        (output.status.code(), printed(&output))
    };
    let (code, text) = run(&["check", "t", "a.copy"]);
    assert_eq!(code, Some(0), "{text}");
    place.write("config/nim-toolkit/languages.toml", "[copy]\nendings = ['copy']\nrun = 'no-such-command'\n");
    let (code, text) = run(&["check", "t", "a.copy"]);
    assert!(code == Some(2) && text.contains("no-such-command"), "{text}");
    place.write("config/nim-toolkit/languages.toml", "[copy]\nending = 1\n");
    let (code, text) = run(&["check", "t", "a.copy"]);
    assert!(code == Some(2) && text.contains("languages.toml"), "{text}");
    place.write(
        "config/nim-toolkit/languages.toml",
        "[copy]\nendings = ['copy']\ncompile = 'no-such {source}'\nrun = 'cat'\n",
    );
    let (code, text) = run(&["check", "t", "a.copy"]);
    assert!(
        code == Some(2) && text.contains("copy needs the command no-such, which is not installed"),
        "{text}"
    );
}

#[test]
fn several_sources_are_compared_and_have_different_names() {
    let place = one(&["x/a.py:print('a b')\n", "y/a.py:print('b')\n", "z.py:print('a b')\n"]);
    let report = place.report(1, &["t", "x/a.py", "y/a.py", "z.py", "--time-limit", "20"]);
    let names: Vec<&str> = report["programs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|program| program["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["x/a.py", "y/a.py", "z.py"]);
    let verdicts: Vec<&Value> =
        report["tests"].as_array().unwrap().iter().map(|test| &test["verdict"]).collect();
    assert_eq!(verdicts, ["AC", "WA", "AC"]);
    // The data of the built-in problems is found from a folder of its own, too.
    assert!(place.run(0, &["check", &testdata("john/sample")]).contains("1 accepted"));
}

/// The compiler prints the files that it reads: of a program's folder it sees the program's own ones, under any name.
#[test]
fn a_compiler_sees_no_answers_by_links() {
    use std::os::unix::fs::symlink;
    if !has("g++") {
        return;
    }
    let place = Place::new(&[
        "tests/1.in:\n",
        "tests/1.ans:57\n",
        "tests/2.ans:57\n",
        "outside/other.h:57\n",
        "alice/sol.cpp:#include <cstdio>\nint main() { std::printf(\"%d\\n\",\n#include \"one.h\"\n); }\n",
        "carol/sol.cpp:#include <cstdio>\nint main() { std::printf(\"%d\\n\",\n#include \"own.h\"\n); }\n",
        "carol/real.h:57\n",
    ]);
    symlink("real.h", place.path("carol/own.h")).unwrap();
    let report = place.report(0, &["tests", "carol/sol.cpp"]);
    assert_eq!(report["tests"][0]["verdict"], "AC", "{report}");
    fs::create_dir(place.path("bob")).unwrap();
    symlink("../tests/1.ans", place.path("bob/sol.cpp")).unwrap();
    let one = place.path("alice/one.h");
    let links: [(&str, &dyn Fn()); 4] = [
        ("leads out", &|| symlink("../tests/1.ans", &one).unwrap()),
        ("leads out", &|| symlink(place.path("outside/other.h"), &one).unwrap()),
        ("another name", &|| fs::hard_link(place.path("tests/1.ans"), &one).unwrap()),
        // The file is no answer of this run.
        ("another name", &|| fs::hard_link(place.path("tests/2.ans"), &one).unwrap()),
    ];
    for mode in ["auto", "off"] {
        for (why, link) in links {
            link();
            let report = place.report(1, &["tests", "alice/sol.cpp", "bob/sol.cpp", "--sandbox", mode]);
            for program in 0..2 {
                let program = &report["programs"][program];
                assert_eq!(program["verdict"], "CE", "{mode}: {report}");
                let message = program["message"].as_str().unwrap();
                assert!(!message.contains("57"), "{message}");
                let is_alice = program["name"].as_str().unwrap().contains("alice");
                let said = if is_alice { why } else { "leads out" };
                assert!(message.contains(said), "{message}");
            }
            fs::remove_file(&one).unwrap();
        }
    }
}

/// A cached compilation is used again only if a new one would make the same.
#[test]
fn kept_programs_are_those_of_their_sandbox_and_whole() {
    if !has("g++") {
        return;
    }
    let place = one(&[]);
    let text = |include: &str| {
        format!(
            "#include <cstdio>\nint main() {{ for (int c; (c = getchar()) != EOF;) putchar(c); }}\n{include}\n"
        )
    };
    place.write("elsewhere/answer.h", "");
    let include = format!("#include \"{}\"", place.path("elsewhere/answer.h").display());
    place.write("sol/sol.cpp", &text(&include));
    place.write("plain/sol.cpp", &text(""));
    let cache = place.path("cache");
    let run = |args: &[&str]| {
        let mut command = place.toolkit(&[&["check", "t"], args].concat());
        command.env("XDG_CACHE_HOME", &cache).output().unwrap()
    };
    let off = run(&["sol/sol.cpp", "--sandbox", "off"]);
    assert!(off.status.success(), "{}", printed(&off));
    let auto = run(&["sol/sol.cpp"]);
    // If nothing hides files, the compiler sees them in either mode.
    if !printed(&auto).contains("without:") {
        assert_eq!(auto.status.code(), Some(1), "{}", printed(&auto));
    }
    for damage in [
        |path: &Path| fs::remove_file(path),
        |path: &Path| fs::OpenOptions::new().write(true).open(path)?.set_len(100),
        |path: &Path| fs::set_permissions(path, fs::Permissions::from_mode(0o644)),
    ] {
        assert!(run(&["plain/sol.cpp"]).status.success());
        for kept in fs::read_dir(cache.join("nim-toolkit/programs")).unwrap() {
            for file in fs::read_dir(kept.unwrap().path()).unwrap() {
                damage(&file.unwrap().path()).unwrap();
            }
        }
        let again = run(&["plain/sol.cpp"]);
        assert!(again.status.success(), "{}", printed(&again));
    }
}

/// A program does not change while a check runs, though its source does.
#[test]
fn an_interpreted_program_is_taken_over_when_the_check_begins() {
    let modules = "WORD = 'a b'\ndef fail(): raise ValueError('no')\n";
    for (command, name, text, beside) in [
        ("python3", "sol.py", "import lib\nprint(lib.WORD)\n", ("lib.py", modules)),
        ("bash", "sol.sh", "cat\n", ("lib.py", modules)),
        ("node", "sol.js", "console.log(require('./lib.js').word)\n", ("lib.js", "exports.word = 'a b'\n")),
    ] {
        if !has(command) {
            continue;
        }
        let place = one(&["t/2.in:a b\n", "t/2.out:a b\n"]);
        place.write(&format!("own/{name}"), text);
        place.write(&format!("own/{}", beside.0), beside.1);
        let own = place.path("own").display().to_string();
        let change = format!(
            "#!/bin/sh\ncd {own}\nfor file in *; do echo 'exit 1' >$file; done\ncd ..\ncmp -s \"$2\" \"$3\"\n"
        );
        place.write("checker", &change);
        let report = place.report(0, &["t", "-j1", "--checker", "./checker", &format!("own/{name}")]);
        assert_eq!(report["summary"]["accepted"], 2, "{command}: {report}");
        assert!(report["programs"][0]["command"].to_string().contains(&format!("own/{name}")), "{report}");
    }
    if has("python3") {
        let place = one(&["own/sol.py:import lib\nlib.fail()\n"]);
        place.write("own/lib.py", modules);
        let report = place.report(1, &["t", "own/sol.py"]);
        let said = report["tests"][0]["stderr"].as_str().unwrap();
        assert!(said.contains("File \"own/lib.py\", line 2"), "{said}");
    }
}

/// A folder with modules in folders of its own is a program as a whole.
#[test]
fn a_folder_is_taken_over_with_its_folders() {
    if !has("python3") {
        return;
    }
    let place = Place::new(&[
        "p/problem.yaml:name: x\n",
        "p/.timelimit:20\n",
        "p/data/secret/1.in:a\n",
        "p/data/secret/1.ans:a\n",
        "p/submissions/accepted/own/main.py:from deep.er import words\nprint(words.WORD)\n",
        "p/submissions/accepted/own/deep/er/words.py:WORD = 'a'\n",
    ]);
    place.run(0, &["check", "p", "--submissions"]);
}

/// An interpreter is named by its path in two commands without being a secret of either.
#[test]
fn an_interpreter_that_is_named_by_its_path_is_no_secret() {
    // Not a version manager's script, which needs files of its own.
    let Some(python) = ["/usr/bin/python3", "/usr/local/bin/python3"].into_iter().find(|path| has(path))
    else {
        return;
    };
    let place = Place::new(&["t/1.in:5\n", "r.py:print(input())\n", "s.py:print(input())\n"]);
    let against = format!("{python} r.py");
    let output =
        place.toolkit(&["check", "t", "--against", &against, "--", python, "s.py"]).output().unwrap();
    assert!(output.status.success(), "{}", printed(&output));
    let other = format!("other={python} -c 'print(input())'");
    let output = place
        .toolkit(&["check", "t", "--against", &against, "--run", &other, "--", python, "s.py"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", printed(&output));
}

/// The name of a file is one word of a command, whatever characters it has.
#[test]
fn a_command_that_names_a_file_is_that_file() {
    let place = Place::new(&[
        "t/1.in:5\n",
        "my dir/ck:#!/bin/sh\ncmp -s \"$2\" \"$3\" || exit 1\n",
        "my dir/it's right:#!/bin/sh\ncat\n",
    ]);
    let accepted = |args: &[&str]| {
        let all = [&["t", "--against", "./my dir/it's right"], args].concat();
        assert_eq!(place.verdict(0, &all).0, "AC", "{all:?}");
    };
    accepted(&["--checker", "./my dir/ck", "--run", "own=./my dir/it's right"]);
    accepted(&["--checker", "'./my dir/ck' more", "--run", "own='./my dir/it'\\''s right' more"]);
}
