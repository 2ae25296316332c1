//! A coin in the upper right corner of a board: a move takes it one square to the left, down, or both at once.
//!
//! The P-positions are the squares at an even distance from the first column and from the last row: from there each
//! move makes at least one distance odd, and from any other square one of the moves makes both even. The last square, at the
//! distances 0 and 0, is among them. So the first player loses iff n − 1 and m − 1 are even.

#[cfg(test)]
pub(super) mod oracle;

use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct CornerCoin;

impl Problem for CornerCoin {
    const THEMES: &'static [Theme] = &[Theme::SeveralHeaps];
    const RULE: &'static str = "Move a coin left, down or both on n rows of m squares: print `Wonderful!` when the first player wins, else `What a pity!`";
    const IDEA: &'static str = "the first player loses when n and m are odd";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::UntilZeros(2),
        case: &[line(&[number("n"), number("m")])],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("What a pity!"), Line::new("Wonderful!")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [n, m] = case.numbers();
        // A board without squares has no moves.
        (n == 0) | (m == 0) | (n & m & 1 == 1)
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [n, m] = case.numbers();
        let rule = match (n % 2, m % 2) {
            _ if n == 0 || m == 0 => "empty",
            (1, 1) => "lost",
            (1, _) => "left",
            (_, 1) => "down",
            _ => "both",
        };
        let distances = (n.saturating_sub(1), m.saturating_sub(1));
        let facts = CaseAnalysis::none().rule(rule).with("rows", distances.0).with("columns", distances.1);
        // A step down and a step to the left lead to this cell.
        facts.with("row", 2).with("column", distances.1)
    }
}
