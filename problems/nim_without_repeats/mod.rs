//! Nim in which no number of stones is taken twice from one heap.
//!
//! The value of a heap of s stones is the length of the longest play on it, the largest k with 1 + 2 + … + k <= s. It is
//! not larger, as every move makes the rest of play shorter. That each smaller number is the value of an option was found by
//! search for all heaps up to [`CHECKED`]; larger ones, for which no proof is known here, are refused. The values of
//! the heaps add as in Nim (R. Sprague, 1935; P. Grundy, 1939).

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::games::distinct::{CHECKED, most_moves};
use nim_io::{Line, Lines};
use nim_solve::problem::{Answers, Case, Condition, Count, Facts, Fields, Grammar, Needs, Part, Problem, Theme, Theorem, grundy_reason, number, rows};

const YES: Line = Line::new("YES");
const NO: Line = Line::new("NO");

/// See `statement.en.md`.
#[derive(Default)]
pub struct NimWithoutRepeats;

impl Problem for NimWithoutRepeats {
    const ALIASES: &'static [&'static str] = &["cf768e"];
    const THEMES: &'static [Theme] = &[Theme::Nim];
    const RULE: &'static str = "Nim, no number of stones twice from one heap: print `YES` when the second player wins, else `NO`";
    const IDEA: &'static str = "a heap of s has the value k, the largest with 1 + 2 + … + k ≤ s";
    const THEOREM: Theorem =
        Theorem { en: include_str!("theorem.en.md"), zh: include_str!("theorem.zh.md") };
    const GRAMMAR: Grammar = Grammar {
        case: &[
            Part::Line(&[number("heaps")]),
            rows("heap", Count::Of("heaps"), &[Part::Line(&[number("stones")])]),
        ],
        conditions: &[Condition::Range { field: "stones", from: Count::Exactly(0), to: Count::Exactly(CHECKED) }],
        ..Grammar::NOTHING
    };
    const ANSWERS: Answers = Answers::Whole;
    const NEEDS: Needs = Needs::Fields;
    type Summary = ();

    #[inline]
    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        let sum = case.rows("heap").iter().fold(0, |sum, &[stones]| sum ^ most_moves(stones));
        out.either(sum == 0, &YES, &NO);
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        Some(grundy_reason(case.rows("heap").iter().map(|&[stones]| most_moves(stones))))
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> Facts<'a> {
        let heaps: Vec<u64> = case.rows("heap").iter().map(|&[stones]| stones).collect();
        Facts::heaps("distinct", heaps)
    }
}
