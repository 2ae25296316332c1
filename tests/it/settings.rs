//! Settings of packages: what is known is obeyed, and what is not is refused by name.

use nim_judge::layout::{self, Scope, Suite};
use nim_sandbox::limits::MIB;

use crate::place::{Place, one};

/// A folder with these files beside a test of one token with two decimals, whose answer a program gets only nearly.
fn near(files: &[&str]) -> Place {
    let place = Place::new(&["near:#!/bin/sh\necho 1.00001 yes\n"]);
    for (name, content) in [("1.in", "1\n"), ("1.out", "1.0 YES\n")] {
        place.write(&format!("t/{name}"), content);
    }
    for file in files {
        let (name, content) = file.split_once(':').unwrap();
        place.write(&format!("t/{name}"), content);
    }
    place
}

/// What is refused of a package with these files beside a test, as the text of the setting and what it is about.
fn refused(files: &[&str]) -> Vec<(String, Scope)> {
    let place = near(files);
    let suite = layout::discover(&place.path("t")).unwrap();
    assert_eq!(suite.tests.len(), 1, "{files:?} {:?}", suite.notes);
    let of_test = &suite.tests[0].refused;
    for refused in of_test {
        assert!(suite.notes.contains(&refused.to_string()), "{:?}", suite.notes);
    }
    of_test.iter().map(|refused| (refused.reason.clone(), refused.scope)).collect()
}

