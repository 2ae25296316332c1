//! A circle of coins: a move takes one coin, or two neighbours between which none has been taken; whoever takes the last coin wins.
//!
//! With one coin or two the first player takes all. With more, the first move leaves a row; the second player takes its middle, one coin or two, so that two rows of as many coins are left, and then answers each move
//! in the other row.

#[cfg(test)]
pub(super) mod oracle;

use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct CircleOfCoins;

impl Problem for CircleOfCoins {
    const THEMES: &'static [Theme] = &[Theme::Splitting];
    const RULE: &'static str = "Take one coin or two neighbours out of a circle: print `Alice` when the first player wins, else `Bob`";
    const IDEA: &'static str = "the first player wins with one coin or two; else the second halves what is left, and mirrors each move";
    const GRAMMAR: Grammar =
        Grammar { cases: Cases::UntilZeros(1), case: &[line(&[number("n")])], ..Grammar::NOTHING };
    const EITHER: Option<[Line; 2]> = Some([Line::new("Alice"), Line::new("Bob")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [n] = case.numbers();
        n <= 2
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [n] = case.numbers();
        CaseAnalysis::none().rule(if n <= 2 { "won" } else { "lost" }).with("n", n)
    }
}
