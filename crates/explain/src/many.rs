//! Very many independent components of one game, in normal play, or heaps of Nim in misère play: their values decide.
//!
//! Nothing is listed but the moves that are shown, so that the cost is a few passes over the values.

use std::borrow::Cow;

use super::{ExplainError, Explanation, MOVES, Method, REPLIES, Reply, Step, shown, step};
use nim_engine::games::notation::written;
use nim_engine::theory::budget::Budget;
use nim_engine::theory::evaluator::Evaluator;
use nim_engine::theory::game::{Component, Game, first_options};
use nim_engine::theory::nim::NimSum;
use nim_engine::theory::reason::Reason;
use nim_engine::theory::watch::unwatched;
use nim_engine::theory::winning::Goal;
use nim_solve::problem::{Components, MappedPosition, PlayedMove};

/// Components among which moves of the loser are looked for.
const LOOKED_AT: usize = 1000;

/// The parts that took the place of a component, with their values.
type Parts = Vec<(Component, u64)>;
/// A component that a move has changed: its index, and its parts.
type Changed = (usize, Parts);

struct Many<'a> {
    game: Evaluator,
    misere: bool,
    components: &'a Components<'a>,
    values: Cow<'a, [u64]>,
    /// The XOR of the values of the position given, and how many of them are above 1.
    sum: u64,
    above_one: usize,
    /// Components that differ from the given ones, at most two.
    changed: Vec<Changed>,
}

/// Explains a position.
///
/// # Errors
/// As for [`explain`](super::explain).
pub fn explain(laid: &MappedPosition<'_>, game: Box<dyn Game>) -> Result<Explanation, ExplainError> {
    let mut game = Evaluator::new(game);
    let values = match &laid.components {
        Components::Heaps(heaps) if laid.game == "nim" => Cow::Borrowed(&heaps[..]),
        components => {
            let mut watch = unwatched;
            let mut budget = Budget::new(&mut watch);
            for component in components.iter().filter(|component| !component.is_empty()) {
                game.game().check(component)?;
            }
            components
                .iter()
                .map(|component| value(&mut game, component, &mut budget))
                .collect::<Result<_, _>>()?
        }
    };
    let sum = NimSum::from_heaps(&values).xor;
    let above_one = values.iter().filter(|&&value| value > 1).count();
    let (misere, components) = (laid.misere, &laid.components);
    Many { game, misere, components, values, sum, above_one, changed: Vec::new() }.explain(laid)
}

/// Returns the value of a component; nothing has the value 0.
fn value(game: &mut Evaluator, component: &[u64], budget: &mut Budget<'_>) -> Result<u64, ExplainError> {
    if component.is_empty() { Ok(0) } else { Ok(game.value(component, budget)?) }
}

