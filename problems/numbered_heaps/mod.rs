//! Heaps with numbers from 1 on: a move takes exactly as many stones from a heap as its number says; whoever cannot move loses.
//!
//! Each heap has a number of moves that nobody can change: its size, divided by its number and rounded down. So the parity of all moves decides.

#[cfg(test)]
pub(super) mod oracle;

use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct NumberedHeaps;

/// Returns the moves of all heaps; only the last bit is exact.
#[inline]
fn moves(heaps: &[u64]) -> u64 {
    heaps.iter().zip(1..).fold(0, |moves, (heap, number)| moves.wrapping_add(heap / number))
}

impl Problem for NumberedHeaps {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str =
        "Take i stones from heap i: print `ALICE` when the first player wins, else `BOB`";
    const IDEA: &'static str = "the number of moves is always the same, and its parity decides";
    const GRAMMAR: Grammar = Grammar::COUNTED_POSITIONS;
    const EITHER: Option<[Line; 2]> = Some([Line::new("ALICE"), Line::new("BOB")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        moves(case.behind(1)) % 2 == 1
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        let moves: u128 =
            case.behind(1).iter().zip(1..).map(|(heap, number)| u128::from(heap / number)).sum();
        Some(format!("{moves} moves"))
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let moves: u128 =
            case.behind(1).iter().zip(1..).map(|(heap, number)| u128::from(heap / number)).sum();
        CaseAnalysis::none().rule(if moves % 2 == 1 { "won" } else { "lost" }).with("moves", moves)
    }
}
