//! n piles of one stone; a move merges two piles into one of at most m stones; whoever cannot move loses.
//!
//! Either player can bring it about that the game ends with ceil(n / m) piles, after n − ceil(n / m) moves; so the one
//! whom their parity favours wins (HEOI, 2014). *Proof*: after each move of that player all piles are full or single
//! stones, but for one at most. If the opponent enlarges that pile, so does the player, or begins a new one when it is
//! full. If the opponent makes a pile of two, the player merges the two; where that would be too large, a single stone
//! fills the old pile, and the pile of two is the one that is left.

#[cfg(test)]
pub(super) mod oracle;

use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct MergingPiles;

impl Problem for MergingPiles {
    const THEMES: &'static [Theme] = &[Theme::Splitting];
    const RULE: &'static str = "Merge two of n piles of one stone, up to m stones a pile: print `0` when the first player wins, else `1`";
    const IDEA: &'static str =
        "either player can make play last n − ceil(n / m) moves; the first player wins when that is odd";
    const GRAMMAR: Grammar =
        Grammar { cases: Cases::Counted, case: &[line(&[number("n"), number("m")])], ..Grammar::NOTHING };
    const EITHER: Option<[Line; 2]> = Some([Line::new("0"), Line::new("1")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [n, m] = case.numbers();
        // Piles of at most 0 stones do not merge either.
        let moves = n - n.div_ceil(m.max(1));
        moves % 2 == 1
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [n, m] = case.numbers();
        let least = n.div_ceil(m.max(1));
        let rule = if (n - least) % 2 == 1 { "won" } else { "lost" };
        let facts = CaseAnalysis::none().rule(rule).with("n", n).with("m", m);
        facts.with("least", least).with("moves", n - least)
    }
}
