//! Merging: a move joins two heaps into one that has at most m stones (HEOI 2014, Luogu P4101).
//!
//! **Theorem**. From n heaps of one stone, the player to move wins iff n - ceil(n / m) is odd.
//!
//! *Proof*. Play ends with no less than ceil(n / m) heaps. Either player can see to it that it ends with just so many,
//! after n - ceil(n / m) moves; the one whom that number suits does. Call a position tidy if its heaps are of m stones,
//! of one, and at most one of another size x, or of x = 1 where there is none. A tidy position without a move has the
//! fewest heaps possible. Let the opponent move from a tidy position. (1) To x + 1 < m: join another one to it. (2) To
//! x + 1 = m: join two ones to a new x = 2. (3) Two ones to a 2 while x is below m - 1: join the 2 to x. (4) The same
//! while x = m - 1 > 1: join a one to x, and the 2 is the new x. All this leaves a tidy position. Where it cannot be
//! done, all ones are used up, or in (2) all but one; then nothing can be joined, and n stones do not fit into fewer
//! heaps: in (4) they are a multiple of m and 1. ∎
//!
//! Other positions are searched.

use crate::theory::game::{
    Budget, Component, ComponentError, Decision, Flow, Game, Goal, Reason, Refusal, Shape, Unanswerable,
    Visit, Winning, above_zero,
};
use std::collections::BTreeSet;

/// Merging with a limit. A component is a list of heaps.
#[derive(Debug)]
pub struct Merge {
    limit: u64,
}

/// Heaps of a position that is searched, at most: 40 ones become 37,338 positions.
const MOST_SEARCHED: usize = 40;

/// Returns whether the player to move wins from `ones` heaps of one stone, where a heap may have `limit` stones.
pub fn first_wins(ones: u64, limit: u64) -> bool {
    (ones - ones.div_ceil(limit.max(1))) % 2 == 1
}

impl Merge {
    /// Returns the game in which a heap may have `limit` stones.
    pub fn new(limit: u64) -> Self {
        Self { limit }
    }

    /// Returns the positions that one move leaves, each once, their heaps in rising order.
    fn merged(&self, heaps: &[u64]) -> BTreeSet<Component> {
        let mut sorted = heaps.to_vec();
        sorted.sort_unstable();
        let mut merged = BTreeSet::new();
        for high in (0..sorted.len()).filter(|&high| sorted.get(high + 1) != Some(&sorted[high])) {
            for low in (0..high).filter(|&low| low + 1 == high || sorted[low] != sorted[low + 1]) {
                let sum = sorted[low].checked_add(sorted[high]).filter(|&sum| sum <= self.limit);
                merged.extend(sum.map(|sum| {
                    let mut after = sorted.clone();
                    after.remove(high);
                    after.remove(low);
                    let at = after.partition_point(|&heap| heap < sum);
                    after.insert(at, sum);
                    after
                }));
            }
        }
        merged
    }

    fn check_size(heaps: &[u64]) -> Result<(), Refusal> {
        if heaps.len() > MOST_SEARCHED {
            return Err(Unanswerable::MergeValue(MOST_SEARCHED).into());
        }
        Ok(())
    }
}

impl Game for Merge {
    fn name(&self) -> String {
        format!("merge:{}", self.limit)
    }

    fn shape(&self) -> Shape {
        Shape::Whole
    }

    fn check(&self, heaps: &[u64]) -> Result<(), ComponentError> {
        if heaps.contains(&0) { Err(ComponentError::NothingToMerge) } else { Ok(()) }
    }

    fn normal(&self, component: &[u64]) -> Component {
        above_zero(component)
    }

    fn options(&self, heaps: &[u64], visit: &mut Visit<'_>) -> Flow {
        self.merged(heaps).into_iter().try_for_each(|option| visit(&[option]))
    }

    fn grundy(&mut self, heaps: &[u64], _: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        Self::check_size(heaps).map(|()| None)
    }

    fn theorem(&self, heaps: &[u64], misere: bool) -> Option<Decision> {
        if misere || heaps.iter().any(|&heap| heap != 1) {
            return None;
        }
        let ones = heaps.len() as u64;
        let limit = self.limit.max(1);
        Some(Decision {
            first_wins: first_wins(ones, limit),
            reason: Reason::ParityOfMoves(ones - ones.div_ceil(limit)),
        })
    }

    fn winning(&mut self, heaps: &[u64], goal: Goal, found: &mut Winning<'_, '_>) -> Result<bool, Refusal> {
        let Goal::Whole { .. } = goal else { return Ok(false) };
        // Heaps of one stone are all alike, so there is one move.
        if first_wins(heaps.len() as u64, self.limit) {
            let _ = self.merged(heaps).into_iter().try_for_each(|option| found.add_one(option));
        }
        Ok(true)
    }

    fn sj_premise(&mut self, heaps: &[u64], _: &mut Budget<'_>) -> Result<Option<Reason>, Refusal> {
        Self::check_size(heaps).map(|()| None)
    }
}
