//! Cases of every shape: each comes out right, and each fault is named, on every path.

use crate::naive::{self, Reading};
use crate::routes::{self, Output, Portions};
use crate::whole;
use itertools::Itertools;
use nim_io::{Input, Lines};
use nim_solve::Tuning;
use nim_solve::problem::{
    Answers, Case, CaseAnalysis, Cases, Condition, Count, Fields, Grammar, Needs, Part, Problem, Theme,
    Theorem, letters, list, number, rows, signed, word,
};
use nim_solve::registry::{Entry, Texts};
use proptest::prelude::*;
use std::io::Write;
use std::num::NonZero;

/// Declares a problem whose answer repeats the tokens of a case: numbers as they are, words by their length.
macro_rules! echo {
    ($entry:ident, $name:ident, $grammar:expr, $show:expr) => {
        #[derive(Default)]
        struct $name;

        impl Problem for $name {
            const THEMES: &'static [Theme] = &[Theme::Nim];
            const RULE: &'static str = "repeat the case";
            const IDEA: &'static str = "none";
            const GRAMMAR: Grammar = $grammar;
            const ANSWERS: Answers = Answers::Line;
            const NEEDS: Needs = Needs::Fields;
            type Summary = ();

            fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
                let show: fn(&Case<'_, ()>) -> Vec<u64> = $show;
                out.list(&show(&case));
            }

            fn facts<'a>(&self, _: &[u64], _: &Fields<'a>) -> CaseAnalysis<'a> {
                CaseAnalysis::none()
            }
        }

        static $entry: Entry = Entry::new::<$name>("echo", NO_TEXTS);
    };
}

pub const NO_TEXTS: Texts = Texts {
    manifest: "",
    statement_en: "",
    statement_zh: "",
    theorem: Theorem { en: "", zh: "" },
    samples: &[],
};

echo!(
    TREES,
    Trees,
    Grammar {
        cases: Cases::Counted,
        case: &[
            Part::Line(&[number("n")]),
            rows(
                "edge",
                Count::Linear { times: 1, of: "n", plus: -1 },
                &[Part::Line(&[number("u"), number("v")])]
            ),
        ],
        conditions: &[Condition::Tree("edge")],
        ..Grammar::NOTHING
    },
    |case| [&case.numbers::<1>()[..], case.rows::<2>("edge").as_flattened()].concat()
);

echo!(
    POSITIONS,
    Positions,
    Grammar {
        cases: Cases::UntilZeros(1),
        case: &[
            Part::Line(&[number("k"), list("move", Count::Of("k"))]),
            Part::Line(&[number("m")]),
            rows(
                "position",
                Count::Of("m"),
                &[Part::Line(&[number("heaps"), list("heap", Count::Of("heaps"))])]
            ),
        ],
        ..Grammar::NOTHING
    },
    |case| {
        let positions = case.lists("heap").flat_map(|heaps| [&[heaps.len() as u64], heaps].concat());
        let moves = case.list("move");
        let head = [&[moves.len() as u64], moves, &[case.lists("heap").count() as u64]].concat();
        head.into_iter().chain(positions).collect()
    }
);

echo!(
    PAIRS,
    EvenPairs,
    Grammar {
        header: &["N", "most"],
        cases: Cases::UntilZeros(2),
        case: &[
            Part::Line(&[number("a"), number("b"), number("n")]),
            Part::Line(&[list("place", Count::Of("n"))]),
        ],
        conditions: &[
            Condition::Even("n"),
            Condition::Distinct("place"),
            Condition::Range { field: "place", from: Count::Exactly(1), to: Count::Of("most") },
        ],
        ..Grammar::NOTHING
    },
    |case| [&case.numbers::<3>()[..], case.list("place")].concat()
);

echo!(
    BOARDS,
    Boards,
    Grammar {
        cases: Cases::ToEnd,
        case: &[
            Part::Line(&[signed("shift"), number("n"), word("title")]),
            rows("row", Count::Of("n"), &[Part::Line(&[letters("cells", ".#0123"), number("weight")])]),
        ],
        ..Grammar::NOTHING
    },
    |case| {
        let lengths = case.words("cells").map(|cells| cells.len() as u64);
        let head = [case.signed("shift").cast_unsigned(), case.words("cells").count() as u64];
        let title = case.word("title").len() as u64;
        head.into_iter().chain([title]).chain(lengths).collect()
    }
);

