//! Files that a package puts beside every program, and beside its runs on single tests: drivers among its included files, and `X.files`.

use std::fs;
use std::os::unix::fs::symlink;

use crate::place::Place;
use nim_ground::commands::found;

/// A package of the legacy format, which prints a number, and one of the current format.
const HEADS: [&str; 2] = [
    "p/problem.yaml:name: x\n",
    "p/problem.yaml:name: x\nproblem_format_version: 2025-09\nlimits: {time_limit: 9}\n",
];
const TEST: [&str; 3] = ["p/.timelimit:9\n", "p/data/secret/1.in:6\n", "p/data/secret/1.ans:12\n"];

/// A command, a driver in its language that prints the result of a function of the submission, and the submission.
const DRIVERS: [(&str, &str, &str); 7] = [
    (
        "python3",
        "include/python3/main.py:import solution\nprint(solution.twice(int(input())))\n",
        "solution.py:def twice(n): return 2 * n\n",
    ),
    (
        "python3",
        "include/default/main.py:import solution\nprint(solution.twice(int(input())))\n",
        "solution.py:def twice(n): return 2 * n\n",
    ),
    (
        "bash",
        "include/bash/main.sh:. \"${0%/*}/solution.sh\"\nread -r n\ntwice \"$n\"\n",
        "solution.sh:twice() { echo $((2 * $1)); }\n",
    ),
    (
        "gcc",
        "include/c/main.c:#include <stdio.h>\nint twice(int);\nint main(void) { int n; if (scanf(\"%d\", &n) != 1) return 1; printf(\"%d\\n\", twice(n)); }\n",
        "solution.c:int twice(int n) { return 2 * n; }\n",
    ),
    (
        "javac",
        "include/java/Main.java:import java.util.*;\npublic class Main { public static void main(String[] a) { System.out.println(new Twice().of(new Scanner(System.in).nextInt())); } }\n",
        // The file has another name than its class.
        "solution.java:public class Twice { int of(int n) { return 2 * n; } }\n",
    ),
    (
        "node",
        "include/javascript/main.js:const { twice } = require('./solution.js');\nconsole.log(twice(Number(require('fs').readFileSync(0))));\n",
        "solution.js:exports.twice = n => 2 * n;\n",
    ),
    (
        "rustc",
        "include/rust/main.rs:mod solution;\nfn main() { let mut line = String::new(); std::io::stdin().read_line(&mut line).unwrap(); println!(\"{}\", solution::twice(line.trim().parse().unwrap())); }\n",
        "solution.rs:pub fn twice(n: u64) -> u64 { 2 * n }\n",
    ),
];

/// Expects the verdict of a submission, as a single file and in a folder, with a driver in a package and without one.
#[track_caller]
fn is_started(index: usize) {
    let (command, driver, solution) = DRIVERS[index];
    if found(command).unwrap().is_none() {
        return;
    }
    let (driver, single) = (format!("p/{driver}"), format!("p/submissions/accepted/{solution}"));
    let folder = format!("p/submissions/accepted/folder/{solution}");
    let name = single.split(':').next().unwrap();
    let place = Place::new(&[&TEST[..], &[HEADS[index % 2], &driver, &single, &folder]].concat());
    place.run(0, &["check", "p", "--submissions"]);
    assert_eq!(place.verdict(0, &["p", name]).0, "AC");
    fs::remove_dir_all(place.path("p/include")).unwrap();
    place.run(1, &["check", "p", name]);
}

#[test]
fn a_driver_in_python_is_started() {
    is_started(0);
    is_started(1);
}

#[test]
fn a_driver_in_a_shell_is_started() {
    is_started(2);
}

#[test]
fn a_driver_in_c_is_compiled_with_the_submission() {
    is_started(3);
}

#[test]
fn a_driver_in_java_is_the_main_class() {
    is_started(4);
}

#[test]
fn a_driver_in_javascript_is_started() {
    is_started(5);
}

#[test]
fn a_driver_in_rust_has_the_submission_as_its_module() {
    is_started(6);
}

#[test]
fn a_search_for_counterexamples_starts_the_driver() {
    let driver = format!("p/{}", DRIVERS[0].1);
    let place = Place::new(&[
        HEADS[1],
        &driver,
        "p/submissions/accepted/solution.py:def twice(n): return 2 * n\n",
        "w/solution.py:def twice(n): return 2 * n if n < 3 else 7\n",
        "gen.py:import sys\nprint(int(sys.argv[1]) % 9)\n",
    ]);
    let found =
        place.run(1, &["stress", "p", "--gen", "gen.py", "--time", "20s", "-j", "1", "w/solution.py"]);
    assert!(found.contains('7'), "{found}");
}

