//! A number, from which a move subtracts a divisor other than 1 and the number itself; whoever cannot move loses.
//!
//! An odd number leads to even ones that are no powers of two: n - d is d (n / d - 1), where d is odd and above 1. An even number that is no power of two leads to an odd one by its largest odd
//! divisor; so odd numbers are lost, and these are won. A power of two leads to numbers that are won, but for half of it, which it leads to as well: it is won where its exponent is even, for 2 itself has no move.

#[cfg(test)]
pub(super) mod oracle;

use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct DeletingDivisors;

/// Returns whether the player to move wins.
#[inline]
const fn wins(n: u64) -> bool {
    let twos = n.trailing_zeros();
    (n > 0) & (twos > 0) & !(n.is_power_of_two() & (twos % 2 == 1))
}

impl Problem for DeletingDivisors {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str = "Subtract a divisor that is neither 1 nor the number: print `Alice` when the first player wins, else `Bob`";
    const IDEA: &'static str =
        "the first player wins on even numbers, of the powers of two on those with an even exponent";
    const GRAMMAR: Grammar =
        Grammar { cases: Cases::Counted, case: &[line(&[number("n")])], ..Grammar::NOTHING };
    const EITHER: Option<[Line; 2]> = Some([Line::new("Alice"), Line::new("Bob")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [n] = case.numbers();
        wins(n)
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [n] = case.numbers();
        let odd = n.checked_shr(n.trailing_zeros()).unwrap_or(0);
        let rule = match (n.is_power_of_two(), wins(n)) {
            (true, true) => "power_won",
            (false, true) => "won",
            (true, false) if n > 1 => "power_lost",
            _ => "lost",
        };
        CaseAnalysis::none()
            .rule(rule)
            .with("n", n)
            .with("exponent", n.trailing_zeros())
            .with("odd", odd)
            .with("half", n / 2)
    }
}
