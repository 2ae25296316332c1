//! Bags of coins are emptied onto plates in turn, each onto one plate; then the plates are heaps of Nim, which whoever is next begins.
//!
//! Whoever begins Nim wants a nim-sum other than 0. With an even number of bags that is the first player, who always puts the largest bag that is left onto one plate, so that this has more than half of all coins; unless the bags are pairs
//! of equal ones: then the second player copies each move, onto a plate of its own. With an odd number it is the second player, who does the same.

#[cfg(test)]
pub(super) mod oracle;

use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct PlatesForNim;

/// Returns whether numbers in rising order are pairs of equal ones.
#[inline]
fn are_pairs(coins: &[u64]) -> bool {
    let (pairs, rest) = coins.as_chunks();
    rest.is_empty() && pairs.iter().all(|[one, other]| one == other)
}

impl Problem for PlatesForNim {
    const THEMES: &'static [Theme] = &[Theme::Nim];
    const RULE: &'static str = "Empty bags onto plates in turn, then play Nim with the plates: print `First` when the first player wins, else `Second`";
    const IDEA: &'static str =
        "the first player wins with an even number of bags that are not pairs of equal ones";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::Counted,
        case: &[line(&[number("bags")]), line(&[list("coins", Count::Of("bags"))])],
        conditions: &[Condition::at_least("coins", Count::Exactly(1))],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("Second"), Line::new("First")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let coins = case.behind(1);
        coins.len() % 2 == 1 || case.in_order(coins, are_pairs)
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let mut coins = case.behind(1).to_vec();
        coins.sort_unstable();
        let rule = match (coins.len() % 2, are_pairs(&coins)) {
            (1, _) => "odd_lost",
            (_, true) => "pairs_lost",
            _ => "won",
        };
        CaseAnalysis::none()
            .rule(rule)
            .with("bags", coins.len())
            .with("largest", coins.last().copied().unwrap_or(0))
    }
}
