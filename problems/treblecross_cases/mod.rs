//! Treblecross, with numbered answers; see [`super::treblecross`] for the theorem.

#[cfg(test)]
pub(super) mod oracle;

use super::treblecross::{ROWS, Treblecross, facts_of};
use nim_engine::games::treblecross::Rows;
use nim_io::Lines;
use nim_solve::problem::{Answers, Case, Facts, Fields, Grammar, Needs, Problem, Theme, Theorem};

/// See `statement.en.md`.
#[derive(Default)]
pub struct TreblecrossCases {
    rows: Rows,
}

impl Problem for TreblecrossCases {
    const ALIASES: &'static [&'static str] = &["lightoj1229"];
    const THEMES: &'static [Theme] = &[Theme::Splitting];
    const RULE: &'static str = "Three crosses in a row win: print `Case k: ` and the winning places of the first player, or `0` where there are none";
    const IDEA: &'static str = Treblecross::IDEA;
    const THEOREM: Theorem = Treblecross::THEOREM;
    const GRAMMAR: Grammar = ROWS;
    const ANSWERS: Answers = Answers::Numbered;
    const NEEDS: Needs = Needs::Fields;
    type Summary = ();

    #[inline]
    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        out.case(case.number);
        let mut wins = false;
        self.rows.winning_places(case.word("row"), |place| {
            wins = true;
            out.put(place, b' ');
        });
        if !wins {
            out.put(0, b' ');
        }
        out.end_row();
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> Facts<'a> {
        facts_of(case)
    }
}
