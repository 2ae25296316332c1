//! Scores of converted packages: in every format, each program has the score that it had.

use std::fs;
use std::path::Path;
use std::process::Command;

use nim_package::{FORMATS, export, import, losses, write_folder};
use nim_task::layout::discover;
use nim_task::score::{Scored, score};
use nim_task::verdict::Verdict::{Accepted, WrongAnswer};
use serde_json::Value;

use crate::place::Place;

/// The inputs of the packages: a program is a set of those on which it is right.
const INPUTS: u32 = 6;

/// A package in a format: its files, with tests whose names end with the input.
struct Source {
    format: &'static str,
    files: &'static [(&'static str, &'static str)],
    /// Inputs and answers.
    tests: &'static [&'static str],
    endings: [&'static str; 2],
}

const SOURCES: &[Source] = &[
    Source {
        format: "icpc",
        files: &[
            ("problem.yaml", "problem_format_version: 2025-09\ntype: scoring\nname: x\nuuid: y\n"),
            ("data/secret/a/test_group.yaml", "max_score: 30\nrequire_pass: sample\n"),
            (
                "data/secret/b/test_group.yaml",
                "max_score: 45\nscore_aggregation: sum\nrequire_pass: [secret/a]\n",
            ),
            ("data/secret/c/test_group.yaml", "max_score: 25\nrequire_pass: [secret/b]\n"),
        ],
        tests: &[
            "data/sample/0",
            "data/secret/a/1",
            "data/secret/a/2",
            "data/secret/b/1",
            "data/secret/b/3",
            "data/secret/b/4",
            "data/secret/c/5",
            "data/secret/c/3",
        ],
        endings: ["in", "ans"],
    },
    Source {
        format: "icpc-legacy",
        files: &[
            ("problem.yaml", "name: x\ntype: scoring\n"),
            ("data/testdata.yaml", "on_reject: continue\ngrader_flags: ignore_sample\nrange: 0 100\n"),
            ("data/secret/testdata.yaml", "grader_flags: always_accept\n"),
            (
                "data/secret/1/testdata.yaml",
                "on_reject: break\ngrader_flags: min\naccept_score: 40\nrange: 0 40\n",
            ),
            (
                "data/secret/2/testdata.yaml",
                "on_reject: break\ngrader_flags: min\naccept_score: 24\nrange: 0 24\n",
            ),
            (
                "data/secret/3/testdata.yaml",
                "grader_flags: always_accept sum\naccept_score: 12\nrange: 0 36\n",
            ),
        ],
        tests: &[
            "data/sample/0",
            "data/secret/1/1",
            "data/secret/2/1",
            "data/secret/2/2",
            "data/secret/3/3",
            "data/secret/3/4",
            "data/secret/3/1",
        ],
        endings: ["in", "ans"],
    },
    Source {
        format: "hydro",
        files: &[(
            "testdata/config.yaml",
            "subtasks:\n\
             - {id: 1, score: 20, cases: [{input: 1.in, output: 1.out}]}\n\
             - {id: 2, score: 50, if: [1], cases: [{input: 1.in, output: 1.out}, {input: 2.in, output: 2.out}]}\n\
             - {id: 3, score: 30, type: sum, if: [1], cases: [{input: 3.in, output: 3.out}, {input: 4.in, output: 4.out}]}\n",
        )],
        tests: &["testdata/1", "testdata/2", "testdata/3", "testdata/4"],
        endings: ["in", "out"],
    },
    Source {
        format: "luogu",
        files: &[(
            "config.yml",
            "1.in: {score: 10}\n2.in: {score: 20}\n3.in: {score: 30, subtaskId: 1}\n\
             4.in: {score: 30, subtaskId: 1}\n5.in: {score: 40, subtaskId: 2}\n",
        )],
        tests: &["1", "2", "3", "4", "5"],
        endings: ["in", "out"],
    },
    Source {
        format: "dmoj",
        files: &[(
            "init.yml",
            "pretest_test_cases: [{in: 1.in, out: 1.out, points: 5}]\ntest_cases:\n- {in: 1.in, out: 1.out, points: 5}\n\
             - {points: 15, batched: [{in: 2.in, out: 2.out}, {in: 3.in, out: 3.out}]}\n\
             - {points: 30, dependencies: [1], batched: [{in: 4.in, out: 4.out}, {in: 2.in, out: 2.out}]}\n",
        )],
        tests: &["1", "2", "3", "4"],
        endings: ["in", "out"],
    },
    Source {
        format: "",
        files: &[(
            "task.yaml",
            "infile: ''\noutfile: ''\nscore_type: GroupMin\nscore_type_parameters: [[30, '00[01]'], [70, '00[0-4]']]\n",
        )],
        tests: &["input/input0", "input/input1", "input/input2", "input/input3", "input/input4"],
        endings: ["txt", "txt"],
    },
];

