//! Nim: any number of matches from one heap, the last match wins.
//!
//! The player to move loses exactly where the nim-sum of the heaps, their XOR, is 0 (C. Bouton, 1901): a move changes
//! one heap and so the nim-sum, and where that is not 0, a heap that has its highest bit can be made smaller so that it
//! becomes 0.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::theory::nim::NimSum;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct MatchesGame;

impl Problem for MatchesGame {
    const ALIASES: &'static [&'static str] = &["poj2234"];
    const THEMES: &'static [Theme] = &[Theme::Nim];
    const RULE: &'static str = "Nim, the last match wins: print `Yes` when the first player wins, else `No`";
    const IDEA: &'static str = "the first player loses where the XOR of the heaps is 0";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::ToEnd,
        case: &[line(&[number("heaps"), list("heap", Count::Of("heaps"))])],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("Yes"), Line::new("No")]);
    type Summary = NimSum;

    #[inline]
    fn is_first(&self, case: &Case<'_, NimSum>) -> bool {
        case.summary.first_wins()
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        CaseAnalysis::heaps("nim", case.list("heap"))
    }
}
