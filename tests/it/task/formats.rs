//! Packages with programs of their own: graders, managers, generators, checkers and interactors. Each is judged as its tool does.

use nim_task::layout;

use crate::judge::sources::has;
use crate::place::Place;

/// The verdicts of a program on all tests, in order.
#[track_caller]
fn verdicts(place: &Place, code: i32, program: &[&str]) -> String {
    let args = [&["t"], program].concat();
    let report = place.report(code, &args);
    let tests = report["tests"].as_array().unwrap();
    let verdicts: Vec<&str> = tests.iter().map(|test| test["verdict"].as_str().unwrap()).collect();
    verdicts.join(" ")
}

/// A task of CMS with two tests, whose inputs are 3 and 4 and whose answers are twice as much.
fn task(settings: &str, files: &[&str]) -> Place {
    let place = Place::new(files);
    place.write("t/task.yaml", &format!("name: double\n{settings}"));
    for (test, number) in [3, 4].into_iter().enumerate() {
        place.write(&format!("t/input/input{test}.txt"), &format!("{number}\n"));
        place.write(&format!("t/output/output{test}.txt"), &format!("{}\n", 2 * number));
    }
    place
}

/// A package of DMOJ with two tests, `1` and `2`, whose answers are two words.
fn dmoj(settings: &str, files: &[&str]) -> Place {
    let place = Place::new(files);
    place.write(
        "t/init.yml",
        &format!("{settings}\ntest_cases:\n- {{in: 1.in, out: 1.out}}\n- {{in: 2.in, out: 2.out}}\n"),
    );
    for (test, answer) in [("1", "a b\n"), ("2", "b a\n")] {
        place.write(&format!("t/{test}.in"), &format!("{test}\n"));
        place.write(&format!("t/{test}.out"), answer);
    }
    place
}

#[test]
fn programs_that_never_flush_are_heard_by_unbuffered_interactors_of_dmoj() {
    let interactor = "t/judge.py:import sys\nprint('?')\nasked = sys.stdin.readline()\nprint('go')\n\
                      sys.exit(asked != 'ready\\n')\n";
    let c = "a.c:#include <stdio.h>\nint main(void) { char s[9]; scanf(\"%8s\", s); printf(\"ready\\n\"); scanf(\"%8s\", s); }\n";
    let python = "a.py:import sys\nsys.stdin.readline()\nprint('ready')\nsys.stdin.readline()\n";
    let check = |settings: &str, code: i32, program: &str, wanted: &str| {
        let place =
            dmoj(&format!("{settings}interactive: {{files: judge.py, lang: PY3}}"), &[interactor, c, python]);
        let limits = ["--time-limit", "5", "--wall-limit", "0.7"];
        assert_eq!(
            verdicts(&place, code, &[&[program], &limits[..]].concat()),
            wanted,
            "{settings}{program}"
        );
    };
    check("unbuffered: true\n", 0, "a.py", "AC AC");
    check("", 1, "a.py", "TLE TLE");
    if has("gcc") {
        check("unbuffered: true\n", 0, "a.c", "AC AC");
    }
}

#[test]
fn what_is_compiled_with_programs_is_found_by_other_formats() {
    let conf = "t/problem.conf:n_tests 1\ninput_pre i\noutput_pre o\nuse_builtin_checker wcmp\nwith_implementer on\n";
    let files =
        [conf, "t/i1.txt:1\n", "t/o1.txt:1\n", "t/implementer.cpp:", "t/implementer.py:", "t/require/a.h:"];
    let test_set = layout::discover(&Place::new(&files).path("t")).unwrap();
    assert_eq!(test_set.tests[0].refused, []);
    assert_eq!((test_set.graders[0].sources.len(), test_set.graders[0].beside.len()), (2, 1));
    assert_eq!(test_set.graders[0].submission.as_deref(), Some("answer"));
    let signature = "signature_grader: {entry: handler.cpp, header: handler.h}";
    let place = dmoj(signature, &["t/handler.cpp:", "t/handler.h:"]);
    let test_set = layout::discover(&place.path("t")).unwrap();
    assert_eq!(test_set.tests[0].refused, []);
    assert!(test_set.graders[0].prefix.contains("#include \"handler.h\""));
    assert_eq!(test_set.graders[0].grader_prefix, "");
    let loj = "t/data.yml:inputFile: '#.in'\noutputFile: '#.out'\nsubtasks: [{score: 100, type: sum, cases: [1]}]\n\
               specialJudge: {language: python, fileName: spj.py}\n\
               extraSourceFiles: [{language: cpp, files: [{name: a.h, dest: a.h}]}]\n";
    let spj = "t/spj.py:print(50)\nimport sys\nprint('half', file=sys.stderr)\n";
    let place = Place::new(&[loj, spj, "t/a.h:", "t/1.in:1\n", "t/1.out:1\n", "program:#!/bin/sh\n"]);
    let report = place.report(1, &["t", "--", "./program"]);
    assert_eq!(report["programs"][0]["score"], 50.0);
    assert_eq!(report["tests"][0]["message"], "score 50 of 100: half");
}

