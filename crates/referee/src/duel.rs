//! A game between a program and an opponent of the judge, in the line protocol of `docs/protocol.md`.

use super::contest::{Contest, Seat, end_line};
use super::error::MoveError;
use super::player::Player;
use super::table::Table;
use nim_engine::theory::refusal::{Refusal, Unanswerable};

/// Moves of a program after which a game is ended that it cannot win any more, and as many again for each component: who loses can
/// often delay the end for as long as there are stones.
const LOST_MOVES: u64 = 100;

/// A game of the judged program against an opponent.
#[derive(Debug)]
pub struct Duel {
    contest: Contest,
    seat: Seat,
    opponent: Player,
    /// Whether the program wins if it never errs.
    pub should_win: bool,
    moves: u64,
    /// The program's first move that gave a won game away, with its number.
    blunder: Option<String>,
}

/// The end of a game, as the program sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The program has won.
    Win,
    /// The program has lost.
    Lose {
        /// The move that gave a won game away; `None` where the game was lost from the start.
        blunder: Option<String>,
    },
    /// The program has broken the rules, in this way.
    Illegal(MoveError),
}

impl Duel {
    /// Begins a game in which the program has this seat.
    ///
    /// # Errors
    /// A [`Refusal`] where it is not known who wins.
    pub fn new(mut table: Table, seat: Seat, opponent: Player) -> Result<Self, Refusal> {
        let should_win = table.first_wins()? == (seat == Seat::First);
        Ok(Self { contest: Contest::new(table), seat, opponent, should_win, moves: 0, blunder: None })
    }

    /// Writes the first lines, and the opponent's first move where it has one.
    ///
    /// # Errors
    /// A [`Refusal`], where the opponent finds no move within the engine's budget.
    pub fn begin(&mut self, say: &mut Vec<u8>) -> Result<Option<End>, Refusal> {
        say.extend_from_slice(self.contest.opening(self.seat).as_bytes());
        if self.seat == Seat::First { Ok(self.over(say)) } else { self.reply(say) }
    }

    /// Takes a line of the program and answers it.
    ///
    /// # Errors
    /// As for [`begin`](Self::begin).
    pub fn read_line(&mut self, line: &[u8], say: &mut Vec<u8>) -> Result<Option<End>, Refusal> {
        let chosen = match self.contest.read(line) {
            Ok(chosen) => chosen,
            Err(why) => {
                say.extend_from_slice(format!("end illegal {why}\n").as_bytes());
                return Ok(Some(End::Illegal(why)));
            }
        };
        self.moves += 1;
        self.contest.make(chosen);
        if self.should_win && self.blunder.is_none() && self.contest.table.first_wins()? {
            let written = self.contest.moves().next_back().unwrap_or_default();
            self.blunder = Some(format!("move {written}, its move {}", self.moves));
        }
        self.reply(say)
    }

    /// Makes the opponent's move, if it has one.
    fn reply(&mut self, say: &mut Vec<u8>) -> Result<Option<End>, Refusal> {
        if let Some(end) = self.over(say) {
            return Ok(Some(end));
        }
        let table = &mut self.contest.table;
        let patience = LOST_MOVES.saturating_mul(1 + table.places().len() as u64);
        if self.moves >= patience && self.opponent.level.is_perfect() && table.first_wins()? {
            say.extend_from_slice(end_line(false).as_bytes());
            return Ok(Some(End::Lose { blunder: self.blunder.take() }));
        }
        let Some(found) = self.opponent.choose(table)? else {
            return Err(Unanswerable::NoMoveIsFound.into());
        };
        say.extend_from_slice(format!("move {}\n", table.protocol_move(&found)).as_bytes());
        self.contest.make(found);
        Ok(self.over(say))
    }

    /// Ends the game where the player to move, the program or its opponent, has no move.
    fn over(&mut self, say: &mut Vec<u8>) -> Option<End> {
        let has_won = self.contest.winner()? == self.seat;
        say.extend_from_slice(end_line(has_won).as_bytes());
        Some(if has_won { End::Win } else { End::Lose { blunder: self.blunder.take() } })
    }
}
