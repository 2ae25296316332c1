//! Nim with one position: the winning first move in the first heap that has one.

mod any_move;

use nim_engine::theory::nim::NimSum;
use nim_solve::prelude::*;

const LOSE: Line = Line::new("lose");

/// See `statement.en.md`.
#[derive(Default)]
pub struct Matches;

impl Problem for Matches {
    const THEMES: &'static [Theme] = &[Theme::Nim];
    const RULE: &'static str =
        "Nim, the last match wins: print the winning first move with the smallest heap index, or `lose`";
    const IDEA: &'static str =
        "The nim-sum decides; a heap with its top bit gives a winning move (Bouton, 1901)";
    const GRAMMAR: Grammar = Grammar::ONE_POSITION;
    const CHECKS: &'static [AnswerCheck] = &[any_move::ANY_MOVE];
    const NEEDS: Needs = Needs::Heaps;
    type Summary = NimSum;

    #[inline]
    fn answer(&self, case: Case<'_, NimSum>, out: &mut Lines<'_>) {
        let Some(winning) = case.summary.winning_moves() else { return out.line(&LOSE) };
        let Some((index, heap)) = case.heaps.first_with(winning.bit()) else { return };
        let after = winning.after(heap);
        out.row([heap - after, index + 1]);
        case.heaps.write_with(index, after, out);
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        CaseAnalysis::heaps("nim", case.list("heap"))
    }
}
