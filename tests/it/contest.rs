//! A contest: problems made from nothing, their tests, and their table.

use std::fs;

use crate::place::Place;

#[test]
fn a_contest_is_a_table_of_what_is_missing_and_what_fails() {
    let place = Place::new(&["contest/notes/a.txt:", "empty/notes/a.txt:"]);
    for kind in ["batch", "scoring"] {
        place.run(0, &["new", kind, "--plain", kind]);
        fs::rename(place.path(kind), place.path(&format!("contest/{kind}"))).unwrap();
    }
    fs::remove_dir_all(place.path("contest/batch/input_validators")).unwrap();
    let text = place.run(0, &["contest", "contest"]);
    for line in [
        "batch    3      2 of 2       1 s",
        "batch: missing an input validator\n",
        "scoring  4      2 of 2       1 s",
        "2 problems: 0 with failures, 1 with something missing\n",
        "note: notes: left out: no tests were found\n",
    ] {
        assert!(text.contains(line), "{line:?} is not in {text}");
    }
    place.write("contest/batch/submissions/wrong_answer/too_little.py", "n = int(input())\nprint(0, n)\n");
    fs::remove_file(place.path("contest/scoring/data/secret/1/most.ans")).unwrap();
    let text = place.run(1, &["contest", "contest"]);
    for line in [
        "batch: fails: wrong_answer/too_little.py: expected WA for some test",
        "scoring: fails: a part of a test is missing: data/secret/1/most.in",
        "2 problems: 2 with failures",
    ] {
        assert!(text.contains(line), "{line:?} is not in {text}");
    }
    assert!(place.run(4, &["contest", "empty"]).contains("empty has no problems in it"));
    assert!(place.run(2, &["contest", "contest/batch"]).contains("name the folder that it is in"));
}

const RULES: &str = "\
visualizer: /visualizers/vis.sh
solution: /submissions/accepted/right.sh
generators:
  several: [more/main.sh]
data:
  sample:
    data:
      '1': {in: one, in.download: {link: in}, ans.statement: {link: ans}, ans.download: ''}
  secret:
    test_group.yaml: {max_score: 100}
    include: [sample]
    data:
    - a: gen.sh {seed} 5
    - small:
        data:
        - b: {generate: 'gen.sh {seed:1} x', count: [2]}
        - '': {copy: manual/c}
    - d: {in: four, ans: '4'}
    - f: manual/c.in
    - e: several e
  invalid_input:
    data:
      wrong: {in: '-1'}
";

#[test]
fn tests_are_made_as_generators_yaml_says() {
    let place = Place::new(&[
        "p/problem.yaml:problem_format_version: 2025-09\nname: p\nuuid: u\n",
        "p/submissions/accepted/right.sh:#!/bin/sh\nread x\necho \"answer $x\"\n",
        "p/generators/gen.sh:#!/bin/sh\necho \"$*\"\n",
        "p/generators/more/main.sh:#!/bin/sh\necho \"several $*\"\n",
        "p/generators/manual/c.in:three\n",
        "p/generators/manual/c.ans:of hand\n",
        "p/data/secret/9-mine.in:mine\n",
        "p/data/secret/9-mine.ans:mine\n",
    ]);
    place.write("p/generators/generators.yaml", RULES);
    let text = place.run(0, &["gen", "p"]);
    assert!(
        text.contains("p/data: 9 tests by generators/generators.yaml, 24 files written, 0 removed"),
        "{text}"
    );
    let note = "note: p/generators/generators.yaml:1: the key \"visualizer\" makes no test, and is ignored";
    assert!(text.contains(note), "{text}");
    for (file, expected) in [
        ("sample/1.in", "one\n"),
        ("sample/1.ans", "answer one\n"),
        ("sample/1.in.download", "one\n"),
        ("sample/1.ans.statement", "answer one\n"),
        ("sample/1.ans.download", ""),
        ("secret/1.ans", "answer one\n"),
        // Seeds are those of bt.
        ("secret/1-a.in", "1721453711 5\n"),
        ("secret/1-small/2-b-2.in", "230116153 x\n"),
        ("secret/1-small/3.in", "three\n"),
        ("secret/1-small/3.ans", "of hand\n"),
        ("secret/4-d.ans", "4\n"),
        ("secret/6-e.in", "several e\n"),
        ("secret/5-f.in", "three\n"),
        ("secret/5-f.ans", "of hand\n"),
        ("secret/test_group.yaml", "max_score: 100\n"),
        ("invalid_input/wrong.in", "-1\n"),
        ("secret/9-mine.in", "mine\n"),
    ] {
        let found =
            fs::read_to_string(place.path(&format!("p/data/{file}"))).unwrap_or_else(|_| panic!("no {file}"));
        assert_eq!(found, expected, "{file}");
    }
    assert!(!place.path("p/data/invalid_input/wrong.ans").exists());
    // What no rule makes any more goes, unless it was changed since.
    place.write("p/data/secret/6-e.ans", "changed\n");
    place.write("p/generators/generators.yaml", &RULES.replace("    - e: several e\n", ""));
    let text = place.run(0, &["gen", "p"]);
    assert!(text.contains("0 files written, 1 removed"), "{text}");
    assert!(!place.path("p/data/secret/6-e.in").exists() && place.path("p/data/secret/6-e.ans").exists());
}

