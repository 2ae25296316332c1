//! Wythoff's game: two heaps; a move takes any number of stones from one of them, or the same number from both.
//!
//! The k-th P-position has the heaps A = floor(k phi) and A + k, phi being the golden ratio (Wythoff, 1907). The
//! numbers A and A + k of all k are each positive integer once (Beatty), and each difference occurs once, so that no
//! move leads from one pair to another; and from any other position one of the three kinds of moves reaches a pair. The
//! product is compared in integers: with a double for k phi, the first wrong
//! answer is at k = 102 334 155, where it takes the heaps 165 580 141 and 267 914 296 for a P-position.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::games::wythoff::{floor_phi, is_p_position};
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct Wythoff;

/// The heaps, in one line.
pub(super) const HEAPS: &[Part] = &[line(&[number("a"), number("b")])];

/// Returns the reason for the outcome of a case: the pair of the difference.
pub(super) fn facts_of<'a>(case: &Fields<'a>) -> CaseAnalysis<'a> {
    let [a, b] = case.numbers();
    let (small, apart) = (a.min(b), a.abs_diff(b));
    let cold = floor_phi(apart);
    let rule = if cold == u128::from(small) { "lost" } else { "won" };
    let facts = CaseAnalysis::lists("wythoff", vec![vec![a, b]]).rule(rule).with("small", small);
    facts.with("k", apart).with("cold", cold).with("colder", cold + u128::from(apart))
}

impl Problem for Wythoff {
    const THEMES: &'static [Theme] = &[Theme::SeveralHeaps];
    const RULE: &'static str = "Wythoff's game on two heaps: print `1` when the first player wins, else `0`";
    const IDEA: &'static str =
        "the first player loses on the heaps floor(k phi) and floor(k phi) + k, phi being the golden ratio";
    const GRAMMAR: Grammar = Grammar { cases: Cases::ToEnd, case: HEAPS, ..Grammar::NOTHING };
    const EITHER: Option<[Line; 2]> = Some([Line::new("0"), Line::new("1")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [a, b] = case.numbers();
        is_p_position(a, b, false)
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        facts_of(case)
    }
}
