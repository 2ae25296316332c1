//! Nim with many positions: every winning first move.

use nim_engine::theory::nim::{NimSum, WinningMoves};
use nim_solve::prelude::*;

const LINES: [Line; 2] = [Line::new("Yes"), Line::new("No")];

/// See `statement.en.md`.
#[derive(Default)]
pub struct StonesAllMoves;

impl Problem for StonesAllMoves {
    const THEMES: &'static [Theme] = &[Theme::Nim];
    const RULE: &'static str =
        "Nim, the last stone wins: print `No`, or `Yes` and every winning first move as `before after`";
    const IDEA: &'static str =
        "Every heap that the nim-sum makes smaller gives one winning move (Bouton, 1901)";
    const GRAMMAR: Grammar = Grammar::POSITIONS_UNTIL_ZERO;
    const ANSWERS: Answers = Answers::BlockAfter(&["Yes", "No"]);
    const NEEDS: Needs = Needs::Heaps;
    type Summary = NimSum;

    #[inline]
    fn answer(&self, case: Case<'_, NimSum>, out: &mut Lines<'_>) {
        let sum = case.summary.xor;
        out.either(sum != 0, &LINES);
        // Without a winning move, no heap has the bit.
        let bit = case.summary.winning_moves().map_or(0, WinningMoves::bit);
        case.heaps.write_changed(bit, sum, out);
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        CaseAnalysis::heaps("nim", case.list("heap"))
    }
}
