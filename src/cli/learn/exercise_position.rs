//! A position that the course asks about.

use anyhow::anyhow;

/// A position as it is written on the command line.
#[derive(Clone, Debug)]
pub struct ExercisePosition {
    /// The notation of the game.
    pub game: String,
    /// The heaps.
    pub heaps: Vec<String>,
    /// Whether it is misère play.
    pub misere: bool,
}

impl ExercisePosition {
    /// Reads a game, heaps, and perhaps `--misere`.
    pub fn read(words: &[&str]) -> anyhow::Result<Self> {
        let (game, heaps) = words.split_first().ok_or_else(|| anyhow!("a position names its game"))?;
        let is_heap = |word: &&&str| **word != "--misere";
        Ok(Self {
            game: (*game).to_owned(),
            heaps: heaps.iter().filter(is_heap).map(|&word| word.to_owned()).collect(),
            misere: heaps.contains(&"--misere"),
        })
    }
}
