//! Nim in which a move must take from the first heap that is not empty.
//!
//! Whoever meets the first heap of two stones or more wins: taking all of it, or all but one stone, decides who begins with what is behind it. Heaps
//! of one before it are taken in turn. So the first player wins where their number is even, and where all heaps are ones, where it is odd.

#[cfg(test)]
pub(super) mod oracle;

use nim_simd::Level;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct SequentialNim;

/// The heaps of one stone before the first that has more.
#[derive(Clone, Default)]
pub struct LeadingOnes {
    ones: u64,
    is_over: bool,
}

impl Summary for LeadingOnes {
    fn extend(&mut self, numbers: &[u64], _: Level) {
        if !self.is_over {
            // Empty heaps are passed over.
            let ones = numbers.iter().take_while(|&&heap| heap < 2);
            let (heaps, ones) = ones.fold((0, 0), |(heaps, ones), heap| (heaps + 1, ones + heap));
            self.ones += ones;
            self.is_over = heaps < numbers.len();
        }
    }

    fn merge(&mut self, later: &Self) {
        if !self.is_over {
            self.ones += later.ones;
            self.is_over = later.is_over;
        }
    }

    fn bits(&self) -> u64 {
        u64::MAX
    }

    fn reason(&self) -> Option<String> {
        let behind = if self.is_over { "before a larger heap" } else { "and no larger heap" };
        Some(format!("{} leading ones {behind}", self.ones))
    }
}

impl LeadingOnes {
    const fn first_wins(&self) -> bool {
        self.ones.is_multiple_of(2) == self.is_over
    }
}

impl Problem for SequentialNim {
    const THEMES: &'static [Theme] = &[Theme::Nim];
    const RULE: &'static str =
        "Nim from the first heap that is not empty: print `First` when the first player wins, else `Second`";
    const IDEA: &'static str = "whoever meets the first heap of two stones or more wins";
    const GRAMMAR: Grammar = Grammar::COUNTED_POSITIONS;
    const EITHER: Option<[Line; 2]> = Some([Line::new("First"), Line::new("Second")]);
    type Summary = LeadingOnes;

    #[inline]
    fn is_first(&self, case: &Case<'_, LeadingOnes>) -> bool {
        case.summary.first_wins()
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let mut summary = LeadingOnes::default();
        summary.extend(case.list("heap"), Level::SCALAR);
        let rule = match (summary.first_wins(), summary.is_over) {
            (false, true) => "lost",
            (true, true) => "won",
            (false, false) => "ones_lost",
            (true, false) => "ones_won",
        };
        CaseAnalysis::none().rule(rule).with("ones", summary.ones)
    }
}
