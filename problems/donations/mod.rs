//! The Bash game with a sum that grows: 1 to m are given, who reaches n or more wins.
//!
//! The missing amount is a heap; a move takes up to m of it and the last move all: going beyond n gains nothing. Whoever leaves a multiple
//! of m + 1 can do so again after every answer (C.-G. Bachet, 1612), so that the player to move loses on multiples of m + 1.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::sequence::subtraction::interval_value;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct Donations;

impl Problem for Donations {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str =
        "Add 1 to m to a sum, n or more wins: print `Grass` when the first player wins, else `Rabbit`";
    const IDEA: &'static str = "the first player loses on multiples of m + 1";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::Counted,
        case: &[line(&[number("sum"), number("most")])],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("Grass"), Line::new("Rabbit")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [sum, most] = case.numbers();
        interval_value(1, most, sum) > 0
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [sum, most] = case.numbers();
        let modulus = u128::from(most) + 1;
        let rest = u128::from(sum) % modulus;
        let rule = match (sum, most) {
            (0, _) | (_, 0) => "no_move",
            _ if rest == 0 => "lost",
            _ => "won",
        };
        let facts = CaseAnalysis::heaps(format!("bash:{most}"), vec![sum]).rule(rule);
        let facts = facts.as_image().moves(move |line| {
            let (from, to) = line.last()?.stones();
            Some(TheoremText::new("move").with("gift", from - to).with("total", sum - to))
        });
        facts.with("sum", sum).with("modulus", modulus).with("rest", rest)
    }
}
