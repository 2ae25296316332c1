//! Intervals without their right ends; a move chooses one that meets none of those chosen before, and whoever has none to choose loses.
//!
//! An interval that is chosen divides the gap in which it lies: what fits on its left and what fits on its right are two games of the same
//! kind, whose values add (R. Sprague, 1935; P. Grundy, 1939). A gap begins at the right end of an interval, or before all, and ends at
//! the left end of one, or behind all: with n intervals there are (n + 1)² gaps, and the value of each takes at most n steps.

mod gaps;
#[cfg(test)]
pub(super) mod oracle;

use self::gaps::Gaps;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct DisjointIntervals;

/// The most intervals, for which there are a million gaps.
const MOST: u64 = 1000;

/// Returns the two ends of each interval.
fn intervals<'a>(case: &Fields<'a>) -> &'a [[u64; 2]] {
    case.behind(1).as_chunks().0
}

impl Problem for DisjointIntervals {
    const THEMES: &'static [Theme] = &[Theme::Splitting];
    const RULE: &'static str = "Choose an interval that meets none chosen before: print `Alice` when the first player wins, else `Bob`";
    const IDEA: &'static str =
        "an interval divides its gap in two, whose values add: a table of the values of all gaps";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::Counted,
        case: &[
            line(&[number("intervals")]),
            rows("interval", Count::Of("intervals"), &[line(&[list("end", Count::Exactly(2))])]),
        ],
        conditions: &[Condition::at_most("intervals", MOST), Condition::Ascending("end")],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("Alice"), Line::new("Bob")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let mut room = case.room.take();
        let value = Gaps::new(intervals(case), &mut room).value();
        case.room.set(room);
        value != 0
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        Some(format!("Grundy value {}", Gaps::new(intervals(case), &mut Vec::new()).value()))
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let mut room = Vec::new();
        let gaps = Gaps::new(intervals(case), &mut room);
        let facts = CaseAnalysis::none().with("value", gaps.value());
        let winning = intervals(case)
            .iter()
            .find(|interval| gaps.beside(interval).is_some_and(|[one, other]| one == other));
        match winning {
            None => facts.rule("lost"),
            Some(interval) => {
                let [left, right] = *interval;
                let beside = gaps.beside(interval).map_or(0, |[one, _]| one);
                facts.rule("won").with("left", left).with("right", right).with("beside", beside)
            }
        }
    }
}
