//! Euclid's game: a positive multiple of the smaller number is subtracted from the larger; whoever makes a number 0 wins.
//!
//! Let a = qb + r with r < b be the numbers (Cole and Davie 1969). If q is at least 2, the first player wins: where (r,
//! b) is lost, by moving there; where it is won, by moving to (b + r, b), from where there is no move but to (r, b). If
//! q is 1, that move is the only one. So the first quotient of Euclid's algorithm above 1 tells who wins, and one
//! comes, as the last quotient is above 1 or leaves 0.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::games::euclid;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct EuclidGame;

/// Returns the quotients of Euclid's algorithm up to the first above 1; none where a number is 0.
fn deciding_quotients(a: u64, b: u64) -> Vec<u64> {
    let (mut large, mut small) = (a.max(b), a.min(b));
    let mut quotients = Vec::new();
    while small > 0 && quotients.last().is_none_or(|&last| last == 1) {
        quotients.push(large / small);
        (large, small) = (small, large % small);
    }
    quotients
}

impl Problem for EuclidGame {
    const THEMES: &'static [Theme] = &[Theme::BoardsAndTrees];
    const RULE: &'static str = "Subtract multiples of the smaller number: print `Stan wins` when the first player wins, else `Ollie wins`";
    const IDEA: &'static str = "Whoever meets the first quotient above 1 of Euclid's algorithm wins";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::UntilZeros(2),
        case: &[line(&[number("a"), number("b")])],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("Stan wins"), Line::new("Ollie wins")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [a, b] = case.numbers();
        euclid::first_wins(a, b)
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [a, b] = case.numbers();
        let facts = CaseAnalysis::lists("euclid-to-zero", vec![vec![a, b]]);
        let quotients = deciding_quotients(a, b);
        let rule = match quotients.len() {
            0 => "no_move",
            _ if a == b => "equal",
            len if len % 2 == 1 => "won",
            _ => "lost",
        };
        let shown: Vec<String> = quotients.iter().map(u64::to_string).collect();
        facts.rule(rule).with("quotients", shown.join(", ")).with("place", quotients.len())
    }
}
