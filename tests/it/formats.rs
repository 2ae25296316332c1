//! Packages with programs of their own: graders, managers, generators, checkers and interactors. Each is judged as its tool does.

use nim_judge::layout;

use crate::place::Place;
use crate::sources::has;

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

#[test]
fn graders_of_cms_call_the_submission() {
    let grader = "t/sol/grader.py:import double\nprint(double.twice(int(input())))\n";
    let place = task(
        "infile: ''\noutfile: ''\n",
        &[
            grader,
            "right.py:def twice(n):\n    return 2 * n\n",
            "wrong.py:def twice(n):\n    return 6\n",
            "alone.c:int main() {}\n",
        ],
    );
    assert_eq!(verdicts(&place, 0, &["right.py"]), "AC AC");
    assert_eq!(verdicts(&place, 1, &["wrong.py"]), "AC WA");
    let text = place.run(2, &["check", "t", "alone.c"]);
    assert!(text.contains("alone.c: left out") && text.contains("no grader in C,"), "{text}");
}

#[test]
fn graders_of_cms_in_c_read_files_where_eval_is_defined() {
    if !has("cc") {
        return;
    }
    let grader = "t/sol/grader.c:#include <stdio.h>\nint twice(int n);\nint main(void) {\n#ifndef EVAL\n\
                  return 1;\n#endif\nFILE *in = fopen(\"input.txt\", \"r\"), *out = fopen(\"output.txt\", \"w\");\n\
                  int n;\nif (!in || !out || fscanf(in, \"%d\", &n) != 1) return 2;\n\
                  fprintf(out, \"%d\\n\", twice(n));\nfclose(out);\nreturn 0;\n}\n";
    let place = task("", &[grader, "right.c:int twice(int n) { return 2 * n; }\n"]);
    assert_eq!(verdicts(&place, 0, &["right.c"]), "AC AC");
}

#[test]
fn managers_of_cms_talk_by_standard_streams_or_by_named_pipes() {
    let manager = "#!/bin/sh\nread n <input.txt\necho $n >$2\nread m <$1\n\
                   if [ \"$m\" = $((2 * n)) ]; then echo 1.0; else echo 0.0; echo translate:wrong >&2; fi\n";
    let manager = format!("t/check/manager:{manager}");
    let place =
        task("", &[&manager, "yes:#!/bin/sh\nread n\necho $((2 * n))\n", "no:#!/bin/sh\nread n\necho 6\n"]);
    assert_eq!(verdicts(&place, 0, &["--", "./yes"]), "AC AC");
    let report = place.report(1, &["t", "--", "./no"]);
    assert_eq!(report["tests"][1]["verdict"], "WA");
    assert!(report["tests"][1]["message"].as_str().unwrap().contains("score 0 of 1: wrong"), "{report}");
    // What it prints is dropped, and its standard input is empty, as there.
    let named = "yes:#!/bin/sh\necho 5\nread m && exit 1\nread n <$1\necho 6\necho $((2 * n)) >$2\necho 7\n";
    let place = task("user_io: fifo_io\n", &[&manager, named]);
    assert_eq!(verdicts(&place, 0, &["--", "./yes"]), "AC AC");
    // A manager that writes to the first pipe, which a program then reads as its second.
    let crossed = "t/check/manager.py:import sys\nn = int(sys.stdin.read())\nout = open(sys.argv[1], \"w\")\n\
                   print(n, file=out, flush=True)\nprint(float(int(open(sys.argv[2]).readline()) == 2 * n))\n";
    let place =
        task("user_io: fifo_io\n", &[crossed, "yes:#!/bin/sh\necho 5\nread n <$2\necho $((2 * n)) >$1\n"]);
    assert_eq!(verdicts(&place, 0, &["--", "./yes"]), "AC AC");
}

