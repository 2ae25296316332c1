//! Delete Nim with a pair of heaps: a move throws one heap away, and splits the other into two heaps of at least one stone.
//!
//! **Theorem** (Abuku and Suetsugu, *Delete Nim*, 2021, where it is the variant VDN). The value of a pair (a, b) is the
//! number of ones at the low end of the binary number (a - 1) | (b - 1).
//!
//! *Proof*. Count each heap without one stone: a heap x becomes a pair (y, z) with y + z = x - 1. Let y | z end in
//! exactly t ones: in the t low places y or z has a one, in the next place neither has. Then y + z is from 2^t - 1 to
//! 2^(t+1) - 2 modulo 2^(t+1), so that x has a one in place t; and each x that has can be split so. By induction the
//! options of x have as values the places of its ones, those of a pair (x, x') the places of the ones of x | x'. The
//! least number that is not such a place is the number of ones at the low end. ∎

use crate::theory::game::{
    Budget, ComponentError, Flow, Game, Goal, Refusal, Shape, TupleForm, Visit, Winning,
};

/// Delete Nim. A component is a pair of heaps.
#[derive(Debug)]
pub struct DeleteNim;

/// Returns the value of a pair of heaps of at least one stone.
#[inline]
pub fn value(a: u64, b: u64) -> u64 {
    u64::from((a.saturating_sub(1) | b.saturating_sub(1)).trailing_ones())
}

/// Visits the splits of a heap that have this value, by their smaller part.
///
/// *Idea*: less one, the parts add to the heap less two. Their low places have together all ones, once or twice, so that
/// the ones that both have are known from the sum, and the others are shared in any way.
fn splits(heap: u64, target: u64, visit: &mut dyn FnMut(u64, u64) -> Flow) -> Flow {
    let Some(sum) = heap.checked_sub(2).filter(|_| target < 64) else { return Flow::Continue(()) };
    let ones = (1_u64 << target) - 1;
    let both = (sum & (ones * 2 + 1)).checked_sub(ones).filter(|&both| both <= ones);
    let Some(both) = both else { return Flow::Continue(()) };
    let (mut high, step) = (0_u64, (ones + 1).checked_mul(2));
    loop {
        for bits in subsets(ones ^ both) {
            let part = high + (both | bits);
            if part > sum - part.min(sum) {
                return Flow::Continue(());
            }
            visit(part + 1, sum - part + 1)?;
        }
        match step.and_then(|step| high.checked_add(step)).filter(|&high| high <= sum / 2) {
            Some(next) => high = next,
            None => return Flow::Continue(()),
        }
    }
}

/// Returns the subsets of some bits, in rising order.
pub(super) fn subsets(bits: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(0), move |&some| (some != bits).then(|| some.wrapping_sub(bits) & bits))
}

/// Returns the heaps of a pair, once if they are equal.
fn heaps(component: &[u64]) -> &[u64] {
    match component {
        [a, b] if a == b => &component[..1],
        _ => component,
    }
}

impl Game for DeleteNim {
    fn name(&self) -> String {
        "delete-nim".to_owned()
    }

    fn shape(&self) -> Shape {
        Shape::Tuple { numbers: 2..=2, written: TupleForm::PairOfHeaps }
    }

    fn check(&self, component: &[u64]) -> Result<(), ComponentError> {
        self.shape().check(&self.name(), component)?;
        if component.contains(&0) { Err(ComponentError::NothingToDelete) } else { Ok(()) }
    }

    fn options(&self, component: &[u64], visit: &mut Visit<'_>) -> Flow {
        heaps(component)
            .iter()
            .try_for_each(|&heap| (1..=heap / 2).try_for_each(|part| visit(&[vec![part, heap - part]])))
    }

    fn grundy(&mut self, component: &[u64], _: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        let &[a, b] = component else { return Ok(None) };
        Ok(Some(value(a, b)))
    }

    fn winning(&mut self, pair: &[u64], goal: Goal, found: &mut Winning<'_, '_>) -> Result<bool, Refusal> {
        let Goal::Value(target) = goal else { return Ok(false) };
        let _ = heaps(pair)
            .iter()
            .try_for_each(|&heap| splits(heap, target, &mut |part, other| found.add_one(vec![part, other])));
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_are_all_that_have_the_value() {
        for heap in 0..=140 {
            for target in 0..=9 {
                let mut found = Vec::new();
                let _ = splits(heap, target, &mut |part, other| {
                    found.push((part, other));
                    Flow::Continue(())
                });
                let has = |&part: &u64| value(part, heap - part) == target;
                let all: Vec<(u64, u64)> =
                    (1..=heap / 2).filter(has).map(|part| (part, heap - part)).collect();
                assert_eq!(found, all, "{heap} {target}");
            }
        }
    }

    #[test]
    fn the_largest_heaps_are_split() {
        for heap in [u64::MAX, 1 << 63, (1 << 63) + 1, (1 << 62) + 1, (1 << 63) + (1 << 40) + 1] {
            for target in 0..66 {
                let mut first = None;
                let _ = splits(heap, target, &mut |part, other| {
                    first = Some((part, other));
                    Flow::Break(())
                });
                // The values of the splits are the places of the ones of the heap less one.
                assert_eq!(first.is_some(), target < 64 && (heap - 1) >> target & 1 == 1, "{heap} {target}");
                assert!(
                    first.is_none_or(|(part, other)| value(part, other) == target && other == heap - part)
                );
            }
        }
    }
}
