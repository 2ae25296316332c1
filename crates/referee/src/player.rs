//! Players of several levels for the computer's side.

use super::table::{Table, TableMove};
use nim_engine::theory::refusal::Refusal;
use nim_ground::random::Random;

/// The strength of an opponent.
#[derive(Debug, PartialEq, Eq)]
pub struct Level {
    /// The name on the command line.
    pub name: &'static str,
    /// A short description of the play.
    pub says: &'static str,
    /// The number of moves in a hundred that are chosen at random.
    random: u64,
    /// Whether a random move gives way to one that decides the game at once, and avoids one that loses it at once.
    sees_end: bool,
}

/// All levels, from the best on.
pub const LEVELS: [Level; 4] = [
    Level { name: "perfect", says: "never errs", random: 0, sees_end: false },
    Level { name: "good", says: "errs in one move of five", random: 20, sees_end: true },
    Level {
        name: "casual",
        says: "mostly plays at random, but sees a win in one move",
        random: 80,
        sees_end: true,
    },
    Level { name: "random", says: "plays at random", random: 100, sees_end: false },
];

/// The level that never errs.
pub const PERFECT: &Level = &LEVELS[0];

impl Level {
    /// Returns the level of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        LEVELS.iter().find(|level| level.name == name)
    }

    /// Returns whether the level never errs.
    pub fn is_perfect(&self) -> bool {
        self.random == 0
    }
}

/// An opponent. Its moves follow from the seed.
#[derive(Clone, Debug)]
pub struct Player {
    /// The level of the player.
    pub level: &'static Level,
    random: Random,
}

/// Random moves that are tried to find one that does not lose at once.
const TRIES: u32 = 16;

impl Player {
    /// Creates a player of this level.
    pub fn new(level: &'static Level, seed: u64) -> Self {
        Self { level, random: Random::new(seed) }
    }

    /// Chooses a move; `None` if there is none.
    ///
    /// # Errors
    /// A [`Refusal`], where it is not known what wins.
    pub fn choose(&mut self, table: &mut Table) -> Result<Option<TableMove>, Refusal> {
        let is_at_random = !self.level.is_perfect() && self.random.within(1, 100) <= self.level.random;
        if !is_at_random && let Some(found) = table.winning()? {
            return Ok(Some(found));
        }
        Ok(self.any(table))
    }

    /// Chooses some legal move, as the level does where no winning one is looked for.
    pub fn any(&mut self, table: &Table) -> Option<TableMove> {
        if !self.level.sees_end {
            return table.any(&mut self.random);
        }
        let ending = table.ending();
        if !table.is_misere() && ending.is_some() {
            return ending;
        }
        let mut found = table.any(&mut self.random)?;
        for _ in 0..TRIES {
            // In misère play the move after which there is none loses.
            if !table.is_misere() || ending.as_ref() != Some(&found) {
                break;
            }
            found = table.any(&mut self.random)?;
        }
        Some(found)
    }
}
