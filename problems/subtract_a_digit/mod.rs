//! A number: a move subtracts one of its digits, but for 0, and whoever makes the number 0 wins.
//!
//! A number that ends in 0 is lost: a digit is less than 10, so that a move leaves a last digit other than 0, which the answer subtracts. Any other number is won in this way,
//! and in no other, as only the last digit leads to a multiple of ten.

#[cfg(test)]
pub(super) mod oracle;

use nim_solve::prelude::*;

const SECOND: Line = Line::new("2");
const FIRST: Line = Line::new("1");

/// See `statement.en.md`.
#[derive(Default)]
pub struct SubtractADigit;

impl Problem for SubtractADigit {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str = "Subtract a digit of the number, whoever makes it 0 wins: print `1` and the winning first move when the first player wins, else `2`";
    const IDEA: &'static str =
        "the first player loses on multiples of ten, and else subtracts the last digit";
    const GRAMMAR: Grammar = Grammar { case: &[line(&[number("n")])], ..Grammar::NOTHING };
    type Summary = ();

    #[inline]
    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        let [n] = case.numbers();
        if n % 10 == 0 {
            return out.line(&SECOND);
        }
        out.line(&FIRST);
        out.put(n % 10, b'\n');
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [n] = case.numbers();
        let rule = match n % 10 {
            _ if n == 0 => "over",
            0 => "lost",
            _ => "won",
        };
        CaseAnalysis::none().rule(rule).with("n", n).with("digit", n % 10)
    }
}