#[test]
fn a_setting_that_is_not_known_is_refused_by_name() {
    let uoj = "n_tests 1\ninput_pre \ninput_suf in\noutput_pre \noutput_suf out\n";
    let uoj = |line: &str| format!("problem.conf:{uoj}{line}\n");
    let polygon = |inner: &str| {
        format!(
            "problem.xml:<problem><judging><testset name='tests'><test-count>1</test-count>\
             <input-path-pattern>%d.in</input-path-pattern><answer-path-pattern>%d.out</answer-path-pattern>\
             </testset></judging>{inner}</problem>"
        )
    };
    let loj =
        "data.yml:inputFile: '#.in'\noutputFile: '#.out'\nsubtasks: [{score: 100, type: sum, cases: [1]}]\n";
    let dmoj = |line: &str| format!("init.yml:test_cases: [{{in: 1.in, out: 1.out, points: 1}}]\n{line}\n");
    use Scope::{Judging, Memory, Running, Time};
    for (file, setting, scope) in [
        ("config.yaml:type: interactive\n".to_owned(), "type: interactive", Judging),
        ("config.yaml:type: remote_judge\n".to_owned(), "type: remote_judge", Judging),
        ("config.yaml:checker: chk.cc\n".to_owned(), "checker: chk.cc", Judging),
        ("config.yaml:checker_type: testlib\n".to_owned(), "checker_type: testlib", Judging),
        ("config.yaml:multi_pass: 2\n".to_owned(), "multi_pass: 2", Judging),
        ("config.yaml:user_extra_files: [compile.sh]\n".to_owned(), "user_extra_files: [", Running),
        ("config.yaml:filename: ../foo\n".to_owned(), "filename: ../foo", Running),
        ("config.yaml:time_limit_rate: {py: 0}\n".to_owned(), "time_limit_rate: {", Time),
        ("config.yaml:subtasks: [{type: avg, cases: []}]\n".to_owned(), "subtasks.type: avg", Judging),
        ("task.yaml:score_type: Relative\n".to_owned(), "score_type: Relative", Judging),
        ("testdata.yaml:grading: custom\n".to_owned(), "grading: custom", Judging),
        ("config.yaml:time: soon\n".to_owned(), "time: soon", Time),
        ("config.yaml:memory: much\n".to_owned(), "memory: much", Memory),
        ("Config.YAML:type: interactive\n".to_owned(), "type: interactive", Judging),
        ("config.yaml:- type: interactive\n".to_owned(), "the whole file: [", Judging),
        ("config.yaml:nonsense: 3\n".to_owned(), "nonsense: 3", Judging),
        ("config.yml:1.in: {timeLimit: x}\n".to_owned(), "1.in.timeLimit: x", Time),
        ("config.yml:1.in: {score: 3, spj: a}\n".to_owned(), "1.in.spj: a", Judging),
        ("problem.yaml:type: submit-answer\n".to_owned(), "type: submit-answer", Judging),
        (
            "problem.yaml:type: [pass-fail, submit-answer]\n".to_owned(),
            "type: [\"pass-fail\",\"submit-answer\"]",
            Judging,
        ),
        ("problem.yaml:validation: custom guess\n".to_owned(), "validation: custom guess", Judging),
        ("problem.yaml:limits: {time_limit: x}\n".to_owned(), "limits.time_limit: x", Time),
        ("problem.yaml:time_limits: 3\n".to_owned(), "time_limits: 3", Judging),
        ("problem.yaml:limits: {stack: 1}\n".to_owned(), "limits.stack: 1", Judging),
        ("test_group.yaml:args: [x]\n".to_owned(), "args: [\"x\"]", Running),
        ("testdata.yaml:static_validation: true\n".to_owned(), "static_validation: true", Judging),
        (".timelimit:never\n".to_owned(), "time limit: never", Time),
        ("domjudge-problem.ini:special_run='x'\n".to_owned(), "special_run: x", Running),
        (uoj("use_builtin_checker uncmp"), "use_builtin_checker: uncmp", Judging),
        (uoj("use_builtin_judger on"), "there is no such file", Judging),
        (uoj("interaction_mode on"), "interaction_mode: on", Judging),
        (uoj("submit_answer on"), "submit_answer: on", Running),
        (uoj("time_limit x"), "time_limit: x", Time),
        (dmoj("checker: sortest"), "checker: sortest", Judging),
        (dmoj("checker: {name: bridged, args: {files: 1.in, type: x}}"), "checker.args.type: x", Judging),
        (dmoj("symlinks: {a: b}"), "symlinks: {", Running),
        (dmoj("checker: {name: floats, args: {precision: 3, of: x}}"), "checker: {", Judging),
        (dmoj("interactive: {files: x.cpp}"), "there is no such file", Judging),
        (dmoj("custom_judge: x.py"), "custom_judge: x.py", Judging),
        (dmoj("signature_grader: {entry: x}"), "signature_grader: {", Running),
        ("init.yml:test_cases: {input_format: x}\n".to_owned(), "test_cases: {", Running),
        (
            polygon("<assets><checker name='std::uncmp.cpp'/></assets>"),
            "assets.checker: std::uncmp.cpp",
            Judging,
        ),
        (
            polygon("<assets><checker type='testlib'><source path='check.cpp'/></checker></assets>"),
            "assets.checker: check.cpp",
            Judging,
        ),
        (polygon("<assets><interactor><source path='i.cpp'/></interactor></assets>"), "interactor", Judging),
        (polygon("<judging input-file='a/in.txt'/>"), "judging.input-file: a/in.txt", Running),
        (
            format!("{loj}specialJudge: {{language: cpp, fileName: spj.cpp}}\n"),
            "there is no such file",
            Judging,
        ),
        (format!("{loj}interactor: {{language: cpp, fileName: i.cpp}}\n"), "interactor: {", Judging),
        (format!("{loj}userOutput: 'u#.out'\n"), "userOutput: u#.out", Running),
        ("task.yaml:output_only: true\n".to_owned(), "output_only: true", Running),
        ("task.yaml:outfile: /a.txt\n".to_owned(), "outfile: /a.txt", Running),
    ] {
        let found = refused(&[&file]);
        assert_eq!(found.len(), 1, "{file}: {found:?}");
        assert!(found[0].0.contains(&format!("\"{setting}")) || found[0].0.contains(setting), "{found:?}");
        assert_eq!(found[0].1, scope, "{file}");
    }
    let programs: [(&[&str], &str, Scope); 3] = [
        (&["task.yaml:name: x\n", "check/manager.pas:"], "check/manager.pas", Judging),
        (&["task.yaml:name: x\nnum_processes: 2\n", "cor/manager.cpp:"], "num_processes: 2", Judging),
        (&["task.yaml:name: x\n", "check/controller.cpp:"], "check/controller.cpp", Judging),
    ];
    for (files, name, scope) in programs {
        let found = refused(files);
        assert_eq!(found.len(), 1, "{files:?}: {found:?}");
        assert!(found[0].0.contains(name), "{found:?}");
        assert_eq!(found[0].1, scope, "{files:?}");
    }
    // Headers and other solutions are no graders.
    assert_eq!(refused(&["task.yaml:name: x\n", "sol/grader.h:", "sol/graders.cpp:", "sol/sum.cpp:"]), []);
    for broken in [
        "a.cdf:{}",
        "config.ini:1\n",
        "config.ini:x\n",
        "problem.yml:type: traditional\n",
        "config.yaml:{a: [",
        "problem.yaml:limits: [",
        "problem.xml:<problem>",
        "problem.rbx.yml:{",
        "data.yml:x: {",
    ] {
        let found = refused(&[broken]);
        assert!(found.iter().all(|(reason, _)| reason.contains("cannot be read")), "{found:?}");
        assert_eq!(found.len(), 4, "{found:?}");
    }
}