#[test]
fn made_tests_are_kept_by_what_they_are_made_from() {
    let place = Place::new(&[
        "t/init.yml:generator: gen.py\ntest_cases:\n- {generator_args: [1]}\n",
        "t/gen.py:import os, sys\nprint(1)\nprint(os.urandom(8).hex(), file=sys.stderr)\n",
        "no:#!/bin/sh\necho no\n",
    ]);
    let answer = || place.report(1, &["t", "--", "./no"])["tests"][0]["message"].clone();
    let first = answer();
    assert_eq!(first, answer());
    place.write("t/beside.txt", "what the generator may read\n");
    assert_ne!(first, answer());
}

#[test]
fn another_program_answers_in_place_of_a_solution() {
    let place = Place::new(&[
        "t/task.yaml:name: double\ninfile: ''\noutfile: ''\n",
        "t/gen/GEN:3\n",
        "t/gen/generator.sh:echo $1\n",
        "t/sol/solution.c:no C\n",
        "mine.sh:read n; echo $((2 * n))\n",
        "yes:#!/bin/sh\necho 6\n",
    ]);
    let text = place.run(5, &["check", "t", "--", "./yes"]);
    assert!(
        text.contains("--against names another one") && text.contains("solution.c does not compile"),
        "{text}"
    );
    place.run(0, &["check", "t", "--against", "mine.sh", "--", "./yes"]);
    std::fs::remove_file(place.path("t/gen/generator.sh")).unwrap();
    std::os::unix::fs::symlink("/bin/echo", place.path("t/gen/generator.sh")).unwrap();
    let text = place.run(5, &["check", "t", "--", "./yes"]);
    assert!(text.contains("gen/generator.sh: a link that leads out of the folder"), "{text}");
}

#[test]
fn links_within_a_task_are_followed_and_one_that_leads_out_is_refused_alone() {
    let twice = "def twice(n):\n    return 2 * n\n";
    let place = task(
        "infile: ''\noutfile: ''\n",
        &["t/sol/grader.py:import double\nprint(double.twice(int(input())))\n"],
    );
    for file in ["t/sol/right.py", "t/att/template.py", "outside.py"] {
        place.write(file, twice);
    }
    for (target, link) in [("../att/template.py", "t/sol/linked.py"), ("../../outside.py", "t/sol/out.py")] {
        std::os::unix::fs::symlink(target, place.path(link)).unwrap();
    }
    place.run(0, &["check", "t", "--submissions", "--dry-run"]);
    place.toolkit(&["check", "t", "--submissions", "--report", "json=report.json"]).output().unwrap();
    let report: serde_json::Value =
        serde_json::from_slice(&std::fs::read(place.path("report.json")).unwrap()).unwrap();
    for (program, verdict) in [("sol/right.py", None), ("sol/linked.py", None), ("sol/out.py", Some("CE"))] {
        let own = |of: &str, key: &str| {
            let all = report[of].as_array().unwrap().iter();
            all.filter(|one| one[key] == program).map(|one| one["verdict"].as_str()).collect::<Vec<_>>()
        };
        assert_eq!(own("programs", "name"), [verdict], "{report}");
        let of_tests = own("tests", "program");
        assert!(of_tests.iter().all(|own| *own == Some("AC")), "{report}");
        assert_eq!(of_tests.len(), if verdict.is_none() { 2 } else { 0 }, "{report}");
    }
    let text = report.to_string();
    assert!(text.contains("out.py is not compiled: it is a link that leads out of its folder"), "{text}");
}
