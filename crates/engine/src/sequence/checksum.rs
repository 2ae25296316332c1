//! The checksum of a value sequence.

use super::period::Period;
use crate::theory::refusal::Refusal;
use crate::theory::watch::{Steps, Watch};

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
    /// *Idea*: a whole period maps the two sums, the number of periods before it and 1 linearly, so that many
    /// periods are a power of one matrix. *Cost*: O(preperiod + period).
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
        let saltus = low(saltus);
        let whole = last.checked_sub(preperiod).map_or(0, |beyond| beyond / period);
        let mut steps = Steps::new(watch, 0, "values added up");
        let mut value = |n: u64| {
            steps.step(8)?;
            value(n).map(low)
        };
        let mut checksum = Self::default();
        if whole == 0 {
            (0..=last).try_for_each(|n| value(n).map(|value| checksum.add_low(value)))?;
            return Ok(checksum);
        }
        (0..preperiod).try_for_each(|n| value(n).map(|value| checksum.add_low(value)))?;
        let mut map = LinearMap::IDENTITY;
        (preperiod..preperiod + period).try_for_each(|n| value(n).map(|value| map.add(value, saltus)))?;
        checksum = map.ended().power(whole).apply(checksum);
        // The period in which `last` lies.
        let before = saltus.wrapping_mul(low(whole));
        let end = preperiod + (last - preperiod) % period;
        (preperiod..=end)
            .try_for_each(|n| value(n).map(|value| checksum.add_low(value.wrapping_add(before))))?;
        Ok(checksum)
    }

    /// Adds the next value.
    pub fn add(&mut self, value: u64) {
        self.add_low(low(value));
    }

    fn add_low(&mut self, value: u16) {
        self.values = self.values.wrapping_add(value);
        self.sums = self.sums.wrapping_add(self.values);
    }
}

/// Returns the number modulo 2^16.
fn low(value: u64) -> u16 {
    let [low, high, ..] = value.to_le_bytes();
    u16::from_le_bytes([low, high])
}

/// A linear map modulo 2^16 of (1, periods so far, sum of values, sum of sums), by rows.
#[derive(Clone, Copy)]
struct LinearMap([[u16; 4]; 4]);

impl LinearMap {
    const IDENTITY: Self = Self([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]);

    /// Adds a value of the period, to which each period before it adds the saltus.
    fn add(&mut self, value: u16, saltus: u16) {
        let [one, periods, sum, sums] = &mut self.0;
        for column in 0..4 {
            // The value joins the sum of values, which joins the sum of sums.
            let value = one[column].wrapping_mul(value).wrapping_add(periods[column].wrapping_mul(saltus));
            sum[column] = sum[column].wrapping_add(value);
            sums[column] = sums[column].wrapping_add(sum[column]);
        }
    }

    /// Returns the map with the number of periods increased.
    fn ended(mut self) -> Self {
        self.0[1][0] = self.0[1][0].wrapping_add(1);
        self
    }

    /// This map after `first`.
    fn after(&self, first: &Self) -> Self {
        let mut map = Self([[0; 4]; 4]);
        for (row, to) in self.0.iter().zip(&mut map.0) {
            for (column, entry) in to.iter_mut().enumerate() {
                *entry =
                    (0..4).fold(0_u16, |sum, i| sum.wrapping_add(row[i].wrapping_mul(first.0[i][column])));
            }
        }
        map
    }

    /// Returns the map applied `times` times.
    fn power(mut self, mut times: u64) -> Self {
        let mut power = Self::IDENTITY;
        while times > 0 {
            if times % 2 == 1 {
                power = self.after(&power);
            }
            self = self.after(&self);
            times /= 2;
        }
        power
    }

    /// Returns the checksum after the map, where no period was done before it.
    fn apply(&self, checksum: Checksum) -> Checksum {
        let entry = |row: [u16; 4]| {
            row[0]
                .wrapping_add(row[2].wrapping_mul(checksum.values))
                .wrapping_add(row[3].wrapping_mul(checksum.sums))
        };
        Checksum { values: entry(self.0[2]), sums: entry(self.0[3]) }
    }
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
