//! Every solver against the test data and against the oracle, in every way to read its input.

use crate::inputs::golden;
use crate::routes::{self, Output, Portions};
use crate::whole;
use itertools::Itertools;
use nim_io::Input;
use nim_problems::PROBLEMS;
use nim_simd::Level;
use nim_solve::Tuning;
use nim_solve::problem::Cases;
use nim_solve::registry::Entry;
use proptest::prelude::*;
use std::fs;
use std::io::Write;

/// Solves an input as a stream that comes in portions, and as a file, mapped and read.
#[track_caller]
fn check_every_way(problem: &Entry, input: &[u8], expected: &Output, portions: &[&[usize]]) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(input).unwrap();
    for (kernel, tuning) in routes::tunings() {
        let check = |input: Input, way: &str| {
            let found = routes::solve(problem, input.named("in.txt"), &tuning);
            assert_eq!(found, *expected, "{} by the {kernel} kernel, {way}", problem.slug);
        };
        for sizes in portions {
            check(Input::reader("", Portions::new(input, sizes)), &format!("by portions of {sizes:?}"));
        }
        for map in [false, true] {
            check(Input::open(file.path(), map).unwrap(), &format!("as a file, mapped: {map}"));
        }
    }
}

/// The same, with the expectations of the oracle of these tests.
#[track_caller]
fn check_as_expected(problem: &Entry, input: &[u8], portions: &[&[usize]]) {
    check_every_way(problem, input, &routes::expected(problem, "in.txt", input), portions);
}

/// Solves an input as a stream that comes in portions, by every kernel.
fn check_by_portions(problem: &Entry, input: &[u8], sizes: &[usize]) -> Result<(), TestCaseError> {
    let expected = routes::expected(problem, "in.txt", input);
    for (kernel, tuning) in routes::tunings() {
        let stream = Input::reader("in.txt", Portions::new(input, sizes));
        let found = routes::solve(problem, stream, &tuning);
        prop_assert_eq!(
            &found,
            &expected,
            "{} by the {} kernel on {:?}",
            problem.slug,
            kernel,
            String::from_utf8_lossy(input)
        );
    }
    Ok(())
}

#[test]
fn the_test_data_comes_out_as_its_files_say() {
    for problem in PROBLEMS {
        for path in golden::inputs(problem, &[&golden::ANSWERED[..], &["invalid"]].concat()) {
            let input = fs::read(&path).unwrap();
            let output = routes::solve(
                problem,
                Input::reader("<stdin>", Portions::new(&input, &[usize::MAX])),
                &Tuning::default(),
            );
            match fs::read_to_string(path.with_extension("err")) {
                Ok(error) => assert_eq!(output.error, Some(error), "{}", path.display()),
                Err(_) => {
                    let answers = fs::read_to_string(path.with_extension("ans")).unwrap();
                    assert_eq!(output, Output { answers, error: None }, "{}", path.display());
                }
            }
        }
    }
}

#[test]
fn the_test_data_comes_out_the_same_every_way() {
    let longest = if whole::is_whole() { 200_000 } else { 2_000 };
    for problem in PROBLEMS {
        for (group, size) in
            [("sample", 1), ("secret", 37), ("beyond", 37), ("tolerated", 37), ("invalid", 1)]
        {
            // The order is reversed: the first inputs of `beyond` are often those that take the longest.
            for path in whole::part(golden::inputs(problem, &[group]).into_iter().rev(), 8) {
                let input = fs::read(&path).unwrap();
                // Length has tests of its own.
                if input.len() < longest {
                    let by_the_book = routes::solve(
                        problem,
                        Input::reader("in.txt", Portions::new(&input, &[usize::MAX])),
                        &Tuning { level: Some(Level::SCALAR), ..Tuning::default() },
                    );
                    check_every_way(problem, &input, &by_the_book, &[&[size]]);
                }
            }
        }
    }
}

/// Inputs longer than any buffer, and a fault at the very end of one of them.
#[test]
fn long_inputs_come_out_the_same_every_way() {
    let faults = ["", " x7 ", "18446744073709551616"];
    // Every problem and every fault, if not each with each.
    for (n, problem) in routes::nim_problems().enumerate() {
        for fault in whole::part(faults.into_iter().cycle().skip(n).take(3), 3) {
            let heaps = "12 7 105 00033\t18446744073709551615      0000000000000000004096\r\n".repeat(8_000);
            let case = format!("48000\n{heaps}");
            let input = match problem.form.grammar.cases {
                Cases::One => case + fault,
                Cases::Counted => format!("3\n1 1\n{case}\n2 3 3 {fault}"),
                Cases::ToEnd | Cases::UntilZeros(_) => format!("1 1\n{case}\n2 3 3 0 {fault}"),
            };
            check_as_expected(problem, input.as_bytes(), &[&[usize::MAX], &[4096, 1]]);
        }
    }
}

