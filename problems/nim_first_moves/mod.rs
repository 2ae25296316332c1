//! Nim: how many first moves win.
//!
//! A move wins where it leaves heaps whose nim-sum is 0 (C. Bouton, 1901). With a nim-sum s other than 0, heap h would
//! have to become h ^ s, which is smaller than h exactly where h has the highest bit of s. So each heap with that bit has
//! one winning move, and others have none.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::theory::nim::{NimSum, WinningMoves};
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct NimFirstMoves;

impl Problem for NimFirstMoves {
    const THEMES: &'static [Theme] = &[Theme::Nim];
    const RULE: &'static str =
        "Nim, the last card wins: print the number of winning first moves, `0` when the first player loses";
    const IDEA: &'static str = "each heap with the highest bit of the nim-sum has one winning move";
    const GRAMMAR: Grammar = Grammar::POSITIONS_UNTIL_ZERO;
    const NEEDS: Needs = Needs::Heaps;
    type Summary = NimSum;

    #[inline]
    fn answer(&self, case: Case<'_, NimSum>, out: &mut Lines<'_>) {
        // Without a winning move, no heap has the bit.
        let bit = case.summary.winning_moves().map_or(0, WinningMoves::bit);
        out.row([case.heaps.count_with(bit)]);
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        CaseAnalysis::heaps("nim", case.list("heap"))
    }
}
