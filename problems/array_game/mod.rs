//! The array game: white cells among 1 to N; a move turns x, 2x, …, kx over, x being white.
//!
//! A position is the sum of its white cells, and the engine computes their values.

use nim_engine::games::array_game::{CellValues, MOST_CELLS};
use nim_engine::theory::{nim::NimSum, watch::unwatched};
use nim_simd::Level;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct ArrayGame {
    values: Option<CellValues>,
    /// The values of all cells of a small board, without a division.
    small: Vec<u32>,
}

/// Cells of a small board at most.
const SMALL: u64 = 4096;

/// Returns the cells that are given an odd number of times: a cell twice cancels out.
fn odd(cells: &[u64]) -> Vec<u64> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells.chunk_by(|one, next| one == next).filter(|same| same.len() % 2 == 1).map(|same| same[0]).collect()
}

impl Problem for ArrayGame {
    const THEMES: &'static [Theme] = &[Theme::BoardsAndTrees];
    const RULE: &'static str =
        "Turn over a white cell x and 2x, …, kx: print `Yes` when the first player wins, else `No`";
    const IDEA: &'static str = "A position is the sum of its white cells; values repeat over blocks of equal N / x (Sprague, 1935; Grundy, 1939)";
    const GRAMMAR: Grammar = Grammar {
        header: &["N"],
        cases: Cases::Counted,
        case: &[line(&[number("white")]), line(&[list("cell", Count::Of("white"))])],
        conditions: &[Condition::from_one("cell", Count::Of("N"))],
        unchecked: &[Condition::Distinct("cell")], // A cell twice cancels out.
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("Yes"), Line::new("No")]);
    type Summary = NimSum;

    fn begin(&mut self, header: &[u64]) -> Result<(), ValueError> {
        let cells = header.first().copied().unwrap_or(0);
        let mut values = CellValues::new(cells).map_err(|_| format!("expected at most {MOST_CELLS}"))?;
        #[expect(clippy::let_underscore_must_use, reason = "`unwatched` never stops it")]
        let _ = values.reach(cells, &mut unwatched);
        if cells <= SMALL {
            self.small = (0..=cells).map(|cell| values.known_value(cell)).collect();
        }
        self.values = Some(values);
        Ok(())
    }

    #[inline]
    fn summarize(&self, sum: &mut NimSum, cells: &[u64], _: Level) {
        let Some(values) = &self.values else { return };
        let xor = match &self.small[..] {
            [] => cells.iter().fold(0, |xor, &cell| xor ^ values.known_value(cell)),
            small => cells.iter().fold(0, |xor, &cell| xor ^ small.get(cell as usize).copied().unwrap_or(0)),
        };
        *sum += NimSum { xor: u64::from(xor), or: u64::from(xor) };
    }

    #[inline]
    fn is_first(&self, case: &Case<'_, NimSum>) -> bool {
        case.summary.first_wins()
    }

    fn facts<'a>(&self, header: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let cells = header.first().copied().unwrap_or(0);
        let white = odd(case.list("cell"));
        let facts = CaseAnalysis::heaps(format!("array-game:{}", cells.max(1)), white.clone());
        let facts = facts.components(move |index| {
            white.get(index).map(|cell| ("cell", cell.to_string())).into_iter().collect()
        });
        facts.moves(|line| {
            let made = line.last()?;
            let (cell, _) = made.stones();
            let last = made.to.iter().flatten().fold(cell, |last, &turned| last.max(turned));
            Some(TheoremText::new("move").with("cell", cell).with("k", last / cell.max(1)))
        })
    }
}
