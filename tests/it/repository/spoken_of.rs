//! The needs of a page's commands besides the program: files that the page mentions and does not show, other programs, and a user who ends
//! commands that run until they are ended.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::run::Test;

/// Decides misère Nim as normal play.
const WRONG: &str = r#"#include <cstdio>
int main() {
    int cases, heaps, heap;
    for (scanf("%d", &cases); cases > 0; cases--) {
        int nim_sum = 0;
        for (scanf("%d", &heaps); heaps > 0; heaps--) scanf("%d", &heap), nim_sum ^= heap;
        puts(nim_sum != 0 ? "John" : "Brother");
    }
}
"#;

/// Decides misère Nim.
const RIGHT: &str = r#"#include <cstdio>
int main() {
    int cases, heaps, heap;
    for (scanf("%d", &cases); cases > 0; cases--) {
        int nim_sum = 0, most = 0;
        for (scanf("%d", &heaps); heaps > 0; heaps--) {
            scanf("%d", &heap), nim_sum ^= heap;
            if (heap > most) most = heap;
        }
        puts((nim_sum != 0) == (most > 1) ? "John" : "Brother");
    }
}
"#;

/// Like [`WRONG`], a program that starts by itself.
const WRONG_PY: &str = r#"#!/usr/bin/env python3
import sys
from functools import reduce
from operator import xor

lines = sys.stdin.read().split("\n")
for heaps in lines[2::2]:
    print("John" if reduce(xor, map(int, heaps.split())) else "Brother")
"#;

/// Prints an input of misère Nim.
const GENERATOR: &str = r#"import sys

seed, size = int(sys.argv[1]), int(sys.argv[-1])
heaps = [1 + (seed * 7919 + size * 31 + heap * (seed + 5)) % 3 for heap in range(1 + size % 5)]
print(1, len(heaps), " ".join(map(str, heaps)), sep="\n")
"#;

/// Plays Nim by the line protocol: takes a heap whole in any position.
const PLAYER: &str = r#"import sys

heaps = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "position":
        heaps = list(map(int, words[1:]))
    elif words[0] == "move":
        heaps[int(words[1]) - 1] = int(words[2])
    elif words[0] == "end":
        break
    if words[0] == "move" or words[0] == "position" and mine:
        index = heaps.index(max(heaps))
        heaps[index] = 0
        print("move", index + 1, 0, flush=True)
    elif words[0] == "seat":
        mine = words[1] == "first"
"#;

/// Hands the input to the program, and takes its first answer for the whole one.
const INTERACTOR: &str = r#"#include <fstream>
#include <iostream>
#include <string>
int main(int, char** files) {
    std::cout << std::ifstream(files[1]).rdbuf() << std::flush;
    std::string said, expected;
    std::ifstream(files[3]) >> expected;
    std::cin >> said;
    return said == expected ? 0 : 1;
}
"#;

/// A problem as the browser extension sends it (`docs/receive.md`).
const MESSAGE: &str = r#"{"name":"A. String Task","group":"Codeforces - Codeforces Beta Round 89 (Div. 2)","url":"https://codeforces.com/problemset/problem/118/A","interactive":false,"memoryLimit":256,"timeLimit":2000,"tests":[{"input":"tour\n","output":".t.r\n"}],"testType":"single","input":{"type":"stdin"},"output":{"type":"stdout"},"languages":{"java":{"mainClass":"Main","taskClass":"AStringTask"}},"batch":{"id":"1","size":1}}"#;

/// A class, as Canvas exports it.
const ROSTER: &str = r#"Student,ID,SIS User ID,SIS Login ID,Section
"Lee, Ann",101,s1,ann,A
"May, Bob",102,s2,bob,A
"Ray, Dave",103,s3,dave,A
"Poe, Fay",104,s4,fay,A
"#;

/// The files of each page: a name and its text.
const FILES: &[(&str, &[(&str, &str)])] = &[
    ("README.md", &[("mine.py", PLAYER)]),
    (
        "docs/contestants.md",
        &[
            ("sol", WRONG_PY),
            ("a.cpp", RIGHT),
            ("b.py", WRONG_PY),
            ("template.cpp", WRONG),
            ("gen.py", GENERATOR),
            ("brute.cpp", RIGHT),
            ("judge.cpp", INTERACTOR),
        ],
    ),
    (
        "docs/teachers.md",
        &[
            ("class/ann/sol.cpp", RIGHT),
            ("class/bob/sol.py", WRONG_PY),
            ("class/dave/sol.c", "int main() { return x; }\n"),
            ("roster.csv", ROSTER),
            ("anleen_7_9_sol.cpp", RIGHT),
            ("submissions/ann.py", WRONG_PY),
            ("submissions/bob.py", WRONG_PY),
            ("ann.py", PLAYER),
            ("bob.py", PLAYER),
        ],
    ),
    (
        "docs/check.md",
        &[
            ("sol.cpp", WRONG),
            ("a.cpp", RIGHT),
            ("b.py", WRONG_PY),
            ("john.py", WRONG_PY),
            ("in.txt", "1\n1\n1\n"),
        ],
    ),
    ("docs/many-machines.md", &[("prog", WRONG_PY)]),
    ("docs/packages.md", &[("sol.cpp", RIGHT)]),
    ("docs/protocol.md", &[("sol.cpp", WRONG)]),
    ("docs/receive.md", &[("template.cpp", WRONG)]),
    ("docs/report.md", &[("sol.cpp", WRONG)]),
    ("docs/sg.md", &[("check_certificate.py", include_str!("../../../docs/check_certificate.py"))]),
    (
        "docs/stress.md",
        &[
            ("sol.cpp", WRONG),
            ("john_v2.cpp", WRONG),
            ("program", WRONG_PY),
            (
                "slow.cpp",
                "#include <cstdio>\nint main() { int n; scanf(\"%d\", &n); printf(\"%d %d\\n\", n / 2, n - n / 2); }\n",
            ),
            (
                "fast.cpp",
                "#include <cstdio>\nint main() { int n; scanf(\"%d\", &n); printf(\"%d %d\\n\", n / 2, n / 2); }\n",
            ),
            ("gen.py", GENERATOR),
            ("brute.cpp", RIGHT),
            ("a.cpp", WRONG),
            ("b.py", WRONG_PY),
        ],
    ),
    ("docs/validate.md", &[("in.txt", "1\n1\n1\n"), ("data/1.in", "1\n1\n1\n")]),
];

