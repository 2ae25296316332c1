//! One heap and a set of numbers: who wins with each number of sticks up to n.
//!
//! A heap is won if some number of the set leads to a lost heap. So each lost heap makes all heaps won that are larger by a number of the
//! set, and a heap that none has made won is lost.

#[cfg(test)]
pub(super) mod oracle;
mod outcomes;

use self::outcomes::Outcomes;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct StickGame;

/// The limit of sticks.
const MOST: u64 = 100_000_000;

const END: Line = Line::new("");

/// Checks that the outcomes are in reach.
fn is_in_reach(case: &Fields<'_>) -> Result<(), ValueError> {
    let [sticks, _] = case.numbers();
    outcomes::check(sticks, case.list("take"))
}

impl Problem for StickGame {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str = "Take a number of a set from a heap: print a letter for each heap from 1 to n, `W` when the first player wins, else `L`";
    const IDEA: &'static str =
        "each heap that is lost makes those won that are larger by a number of the set";
    const GRAMMAR: Grammar = Grammar {
        case: &[line(&[number("stones"), number("numbers")]), line(&[list("take", Count::Of("numbers"))])],
        conditions: &[
            Condition::from_one("stones", Count::Exactly(MOST)),
            Condition::at_least("take", Count::Exactly(1)),
            Condition::Case("the outcomes are in reach of `toolkit`", CaseCheck(is_in_reach)),
        ],
        unchecked: &[Condition::Distinct("take"), Condition::from_one("take", Count::Of("stones"))],
        ..Grammar::NOTHING
    };
    const NEEDS: Needs = Needs::Fields;
    type Summary = ();

    fn steps(&self, case: &Fields<'_>) -> u64 {
        let [sticks, _] = case.numbers();
        outcomes::steps(sticks, case.list("take"))
    }

    #[inline(always)] // It is compiled for the CPU that it runs on.
    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        let [sticks, _] = case.numbers();
        Outcomes::new(sticks as usize, case.list("take")).letters(|letters| out.copy(letters));
        out.line(&END);
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [sticks, _] = case.numbers();
        let lost = Outcomes::new(sticks as usize, case.list("take")).lost();
        CaseAnalysis::none().rule("counts").with("sticks", sticks).with("lost", lost)
    }
}