echo!(
    TRIPLES,
    Triples,
    Grammar {
        cases: Cases::UntilZeros(3),
        case: &[Part::Line(&[number("a"), number("b"), number("c")])],
        conditions: &[
            Condition::Range { field: "a", from: Count::Exactly(1), to: Count::Exactly(9) },
            Condition::Range { field: "c", from: Count::Exactly(1), to: Count::Exactly(9) },
        ],
        ..Grammar::NOTHING
    },
    |case| case.numbers::<3>().to_vec()
);

/// Returns the answer to a case as the naive reader reads it.
fn echoed(problem: &Entry, case: &[u64]) -> String {
    let mut shown = case.to_vec();
    if problem.form.grammar == BOARDS.form.grammar {
        // Every other token of a row is a weight, which is not repeated.
        shown = [&case[..3], &case[3..].iter().copied().step_by(2).collect_vec()].concat();
    }
    shown.iter().join(" ") + "\n"
}

fn expected(problem: &Entry, input: &[u8]) -> Output {
    let Reading { cases, fault, .. } = naive::read(problem.form.grammar, input);
    Output {
        answers: cases.iter().map(|case| echoed(problem, case)).collect(),
        error: fault.map(|fault| fault.report("in.txt", input)),
    }
}

fn check(problem: &Entry, text: &str) -> Result<(), TestCaseError> {
    let expected = expected(problem, text.as_bytes());
    for (name, tuning) in routes::tunings() {
        for sizes in [&[usize::MAX][..], &[1], &[3, 700]] {
            let input = Input::reader("in.txt", Portions::new(text.as_bytes(), sizes));
            prop_assert_eq!(&routes::solve(problem, input, &tuning), &expected, "{}: {:?}", name, text);
        }
    }
    Ok(())
}

#[test]
fn every_fault_of_a_field_is_named() {
    let tree = "2\n3\n1 2\n2 3\n";
    let positions = "2 1 3\n2\n1 5\n2 0 7\n";
    let pairs = "1 5\n3 0 2\n4 5\n";
    let board = "-3 2 x\n..# 4\n#.. 5\n";
    for (problem, texts) in [
        (
            TREES,
            &[
                (tree, "case 2: n: expected an integer, found the end of the input"),
                ("1\n3\n1 2\n2", "case 1: edge 2: v: expected an integer, found the end"),
                (
                    "1\n3\n1 2\n2 1\n",
                    "case 1: edge 2: v: expected the edges of a tree, but edge 2 closes a circle, found \"1\"",
                ),
                ("1\n3\n1 4\n", "case 1: edge 1: v: expected a number from 1 to 3, found \"4\""),
                ("1\n2\n1 x\n", "case 1: edge 1: v: expected an integer, found \"x\""),
            ][..],
        ),
        (
            POSITIONS,
            &[
                ("2 1", "case 1: expected 2 moves, found 1 before the end of the input"),
                ("1 1\n", "case 1: position count: expected an integer, found the end"),
                ("1 1 2\n1 5\n", "case 1: position 2: heap count: expected an integer, found the end"),
                ("1 1 2\n1 5\n1 y\n", "case 1: position 2: heap 1: expected an integer, found \"y\""),
                (positions, ""),
                ("1 1 0\n0\n8", "expected the end of the input after the closing 0, found \"8\""),
            ],
        ),
        (
            PAIRS,
            &[
                (pairs, ""),
                ("1 5\n3 0 1\n", "case 1: place count: expected an even number, found \"1\""),
                (
                    "1 5\n0 1 2\n4 4\n",
                    "case 1: place 2: expected a number that has not occurred before, found \"4\"",
                ),
                ("1 5\n0 1 2\n4 6\n", "case 1: place 2: expected a number from 1 to 5, found \"6\""),
                ("1 5\n0", "case 1: b: expected an integer, found the end"),
                ("1", "most: expected an integer, found the end"),
                ("1 5 0 0 1", "after the closing zeros, found \"1\""),
            ],
        ),
        (
            BOARDS,
            &[
                (board, ""),
                ("+4 0 x\n\n", ""),
                (
                    "4.5 0 x",
                    "case 1: shift: expected an integer from -9223372036854775808 to 9223372036854775807, found \"4.5\"",
                ),
                ("4 1 x ..", "case 1: row 1: weight: expected an integer, found the end"),
                ("4 1 x", "case 1: row 1: cells: expected a word of the letters .#0123, found the end"),
                (
                    "4 2 x #. 5 .x 6",
                    "case 1: row 2: cells: expected a word of the letters .#0123, found \".x\"",
                ),
                ("4 1 x 1 -1", "case 1: row 1: weight: expected an integer that is not negative"),
            ],
        ),
    ] {
        for (text, message) in texts {
            check(&problem, text).unwrap();
            let error = expected(&problem, text.as_bytes()).error.unwrap_or_default();
            assert!(error.contains(message) && error.is_empty() == message.is_empty(), "{text:?}: {error}");
        }
    }
}

