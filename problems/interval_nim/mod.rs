//! Nim in which a move takes at least L and at most R stones.
//!
//! A heap of n stones has the value floor((n mod (L + R)) / L): [`interval_value`], with the proof. The values of the heaps add as in Nim
//! (R. Sprague, 1935; P. Grundy, 1939), and the player to move loses where their XOR is 0.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::sequence::subtraction::{IntervalGame, interval_value};
use nim_simd::Level;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct IntervalNim;

/// The XOR of the values of heaps.
#[derive(Clone, Debug, Default)]
pub struct IntervalSum {
    game: IntervalGame,
    sum: u64,
}

impl Summary for IntervalSum {
    #[inline]
    fn extend(&mut self, heaps: &[u64], _: Level) {
        self.sum ^= self.game.nim_sum(heaps);
    }
    fn merge(&mut self, later: &Self) {
        self.sum ^= later.sum;
    }
    fn bits(&self) -> u64 {
        u64::MAX
    }
}

impl Problem for IntervalNim {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str =
        "Take L to R stones from a heap: print `First` when the first player wins, else `Second`";
    const IDEA: &'static str = "a heap of n has the value floor((n mod (L + R)) / L)";
    const GRAMMAR: Grammar = Grammar {
        case: &[
            line(&[number("heaps"), number("least"), number("most")]),
            line(&[list("heap", Count::Of("heaps"))]),
        ],
        conditions: &[
            Condition::at_least("least", Count::Exactly(1)),
            Condition::at_least("most", Count::Of("least")),
        ],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("Second"), Line::new("First")]);
    type Summary = IntervalSum;

    fn open(&self, numbers: &[u64]) -> IntervalSum {
        let &[_, least, most] = numbers else { return IntervalSum::default() };
        IntervalSum { game: IntervalGame::new(least, most), sum: 0 }
    }

    #[inline]
    fn is_first(&self, case: &Case<'_, IntervalSum>) -> bool {
        case.summary.sum == 0
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        let [_, least, most] = case.numbers();
        Some(grundy_reason(case.list("heap").iter().map(|&heap| interval_value(least, most, heap))))
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [_, least, most] = case.numbers();
        let facts =
            CaseAnalysis::heaps(format!("subtract:{least}..{most}"), case.list("heap")).rule("values");
        facts.with("least", least).with("sum", u128::from(least) + u128::from(most))
    }
}