#[test]
fn what_does_not_bear_on_the_verdict_is_not_refused() {
    for file in [
        "problem.yaml:problem_format_version: 2025-09\nname: {en: x}\nuuid: y\nlicense: cc by\ncredits: z\n\
         keywords: [a]\nconstants: {n: 1}\nlimits: {time_multipliers: {ac_to_time_limit: 3}, code: 10}\n",
        "problem.yaml:pid: P1\nowner: 2\ntitle: x\ntag: [a]\nnSubmit: 3\nnAccept: 1\n",
        "config.yaml:type: default\nscore: 100\nlangs: [cc]\ndetail: true\nfilename: ''\nchecker:\n",
        "config.yml:1.in: {score: 10, isPretest: true}\n",
        "testdata.yaml:on_reject: break\ngrading: default\nrange: 0 100\n",
        "domjudge-problem.ini:short-name = a\ncolor = '#fff'\n",
        "problem.conf:use_builtin_judger on\nuse_builtin_checker ncmp\nn_sample_tests 1\npoint_score_1 100\nsubtask_dependence_2_1 1\n",
        "init.yml:points: 10\nhints: [x]\n",
        "task.yaml:name: x\ntitle: y\nversion: 1\ntoken_mode: disabled\ninfile: ''\noutput_only: false\n",
    ] {
        assert_eq!(refused(&[file]), [], "{file}");
    }
}

/// Whether a program that is near the answer is accepted, with these files beside the test.
#[track_caller]
fn check(files: &[&str], accepted: bool, words: &str) {
    let text = near(files).run(i32::from(!accepted), &["check", "t", "--", "./near"]);
    assert!(text.contains(words), "{files:?}: {text}");
}

#[test]
fn a_comparison_that_a_package_names_is_obeyed() {
    let uoj = |checker: &str| {
        format!(
            "problem.conf:n_tests 1\ninput_pre \ninput_suf in\noutput_pre \noutput_suf out\nuse_builtin_checker {checker}\n"
        )
    };
    let dmoj =
        |checker: &str| format!("init.yml:test_cases: [{{in: 1.in, out: 1.out}}]\nchecker: {checker}\n");
    let polygon = |checker: &str| {
        format!("problem.xml:<problem><assets><checker name='std::{checker}.cpp'/></assets></problem>")
    };
    let near_one = ["1.out:1.0\n", "../near:#!/bin/sh\necho 1.00001\n"];
    let with = |file: String, accepted: bool| check(&[&file, near_one[0], near_one[1]], accepted, "");
    with(uoj("rcmp4"), true);
    with(uoj("rcmp6"), false);
    with(uoj("wcmp"), false);
    with(dmoj("{name: floats, args: {precision: 4}}"), true);
    with(dmoj("floats"), false);
    with(dmoj("{name: floatsabs, args: {precision: 3}}"), true);
    with(polygon("rcmp4"), true);
    with(polygon("rcmp9"), false);
    let other_lines = ["1.out:a b\nc\n", "../near:#!/bin/sh\nprintf 'a  b \\n\\nc'\n"];
    let with = |file: &str, accepted: bool| check(&[file, other_lines[0], other_lines[1]], accepted, "");
    with(&dmoj("standard"), true);
    with(&dmoj("identical"), false);
    with(&dmoj("rstripped"), false);
    with("config.yaml:checker_type: default\n", false);
    with(&polygon("lcmp"), false);
    let one_line = ["1.out:a b\nc\n", "../near:#!/bin/sh\necho a b c\n"];
    check(&[&dmoj("standard"), one_line[0], one_line[1]], false, "format differs");
    check(&[&polygon("lcmp"), one_line[0], one_line[1]], false, "format differs");
    check(&[&polygon("wcmp"), one_line[0], one_line[1]], true, "");
    let letters = ["1.out:YES\n", "../near:#!/bin/sh\necho yes\n"];
    check(&[&uoj("yesno"), letters[0], letters[1]], true, "");
    check(&[&polygon("nyesno"), letters[0], letters[1]], true, "");
    check(&[&uoj("fcmp"), letters[0], letters[1]], false, "");
}

