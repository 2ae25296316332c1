//! Wythoff's game: all first moves that win; see [`super::wythoff`] for the theorem.
//!
//! A move wins where it leaves a P-position. From both heaps it keeps their difference, which is that of one pair; from a single heap
//! it keeps the other one, which is in one pair as well. So there are at most three, one of each kind.

#[cfg(test)]
pub(super) mod oracle;

use super::wythoff::{HEAPS, Wythoff, facts_of};
use nim_engine::games::wythoff::{floor_phi, is_p_position, partner};
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct WythoffFirstMoves;

const LOST: Line = Line::new("0");
const WON: Line = Line::new("1");

/// Heaps below this are small, and have one digit.
const SMALL: usize = 10;

/// The answers to small heaps, by search when the program is compiled: those of many short cases take longest by their branches.
static ANSWERS: [[Line; SMALL]; SMALL] = {
    let (mut lost, mut answers) = ([[false; SMALL]; SMALL], [[LOST; SMALL]; SMALL]);
    let mut a = 0;
    while a < SMALL {
        let mut b = 0;
        while b < SMALL {
            let answer = answer(&lost, a, b);
            lost[a][b] = answer.is_none();
            if let Some(answer) = answer {
                answers[a][b] = answer;
            }
            b += 1;
        }
        a += 1;
    }
    answers
};

/// Returns the answer to heaps that are won, `None` if they are lost: moves from both, from the first one, and from the second one.
const fn answer(lost: &[[bool; SMALL]; SMALL], a: usize, b: usize) -> Option<Line> {
    let (mut line, mut is_won) = (Line::new("1"), false);
    let mut kind = 0;
    while kind < if a == b { 2 } else { 3 } {
        let mut taken = 1;
        while taken <= [if a < b { a } else { b }, a, b][kind] {
            let (a, b) = (a - [taken, taken, 0][kind], b - [taken, 0, taken][kind]);
            if lost[a][b] {
                let (small, large) = if a < b { (a, b) } else { (b, a) };
                line = line.with(&[b'\n', b'0' + small as u8, b' ', b'0' + large as u8]);
                is_won = true;
            }
            taken += 1;
        }
        kind += 1;
    }
    if is_won { Some(line) } else { None }
}

impl Problem for WythoffFirstMoves {
    const THEMES: &'static [Theme] = &[Theme::SeveralHeaps];
    const RULE: &'static str = "Wythoff's game on two heaps: print `0` when the first player loses, else `1` and the heaps that each winning first move leaves";
    const IDEA: &'static str = Wythoff::IDEA;
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::UntilZeros(2),
        case: HEAPS,
        unchecked: &[Condition::at_least("b", Count::Of("a"))],
        ..Grammar::NOTHING
    };
    const ANSWERS: Answers = Answers::BlockAfter(&["0", "1"]);
    // The statement puts a move from both heaps first, and there is one wherever two moves win (the oracle's test). It does not say in
    // which order two moves from one heap stand, nor whether the same heaps are printed twice.
    const LATER_LINES_ARE_A_SET: bool = true;
    type Summary = ();

    #[inline]
    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        let [a, b] = case.numbers();
        if a.max(b) < SMALL as u64 {
            return out.line(&ANSWERS[a as usize][b as usize]);
        }
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
        leave(b, partner(b), a);
        if a != b {
            leave(a, partner(a), b);
        }
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        facts_of(case)
    }
}
