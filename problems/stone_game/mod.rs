//! One heap: a move takes one stone or three, and the last stone wins. Switches add a move of four stones or all powers of four, or let the
//! last stone lose.
//!
//! A move of one or three changes the parity, so that a heap is lost where it is even. With four it is lost where it leaves 0 or 2 when
//! divided by 7: the moves are the differences of no two such numbers, and lead there from all others. So it is with the powers of four, which
//! leave 1 or 4 when divided by 5, and with 0 and 2 by 5. Where the last stone loses, nobody takes it before the end: a heap of n is one of n - 1.

#[cfg(test)]
pub(super) mod oracle;

use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct StoneGame {
    moves: Moves,
    misere: bool,
}

/// The stones that a move may take.
#[derive(Clone, Copy, Default)]
enum Moves {
    #[default]
    OneThree,
    OneThreeFour,
    PowersOfFour,
}

impl Moves {
    /// Returns the period of the outcomes, and the largest remainder that is lost; 0 is the other one.
    const fn period(self) -> (u64, u64) {
        match self {
            Self::OneThree => (2, 0),
            Self::OneThreeFour => (7, 2),
            Self::PowersOfFour => (5, 2),
        }
    }

    /// Returns the game in the notation of the catalogue.
    const fn game(self) -> &'static str {
        match self {
            Self::OneThree => "subtract:1,3",
            Self::OneThreeFour => "subtract:1,3,4",
            Self::PowersOfFour => "powers-of:4",
        }
    }
}

impl StoneGame {
    /// Returns the remainder of a heap that decides, and whether it is lost.
    const fn remainder(&self, stones: u64) -> (u64, bool) {
        let (period, other) = self.moves.period();
        let rest = (stones % period + period - self.misere as u64) % period;
        (rest, rest == 0 || rest == other)
    }
}

impl Problem for StoneGame {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str =
        "Take one stone or three, the last stone wins: print `SK` when the first player wins, else `CY`";
    const IDEA: &'static str = "the first player loses on even numbers, and with a move of four on those that leave 0 or 2 when divided by 7";
    const GRAMMAR: Grammar = Grammar { case: &[line(&[number("stones")])], ..Grammar::NOTHING };
    const EITHER: Option<[Line; 2]> = Some([Line::new("CY"), Line::new("SK")]);
    const SWITCHES: &'static [Switch] = &[
        Switch { name: "four", help: "A move may take four stones, too" },
        Switch { name: "powers-of-four", help: "A move takes a power of four: 1, 4, 16, …" },
        Switch { name: "misere", help: "The last stone loses" },
    ];
    type Summary = ();

    fn configure(&mut self, given: &[&str]) {
        self.misere = given.contains(&"misere");
        self.moves = match (given.contains(&"powers-of-four"), given.contains(&"four")) {
            (true, _) => Moves::PowersOfFour,
            (_, true) => Moves::OneThreeFour,
            _ => Moves::OneThree,
        };
    }

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        let [stones] = case.numbers();
        self.remainder(stones).1
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [stones] = case.numbers();
        let (rest, is_lost) = self.remainder(stones);
        let rule = match (is_lost, self.misere) {
            (true, false) => "lost",
            (false, false) => "won",
            (true, true) => "misere_lost",
            (false, true) => "misere_won",
        };
        let facts = CaseAnalysis::heaps(self.moves.game(), vec![stones]).misere(self.misere).rule(rule);
        facts.with("n", stones).with("period", self.moves.period().0).with("rest", rest)
    }
}