impl Source {
    fn place(&self) -> Place {
        let place = Place::new(&[]);
        for (name, text) in self.files {
            place.write(&format!("source/{name}"), text);
        }
        for test in self.tests {
            let input = format!("{}\n", &test[test.len() - 1..]);
            place.write(&format!("source/{test}.{}", self.endings[0]), &input);
            place.write(&format!("source/{}.{}", test.replace("input", "output"), self.endings[1]), &input);
        }
        place
    }
}

/// Returns the score of every program, as `check` has it.
fn scores(folder: &Path) -> Vec<f64> {
    let mut suite = discover(folder).unwrap();
    let rules = suite.score(None).unwrap_or_else(|| panic!("{} has no scores", folder.display()));
    let inputs: Vec<u32> = suite
        .tests
        .iter()
        .map(|test| fs::read_to_string(&test.input).unwrap().trim().parse().unwrap())
        .collect();
    let of_program = |program: u32| {
        let results = suite.tests.iter().zip(&inputs).map(|(test, input)| {
            let points = test.points.unwrap_or(0.0);
            let is_right = program >> input & 1 == 1;
            let (verdict, own) = if is_right { (Accepted, points) } else { (WrongAnswer, 0.0) };
            Scored {
                name: &test.name,
                group: test.group.as_deref().unwrap_or_default(),
                verdict,
                score: own,
                points,
            }
        });
        score(&rules, &results.collect::<Vec<_>>(), None).0.score.unwrap()
    };
    (0..1 << INPUTS).map(of_program).collect()
}

#[test]
fn every_program_keeps_its_score_in_every_format() {
    for (number, source) in SOURCES.iter().enumerate() {
        let place = source.place();
        let expected = scores(&place.path("source"));
        assert!(expected.iter().any(|&score| score > 0.0 && score < 100.0), "{}", source.format);
        let (package, _) = import(&place.path("source"), &mut Vec::new()).unwrap();
        write_folder(&export(&package, None, &mut Vec::new()).unwrap(), &place.path("own")).unwrap();
        assert_eq!(scores(&place.path("own")), expected, "{}: imported", source.format);
        for from in ["source", "own"] {
            let (package, _) = import(&place.path(from), &mut Vec::new()).unwrap();
            // What was imported is in one format, into which another one fits each time.
            let formats = if from == "own" { &FORMATS[number % FORMATS.len()..][..1] } else { FORMATS };
            for format in formats {
                let what = format!("{} ({from}) in {}", source.format, format.name);
                assert_eq!(losses(&package, format).unwrap(), Vec::<String>::new(), "{what}");
                let folder = format!("{from}-{}", format.name);
                let files = export(&package, Some(format), &mut Vec::new()).unwrap();
                write_folder(&files, &place.path(&folder)).unwrap();
                assert_eq!(scores(&place.path(&folder)), expected, "{what}");
            }
        }
    }
}

#[test]
fn check_gives_the_scores_of_the_original() {
    let source = &SOURCES[0];
    let place = source.place();
    place.write("program", "#!/bin/sh\nread x\ncase $x in 4) echo no;; *) echo $x;; esac\n");
    for format in ["icpc-legacy", "luogu"] {
        place.run(0, &["export", "source", "--format", format, "-o", "package.zip", "--force"]);
        for package in ["source", "package.zip"] {
            let text = place.run(1, &["check", package, "--", "./program"]);
            assert!(text.contains("score: 60 of 100"), "{format} {package}: {text}");
        }
    }
}

