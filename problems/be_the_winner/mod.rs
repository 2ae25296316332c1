//! Rows of apples: a move takes apples that lie side by side in one row, which may fall in two; whoever takes the last apple loses.
//!
//! A row of n has options with every nim-sum below n and none of n: taken from one end they are those of a heap, and what a split leaves,
//! a and b with a + b < n, has the nim-sum a ^ b <= a + b. So a row is worth a heap in normal play. In misère play the theorem of
//! heaps holds as well: while some row has two apples or more the nim-sum decides, and among single apples an even number wins.
//! Whoever has the advantage can always leave single apples of the right number, as the row that is the last one with more than one
//! can be reduced to one apple or to none.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::theory::nim::NimSum;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct BeTheWinner;

impl Problem for BeTheWinner {
    const THEMES: &'static [Theme] = &[Theme::Splitting, Theme::Misere];
    const RULE: &'static str = "Take neighbouring apples from a row, the last apple loses: print `Yes` when the first player wins, else `No`";
    const IDEA: &'static str = "as in misère Nim: a row is worth a heap of as many";
    const GRAMMAR: Grammar = Grammar { cases: Cases::ToEnd, ..Grammar::ONE_POSITION };
    const EITHER: Option<[Line; 2]> = Some([Line::new("Yes"), Line::new("No")]);
    type Summary = NimSum;

    #[inline]
    fn is_first(&self, case: &Case<'_, NimSum>) -> bool {
        case.summary.first_wins_misere()
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let rows = case.list("heap");
        let sum = rows.iter().fold(0, |sum, row| sum ^ row);
        let ones = rows.iter().filter(|&&row| row == 1).count();
        let rule = match (rows.iter().all(|&row| row < 2), sum) {
            (true, 0) if ones == 0 => "empty",
            (true, 0) => "even",
            (true, _) => "odd",
            (false, 0) => "lost",
            (false, _) => "won",
        };
        let (row, from, to) = winning_move(rows, sum);
        let facts = CaseAnalysis::none().rule(rule).with("sum", sum).with("ones", ones);
        facts.with("row", row).with("from", from).with("to", to)
    }
}

/// Returns a row, from 1, with its apples before and after a move that wins, where some row has two apples and the nim-sum is not 0.
fn winning_move(rows: &[u64], sum: u64) -> (usize, u64, u64) {
    let long = rows.iter().filter(|&&row| row > 1).count();
    let ones = rows.iter().filter(|&&row| row == 1).count() as u64;
    let mut moves = (1..).zip(rows).map(|(row, &from)| match long {
        // The last long row leaves an odd number of single apples.
        1 if from > 1 => (row, from, 1 - ones % 2),
        1 => (row, from, from),
        _ => (row, from, from ^ sum),
    });
    moves.find(|(_, from, to)| to < from).unwrap_or_default()
}
