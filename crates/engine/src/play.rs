//! The engine's main entry point: games and their sums.

use super::games::notation::{self, NotationError};
use super::games::position::{Outcome, Position, WinningMove};
use super::theory::budget::Budget;
use super::theory::game::{Component, Game};
use super::theory::refusal::Refusal;
use super::theory::watch::unwatched;

/// One game, or the sum of several, under one rule of play. Positions hold one component for each term, or any number of components
/// of a single game.
///
/// ```
/// let outcome = nim_engine::parse("kayles+wythoff")?.outcome(&[vec![5], vec![3, 5]])?;
/// assert!(outcome.first_wins);
/// let moves = nim_engine::parse("nim")?.misere().winning_moves(&[vec![3], vec![1]])?;
/// assert_eq!(moves[0].to, [0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Play {
    position: Position,
    misere: bool,
}

/// Returns the games that a text names in the notation of the [catalogue](super::games::CATALOGUE), with `+` between the terms.
///
/// # Errors
/// [`NotationError`], also for `graph:FILE`, as no file is read here; see [`notation::parse`].
pub fn parse(text: &str) -> Result<Play, NotationError> {
    let games = notation::parse(text, &mut |_: &str| Err(std::io::Error::other("files are not read here")))?;
    Ok(Play::from_games(games))
}

impl Play {
    fn from_games(games: Vec<Box<dyn Game>>) -> Self {
        let position = Position::from_games(games);
        Self { misere: position.is_misere(), position }
    }

    /// Returns a player for a user-defined game.
    pub fn new(game: impl Game + 'static) -> Self {
        Self::from_games(vec![Box::new(game)])
    }

    /// Returns the sum of these games and others: a move is made in one of them.
    #[must_use]
    pub fn plus(mut self, other: Self) -> Self {
        self.position.add_games(other.position);
        self
    }

    /// Returns the same games in misère play: the player who cannot move wins.
    #[must_use]
    pub fn misere(self) -> Self {
        Self { misere: true, ..self }
    }

    /// Returns the Sprague–Grundy value of each component.
    ///
    /// # Errors
    /// A [`Refusal`], also for numbers that make no position.
    pub fn values(&mut self, components: &[Component]) -> Result<Vec<u64>, Refusal> {
        self.with_position(components, |position, _, budget| position.values(budget))
    }

    /// Returns the outcome, with its reason.
    ///
    /// # Errors
    /// A [`Refusal`], also for numbers that make no position.
    pub fn outcome(&mut self, components: &[Component]) -> Result<Outcome, Refusal> {
        self.with_position(components, Position::outcome)
    }

    /// Returns all winning moves.
    ///
    /// # Errors
    /// A [`Refusal`], also for numbers that make no position.
    pub fn winning_moves(&mut self, components: &[Component]) -> Result<Vec<WinningMove>, Refusal> {
        self.with_position(components, |position, misere, budget| {
            position.winning_moves(misere, false, budget)
        })
    }

    fn with_position<T>(
        &mut self,
        components: &[Component],
        evaluate: impl FnOnce(&mut Position, bool, &mut Budget<'_>) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.position.place(components.to_vec())?;
        let mut watch = unwatched;
        evaluate(&mut self.position, self.misere, &mut Budget::new(&mut watch))
    }
}