#[test]
fn an_included_file_replaces_the_one_of_the_program_and_is_told() {
    let driver = "p/include/python3/main.py:print(2 * int(input()))\n";
    let place = Place::new(&[&TEST[..], &[HEADS[0], driver, "main.py:print(0)\n"]].concat());
    let text = place.run(0, &["check", "p", "main.py"]);
    assert!(text.contains("main.py: the package's included file main.py replaces its own"), "{text}");
}

/// A package with two tests that a number and a word decide, and the files of each.
const WORDS: [&str; 9] = [
    HEADS[1],
    "p/data/sample/1.in:5\n",
    "p/data/sample/1.ans:5hi\n",
    "p/data/sample/1.files/word.txt:hi",
    "p/data/secret/a.in:5\n",
    "p/data/secret/a.ans:5yo\n",
    "p/data/secret/a.files/word.txt:yo",
    "p/submissions/accepted/a.py:print(input() + open('word.txt').read())\n",
    "p/submissions/accepted/b.c:#include <stdio.h>\nint main(void) { char n[9], w[9]; FILE *f = fopen(\"word.txt\", \"r\"); if (!f || scanf(\"%8s\", n) != 1 || fscanf(f, \"%8s\", w) != 1) return 1; printf(\"%s%s\\n\", n, w); }\n",
];

#[test]
fn the_files_of_a_test_lie_where_programs_run_on_it() {
    let place = Place::new(&WORDS);
    place.run(0, &["check", "p", "--submissions"]);
    place.run(0, &["check", "p", "--submissions", "--sandbox", "off"]);
    // Nor do they stay there.
    place.write("p/data/secret/b.in", "5\n");
    place.write("p/data/secret/b.ans", "5yo\n");
    place.run(1, &["check", "p", "p/submissions/accepted/a.py", "-j", "1"]);
}

#[test]
fn a_program_changes_the_files_of_a_test_for_itself_alone() {
    let place = Place::new(&WORDS[..7]);
    place.write(
        "a.py",
        "w = open('word.txt').read()\nopen('word.txt', 'w').write('no')\nprint(input() + w)\n",
    );
    for mode in ["auto", "off"] {
        place.run(0, &["check", "p", "a.py", "--repeat", "2", "-j", "1", "--sandbox", mode]);
    }
    assert_eq!(fs::read_to_string(place.path("p/data/secret/a.files/word.txt")).unwrap(), "yo");
}

#[test]
fn files_of_tests_may_be_links_within_their_package_alone() {
    let place = Place::new(&WORDS);
    let word = place.path("p/data/secret/a.files/word.txt");
    place.write("p/words/yo.txt", "yo");
    place.write("yo.txt", "yo");
    for (target, code) in [("../../../words/yo.txt", 0), ("../../../../yo.txt", 5)] {
        fs::remove_file(&word).unwrap();
        symlink(target, &word).unwrap();
        let text = place.run(code, &["check", "p", "p/submissions/accepted/a.py"]);
        assert!(code == 0 || text.contains("a.files/word.txt") && text.contains("leads out"), "{text}");
    }
}

#[test]
fn validators_and_interactors_run_on_tests_with_files() {
    let place = Place::new(&[
        &WORDS[..8],
        &[
            "p/input_validators/v.py:import sys\nsys.exit(42 if open('word.txt').read() in ('hi', 'yo') else 43)\n",
        ],
    ]
    .concat());
    place.run(0, &["check", "p", "--submissions"]);
    place.run(0, &["validate", "p"]);
    place.write("p/data/secret/a.files/word.txt", "no");
    place.run(1, &["validate", "p"]);
    let place = Place::new(&[
        &WORDS[1..8],
        &[
            "p/problem.yaml:name: x\nproblem_format_version: 2025-09\ntype: interactive\nlimits: {time_limit: 9}\n",
            "p/output_validator/v.py:import sys\nprint(5, flush=True)\nanswer = open(sys.argv[2]).read()\nsys.exit(42 if input() == answer.strip() else 43)\n",
        ],
    ]
    .concat());
    place.run(0, &["check", "p", "--submissions"]);
    place.run(0, &["check", "p", "--submissions", "--sandbox", "off"]);
}

#[test]
fn a_module_that_the_files_of_a_test_would_replace_is_refused() {
    let place = Place::new(&WORDS[..8]);
    place.write("own/a.py", "import word\nprint(input())\n");
    place.write("own/word.py", "");
    place.write("p/data/secret/a.files/word.py", "");
    let text = place.run(2, &["check", "p", "own/a.py"]);
    assert!(text.contains("its file word.py is also one of the files of data/secret/a"), "{text}");
}

#[test]
fn files_of_tests_are_named_where_the_format_has_none() {
    let place = Place::new(&WORDS);
    place.write("p/problem.yaml", "name: x\n");
    let text = place.run(1, &["check", "p", "p/submissions/accepted/a.py"]);
    assert!(
        text.contains("the files in data/secret/a.files are for packages of the format 2025-09"),
        "{text}"
    );
}
