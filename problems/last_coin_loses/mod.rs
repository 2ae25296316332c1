//! One heap: p to q coins are taken, all of them where fewer than p are left, and the last coin loses.
//!
//! The player to move loses exactly where r = n mod (p + q) is one of 1 to p. There, with r coins in all, the last
//! of them must be taken; else the answer to a move of x coins is p + q - x, which leaves the same r. From any other number a move
//! leads there: with r = 0, q coins leave p; above p, r - p or, where that is less than p, p coins leave 1 to p. It is the
//! interval game in misère play, whose last move also covers what is below p.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::sequence::subtraction::modulo_sum;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct LastCoinLoses;

impl Problem for LastCoinLoses {
    const THEMES: &'static [Theme] = &[Theme::TakeAway, Theme::Misere];
    const RULE: &'static str = "Take p to q of n coins, or all of fewer than p, the last coin loses: print `WIN` when the first player wins, else `LOST`";
    const IDEA: &'static str = "the first player loses where n mod (p + q) is from 1 to p";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::ToEnd,
        case: &[line(&[number("coins"), number("least"), number("most")])],
        conditions: &[
            Condition::at_least("least", Count::Exactly(1)),
            Condition::at_least("most", Count::Of("least")),
        ],
        unchecked: &[Condition::at_least("most", Count::Linear { times: 1, of: "least", plus: 1 })],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("LOST"), Line::new("WIN")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [coins, least, most] = case.numbers();
        let rest = modulo_sum(coins, least, most);
        (1 <= rest) & (rest <= least)
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [coins, least, most] = case.numbers().map(u128::from);
        let rest = coins % (least + most);
        // The number of coins that a winning move takes.
        let take = if rest == 0 { most } else { least.max(rest.saturating_sub(least)) };
        let rule = match rest {
            _ if coins == 0 => "empty",
            rest if (1..=least).contains(&rest) => "lost",
            _ => "won",
        };
        let facts =
            CaseAnalysis::none().rule(rule).with("coins", coins).with("least", least).with("most", most);
        let left = coins.saturating_sub(take) % (least + most);
        facts.with("sum", least + most).with("rest", rest).with("take", take).with("left", left)
    }
}
