//! Staircase Nim with the lowest stair as the ground: a move takes any number of balls from a stair above it to the stair below.
//!
//! Only the second, fourth and every other even stair counts: their balls are the heaps of a game of Nim. A move from an even stair takes them out
//! of that game, as a move of Nim does. Balls that a move from an odd stair brings to an even one are moved on to the next odd one by the answer, so that it
//! changes nothing.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::theory::nim::filled_up;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct StairGame;

/// Returns the balls of the stairs that count.
#[inline]
fn counted(balls: &[u64]) -> impl Iterator<Item = u64> {
    balls.as_chunks().0.iter().map(|&[_, even]| even)
}

impl Problem for StairGame {
    const THEMES: &'static [Theme] = &[Theme::Nim];
    const RULE: &'static str = "Move balls from a stair to the one below, the lowest is the ground: print `first` when the first player wins, else `second`";
    const IDEA: &'static str = "the balls of every second stair are the heaps of Nim";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::Counted,
        case: &[line(&[number("stairs")]), line(&[list("balls", Count::Of("stairs"))])],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("second"), Line::new("first")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let mut room = [0; 8];
        let balls = filled_up(case.behind(1), 0, case.level, &mut room);
        counted(balls).fold(0, |sum, balls| sum ^ balls) == 0
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        Some(grundy_reason(counted(case.behind(1))))
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        // The ground alone is a staircase without balls.
        let above = case.list("balls").get(1..).filter(|above| !above.is_empty());
        CaseAnalysis::none().and("staircase", Components::Lists(vec![above.unwrap_or(&[0]).to_vec()]))
    }
}
