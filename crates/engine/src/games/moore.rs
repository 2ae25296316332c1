//! Moore's Nim with a number k: a move takes any numbers from at least one and at most k heaps.
//!
//! The player to move loses iff in every binary place the number of heaps with a one is a multiple of k + 1
//! (Moore 1910). In misère play the same holds as long as some heap is above 1; where none is, the player to move
//! loses iff the number of ones is 1 more than a multiple of k + 1.
//!
//! For k = 1 this is Nim; for larger k the game is no sum of its heaps, which is why a component is all of them.

use crate::theory::game::{
    Budget, Component, Decision, Flow, Game, Goal, Reason, Refusal, Shape, Unanswerable, Visit, Winning,
    above_zero,
};
use itertools::Itertools as _;

/// Moore's Nim with a number k. A component is a list of heaps.
#[derive(Debug)]
pub struct Moore {
    most: u64,
}

/// The most positions whose values are computed.
const POSITIONS: u64 = 1 << 14;

impl Moore {
    /// Creates the game in which at most `most` heaps are changed, `most` >= 1.
    pub fn new(most: u64) -> Self {
        Self { most }
    }

    /// Returns whether it is a P-position: the player to move loses.
    pub fn is_p_position(&self, heaps: &[u64], misere: bool) -> bool {
        let modulus = u128::from(self.most) + 1;
        let ones = |bit: u32| heaps.iter().filter(|&&heap| heap >> bit & 1 == 1).count() as u128 % modulus;
        if misere && heaps.iter().all(|&heap| heap <= 1) {
            return ones(0) == 1 % modulus;
        }
        (0..u64::BITS).all(|bit| ones(bit) == 0)
    }

    /// Visits the ways to change heaps so that each place from `bit` down has a multiple of k + 1 ones.
    ///
    /// *Idea*: from the highest place down, a heap that became smaller higher up is free to have a one or not; one that
    /// has not changed may drop a one, as long as at most k heaps change. A choice can always be completed, so that no
    /// branch is in vain: with f ones that stay and t free heaps, t < k + 1 - f mod (k + 1) means that f mod (k + 1)
    /// more heaps may drop theirs.
    fn complete(
        &self,
        heaps: &[u64],
        bit: u32,
        now: &mut Vec<u64>,
        visit: &mut dyn FnMut(&[u64]) -> Flow,
    ) -> Flow {
        // Above `bit`, now differs from heaps where the heap is free.
        let (free, mut droppable): (Vec<usize>, Vec<usize>) =
            (0..heaps.len()).partition(|&i| now[i] >> bit >> 1 != heaps[i] >> bit >> 1);
        droppable.retain(|&i| heaps[i] >> bit & 1 == 1);
        let changes = (self.most.saturating_sub(free.len() as u64)).min(droppable.len() as u64) as usize;
        for dropped in 0..=changes {
            let staying = droppable.len() - dropped;
            for ones in 0..=free.len() {
                if !((staying + ones) as u128).is_multiple_of(u128::from(self.most) + 1) {
                    continue;
                }
                let choices = droppable.iter().combinations(dropped);
                for (drop, set) in choices.cartesian_product(free.iter().combinations(ones)) {
                    for &i in free.iter().chain(&droppable) {
                        now[i] &= !(1 << bit);
                    }
                    for &i in droppable.iter().filter(|i| !drop.contains(i)).chain(set) {
                        now[i] |= 1 << bit;
                    }
                    // The bits below return to those of `heaps`.
                    let below = (1 << bit) - 1;
                    now.iter_mut().zip(heaps).for_each(|(now, heap)| *now = *now & !below | heap & below);
                    if bit == 0 { visit(now)? } else { self.complete(heaps, bit - 1, now, visit)? }
                }
            }
        }
        Flow::Continue(())
    }

