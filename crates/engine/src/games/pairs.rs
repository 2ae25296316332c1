//! The values of a game of pairs, for all pairs up to a heap.

use crate::theory::budget::Budget;
use crate::theory::evaluator::Evaluator;
use crate::theory::game::Game;
use crate::theory::refusal::Refusal;
use crate::theory::shape::Shape;
use crate::theory::watch::Watch;

/// Returns whether each component of a game is a pair of numbers.
pub fn is_of_pairs(rules: &dyn Game) -> bool {
    matches!(rules.shape(), Shape::Tuple { numbers, .. } if numbers == (2..=2))
}

/// Values of pairs, a row for each first number from 0 on, with `None` for a pair outside of the game.
pub type Table = Vec<Vec<Option<u64>>>;

/// Returns the values of all pairs of heaps up to `last`.
///
/// # Errors
/// A [`Refusal`], where there are too many for the engine.
pub fn values(rules: Box<dyn Game>, last: u64, watch: &mut Watch<'_>) -> Result<Table, Refusal> {
    let mut budget = Budget::new(watch);
    let mut evaluator = Evaluator::new(rules);
    let mut value = |a, b| {
        let is_pair = evaluator.game().check(&[a, b]).is_ok();
        is_pair.then(|| evaluator.value(&[a, b], &mut budget)).transpose()
    };
    // The largest pair first: a table that has it has all others.
    value(last, last)?;
    (0..=last).map(|a| (0..=last).map(|b| value(a, b)).collect()).collect()
}
