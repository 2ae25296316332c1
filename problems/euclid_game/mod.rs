//! Euclid's game, as [`euclid`](super::euclid), in another format: pairs until `0 0`.

#[cfg(test)]
pub(super) mod oracle;

use super::euclid::{Euclid, write_winner};
use nim_io::Lines;
use nim_solve::problem::{Answers, Case, Cases, Facts, Fields, Grammar, Needs, Part, Problem, Theme, Theorem, number};

/// See `statement.en.md`.
#[derive(Default)]
pub struct EuclidGame;

impl Problem for EuclidGame {
    const ALIASES: &'static [&'static str] = &["poj2348"];
    const THEMES: &'static [Theme] = &[Theme::BoardsAndTrees];
    const RULE: &'static str = Euclid::RULE;
    const IDEA: &'static str = Euclid::IDEA;
    const THEOREM: Theorem = Euclid::THEOREM;
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::UntilZeros(2),
        case: &[Part::Line(&[number("a"), number("b")])],
        ..Grammar::NOTHING
    };
    const ANSWERS: Answers = Answers::Line;
    const NEEDS: Needs = Needs::Fields;
    type Summary = ();

    #[inline]
    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        let [a, b] = case.numbers();
        write_winner(a, b, out);
    }

    fn facts<'a>(&self, header: &[u64], case: &Fields<'a>) -> Facts<'a> {
        Euclid.facts(header, case)
    }
}