#[test]
fn what_would_be_judged_otherwise_is_not_written_unless_asked_for() {
    let problem = "source/problem.yaml:name: x\ntype: scoring\n";
    let best = "source/data/secret/a/testdata.yaml:on_reject: continue\ngrader_flags: always_accept max\n";
    let thirds = "source/data/secret/testdata.yaml:on_reject: continue\ngrader_flags: always_accept sum\naccept_score: 33.5\n";
    let gives = "source/output_validators/v.py:open('score.txt')\n";
    let shell = "source/output_validators/v.sh:exit 42\n";
    let flags = "source/data/secret/testdata.yaml:output_validator_flags: --strict\n";
    for (files, format, why) in [
        (&[problem, best][..], "hydro", "its score: data/secret/a has the points of its best test"),
        (&[problem, thirds], "dmoj", "its score: a has 33.5 points, which are not whole"),
        (&["source/problem.yaml:type: interactive\n"], "luogu", "it is interactive"),
        (
            &["source/problem.yaml:validator_flags: case_sensitive float_tolerance 1e-6\n"],
            "hydro",
            "Hydro does not compare outputs as `case_sensitive float_tolerance 1e-6`",
        ),
        (
            &["source/problem.yaml:validation: custom\n", gives],
            "luogu",
            "output_validator/v.py: Luogu takes programs of testlib in C++ alone, one of which must be added to what is exported",
        ),
        (
            &["source/problem.yaml:validation: custom\n", shell],
            "dmoj",
            "output_validator/v.sh: DMOJ takes an output validator that is one file in Python",
        ),
        (
            &["source/problem.yaml:validation: custom\n", shell, flags],
            "hydro",
            "the output validator has arguments that are not those of all tests",
        ),
    ] {
        let place = Place::new(files);
        for test in ["1", "2"] {
            place.write(&format!("source/data/secret/a/{test}.in"), test);
            place.write(&format!("source/data/secret/a/{test}.ans"), test);
        }
        let args = ["export", "source", "--format", format, "-o", "package.zip"];
        let text = place.run(5, &args);
        assert!(
            text.contains(why) && text.matches("--lossy").count() == 1 && !place.path("package.zip").exists(),
            "{text}"
        );
        let text = place.run(0, &[&args[..], &["--lossy"]].concat());
        assert!(text.contains(&format!("note: judged differently: {why}")), "{text}");
        // Its own format holds all of it.
        place.run(0, &["export", "source", "--format", "icpc-legacy", "-o", "own.zip"]);
    }
}

/// Other judges would fill in other limits than `check` does.
#[test]
fn limits_that_a_package_leaves_open_are_those_of_check() {
    let place = Place::new(&[
        "config/nim-toolkit/languages.toml:[shell]\nendings = ['sh']\ncompile = 'sh -n {source}'\nrun = 'sh {source}'\n",
        "source/problem.yaml:name: x\n",
        "source/data/secret/1.in:1\n",
        "source/data/secret/1.ans:1\n",
    ]);
    // Limits are kept by contents, and this one is not known yet.
    place.write("source/submissions/accepted/a.sh", &format!("cat # {:?}\n", std::time::SystemTime::now()));
    let written = |format: &str, file: &str| {
        let said =
            place.run(0, &["export", "source", "--format", format, "-o", &format!("{format}/"), "--force"]);
        let text = fs::read_to_string(place.path(&format!("{format}/source/{file}"))).unwrap();
        fs::remove_dir_all(place.path(format)).unwrap();
        (said, text)
    };
    let (said, xml) = written("polygon", "problem.xml");
    assert!(
        said.contains("time limit 2 s: the package states none, and the one that follows from its"),
        "{said}"
    );
    assert!(said.contains("memory limit 2048 MiB: the package states none, and check takes this"), "{said}");
    assert!(xml.contains("<time-limit>2000</time-limit>\n<memory-limit>2147483648</memory-limit>"), "{xml}");
    assert!(place.run(0, &["check", "source", "--submissions"]).contains("time limit 1 s"));
    for (format, file, limits) in [
        (
            "polygon",
            "problem.xml",
            ["<time-limit>1000</time-limit>", "<memory-limit>2147483648</memory-limit>"],
        ),
        ("hydro", "testdata/config.yaml", ["time: \"1000ms\"", "memory: \"2048m\""]),
        ("luogu", "config.yml", ["timeLimit: 1000", "memoryLimit: 2097152"]),
        ("dmoj", "init.yml", ["time_limit: 1", "memory_limit: 2097152"]),
    ] {
        let (said, text) = written(format, file);
        assert!(said.contains("time limit 1 s: the package states none, and check takes this"), "{said}");
        assert!(limits.iter().all(|limit| text.contains(limit)), "{format}: {text}");
    }
    // In the other ICPC format, the limit follows from the accepted submissions by other multipliers.
    let (said, yaml) = written("icpc", "problem.yaml");
    assert!(!said.contains("states none") && !yaml.contains("\n  time_limit:"), "{said} {yaml}");
    assert!(yaml.contains("ac_to_time_limit: 5") && yaml.contains("time_limit_to_tle: 2"), "{yaml}");
    let (_, yaml) = written("icpc-legacy", "problem.yaml");
    assert!(!yaml.contains("limits"), "{yaml}");
    place.write("source/problem.yaml", "problem_format_version: 2025-09\nname: x\n");
    let (_, yaml) = written("icpc-legacy", "problem.yaml");
    assert!(yaml.contains("time_multiplier: 2") && yaml.contains("time_safety_margin: 1.5"), "{yaml}");
    // Of a folder without settings, what check takes differs from what it takes of the package that it becomes.
    place.write("plain/1.in", "1\n");
    place.write("plain/1.out", "1\n");
    place.run(0, &["import", "plain", "-o", "own"]);
    let yaml = fs::read_to_string(place.path("own/problem.yaml")).unwrap();
    assert!(yaml.contains("time_limit: 2") && yaml.contains("memory: 512"), "{yaml}");
}

