//! Strict reading: its findings in the test data and in mutations of them, and the output of `toolkit validate`.

use crate::inputs::golden;
use crate::inputs::strict::{fault, of};
use crate::place::Place;
use crate::run::Test;
use crate::whole;
use itertools::Itertools;
use nim_ground::random::Random;
use nim_inputs::Description;
use nim_inputs::strict::{self, Violation};
use nim_problems::PROBLEMS;
use nim_solve::problem::{Answers, Cases, Condition, Count, Grammar, Part};
use nim_solve::problem::{letters, list, number, rows, signed, word};
use nim_solve::registry::Bound;
use std::fs;

/// Returns the violations of an input, which is one that the statement allows just where the independent reader finds no fault.
fn violations(description: &Description, input: &[u8]) -> Vec<Violation> {
    let slug = &description.name;
    let found = strict::violations(description, input, 1000);
    let shown = || String::from_utf8_lossy(&input[..input.len().min(2000)]).into_owned();
    let fault = fault(description, input);
    assert_eq!(found.is_empty(), fault.is_none(), "{slug}: {found:?}, {fault:?}\n{}", shown());
    assert_eq!(strict::is_valid(description, input), found.is_empty(), "{slug}\n{}", shown());
    found
}

#[test]
fn the_test_data_are_as_their_folders_say() {
    for problem in PROBLEMS {
        let description = of(problem.slug);
        for path in golden::inputs(problem, &["sample", "secret"]) {
            let found = violations(&description, &fs::read(&path).unwrap());
            assert!(found.is_empty(), "{}: {found:?}", path.display());
        }
        for path in golden::inputs(problem, &["beyond", "tolerated"]) {
            let found = violations(&description, &fs::read(&path).unwrap());
            assert!(!found.is_empty(), "{}", path.display());
        }
    }
}

#[test]
fn the_place_of_every_malformed_input_is_found_or_one_before() {
    for problem in PROBLEMS {
        let description = of(problem.slug);
        for path in golden::inputs(problem, &["invalid"]) {
            let error = fs::read_to_string(path.with_extension("err")).unwrap();
            let place = error.lines().find_map(|line| line.trim().strip_prefix("--> <stdin>:")).unwrap();
            let (line, column) =
                place.split(':').map(|number| number.parse::<u64>().unwrap()).collect_tuple().unwrap();
            let found = violations(&description, &fs::read(&path).unwrap());
            let is_found = found.iter().any(|found| (found.line, found.column) <= (line, column));
            assert!(is_found, "{}: {place} is not among {found:#?}", path.display());
            let few = 4 + 2 * fs::read(&path).unwrap().split(|&byte| byte == b'\n').count();
            assert!(found.len() <= few, "{}: {found:#?}", path.display());
        }
    }
}

/// Mutations of each valid input that is short.
const MUTATIONS: usize = 10;

/// Bytes of a short input.
const SHORT: usize = 1500;

#[test]
fn mutations_are_found_where_the_independent_reader_finds_them() {
    let rounds = if whole::is_whole() { 40 } else { 6 };
    let (mut random, mut invalid, mut cascades) = (Random::new(16), 0, Vec::new());
    for problem in PROBLEMS {
        let description = of(problem.slug);
        let inputs =
            golden::inputs(problem, &["sample", "secret"]).into_iter().map(|path| fs::read(path).unwrap());
        let short = inputs.filter(|input| input.len() <= SHORT).collect_vec();
        assert!(!short.is_empty(), "{} has no short input", problem.slug);
        for _ in 0..rounds {
            let input = &short[random.within(0, short.len() as u64 - 1) as usize];
            for _ in 0..MUTATIONS {
                let mutation = mutated(input, &description, &mut random);
                let found = violations(&description, &mutation);
                invalid += usize::from(!found.is_empty());
                // If all lines look alike, the numbers alone tell that the step is lost.
                let alike = usize::from(problem.slug == "northcott") * mutation.len();
                if found.len() > 12 + alike {
                    let mut places = found
                        .iter()
                        .map(|found| format!("{}:{} {}", found.line, found.column, found.message));
                    let cascade = format!(
                        "{}: {}\n{}",
                        problem.slug,
                        places.join("\n"),
                        String::from_utf8_lossy(&mutation)
                    );
                    cascades.push(cascade);
                }
            }
        }
    }
    assert!(cascades.is_empty(), "{} cascades, such as {}", cascades.len(), cascades[0]);
    assert!(invalid >= 250 * rounds, "only {invalid} mutations are invalid");
}

