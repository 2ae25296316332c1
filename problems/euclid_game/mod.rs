//! Euclid's game, as [`euclid`](super::euclid), in another format: pairs until `0 0`.

#[cfg(test)]
pub(super) mod oracle;

use super::euclid::Euclid;
use nim_engine::games::euclid;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct EuclidGame;

impl Problem for EuclidGame {
    const ALIASES: &'static [&'static str] =
        &["poj2348", "hdu1525", "uva10368", "zoj1913", "boj4342", "kattis-euclidsgame"];
    const THEMES: &'static [Theme] = &[Theme::BoardsAndTrees];
    const RULE: &'static str = Euclid::RULE;
    const IDEA: &'static str = Euclid::IDEA;
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::UntilZeros(2),
        case: &[line(&[number("a"), number("b")])],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Euclid::EITHER;
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [a, b] = case.numbers();
        euclid::first_wins(a, b)
    }

    fn facts<'a>(&self, header: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        Euclid.facts(header, case)
    }
}
