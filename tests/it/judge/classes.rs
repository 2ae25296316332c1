//! Many programs at once: a line for each, the best first, a grade book, and a folder for each student; rosters, deadlines, pages.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::process::Stdio;
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
    assert_eq!(
        rows[0],
        "program,verdict,accepted,tests,score,points,slowest_ms,first_failure,message,mistake,where"
    );
    assert!(rows[1].starts_with("\"all\",AC,2,2,,,") && rows[1].ends_with(",\"\",\"\",\"\""), "{grades}");
    assert!(rows[4].starts_with("\"none\",WA,0,2,,,") && rows[4].contains(",\"1\",\"line 1"), "{grades}");
    // Details that are asked for are shown.
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
    let text = place.run(1, &["check", "t", "--class", "class"]);
    assert!(
        text.contains("\nbob  0/1  -   handed in notes.txt, which is no source\n1 test: 1 accepted"),
        "{text}"
    );
    assert!(text.contains("note: readme.md: left out") && !text.contains(".git"), "{text}");
    assert!(text.contains("1 test: 1 accepted"), "{text}");
    let now = SystemTime::now() + Duration::from_secs(1);
    File::options().append(true).open(place.path("class/ann/first.sh")).unwrap().set_modified(now).unwrap();
    assert!(place.run(1, &["check", "t", "--class", "class"]).contains("ann  0/1  WA  1"));
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

/// Returns a class with a roster of Canvas.
fn canvas(more: &[&str]) -> Place {
    let files = [
        "class/ann/a.sh:cat\n",
        "class/lee_LATE_103_9/b.sh:echo 1\n",
        "class/cem@x.org/c.no:\n",
        "class/guest/a.sh:cat\n",
        "roster.csv:\u{feff}Student,ID,SIS Login ID,Section,Essay (5),t (7)\r\n\
         \x20   Points Possible,,,,100,20\r\n\"Adams, Ann\",101,ann,A,3,\r\n\"Cole, Cem\",102,cem,A,,\r\n\
         \"Lee, Bob\",103,bob,A,,1\r\n\"=2+2, Una\",104,una,A,,\r\n",
        LANGUAGES,
    ];
    Place::new(&[&TESTS[..], &files, more].concat())
}

#[test]
fn submissions_from_canvas_become_folders_as_the_guide_says() {
    let guide = include_str!("../../../docs/teachers.md");
    let (begin, _) = guide.split_once("\n  done\n").unwrap();
    let script = format!("{}\ndone", begin.rsplit_once("```sh\n").unwrap().1);
    let place = canvas(&["down/leebob_LATE_103_9_my_sol.sh:echo 1\n", "down/adamsann_101_8_Main.sh:cat\n"]);
    let mut shell = std::process::Command::new("sh");
    assert!(shell.args(["-ec", &script]).current_dir(place.path("down")).status().unwrap().success());
    assert!(place.path("down/class/leebob_103/my_sol.sh").is_file());
    let data = place.path("t").display().to_string() + "/";
    let args = GRADES.map(|arg| match arg {
        "class" => "down/class",
        "t" => &data,
        arg => arg,
    });
    place.run(1, &args);
    let grades = read(&place, "grades.csv");
    assert!(grades.contains("\"ann\",\"A\",20\n") && grades.contains("\"bob\",\"A\",10\n"), "{grades}");
}

const GRADES: [&str; 9] =
    ["check", "t", "--class", "class", "--roster", "roster.csv", "--grades", "grades.csv", "--verbose"];

fn read(place: &Place, file: &str) -> String {
    std::fs::read_to_string(place.path(file)).unwrap_or_else(|why| panic!("{file}: {why}"))
}

