//! Nim with many positions: who wins.

mod layouts;
#[cfg(test)]
pub(super) mod oracle;

use nim_engine::theory::nim::NimSum;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct NimCheck;

impl Problem for NimCheck {
    const THEMES: &'static [Theme] = &[Theme::Nim];
    const RULE: &'static str = "Nim, the last stone wins: print `Yes` when the first player wins, else `No`";
    const IDEA: &'static str = "The first player wins unless the nim-sum is 0 (Bouton, 1901)";
    const GRAMMAR: Grammar = Grammar::COUNTED_POSITIONS;
    const LAYOUTS: &'static [Layout] = &[
        layouts::GAPS,
        layouts::PAWNS,
        layouts::ROW_SUMS,
        layouts::ODD_STEPS,
        layouts::SIDES,
        layouts::COINS,
        layouts::RUNS,
    ];
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
