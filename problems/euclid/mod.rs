//! Euclid's game: a positive multiple of the smaller number is subtracted from the larger; whoever makes a number 0 wins.
//!
//! Let a = qb + r with r < b be the numbers (Cole and Davie 1969). If q is at least 2, the first player wins: where (r,
//! b) is lost, by moving there; where it is won, by moving to (b + r, b), from where there is no move but to (r, b). If
//! q is 1, that move is the only one. So the first quotient of Euclid's algorithm above 1 tells who wins, and one
//! comes, as the last quotient is above 1 or leaves 0.

#[cfg(test)]
pub(super) mod oracle;

use crate::engine::games::euclid;
use crate::io::{Line, Lines};
use crate::problem::{Answers, Case, Cases, Grammar, Needs, Part, Problem, Theme, number};

const STAN: Line = Line::new("Stan wins");
const OLLIE: Line = Line::new("Ollie wins");

/// See `statement.en.md`.
#[derive(Default)]
pub struct Euclid;

/// The line that says who wins a pair.
pub(super) fn winner(a: u64, b: u64) -> &'static Line {
    if euclid::first_wins(a, b, false) { &STAN } else { &OLLIE }
}

impl Problem for Euclid {
    const ALIASES: &'static [&'static str] = &["p1290"];
    const THEMES: &'static [Theme] = &[Theme::BoardsAndTrees];
    const RULE: &'static str =
        "Subtract multiples of the smaller number: print `Stan wins` when the first player wins, else `Ollie wins`";
    const IDEA: &'static str = "Whoever meets the first quotient above 1 of Euclid's algorithm wins";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::Counted,
        case: &[Part::Line(&[number("a"), number("b")])],
        ..Grammar::NOTHING
    };
    const ANSWERS: Answers = Answers::Line;
    const NEEDS: Needs = Needs::Fields;
    type Summary = ();

    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        let [a, b] = case.numbers();
        out.line(winner(a, b));
    }
}
