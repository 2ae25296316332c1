//! Northcott's game: in each row a piece of either player, which moves along its row without passing the other; whoever
//! cannot move loses.
//!
//! The cells between the pieces of a row are a heap of Nim (*Winning Ways*, chapter 3). Moving towards the other piece
//! makes the heap smaller, as a move of Nim does. A retreat makes it larger, but the opponent follows as far, so that
//! the heap is what it was; and a retreat that is followed brings the piece nearer to the edge, so that the winner of
//! Nim need not wait for ever.

#[cfg(test)]
pub(super) mod oracle;

use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct Northcott;

/// Returns the free squares of each row.
fn gaps<'a>(case: &Fields<'a>) -> impl Iterator<Item = u64> + use<'a> {
    case.behind(2).as_chunks().0.iter().map(|&[tom, jerry]| tom.abs_diff(jerry) - 1)
}

impl Problem for Northcott {
    const THEMES: &'static [Theme] = &[Theme::BoardsAndTrees];
    const RULE: &'static str =
        "Northcott's game: print `I WIN!` when Tom, who moves first, wins, else `BAD LUCK!`";
    const IDEA: &'static str =
        "The cells between the two pieces of a row are a heap of Nim; retreats are followed";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::ToEnd,
        case: &[
            line(&[number("rows"), number("columns")]),
            rows("row", Count::Of("rows"), &[line(&[number("tom"), number("jerry")])]),
        ],
        conditions: &[
            Condition::Distinct("row"),
            Condition::from_one("tom", Count::Of("columns")),
            Condition::from_one("jerry", Count::Of("columns")),
        ],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("I WIN!"), Line::new("BAD LUCK!")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let mut sum = 0;
        for gap in gaps(case) {
            sum ^= gap;
        }
        sum != 0
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        Some(grundy_reason(gaps(case)))
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let rows = case.rows::<2>("row").to_vec();
        let facts = CaseAnalysis::heaps("nim", gaps(case).collect::<Vec<_>>()).as_image();
        let facts = facts.components(|row| vec![("row", (row + 1).to_string())]);
        facts.moves(move |line| told(rows.clone(), line))
    }
}

/// Names the last of some moves, each towards the other piece of its row; Tom makes the first one.
fn told(mut rows: Vec<[u64; 2]>, line: &[&PlayedMove]) -> Option<TheoremText> {
    let mut said = None;
    for (turn, made) in line.iter().enumerate() {
        let row = rows.get_mut(made.component)?;
        let (before, after) = made.stones();
        let (from, other) = (row[turn % 2], row[1 - turn % 2]);
        let to = if from < other { from + (before - after) } else { from - (before - after) };
        row[turn % 2] = to;
        let section = ["move_tom", "move_jerry"][turn % 2];
        said =
            Some(TheoremText::new(section).with("row", made.component + 1).with("from", from).with("to", to));
    }
    said
}
