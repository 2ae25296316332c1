//! The values of a game of pairs, for all pairs up to a heap.

use super::monitor::Monitor;
use nim_engine::theory::budget::Budget;
use nim_engine::theory::evaluator::Evaluator;
use nim_engine::theory::game::Game;
use nim_engine::theory::refusal::Refusal;
use nim_engine::theory::shape::Shape;

/// Returns whether each component of a game is a pair of numbers.
pub fn is_of_pairs(rules: &dyn Game) -> bool {
    matches!(rules.shape(), Shape::Tuple { numbers, .. } if numbers == (2..=2))
}

/// Returns the values of pairs, a row for each first number from 0 to `last`; `None` for what is no pair of the game.
///
/// # Errors
/// A [`Refusal`], where there are too many for the engine.
pub fn values(rules: Box<dyn Game>, last: u64, work: &mut Monitor) -> Result<Vec<Vec<Option<u64>>>, Refusal> {
    let mut watch = |progress| work.step(progress);
    let mut budget = Budget::new(&mut watch);
    let mut evaluator = Evaluator::new(rules);
    let mut value = |a, b| {
        let is_pair = evaluator.game().check(&[a, b]).is_ok();
        is_pair.then(|| evaluator.value(&[a, b], &mut budget)).transpose()
    };
    // The largest pair first: a table that has it has all others.
    value(last, last)?;
    (0..=last).map(|a| (0..=last).map(|b| value(a, b)).collect()).collect()
}