#[test]
fn limits_of_test_sets_tests_and_subtasks_are_obeyed() {
    let tests =
        |files: &[&str], root: &str| -> Suite { layout::discover(&Place::new(files).path(root)).unwrap() };
    let xml = "p/problem.xml:<problem><judging cpu-name='x' run-count='1' input-file='' output-file=''>\
        <testset name='tests'><time-limit>1500</time-limit><memory-limit>268435456</memory-limit>\
        <test-count>2</test-count><input-path-pattern>tests/%02d</input-path-pattern>\
        <answer-path-pattern>tests/%02d.a</answer-path-pattern>\
        <tests><test method='manual' sample='true'/><test group='g2' method='generated'/></tests></testset></judging></problem>";
    let files = [xml, "p/tests/01:x", "p/tests/01.a:x", "p/tests/02:x", "p/tests/02.a:x"];
    for root in ["p", "p/tests"] {
        let suite = tests(&files, root);
        assert_eq!(suite.tests.len(), 2, "{root}");
        for test in &suite.tests {
            assert_eq!(test.limits.cpu.unwrap().as_millis(), 1500);
            assert_eq!(test.limits.memory, Some(256 * MIB));
            assert_eq!(test.refused, []);
        }
        assert_eq!(suite.tests[1].group.as_deref(), Some("g2"));
        assert!(suite.unmatched.is_empty(), "{:?}", suite.unmatched);
    }
    let conf = "problem.conf:n_tests 2\ninput_pre a\ninput_suf in\noutput_pre a\noutput_suf out\ntime_limit 1\ntime_limit_2 3\n";
    let suite = tests(&[conf, "a1.in:", "a1.out:", "a2.in:", "a2.out:"], ".");
    let times: Vec<_> = suite.tests.iter().map(|test| test.limits.cpu.unwrap().as_secs()).collect();
    assert_eq!(times, [1, 3]);
    let data = "data.yml:subtasks:\n- {score: 40, type: min, cases: [1, a]}\n- {score: 60, type: sum, cases: [3]}\ninputFile: x#.in\noutputFile: x#.ans\n";
    let suite = tests(&[data, "x1.in:", "x1.ans:", "xa.in:", "xa.ans:", "x3.in:", "x3.ans:"], ".");
    let groups: Vec<_> = suite.tests.iter().map(|test| test.group.as_deref().unwrap()).collect();
    assert_eq!(groups, ["1", "2", "1"]);
}

#[test]
fn a_refusal_names_the_setting_and_gives_way_to_the_command_line() {
    let place = one(&[]);
    place.write("t/config.yaml", "type: interactive\ntime: soon\n");
    let check = |code: i32, more: &[&str]| {
        let mut args = vec!["check", "t"];
        args.extend(more);
        args.extend(["--", "cat"]);
        place.run(code, &args)
    };
    let text = check(5, &[]);
    for words in [
        "config.yaml: the setting \"type: interactive\"",
        "--compare, --checker or --interactor",
        "time: soon",
    ] {
        assert!(text.contains(words), "{text}");
    }
    assert!(check(5, &["--compare", "tokens"]).contains("--time-limit"));
    check(0, &["--compare", "tokens", "--time-limit", "1"]);
    check(0, &["--dry-run"]);
    // Tests that the file says nothing about are not held up by it.
    place.write("u/1.in", "x\n");
    place.write("u/1.out", "x\n");
    place.run(0, &["check", "t", "u", "--filter", "^u", "--", "cat"]);
    place.run(5, &["check", "t", "u", "--", "cat"]);
    place.write("t/config.yaml", "redirect: x\n");
    check(5, &["--compare", "tokens"]);
}

