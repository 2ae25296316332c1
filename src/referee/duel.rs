//! A game between a program and an opponent that never errs, in the line protocol of `docs/protocol.md`.

use super::table::{Table, TableMove};
use crate::engine::theory::refusal::Refusal;
use crate::random::Random;

/// Moves of a program after which a game is ended that it cannot win any more, and as many again for each component: who loses can
/// often delay the end for as long as there are stones.
const LOST_MOVES: u64 = 100;

/// A game in progress.
#[derive(Debug)]
pub struct Duel {
    table: Table,
    is_first: bool,
    /// Whether the program wins if it never errs.
    should_win: bool,
    random: Random,
    moves: u64,
    /// The program's first move that gave a won game away, with its number.
    blunder: Option<String>,
}

/// The end of a game, as the program sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It has won.
    Win,
    /// It has lost.
    Lose {
        /// The move that gave a won game away; `None` where the game was lost from the start.
        blunder: Option<String>,
    },
    /// It has broken the rules, in this way.
    Illegal(String),
}

impl Duel {
    /// Begins a game; `is_first` says whether the program moves first. The opponent's moves from a lost position follow from
    /// the seed.
    ///
    /// # Errors
    /// A [`Refusal`] where it is not known who wins.
    pub fn new(mut table: Table, is_first: bool, seed: u64) -> Result<Self, Refusal> {
        let should_win = table.first_wins()? == is_first;
        Ok(Self { table, is_first, should_win, random: Random::new(seed), moves: 0, blunder: None })
    }

    /// Returns whether the program should win.
    #[must_use]
    pub fn should_win(&self) -> bool {
        self.should_win
    }

    /// Writes the first lines, and the opponent's first move where it has one.
    ///
    /// # Errors
    /// A [`Refusal`], where the opponent finds no move within the engine's budget.
    pub fn begin(&mut self, say: &mut Vec<u8>) -> Result<Option<End>, Refusal> {
        let rule = if self.table.is_misere() { "misere" } else { "normal" };
        let seat = if self.is_first { "first" } else { "second" };
        let position = self.table.written();
        let space = if position.is_empty() { "" } else { " " };
        let text =
            format!("game {}\nrule {rule}\nseat {seat}\nposition{space}{position}\n", self.table.notation());
        say.extend_from_slice(text.as_bytes());
        if self.is_first { Ok(self.over(true, say)) } else { self.reply(say) }
    }

    /// Takes a line of the program and answers it.
    ///
    /// # Errors
    /// As for [`begin`](Self::begin).
    pub fn hear(&mut self, line: &[u8], say: &mut Vec<u8>) -> Result<Option<End>, Refusal> {
        let text = String::from_utf8_lossy(line);
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let read = match words.split_first() {
            Some((&"move", words)) => self.table.read_move(words),
            Some(_) => Err("expected a line that begins with move".to_owned()),
            None => Err("expected a move, found an empty line".to_owned()),
        };
        match read {
            Ok(chosen) => {
                self.moves += 1;
                self.answer(chosen, say)
            }
            Err(why) => {
                say.extend_from_slice(format!("end illegal {why}\n").as_bytes());
                Ok(Some(End::Illegal(why)))
            }
        }
    }

    fn answer(&mut self, chosen: TableMove, say: &mut Vec<u8>) -> Result<Option<End>, Refusal> {
        let written = self.table.written_move(&chosen);
        self.table.make(chosen);
        if self.should_win && self.blunder.is_none() && self.table.first_wins()? {
            self.blunder = Some(format!("move {written}, its move {}", self.moves));
        }
        self.reply(say)
    }

    /// Makes the opponent's move, if it has one.
    fn reply(&mut self, say: &mut Vec<u8>) -> Result<Option<End>, Refusal> {
        if let Some(end) = self.over(false, say) {
            return Ok(Some(end));
        }
        let patience = LOST_MOVES.saturating_mul(1 + self.table.components().len() as u64);
        let found = match self.table.winning()? {
            Some(_) if self.moves >= patience => {
                say.extend_from_slice(b"end lose\n");
                return Ok(Some(End::Lose { blunder: self.blunder.take() }));
            }
            Some(found) => Some(found),
            None => self.table.any(&mut self.random),
        };
        let Some(found) = found else {
            return Err(Refusal::Unanswerable("the opponent finds no move".to_owned()));
        };
        let written = self.table.written_move(&found);
        say.extend_from_slice(format!("move {written}\n").as_bytes());
        self.table.make(found);
        Ok(self.over(true, say))
    }

    /// Ends the game where the player to move, the program or its opponent, has no move.
    fn over(&mut self, is_programs_turn: bool, say: &mut Vec<u8>) -> Option<End> {
        if !self.table.is_over() {
            return None;
        }
        let has_won = is_programs_turn == self.table.is_misere();
        say.extend_from_slice(if has_won { b"end win\n" } else { b"end lose\n" });
        Some(if has_won { End::Win } else { End::Lose { blunder: self.blunder.take() } })
    }
}
