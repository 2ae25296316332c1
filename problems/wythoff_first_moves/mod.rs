//! Wythoff's game: all first moves that win; see [`super::wythoff`] for the theorem.
//!
//! A move wins where it leaves a P-position. From both heaps it keeps their difference, which is that of one pair; from a single heap
//! it keeps the other one, which is in one pair as well. So there are at most three, one of each kind.

#[cfg(test)]
pub(super) mod oracle;

use super::wythoff::{HEAPS, Wythoff, facts_of};
use nim_engine::games::wythoff::{floor_phi, is_p_position, partner};
use nim_io::{Line, Lines};
use nim_solve::problem::{
    Answers, Case, Cases, Condition, Count, Facts, Fields, Grammar, Needs, Problem, Theme, Theorem,
};

/// See `statement.en.md`.
#[derive(Default)]
pub struct WythoffFirstMoves;

const LOST: Line = Line::new("0");
const WON: Line = Line::new("1");

impl Problem for WythoffFirstMoves {
    const ALIASES: &'static [&'static str] = &["hdu2177"];
    const THEMES: &'static [Theme] = &[Theme::SeveralHeaps];
    const RULE: &'static str = "Wythoff's game on two heaps: print `0` when the first player loses, else `1` and the heaps that each winning first move leaves";
    const IDEA: &'static str = Wythoff::IDEA;
    const THEOREM: Theorem = Wythoff::THEOREM;
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::UntilZeros(2),
        case: HEAPS,
        unchecked: &[Condition::Range { field: "b", from: Count::Of("a"), to: Count::Exactly(u64::MAX) }],
        ..Grammar::NOTHING
    };
    const ANSWERS: Answers = Answers::BlockAfter(&["0", "1"]);
    const NEEDS: Needs = Needs::Numbers;
    type Summary = ();

    #[inline]
    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        let [a, b] = case.numbers();
        let (small, large) = (a.min(b), a.max(b));
        if is_p_position(small, large, false) {
            return out.line(&LOST);
        }
        out.line(&WON);
        let mut leave = |heap: u64, other: u128, below: u64| {
            if let Some(other) = u64::try_from(other).ok().filter(|&other| other < below) {
                out.row([heap.min(other), heap.max(other)]);
            }
        };
        let apart = large - small;
        if let Some(both) = u64::try_from(floor_phi(apart)).ok().filter(|&both| both < small) {
            leave(both + apart, both.into(), small);
        }
        leave(large, partner(large), small);
        if small < large {
            leave(small, partner(small), large);
        }
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> Facts<'a> {
        facts_of(case)
    }
}