#[test]
fn options_of_validators_are_those_of_the_nearest_file() {
    let package = Place::new(&[
        "p/problem.yaml:name: x\n",
        "p/data/secret/1.in:x\n",
        "p/data/secret/1.ans:Yes 1.0\n",
        "p/data/secret/1.yaml:output_validator_args: [float_tolerance, '1e-3']\n",
        "p/data/secret/g/test_group.yaml:output_validator_args: [case_sensitive]\n",
        "p/data/secret/g/2.in:x\n",
        "p/data/secret/g/2.ans:Yes 1.0\n",
        "near:#!/bin/sh\necho YES 1.0001\n",
        "same:#!/bin/sh\necho YES 1.0\n",
    ]);
    let text = package.run(1, &["check", "p", "--", "./near"]);
    assert!(text.contains("WA  data/secret/g/2") && text.contains("1 accepted"), "{text}");
    // A search that begins further inside knows the files further outside.
    package.write("p/data/secret/g/a/b/c/d/4.in", "x\n");
    package.write("p/data/secret/g/a/b/c/d/4.ans", "Yes 1.0\n");
    for path in ["p/data/secret/g", "p/data/secret/g/2.in", "p/data/secret/g/a/b/c/d"] {
        package.run(1, &["check", path, "--", "./same"]);
    }
    package.write("p/data/test_group.yaml", "output_validator_args: [nonsense]\n");
    package.write("p/data/secret/h/3.in", "x\n");
    package.write("p/data/secret/h/3.ans", "Yes\n");
    for path in ["p", "p/data/secret/h"] {
        assert!(package.run(5, &["check", path, "--", "./same"]).contains("no option nonsense"));
    }
    package.write("p/data/test_group.yaml", "");
    package.write("p/problem.yaml", "validation: custom\n");
    assert!(package.run(5, &["check", "p", "--", "./same"]).contains("there is no output validator"));
}

/// A program that copies `sum.in` to `sum.out` and prints something else.
const COPIES: &str = "#!/bin/sh\nprintf 'read: '; cat\ncat sum.in > sum.out\n";

/// Verdict and message of a program on the test of `one`, with `--file-io sum`.
#[track_caller]
fn with_files(program: &str, verdict: &str, says: &str) {
    let place = one(&[&format!("program:#!/bin/sh\n{program}\n")]);
    let code = i32::from(verdict != "AC");
    let args = ["t", "--file-io", "sum", "--output-limit", "100k", "--time-limit", "5", "--", "./program"];
    let (found, message) = place.verdict(code, &args);
    assert_eq!(found, verdict, "{program}: {message}");
    assert!(message.contains(says), "{program}: {message}");
}

#[test]
fn the_copy_of_an_input_file_is_no_memory_of_the_program() {
    let place = one(&["program:#!/bin/sh\nhead -c 3 sum.in > sum.out\n"]);
    place.write("t/1.in", &"a b ".repeat(6 << 20));
    let args = ["t", "--file-io", "sum", "--memory-limit", "16m", "--sandbox", "auto", "--", "./program"];
    assert_eq!(place.verdict(0, &args).0, "AC");
}

#[test]
fn input_and_output_may_be_files() {
    with_files("cat sum.in > sum.out; cat; echo more", "AC", "");
    with_files("cat sum.in", "WA", "wrote no sum.out");
    with_files("echo no > sum.out", "WA", "expected");
    with_files("cp sum.in sum.out; exit 3", "RTE", "exit status 3");
    with_files("exec head -c 200000 /dev/zero > sum.out", "OLE", "");
    with_files("cp sum.in sum.out; while :; do echo flood; done", "OLE", "");
    // What is at the place of the output is read only if the program has written it there.
    with_files("ln -s /etc/passwd sum.out", "WA", "sum.out is no file");
    with_files("cp sum.in real; ln -s real sum.out", "WA", "sum.out is no file");
    with_files("ln sum.in sum.out", "WA", "sum.out is not a file of its own");
    with_files("mkdir sum.out", "WA", "sum.out is not a file of its own");
    with_files("mkfifo sum.out", "WA", "sum.out is not a file of its own");
    with_files("cat sum.in > sum.out; chmod 0 sum.out", "AC", "");
}

