//! Treblecross: crosses on a row of cells; whoever completes three side by side wins.
//!
//! Where two crosses are at a distance of at most two, a third one wins at once. Else a cross within two cells of
//! another loses to such a move. So both stay away from crosses as long as they can, and whoever is the first that
//! cannot has lost: normal play on runs of cells, each of which is the octal game 0.007 (Berlekamp, Conway and Guy,
//! 1982). No period is known of its values, which are computed.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::games::treblecross::{Rows, completions, runs};
use nim_io::{Line, Lines};
use nim_solve::problem::{Answers, Case, Cases, Condition, Facts, Fields, Grammar, Needs, Part, Problem, Theme, Theorem, letters};

const WINNING: Line = Line::new("WINNING");
const LOSING: Line = Line::new("LOSING");

/// See `statement.en.md`.
#[derive(Default)]
pub struct Treblecross {
    rows: Rows,
}

/// T, then as many rows, each on a line; the game is not over.
pub(super) const ROWS: Grammar = Grammar {
    cases: Cases::Counted,
    case: &[Part::Line(&[letters("row", ".X")])],
    unchecked: &[Condition::Without { field: "row", text: "XXX" }],
    ..Grammar::NOTHING
};

/// What decides a row: three crosses that are there, or a place beside or between two, or the runs far from all.
pub(super) fn facts_of<'a>(case: &Fields<'a>) -> Facts<'a> {
    let row = case.word("row");
    if row.windows(3).any(|cells| cells == b"XXX") {
        return Facts::none().rule("over");
    }
    if row.len() < 3 {
        return Facts::none().rule("short");
    }
    if let [first, ..] = completions(row)[..] {
        return Facts::none().rule("at_once").with("place", first + 1);
    }
    let heaps: Vec<u64> = runs(row).iter().map(|run| run.len() as u64 + 2).collect();
    Facts::heaps("treblecross", heaps).as_image().rule("runs")
}

impl Problem for Treblecross {
    const ALIASES: &'static [&'static str] = &["uva10561"];
    const THEMES: &'static [Theme] = &[Theme::Splitting];
    const RULE: &'static str = "Three crosses in a row win: print `WINNING` and the winning places of the first player, or `LOSING` and an empty line";
    const IDEA: &'static str =
        "three at once, or the nim-sum of the runs of cells that are more than two away from every cross, in 0.007";
    const THEOREM: Theorem =
        Theorem { en: include_str!("theorem.en.md"), zh: include_str!("theorem.zh.md") };
    const GRAMMAR: Grammar = ROWS;
    const ANSWERS: Answers = Answers::BlockAfter(&["WINNING", "LOSING"]);
    const NEEDS: Needs = Needs::Fields;
    type Summary = ();

    #[inline]
    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        let mut wins = false;
        self.rows.winning_places(case.word("row"), |place| {
            if !wins {
                out.line(&WINNING);
            }
            wins = true;
            out.put(place, b' ');
        });
        if wins {
            out.end_row();
        } else {
            out.line(&LOSING);
            out.line(&const { Line::new("") });
        }
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> Facts<'a> {
        facts_of(case)
    }
}
