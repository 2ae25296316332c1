//! A move takes one coin from each of some heaps, at least one.
//!
//! The first player loses if every heap is even: each move makes some heaps odd, and the answer takes a coin from each of them, so that all
//! are even again. If a heap is odd, taking a coin from each odd heap leaves even ones.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::theory::nim::NimSum;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct AnotherGame;

impl Problem for AnotherGame {
    const THEMES: &'static [Theme] = &[Theme::SeveralHeaps];
    const RULE: &'static str = "Take one coin from each of some heaps, the last coin wins: print `first` when the first player wins, else `second`";
    const IDEA: &'static str = "the first player loses where every heap is even";
    const GRAMMAR: Grammar = Grammar::COUNTED_POSITIONS;
    const EITHER: Option<[Line; 2]> = Some([Line::new("second"), Line::new("first")]);
    type Summary = NimSum;

    #[inline]
    fn is_first(&self, case: &Case<'_, NimSum>) -> bool {
        case.summary.or.is_multiple_of(2)
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        let is_any_odd = case.behind(1).iter().any(|heap| heap % 2 == 1);
        Some(if is_any_odd { "a heap is odd" } else { "every heap is even" }.to_owned())
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let odd = case.list("heap").iter().filter(|&heap| heap % 2 == 1).count();
        let rule = match odd {
            0 if case.list("heap").iter().all(|&heap| heap == 0) => "no_move",
            0 => "lost",
            _ => "won",
        };
        CaseAnalysis::none().rule(rule).with("odd", odd)
    }
}
