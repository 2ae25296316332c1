//! Periods of value sequences.
//!
//! A sequence with G(n + p) = G(n) + s for all n >= e has *preperiod* e, *period* p and *saltus* s; here e, then p,
//! are the smallest such numbers, so that e is one more than the last exception. A saltus of 0 is plain
//! periodicity, another one arithmetic periodicity.
//!
//! A pattern that repeats for a while is no proof; a [`Theorem`](super::theorem::Theorem) states how many values are
//! needed.

/// The regular end of a sequence: G(n + period) = G(n) + saltus for all n >= preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The smallest n from which on the sequence is regular.
    pub preperiod: u64,
    /// The smallest period, at least 1.
    pub period: u64,
    /// The saltus: the difference between values one period apart; 0 for a purely repeating sequence.
    pub saltus: u64,
}

impl Period {
    /// Returns the heap below `preperiod + period` to which `n` is related, and the number of periods between them.
    pub fn reduce(&self, n: u64) -> (u64, u64) {
        let Some(beyond) = n.checked_sub(self.preperiod) else { return (n, 0) };
        (self.preperiod + beyond % self.period, beyond / self.period)
    }

    /// Returns the same regularity with `multiple` periods taken as one; `None` if that needs more than 64 bits.
    pub fn times(&self, multiple: u64) -> Option<Self> {
        let (period, saltus) = (self.period.checked_mul(multiple)?, self.saltus.checked_mul(multiple)?);
        Some(Self { preperiod: self.preperiod, period, saltus })
    }

    /// Returns the smallest regularity from the preperiod on, where this one holds for ever; and how many of its periods this
    /// one has.
    ///
    /// Two periods differ by a period, so that the smallest one divides all others; and it holds from the same
    /// preperiod on, as it holds far beyond and every heap can be moved there.
    pub(super) fn reduced(self, values: &impl Fn(u64) -> u64) -> (Self, u64) {
        let Self { preperiod, period, saltus } = self;
        let mut divisors = (2..=period).rev().filter(|part| period % part == 0 && saltus % part == 0);
        let multiple = divisors.find(|part| {
            let (less, step) = (period / part, saltus / part);
            (preperiod..preperiod + period)
                .all(|n| self.value(n + less, values) == values(n).checked_add(step))
        });
        let multiple = multiple.unwrap_or(1);
        (Self { preperiod, period: period / multiple, saltus: saltus / multiple }, multiple)
    }

    /// G(n) from the values of the first `preperiod + period` heaps; `None` where it needs more than 64 bits.
    pub fn value(&self, n: u64, known: impl Fn(u64) -> u64) -> Option<u64> {
        let (heap, periods) = self.reduce(n);
        known(heap).checked_add(periods.checked_mul(self.saltus)?)
    }
}

/// Returns the smallest period that the sequence repeats at least three times at its end, over two thirds of its values, proved or not.
///
/// A sequence that changes ever more rarely repeats its last value for long, and has no period.
pub fn observe(len: usize, values: impl Fn(usize) -> u64) -> Option<Period> {
    // A sequence that grows shows a period of its differences.
    tails(len, &values, true)
        .filter(|period| period.preperiod + 3 * period.period.max(16) <= len as u64)
        .filter(|period| 3 * period.preperiod <= len as u64)
        .min_by_key(|period| period.period)
}

/// For every p below the length, the tail with that period.
pub(super) fn tails(
    len: usize,
    values: &impl Fn(usize) -> u64,
    arithmetic: bool,
) -> impl Iterator<Item = Period> {
    let difference = usize::from(arithmetic);
    let count = len.saturating_sub(difference);
    let reversed: Vec<u64> = (0..count)
        .rev()
        .map(|n| if arithmetic { values(n + 1).wrapping_sub(values(n)) } else { values(n) })
        .collect();
    let matches = z_function(&reversed);
    (1..count).filter_map(move |p| {
        let preperiod = count - p - matches[p];
        if !arithmetic {
            return Some(Period { preperiod: preperiod as u64, period: p as u64, saltus: 0 });
        }
        let (low, high) = (values(preperiod), values(preperiod.checked_add(p).filter(|&n| n < len)?));
        let saltus = high.checked_sub(low)?;
        Some(Period { preperiod: preperiod as u64, period: p as u64, saltus })
    })
}

/// z[i] = the length of the longest common prefix of the row and the row from i on.
fn z_function(row: &[u64]) -> Vec<usize> {
    let mut z = vec![row.len(); row.len()];
    let (mut left, mut right) = (0, 0);
    for i in 1..row.len() {
        let mut length = if i < right { z[i - left].min(right - i) } else { 0 };
        while i + length < row.len() && row[length] == row[i + length] {
            length += 1;
        }
        z[i] = length;
        if i + length > right {
            (left, right) = (i, i + length);
        }
    }
    z
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn z_function_is_what_it_says(row in prop::collection::vec(0_u64..3, 0..60)) {
            let z = z_function(&row);
            for i in 0..row.len() {
                let expected = row.iter().zip(&row[i..]).take_while(|(a, b)| a == b).count();
                prop_assert_eq!(z[i], expected);
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_observed_was_seen_three_times(row in prop::collection::vec(0_u64..2, 0..400), growth in 0_u64..2) {
            let value = |n: usize| row[n] + growth * n as u64;
            if let Some(Period { preperiod, period, saltus }) = observe(row.len(), value) {
                let (e, p) = (preperiod as usize, period as usize);
                prop_assert!(e + 3 * p <= row.len());
                prop_assert!((e..row.len() - p).all(|n| value(n + p) == value(n) + saltus));
            }
        }
    }

    #[test]
    fn a_period_seen_once_or_twice_is_not_observed() {
        let value = |n: usize| [0, 3, 1, 2, 0, 5, 4, 7][n % 200 % 8].max((n % 200) as u64 * 7 % 11);
        assert_eq!(observe(399, value), None);
        assert_eq!(observe(599, value), None);
        assert_eq!(observe(600, value).map(|period| period.period), Some(200));
    }

    #[test]
    fn growth_is_a_saltus() {
        let period = observe(100, |n| [0, 2, 1][n % 3] + 4 * (n as u64 / 3)).unwrap();
        assert_eq!(period, Period { preperiod: 0, period: 3, saltus: 4 });
        assert_eq!(period.value(u64::MAX, |n| [0, 2, 1][n as usize]), None);
        assert_eq!(period.value(3_000_001, |n| [0, 2, 1][n as usize]), Some(4_000_002));
        assert_eq!(observe(40, |n| n as u64 * n as u64), None);
        for len in 40..5000 {
            assert_eq!(observe(len, |n| u64::from((n + 2).ilog2())), None, "{len}");
        }
    }
}