#[test]
fn what_generators_yaml_does_not_make_is_refused_with_its_line() {
    for (old, new, why) in [
        ("in: one,", "in: one, links: x,", "generators.yaml:8: the key \"links\" is not supported"),
        ("in: one,", "in: one, match: {out: x},", "generators.yaml:8: the key \"out\" is not supported"),
        ("in: one,", "in: one, match: '(',", "line 8: \"(\" is no regular expression here"),
        ("in: one,", "in: one, retries: 0,", "generators.yaml:8: expected a number from 1 to 1000"),
        ("in: one,", "in: 1,", "generators.yaml:8: expected a text; a number stands in quotes"),
        ("{link: in}", "{link: ans}", "generators.yaml:8: in.download is no link to \"ans\""),
        (
            "{link: ans}, ans.download: ''",
            "{link: ans.download}, ans.download: {link: ans}",
            "generators.yaml:8: ans.download is a link, too",
        ),
        ("{seed} 5", "{seed} {seed}", "generators.yaml:13: a command has {seed} once"),
        ("[sample]", "[other]", "generators.yaml:11: \"other\" is not the key of one earlier test or group"),
        ("manual/c", "../c", "generators.yaml:17: expected a path below generators"),
        ("several e", "missing e", "generators.yaml:20: secret/6-e: there is no p/generators/missing"),
        ("count: [2]", "count: 200", "generators.yaml:16: expected 1 to 100 tests"),
        (
            "data:\n  sample",
            "other: 1\ndata:\n  sample",
            "generators.yaml:5: the key \"other\" is not supported",
        ),
    ] {
        let place = Place::new(&["p/problem.yaml:name: p\n", "p/generators/gen.sh:#!/bin/sh\nexit\n"]);
        place.write("p/submissions/accepted/right.sh", "#!/bin/sh\necho\n");
        place.write("p/generators/manual/c.in", "");
        place.write(
            "p/generators/generators.yaml",
            &RULES.replace(old, new).replacen("more/main.sh", "gen.sh", 1),
        );
        let text = place.run(5, &["gen", "p"]);
        assert!(text.contains(why), "{why:?} is not in {text}");
        assert!(!place.path("p/data").exists(), "{why}");
    }
}

#[test]
fn generators_are_retried_with_other_seeds_and_patterns_are_looked_for() {
    let place = Place::new(&[
        "p/problem.yaml:problem_format_version: 2025-09\nname: p\nuuid: u\nconstants: {most: 9}\n",
        "p/submissions/accepted/right.sh:#!/bin/sh\ncat\n",
        // It fails for the first two seeds of this command, which follow from its text.
        "p/generators/gen.sh:#!/bin/sh\n[ $1 -ge 1721453713 ] || exit 1\necho \"$*\"\n",
    ]);
    let rules = |retries: u32| {
        format!(
            "retries: {retries}\ndata:\n  secret:\n    data:\n      a: {{generate: 'gen.sh {{seed}} 5', match: '^17.* 5$'}}\n      b: {{in: 'x {{{{most}}}}', match: {{in: [x, q], ans: z}}}}\n"
        )
    };
    place.write("p/generators/generators.yaml", &rules(3));
    let text = place.run(0, &["gen", "p"]);
    assert_eq!(fs::read_to_string(place.path("p/data/secret/a.in")).unwrap(), "1721453713 5\n");
    for note in ["data/secret/b.in: no match for \"q\"", "data/secret/b.ans: no match for \"z\""] {
        assert!(text.contains(note), "{note:?} is not in {text}");
    }
    assert_eq!(text.matches("no match").count(), 2, "{text}");
    place.write("p/generators/generators.yaml", &rules(2));
    let text = place.run(5, &["gen", "p"]);
    assert!(text.contains("the generator gen.sh 1721453712 5 fails"), "{text}");
}

