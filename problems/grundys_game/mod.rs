//! Grundy's game: a move splits a heap in two that are not equal.
//!
//! Of all heaps up to 4 000 000, 42 have the value 0, and the largest of them is 1222: all values up to there were computed for it. Whether there are others is not known
//! (*Winning Ways*, chapter 4), so that larger heaps are refused.

#[cfg(test)]
pub(super) mod oracle;

use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct GrundysGame;

/// The heaps up to [`MOST`] that have the value 0.
const LOST: [u16; 42] = [
    0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270, 273, 276, 282, 285, 288, 316, 334, 337, 340, 346, 359, 362,
    365, 386, 389, 392, 566, 630, 633, 636, 639, 673, 676, 682, 685, 923, 926, 929, 932, 1222,
];
/// The largest heap up to which the list is whole.
const MOST: u64 = 4_000_000;

impl Problem for GrundysGame {
    const THEMES: &'static [Theme] = &[Theme::Splitting];
    const RULE: &'static str =
        "Split a heap in two that are not equal: print `first` when the first player wins, else `second`";
    const IDEA: &'static str = "the first player loses on 1, 2, 4, 7 and few other heaps up to 1222";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::Counted,
        case: &[line(&[number("n")])],
        conditions: &[Condition::at_most("n", MOST)],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("second"), Line::new("first")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [n] = case.numbers();
        u16::try_from(n).is_ok_and(|n| LOST.binary_search(&n).is_ok())
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [n] = case.numbers();
        CaseAnalysis::heaps("grundy", vec![n])
    }
}
