//! Staircase Nim: stones on steps 1, 2, 3, …; a move takes any number of stones from one step down to the next;
//! those from step 1 reach the ground and are out of play.
//!
//! It is Nim with the heaps on the odd steps, in normal and in misère play. *Proof*: a move from an odd step takes
//! stones from such a heap. A move from an even step adds to one; the answer that takes the same stones on to the
//! next even step undoes it, and such moves come to an end. So the winner of Nim wins here too. In misère play
//! the positions that Nim loses are never empty, so that the winner is never the one who makes the last move; and where all
//! odd steps are empty but a stone is left, moving one stone to an odd step leaves a single heap of one. ∎
//!
//! For the same reason the value of a staircase is the XOR of its odd steps: options add to these heaps, but no
//! option keeps them all.

use crate::theory::game::{
    Budget, Component, ComponentError, Decision, Flow, Game, Goal, Move, Reason, Refusal, Shape, Visit,
    Winning,
};
use crate::theory::nim::NimSum;

/// Staircase Nim. A component is a staircase: the numbers of stones from step 1 up.
#[derive(Debug, Default)]
pub struct Staircase;

/// Returns the steps 1, 3, 5, …, with their indices.
fn odd_steps(steps: &[u64]) -> impl Iterator<Item = (usize, u64)> {
    steps.iter().copied().enumerate().step_by(2)
}

fn odd_heaps(steps: &[u64]) -> Vec<u64> {
    odd_steps(steps).map(|(_, heap)| heap).collect()
}

/// Returns the position after a move that makes the heap on an odd step `target`, if there is one.
fn with_heap(steps: &[u64], index: usize, target: u64) -> Option<Component> {
    let (mut after, heap) = (steps.to_vec(), steps[index]);
    after[index] = target;
    if target < heap {
        if index > 0 {
            after[index - 1] += heap - target;
        }
        return Some(after);
    }
    let above = after.get_mut(index + 1)?;
    *above = above.checked_sub(target - heap).filter(|_| target > heap)?;
    Some(after)
}

impl Game for Staircase {
    fn name(&self) -> String {
        "staircase".to_owned()
    }

    fn shape(&self) -> Shape {
        Shape::Whole
    }

    fn check(&self, steps: &[u64]) -> Result<(), ComponentError> {
        let stones = steps.iter().try_fold(0_u64, |sum, &stones| sum.checked_add(stones));
        stones.map(|_| ()).ok_or(ComponentError::TooManyStones(u64::MAX))
    }

    fn options(&self, steps: &[u64], visit: &mut Visit<'_>) -> Flow {
        for (index, &stones) in steps.iter().enumerate() {
            for taken in 1..=stones {
                let mut after = steps.to_vec();
                after[index] -= taken;
                if index > 0 {
                    after[index - 1] += taken;
                }
                visit(&[after])?;
            }
        }
        Flow::Continue(())
    }

    fn grundy(&mut self, steps: &[u64], _: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        Ok(Some(NimSum::from_heaps(&odd_heaps(steps)).xor))
    }

    fn theorem(&self, steps: &[u64], misere: bool) -> Option<Decision> {
        let nim = NimSum::from_heaps(&odd_heaps(steps));
        let (first_wins, reason) = match misere {
            true => (nim.first_wins_misere(), Reason::StaircaseIsMisereNim(nim.xor)),
            false => (nim.first_wins(), Reason::StaircaseIsNim(nim.xor)),
        };
        Some(Decision { first_wins, reason })
    }

    fn winning(&mut self, steps: &[u64], goal: Goal, found: &mut Winning<'_, '_>) -> Result<bool, Refusal> {
        let others = NimSum::without_each(&odd_heaps(steps));
        let _ = odd_steps(steps).zip(others).try_for_each(|((index, _), others)| {
            with_heap(steps, index, goal.heap_beside(others))
                .map_or(Flow::Continue(()), |after| found.add_one(after))
        });
        Ok(true)
    }

    fn present_move(&self, from: &[u64], option: &[Component], by_heap: bool) -> Move {
        let to = option.concat();
        // The highest step that changes is the one that gives stones away.
        let step = (0..from.len()).rev().find(|&index| from[index] != to[index]).unwrap_or(0);
        if !by_heap {
            return Move { at: 0, from: from.to_vec(), to, note: None };
        }
        let note = match step {
            0 => "the stones go to the ground".to_owned(),
            _ => format!("the stones go to step {step}, which then has {}", to[step - 1]),
        };
        Move { at: step, from: vec![from[step]], to: vec![to[step]], note: Some(note) }
    }

    fn step_values(&self, steps: &[u64]) -> Option<Vec<u64>> {
        Some(steps.iter().enumerate().map(|(index, &heap)| if index % 2 == 1 { 0 } else { heap }).collect())
    }
}