#[test]
fn grades_go_back_to_canvas_in_the_rows_of_its_roster() {
    let place = canvas(&[]);
    let text = place.run(1, &GRADES);
    assert!(text.contains("note: guest: not in the roster, so without a grade"), "{text}");
    assert!(
        text.lines().any(|line| line.starts_with("=2+2, Una  ") && line.ends_with("-   handed in nothing")),
        "{text}"
    );
    assert!(text.contains("2 of 5 programs accepted"), "{text}");
    let grades = "\"Student\",\"ID\",\"SIS Login ID\",\"Section\",\"t (7)\"\n\
                  \"    Points Possible\",\"\",\"\",\"\",20\n\
                  \"Adams, Ann\",101,\"ann\",\"A\",20\n\
                  \"Cole, Cem\",102,\"cem\",\"A\",0\n\
                  \"Lee, Bob\",103,\"bob\",\"A\",10\n\
                  \"'=2+2, Una\",104,\"una\",\"A\",0\n";
    assert_eq!(read(&place, "grades.csv"), grades);
    // Under another name, with another maximum, all tests or nothing; earlier grades are replaced.
    let more = ["--grades", "New=new.csv", "--out-of", "50", "--fail-fast"];
    let args: Vec<&str> = GRADES.iter().filter(|arg| !arg.contains("grades")).copied().chain(more).collect();
    for _ in 0..2 {
        place.run(1, &args);
    }
    let grades = read(&place, "new.csv");
    assert!(grades.starts_with("\"Student\",\"ID\",\"SIS Login ID\",\"Section\",\"New\"\n"), "{grades}");
    assert!(grades.contains("\"ann\",\"A\",50\n") && grades.contains("\"bob\",\"A\",0\n"), "{grades}");
}

#[test]
fn grades_go_back_to_moodle_in_its_worksheet_with_its_times() {
    let place = Place::new(&[
        &TESTS[..],
        &[
            "class/Ann Lee_7_assignsubmission_file_/a.sh:cat\n",
            "class/Ann Lee_8_assignsubmission_file_/a.sh:cat\n",
            "roster.csv:Identifier,\"Full name\",\"Email address\",Grade,\"Maximum Grade\",\"Last modified (submission)\",\"Last modified (grade)\"\n\
             \"Participant 7\",\"Ann Lee\",ann@x.org,-,12.00,\"Friday, 20 November 2026, 11:58 PM\",-\n\
             \"Participant 8\",\"Ann Lee\",lee@x.org,,12.00,\"Saturday, 21 November 2026, 12:05 AM\",-\n\
             \"Participant 9\",\"Una Orr\",una@x.org,,12.00,-,-\n",
            LANGUAGES,
        ],
    ].concat());
    let args: Vec<&str> = GRADES.into_iter().chain(["--until", "2026-11-20"]).collect();
    let text = place.run(1, &args);
    assert!(text.contains("late: 2026-11-21 00:05; slowest"), "{text}");
    let grades = "\"Identifier\",\"Full name\",\"Email address\",\"Grade\",\"Maximum Grade\",\"Last modified (submission)\",\"Last modified (grade)\"\n\
        \"Participant 7\",\"Ann Lee\",\"ann@x.org\",12,12.00,\"Friday, 20 November 2026, 11:58 PM\",-\n\
        \"Participant 8\",\"Ann Lee\",\"lee@x.org\",0,12.00,\"Saturday, 21 November 2026, 12:05 AM\",-\n\
        \"Participant 9\",\"Una Orr\",\"una@x.org\",0,12.00,-,-\n";
    assert_eq!(read(&place, "grades.csv"), grades);
}

