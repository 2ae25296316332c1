//! Pieces on a row of places move left, as far as they like, without passing another; whoever cannot move loses.
//!
//! Take the pieces in pairs from the right, where the leftmost of an odd number has the wall as its partner; the gaps
//! within the pairs are heaps of Nim (staircase Nim, *Winning Ways*, chapter 15). Moving the right piece of a pair
//! makes its gap smaller, as a move of Nim does. Moving the left one makes it larger, but the opponent restores it by
//! moving the right one as far, and such moves come to an end at the wall.

#[cfg(test)]
pub(super) mod oracle;

use nim_io::Lines;
use nim_solve::problem::{Answers, Case, Cases, Condition, Count, Facts, Fields, Grammar, Needs, Part, Problem, Theme, Theorem, grundy_reason, list, number};

const GEORGIA: &str = "Georgia will win";
const BOB: &str = "Bob will win";

/// See `statement.en.md`.
#[derive(Default)]
pub struct GeorgiaAndBob;

/// The gaps that count.
fn gaps(case: &Fields<'_>) -> Vec<u64> {
    let pieces = case.list("place");
    // The wall is at 0.
    let mut places = [&[0][..pieces.len() % 2], pieces].concat();
    places.sort_unstable();
    places.as_chunks().0.iter().map(|[left, right]| right - left - 1).collect()
}

impl Problem for GeorgiaAndBob {
    const ALIASES: &'static [&'static str] = &["poj1704"];
    const THEMES: &'static [Theme] = &[Theme::BoardsAndTrees];
    const RULE: &'static str =
        "Pieces move left without passing: print `Georgia will win` when the first player wins, else `Bob will win`";
    const IDEA: &'static str = "The gaps within pairs of neighbouring pieces, from the right, are heaps of Nim";
    const THEOREM: Theorem =
        Theorem { en: include_str!("theorem.en.md"), zh: include_str!("theorem.zh.md") };
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::Counted,
        case: &[Part::Line(&[number("pieces")]), Part::Line(&[list("place", Count::Of("pieces"))])],
        conditions: &[
            Condition::Distinct("place"),
            Condition::Range { field: "place", from: Count::Exactly(1), to: Count::Exactly(u64::MAX) },
        ],
        ..Grammar::NOTHING
    };
    const ANSWERS: Answers = Answers::Line;
    const NEEDS: Needs = Needs::Fields;
    type Summary = ();

    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        out.text(if gaps(&case).iter().fold(0, |sum, gap| sum ^ gap) != 0 { GEORGIA } else { BOB });
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        Some(grundy_reason(gaps(case)))
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> Facts<'a> {
        Facts::heaps("nim", gaps(case)).as_image()
    }
}
