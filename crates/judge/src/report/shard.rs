//! Shards: the same check on several machines, each with its part of the tests.

use std::fmt;
use std::str::FromStr;

use nim_ground::error::ValueError;

/// Part `index` of `count`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The index of the part, from 1.
    pub index: usize,
    /// The number of all parts.
    pub count: usize,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let numbers =
            text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        let (index, count) =
            numbers.ok_or_else(|| format!("expected a shard such as 2/8, found \"{text}\""))?;
        Err(match (index, count) {
            (_, 0) => "the number of shards must be at least 1".into(),
            (0, _) => format!("shards are counted from 1, so the first is 1/{count}").into(),
            _ if index > count => {
                format!("there is no shard {index} of {count}; the last is {count}/{count}").into()
            }
            _ => return Ok(Self { index, count }),
        })
    }
}

impl Shard {
    /// Returns whether the test at place `index` of all tests, from 0, belongs to this part.
    ///
    /// Every `count`th test does, so that the parts differ by one test at most, and neighbouring tests, which are of
    /// one kind, are distributed evenly.
    pub fn has(self, index: usize) -> bool {
        index % self.count == self.index - 1
    }
}

/// The part of a check's fingerprint that assigns tests to shards.
pub const SHARDS: &str = "shards of the tests";
/// The value of [`SHARDS`] if tests are assigned in turn, as by [`Shard::has`].
pub const IN_TURN: &str = "in turn";

/// Returns the shard of each test, from 1, so that shards take about the same time: the longest tests first, each to the shard with least
/// to do.
pub fn balanced(times: &[f64], count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..times.len()).collect();
    order.sort_by(|&a, &b| times[b].total_cmp(&times[a]).then(a.cmp(&b)));
    let mut load = vec![0.0_f64; count];
    let mut shards = vec![1; times.len()];
    for test in order {
        let least = (0..count).min_by(|&a, &b| load[a].total_cmp(&load[b])).unwrap_or(0);
        if let Some(load) = load.get_mut(least) {
            *load += times[test];
        }
        shards[test] = least + 1;
    }
    shards
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_times_balance_shards() {
        let times = [5.0, 1.0, 1.0, 1.0, 1.0, 1.0];
        assert_eq!(balanced(&times, 2), [1, 2, 2, 2, 2, 2]);
        assert_eq!(balanced(&[1.0; 5], 2), [1, 2, 1, 2, 1]);
        assert_eq!(balanced(&[], 3), [0; 0]);
    }

    #[test]
    fn every_test_is_in_one_shard_and_shards_are_balanced() {
        for (tests, count) in [(10, 3), (2, 5), (0, 2), (400, 8)] {
            let shards = (1..=count).map(|index| Shard { index, count });
            let sizes: Vec<usize> =
                shards.map(|shard| (0..tests).filter(|&i| shard.has(i)).count()).collect();
            assert_eq!(sizes.iter().sum::<usize>(), tests);
            assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
        }
    }

    #[test]
    fn shards_are_read() {
        assert_eq!("2/8".parse(), Ok(Shard { index: 2, count: 8 }));
        for bad in ["", "2", "0/8", "9/8", "1/0", "a/b", "-1/2", "1/2/3"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
