//! Nim with many positions: who wins.

use super::matches::Matches;
use nim_engine::theory::nim::NimSum;
use nim_io::{Line, Lines};
use nim_solve::problem::{Answers, Case, Facts, Fields, Grammar, Problem, Theme, Theorem};

const YES: Line = Line::new("Yes");
const NO: Line = Line::new("No");

/// See `statement.en.md`.
#[derive(Default)]
pub struct NimCheck;

impl Problem for NimCheck {
    const ALIASES: &'static [&'static str] = &["p2197"];
    const THEMES: &'static [Theme] = &[Theme::Nim];
    const RULE: &'static str = "Nim, the last stone wins: print `Yes` when the first player wins, else `No`";
    const IDEA: &'static str = "The first player wins unless the nim-sum is 0 (Bouton, 1901)";
    const THEOREM: Theorem = Matches::THEOREM;
    const GRAMMAR: Grammar = Grammar::COUNTED_POSITIONS;
    const ANSWERS: Answers = Answers::Line;
    type Summary = NimSum;

    #[inline]
    fn answer(&self, case: Case<'_, NimSum>, out: &mut Lines<'_>) {
        out.either(case.summary.first_wins(), &YES, &NO);
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> Facts<'a> {
        Facts::heaps("nim", case.list("heap"))
    }
}