#[test]
fn tests_of_cms_that_are_not_stored_are_made() {
    let files = [
        "t/task.yaml:name: double\ninfile: ''\noutfile: ''\n",
        "t/gen/generator.py:import sys, limits\nprint(sum(map(int, sys.argv[1:])) % limits.MOST)\n",
        "t/gen/limits.py:MOST = 100\n",
        "t/gen/hard.txt:50\n",
        "t/sol/solution.sh:#!/bin/sh\nread n\necho $((2 * n))\n",
        "t/att/input0.txt:1\n",
        "t/att/output0.txt:1\n",
        "yes:#!/bin/sh\nread n\necho $((n + n))\n",
        "small:#!/bin/sh\nread n\n[ $n -gt 40 ] && n=0\necho $((2 * n))\n",
    ];
    for (name, text) in [
        ("GEN", "# a comment\n#ST: 40\n1 2 # not 3\n7\n# ST: 60\n#COPY: gen/hard.txt\n30 9\n"),
        (
            "cases.gen",
            ": GEN default gen/generator.py A B\n: CONSTRAINT $A < 9\n: SUBTASK 40\n1 2\n7\n: SUBTASK 60 big\n\
             : COPY gen/hard.txt\n: RUN default 30 '9'\n",
        ),
    ] {
        let place = Place::new(&files);
        place.write(&format!("t/gen/{name}"), text);
        let report = place.report(0, &["t", "--", "./yes"]);
        assert_eq!(
            (&report["summary"]["total"], &report["programs"][0]["score"]),
            (&4.into(), &100.0.into())
        );
        let report = place.report(1, &["t", "--", "./small"]);
        assert_eq!(report["programs"][0]["score"], 40.0, "{name}: {report}");
        assert_eq!(report["tests"][2]["verdict"], "WA");
    }
    let place = Place::new(&files);
    place.write("t/gen/GEN", "1\n2\n");
    place.write("t/gen/generator.py", "#!/usr/bin/env pypy\nimport sys\nprint sys.argv[1]\n");
    let text = place.run(5, &["check", "t", "--", "./yes"]);
    assert!(text.contains("generator.py cannot be run: it is Python 2"), "{text}");
    std::fs::remove_file(place.path("t/gen/generator.py")).unwrap();
    let text = place.run(5, &["check", "t", "--", "./yes"]);
    assert!(text.contains("missing: t/gen/generator.*") || text.contains("gen/generator.*"), "{text}");
}

#[test]
fn inputs_of_a_task_are_validated_as_task_maker_does() {
    let validator = "import sys, limits\nn = int(open(sys.argv[1]).read())\n\
                     assert n <= limits.MOST[int(sys.argv[2])], 'too large'\n";
    let files = [
        "t/task.yaml:name: double\ninfile: ''\noutfile: ''\n",
        "t/gen/generator.py:import sys\nprint(sys.argv[1])\n",
        "t/gen/limits.py:MOST = [0, 9, 99]\n",
        "t/sol/solution.py:print(2 * int(input()))\n",
        &format!("t/gen/validator.py:{validator}"),
        "t/gen/small.py:import sys\nassert sys.argv[1:] == ['small', '0']\n",
    ];
    let place = Place::new(&files);
    let check = |name: &str, text: &str, code: i32| {
        place.write(&format!("t/gen/{name}"), text);
        place.run(code, &["check", "t", "--submissions"])
    };
    check("GEN", "#ST: 40\n9\n#ST: 60\n10\n99\n", 0);
    let text = check("GEN", "#ST: 40\n10\n#ST: 60\n10\n100\n", 1);
    for line in
        ["refuse 2 inputs", "input/input0: AssertionError: too large (gen/validator.py)", "input/input2: "]
    {
        assert!(text.contains(line), "{line}: {text}");
    }
    check("GEN", "9\n", 0);
    check("GEN", "10\n", 1);
    // The validator runs beside these files, for each subtask in which the input counts.
    place.write(
        "t/gen/validator.sh",
        "cat constraints.yaml $1 && echo $TM_SUBTASK $TM_TESTCASE $TM_SUBTASK_NAME $2 >&2; exit 1\n",
    );
    std::fs::remove_file(place.path("t/gen/validator.py")).unwrap();
    place.write("t/gen/constraints.yaml", "N: 9\n");
    let text = check("GEN", "#ST: 40\n#STNAME: one\n1\n#ST: 60\n#STDEP: one\n2\n", 1);
    for line in ["input/input0: 0 0 one 1 (", "input/input0: 1 0 2 (", "input/input1: 1 1 2 ("] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(text.contains("refuse 3 inputs"), "{text}");
    // Subtasks count from 0 there.
    place.write("t/gen/v.py", validator);
    let cases = |text: &str, code: i32| {
        let declared = ": GEN default gen/generator.py\n: VAL v ./gen/v.py\n: VAL s gen/small.py $ST_NAME $ST_NUM\n: SUBTASK 40";
        check("cases.gen", &format!("{declared} {text}"), code)
    };
    cases("s m all\n:VAL s\n7\n:SUBTASK 60\n9\n", 0);
    cases("large\n:VAL s\n7\n:SUBTASK 60\n9\n", 1);
    cases("\n0\n:SUBTASK 60\n10\n", 1);
    assert!(cases("\n0\n:VAL none\n", 4).contains("gen/cases.gen: line 6 is malformed"));
    assert!(cases("\n:VAL o ../o.py\n", 4).contains("line 5: ../o.py leads out of the task"));
}

