//! The sources of games: a notation, or a text of rules.

use std::fs;
use std::io;

use nim_engine::games::notation;
use nim_engine::theory::game::Game;
use nim_rules::{Rules, WithRules};

/// Returns the text of a file; the error names the file.
fn read_text(file: &str) -> io::Result<String> {
    fs::read_to_string(file).map_err(|error| io::Error::other(format!("cannot read {file}: {error}")))
}

/// The text that a game is read from.
#[derive(Clone)]
pub enum Source {
    /// A notation, which may name files.
    Notation(String),
    /// The text of a game's rules.
    Rules(String),
}

impl Source {
    /// Returns the text of the source.
    pub fn text(&self) -> &str {
        match self {
            Self::Notation(text) | Self::Rules(text) => text,
        }
    }

    /// Reads the terms of a sum, with threads for their sequences.
    ///
    /// # Errors
    /// The fault in the text, as the program prints it.
    pub fn games(&self, threads: usize) -> Result<Vec<Box<dyn Game>>, String> {
        let mut games: Vec<Box<dyn Game>> = match self {
            Self::Notation(text) => {
                notation::parse(text, &mut WithRules(read_text)).map_err(|error| error.to_string())?
            }
            Self::Rules(text) => vec![Box::new(Rules::parse(text).map_err(|error| error.to_string())?)],
        };
        for sequence in games.iter_mut().filter_map(|game| game.sequence().ok()) {
            sequence.set_threads(threads);
        }
        Ok(games)
    }
}
