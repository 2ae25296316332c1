//! Misère Nim: whoever takes the last stone loses.
//!
//! While some heap has more than one stone, play is that of Nim: the player who faces a nim-sum other than 0 wins,
//! since that player can reduce the last such heap to 0 or 1, whichever leaves an odd number of ones. With no heap
//! above one, stones go one by one and an even number of ones wins: a nim-sum of 0.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::theory::nim::NimSum;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct John;

impl Problem for John {
    const THEMES: &'static [Theme] = &[Theme::Nim, Theme::Misere];
    const RULE: &'static str =
        "Nim, the last stone loses: print `John` when the first player wins, else `Brother`";
    const IDEA: &'static str =
        "As in Nim while a heap has two stones or more; among ones an even number wins (Bouton, 1901)";
    const GRAMMAR: Grammar = Grammar::COUNTED_POSITIONS;
    const EITHER: Option<[Line; 2]> = Some([Line::new("John"), Line::new("Brother")]);
    type Summary = NimSum;

    #[inline]
    fn is_first(&self, case: &Case<'_, NimSum>) -> bool {
        case.summary.first_wins_misere()
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        CaseAnalysis::heaps("nim", case.list("heap")).misere(true)
    }
}
