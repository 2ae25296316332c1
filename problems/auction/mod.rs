//! An auction as the Bash game: a bid is raised by 1 to N, who reaches the price M gets the land.
//!
//! The rest of the price is a heap; the last move takes all of it or more. Up to N, every bid that is large enough wins at once; smaller
//! ones leave the other player the same. Above N, whoever leaves a multiple of N + 1 can do so again after every answer (C.-G. Bachet,
//! 1612): M mod (N + 1) is the one winning bid, unless it is 0.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::sequence::subtraction::modulo_sum;
use nim_solve::prelude::*;
use std::hint::select_unpredictable;

const NONE: Line = Line::new("none");

/// See `statement.en.md`.
#[derive(Default)]
pub struct Auction;

impl Problem for Auction {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str = "Raise a bid by 1 to N up to the price M: print all winning first bids, or `none` when the first player loses";
    const IDEA: &'static str = "leave a multiple of N + 1";
    const GRAMMAR: Grammar =
        Grammar { cases: Cases::ToEnd, case: &[line(&[number("price"), number("bid")])], ..Grammar::NOTHING };
    type Summary = ();

    #[inline]
    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        let [price, most] = case.numbers();
        let rest = modulo_sum(price, most, 1);
        let (first, last) = select_unpredictable(price > most, (rest, rest), (price.max(1), most));
        // A rest of 0 is no bid, and leaves none.
        out.range_or(first.max(1)..=last, &NONE);
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [price, most] = case.numbers();
        let modulus = u128::from(most) + 1;
        let rest = u128::from(price) % modulus;
        let rule = match price {
            0 => "reached",
            _ if most == 0 => "no_move",
            _ if price <= most => "at_once",
            _ if rest == 0 => "lost",
            _ => "won",
        };
        let facts = match price {
            0 => CaseAnalysis::none(),
            _ => CaseAnalysis::heaps(format!("bash:{most}"), vec![price]),
        };
        let facts = facts.rule(rule).as_image().moves(move |line| {
            let (from, to) = line.last()?.stones();
            Some(TheoremText::new("move").with("raise", from - to).with("bid", price - to))
        });
        facts.with("price", price).with("most", most).with("modulus", modulus).with("rest", rest)
    }
}