#[test]
fn the_tests_in_the_archive_are_counted() {
    let place = Place::new(&["source/problem.yaml:name: x\n"]);
    for test in ["1", "2", "3"] {
        place.write(&format!("source/data/secret/{test}.in"), if test == "3" { "1" } else { test });
        place.write(&format!("source/data/secret/{test}.ans"), "1");
    }
    let text = place.run(0, &["export", "source", "--format", "icpc", "-o", "package.zip"]);
    assert!(text.contains("package.zip: 2 tests (1 left out) and 0 submissions"), "{text}");
    assert!(text.contains("data/secret/3: it is data/secret/1 again; it is left out"), "{text}");
}

#[test]
fn statements_keep_mathematics_and_pictures() {
    let markdown = "# Sum\n\nAdd $n \\le 10^9$ numbers.\n\n![a board](board.png)\n\n![](lost.png)\n";
    let place = Place::new(&[
        "source/problem.yaml:problem_format_version: 2025-09\nname: Sum\n",
        "source/statement/board.png:png",
        "source/data/secret/1.in:1",
        "source/data/secret/1.ans:1",
    ]);
    place.write("source/statement/problem.en.md", markdown);
    let text = |path: &str| fs::read_to_string(place.path(path)).unwrap();
    for (format, file, shown) in [
        ("icpc", "statement/problem.en.md", "$n \\le 10^9$"),
        ("icpc-legacy", "problem_statement/problem.en.tex", "$n \\le 10^9$ numbers.\n\n\\includegraphics"),
        ("hydro", "problem_en.md", "![a board](file://board.png)"),
    ] {
        let said = place.run(0, &["export", "source", "--format", format, "-o", &format!("{format}/")]);
        assert!(
            said.contains("the statement in \"en\" shows statement/lost.png, which is not there"),
            "{said}"
        );
        let statement = text(&format!("{format}/source/{file}"));
        assert!(statement.contains(shown), "{format}: {statement}");
    }
    assert_eq!(text("icpc/source/statement/problem.en.md"), markdown);
    assert_eq!(text("icpc-legacy/source/problem_statement/board.png"), "png");
    assert_eq!(text("hydro/source/additional_file/board.png"), "png");
    place.run(0, &["import", "hydro/source", "-o", "again"]);
    assert_eq!(text("again/statement/problem.en.md").replace("file://", ""), markdown);
    assert_eq!(text("again/statement/board.png"), "png");
}

#[test]
fn a_plain_problem_of_each_kind_works_and_is_exported() {
    for kind in ["batch", "interactive", "scoring"] {
        let place = Place::new(&[]);
        place.run(0, &["new", "my-problem", "--plain", kind]);
        let text = place.run(5, &["new", "my-problem", "--plain", kind]);
        assert!(text.contains("my-problem exists"), "{text}");
        let text = place.run(0, &["check", "my-problem", "--submissions"]);
        assert!(text.contains("2 of 2 submissions as expected"), "{kind}: {text}");
        place.run(0, &["export", "my-problem", "--format", "icpc-legacy", "-o", "legacy.zip"]);
        let text = place.run(0, &["check", "legacy.zip", "--submissions"]);
        assert!(text.contains("2 of 2 submissions as expected"), "{kind}: {text}");
    }
}

