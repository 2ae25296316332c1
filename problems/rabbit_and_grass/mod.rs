//! Pieces on a row of cells move to the left, as far as they like; whoever makes the last move wins.
//!
//! Several pieces may share a cell, so that none is in the way of another: a piece on cell k is a heap of k stones (C. Bouton,
//! 1901).

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::theory::nim::NimSum;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct RabbitAndGrass;

impl Problem for RabbitAndGrass {
    const ALIASES: &'static [&'static str] = &["hdu1849"];
    const THEMES: &'static [Theme] = &[Theme::BoardsAndTrees, Theme::Nim];
    const RULE: &'static str = "Move one of several pieces to the left, the last move wins: print `Rabbit Win!` when the first player wins, else `Grass Win!`";
    const IDEA: &'static str = "a piece on cell k is a heap of k stones: Nim";
    const GRAMMAR: Grammar = Grammar::POSITIONS_UNTIL_ZERO;
    const EITHER: Option<[Line; 2]> = Some([Line::new("Rabbit Win!"), Line::new("Grass Win!")]);
    type Summary = NimSum;

    #[inline]
    fn is_first(&self, case: &Case<'_, NimSum>) -> bool {
        case.summary.first_wins()
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        CaseAnalysis::heaps("nim", case.list("heap"))
    }
}
