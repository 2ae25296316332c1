//! Treblecross, with numbered answers; see [`super::treblecross`] for the theorem.

#[cfg(test)]
pub(super) mod oracle;

use super::treblecross::{Places, ROWS, Treblecross, answers, facts_of};
use nim_solve::prelude::*;

static ANSWERS: [Line; 1 << 9] = answers("", "0");

/// See `statement.en.md`.
#[derive(Default)]
pub struct TreblecrossCases {
    places: Places,
}

impl Problem for TreblecrossCases {
    const ALIASES: &'static [&'static str] = &["lightoj1229"];
    const THEMES: &'static [Theme] = &[Theme::Splitting];
    const RULE: &'static str = "Three crosses in a row win: print `Case k: ` and the winning places of the first player, or `0` where there are none";
    const IDEA: &'static str = Treblecross::IDEA;
    const GRAMMAR: Grammar = ROWS;
    const ANSWERS: Answers = Answers::Numbered;
    const NEEDS: Needs = Needs::Fields;
    type Summary = ();

    #[inline]
    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        out.case(case.number);
        if let Some(places) = self.places.of_short(&case) {
            return out.line(&ANSWERS[places]);
        }
        let mut wins = false;
        self.places.each(case.word("row"), |place| {
            wins = true;
            out.put(place, b' ');
        });
        if !wins {
            out.put(0, b' ');
        }
        out.end_row();
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        facts_of(case)
    }
}
