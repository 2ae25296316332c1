//! One heap: a move takes a number of a set, and whoever cannot move loses.
//!
//! A heap is lost exactly where every number of the set that fits leads to a heap that is won. The values of a finite set become
//! periodic, and one repeated window of its largest number proves the period
//! ([`subtraction`](nim_engine::sequence::subtraction)); so heaps of any size are answered where the period is found, or a formula known, within the
//! work that a case is worth.

#[cfg(test)]
pub(super) mod oracle;
pub(super) mod values;

use self::values::{Values, subtract};
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct SubtractionGame;

/// Checks that the heap has its value.
fn is_in_reach(case: &Fields<'_>) -> Result<(), ValueError> {
    let [_, stones] = case.numbers();
    Values::new(case.list("take"), stones).check()
}

impl Problem for SubtractionGame {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str =
        "Take a number of a set from a heap: print `First` when the first player wins, else `Second`";
    const IDEA: &'static str = "a heap is lost where every option is won; the outcomes become periodic";
    const GRAMMAR: Grammar = Grammar {
        case: &[line(&[number("numbers"), number("stones")]), line(&[list("take", Count::Of("numbers"))])],
        conditions: &[
            Condition::at_least("take", Count::Exactly(1)),
            Condition::Case("the values that decide are in reach of `toolkit`", CaseCheck(is_in_reach)),
        ],
        unchecked: &[
            Condition::Ascending("take"),
            Condition::from_one("take", Count::Of("stones")),
            // What follows from these, so that made heaps are large enough.
            Condition::at_least("stones", Count::Of("numbers")),
        ],
        ..Grammar::NOTHING
    };
    const NEEDS: Needs = Needs::Fields;
    const EITHER: Option<[Line; 2]> = Some([Line::new("Second"), Line::new("First")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [_, stones] = case.numbers();
        Values::new(case.list("take"), stones).value(stones) == Ok(0)
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [_, stones] = case.numbers();
        match subtract(case.list("take"), stones) {
            Some(game) => CaseAnalysis::heaps(game, vec![stones]),
            None => CaseAnalysis::none().rule("no_numbers"),
        }
    }
}
