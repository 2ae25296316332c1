//! Nim in which a move takes one, two or three sticks from one heap.
//!
//! A heap of n has the value n mod 4: its options have the values of the three heaps below it, which are all the others of the four. So
//! the player to move loses where the XOR of the remainders is 0 (R. Sprague, 1935; P. Grundy, 1939). XOR and the last two bits of a number go
//! together, so that the nim-sum of whole heaps is taken first.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::theory::nim::NimSum;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct NimUpToThree;

impl Problem for NimUpToThree {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str = "Take up to three sticks from a heap, the last stick wins: print `first` when the first player wins, else `second`";
    const IDEA: &'static str = "a heap of n has the value n mod 4";
    const GRAMMAR: Grammar = Grammar::COUNTED_POSITIONS;
    const EITHER: Option<[Line; 2]> = Some([Line::new("first"), Line::new("second")]);
    type Summary = NimSum;

    #[inline]
    fn is_first(&self, case: &Case<'_, NimSum>) -> bool {
        !case.summary.xor.is_multiple_of(4)
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        Some(grundy_reason(case.list("heap").iter().map(|&heap| heap % 4)))
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        CaseAnalysis::heaps("bash:3", case.list("heap"))
    }
}