    /// Visits the positions without a heap above 1 that misère play loses and a move can reach.
    fn visit_ones(&self, heaps: &[u64], visit: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
        let large: Vec<usize> = (0..heaps.len()).filter(|&i| heaps[i] > 1).collect();
        let single: Vec<usize> = (0..heaps.len()).filter(|&i| heaps[i] == 1).collect();
        let Some(changes) = self.most.checked_sub(large.len() as u64) else {
            return Flow::Continue(());
        };
        for removed in 0..=(changes.min(single.len() as u64) as usize) {
            for ones in 0..=large.len() {
                let count = (single.len() - removed + ones) as u128;
                if large.len() + removed == 0 || count % (u128::from(self.most) + 1) != 1 {
                    continue;
                }
                let choices = single.iter().combinations(removed);
                for (gone, left) in choices.cartesian_product(large.iter().combinations(ones)) {
                    let mut now: Vec<u64> = heaps.iter().map(|&heap| heap.min(1)).collect();
                    gone.iter().for_each(|&&i| now[i] = 0);
                    large.iter().filter(|i| !left.contains(i)).for_each(|&i| now[i] = 0);
                    visit(&now)?;
                }
            }
        }
        Flow::Continue(())
    }
}

/// Visits the ways to make at least one and at most `most` heaps smaller, from the heap at `at` on; before it, `now` is chosen.
fn visit_changes(most: u64, heaps: &[u64], at: usize, now: &mut Component, visit: &mut Visit<'_>) -> Flow {
    let Some(&heap) = heaps.get(at) else {
        return if now == heaps { Flow::Continue(()) } else { visit(std::slice::from_ref(now)) };
    };
    visit_changes(most, heaps, at + 1, now, visit)?;
    if most > 0 {
        for less in (0..heap).rev() {
            now[at] = less;
            visit_changes(most - 1, heaps, at + 1, now, visit)?;
        }
    }
    now[at] = heap;
    Flow::Continue(())
}

impl Game for Moore {
    fn name(&self) -> String {
        format!("moore:{}", self.most)
    }

    fn shape(&self) -> Shape {
        Shape::Whole
    }

    fn normal(&self, component: &[u64]) -> Component {
        above_zero(component)
    }

    fn options(&self, heaps: &[u64], visit: &mut Visit<'_>) -> Flow {
        visit_changes(self.most, heaps, 0, &mut heaps.to_vec(), visit)
    }

    fn grundy(&mut self, heaps: &[u64], _: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        let positions =
            heaps.iter().fold(1_u64, |product, heap| product.saturating_mul(heap.saturating_add(1)));
        if positions > POSITIONS {
            return Err(Unanswerable::MooreValue.into());
        }
        Ok(None)
    }

    fn theorem(&self, heaps: &[u64], misere: bool) -> Option<Decision> {
        let lost = self.is_p_position(heaps, misere);
        let modulus = u128::from(self.most) + 1;
        let reason = if misere && heaps.iter().all(|&heap| heap <= 1) {
            let ones = heaps.iter().filter(|&&heap| heap == 1).count();
            if lost { Reason::OnesAreOne(ones, modulus) } else { Reason::OnesAreNotOne(ones, modulus) }
        } else if lost {
            Reason::EveryPlaceIsMultiple(modulus)
        } else {
            Reason::SomePlaceIsNoMultiple(modulus)
        };
        Some(Decision { first_wins: !lost, reason })
    }

    fn winning(&mut self, heaps: &[u64], goal: Goal, found: &mut Winning<'_, '_>) -> Result<bool, Refusal> {
        let Goal::Whole { misere } = goal else { return Ok(false) };
        let mut note = |now: &[u64]| {
            let wins = now != heaps && (!misere || self.is_p_position(now, true));
            if wins { found.add_one(now.to_vec()) } else { Flow::Continue(()) }
        };
        let ones = if misere { self.visit_ones(heaps, &mut note) } else { Flow::Continue(()) };
        if ones.is_continue() {
            let _ = self.complete(heaps, u64::BITS - 1, &mut heaps.to_vec(), &mut note);
        }
        Ok(true)
    }
}
