//! Two boxes of balls: a move empties the one that has fewer and puts a part of the other's into it; a box may not stay empty.
//!
//! Only the larger number counts: a move leads from n balls to any larger part of two, from half of n, rounded up, to n - 1. With one ball there is no move. So n is
//! lost where all of these are won: 1, 3, 7 and so on, each twice the one before and 1, for a number between two of them is less than twice
//! the lower one and 2.

#[cfg(test)]
pub(super) mod oracle;

use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct BoxGame;

impl Problem for BoxGame {
    const THEMES: &'static [Theme] = &[Theme::Splitting];
    const RULE: &'static str = "Empty the box of fewer balls and part the other's: print `Alice` when the first player wins, else `Bob`";
    const IDEA: &'static str =
        "the first player loses on 1, 3, 7 and all other numbers one less than a power of two";
    const GRAMMAR: Grammar =
        Grammar { cases: Cases::UntilZeros(1), case: &[line(&[number("n")])], ..Grammar::NOTHING };
    const EITHER: Option<[Line; 2]> = Some([Line::new("Bob"), Line::new("Alice")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [n] = case.numbers();
        n & n.wrapping_add(1) == 0
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [n] = case.numbers();
        // The largest number below that is one less than a power of two.
        let left = u64::MAX.checked_shr(n.leading_zeros() + 1).unwrap_or(0);
        let rule = match n & n.wrapping_add(1) {
            0 if n == 1 => "no_move",
            0 => "lost",
            _ => "won",
        };
        CaseAnalysis::none().rule(rule).with("n", n).with("left", left)
    }
}