#[test]
fn files_of_another_run_are_not_there() {
    let place = one(&[
        "t/2.in:c d\n",
        "t/2.out:c d\n",
        "t/3.in:e\n",
        "t/3.out:e\n",
        "program:#!/bin/sh\ntest -e sum.out && exit 1\ntest $(ls | wc -l) -le 2 || exit 2\ncat sum.in > sum.out\n",
    ]);
    place.run(0, &["check", "t", "--jobs", "1", "--file-io", "sum", "--", "./program"]);
    assert!(!place.path("sum.in").exists() && !place.path("sum.out").exists());
    let text = place.run(2, &["check", "t", "--sandbox", "off", "--file-io", "sum", "--", "./program"]);
    assert!(text.contains("private folder"), "{text}");
    assert!(!place.path("sum.in").exists());
    for name in ["../sum", "a/b", ""] {
        place.run(2, &["check", "t", "--file-io", name, "--", "./program"]);
    }
}

#[test]
fn packages_name_their_files() {
    let polygon = "<problem><judging input-file='sum.in' output-file='sum.out'><testset name='tests'><test-count>1</test-count>\
        <input-path-pattern>%d.in</input-path-pattern><answer-path-pattern>%d.out</answer-path-pattern></testset></judging></problem>";
    for (name, content) in [
        ("config.yaml", "filename: sum\n"),
        ("problem.xml", polygon),
        ("task.yaml", "infile: sum.in\noutfile: sum.out\n"),
        ("init.yml", "test_cases: [{in: 1.in, out: 1.out}]\nfile_io: {input: sum.in, output: sum.out}\n"),
    ] {
        let place = one(&[&format!("program:{COPIES}")]);
        place.write(&format!("t/{name}"), content);
        place.run(0, &["check", "t", "--", "./program"]);
        place.run(1, &["check", "t", "--", "cat"]);
    }
    // One of them alone.
    let place = one(&["program:#!/bin/sh\ncat sum.in\n"]);
    place.write("t/task.yaml", "infile: sum.in\noutfile: ''\n");
    place.run(0, &["check", "t", "--", "./program"]);
    // In CMS, a missing name is not an empty one.
    let place = one(&["program:#!/bin/sh\ncat input.txt > output.txt\n"]);
    place.write("t/task.yaml", "nome_breve: x\n");
    place.run(0, &["check", "t", "--", "./program"]);
    place.run(1, &["check", "t", "--", "cat"]);
    place.write("t/task.yaml", "infile: ''\noutfile:\n");
    place.run(0, &["check", "t", "--", "cat"]);
}

#[test]
fn limits_have_factors_by_language() {
    let place = one(&[
        "config/nim-toolkit/languages.toml:[sh]\nname = 'Shell'\nendings = ['sh']\nrun = '/bin/sh {source}'\n",
    ]);
    place.write("p.sh", "cat\n");
    place.write(
        "t/config.yaml",
        "time: 2s\nmemory: 64m\ntime_limit_rate: {sh: 1.5, sh.zsh: 9, py: 7}\nmemory_limit_rate: {sh: 2}\n",
    );
    let limits = |more: &[&str], program: &[&str]| {
        let report = place.report(0, &[&["t"], more, program].concat());
        let notes = report["notes"].to_string();
        let test = &report["tests"][0];
        (test["limit_ms"].as_f64().unwrap(), test["memory_limit_kib"].as_u64().unwrap(), notes)
    };
    let (time, memory, notes) = limits(&[], &["p.sh"]);
    assert_eq!((time, memory), (3000.0, 128 * 1024));
    assert!(notes.contains("p.sh: time limit times 1.5, memory limit times 2, since it is Shell"), "{notes}");
    assert_eq!(limits(&[], &["--", "cat"]).0, 2000.0);
    assert_eq!(limits(&["--time-limit", "5"], &["p.sh"]).0, 5000.0);
    assert_eq!(limits(&["--time-factor", "shell=2"], &["p.sh"]).0, 4000.0);
    for wrong in ["cobol=2", "sh=0", "sh", "sh=nan", "=2"] {
        place.run(2, &["check", "t", "--time-factor", wrong, "p.sh"]);
    }
}