impl Many<'_> {
    fn explain(mut self, laid: &MappedPosition<'_>) -> Result<Explanation, ExplainError> {
        let count = self.components.len();
        let is_over = self.misere && self.values.iter().all(|&value| value == 0);
        let first_wins = if self.misere { (self.sum != 0) == (self.above_one > 0) } else { self.sum != 0 };
        let mut moves = Vec::new();
        let mut winning = (laid.game == "nim").then_some(0);
        if first_wins && !is_over {
            for index in 0..count {
                let before = self.values[index];
                if self.target(index, before, before) >= before {
                    continue;
                }
                if moves.len() < MOVES {
                    moves.extend(self.winning_in(index)?);
                }
                match &mut winning {
                    Some(winning) => *winning += 1,
                    None if moves.len() == MOVES => break,
                    None => {}
                }
            }
        }
        // The replies to the loser's moves, after the first winning move.
        let first = moves.first().map(|(step, parts): &(Step, Parts)| (step.component, parts.clone()));
        self.changed.extend(first.clone());
        let replies = self.replies()?;
        self.changed.clear();
        let moves: Vec<Step> = moves.into_iter().map(|(step, _)| step).collect();
        let (shown, rest) = shown(count, &moves, self.sum, |index| {
            (written(self.game.game(), self.components.get(index)), Some(self.values[index]))
        });
        Ok(Explanation {
            game: laid.game.to_string(),
            misere: self.misere,
            count,
            first_wins,
            is_over,
            is_image: false,
            method: if self.misere {
                Method::MisereNim { some_above_one: self.above_one > 0 }
            } else {
                Method::NimSum
            },
            reason: Reason::NimSumOfMany(self.sum),
            shown,
            rest,
            nim_sum: Some(self.sum),
            winning,
            moves,
            replies,
        })
    }

    /// Returns the value that a part of a component needs for the position to be lost; `whole` is the value of the component, `part` the
    /// value of the part.
    fn target(&self, index: usize, whole: u64, part: u64) -> u64 {
        let mut sum = self.sum ^ self.values[index] ^ whole ^ part;
        let mut above_one = self.above_one - usize::from(self.values[index] > 1);
        for (other, parts) in self.changed.iter().filter(|(other, _)| *other != index) {
            let now = parts.iter().fold(0, |sum, (_, value)| sum ^ value);
            sum ^= self.values[*other] ^ now;
            above_one -= usize::from(self.values[*other] > 1);
            above_one += usize::from(now > 1);
        }
        sum ^ u64::from(self.misere && above_one == 0)
    }

    /// Returns the parts of a component as they are now.
    fn parts(&self, index: usize) -> Parts {
        let changed = self.changed.iter().rev().find(|(other, _)| *other == index);
        changed.map_or_else(
            || vec![(self.components.get(index).to_vec(), self.values[index])],
            |(_, parts)| parts.clone(),
        )
    }

    /// Returns a winning move in a component, and its parts after it.
    fn winning_in(&mut self, index: usize) -> Result<Option<(Step, Parts)>, ExplainError> {
        let mut watch = unwatched;
        let mut budget = Budget::new(&mut watch);
        let parts = self.parts(index);
        let whole = parts.iter().fold(0, |sum, (_, value)| sum ^ value);
        for (place, (component, value)) in parts.iter().enumerate() {
            let target = self.target(index, whole, *value);
            if target >= *value {
                continue;
            }
            let options = self.game.options_to(component, Goal::Value(target), true, &mut budget)?;
            let Some(option) = options.into_iter().next() else { continue };
            let made = PlayedMove { component: index, from: component.clone(), to: option.clone() };
            let step = step(self.game.game(), made, None, Some((*value, target)));
            let mut after = parts.clone();
            after.remove(place);
            after.extend(self.valued(option, &mut budget)?);
            return Ok(Some((step, after)));
        }
        Ok(None)
    }

    fn valued(&mut self, option: Vec<Component>, budget: &mut Budget<'_>) -> Result<Parts, ExplainError> {
        let game = &mut self.game;
        option.into_iter().map(|part| Ok((part.clone(), value(game, &part, budget)?))).collect()
    }

    /// Returns moves of the loser, in components that have not been changed, and their answers.
    fn replies(&mut self) -> Result<Vec<Reply>, ExplainError> {
        let mut replies = Vec::new();
        let changed: Vec<usize> = self.changed.iter().map(|(index, _)| *index).collect();
        for index in (0..self.components.len().min(LOOKED_AT)).filter(|index| !changed.contains(index)) {
            if replies.len() == REPLIES {
                break;
            }
            let component = self.components.get(index).to_vec();
            let Some(option) = first_options(self.game.game(), &component, 1).pop() else { continue };
            let made = PlayedMove { component: index, from: component, to: option.clone() };
            let mut watch = unwatched;
            let parts = self.valued(option, &mut Budget::new(&mut watch))?;
            let now = parts.iter().fold(0, |sum, (_, value)| sum ^ value);
            let step = step(self.game.game(), made, None, Some((self.values[index], now)));
            self.changed.push((index, parts));
            let answer = self.answer()?;
            self.changed.pop();
            replies.push(Reply { step, answer });
        }
        Ok(replies)
    }

    /// Returns a winning move of the position as it is now.
    fn answer(&mut self) -> Result<Option<Step>, ExplainError> {
        for index in 0..self.components.len() {
            let is_changed = self.changed.iter().any(|(other, _)| *other == index);
            let value = self.values[index];
            if (is_changed || self.target(index, value, value) < value)
                && let Some((step, _)) = self.winning_in(index)?
            {
                return Ok(Some(step));
            }
        }
        Ok(None)
    }
}
