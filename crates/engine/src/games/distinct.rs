//! Nim in which no number may be taken twice from the same heap (Codeforces 768 E).
//!
//! From a heap of s stones at most k moves can be made, where k is the largest number with 1 + 2 + … + k <= s; so its
//! value is at most k. It is k for every s up to [`CHECKED`], by a search of all sets of numbers that can have been
//! taken. For larger heaps no proof is known to this program, which then refuses; nor is there a formula for a heap of
//! which something has been taken: 4 stones from which 4 has been taken have the value 0, though two moves can be made.

use crate::theory::game::{
    Budget, Component, ComponentError, Flow, Game, Refusal, Shape, TupleForm, Unanswerable, Visit,
};

/// The largest heap for which the formula was compared with a search: 13.5 million positions.
pub const CHECKED: u64 = 110;

/// Nim in which no number is taken twice from a heap. A component is a heap, and the numbers that were taken from it.
#[derive(Debug)]
pub struct Distinct;

/// Returns the largest k with 1 + 2 + … + k <= `heap`: the value of a heap from which nothing was taken, at least up to
/// [`CHECKED`].
#[inline]
pub fn most_moves(heap: u64) -> u64 {
    if let Some(&moves) = usize::try_from(heap).ok().and_then(|heap| FEW_MOVES.get(heap)) {
        return u64::from(moves);
    }
    // k = floor((sqrt(8 heap + 1) - 1) / 2).
    let root = (8 * u128::from(heap) + 1).isqrt() as u64;
    (root - 1) / 2
}

/// The numbers of moves of small heaps.
const FEW_MOVES: [u8; 128] = {
    let mut moves = [0; 128];
    let mut heap = 1;
    while heap < moves.len() {
        let before = moves[heap - 1];
        let next = before as usize + 1;
        moves[heap] = before + (next * (next + 1) / 2 <= heap) as u8;
        heap += 1;
    }
    moves
};

/// Returns the component of a heap, without the taken numbers that are larger than it.
fn relevant(heap: u64, taken: impl Iterator<Item = u64>) -> Component {
    let mut component = vec![heap];
    component.extend(taken.filter(|&taken| taken <= heap));
    component[1..].sort_unstable();
    component
}

impl Game for Distinct {
    fn name(&self) -> String {
        "distinct".to_owned()
    }

    fn shape(&self) -> Shape {
        Shape::Tuple { numbers: 1..=usize::MAX, written: TupleForm::HeapAndTaken }
    }

    fn check(&self, component: &[u64]) -> Result<(), ComponentError> {
        self.shape().check(&self.name(), component)?;
        let mut taken = component[1..].to_vec();
        taken.sort_unstable();
        if taken.first() == Some(&0) {
            return Err(ComponentError::NothingWasTaken);
        }
        let twice = taken.windows(2).find(|pair| pair[0] == pair[1]);
        twice.map_or(Ok(()), |pair| Err(ComponentError::TakenTwice(pair[0])))
    }

    fn normal(&self, component: &[u64]) -> Component {
        if component == [0] { Component::new() } else { component.to_vec() }
    }

    fn options(&self, component: &[u64], visit: &mut Visit<'_>) -> Flow {
        let Some((&heap, taken)) = component.split_first() else { return Flow::Continue(()) };
        let allowed = (1..=heap).filter(|number| !taken.contains(number));
        for number in allowed {
            let taken = taken.iter().copied().chain([number]);
            visit(&[relevant(heap - number, taken)])?;
        }
        Flow::Continue(())
    }

    fn grundy(&mut self, component: &[u64], _: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        let Some((&heap, taken)) = component.split_first() else { return Ok(None) };
        if heap > CHECKED {
            return Err(Unanswerable::DistinctValue(CHECKED, heap).into());
        }
        let fresh = taken.iter().all(|&taken| taken > heap);
        Ok(fresh.then(|| most_moves(heap)))
    }
}
