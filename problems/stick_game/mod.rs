//! One heap and a set of numbers: who wins with each number of sticks up to n.
//!
//! A heap is won where some number of the set leads to a heap that is lost. So each heap that is lost makes those won that are larger by a
//! number of the set, and what none has made won is lost.

#[cfg(test)]
pub(super) mod oracle;

use nim_io::{Line, Lines};
use nim_solve::problem::{
    Answers, Case, Condition, Count, Facts, Fields, Grammar, Needs, Part, Problem, Theme, Theorem, list,
    number,
};

/// See `statement.en.md`.
#[derive(Default)]
pub struct StickGame;

/// The most sticks: the letters are written from a table of as many bytes.
const MOST: u64 = 100_000_000;

const END: Line = Line::new("");

/// Returns a letter for each number of sticks from 1 on.
fn letters(sticks: usize, take: &[u64]) -> Vec<u8> {
    let mut letters = vec![b'L'; sticks + 1];
    for heap in 0..=sticks {
        if letters[heap] == b'L' {
            for &number in take {
                let larger = usize::try_from(number).ok().and_then(|number| heap.checked_add(number));
                if let Some(letter) = larger.and_then(|larger| letters.get_mut(larger)) {
                    *letter = b'W';
                }
            }
        }
    }
    letters.remove(0);
    letters
}

impl Problem for StickGame {
    const ALIASES: &'static [&'static str] = &["cses1729"];
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str = "Take a number of a set from a heap: print a letter for each heap from 1 to n, `W` when the first player wins, else `L`";
    const IDEA: &'static str =
        "each heap that is lost makes those won that are larger by a number of the set";
    const THEOREM: Theorem = Theorem { en: include_str!("theorem.en.md"), zh: include_str!("theorem.zh.md") };
    const GRAMMAR: Grammar = Grammar {
        case: &[
            Part::Line(&[number("stones"), number("numbers")]),
            Part::Line(&[list("take", Count::Of("numbers"))]),
        ],
        conditions: &[
            Condition::Range { field: "stones", from: Count::Exactly(1), to: Count::Exactly(MOST) },
            Condition::Range { field: "take", from: Count::Exactly(1), to: Count::Exactly(u64::MAX) },
        ],
        unchecked: &[
            Condition::Distinct("take"),
            Condition::Range { field: "take", from: Count::Exactly(1), to: Count::Of("stones") },
        ],
        ..Grammar::NOTHING
    };
    const ANSWERS: Answers = Answers::Whole;
    const NEEDS: Needs = Needs::Fields;
    type Summary = ();

    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        let [sticks, _] = case.numbers();
        out.copy(&letters(sticks as usize, case.list("take")));
        out.line(&END);
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> Facts<'a> {
        let [sticks, _] = case.numbers();
        let letters = letters(sticks as usize, case.list("take"));
        let lost = letters.iter().filter(|&&letter| letter == b'L').count();
        Facts::none().rule("counts").with("sticks", sticks).with("lost", lost)
    }
}
