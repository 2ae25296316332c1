//! Scores of converted packages: in every format, each program has the score that it had.

use std::fs;
use std::path::Path;
use std::process::Command;

use nim_inputs::package::{export, import};
use nim_task::conversion::losses;
use nim_task::formats::{Manifests, PackageFormat, package_formats};
use nim_task::layout::discover;
use nim_task::package::write_folder;
use nim_task::score::{Scored, score};
use nim_task::verdict::Verdict::{Accepted, WrongAnswer};
use serde_json::Value;

use crate::place::Place;

/// The number of inputs of the packages: a program is a set of those on which it is right.
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
    let mut test_set = discover(folder).unwrap();
    let rules = test_set.score(None).unwrap_or_else(|| panic!("{} has no scores", folder.display()));
    let inputs: Vec<u32> =
        test_set.tests.iter().map(|test| test.input.text().unwrap().trim().parse().unwrap()).collect();
    let of_program = |program: u32| {
        let results = test_set.tests.iter().zip(&inputs).map(|(test, input)| {
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
        let package =
            import(&place.path("source"), &Manifests::default(), &mut |_| Ok(None), &mut Vec::new()).unwrap();
        write_folder(&export(&package, None, &mut Vec::new()).unwrap(), &place.path("own")).unwrap();
        assert_eq!(scores(&place.path("own")), expected, "{}: imported", source.format);
        for from in ["source", "own"] {
            let package =
                import(&place.path(from), &Manifests::default(), &mut |_| Ok(None), &mut Vec::new()).unwrap();
            // The imported package is in one format, into which another one fits each time.
            let formats: Vec<&PackageFormat> = package_formats().collect();
            let formats = if from == "own" { &formats[number % formats.len()..][..1] } else { &formats[..] };
            for &format in formats {
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
    // A check of a folder without settings differs from a check of the package made from it.
    place.write("plain/1.in", "1\n");
    place.write("plain/1.out", "1\n");
    place.run(0, &["import", "plain", "-o", "own"]);
    let yaml = fs::read_to_string(place.path("own/problem.yaml")).unwrap();
    assert!(yaml.contains("time_limit: 2") && yaml.contains("memory: 512"), "{yaml}");
}

#[test]
fn no_limit_becomes_smaller_where_the_icpc_format_counts_in_mebibytes() {
    let rows = [
        (
            "problem.rbx.yml",
            "name: x\ntimeLimit: 500\nmemoryLimit: 64\noutputLimit: 100\n\
            testcases: [{name: a, testcaseGlob: '*.in'}]\n",
            ["memory: 64", "output: 1"],
        ),
        (
            "init.yml",
            "memory_limit: 65537\noutput_limit_length: 1000\ntest_cases: [{in: 1.in, out: 1.ans, points: 1}]\n",
            ["memory: 65", "output: 1"],
        ),
        (
            "config.yaml",
            "time: 1s\nmemory: 70000k\ncases: [{input: 1.in, output: 1.ans}]\n",
            ["memory: 69", "type"],
        ),
    ];
    for (manifest, text, limits) in rows {
        let place = Place::new(&["p/1.in:1\n", "p/1.ans:1\n"]);
        place.write(&format!("p/{manifest}"), text);
        let said = place.run(0, &["import", "p", "-o", "own"]);
        let yaml = fs::read_to_string(place.path("own/problem.yaml")).unwrap();
        assert!(limits.iter().all(|limit| yaml.contains(limit)), "{manifest}: {yaml}{said}");
        assert!(said.contains(" MiB are written"), "{manifest}: {said}");
        assert!(place.run(0, &["check", "own", "--", "cat"]).contains("1 accepted"), "{manifest}");
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
    // Hydro reads the output of the interactor, not its status.
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