/// Returns an input with one change.
fn mutated(input: &[u8], description: &Description, random: &mut Random) -> Vec<u8> {
    let mut text = input.to_vec();
    let mut pick = |of: &[usize]| of[random.within(0, of.len() as u64 - 1) as usize];
    let places = |wanted: &dyn Fn(usize) -> bool| (0..input.len()).filter(|&at| wanted(at)).collect_vec();
    let is_space = |at: usize| input[at].is_ascii_whitespace();
    let begins = places(&|at| !is_space(at) && (at == 0 || is_space(at - 1)));
    let spaces = places(&|at| input[at] == b' ');
    let ends = places(&|at| input[at] == b'\n');
    let token = pick(&begins);
    let len = input[token..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
    let mut replace = |range: std::ops::Range<usize>, by: &[u8]| drop(text.splice(range, by.iter().copied()));
    match pick(&(0..16).collect_vec()) {
        0 => replace(token..token, b"0"),
        1 if !spaces.is_empty() => {
            let at = pick(&spaces);
            replace(at..at, b" ");
        }
        2 => replace(token..token, b" "),
        3 => {
            let end = pick(&ends);
            replace(end..end, b" ");
        }
        4 => replace(input.len() - 1..input.len(), b""),
        5 if !spaces.is_empty() => {
            let at = pick(&spaces);
            replace(at..at + 1, b"\n");
        }
        6 => {
            let end = pick(&ends);
            replace(end..end + 1, b" ");
        }
        7 => replace(token..(token + len + 1).min(input.len()), b""),
        8 => replace(token..token + len, b""),
        9 => {
            let (begin, end) = line_at(input, token);
            replace(begin..end, b"");
        }
        10 => {
            let (begin, end) = line_at(input, token);
            replace(begin..begin, &input[begin..end]);
        }
        11 => {
            let ends = description.bounds.values().flat_map(|bound| [bound.least, bound.most]).flatten();
            let beyond = ends.flat_map(|end| [end - 1, end + 1]).collect_vec();
            let value = beyond[pick(&(0..beyond.len()).collect_vec())];
            replace(token..token + len, value.to_string().as_bytes());
        }
        12 => replace(
            token..token + len,
            [&b"x"[..], b"-1", b"+1", b"1.0", b"18446744073709551616"][pick(&[0, 1, 2, 3, 4])],
        ),
        13 => {
            let end = pick(&ends);
            replace(end..end, [&b"\r"[..], b"\n", b" 1", b"\0"][pick(&[0, 1, 2, 3])]);
        }
        14 => replace(input.len()..input.len(), [&b"\n"[..], b"0\n", b"1\n", b" "][pick(&[0, 1, 2, 3])]),
        _ => replace(token..token, b"1 "),
    }
    text
}

/// Returns the line at an offset, with its end.
fn line_at(input: &[u8], at: usize) -> (usize, usize) {
    let begin = input[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let len = input[at..].iter().position(|&byte| byte == b'\n').map_or(input.len() - at, |end| end + 1);
    (begin, at + len)
}

/// Returns a grammar with its bounds: `shift -3..=3`.
fn description(grammar: Grammar, bounds: &[&str]) -> Description {
    let bound = |text: &&str| {
        let (name, range) = text.split_once(' ').unwrap();
        (name.to_owned(), range.parse::<Bound>().unwrap())
    };
    let bounds = bounds.iter().map(bound).collect();
    Description { name: "test".to_owned(), grammar, bounds, answers: Answers::Line }
}

/// Returns the violations of an input, each as `LINE:COLUMN field: message`.
fn listed(description: &Description, input: &str) -> Vec<String> {
    let shown =
        |found: Violation| format!("{}:{} {}: {}", found.line, found.column, found.field, found.message);
    violations(description, input.as_bytes()).into_iter().map(shown).collect()
}

#[test]
fn signed_numbers_and_words_are_read_to_the_letter() {
    const FIELDS: &[Part] =
        &[Part::Line(&[word("name"), signed("shift"), letters("row", ".X"), number("n")])];
    let grammar = Grammar { cases: Cases::ToEnd, case: FIELDS, ..Grammar::NOTHING };
    let bounds =
        ["name 1..=4", "shift -3..=3", "row 2..=3", "n 1..=9", "total_shift -4..=5", "total_name ..=6"];
    let about = &description(grammar, &bounds);
    assert_eq!(listed(about, "ab -3 .X 9\nc 3 X.X 1\n"), [""; 0]);
    assert_eq!(listed(about, "a -0 .. 1\n"), ["1:3 shift: expected no sign, found \"-0\""]);
    assert_eq!(listed(about, "a +1 .. 1\n"), ["1:3 shift: expected no sign, found \"+1\""]);
    assert_eq!(listed(about, "a -01 .. 1\n"), ["1:3 shift: expected no leading zero, found \"01\""]);
    assert_eq!(
        listed(about, "a -4 .. 1\nb x .. 0\nc 1 .. 1\n"),
        [
            "1:3 shift: expected a number from -3 to 3, found -4",
            "2:3 shift: expected an integer, found \"x\"",
        ]
    );
    assert_eq!(
        listed(about, "abcde 1 .y 10\n"),
        [
            "1:1 name: expected a length from 1 to 4, found 5",
            "1:9 row: expected only \".X\", found \".y\"",
            "1:12 n: expected a number from 1 to 9, found 10",
        ]
    );
    assert_eq!(
        listed(about, "a 3 .. 1\nb 3 .. 1\n"),
        ["2:3 shift: expected a sum of at most 5 over the input"]
    );
    assert_eq!(
        listed(about, "a -3 .. 1\nb -3 .. 1\n"),
        ["3:1 shift: expected a sum of at least -4 over the input, found -6"]
    );
    assert_eq!(listed(about, "ab 1 ..\n"), ["1:8 n: expected an integer, found the end of the line"]);
    assert_eq!(listed(about, ""), ["1:1 input: expected a case, found the end of the input"]);
}

#[test]
fn rows_of_lists_end_their_lines_and_empty_lists_have_none() {
    const ROWS: &[Part] = &[
        Part::Line(&[number("n")]),
        rows(
            "row",
            Count::Of("n"),
            &[
                Part::Line(&[number("k")]),
                Part::Line(&[list("cell", Count::Of("k"))]),
                rows(
                    "pair",
                    Count::Linear { times: 1, of: "k", plus: -1 },
                    &[Part::Line(&[number("a"), number("b")])],
                ),
            ],
        ),
    ];
    let grammar = Grammar {
        cases: Cases::Counted,
        case: ROWS,
        conditions: &[
            Condition::Distinct("cell"),
            Condition::Even("n"),
            Condition::Distinct("pair"),
            Condition::Range { field: "b", from: Count::Of("k"), to: Count::Exactly(9) },
        ],
        ..Grammar::NOTHING
    };
    let about = &description(grammar, &["cases 1..=2", "cell 1..=9", "total_k ..=5"]);
    assert_eq!(listed(about, "2\n2\n0\n2\n5 6\n1 2\n0\n"), [""; 0]);
    assert_eq!(listed(about, "1\n2\n0\n\n2\n5 6\n1 2\n"), ["4:1 input: expected no blank line"]);
    assert_eq!(
        listed(about, "1\n2\n2\n5 5\n3 3\n2\n0 6\n2 1\n"),
        [
            "4:3 cell: expected a number that has not occurred before, found \"5\"",
            "5:3 b: expected a number that has not occurred before, found \"3\"",
            "7:1 cell: expected a number from 1 to 9, found 0",
            "8:3 b: expected a number from 2 to 9, found \"1\"",
        ]
    );
    assert_eq!(
        listed(about, "3\n1\n0\n"),
        [
            "1:1 cases: expected a number from 1 to 2, found 3",
            "2:1 n: expected an even number, found \"1\"",
            "4:1 cases: expected 3 cases, found 1",
        ]
    );
    assert_eq!(
        listed(about, "1\n2\n3\n1 2 3\n1 3\n1 3\n3\n1 2 3\n1 3\n1"),
        [
            "7:1 k: expected a sum of at most 5 over the input",
            "10:2 b: expected an integer, found the end of the input",
        ]
    );
}

#[test]
fn the_closing_zeros_stand_on_a_line_of_their_own() {
    const TRIPLES: &[Part] = &[Part::Line(&[number("a"), number("b"), number("c")])];
    let grammar = Grammar { cases: Cases::UntilZeros(3), case: TRIPLES, ..Grammar::NOTHING };
    let about = &description(grammar, &["a 0..=5", "cases 1..=2"]);
    assert_eq!(listed(about, "0 0 1\n0 0 0\n"), [""; 0]);
    assert_eq!(listed(about, "0 0 1\n"), ["2:1 input: expected the closing 0 0 0"]);
    assert_eq!(listed(about, "0 0 1\n0 0  0\n"), ["2:5 input: expected one space before it, found \"  \""]);
    assert_eq!(
        listed(about, "0 0 1\n0 0 0\n0 0 0\n"),
        ["3:1 input: expected the end of the input, found \"0 0 0\""]
    );
    assert_eq!(listed(about, "0 0 0\n"), ["2:1 cases: expected a number from 1 to 2, found 0"]);
    assert_eq!(
        listed(about, "6 0 0\n7 1\n1 1 1 1\n0 0 0 0\n"),
        [
            "1:1 a: expected a number from 0 to 5, found 6",
            "2:1 a: expected a number from 0 to 5, found 7",
            "2:4 c: expected an integer, found the end of the line",
            "3:6 c: expected the end of the line, found \"1\"",
            "4:6 input: expected the end of the line, found \"0\"",
        ]
    );
}

#[test]
fn lost_steps_are_found_again() {
    let john = &of("john");
    // A token too many, one missing, a broken line, joined lines, and a count that takes in other cases.
    for (input, places) in [
        ("3\n2\n1 2 3\n1\n4\n1\n5\n", &["3:4"][..]),
        ("3\n2\n1\n1\n4\n1\n5\n", &["3:2"]),
        ("3\n3\n1 2\n3\n1\n4\n1\n5\n", &["3:4"]),
        ("3\n2 1 2\n1\n4\n1\n5\n", &["2:2"]),
        ("3\n2\n1 2 1\n4\n1\n5\n", &["3:4"]),
        ("3\n2\n1 x\n1\n4\n1\n5\n", &["3:3"]),
        ("3\nx\n1 2\n1\n4\n1\n5\n", &["2:1"]),
        ("2\n1\n4\n1\n5\n1\n6\n", &["6:1"]),
        ("4\n1\n4\n1\n5\n1\n6\n", &["8:1"]),
        ("1\n60\n1 2\n", &["2:1", "3:4"]),
    ] {
        let found = violations(john, input.as_bytes());
        let found = found.iter().map(|found| format!("{}:{}", found.line, found.column)).collect_vec();
        assert_eq!(found, places, "{input:?}");
    }
    let pieces = &of("hopping-pieces");
    let found = violations(pieces, format!("9\n1\n1 3\n18\n1 5\n{}", "1\n2 5 6\n".repeat(7)).as_bytes());
    assert_eq!(found.len(), 1, "{found:#?}");
}

#[test]
fn the_command_prints_violations_and_says_what_concerns_all() {
    let place = Place::new(&[
        "data/sample/1.in:1\n2\n3 0\n",
        "data/sample/1.ans:John\n",
        "data/secret/a.in:1\n1\n1\n",
        "data/secret/a.ans:Brother\n",
        "data/secret/b.in:1\n1\n1\n",
        "data/beyond/c.in:1\n0\n",
        "data/beyond/c.ans:John\n",
        "data/invalid/d.in:x\n",
        "data/invalid/d.err:no\n",
        "bad.in:1\n2\n03 5001\n7 \n",
    ]);
    let text = "bad.in:3:1: heap: expected no leading zero, found \"03\"\n\
                bad.in:3:4: heap: expected a number from 0 to 5000, found 5001\n\
                bad.in:4:1: input: expected the end of the input, found \"7 \"\n";
    place.test(&["validate", "john", "bad.in"]).stdout(text).stderr("").status(1).run();
    let first = place.test(&["validate", "p4279", "bad.in", "--max-errors", "1"]);
    let first_line = text.lines().next().unwrap().to_owned() + "\n";
    first.stdout(first_line).stderr("bad.in: 2 more violations are not shown\n").status(1).run();
    let notes = "note: bounds that no input reaches: cases never 500; heaps never 50; total_heaps never 25000; heap never 5000\n\
                 note: the same contents: data/secret/a.in, data/secret/b.in\n\
                 3 inputs, 0 not valid; left out: 1 in beyond, 1 in invalid\n";
    place.test(&["validate", "john", "data"]).stdout("").stderr(notes).run();
    // The same folders again.
    place.test(&["validate", "john", "data", "./data", "data/beyond/.."]).stdout("").stderr(notes).run();
    place.test(&["validate", "john", "data/invalid"]).stdout("").error("no inputs found").status(4).run();
    place.test(&["validate", "john", "none.in"]).stdout("").error("there is no file none.in").status(2).run();
    place.test(&["validate", "jhon", "bad.in"]).stdout("").error("did you mean john?").status(2).run();
    let printed = place.test(&["validate", "john", "data", "bad.in", "--json"]).status(1).run();
    let json: serde_json::Value = serde_json::from_slice(&printed.stdout).unwrap();
    assert_eq!(json["schema"], "toolkit-validate/1");
    assert_eq!(
        json["files"].as_array().unwrap().iter().map(|file| file["valid"] == true).collect_vec(),
        [true, true, true, false]
    );
    assert_eq!(json["files"][3]["violations"][1]["column"], 4);
    assert_eq!(json["never_reached"][0]["bound"], "500");
    let stdin = place.test(&["validate", "john", "-", "data/secret/b.in", "-"]).stdin("1\n1\n9 \n").status(1);
    stdin.stdout("<stdin>:3:2: heap: expected the end of the line, found \" \"\n").run();
    let stdin = Test::new().line("validate john").stdin("1\n1\n5");
    stdin
        .stdout("<stdin>:3:2: input: expected a line feed at the end of the input\n")
        .stderr("")
        .status(1)
        .run();
}

#[test]
fn a_folder_with_a_grammar_has_its_inputs_validated() {
    let yaml = "name: Own\nconstants:\n  n: 1..=9\n  shift: -5..=5\ngrammar:\n  cases: to-end\n  case:\n    - line: [number n, signed shift]\n";
    let place = Place::new(&["own/own.in:1 -5\n10 -6\n"]);
    place.write("own/problem.yaml", yaml);
    let text = "own/own.in:2:1: n: expected a number from 1 to 9, found 10\n\
                own/own.in:2:4: shift: expected a number from -5 to 5, found -6\n";
    place.test(&["validate", "own", "own/own.in"]).stdout(text).stderr("").status(1).run();
    // A long stream is held in a file.
    let long = "9 5\n".repeat(1_200_000) + "9  5\n";
    let stdin = place.test(&["validate", "own"]).stdin(long);
    stdin.stdout("<stdin>:1200001:3: shift: expected one space before it, found \"  \"\n").status(1).run();
}
