//! The Bash game: one to m stones are taken from a heap of n, the last stone wins (or, misère, loses).
//!
//! A player who leaves a multiple of m + 1 can do so again after every reply, and at last leaves 0 stones. Misère, the
//! last stone must be left to the opponent: one stone more. If no move is possible, the player to move has lost, or,
//! misère, won.

use crate::io::{Line, Lines};
use crate::problem::{Answers, Case, Cases, Grammar, Items, Problem, Summary, Switch};
use crate::simd::Level;

const FIRST: Line = Line::new("first");
const SECOND: Line = Line::new("second");

/// See `statement.en.md`.
#[derive(Default)]
pub struct Bash {
    misere: bool,
    moves: bool,
}

/// The numbers of a case.
#[derive(Clone, Copy, Debug, Default)]
pub struct BashCase {
    given: usize,
    stones: u64,
    most: u64,
}

impl Summary for BashCase {
    fn extend(&mut self, numbers: &[u64], _: Level) {
        for &number in numbers {
            *(if self.given == 0 { &mut self.stones } else { &mut self.most }) = number;
            self.given += 1;
        }
    }
    fn merge(&mut self, later: &Self) {
        self.extend(&[later.stones, later.most][..later.given], Level::SCALAR);
    }
    fn bits(&self) -> u64 {
        self.stones | self.most
    }
}

impl BashCase {
    /// Returns the winning number of stones to take: 0 where no move wins.
    fn winning_take(self, misere: bool) -> u64 {
        // The stones above the target; m + 1 may be 2^64.
        let beyond = u128::from(self.stones.saturating_sub(u64::from(misere)));
        (beyond % (u128::from(self.most) + 1)) as u64
    }

    fn is_over(self) -> bool {
        self.stones == 0 || self.most == 0
    }
}

impl Problem for Bash {
    const RULE: &'static str =
        "Take 1 to m of n stones, the last stone wins: print `first` or `second`, whoever wins";
    const GRAMMAR: Grammar = Grammar {
        header: &[],
        cases: Cases::Counted,
        items: Items::Fixed(&["n", "m"]),
        most: None,
    };
    const ANSWERS: Answers = Answers::BlockAfter(&["first", "second"]);
    const SWITCHES: &'static [Switch] = &[
        Switch { name: "misere", help: "The last stone loses" },
        Switch { name: "moves", help: "Print below each `first` how many stones the winning first move takes" },
    ];
    type Summary = BashCase;

    fn configure(&mut self, given: &[&str]) {
        self.misere = given.contains(&"misere");
        self.moves = given.contains(&"moves");
    }

    fn answer(&self, case: Case<'_, BashCase>, out: &mut Lines<'_>) {
        let game = *case.summary;
        let take = if game.is_over() { 0 } else { game.winning_take(self.misere) };
        let first_wins = if game.is_over() { self.misere } else { take > 0 };
        out.line(if first_wins { &FIRST } else { &SECOND });
        if self.moves && take > 0 {
            out.row([take]);
        }
    }
}
