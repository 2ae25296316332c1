//! Towers of one height: a move lowers a tower to a divisor of its height; whoever cannot move loses.
//!
//! A tower of height 1 has no move. An even number of towers is lost, since the second player answers each move in another tower of the same height. An odd number is won by lowering one tower to 1, which leaves
//! an even number.

#[cfg(test)]
pub(super) mod oracle;

use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct TowerBreakers;

impl Problem for TowerBreakers {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str = "Lower one of n towers of height m to a divisor of its height: print `1` when the first player wins, else `2`";
    const IDEA: &'static str = "the first player wins with an odd number of towers that are higher than 1";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::Counted,
        case: &[line(&[number("towers"), number("height")])],
        ..Grammar::NOTHING
    };
    const EITHER: Option<[Line; 2]> = Some([Line::new("1"), Line::new("2")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [towers, height] = case.numbers();
        (towers % 2 == 1) & (height > 1)
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [towers, height] = case.numbers();
        let rule = match (towers % 2, height) {
            (_, 0 | 1) => "no_move_lost",
            (0, _) => "even_lost",
            _ => "won",
        };
        CaseAnalysis::none().rule(rule).with("towers", towers).with("height", height)
    }
}
