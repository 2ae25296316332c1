//! Lasker's Nim: a move takes any number of stones from one heap, or splits a heap in two and takes nothing.
//!
//! The value of a heap is its size, but 4k − 1 and 4k change places (Lasker, 1931; Berlekamp, Conway and Guy, 1982). By
//! induction: takes give the values of all smaller heaps, which leaves 4k − 1, 4k + 1, 4k + 2 and 4k + 3 as the least
//! value that the heaps 4k, 4k + 1, 4k + 2 and 4k + 3 lack. Modulo 4 their splits give 0 or 1, 2, 0 or 1, and 3: none
//! gives that value, but for 4k + 3, where 1 and 4k + 2 give it, and no split gives 4k + 4, which is next.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::games::lasker::nim_sum;
use nim_engine::theory::nim::filled_up;
use nim_simd::Level;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct LaskerNim;

/// The nim-sum of the values, 65 bits of it: a heap of 2^64 − 1 has the value 2^64.
#[derive(Clone, Copy, Debug, Default)]
pub struct LaskerSum(u128);

impl Summary for LaskerSum {
    #[inline]
    fn extend(&mut self, heaps: &[u64], level: Level) {
        // An empty heap has the value 0.
        self.0 ^= nim_sum(filled_up(heaps, 0, level, &mut [0; 8]));
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

impl Problem for LaskerNim {
    const THEMES: &'static [Theme] = &[Theme::Splitting];
    const RULE: &'static str =
        "Take from a heap or split it in two: print `Alice` when the first player wins, else `Bob`";
    const IDEA: &'static str = "Nim with the values n, but 4k − 1 and 4k change places";
    const GRAMMAR: Grammar = Grammar::COUNTED_POSITIONS;
    const EITHER: Option<[Line; 2]> = Some([Line::new("Bob"), Line::new("Alice")]);
    type Summary = LaskerSum;

    #[inline]
    fn is_first(&self, case: &Case<'_, LaskerSum>) -> bool {
        case.summary.0 == 0
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        CaseAnalysis::heaps("lasker", case.list("heap")).moves(|line| {
            let made = line.last()?;
            let (from, to) = made.stones();
            let of = |section| TheoremText::new(section).with("heap", made.component + 1).with("from", from);
            Some(match made.to.len() {
                2 => of("move_split").with("one", to).with("other", from - to),
                _ => of("move_take").with("to", to),
            })
        })
    }
}