/// Long enough to be mapped, and wrong in the line that the mark begins.
#[test]
fn a_byte_order_mark_takes_up_no_column_of_a_mapped_file() {
    for problem in routes::nim_problems() {
        let input = format!("\u{feff}1 1x {}", "\n".repeat(300_000));
        check_as_expected(problem, input.as_bytes(), &[&[usize::MAX]]);
    }
}

/// The line of heaps that `matches` prints is handed on in parts; its end must not depend on where they are cut.
#[test]
fn long_answers_end_as_short_ones_do() {
    for problem in routes::nim_problems() {
        for count in whole::part((500..12_000).step_by(700), 4) {
            let heaps = u64::MAX - count..u64::MAX;
            let positions = [heaps.chain([1]).collect()];
            let input = input_numbers(problem.form.grammar.cases, &positions).iter().join(" ");
            let expected = routes::expected(problem, "in.txt", input.as_bytes());
            let input = Input::reader("in.txt", Portions::new(input.as_bytes(), &[usize::MAX]));
            // Not assert_eq, which would print megabytes.
            let found = routes::solve(problem, input, &Tuning::default());
            assert!(found == expected, "{} with {count} heaps", problem.slug);
        }
    }
}

/// Text between two tokens.
fn gap() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(" ".to_owned()),
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        "[ \t\n\r\u{b}\u{c}]{1,12}",
        " {60,70}"
    ]
}

/// Sizes that are small enough for a search, or that only the theory can answer.
fn heaps() -> impl Strategy<Value = Vec<u64>> {
    prop_oneof![
        prop::collection::vec(0u64..=9, 0..=5),
        prop::collection::vec(0u64..=1, 0..=20),
        prop::collection::vec(any::<u64>(), 0..=12),
        prop::collection::vec((0u32..64, 0u64..3), 0..=12).prop_map(|heaps| {
            heaps.into_iter().map(|(bit, off)| (1u64 << bit).wrapping_add(off).wrapping_sub(1)).collect()
        }),
        prop::collection::vec(any::<u64>(), 1..=8).prop_map(|mut heaps| {
            heaps.push(heaps.iter().fold(0, |sum, heap| sum ^ heap));
            heaps
        }),
    ]
}

#[test]
fn one_odd_gap_is_seen_wherever_the_input_is_cut() {
    let matches = nim_problems::find("matches").unwrap();
    let tokens = ["5", "1", "20", "300", "4", "50000"];
    let plain = routes::expected(matches, "in.txt", tokens.join(" ").as_bytes());
    for odd in ["  ", "   ", "\n", " \n", "\n ", "\t", " 0", "  0"] {
        for place in 1..tokens.len() {
            let mut text = String::new();
            for (n, token) in tokens.iter().enumerate() {
                text += if n == place { odd } else { &" "[..n.min(1)] };
                text += token;
            }
            assert_eq!(routes::expected(matches, "in.txt", text.as_bytes()), plain, "{text:?}");
            check_as_expected(matches, text.as_bytes(), &[&[1], &[2], &[3], &[1, 4], &[7]]);
        }
    }
}

/// Returns the numbers of a valid input.
fn input_numbers(cases: Cases, positions: &[Vec<u64>]) -> Vec<u64> {
    let flat = |positions: &[Vec<u64>]| -> Vec<u64> {
        positions.iter().flat_map(|heaps| [vec![heaps.len() as u64], heaps.clone()].concat()).collect()
    };
    match cases {
        Cases::One => flat(&positions[..1]),
        Cases::Counted => [vec![positions.len() as u64], flat(positions)].concat(),
        Cases::ToEnd | Cases::UntilZeros(_) => {
            let positions: Vec<_> = positions.iter().filter(|heaps| !heaps.is_empty()).cloned().collect();
            [flat(&positions), vec![0]].concat()
        }
    }
}

/// Returns a text of tokens with gaps between them, perhaps before the first and behind the last, and perhaps a mark.
fn layout() -> impl Strategy<Value = (bool, Vec<String>, bool, bool)> {
    (any::<bool>(), prop::collection::vec(gap(), 16), any::<bool>(), any::<bool>())
}