#[test]
fn inputs_of_families_are_answered_by_a_named_solution() {
    let grammar = "constants: {a: 1..=9}\ngrammar: {cases: one, case: [{line: [number a, number b]}]}\n";
    let place = Place::new(&[
        &format!("p/problem.yaml:name: sum\n{grammar}"),
        "p/submissions/accepted/sum.py:a, b = map(int, input().split())\nprint(a + b)\n",
        "p/submissions/run_time_error/none.py:raise SystemExit(3)\n",
    ]);
    let gen_by = |code: i32, solution: &str, folder: &str| {
        place.run(
            code,
            &["gen", "p", "--family", "random", "--count", "3", "--solution", solution, "-o", folder],
        )
    };
    let text = gen_by(0, "submissions/accepted/sum.py", "inputs");
    assert!(text.contains("wrote 3 inputs to inputs with their answers"), "{text}");
    for number in ["01", "02", "03"] {
        let read = |ending: &str| {
            fs::read_to_string(place.path(&format!("inputs/{number}-random.{ending}"))).unwrap()
        };
        let sum: u64 = read("in").split_whitespace().map(|word| word.parse::<u64>().unwrap()).sum();
        assert_eq!(read("ans"), format!("{sum}\n"));
    }
    let text = gen_by(5, "p/submissions/run_time_error/none.py", "none");
    assert!(
        text.contains("the solution p/submissions/run_time_error/none.py fails on none/01-random.in"),
        "{text}"
    );
    assert!(gen_by(2, "no.py", "no").contains("--solution: there is no no.py"));
}

#[test]
fn validators_of_a_package_read_its_inputs_before_submissions_are_run() {
    let place = Place::new(&["contest/notes/a.txt:"]);
    place.run(0, &["new", "p", "--plain", "batch"]);
    place.write("p/data/secret/3-wrong.in", "-1\n");
    place.write("p/data/secret/3-wrong.ans", "0 -1\n");
    let text = place.run(1, &["check", "p", "--submissions"]);
    let refused = "error: the package's validators refuse 1 input:\n  data/secret/3-wrong: ";
    assert!(text.contains(refused) && text.contains("(input_validators/validate.py)"), "{text}");
    assert!(!text.contains("as expected"), "{text}");
    fs::rename(place.path("p"), place.path("contest/p")).unwrap();
    let text = place.run(1, &["contest", "contest"]);
    assert!(text.contains("p: fails: its validators refuse inputs"), "{text}");
    // What a validator accepted is remembered as long as neither it nor an input changes.
    fs::remove_file(place.path("contest/p/data/secret/3-wrong.in")).unwrap();
    fs::remove_file(place.path("contest/p/data/secret/3-wrong.ans")).unwrap();
    place.run(0, &["check", "contest/p", "--submissions"]);
    place.run(0, &["check", "contest/p", "--submissions"]);
    place.write("contest/p/input_validators/validate.py", "raise SystemExit(43)\n");
    let text = place.run(1, &["check", "contest/p", "--submissions"]);
    assert!(text.contains("refuse 3 inputs"), "{text}");
}

#[test]
fn equal_inputs_of_families_are_left_out_by_name() {
    let grammar = "constants: {a: 1..=9}\ngrammar: {cases: one, case: [{line: [number a, number b]}]}\n";
    let place = Place::new(&[&format!("p/problem.yaml:name: sum\n{grammar}")]);
    let text = place.run(0, &["gen", "p", "--family", "all", "-o", "inputs"]);
    assert!(text.contains("note: few-huge: left out, as its input is that of 01-random\n"), "{text}");
    let files =
        fs::read_dir(place.path("inputs")).unwrap().map(|file| fs::read(file.unwrap().path()).unwrap());
    let mut inputs: Vec<Vec<u8>> = files.collect();
    let count = inputs.len();
    inputs.sort();
    inputs.dedup();
    assert!(count > 1 && inputs.len() == count && text.contains(&format!("wrote {count} inputs")), "{text}");
}
