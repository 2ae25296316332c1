//! S-Nim: heaps, from one of which a move takes a number of the set S; whoever cannot move loses.
//!
//! The value of a heap is the least number that is not the value of one of its options, the player to move loses where the XOR of
//! the values of all heaps is 0 (R. Sprague, 1935; P. Grundy, 1939). One table serves all positions of a case; it is that of
//! [`subtraction_game`](super::subtraction_game), which also knows heaps of any size once it has found the period.

use super::subtraction_game::values::{Values, subtract};
#[cfg(test)]
pub(super) mod oracle;

use nim_io::Lines;
use nim_solve::problem::{Answers, Case, Cases, Components, Condition, Count, Facts, Fields, Grammar, Needs, Part, Problem, Theme, Theorem, list, number, rows};

/// See `statement.en.md`.
#[derive(Default)]
pub struct SNim;

/// The values of a case.
fn values(case: &Fields<'_>) -> Values {
    let largest = case.lists("heap").flatten().copied().max().unwrap_or(0);
    Values::new(case.list("take"), largest)
}

/// Checks that all heaps have their values.
fn is_in_reach(case: &Fields<'_>) -> Result<(), String> {
    values(case).check()
}

impl Problem for SNim {
    const ALIASES: &'static [&'static str] = &["poj2960", "hdu1536"];
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str = "Take a number of S from a heap: print for each position of a case `W` when the first player wins, else `L`, in a line";
    const IDEA: &'static str = "the Grundy values of one table a case, whose XOR decides";
    const THEOREM: Theorem =
        Theorem { en: include_str!("theorem.en.md"), zh: include_str!("theorem.zh.md") };
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::UntilZeros(1),
        case: &[
            Part::Line(&[number("numbers"), list("take", Count::Of("numbers"))]),
            Part::Line(&[number("positions")]),
            rows(
                "position",
                Count::Of("positions"),
                &[Part::Line(&[number("heaps"), list("heap", Count::Of("heaps"))])],
            ),
        ],
        conditions: &[
            Condition::Range { field: "take", from: Count::Exactly(1), to: Count::Exactly(u64::MAX) },
            Condition::Case(is_in_reach),
        ],
        ..Grammar::NOTHING
    };
    const ANSWERS: Answers = Answers::Line;
    const NEEDS: Needs = Needs::Fields;
    type Summary = ();

    fn steps(&self, case: &Fields<'_>) -> u64 {
        values(case).steps()
    }

    #[inline]
    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        let mut values = values(&case);
        let letters = case.lists("heap").map(|heaps| if values.xor(heaps) > 0 { 'W' } else { 'L' });
        let letters: String = letters.collect();
        out.text(&letters);
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        let mut values = values(case);
        let sums = case.lists("heap").map(|heaps| values.xor(heaps).to_string());
        Some(format!("nim-sums of the Grundy values {}", sums.collect::<Vec<_>>().join(", ")))
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> Facts<'a> {
        let Some(game) = subtract(case.list("take")) else { return Facts::none().rule("no_numbers") };
        case.lists("heap").fold(Facts::none(), |facts, heaps| {
            facts.and(game.clone(), Components::Heaps(heaps.into()))
        })
    }
}
