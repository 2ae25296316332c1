//! Towers of coins: a move takes 1, K or L coins, and each tower is a game of its own.
//!
//! The outcomes of a finite set are periodic, as those of [`subtraction_game`](super::subtraction_game), which computes the values here.

#[cfg(test)]
pub(super) mod oracle;

use super::subtraction_game::values::{Values, subtract};
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct CoinTowers;

/// Returns the numbers that may be taken, and the tallest tower.
fn set(case: &Fields<'_>) -> ([u64; 3], u64) {
    let [k, l, _] = case.numbers();
    ([1, k, l], case.behind(3).iter().copied().max().unwrap_or(0))
}

/// Checks that the towers have their values.
fn is_in_reach(case: &Fields<'_>) -> Result<(), ValueError> {
    let (numbers, tallest) = set(case);
    Values::check_reach(&numbers, tallest)
}

impl Problem for CoinTowers {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str = "Take 1, K or L coins from a tower, the last coin wins: print for each tower `A` when the first player wins, else `B`, in a line";
    const IDEA: &'static str = "a tower is lost where every option is won; the outcomes become periodic";
    const GRAMMAR: Grammar = Grammar {
        case: &[
            line(&[number("k"), number("l"), number("towers")]),
            line(&[list("tower", Count::Of("towers"))]),
        ],
        conditions: &[
            Condition::at_least("k", Count::Exactly(1)),
            Condition::at_least("l", Count::Exactly(1)),
            Condition::Case("the values that decide are in reach of `toolkit`", CaseCheck(is_in_reach)),
        ],
        unchecked: &[Condition::at_least("l", Count::Linear { times: 1, of: "k", plus: 1 })],
        ..Grammar::NOTHING
    };
    type Summary = ();

    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        let (numbers, tallest) = set(&case);
        let mut values = Values::new(&numbers, tallest);
        for &tower in case.behind(3) {
            out.bytes(if values.value(tower) == Ok(0) { [b'B'] } else { [b'A'] });
        }
        out.text("");
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let (numbers, tallest) = set(case);
        // One coin may always be taken.
        let Some(game) = subtract(&numbers, tallest) else { return CaseAnalysis::none() };
        case.behind(3).iter().fold(CaseAnalysis::none(), |facts, &tower| {
            facts.and(game.clone(), Components::Heaps(vec![tower].into()))
        })
    }
}
