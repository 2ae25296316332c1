//! Heaps, from one of which a move takes one stone or more, and at most half of it; whoever cannot move loses.
//!
//! An even heap has half of its size as its value, an odd one the value of the rest when it is divided by 2: the heap without the ones at the end of its binary form and without the digit before them. By induction:
//! the options of n are the heaps from half of n, rounded up, to n - 1. Of 2k these are k to 2k - 1, whose values are 0 to k - 1; of 2k + 1 they are k + 1 to 2k, which lack the value of k alone.

#[cfg(test)]
pub(super) mod oracle;

use nim_simd::Level;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct AtMostHalf;

/// Returns the value of a heap.
#[inline]
fn value(heap: u64) -> u64 {
    heap.checked_shr(heap.trailing_ones() + 1).unwrap_or(0)
}

/// The XOR of the values of heaps.
#[derive(Clone, Copy, Debug, Default)]
pub struct HalfSum(u64);

impl Summary for HalfSum {
    #[inline(always)] // It is compiled for the CPU that it runs on.
    fn extend(&mut self, heaps: &[u64], _: Level) {
        self.0 = heaps.iter().fold(self.0, |sum, &heap| sum ^ value(heap));
    }
    fn merge(&mut self, later: &Self) {
        self.0 ^= later.0;
    }
    fn bits(&self) -> u64 {
        u64::MAX
    }
    fn reason(&self) -> Option<String> {
        Some(format!("nim-sum of the Grundy values {}", self.0))
    }
}

impl Problem for AtMostHalf {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str =
        "Take at most half of a heap: print `Alice` when the first player wins, else `Bob`";
    const IDEA: &'static str =
        "an even heap has half of its size as its value, an odd one the value of its half, rounded down";
    const GRAMMAR: Grammar = Grammar::COUNTED_POSITIONS;
    const EITHER: Option<[Line; 2]> = Some([Line::new("Bob"), Line::new("Alice")]);
    type Summary = HalfSum;

    #[inline]
    fn is_first(&self, case: &Case<'_, HalfSum>) -> bool {
        case.summary.0 == 0
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let heaps = case.list("heap");
        let sum = heaps.iter().fold(0, |sum, &heap| sum ^ value(heap));
        // A heap whose value the move makes smaller.
        let index = heaps.iter().position(|&heap| value(heap) ^ sum < value(heap));
        let Some((index, heap)) = index.and_then(|index| Some((index, *heaps.get(index)?))) else {
            return CaseAnalysis::none().rule("lost");
        };
        // The heaps of a value: twice the value, and from then on each the double of the one before and 1.
        let mut left = 2 * (value(heap) ^ sum);
        while left < heap.div_ceil(2) {
            left = 2 * left + 1;
        }
        CaseAnalysis::none()
            .rule("won")
            .with("sum", sum)
            .with("number", index + 1)
            .with("heap", heap)
            .with("left", left)
    }
}
