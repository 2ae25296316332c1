//! Shards: the same check on several machines, each with its part of the tests.

use std::str::FromStr;

/// Part `index` of `count`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part.
    pub index: usize,
    /// Of how many.
    pub count: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected a shard such as 2/8, found \"{text}\"");
        let (index, count) = text.split_once('/').ok_or_else(wrong)?;
        let (index, count): (usize, usize) =
            (index.parse().map_err(|_| wrong())?, count.parse().map_err(|_| wrong())?);
        match (index, count) {
            (_, 0) => Err("the number of shards must be at least 1".to_owned()),
            (0, _) => Err(format!("shards are counted from 1, so the first is 1/{count}")),
            _ if index > count => {
                Err(format!("there is no shard {index} of {count}; the last is {count}/{count}"))
            }
            _ => Ok(Self { index, count }),
        }
    }
}

impl Shard {
    /// Whether the test at place `index` of all tests, from 0, belongs to this part.
    ///
    /// Every `count`th test does, so that the parts differ by one test at most, and tests of a kind, which stand
    /// side by side, are shared out evenly.
    #[must_use]
    pub fn has(self, index: usize) -> bool {
        index % self.count == self.index - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