/// Verdicts of a program on the tests of a package, in order.
fn verdicts(place: &Place, package: &str, code: i32, program: &str) -> Vec<String> {
    place.run(code, &["check", package, "--report", "json=report.json", "--", program]);
    let report: Value =
        serde_json::from_str(&fs::read_to_string(place.path("report.json")).unwrap()).unwrap();
    report["tests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|test| test["verdict"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_validator_in_python_gives_its_verdicts_on_dmoj() {
    let validator = "source/output_validator/v.py:import sys\n\
        n, half = int(open(sys.argv[1]).read()), int(open(sys.argv[2]).read())\n\
        if n == 4: sys.exit(1)\n\
        words = sys.stdin.read().split()\n\
        if words == [str(half)] or words == [str(n - half)]: sys.exit(42)\n\
        open(sys.argv[3] + 'judgemessage.txt', 'w').write('no half')\nsys.exit(43)\n";
    // 4 fails the validator, 7 is half in the other way, and 8 is wrong.
    let place = Place::new(&[
        "source/problem.yaml:problem_format_version: 2025-09\nname: x\nuuid: y\n",
        validator,
        "program:#!/bin/sh\nread n\n[ $n = 8 ] && echo 5 || echo $(((n + 1) / 2))\n",
    ]);
    for n in [4, 6, 7, 8] {
        place.write(&format!("source/data/secret/{n}.in"), &format!("{n}\n"));
        place.write(&format!("source/data/secret/{n}.ans"), &format!("{}\n", n / 2));
    }
    place.run(0, &["export", "source", "--format", "dmoj", "-o", "dmoj.zip"]);
    place.run(0, &["import", "dmoj.zip", "-o", "again"]);
    let (own, kept) = ("source/output_validator/v.py", "again/output_validator/validate.py");
    assert_eq!(fs::read(place.path(own)).unwrap(), fs::read(place.path(kept)).unwrap());
    for package in ["source", "dmoj.zip", "again"] {
        assert_eq!(verdicts(&place, package, 5, "./program"), ["JE", "AC", "AC", "WA"], "{package}");
    }
}

#[test]
fn an_interactive_validator_in_python_gives_its_verdicts_on_hydro_and_dmoj() {
    // 4 fails the validator, 8 is wrong, and at 9 the program leaves.
    let validator = "source/output_validator/v.py:from __future__ import annotations\nimport sys\n\
        n = int(open(sys.argv[1]).read())\nprint(n, flush=True)\n\
        if n == 4: raise ValueError('\\u00e9 \"four\"')\n\
        if sys.stdin.readline().strip() == str(n // 2): exit(42)\n\
        with open(sys.argv[3] + '/judgemessage.txt', 'a') as file: file.write('no half\\n')\n\
        sys.exit(43)\n";
    let place = Place::new(&[
        "source/problem.yaml:problem_format_version: 2025-09\ntype: interactive\nname: x\nuuid: y\n",
        validator,
        "program:#!/bin/sh\nread n\n[ $n = 9 ] && exit 0\n[ $n = 8 ] && echo 5 || echo $((n / 2))\n",
    ]);
    for n in [4, 6, 8, 9] {
        place.write(&format!("source/data/secret/{n}.in"), &format!("{n}\n"));
        place.write(&format!("source/data/secret/{n}.ans"), "\n");
    }
    let expected = verdicts(&place, "source", 5, "./program");
    assert_eq!(expected, ["JE", "AC", "WA", "WA"]);
    for format in ["hydro", "dmoj"] {
        let archive = format!("{format}.zip");
        place.run(0, &["export", "source", "--format", format, "-o", &archive]);
        place.run(0, &["import", &archive, "-o", format]);
        let (own, kept) = ("source/output_validator/v.py", format!("{format}/output_validator/validate.py"));
        assert_eq!(fs::read(place.path(own)).unwrap(), fs::read(place.path(&kept)).unwrap(), "{format}");
        for package in [&archive, format] {
            assert_eq!(verdicts(&place, package, 5, "./program"), expected, "{package}");
        }
    }
    // Hydro reads what the interactor prints, not its status.
    place.run(0, &["export", "source", "--format", "hydro", "-o", "packages/"]);
    let data = place.path("packages/source/testdata");
    let read = |name: &str| fs::read_to_string(data.join(name)).unwrap();
    assert!(read("config.yaml").contains("type: interactive"));
    for (answer, told, status) in [("3", "ok accepted", 0), ("4", "wrong answer no half", 1)] {
        let command = format!("echo {answer} | python3 interactor.py 6.in /dev/null 6.out");
        let run = Command::new("sh").args(["-c", &command]).current_dir(&data).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&run.stderr).trim_end(), told);
        assert_eq!(run.status.code(), Some(status));
    }
}
