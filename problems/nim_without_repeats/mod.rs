//! Nim in which no number of stones is taken twice from one heap.
//!
//! The value of a heap of s stones is the length of the longest play on it, the largest k with 1 + 2 + … + k <= s. It is
//! not larger, as every move makes the rest of play shorter. That each smaller number is the value of an option was found by
//! search for all heaps up to [`CHECKED`]; larger ones, for which no proof is known here, are refused. The values of
//! the heaps add as in Nim (R. Sprague, 1935; P. Grundy, 1939).

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::games::distinct::{CHECKED, most_moves};
use nim_simd::Level;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct NimWithoutRepeats;

/// The XOR of the values of heaps.
#[derive(Clone, Debug, Default)]
pub struct MovesSum(u64);

impl Summary for MovesSum {
    fn extend(&mut self, heaps: &[u64], _: Level) {
        self.0 = heaps.iter().fold(self.0, |sum, &heap| sum ^ most_moves(heap));
    }
    fn merge(&mut self, later: &Self) {
        self.0 ^= later.0;
    }
    fn bits(&self) -> u64 {
        u64::MAX
    }
}

impl Problem for NimWithoutRepeats {
    const THEMES: &'static [Theme] = &[Theme::Nim];
    const RULE: &'static str =
        "Nim, no number of stones twice from one heap: print `YES` when the second player wins, else `NO`";
    const IDEA: &'static str = "a heap of s has the value k, the largest with 1 + 2 + … + k ≤ s";
    const GRAMMAR: Grammar = Grammar {
        case: &[line(&[number("heaps")]), rows("heap", Count::Of("heaps"), &[line(&[number("stones")])])],
        conditions: &[Condition::at_most("stones", CHECKED)],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("YES"), Line::new("NO")]);
    type Summary = MovesSum;

    #[inline]
    fn is_first(&self, case: &Case<'_, MovesSum>) -> bool {
        case.summary.0 == 0
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        Some(grundy_reason(case.rows("heap").iter().map(|&[stones]| most_moves(stones))))
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let heaps: Vec<u64> = case.rows("heap").iter().map(|&[stones]| stones).collect();
        CaseAnalysis::heaps("distinct", heaps).moves(|line| {
            let made = line.last()?;
            let (from, to) = made.stones();
            let said = TheoremText::new("move").with("heap", made.component + 1).with("taken", from - to);
            Some(said.with("from", from).with("to", to))
        })
    }
}