/// Moodle's names of folders without its additions, in the order of their letters; a page begins with the failures.
#[test]
fn students_are_called_by_their_names_and_read_first_what_failed() {
    let place = Place::new(
        &[
            &TESTS[..],
            &[
                "class/Zoë Orr_7000_assignsubmission_file_/a.sh:cat\n",
                "class/Emma Lee_7001_assignsubmission_file_/a.sh:echo 1\n",
                "class/Émile Lee_7002_assignsubmission_file_/a.sh:echo 1 # another\n",
                "class/Bob Fox_7003_assignsubmission_file_/a.cpp:int main() {\n",
                "roster.csv:Identifier,\"Full name\",Grade\n\
             \"Participant 7000\",\"Zoë Orr\",-\n\"Participant 7001\",\"Emma Lee\",-\n\
             \"Participant 7002\",\"Émile Lee\",-\n\"Participant 7003\",\"Bob Fox\",-\n",
                LANGUAGES,
            ],
        ]
        .concat(),
    );
    let args: Vec<&str> = GRADES.into_iter().chain(["--pages", "pages", "--fail-fast", "-j1"]).collect();
    let output = place.test(&args).status(1).run();
    let (text, notes) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let names: Vec<&str> = text.lines().filter_map(|line| Some(line.split_once("/2 ")?.0)).collect();
    assert_eq!(names, ["Zoë Orr    2", "Émile Lee  1", "Emma Lee   1", "Bob Fox    0"], "{text}");
    assert!(notes.contains("--fail-fast: ") || !text.contains("not run"), "{notes}");
    let mut pages: Vec<_> =
        std::fs::read_dir(place.path("pages")).unwrap().map(|page| page.unwrap().file_name()).collect();
    pages.sort();
    assert_eq!(pages.len(), 4, "{pages:?}");
    let page = |start: &str| {
        let name = pages.iter().find(|name| name.to_string_lossy().starts_with(start)).unwrap();
        std::fs::read_to_string(place.path("pages").join(name)).unwrap()
    };
    let page_of_emma = page("emma");
    let places = [
        "id=\"failure-heading\"",
        "<h3>Input</h3>\n<pre tabindex=\"0\">2</pre>",
        "<h3>Output</h3>",
        "id=\"charts\"",
    ]
    .map(|part| page_of_emma.find(part).unwrap_or_else(|| panic!("no {part}")));
    assert!(places.is_sorted(), "{places:?}");
    assert!(page("bob").contains(": 0 of 2 tests accepted</h1>"));
    assert!(!page("zo").contains("failure-heading"));
}

#[test]
fn grades_are_written_where_nobody_reads_the_output() {
    let place = canvas(&[]);
    for test in 0..200 {
        place.write(&format!("t/more-{test}.in"), "1\n");
        place.write(&format!("t/more-{test}.ans"), "1\n");
    }
    let mut child = place.toolkit(&GRADES).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(read(&place, "grades.csv").contains("\"ann\",\"A\",20\n"));
}

#[test]
fn a_roster_that_does_not_tell_students_apart_is_refused() {
    for (roster, folders, says) in [
        (
            "name,email\nAnn Lee,a@x.org\nAnn Lee,b@x.org\n",
            &["Ann Lee"][..],
            "Ann Lee may be Ann Lee (row 2) or Ann Lee (row 3)",
        ),
        (
            "First name;Last name;Email\nAnn;Lee;a@x.org\n",
            &["Lee Ann", "a@x.org"],
            "a@x.org and Lee Ann are folders of the same student",
        ),
        ("", &["ann"], "has no row of a student"),
        ("name\n", &["ann"], "has no row of a student"),
    ] {
        let place = one(&[LANGUAGES, &format!("roster.csv:{roster}")]);
        folders.iter().for_each(|folder| place.write(&format!("class/{folder}/a.sh"), "cat\n"));
        let text = place.run(2, &GRADES);
        assert!(text.contains(says), "{text}");
    }
    let place = canvas(&["notes.csv:mine\n"]);
    place.run(2, &["check", "t", "--class", "class", "--grades", "grades.csv"]);
    let own = ["check", "t", "--class", "class", "--roster", "roster.csv", "--grades"];
    let text = place.run(5, &[&own[..], &["roster.csv", "--force"]].concat());
    assert!(text.contains("roster.csv is both input and output"), "{text}");
    assert!(place.run(5, &[&own[..], &["notes.csv"]].concat()).contains("notes.csv exists"));
    assert_eq!(read(&place, "notes.csv"), "mine\n");
}

