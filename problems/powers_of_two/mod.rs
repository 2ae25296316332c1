//! One heap: a move takes a power of two, the last card wins.
//!
//! The player to move loses exactly on multiples of 3. No power of two is a multiple of 3, so no move leads from
//! one multiple to another; from any other number, taking 1 or 2 leads to a multiple. The engine has the values for the powers of
//! any number ([`powers_value`]).

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::sequence::subtraction::powers_value;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct PowersOfTwo;

impl Problem for PowersOfTwo {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str =
        "Take a power of two, the last card wins: print `Kiki` when the first player wins, else `Cici`";
    const IDEA: &'static str = "the first player loses on multiples of 3";
    const GRAMMAR: Grammar =
        Grammar { cases: Cases::ToEnd, case: &[line(&[number("cards")])], ..Grammar::NOTHING };
    const EITHER: Option<[Line; 2]> = Some([Line::new("Kiki"), Line::new("Cici")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [cards] = case.numbers();
        powers_value(2, cards) > 0
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [cards] = case.numbers();
        let rule = if cards % 3 == 0 { "lost" } else { "won" };
        CaseAnalysis::heaps("powers-of:2", vec![cards]).rule(rule).with("n", cards).with("rest", cards % 3)
    }
}
