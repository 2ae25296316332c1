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

use std::ops::ControlFlow;

use super::rules::{Component, Flow, Limits, Rules, Verdict, Visit};
use crate::engine::sequence::source::Sequence;
use crate::engine::theory::nim::NimSum;
use crate::engine::theory::refusal::Refusal;

/// Staircase Nim. A component is a staircase: the numbers of stones from step 1 up.
#[derive(Debug, Default)]
pub struct Staircase;

/// The steps 1, 3, 5, …, with their indices.
fn odd_steps(steps: &[u64]) -> impl Iterator<Item = (usize, u64)> {
    steps.iter().copied().enumerate().step_by(2)
}

fn odd_heaps(steps: &[u64]) -> Vec<u64> {
    odd_steps(steps).map(|(_, heap)| heap).collect()
}

/// The moves that turn the heap on an odd step into what `wanted` answers for its index, by step; only the first of them,
/// if `first`.
fn moves_to(
    steps: &[u64],
    first: bool,
    limits: &Limits<'_>,
    wanted: impl Fn(usize) -> u64,
) -> Result<Vec<Component>, Refusal> {
    let mut moves = Vec::new();
    for (index, heap) in odd_steps(steps) {
        if first && !moves.is_empty() {
            break;
        }
        if (moves.len() as u64).saturating_mul(steps.len() as u64) > limits.moves {
            return Err(Refusal::TooMany { what: "steps in winning moves", limit: limits.moves });
        }
        let target = wanted(index);
        let mut after = steps.to_vec();
        after[index] = target;
        if target < heap {
            if index > 0 {
                after[index - 1] += heap - target;
            }
            moves.push(after);
        } else if let Some(above) =
            steps.get(index + 1).filter(|&&above| target > heap && above >= target - heap)
        {
            after[index + 1] = above - (target - heap);
            moves.push(after);
        }
    }
    Ok(moves)
}

impl Rules for Staircase {
    fn name(&self) -> String {
        "staircase".to_owned()
    }

    fn check(&self, steps: &[u64]) -> Result<(), String> {
        let stones = steps.iter().try_fold(0_u64, |sum, &stones| sum.checked_add(stones));
        stones.map(|_| ()).ok_or_else(|| "a staircase holds at most 18446744073709551615 stones".to_owned())
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
        ControlFlow::Continue(())
    }

    fn grundy(&mut self, steps: &[u64], _: &mut Limits<'_>) -> Result<u64, Refusal> {
        Ok(NimSum::of(&odd_heaps(steps)).xor)
    }

    fn options_of_value(
        &mut self,
        steps: &[u64],
        target: u64,
        first: bool,
        limits: &mut Limits<'_>,
    ) -> Result<Vec<Vec<Component>>, Refusal> {
        let change = NimSum::of(&odd_heaps(steps)).xor ^ target;
        let moves = moves_to(steps, first, limits, |index| steps[index] ^ change)?;
        Ok(moves.into_iter().map(|after| vec![after]).collect())
    }

    fn alone(&self, steps: &[u64], misere: bool) -> Option<Verdict> {
        let nim = NimSum::of(&odd_heaps(steps));
        let first_wins = if misere { nim.first_wins_misere() } else { nim.first_wins() };
        let play = if misere { "misère Nim" } else { "Nim" };
        let reason =
            format!("a staircase is {play} with the heaps on its odd steps, whose nim-sum is {}", nim.xor);
        Some(Verdict { first_wins, reason })
    }

    fn moves_alone(
        &self,
        steps: &[u64],
        misere: bool,
        first: bool,
        limits: &mut Limits<'_>,
    ) -> Option<Result<Vec<Component>, Refusal>> {
        let others = NimSum::without_each(&odd_heaps(steps));
        let wanted = |index: usize| {
            let others = others[index / 2];
            others.xor ^ u64::from(misere && others.or <= 1)
        };
        Some(moves_to(steps, first, limits, wanted))
    }

    fn step_values(&self, steps: &[u64]) -> Option<Vec<u64>> {
        let even = |index: usize| index % 2 == 1;
        Some(steps.iter().enumerate().map(|(index, &heap)| if even(index) { 0 } else { heap }).collect())
    }

    fn present(
        &self,
        from: &[u64],
        option: &[Component],
        by_heap: bool,
    ) -> (usize, Component, Vec<u64>, Option<String>) {
        let after = option.concat();
        // The highest step that changes is the one that gives stones away.
        let step = (0..from.len()).rev().find(|&index| from[index] != after[index]).unwrap_or(0);
        let note = match step {
            0 => "the stones go to the ground".to_owned(),
            _ => format!("the stones go to step {step}, which then has {}", after[step - 1]),
        };
        if by_heap {
            (step, vec![from[step]], vec![after[step]], Some(note))
        } else {
            (0, from.to_vec(), after, None)
        }
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn sequence(&mut self) -> Result<&mut Sequence, String> {
        Err("the value of a heap on a staircase depends on its step, so that there is no G(n): ask for an outcome".to_owned())
    }
}