#[test]
fn of_the_sources_of_a_student_the_last_before_the_deadline_is_checked() {
    let place =
        one(&["class/ann/a.sh:cat\n", "class/ann/b.sh:echo late\n", "class/bob/a.sh:cat\n", LANGUAGES]);
    let hours = |hours: u64| SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000 + hours * 3600);
    for (file, time) in [("ann/a.sh", hours(0)), ("ann/b.sh", hours(48)), ("bob/a.sh", hours(48))] {
        File::options()
            .append(true)
            .open(place.path(&format!("class/{file}")))
            .unwrap()
            .set_modified(time)
            .unwrap();
    }
    let text = place.run(1, &["check", "t", "--class", "class", "--until", "2023-11-15T12:00:00Z"]);
    assert!(
        text.contains("ann  1/1  AC  slowest") && text.contains("bob  1/1  AC  late: 2023-11-1"),
        "{text}"
    );
    let text = place.run(2, &["check", "t", "--class", "class", "--until", "soon"]);
    assert!(text.contains("expected a time such as \"2026-11-20 23:59\""), "{text}");
}

#[test]
fn each_student_has_a_page_that_says_nothing_of_the_others() {
    let place = canvas(&["class/../../etc/x.sh:cat\n"]);
    for name in ["x..\u{1b}[31m", "CON", "Ann", "<b>"] {
        place.write(&format!("class/{name}/a.sh"), "echo 2\n");
    }
    let args = ["check", "t", "--class", "class", "--pages", "out/pages", "--report", "html=class.html"];
    place.run(1, &args);
    place.run(1, &args);
    let mut pages: Vec<_> = std::fs::read_dir(place.path("out/pages"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    pages.sort();
    let names = ["ann-2", "ann", "b", "cem-x-org", "con-", "guest", "lee-late-103-9", "x-31m"];
    assert_eq!(pages, names.map(|name| format!("{name}.html")));
    let all = read(&place, "class.html");
    assert!(
        regex::Regex::new(r"<h1>t, class, \d{4}-\d\d-\d\d: 2 of 8 programs accepted</h1>")
            .unwrap()
            .is_match(&all),
        "{all:.3000}"
    );
    let page = read(&place, "out/pages/lee-late-103-9.html");
    assert!(
        page.contains("<h1>lee_LATE_103_9, t, class, ") && page.contains(": 1 of 2 tests accepted</h1>"),
        "{page:.3000}"
    );
    assert!(!page.contains("guest") && !page.contains("cem"), "{page:.3000}");
    assert!(read(&place, "out/pages/b.html").contains("<h1>&lt;b&gt;, t, "));
    let inside = place.run(2, &["check", "t", "--class", "class", "--pages", "class/pages"]);
    assert!(inside.contains("a folder of the class would be taken for a student's"), "{inside}");
    // A file that is not a page is kept, and nothing is written through a link.
    place.write("out/pages/guest.html", "mine\n");
    assert!(place.run(5, &args).contains("guest.html exists"));
    std::fs::remove_file(place.path("out/pages/guest.html")).unwrap();
    symlink(place.path("elsewhere.html"), place.path("out/pages/guest.html")).unwrap();
    assert!(place.run(5, &args).contains("guest.html"));
    assert!(!place.path("elsewhere.html").exists());
}

#[test]
fn equal_programs_are_named_in_every_report() {
    let program = "for a in 1 2 3; do if test $a = 2; then cat; exit 0; fi; done; echo $1 $2\n";
    let place = one(&[
        &format!("class/ann/a.sh:{program}"),
        &format!("class/bob/b.sh:# mine\n{}", program.replace('a', "b").replace("cbt", "cat")),
        "class/cem/c.sh:cat\n",
        LANGUAGES,
    ]);
    let mut args = vec!["check", "t", "--class", "class"];
    args.extend(["--report", "md=r.md", "--report", "html=r.html", "--report", "json=r.json"]);
    let says = "equal or nearly equal programs: ann, bob (100 %)";
    let text = place.run(0, &args);
    assert!(text.ends_with(&format!("{says}\n")), "{text}");
    assert!(read(&place, "r.md").contains(says) && read(&place, "r.html").contains(says));
    let report: serde_json::Value = serde_json::from_str(&read(&place, "r.json")).unwrap();
    assert_eq!(report["similar"], serde_json::json!([{ "programs": ["ann", "bob"], "share": 1.0 }]));
    assert!(!place.run(0, &[&args[..], &["--base", "class/ann/a.sh"]].concat()).contains(says));
}

#[test]
fn a_language_that_is_not_installed_ends_no_check_of_a_class() {
    let place = one(&[
        "class/ann/a.sh:cat\n",
        "class/bob/b.none:\n",
        "roster.csv:name\nann\nbob\n",
        &format!(
            "{LANGUAGES}[none]\nname = 'None'\nendings = ['none']\nrun = 'no-such-command {{source}}'\n"
        ),
    ]);
    let text = place.run(1, &GRADES);
    assert!(text.contains("bob  0/1  -   not checked: None needs the command no-such-command"), "{text}");
    assert_eq!(read(&place, "grades.csv"), "\"name\",\"t\"\n\"ann\",100\n\"bob\",\"\"\n");
}

#[test]
fn a_grade_is_the_score_where_tests_have_points() {
    let place = Place::new(&[
        "p/problem.conf:n_tests 2\nn_ex_tests 0\nn_sample_tests 0\ninput_pre a\ninput_suf in\noutput_pre a\noutput_suf out\n\
         point_score_1 30\npoint_score_2 70\nuse_builtin_checker wcmp\n",
        "p/a1.in:1\n",
        "p/a1.out:1\n",
        "p/a2.in:2\n",
        "p/a2.out:2\n",
        "class/ann/a.sh:echo 1\n",
        "class/bob/a.sh:cat\n",
        "roster.csv:login,p\nann,\nbob,\nuna,\n",
        LANGUAGES,
    ]);
    let args = GRADES.map(|arg| if arg == "t" { "p" } else { arg });
    place.run(1, &args);
    assert_eq!(read(&place, "grades.csv"), "\"login\",\"p\"\n\"ann\",30\n\"bob\",100\n\"una\",0\n");
}

#[test]
fn what_cannot_be_checked_was_handed_in_and_nothing_older_is_graded_in_its_place() {
    let place = one(&[
        "class/ann/a.sh:cat\n",
        "class/bea/old/a.sh:cat\n",
        "class/bea/new.zip:PK\n",
        "class/cem/a.sh:cat\n",
        "class/dan/notes.txt:none yet\n",
        "class/fay.zip:PK\n",
        "elsewhere/a.sh:cat\n",
        "roster.csv:name\nann\nbea\ncem\ndan\neli\nfay\ngus\nhal\n",
        LANGUAGES,
    ]);
    std::fs::create_dir(place.path("class/gus")).unwrap();
    let deepest = "class/hal/1/2/3/4/5";
    std::fs::create_dir_all(place.path(deepest)).unwrap();
    place.write(&format!("{deepest}/a.sh"), "cat\n");
    let earlier = SystemTime::now() - Duration::from_secs(3600);
    for old in ["class/bea/old/a.sh", "class/cem/a.sh"] {
        File::options().append(true).open(place.path(old)).unwrap().set_modified(earlier).unwrap();
    }
    symlink(place.path("elsewhere"), place.path("class/cem/last")).unwrap();
    symlink(place.path("elsewhere"), place.path("class/eli")).unwrap();
    let text = place.run(1, &GRADES);
    for part in [
        "bea  0/1  -   not checked: new.zip cannot be unpacked: ",
        "cem  0/1  -   not checked: last is a symbolic link",
        "eli  0/1  -   not checked: eli is a symbolic link",
        "not checked: fay.zip is in no student's folder",
        "dan  0/1  -   handed in notes.txt, which is no source",
        "gus  0/1  -   handed in nothing",
        "hal  0/1  -   not checked: 1/2/3/4/5 is below too many folders",
    ] {
        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(squeezed(&text).contains(&squeezed(part)), "{part}: {text}");
    }
    let grades = read(&place, "grades.csv");
    for row in [
        "\"ann\",100\n",
        "\"bea\",\"\"\n",
        "\"cem\",\"\"\n",
        "\"dan\",\"\"\n",
        "\"gus\",0\n",
        "\"eli\",\"\"\n",
        "\"fay\",\"\"\n",
    ] {
        assert!(grades.contains(row), "{row}: {grades}");
    }
}

#[test]
fn an_archive_of_a_student_is_unpacked_and_a_notebook_is_a_program_where_that_is_asked() {
    let place = one(&[
        "class/cem/work.ipynb:{\"nbformat\": 4, \"cells\": [\
         {\"cell_type\": \"markdown\", \"source\": [\"print(0)\"]}, \
         {\"cell_type\": \"code\", \"source\": [\"%time 1\\n\", \"line = input()\\n\"]}, \
         {\"cell_type\": \"code\", \"source\": \"print(line)\"}]}\n",
        "class/dan/broken.ipynb:{}\n",
        LANGUAGES,
    ]);
    let zip = |file: &str, members: &[(&str, &[u8])]| {
        let path = place.path(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut zip = zip::ZipWriter::new(File::create(path).unwrap());
        for (name, content) in members {
            zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            zip.write_all(content).unwrap();
        }
        zip.finish().unwrap();
    };
    zip(
        "class/ann/hw1.zip",
        &[("hw1/readme.txt", b"mine"), ("hw1/a.py", b"import b\n"), ("hw1/b.py", b"print(input())\n")],
    );
    zip("class/bob/hw1.zip", &[("inner.zip", b"PK"), ("readme.txt", b"mine")]);
    zip("class/eve/hw1.zip", &[("readme.txt", b"mine")]);
    let large = vec![0; 65 << 20];
    zip("class/fay/hw1.zip", &[("a.sh", b"cat\n"), ("large", &large)]);
    let text = place.run(1, &["check", "t", "--class", "class", "--time-limit", "20"]);
    for part in [
        "ann 1/1 AC",
        "bob 0/1 - not checked: hw1.zip is an archive: inner.zip is an archive in",
        "cem 0/1 - handed in work.ipynb, which is no source",
        "eve 0/1 - not checked: hw1.zip has no source",
        "fay 0/1 - not checked: hw1.zip cannot be unpacked: ",
    ] {
        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(squeezed(&text).contains(part), "{part}: {text}");
    }
    let text = place.run(1, &["check", "t", "--class", "class", "--notebooks", "--time-limit", "20"]);
    assert!(text.contains("cem  1/1  AC"), "{text}");
    assert!(text.contains("broken.ipynb is no source"), "{text}");
}

#[test]
fn a_source_that_is_too_large_is_the_matter_of_its_student() {
    let place = one(&["class/ann/a.sh:cat\n", "class/bob/b.c:/\n", "roster.csv:name\nann\nbob\n", LANGUAGES]);
    // A hole takes no room.
    File::options().append(true).open(place.path("class/bob/b.c")).unwrap().set_len(65 << 20).unwrap();
    let text = place.run(1, &GRADES);
    assert!(text.contains("the sources are larger than 64 MiB"), "{text}");
    assert!(read(&place, "grades.csv").contains("\"ann\",100\n"), "{text}");
}
