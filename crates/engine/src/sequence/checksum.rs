//! The checksum of a value sequence.

use super::period::Period;
use crate::theory::refusal::Refusal;
use crate::theory::watch::{Steps, Watch};
use std::ops::Range;

/// Two running sums modulo 2^16: of the values, and of the sums so far (Fletcher 1982, with 2^16 for 2^16 - 1).
///
/// A value above 2^16 counts modulo 2^16.
///
/// ```
/// use nim_engine::sequence::checksum::Checksum;
/// let mut checksum = Checksum::default();
/// [0, 1, 2].into_iter().for_each(|value| checksum.add(value));
/// assert_eq!(checksum.to_string(), "00040003");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checksum {
    values: u16,
    sums: u16,
}

impl Checksum {
    /// Returns the checksum of G(0), …, G(`last`) of a sequence of this period: `value` returns G(n) below the
    /// preperiod and one period.
    ///
    /// *Cost*: O(preperiod + period).
    ///
    /// # Errors
    /// A [`Refusal`] of `value` or by `watch`.
    pub fn of_periodic(
        period: &Period,
        last: u64,
        value: impl Fn(u64) -> Result<u64, Refusal>,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Refusal> {
        let Period { preperiod, period, saltus } = *period;
        let whole = last.checked_sub(preperiod).map_or(0, |beyond| beyond / period);
        let mut steps = Steps::new(watch, 0, "values added up");
        let mut add = |checksum: &mut Self, heaps: Range<u64>, more: u64| {
            heaps.into_iter().try_for_each(|n| {
                steps.step(8)?;
                value(n).map(|value| checksum.add(value.wrapping_add(more)))
            })
        };
        let mut checksum = Self::default();
        add(&mut checksum, 0..preperiod.min(last.saturating_add(1)), 0)?;
        if last < preperiod {
            return Ok(checksum);
        }
        if whole > 0 {
            let mut own = Self::default();
            add(&mut own, preperiod..preperiod + period, 0)?;
            checksum = checksum.after_periods(own, period, saltus, whole);
        }
        // The period in which `last` lies.
        let end = preperiod + (last - preperiod) % period;
        add(&mut checksum, preperiod..end + 1, saltus.wrapping_mul(whole))?;
        Ok(checksum)
    }

    /// Returns the checksum after this number of periods; `own` is that of the first one alone.
    ///
    /// *Proof*. In period k, from 0, there are k times the saltus more in each of its p values. So the sum A and the sum of
    /// sums B grow by S + ksp and by pA + T + ksp(p + 1)/2, S and T being the sums of the first period. Added up over w periods,
    /// A grows by wS + C(w, 2) sp, and B by wpA + C(w, 2) pS + C(w, 3) spp + wT + C(w, 2) sp(p + 1)/2. ∎
    fn after_periods(self, own: Self, period: u64, saltus: u64, periods: u64) -> Self {
        let [w, p, s] = [periods, period, saltus].map(u128::from);
        let pairs = w * (w - 1) / 2;
        let triples = if pairs % 3 == 0 { [pairs / 3, w.max(2) - 2] } else { [pairs, (w.max(2) - 2) / 3] };
        let (values, sums) = (u128::from(own.values), u128::from(own.sums));
        let grown = [
            product(&[w, p, self.values.into()]),
            product(&[pairs, p, values]),
            product(&[triples[0], triples[1], s, p, p]),
            product(&[w, sums]),
            product(&[pairs, s, p * (p + 1) / 2]),
        ];
        Self {
            values: [product(&[w, values]), product(&[pairs, s, p])]
                .into_iter()
                .fold(self.values, u16::wrapping_add),
            sums: grown.into_iter().fold(self.sums, u16::wrapping_add),
        }
    }

    /// Adds the value of the next heap.
    pub fn add(&mut self, value: u64) {
        // Modulo 2^16.
        self.values = self.values.wrapping_add(value as u16);
        self.sums = self.sums.wrapping_add(self.values);
    }
}

/// Returns a product modulo 2^16, as everything here.
fn product(factors: &[u128]) -> u16 {
    factors.iter().fold(1, |product, &n| product.wrapping_mul(n as u16))
}

impl std::fmt::Display for Checksum {
    /// Eight upper-case hexadecimal digits: the sum of sums, then the sum.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04X}{:04X}", self.sums, self.values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::watch::unwatched;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn whole_periods_are_summed_at_once(
            head in prop::collection::vec(any::<u64>(), 0..6),
            cycle in prop::collection::vec(0_u64..1 << 20, 1..6),
            saltus in 0_u64..1 << 18,
            last in 0_u64..3000,
        ) {
            let period = Period { preperiod: head.len() as u64, period: cycle.len() as u64, saltus };
            let shown = |n: u64| head.get(n as usize).or_else(|| cycle.get(n as usize - head.len())).copied().unwrap();
            let mut direct = Checksum::default();
            for n in 0..=last {
                direct.add(period.value(n, shown).unwrap());
            }
            let found = Checksum::of_periodic(&period, last, |n| Ok(shown(n)), &mut unwatched);
            prop_assert_eq!(found, Ok(direct));
        }
    }
}
