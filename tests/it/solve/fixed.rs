//! Cases that are always the same numbers, until one begins with 0: a problem of such cases comes out right on every path.

use crate::naive::{self, Reading};
use crate::routes::{self, Output};
use crate::solve::fields::NO_TEXTS;
use crate::whole;
use nim_engine::theory::nim::NimSum;
use nim_io::{Input, Lines};
use nim_solve::Tuning;
use nim_solve::problem::{Answers, Case, CaseAnalysis, Cases, Fields, Grammar, Part, Problem, Theme, number};
use nim_solve::registry::Entry;
use std::io::Write;
use std::num::NonZero;

/// Prints the XOR and the OR of each pair.
#[derive(Default)]
struct Pairs;

impl Problem for Pairs {
    const RULE: &'static str = "print the XOR and the OR of each pair";
    const THEMES: &'static [Theme] = &[Theme::Nim];
    const IDEA: &'static str = "the numbers themselves";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::UntilZeros(1),
        case: &[Part::Line(&[number("a"), number("b")])],
        ..Grammar::NOTHING
    };
    const ANSWERS: Answers = Answers::Line;
    type Summary = NimSum;

    fn answer(&self, case: Case<'_, NimSum>, out: &mut Lines<'_>) {
        out.row([case.summary.xor, case.summary.or]);
    }

    fn facts<'a>(&self, _: &[u64], _: &Fields<'a>) -> CaseAnalysis<'a> {
        CaseAnalysis::none()
    }
}

static PAIRS: Entry = Entry::new::<Pairs>("pairs", NO_TEXTS);

fn expected(text: &str) -> Output {
    let Reading { cases, fault, .. } = naive::read(PAIRS.form.grammar, text.as_bytes());
    let answer = |case: &Vec<u64>| format!("{} {}\n", case[0] ^ case[1], case[0] | case[1]);
    Output {
        answers: cases.iter().map(answer).collect(),
        error: fault.map(|fault| fault.report("in.txt", text.as_bytes())),
    }
}

#[test]
fn a_first_number_of_zero_ends_fixed_cases() {
    let cases = "5 0\n3 4\n".repeat(300);
    for end in ["", "0", "0\n", "0\n7", "0 0\n", "0\n5 0\n", "1\n", "1 x\n", "x", "0 x"] {
        for begin in ["", "0\n", &cases] {
            let text = format!("{begin}{end}");
            for (name, tuning) in routes::tunings() {
                for sizes in [&[usize::MAX][..], &[1], &[3, 700]] {
                    let input = Input::reader("in.txt", routes::Portions::new(text.as_bytes(), sizes));
                    assert_eq!(routes::solve(&PAIRS, input, &tuning), expected(&text), "{name}: {text:?}");
                }
            }
        }
    }
}

#[test]
fn threads_find_where_fixed_cases_end() {
    // A line with a 0 alone may be the end, or half a case.
    let texts = [("5\n0\n3\n4\n", "0\n"), ("5 0\n3 44444\n", "0\n"), ("5 0\n3 44444\n", "")];
    for (cases, behind) in whole::turn(texts, 3) {
        let block = cases.repeat((5 << 19) / cases.len());
        let text = format!("{block}{behind}{block}");
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let tuning = Tuning { threads: NonZero::new(3), ..Tuning::default() };
        let input = Input::open(file.path(), true).unwrap().named("in.txt");
        let (found, expected) = (routes::solve(&PAIRS, input, &tuning), expected(&text));
        // Not assert_eq, which would print megabytes.
        assert_eq!(found.error, expected.error);
        assert!(found.answers == expected.answers, "{cases:?}");
    }
}