#[test]
fn tasks_of_terry_are_refused_by_name() {
    let place =
        Place::new(&["t/task.yaml:name: x\nmax_score: 10\n", "t/managers/checker.py:", "t/solutions/a.py:"]);
    for (code, program) in [(4, &["--", "cat"][..]), (2, &["--submissions"])] {
        let text = place.run(code, &[&["check", "t"], program].concat());
        assert!(text.contains("task.yaml: cannot be read: tasks of Terry"), "{text}");
    }
}

#[test]
fn a_file_called_task_yaml_may_be_another_tools() {
    let place =
        Place::new(&["t/task.yaml:name: x\ntitle: y\ntime_limit: 2000\n", "t/1.in:a\n", "t/1.out:a\n"]);
    let suite = layout::discover(&place.path("t")).unwrap();
    assert_eq!((suite.tests.len(), suite.tests[0].limits.cpu), (1, None));
    place
        .write("t/task.yaml", "nome_breve: x\nnome: y\ntimeout: 2\ndiff: 1\ncorrettore: 0\ntoken_total: 3\n");
    let suite = layout::discover(&place.path("t")).unwrap();
    assert_eq!(suite.tests[0].limits.cpu, Some(std::time::Duration::from_secs(2)));
    assert_eq!(suite.tests[0].refused, []);
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

const B_THEN_A: &str = "program:#!/bin/sh\necho b a\n";

#[test]
fn checkers_of_dmoj_are_modules_and_programs() {
    let check = |settings: &str, files: &[&str], code: i32, wanted: &str| {
        let place = dmoj(settings, &[&[B_THEN_A], files].concat());
        assert_eq!(verdicts(&place, code, &["--", "./program"]), wanted, "{settings}");
    };
    check("", &[], 1, "WA AC");
    check("checker: {name: sorted, args: {split_on: whitespace}}", &[], 0, "AC AC");
    check("checker: unordered", &[], 0, "AC AC");
    check("checker: linecount", &[], 1, "WA AC");
    let module = "t/check.py:from dmoj.result import CheckerResult\nfrom dmoj.utils.unicode import utf8text\n\
                  def check(output, answer, judge_input, point_value, word='x', **kwargs):\n\
                  \x20   right = word in utf8text(output) and judge_input == b'2\\n'\n\
                  \x20   return CheckerResult(right, point_value if right else 0, 'no ' + word)\n";
    check("checker: {name: check.py, args: {word: b}}", &[module], 1, "WA AC");
    check("checker: check.py", &[module], 1, "WA WA");
    let program = "t/chk.py:import sys\nsys.exit(open(sys.argv[2]).read() != open(sys.argv[3]).read())\n";
    check("checker: {name: bridged, args: {files: chk.py, lang: PY3}}", &[program], 1, "WA AC");
    let peg = "t/chk.py:import sys\nanswer, output, given = (open(name).read() for name in sys.argv[1:])\n\
               print(1, 2, sep='\\n') if given == '1\\n' else sys.exit(answer != output)\n";
    check("checker: {name: bridged, args: {files: chk.py, lang: PY3, type: peg}}", &[peg], 1, "WA AC");
    let coci = "t/chk.py:import sys\nprint('partial 2/2', file=sys.stderr)\nsys.exit(7)\n";
    check("checker: {name: bridged, args: {files: chk.py, lang: PY3, type: coci}}", &[coci], 0, "AC AC");
    let module = "t/check.py:from dmoj.checkers import standard, unordered\n\
                  def check(output, answer, judge_input, **kwargs):\n\
                  \x20   checker = unordered if judge_input == b'1\\n' else standard\n\
                  \x20   return checker.check(output, answer, **kwargs)\n";
    check("checker: check.py", &[module], 0, "AC AC");
    let asking = "t/check.py:def check(*a, result, **k):\n    return result.max_memory < 100\n";
    check("checker: check.py", &[asking], 5, "JE JE");
    let broken = "t/check.py:def check(*a, **k):\n    raise ValueError('oh')\n";
    check("checker: check.py", &[broken], 5, "JE JE");
}

#[test]
fn lines_of_dmoj_end_in_the_same_way_unless_data_are_binary() {
    let check = |settings: &str, code: i32, wanted: &str| {
        let place =
            dmoj(settings, &["program:#!/bin/sh\nread -r n && [ ${#n} = 1 ] && cat >&2 && echo b a\n"]);
        place.write("t/1.in", "1\r\n");
        place.write("t/2.in", "2");
        place.write("t/1.out", "b a\r");
        assert_eq!(verdicts(&place, code, &["--compare", "exact", "--", "./program"]), wanted, "{settings}");
    };
    check("", 0, "AC AC");
    check("binary_data: false", 0, "AC AC");
    check("binary_data: true", 1, "RTE RTE");
}

#[test]
fn interactors_of_dmoj_get_the_input_and_the_answer() {
    let interactor = "t/judge.py:import sys\nanswer = open(sys.argv[2]).read()\nprint(open(sys.argv[1]).read(), end='', flush=True)\n\
                      sys.exit(sys.stdin.readline() != answer)\n";
    let echo = "program:#!/bin/sh\nread n\n[ $n = 1 ] && echo a b || echo no\n";
    let place = dmoj("interactive: {files: judge.py, lang: PY3}", &[interactor, echo]);
    assert_eq!(verdicts(&place, 1, &["--", "./program"]), "AC WA");
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
fn generators_of_dmoj_print_the_answer_on_standard_error() {
    let generator = "t/gen.py:import sys\nprint(sys.argv[1])\nprint(2 * int(sys.argv[1]), file=sys.stderr)\n";
    let place = Place::new(&[
        generator,
        "t/init.yml:generator: gen.py\ntest_cases: [{generator_args: [3]}, {generator_args: [40]}, {in: a, out: b}]\n",
        "t/a:1\n",
        "t/b:2\n",
        "program:#!/bin/sh\nread n\necho $((2 * n))\n",
    ]);
    assert_eq!(verdicts(&place, 0, &["--", "./program"]), "AC AC AC");
}

#[test]
fn a_generator_of_dmoj_beside_an_input_makes_none() {
    for case in ["{in: a, out: b, generator_args: [1]}", "{in: a}"] {
        let place = Place::new(&[
            "t/gen.py:\n",
            &format!("t/init.yml:generator: gen.py\ntest_cases: [{case}]\n"),
            "t/a:1\n",
            "t/b:1\n",
        ]);
        let text = place.run(5, &["check", "t", "--", "cat"]);
        assert!(text.contains("the setting \"generator: gen.py\" is not supported (line 1)"), "{text}");
    }
}

#[test]
fn checkers_of_hydro_have_the_conventions_of_others() {
    let check = |kind: &str, script: &str, wanted: &str| {
        let place = Place::new(&[
            &format!("t/config.yaml:checker_type: {kind}\nchecker: {{file: chk.py, lang: py}}\n"),
            &format!("t/chk.py:import sys\nread = lambda name: open(name).read().strip()\n{script}\n"),
            "t/1.in:1\n",
            "t/1.out:b\n",
            "t/2.in:2\n",
            "t/2.out:a\n",
            "program:#!/bin/sh\necho a\n",
        ]);
        assert_eq!(verdicts(&place, 1, &["--", "./program"]), wanted, "{kind}");
    };
    check("testlib", "sys.exit(read(sys.argv[2]) != read(sys.argv[3]))", "WA AC");
    check("hustoj", "sys.exit(read(sys.argv[3]) != read(sys.argv[2]))", "WA AC");
    check("qduoj", "sys.exit(len(sys.argv) != 3 or read(sys.argv[1]) != '2')", "WA AC");
    check("syzoj", "print(100 if read('user_out') == read('answer') and read('input') else 30)", "WA AC");
    let missing =
        Place::new(&["t/config.yaml:checker_type: testlib\nchecker: chk.cc\n", "t/1.in:", "t/1.out:"]);
    missing.write("program", "#!/bin/sh\n");
    let text = missing.run(5, &["check", "t", "--", "./program"]);
    assert!(text.contains("chk.cc: there is no such file"), "{text}");
}

#[test]
fn hydro_puts_files_beside_programs_and_has_managers() {
    let place = Place::new(&[
        "t/config.yaml:user_extra_files: [help.py]\n",
        "t/help.py:def twice(n):\n    return 2 * n\n",
        "t/1.in:1\n",
        "t/1.out:2\n",
        "solution.py:import help\nprint(help.twice(int(input())))\n",
    ]);
    assert_eq!(verdicts(&place, 0, &["solution.py"]), "AC");
    let place = Place::new(&[
        "t/config.yaml:type: communication\nmanager: m.py\nnum_processes: 1\n",
        "t/m.py:import sys\nn = int(sys.stdin.read())\nprint(n, file=open(sys.argv[2], 'w'), flush=True)\n\
         print(int(int(open(sys.argv[1]).readline()) == n + 1))\n",
        "t/1.in:1\n",
        "t/1.out:\n",
        "program:#!/bin/sh\nread n\necho $((n + 1))\n",
    ]);
    assert_eq!(verdicts(&place, 0, &["--", "./program"]), "AC");
}

#[test]
fn vijos_lists_its_tests_with_bars_between_fields() {
    let place = Place::new(&[
        "t/Config.ini:2\na.in|a.out|1|40|65536\nb.in|b.out|2|60\n",
        "t/Input/a.in:1\n",
        "t/Output/a.out:1\n",
        "t/Input/b.in:2\n",
        "t/Output/b.out:3\n",
        "program:#!/bin/sh\ncat\n",
    ]);
    let report = place.report(1, &["t", "--", "./program"]);
    assert_eq!(report["programs"][0]["score"], 40.0);
    assert_eq!(
        (&report["tests"][0]["limit_ms"], &report["tests"][0]["memory_limit_kib"]),
        (&1e3.into(), &65536.into())
    );
}

#[test]
fn what_is_compiled_with_programs_is_found_by_other_formats() {
    let conf = "t/problem.conf:n_tests 1\ninput_pre i\noutput_pre o\nuse_builtin_checker wcmp\nwith_implementer on\n";
    let files =
        [conf, "t/i1.txt:1\n", "t/o1.txt:1\n", "t/implementer.cpp:", "t/implementer.py:", "t/require/a.h:"];
    let suite = layout::discover(&Place::new(&files).path("t")).unwrap();
    assert_eq!(suite.tests[0].refused, []);
    assert_eq!((suite.graders[0].sources.len(), suite.graders[0].beside.len()), (2, 1));
    assert_eq!(suite.graders[0].submission.as_deref(), Some("answer"));
    let signature = "signature_grader: {entry: handler.cpp, header: handler.h}";
    let place = dmoj(signature, &["t/handler.cpp:", "t/handler.h:"]);
    let suite = layout::discover(&place.path("t")).unwrap();
    assert_eq!(suite.tests[0].refused, []);
    assert!(suite.graders[0].prefix.contains("#include \"handler.h\""));
    assert_eq!(suite.graders[0].grader_prefix, "");
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
fn packages_of_rbx_are_made_and_their_solutions_checked() {
    let place = Place::new(&[
        "t/problem.rbx.yml:name: twice\ntimeLimit: 1000\nmemoryLimit: 256\nscoring: POINTS\n\
         generators: [{name: gen, path: gens/gen.py}]\n\
         solutions: [{path: sols/main.py, outcome: AC}, {path: 'sols/wa-*.py', outcome: WRONG_ANSWER}]\n\
         testcases:\n- {name: samples, testcaseGlob: 'samples/*.in'}\n\
         - {name: small, score: 30, generators: [{name: gen, args: 3 4}]}\n\
         - {name: big, score: 70, deps: [small], subgroups: [{name: plan, generatorScript: {path: plan.txt}}]}\n",
        "t/plan.txt:# a comment\n@testgroup big {\ngen 50\ngens/gen 60\n}\n@testgroup other {\ngen 1\n}\n@copy samples/1.in\n",
        "t/gens/gen.py:import sys\nprint(sum(map(int, sys.argv[1:])))\n",
        "t/samples/1.in:1\n",
        "t/samples/1.ans:2\n",
        "t/sols/main.py:print(2 * int(input()))\n",
        "t/sols/wa-small.py:n = int(input())\nprint(2 * n if n < 50 else 0)\n",
    ]);
    let report = place.report(0, &["t", "--submissions"]);
    let names: Vec<&str> =
        report["tests"].as_array().unwrap()[..5].iter().map(|test| test["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        ["big/0-plan-000", "big/0-plan-001", "big/0-plan-002", "samples/000", "small/000"]
            .map(|name| format!("build/tests/{name}"))
    );
    let scores: Vec<f64> = report["programs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|program| program["score"].as_f64().unwrap())
        .collect();
    assert_eq!(scores, [100.0, 30.0]);
}

#[test]
fn scripts_of_rbx_hold_inputs() {
    let place = Place::new(&[
        "t/problem.rbx.yml:name: echo\nsolutions: [{path: main.py, outcome: ac}]\n\
         generatorScript: {path: plan.txt}\ntestcases: [{name: alpha}, {name: beta}]\n",
        "t/plan.txt:@testgroup other {\n  @input {\n    @copy x\n  }\n}\n@input \"10\\n2 \"\n\
         @testgroup alpha {\n  @input 'it\\'s'\n  @input {\n    1  2\n\n    3\n  }\n}\n\
         @testgroup beta {\n@input \"\"\"\n  4\n 5 }\n\"\"\"\n@input {}\n}\n",
        "t/main.py:import sys\nprint(repr(sys.stdin.read()))\n",
        "t/build/tests/alpha/000.out:'10\\n2 '\n",
        "t/build/tests/alpha/001.out:\"it's\"\n",
        "t/build/tests/alpha/002.out:'1  2\\n\\n3\\n'\n",
        "t/build/tests/beta/000.out:'10\\n2 '\n",
        "t/build/tests/beta/001.out:'4\\n 5 }\\n'\n",
        "t/build/tests/beta/002.out:''\n",
    ]);
    let report = place.report(0, &["t", "--submissions"]);
    assert_eq!(report["tests"].as_array().unwrap().len(), 6);
}

#[test]
fn expectations_of_rbx_are_about_groups_and_scores() {
    let place = Place::new(&[
        "t/problem.rbx.yml:name: twice\nscoring: points\nsolutions:\n- {path: main.py, outcome: ac, score: 100}\n\
         - {path: part.py, outcome: incorrect, outcomePerGroup: {'*': ac, big: wa}, score: [30, null]}\n\
         - {path: late.py, outcome: incorrect, outcomePerGroup: {big: tle}, score: [null, 20]}\n\
         testcases: [{name: small, score: 30, testcaseGlob: 'small/*.in'}, {name: big, score: 70, testcaseGlob: 'big/*.in'}]\n",
        "t/small/1.in:1\n",
        "t/big/1.in:50\n",
        "t/main.py:print(2 * int(input()))\n",
        "t/part.py:n = int(input())\nprint(2 * n if n < 50 else 0)\n",
        "t/late.py:n = int(input())\nprint(2 * n if n < 50 else 1)\n",
    ]);
    let report = place.report(1, &["t", "--submissions"]);
    let unmet = |program: usize| &report["programs"][program]["expected"]["unmet"];
    assert_eq!((unmet(0), unmet(1)), (&serde_json::Value::Null, &serde_json::Value::Null));
    let of_late = [
        "expected TLE for some test, AC or TLE for all in group big, by the outcome tle",
        "expected at most 20 points, got 30, by the outcome incorrect",
    ];
    assert_eq!(*unmet(2), serde_json::json!(of_late));
}

#[test]
fn solutions_of_a_task_have_comments_on_subtasks() {
    let place = task(
        "infile: ''\noutfile: ''\n",
        &[
            "t/gen/GEN:#ST: 40\n#STNAME: small\n#COPY: a\n#ST: 60\n#STNAME: big\n#COPY: b\n",
            "t/sol/README.md:no solution\n",
            "t/sol/part.py:# @check-accepted: small\n# @check-zero: b*\nn = int(input())\nprint(6 if n else 0)\n",
            "t/sol/solution.py:# @check-accepted: *\nprint(2 * int(input()))\n",
            "t/sol/wrong.py:# @check-accepted: big\n# @check-accepted: huge\nprint(6)\n",
            "t/sol/zero.py:print(0)\n",
            "t/sol/.hidden.py:print(0)\n",
        ],
    );
    let text = place.run(1, &["check", "t", "--submissions"]);
    assert!(!text.contains("hidden"), "{text}");
    let unexpected = "unexpected: sol/wrong.py: WA on input/input1, expected AC for all in group 2, by @check-accepted: big";
    for said in
        [unexpected, "@check-accepted: huge is not compared", "2 of 3 submissions as expected", "sol/zero.py"]
    {
        assert!(text.contains(said), "{said}: {text}");
    }
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
fn refusals_name_the_lines_of_settings() {
    let refusal = |file: &str, line: usize| {
        let place = Place::new(&[&format!("t/{file}"), "t/1.in:1\n", "t/1.out:1\n", B_THEN_A]);
        let text = place.run(5, &["check", "t", "--", "./program"]);
        assert!(text.contains(&format!("is not supported (line {line})")), "{text}");
    };
    refusal("init.yml:test_cases:\n- {in: 1.in, out: 1.out}\nsymlinks: {a: b}\n", 3);
    refusal(
        "config.yaml:all: &all\n  time: 1s\ncases:\n- <<: *all\n  input: 1.in\n  output: 1.out\n  judge: a.c\n",
        7,
    );
    refusal("problem.conf:n_tests 1\ninput_suf in\noutput_suf out\ninteraction_mode on\n", 4);
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
