//! A game between two seats: whose turn it is, the moves that were made, its end, and the lines of `docs/protocol.md`.

use super::error::MoveError;
use super::table::{Table, TableMove, Undo};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// The player who makes the first move.
    First,
    /// The player who makes the second move.
    Second,
}

impl Seat {
    /// Returns the other player.
    pub fn other(self) -> Self {
        if self == Self::First { Self::Second } else { Self::First }
    }

    /// Returns the seat as the protocol writes it.
    pub fn name(self) -> &'static str {
        if self == Self::First { "first" } else { "second" }
    }
}

/// A game of two players in progress.
#[derive(Debug)]
pub struct Contest {
    /// The position on the table.
    pub table: Table,
    turn: Seat,
    /// The moves as text, each with the means to take it back.
    moves: Vec<(String, Undo)>,
}

impl Contest {
    /// Starts a game; the first player is to move.
    pub fn new(table: Table) -> Self {
        Self { table, turn: Seat::First, moves: Vec::new() }
    }

    /// Begins a game anew, with the position that is on the table.
    pub fn restart(&mut self) {
        self.turn = Seat::First;
        self.moves.clear();
    }

    /// Returns the seat that is to move.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Returns the moves that were made, as they are written.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.moves.iter().map(|(written, _)| written.as_str())
    }

    /// Returns the four lines that describe the game to a seat.
    pub fn opening(&self, seat: Seat) -> String {
        let rule = if self.table.is_misere() { "misere" } else { "normal" };
        let position = self.table.written();
        let space = if position.is_empty() { "" } else { " " };
        format!(
            "game {}\nrule {rule}\nseat {}\nposition{space}{position}\n",
            self.table.notation(),
            seat.name()
        )
    }

    /// Reads a line of the seat that is to move.
    ///
    /// # Errors
    /// A [`MoveError`] where it is no legal move.
    pub fn read(&self, line: &[u8]) -> Result<TableMove, MoveError> {
        let text = String::from_utf8_lossy(line);
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        match words.split_first() {
            // A move may also have the form in which people write it.
            Some((&"move", [first, ..])) if first.contains('=') => {
                self.table.read_typed(&words[1..].join(" "))
            }
            Some((&"move", words)) => self.table.read_move(words),
            Some(_) => Err(MoveError::NotAMove),
            None => Err(MoveError::EmptyLine),
        }
    }

    /// Makes a legal move of the seat that is to move.
    pub fn make(&mut self, chosen: TableMove) {
        let written = self.table.written_move(&chosen);
        let undo = self.table.make(chosen);
        self.moves.push((written, undo));
        self.turn = self.turn.other();
    }

    /// Takes the last move back; returns whether there was one.
    pub fn take_back(&mut self) -> bool {
        let Some((_, undo)) = self.moves.pop() else { return false };
        self.table.unmake(undo);
        self.turn = self.turn.other();
        true
    }

    /// Returns who has won, when there is no move.
    pub fn winner(&self) -> Option<Seat> {
        self.table.is_over().then(|| if self.table.is_misere() { self.turn } else { self.turn.other() })
    }
}

/// Returns the line that announces the end of a game to a player.
pub fn end_line(has_won: bool) -> &'static str {
    if has_won { "end win\n" } else { "end lose\n" }
}
