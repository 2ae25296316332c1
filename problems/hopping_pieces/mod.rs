//! Pieces on rows of 20 cells; a move takes a piece to the first empty cell on its right, and whoever cannot move loses.
//!
//! A row is staircase Nim: the pieces between two neighbouring empty cells are the stones of a step, numbered by the
//! empty cells on their right, and a piece that hops takes itself and those between it and the empty cell one step
//! down. So the value of a row is the XOR of its odd steps; see [`hop`]. The rows add
//! (Sprague 1935, Grundy 1939).

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::games::hop;
use nim_solve::prelude::*;

/// Cells of a row.
const CELLS: u64 = 20;

/// See `statement.en.md`.
#[derive(Default)]
pub struct HoppingPieces;

/// Returns the cells of the pieces of each row.
fn rows_of<'a>(case: &Fields<'a>) -> impl Iterator<Item = &'a [u64]> + use<'a> {
    case.lists_behind(1)
}

impl Problem for HoppingPieces {
    const THEMES: &'static [Theme] = &[Theme::BoardsAndTrees];
    const RULE: &'static str = "A piece moves to the first empty cell on its right: print `YES` when the first player wins, else `NO`";
    const IDEA: &'static str = "A row is staircase Nim: runs of pieces, by the empty cells on their right";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::Counted,
        case: &[
            line(&[number("rows")]),
            rows("row", Count::Of("rows"), &[line(&[number("pieces"), list("cell", Count::Of("pieces"))])]),
        ],
        conditions: &[Condition::Distinct("cell"), Condition::from_one("cell", Count::Exactly(CELLS))],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("YES"), Line::new("NO")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        rows_of(case).fold(0, |sum, cells| sum ^ hop::value(CELLS, cells)) != 0
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        Some(grundy_reason(rows_of(case).map(|cells| hop::value(CELLS, cells))))
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let facts = CaseAnalysis::lists(format!("hop:{CELLS}"), rows_of(case).map(<[u64]>::to_vec).collect());
        facts.moves(|line| {
            let made = line.last()?;
            let after = made.to.concat();
            let from = made.from.iter().find(|cell| !after.contains(cell))?;
            let to = after.iter().find(|cell| !made.from.contains(cell))?;
            Some(TheoremText::new("move").with("row", made.component + 1).with("from", from).with("to", to))
        })
    }
}
