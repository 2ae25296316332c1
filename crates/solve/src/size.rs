//! Counts of a grammar, their names having become places.

use crate::problem::{Count, is_same};

/// A count whose name has been replaced by a slot.
#[derive(Clone, Copy)]
pub struct Size {
    /// The factor of the number.
    pub times: u64,
    /// The slot of the number that counts; header numbers have the first slots.
    pub slot: Option<usize>,
    pub(crate) plus: i128,
}

impl Size {
    pub(crate) const ONE: Self = Self { times: 0, slot: None, plus: 1 };

    /// Returns the size of a count. Among slots with the same name the last counts, which is the nearest.
    pub(crate) const fn new(count: Count, names: &[&str]) -> Self {
        match count {
            Count::Exactly(count) => Self { times: 0, slot: None, plus: count as i128 },
            Count::Of(of) => Self { times: 1, slot: last_of(names, of), plus: 0 },
            Count::Linear { times, of, plus } => Self { times, slot: last_of(names, of), plus: plus as i128 },
        }
    }

    #[inline(always)] // It is a constant where a case is cut.
    pub(crate) fn value(self, slots: &[u64]) -> u64 {
        let base = self.slot.and_then(|slot| slots.get(slot)).copied().unwrap_or(0);
        let sum = i128::from(base).saturating_mul(i128::from(self.times)).saturating_add(self.plus);
        u64::try_from(sum.max(0)).unwrap_or(u64::MAX)
    }
}

const fn last_of(names: &[&str], of: &str) -> Option<usize> {
    let mut slot = names.len();
    while slot > 0 {
        slot -= 1;
        if is_same(names[slot], of) {
            return Some(slot);
        }
    }
    None
}