fn text(tokens: &[String], (mark, gaps, before, behind): &(bool, Vec<String>, bool, bool)) -> String {
    let mut text = String::from(if *mark { "\u{feff}" } else { "" });
    let gaps = gaps.iter().cycle();
    for (n, (token, gap)) in tokens.iter().zip(gaps).enumerate() {
        if n > 0 || *before {
            text += gap;
        }
        text += token;
    }
    text + if *behind { " \r\n\t\n" } else { "" }
}

/// Text in place of a number.
fn bad_token() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "x7",
            "+2",
            "-0",
            "-5",
            "0x2",
            "1e3",
            "3.5",
            "1,2",
            "7\0",
            "\0",
            "−5",
            "18446744073709551616"
        ])
        .prop_map(str::to_owned),
        "[0-9]{0,30}[a-z+-][0-9a-z]{0,90}",
        "[1-9][0-9]{20,90}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn solvers_agree_with_the_oracle(
        positions in prop::collection::vec(heaps(), 1..12),
        layout in layout(),
        zeros in prop::collection::vec(0usize..30, 1..5),
    ) {
        for problem in routes::nim_problems() {
            let numbers = input_numbers(problem.form.grammar.cases, &positions);
            let zeros = zeros.iter().cycle();
            let tokens = numbers.iter().zip(zeros).map(|(n, &zeros)| "0".repeat(zeros) + &n.to_string());
            let text = text(&tokens.collect_vec(), &layout);
            prop_assert_eq!(routes::expected(problem, "in.txt", text.as_bytes()).error, None);
            check_by_portions(problem, text.as_bytes(), &[usize::MAX])?;
        }
    }

    #[test]
    fn a_fault_is_found_where_it_is(
        positions in prop::collection::vec(heaps(), 1..6),
        layout in layout(),
        at: prop::sample::Index,
        bad in bad_token(),
        sizes in prop::collection::vec(1usize..300, 1..4),
    ) {
        for problem in routes::nim_problems() {
            let numbers = input_numbers(problem.form.grammar.cases, &positions);
            let mut tokens: Vec<String> = numbers.iter().map(u64::to_string).collect();
            tokens.insert(at.index(tokens.len() + 1), bad.clone());
            let text = text(&tokens, &layout);
            prop_assert!(routes::expected(problem, "in.txt", text.as_bytes()).error.is_some());
            check_by_portions(problem, text.as_bytes(), &sizes)?;
        }
    }

    #[test]
    fn a_cut_input_is_refused_at_its_end_or_answered(
        positions in prop::collection::vec(heaps(), 1..6),
        layout in layout(),
        cut: prop::sample::Index,
    ) {
        for problem in routes::nim_problems() {
            let numbers = input_numbers(problem.form.grammar.cases, &positions);
            let text = text(&numbers.iter().map(u64::to_string).collect_vec(), &layout);
            check_by_portions(problem, &text.as_bytes()[..cut.index(text.len() + 1)], &[usize::MAX])?;
        }
    }

    #[test]
    fn any_bytes_are_answered_or_refused_by_the_book(
        text in prop::collection::vec(any_byte(), 0..60),
        sizes in prop::collection::vec(1usize..20, 1..4),
    ) {
        for problem in routes::nim_problems() {
            check_by_portions(problem, &text, &sizes)?;
        }
    }

    /// A long announced count, so that the rest is read as heaps up to the first fault.
    #[test]
    fn any_bytes_for_heaps_are_refused_by_the_book(
        text in prop::collection::vec(heap_byte(), 0..700),
        fault in prop::option::of((any_byte(), any::<prop::sample::Index>())),
        sizes in prop::collection::vec(1usize..400, 1..4),
    ) {
        for problem in routes::nim_problems() {
            let mut text = [b"1000 1000 ", &text[..]].concat();
            if let Some((byte, at)) = fault {
                let at = at.index(text.len());
                text[at] = byte;
            }
            check_by_portions(problem, &text, &sizes)?;
        }
    }
}

/// Bytes of digits, white space and other things.
fn any_byte() -> impl Strategy<Value = u8> {
    prop::sample::select(b"0012345 \n\n\t\r\x0b\x0c-x/:\0\xff\xef\xbb\xbf\xfe".to_vec())
}

/// Mostly digits, and nothing but digits and white space.
fn heap_byte() -> impl Strategy<Value = u8> {
    prop::sample::select(b"0000123456789123456789   \n\t".to_vec())
}
