//! Nim with many positions: every winning first move.

use crate::engine::theory::nim::NimSum;
use crate::io::{Line, Lines};
use crate::problem::{Answers, Case, Grammar, Needs, Problem, Theme};

const NO: Line = Line::new("No");
const YES: Line = Line::new("Yes");

/// See `statement.en.md`.
#[derive(Default)]
pub struct StonesAllMoves;

impl Problem for StonesAllMoves {
    const ALIASES: &'static [&'static str] = &["stones", "hdu2176"];
    const THEMES: &'static [Theme] = &[Theme::Nim];
    const RULE: &'static str = "Nim, the last stone wins: print `No`, or `Yes` and every winning first move as `before after`";
    const IDEA: &'static str = "Every heap that the nim-sum makes smaller gives one winning move (Bouton, 1901)";
    const GRAMMAR: Grammar = Grammar::POSITIONS_UNTIL_ZERO;
    const ANSWERS: Answers = Answers::BlockAfter(&["Yes", "No"]);
    const NEEDS: Needs = Needs::Heaps;
    type Summary = NimSum;

    fn answer(&self, case: Case<'_, NimSum>, out: &mut Lines<'_>) {
        let Some(winning) = case.summary.winning_moves() else { return out.line(&NO) };
        out.line(&YES);
        case.heaps.each_with(winning.bit(), &mut |heaps| out.rows(heaps, |heap| [heap, winning.after(heap)]));
    }
}