/// Valid cases, cut short and damaged.
fn damaged() -> impl Strategy<Value = (usize, String)> {
    let tokens = prop_oneof![
        6 => "[0-4]",
        2 => "[1-9][0-9]{0,2}",
        1 => prop::sample::select(vec!["x", "-7", "007", "18446744073709551616", "..#"]).prop_map(str::to_owned),
    ];
    let gap = prop::sample::select(vec![" ", "\n", "\r\n", "  "]);
    let text = prop::collection::vec((tokens, gap), 0..60)
        .prop_map(|tokens| tokens.into_iter().map(|(token, gap)| token + gap).collect::<String>());
    (0..4usize, text)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn tokens_of_any_kind_are_read_by_the_book((problem, text) in damaged()) {
        check(&[TREES, POSITIONS, PAIRS, BOARDS][problem], &text)?;
    }
}

/// Long enough for several threads, with cases of many lengths.
#[test]
fn zeros_that_close_nothing_are_refused_where_they_stand() {
    for (before, last) in (83..=87).chain(680..=685).cartesian_product(["0 0 5", "0 5 5", "4 0 0", "0 0 0"]) {
        check(&TRIPLES, &format!("{}{last}\n", "1 2 3\n".repeat(before))).unwrap();
    }
}

#[test]
fn threads_find_where_cases_of_any_shape_begin() {
    let case = |i: u64| {
        let rows = (0..i % 7).map(|row| {
            let heaps = (0..(i + row) % 9).map(|heap| format!(" {}", heap * i)).join("");
            format!("{}{heaps}\n", (i + row) % 9)
        });
        format!("{} {}\n{}\n{}", 1 + i % 3, (0..=i % 3).join(" "), i % 7, rows.format(""))
    };
    let mut text = (0..90_000).map(case).collect::<String>();
    assert!(text.len() > 6 << 20);
    for (n, end) in whole::turn(["0\n1\n", "0\n", "1 1 1 x\n", ""].into_iter().enumerate(), 4) {
        let cut = text.len();
        text += end;
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let expected = expected(&POSITIONS, text.as_bytes());
        // Another of them at each end.
        for threads in whole::part([2, 3].into_iter().cycle().skip(n / 2).take(2), 2) {
            let tuning = Tuning { threads: NonZero::new(threads), ..Tuning::default() };
            let input = Input::open(file.path(), true).unwrap().named("in.txt");
            assert!(routes::solve(&POSITIONS, input, &tuning) == expected, "{threads} threads, end {end:?}");
        }
        text.truncate(cut);
    }
}

#[test]
fn a_case_that_is_refused_is_named_with_the_reason() {
    let s_nim = nim_problems::find("s-nim").unwrap();
    // Too many numbers for a table that shows a period.
    let numbers = (1..300_000).step_by(3).join(" ");
    let input = format!("2 2 5\n1\n1 3\n100000 {numbers}\n1\n2 18446744073709551615 7\n1 1\n1\n1 2\n0\n");
    let error = "error: case 2: heap 18446744073709551615 lies beyond 1000, the largest heap that may be computed, and no period is proved up to there
 --> in.txt:6:24
  |
6 | 2 18446744073709551615 7
  |                        ^
";
    let expected = Output { answers: "W\n".to_owned(), error: Some(error.to_owned()) };
    for (kernel, tuning) in routes::tunings() {
        let stream = Input::reader("in.txt", Portions::new(input.as_bytes(), &[usize::MAX]));
        assert_eq!(routes::solve(s_nim, stream, &tuning), expected, "by the {kernel} kernel");
    }
}
