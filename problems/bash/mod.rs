//! The Bash game: one to m stones are taken from a heap of n, the last stone wins (or, misère, loses).
//!
//! Whoever leaves a multiple of m + 1 can do so again after every answer, in the end with 0 stones. Misère, the last
//! stone is to be left to the other: one stone more. Where no move is possible, the player to move has lost, or,
//! misère, won.

#[cfg(test)]
pub(super) mod oracle;

use nim_engine::sequence::subtraction::modulo_sum;
use nim_solve::prelude::*;

const LINES: [Line; 2] = [Line::new("first"), Line::new("second")];

/// See `statement.en.md`.
#[derive(Default)]
pub struct Bash {
    misere: bool,
    moves: bool,
}

impl Bash {
    /// Returns the number of stones that the winning move takes; 0 if there is none.
    #[inline]
    fn take(&self, stones: u64, most: u64) -> u64 {
        // Stones beyond those that are left in the end.
        modulo_sum(stones.saturating_sub(u64::from(self.misere)), most, 1)
    }
}

/// Writes how many stones the winning move takes, if there is one.
#[cold]
fn write_move(take: u64, out: &mut Lines<'_>) {
    if take > 0 {
        out.row([take]);
    }
}

impl Problem for Bash {
    const THEMES: &'static [Theme] = &[Theme::TakeAway, Theme::Misere];
    const RULE: &'static str =
        "Take 1 to m of n stones, the last stone wins: print `first` or `second`, whoever wins";
    const IDEA: &'static str = "The first player loses on multiples of m + 1 (Bachet, 1612)";
    const GRAMMAR: Grammar =
        Grammar { cases: Cases::Counted, case: &[line(&[number("n"), number("m")])], ..Grammar::NOTHING };
    const ANSWERS: Answers = Answers::BlockAfter(&["first", "second"]);
    const SWITCHES: &'static [Switch] = &[
        Switch { name: "misere", help: "The last stone loses" },
        Switch {
            name: "moves",
            help: "Print below each `first` how many stones the winning first move takes",
        },
    ];
    type Summary = ();

    fn configure(&mut self, given: &[&str]) {
        self.misere = given.contains(&"misere");
        self.moves = given.contains(&"moves");
    }

    #[inline]
    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        let [stones, most] = case.numbers();
        let take = self.take(stones, most);
        // Without a move, the rest is 0.
        let has_won = self.misere & ((stones == 0) | (most == 0));
        out.either((take > 0) | has_won, &LINES);
        if self.moves {
            write_move(take, out);
        }
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let [stones, most] = case.numbers();
        let modulus = u128::from(most) + 1;
        let beyond = stones.saturating_sub(u64::from(self.misere));
        let rest = u128::from(beyond) % modulus;
        let rule = match (self.misere, rest) {
            (false, _) if stones == 0 || most == 0 => "no_move",
            (true, _) if stones == 0 || most == 0 => "misere_no_move",
            (false, 0) => "lost",
            (false, _) => "won",
            (true, 0) => "misere_lost",
            (true, _) => "misere_won",
        };
        let facts = CaseAnalysis::heaps(format!("bash:{most}"), vec![stones]).misere(self.misere).rule(rule);
        facts.with("n", stones).with("modulus", modulus).with("beyond", beyond).with("rest", rest)
    }
}
