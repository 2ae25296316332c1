//! Many programs at once: a line for each, the best first, a grade book, and a folder for each student.

use std::ffi::OsStr;
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::time::{Duration, SystemTime};

use crate::place::{Place, one};

const TESTS: [&str; 4] = ["t/1.in:1\n", "t/1.ans:1\n", "t/2.in:2\n", "t/2.ans:2\n"];

#[test]
fn of_many_programs_each_has_a_line_and_the_best_is_first() {
    let place = Place::new(&TESTS);
    for (name, prints) in [("none", "echo x"), ("one", "echo 1"), ("=all", "cat"), ("half", "echo 2")] {
        place.write(name, &format!("#!/bin/sh\n{prints}\n"));
    }
    let runs =
        ["none", "one", "=all", "half"].map(|name| format!("{}=./{name}", name.trim_start_matches('=')));
    let mut args = vec!["check", "t", "--report", "csv=grades.csv", "--report", "html=class.html"];
    args.extend(runs.iter().flat_map(|run| ["--run", run]));
    let text = place.run(1, &args);
    let lines: Vec<_> = text.lines().skip(1).collect();
    assert!(lines[0].starts_with("all   2/2  AC  slowest 0."), "{text}");
    assert_eq!(lines[1..4], ["one   1/2  WA  2", "half  1/2  WA  1", "none  0/2  WA  1"], "{text}");
    assert!(lines[4].starts_with("8 tests: 4 accepted, 4 wrong answer ("), "{text}");
    assert_eq!(lines[5..], ["1 of 4 programs accepted"], "{text}");
    let page = std::fs::read_to_string(place.path("class.html")).unwrap();
    assert!(page.contains("<h1>1 of 4 programs accepted</h1>"));
    let grades = std::fs::read_to_string(place.path("grades.csv")).unwrap();
    let rows: Vec<_> = grades.lines().collect();
    assert_eq!(rows[0], "program,verdict,accepted,tests,score,points,slowest_ms,first_failure,message");
    assert!(rows[1].starts_with("\"all\",AC,2,2,,,") && rows[1].ends_with(",\"\",\"\""), "{grades}");
    assert!(rows[4].starts_with("\"none\",WA,0,2,,,") && rows[4].contains(",\"1\",\"line 1"), "{grades}");
    // What is asked for is shown.
    args.extend(["--show", "1", "--verbose"]);
    let text = place.run(1, &args);
    assert!(text.contains("WA  half: 1  ") && text.contains("    expected "), "{text}");
}

#[test]
fn the_newest_source_of_each_student_is_checked() {
    let place = one(&[
        "class/ann/first.sh:echo wrong\n",
        "class/ann/last/second.sh:cat\n",
        "class/bob/notes.txt:none yet\n",
        "class/.git/hook.sh:exit 1\n",
        "class/readme.md:x\n",
        "config/nim-toolkit/languages.toml:[sh]\nname = 'Shell'\nendings = ['sh']\nrun = '/bin/sh {source}'\n",
    ]);
    let earlier = SystemTime::now() - Duration::from_secs(3600);
    File::options()
        .append(true)
        .open(place.path("class/ann/first.sh"))
        .unwrap()
        .set_modified(earlier)
        .unwrap();
    let text = place.run(0, &["check", "t", "--class", "class"]);
    assert!(text.contains("note: bob: left out, as there is no source file in its first 5 levels"), "{text}");
    assert!(text.contains("note: readme.md: left out") && !text.contains(".git"), "{text}");
    assert!(text.contains("1 test: 1 accepted"), "{text}");
    let now = SystemTime::now() + Duration::from_secs(1);
    File::options().append(true).open(place.path("class/ann/first.sh")).unwrap().set_modified(now).unwrap();
    assert!(place.run(1, &["check", "t", "--class", "class"]).contains("WA  1"));
    let none = place.run(2, &["check", "t", "--class", "class/bob"]);
    assert!(none.contains("there is no folder with a source file in it"), "{none}");
}

/// The languages of a configuration in which a program is a shell script, or does not compile.
const LANGUAGES: &str = "config/nim-toolkit/languages.toml:[sh]\nname = 'Shell'\nendings = ['sh']\nrun = '/bin/sh {source}'\n\
                         [no]\nname = 'No'\nendings = ['no']\ncompile = '/bin/false'\nrun = '/bin/cat'\n";

#[test]
fn where_nothing_compiles_there_are_as_many_tests_as_else() {
    let place = Place::new(&[&TESTS[..], &["class/ann/a.no:", "class/bob/b.no:", LANGUAGES]].concat());
    place.run(1, &["check", "t", "--class", "class", "--report", "csv=grades.csv"]);
    let grades = std::fs::read_to_string(place.path("grades.csv")).unwrap();
    assert!(grades.contains("\"ann\",CE,0,2,") && grades.contains("\"bob\",CE,0,2,"), "{grades}");
}

#[test]
fn a_link_is_no_students_folder_and_names_that_are_not_utf8_differ() {
    let place = one(&["class/ann/a.sh:cat\n", "elsewhere/a.sh:cat\n", LANGUAGES]);
    symlink(place.path("elsewhere"), place.path("class/link")).unwrap();
    for name in [b"b\xfe", b"b\xff"] {
        let folder = place.path("class").join(OsStr::from_bytes(name));
        if std::fs::create_dir(&folder).is_err() {
            return eprintln!("skipped: the file system takes no such names");
        }
        std::fs::write(folder.join("a.sh"), "cat\n").unwrap();
    }
    let text = place.run(0, &["check", "t", "--class", "class", "--report", "csv=grades.csv"]);
    assert!(text.contains("note: link: left out, as it is a symbolic link"), "{text}");
    let grades = std::fs::read_to_string(place.path("grades.csv")).unwrap();
    let mut names: Vec<_> = grades.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    names.sort_unstable();
    assert_eq!(names, ["\"ann\"", "\"b\\xfe\"", "\"b\\xff\""]);
}

#[test]
fn a_spreadsheet_takes_no_name_for_a_formula() {
    let place = one(&["=1+1:#!/bin/sh\ncat\n"]);
    place.run(0, &["check", "t", "--report", "csv=grades.csv", "--", "./=1+1"]);
    assert!(std::fs::read_to_string(place.path("grades.csv")).unwrap().contains("\n\"'=1+1\",AC,1,1,"));
}
