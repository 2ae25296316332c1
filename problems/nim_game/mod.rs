//! Nim, answered by `first` or `second`; see [`super::matches`] for the theorem.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::theory::nim::NimSum;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct NimGame;

impl Problem for NimGame {
    const ALIASES: &'static [&'static str] = &["cses1730"];
    const THEMES: &'static [Theme] = &[Theme::Nim];
    const RULE: &'static str =
        "Nim, the last stick wins: print `first` when the first player wins, else `second`";
    const IDEA: &'static str = "the first player loses where the XOR of the heaps is 0";
    const GRAMMAR: Grammar = Grammar::COUNTED_POSITIONS;
    const EITHER: Option<[Line; 2]> = Some([Line::new("first"), Line::new("second")]);
    type Summary = NimSum;

    #[inline]
    fn is_first(&self, case: &Case<'_, NimSum>) -> bool {
        case.summary.first_wins()
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        CaseAnalysis::heaps("nim", case.list("heap"))
    }
}
