//! A product begins at 1, a move multiplies it by a number from 2 to 9, and whoever makes it at least n wins.
//!
//! Let q be n divided by the product. The player to move wins up to q = 9, at once. From there to 18 every move leaves at most 9; from
//! there to 162 some factor leaves more than 9 and at most 18; from there to 324 every move leaves more than 18 and at most 162; and so on,
//! by factors of 18.

#[cfg(test)]
pub(super) mod oracle;

use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct MultiplicationGame;

/// Returns the number, up to 18, that remains of n after as many pairs of moves as leave more than 1.
#[inline]
const fn last_pair(mut n: u64) -> u64 {
    while n > 18 {
        n = n.div_ceil(18);
    }
    n
}

impl Problem for MultiplicationGame {
    const THEMES: &'static [Theme] = &[Theme::BoardsAndTrees];
    const RULE: &'static str = "Multiply a product by 2 to 9, whoever reaches n wins: print `Stan wins.` when the first player wins, else `Ollie wins.`";
    const IDEA: &'static str =
        "divided by 18 and rounded up until it is at most 18, n is at most 9 where the first player wins";
    const GRAMMAR: Grammar =
        Grammar { cases: Cases::ToEnd, case: &[line(&[number("n")])], ..Grammar::NOTHING };
    const EITHER: Option<[Line; 2]> = Some([Line::new("Stan wins."), Line::new("Ollie wins.")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [n] = case.numbers();
        last_pair(n) <= 9
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [n] = case.numbers();
        let left = last_pair(n);
        let rule = if left <= 9 { "won" } else { "lost" };
        CaseAnalysis::none().rule(rule).with("n", n).with("left", left)
    }
}
