//! The positions that are played: given on the command line, or small random ones.

use std::hash::{BuildHasher, RandomState};

use crate::commands::sg;
use crate::terminal::UsageError;

use nim_engine::theory::game::Component;
use nim_ground::random::Random;
use nim_referee::start;
use nim_referee::table::Table;

/// The position that was given; random ones where none was.
pub struct Setup(Option<Vec<Component>>);

/// The number of random positions among which a suitable one is searched.
const TRIES: u32 = 100;

/// Returns a random number, different each time.
pub fn random_seed() -> u64 {
    RandomState::new().hash_one(0)
}

impl Setup {
    /// Reads a game and a position of it; no position asks for a random one. Returns the table of that game as well.
    ///
    /// # Errors
    /// When the game or the position is wrong.
    pub fn new(game: &str, heaps: &[String], misere: bool) -> anyhow::Result<(Self, Table)> {
        let games = sg::games(game)?;
        let given = sg::components(&games, heaps)?;
        let mut table = Table::from_games(game, games, misere);
        if !given.is_empty() {
            table.lay(given.clone()).map_err(UsageError::new)?;
        }
        Ok((Self((!given.is_empty()).then_some(given)), table))
    }

    /// Lays out the given position or a random one, with a move if possible. With `first_wins`, it is a random position that the player to
    /// move wins, or one that this player loses, if one is found.
    ///
    /// # Errors
    /// A refusal of the engine, where it is not known who wins and `first_wins` asks for it.
    pub fn lay(
        &self,
        table: &mut Table,
        random: &mut Random,
        first_wins: Option<bool>,
    ) -> anyhow::Result<()> {
        if let Some(given) = &self.0 {
            table.lay(given.clone()).map_err(UsageError::new)?;
            if first_wins.is_some() {
                table.first_wins()?;
            }
            return Ok(());
        }
        let (mut fallback, mut refusal) = (None, None);
        for _ in 0..TRIES {
            let deal = if table.is_misere() { start::small_position } else { start::position };
            let position = deal(&table.terms(), random);
            table.lay(position.clone()).map_err(UsageError::new)?;
            if table.is_over() {
                continue;
            }
            match first_wins.map(|wanted| table.first_wins().map(|wins| wins == wanted)) {
                None | Some(Ok(true)) => return Ok(()),
                Some(Ok(false)) => fallback = Some(position),
                Some(Err(why)) => refusal = Some(why),
            }
        }
        match (fallback, refusal) {
            (Some(position), _) => Ok(table.lay(position).map_err(UsageError::new)?),
            (None, Some(why)) => Err(why.into()),
            // The game has no moves.
            (None, None) => Ok(()),
        }
    }
}