/// The commands that make the folders of a page.
const MADE: &[(&str, &[&[&str]])] = &[
    ("docs/check.md", &[SAMPLES]),
    ("docs/generators.md", &[PACKAGE]),
    ("docs/many-machines.md", &[SAMPLES]),
    ("docs/mutants.md", &[PACKAGE]),
    ("docs/stress.md", &[PACKAGE]),
    ("docs/submissions.md", &[PACKAGE]),
    ("docs/validate.md", &[PACKAGE, ARCHIVE]),
];

const SAMPLES: &[&str] = &["samples", "john", "-o", "tests"];
const ARCHIVE: &[&str] = &["export", "john", "--format", "icpc", "-o", "john.zip"];
const PACKAGE: &[&str] = &["new", "package", "--plain", "batch"];

/// The names that pages use for made files and folders.
const CALLED: &[(&str, &str)] =
    &[("package", "FOLDER"), ("package", "PACKAGE"), ("package", "my-package"), ("john.zip", "package.zip")];

/// Writes the files that a page names into a folder.
pub fn write(page: &str, folder: &Path) {
    let of_page = |name: &str| page == name;
    for (name, text) in FILES.iter().filter(|(name, _)| of_page(name)).flat_map(|(_, files)| *files) {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        if text.starts_with("#!") {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
    }
    for args in MADE.iter().filter(|(name, _)| of_page(name)).flat_map(|(_, made)| *made) {
        Test::new().args(*args).folder(folder).run();
    }
    for (made, called) in CALLED.iter().filter(|(made, _)| folder.join(made).exists()) {
        std::os::unix::fs::symlink(made, folder.join(called)).unwrap();
    }
    // The example of `docs/submissions.md` needs this file.
    let greedy = folder.join("package/submissions/wrong_answer");
    if greedy.exists() {
        fs::copy(greedy.join("too_little.py"), greedy.join("greedy.py")).unwrap();
    }
}

/// Words of commands that a system may lack, and the program that has them.
const NEEDED: &[(&str, &str)] =
    &[("parallel ", "parallel"), ("-o statement.html", "pandoc"), ("-o statement.pdf", "lualatex")];

/// Returns whether this program has the page to play.
fn is_page_built() -> bool {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("page/page.wasm").is_file()
}

/// Returns the program that a command needs and the system lacks.
pub fn missing(command: &str) -> Option<&'static str> {
    let needed = NEEDED.iter().filter(|(part, _)| command.contains(part)).map(|(_, program)| *program);
    let is_missing = |program: &&str| Command::new(program).arg("--version").output().is_err();
    let mut missing = needed.into_iter().filter(is_missing);
    missing.next().or_else(|| {
        (command.contains("play --html") && !is_page_built()).then_some("engine of the page in this build")
    })
}

/// Returns the command as it is typed; one that goes on until it is ended is ended once it has done its work.
pub fn ended(command: &str) -> String {
    let command = command.split(" # ").next().unwrap();
    let behind = |until: &str, then: &str| {
        format!(
            "said=$(mktemp)\nexec_it() {{ exec {command}; }}; exec_it >$said 2>&1 & until grep -q {until} $said; do sleep 0.05; done; {then}; cat $said; rm $said; (exit $ended)"
        )
    };
    if command.contains("toolkit receive") {
        let port = "port=$(grep -o '127.0.0.1:[0-9]*' $said); port=${port#*:}";
        let head = format!(
            "POST / HTTP/1.1\\r\\nHost: localhost:'$port'\\r\\nContent-Type: application/json\\r\\nContent-Length: {}",
            MESSAGE.len()
        );
        let send = format!(
            "exec 3<>/dev/tcp/127.0.0.1/$port; printf '{head}\\r\\n\\r\\n%s' '{MESSAGE}' >&3; cat <&3 >/dev/null"
        );
        behind("listening", &format!("{port}; {send}; wait $!; ended=$?"))
    } else if command.contains(" --watch") {
        behind("' tests\\?: '", "kill $!; wait $!; ended=$(( $? == 143 ? 0 : 2 ))")
    } else {
        command.to_owned()
    }
}
