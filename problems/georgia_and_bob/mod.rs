//! Pieces on a row of places move left, as far as they like, without passing another; whoever cannot move loses.
//!
//! Take the pieces in pairs from the right, where the leftmost of an odd number has the wall as its partner; the gaps
//! within the pairs are heaps of Nim (staircase Nim, *Winning Ways*, chapter 15). Moving the right piece of a pair
//! makes its gap smaller, as a move of Nim does. Moving the left one makes it larger, but the opponent restores it by
//! moving the right one as far, and such moves come to an end at the wall.

#[cfg(test)]
pub(super) mod oracle;

use nim_io::{Line, Lines};
use nim_solve::problem::{Answers, Case, Cases, Condition, Count, Facts, Fields, Grammar, Needs, Part, Problem, Theme, Theorem, grundy_reason, list, number};

const GEORGIA: Line = Line::new("Georgia will win");
const BOB: Line = Line::new("Bob will win");

/// See `statement.en.md`.
#[derive(Default)]
pub struct GeorgiaAndBob;

/// Few pieces, which are sorted where they are.
const FEW: usize = 16;

/// Hands on the gaps that count.
#[inline]
fn with_gaps<T>(case: &Fields<'_>, take: impl FnOnce(&mut dyn Iterator<Item = u64>) -> T) -> T {
    let pieces = case.list("place");
    let (mut few, mut many) = ([0; FEW + 1], Vec::new());
    // The wall is at 0.
    let len = pieces.len().next_multiple_of(2);
    let places = match few.get_mut(..len) {
        Some(places) => places,
        None => {
            many.resize(len, 0);
            &mut many
        }
    };
    places[len - pieces.len()..].copy_from_slice(pieces);
    places.sort_unstable();
    take(&mut places.as_chunks().0.iter().map(|[left, right]| right - left - 1))
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

    #[inline]
    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        let sum = with_gaps(&case, |gaps| gaps.fold(0, |sum, gap| sum ^ gap));
        out.either(sum != 0, &GEORGIA, &BOB);
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        Some(with_gaps(case, |gaps| grundy_reason(gaps)))
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> Facts<'a> {
        with_gaps(case, |gaps| Facts::heaps("nim", gaps.collect::<Vec<_>>())).as_image()
    }
}
