//! Mock turtles: a move turns one, two or three coins of a row, of which the rightmost showed heads.
//!
//! A head at place a, counted from 0, has the value 2a or 2a + 1, whichever has an odd number of ones in binary (Berlekamp, Conway and
//! Guy, *Winning Ways*, chapter 14). The nim-sum is 0 where the XOR of the places is 0 and an even number of them have an even number of
//! ones; the others are then even in number as well, as the XOR has no ones. So the first player loses exactly where the XOR of the places is 0
//! and the number of heads is even. A place that is given several times counts once.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::theory::nim::repeated;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct MockTurtles;

/// Returns the places of a case, each once, in order.
fn heads(case: &Fields<'_>) -> Vec<u64> {
    let mut heads = case.behind(1).to_vec();
    heads.sort_unstable();
    heads.dedup();
    heads
}

/// Returns the places of coins whose turning wins, the rightmost last; none where the first player loses.
fn winning_move(heads: &[u64]) -> Vec<u64> {
    let value = |place: u64| u128::from(place) << 1 | u128::from(place.count_ones().is_multiple_of(2));
    let sum = heads.iter().fold(0, |sum, &place| sum ^ value(place));
    for &last in heads.iter().filter(|_| sum > 0) {
        // The nim-sum that the other coins should have.
        let rest = sum ^ value(last);
        let place = |rest: u128| (rest >> 1) as u64;
        if rest == 0 {
            return vec![last];
        }
        if rest.count_ones() % 2 == 1 && place(rest) < last {
            return vec![place(rest), last];
        }
        // The second of two others has an odd number of ones, too; one of the first places will do.
        let pairs = (0..last.min(8)).map(|first| (first, rest ^ value(first)));
        let mut pairs = pairs.filter(|&(first, rest)| rest.count_ones() % 2 == 1 && place(rest) != first);
        if let Some((first, rest)) = pairs.find(|&(_, rest)| place(rest) < last) {
            return vec![first, place(rest), last];
        }
    }
    Vec::new()
}

/// All places below 64, and for each bit the places that have it.
const PLACES: [u64; 7] = [
    u64::MAX,
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

impl Problem for MockTurtles {
    const THEMES: &'static [Theme] = &[Theme::BoardsAndTrees];
    const RULE: &'static str = "Turn up to three coins, of which the rightmost showed heads: print `No` when the first player wins, else `Yes`";
    const IDEA: &'static str =
        "the first player loses where the XOR of the places is 0 and the number of heads is even";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::ToEnd,
        case: &[line(&[number("heads")]), line(&[list("place", Count::Of("heads"))])],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("Yes"), Line::new("No")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let (places, mut room) = (case.behind(1), [0; 8]);
        let some = repeated(places, case.level, &mut room);
        if some.iter().fold(0, |or, place| or | place) < 64 {
            let heads = some.iter().fold(0_u64, |heads, place| heads | 1 << (place % 64));
            let odd = PLACES.iter().fold(0, |odd, having| odd | (heads & having).count_ones() & 1);
            return odd == 0;
        }
        case.in_order(places, |places| {
            let equal = places.chunk_by(|one, next| one == next);
            let (sum, odd) = equal.fold((0, false), |(sum, odd), equal| (sum ^ equal[0], !odd));
            sum == 0 && !odd
        })
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let heads = heads(case);
        let sum = heads.iter().fold(0, |sum, place| sum ^ place);
        let rule = match (sum, heads.len() % 2) {
            (0, 0) => "lost",
            (0, _) => "odd",
            _ => "won",
        };
        let coins: Vec<String> = winning_move(&heads).iter().map(u64::to_string).collect();
        let facts = CaseAnalysis::none().rule(rule).with("sum", sum).with("heads", heads.len());
        facts.with("coins", coins.join(", "))
    }
}
