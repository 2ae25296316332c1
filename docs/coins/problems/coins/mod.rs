//! A heap of coins, from which one or four are taken.
//!
//! The heap is lost where its remainder by 5 is 0 or 2: a move of one coin or of four changes the remainder by 1 in one direction or
//! the other (Berlekamp, Conway and Guy, Winning Ways, 1982, chapter 4).

use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct Coins;

impl Problem for Coins {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str =
        "take one coin or four; print `First` when the first player wins, else `Second`";
    const IDEA: &'static str = "The first player loses where the remainder by 5 is 0 or 2";
    const GRAMMAR: Grammar =
        Grammar { cases: Cases::Counted, case: &[line(&[number("n")])], ..Grammar::NOTHING };
    const NEEDS: Needs = Needs::Fields;
    const EITHER: Option<[Line; 2]> = Some([Line::new("First"), Line::new("Second")]);
    type Summary = ();

    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [n] = case.numbers();
        !matches!(n % 5, 0 | 2)
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [n] = case.numbers();
        let rule = if matches!(n % 5, 0 | 2) { "lost" } else { "won" };
        CaseAnalysis::heaps("subtract:1,4", vec![n]).rule(rule).with("n", n).with("rest", n % 5)
    }
}

#[cfg(test)]
pub(super) mod oracle;
