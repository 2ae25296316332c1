//! A game with the values of its components, each computed once.

use std::collections::HashMap;

use super::budget::Budget;
use super::game::{Component, Flow, Game};
use super::mex::mex;
use super::refusal::{Excess, Refusal};
use super::watch::Steps;
use super::winning::{Goal, Winning};

/// A game, and the values found by search.
///
/// *Idea*: the value of a position is the mex of the values of its options, that of a sum the XOR of its parts (Sprague
/// 1935, Grundy 1939). The search is depth-first with its own stack, so that a chain of a million positions does not
/// overflow the thread's.
///
/// *Cost*: every option is visited twice (once to find unknown values, once for the mex). *Memory*: one map
/// entry for each component reached, and a stack entry for each that is unfinished.
#[derive(Debug)]
pub struct Evaluator {
    game: Box<dyn Game>,
    /// `None` while the options of a component are on the stack.
    values: HashMap<Component, Option<u64>>,
}

/// The approximate number of elementary operations for an option.
const COST_OF_OPTION: u64 = 64;

impl Evaluator {
    /// Creates an evaluator without known values.
    pub fn new(game: Box<dyn Game>) -> Self {
        Self { game, values: HashMap::new() }
    }

    /// Returns the game.
    pub fn game(&self) -> &dyn Game {
        self.game.as_ref()
    }

    pub(crate) fn game_mut(&mut self) -> &mut dyn Game {
        self.game.as_mut()
    }

    /// Returns the Sprague–Grundy value of a component: by the game's shortcut, otherwise by search. The value of nothing is 0.
    ///
    /// # Errors
    /// A [`Refusal`], beyond the budget or where play need not end.
    pub fn value(&mut self, component: &[u64], budget: &mut Budget<'_>) -> Result<u64, Refusal> {
        if component.is_empty() {
            return Ok(0);
        }
        match self.game.grundy(component, budget)? {
            Some(value) => Ok(value),
            None => {
                let found = search(self.game.as_ref(), &mut self.values, component, budget);
                if found.is_err() {
                    // Unfinished entries of the search have no value.
                    self.values.retain(|_, value| value.is_some());
                }
                found
            }
        }
    }

    /// Returns the XOR of the values of components.
    fn value_of_sum(&mut self, components: &[Component], budget: &mut Budget<'_>) -> Result<u64, Refusal> {
        components.iter().try_fold(0, |sum, part| Ok(sum ^ self.value(part, budget)?))
    }

    /// Returns the options of a component that reach a goal, in order; only the first of them, if `first`.
    ///
    /// # Errors
    /// A [`Refusal`], beyond the budget.
    pub fn options_to(
        &mut self,
        component: &[u64],
        goal: Goal,
        first: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Vec<Component>>, Refusal> {
        if component.is_empty() {
            return Ok(Vec::new());
        }
        let mut found = Winning::new(first, &mut *budget);
        if self.game.winning(component, goal, &mut found)? {
            return found.options();
        }
        let mut all = Vec::new();
        let _ = self.game.options(component, &mut |option| {
            all.push(option.to_vec());
            found.count_option()
        });
        found.options()?;
        let mut winning = Vec::new();
        for option in all {
            let wins = match (goal, &option[..]) {
                (Goal::Value(value), _) => self.value_of_sum(&option, budget)? == value,
                (Goal::Whole { misere }, [whole]) => {
                    self.game.theorem(whole, misere).is_some_and(|decision| !decision.first_wins)
                }
                (Goal::Whole { .. }, _) => false,
            };
            if wins {
                winning.push(option);
                if first {
                    break;
                }
            }
        }
        Ok(winning)
    }
}

/// Returns the value of a component by depth-first search.
pub(super) fn search(
    game: &dyn Game,
    values: &mut HashMap<Component, Option<u64>>,
    component: &[u64],
    budget: &mut Budget<'_>,
) -> Result<u64, Refusal> {
    let limit = budget.positions;
    let mut steps = Steps::new(budget.watch, 0, "positions");
    let mut stack = vec![component.to_vec()];
    let mut options = Vec::new();
    while let Some(top) = stack.last().cloned() {
        // Only ancestors of the top are `None`.
        if values.entry(top.clone()).or_default().is_some() {
            stack.pop();
            continue;
        }
        options.clear();
        let waiting = stack.len();
        let mut recurs = None;
        let _ = game.options(&top, &mut |parts| {
            let mut sum = 0;
            for part in parts {
                match values.get(part) {
                    Some(Some(value)) => sum ^= value,
                    Some(None) => recurs = Some(part.clone()),
                    None => stack.push(part.clone()),
                }
            }
            options.push(sum);
            if recurs.is_some() || stack.len() > limit { Flow::Break(()) } else { Flow::Continue(()) }
        });
        if let Some(position) = recurs {
            return Err(Refusal::Endless(position));
        }
        if values.len().max(stack.len()) > limit {
            return Err(Refusal::too_many(Excess::Positions, limit));
        }
        steps.spend(COST_OF_OPTION * (options.len() as u64 + 1))?;
        if stack.len() == waiting {
            values.insert(top, Some(mex(&options)));
            stack.pop();
            steps.step(0)?;
        }
    }
    Ok(values.get(component).copied().flatten().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::game::{Flow, Visit};
    use crate::theory::watch::unwatched;
    use nim_testing::whole::is_whole;

    fn value(game: impl Game + 'static, heap: u64) -> Result<u64, Refusal> {
        let mut watch = unwatched;
        let mut budget = Budget { positions: 2_000_000, ..Budget::new(&mut watch) };
        Evaluator::new(Box::new(game)).value(&[heap], &mut budget)
    }

    #[derive(Debug)]
    struct Chain;
    impl Game for Chain {
        fn options(&self, heap: &[u64], visit: &mut Visit<'_>) -> Flow {
            if heap[0] > 0 { visit(&[vec![heap[0] - 1]]) } else { Flow::Continue(()) }
        }
    }

    #[test]
    fn a_million_states_deep_is_no_stack_overflow() {
        // A tenth of them would overflow a stack of 2 MiB as well.
        assert_eq!(value(Chain, if is_whole() { 1_000_001 } else { 100_001 }), Ok(1));
    }

    #[derive(Debug)]
    struct Ring;
    impl Game for Ring {
        fn options(&self, position: &[u64], visit: &mut Visit<'_>) -> Flow {
            visit(&[vec![(position[0] + 1) % 5]])
        }
    }

    #[test]
    fn endless_play_is_an_error() {
        assert_eq!(value(Ring, 3), Err(Refusal::Endless(vec![3])));
    }

    #[derive(Debug)]
    struct Kayles;
    impl Game for Kayles {
        fn options(&self, row: &[u64], visit: &mut Visit<'_>) -> Flow {
            for taken in 1..=2.min(row[0]) {
                (0..=(row[0] - taken) / 2)
                    .try_for_each(|left| visit(&[vec![left], vec![row[0] - taken - left]]))?;
            }
            Flow::Continue(())
        }
    }

    #[test]
    fn splitting_adds_the_parts() {
        let values: Vec<_> = (0..12).map(|row| value(Kayles, row)).collect();
        assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6].map(Ok));
    }
}
