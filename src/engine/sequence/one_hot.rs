//! Values of a subtraction game with a small set, as words with one bit.
//!
//! ```text
//! for each block of heaps:
//!     for each number as long as a block: join the words that lie so far before all heaps of the block, as vectors
//!     for each heap: join the words that lie nearer; its value is the lowest bit that is missing
//! ```
//!
//! The design stops at values of 32 and more, and at sets of which no period is looked for.

/// Heaps of a block.
const BLOCK: usize = 32;

/// The values of the first heaps.
#[derive(Clone, Debug)]
pub struct OneHot {
    /// A block without values, for heaps below 0; then bit G(n) of each heap n.
    words: Vec<u32>,
}

impl OneHot {
    /// Computes the values of the heaps below `len`; the numbers of the set rise from 1 on. `None` where a value is too large.
    ///
    /// *Cost*: n |S|, of which numbers from 32 on take a quarter of a step or less.
    pub fn new(set: &[u64], len: usize) -> Option<Self> {
        let fits = |&number: &u64| usize::try_from(number).ok().filter(|&number| number < len);
        let numbers: Vec<usize> = set.iter().map_while(fits).collect();
        let (near, far) = numbers.split_at(numbers.partition_point(|&number| number < BLOCK));
        let mut words = Vec::with_capacity((BLOCK + len).next_multiple_of(BLOCK));
        words.resize(BLOCK, 0);
        while words.len() < BLOCK + len {
            let mut reach = [0_u32; BLOCK];
            // The words in front stand for heaps below 0.
            for start in far.iter().map_while(|&number| words.len().checked_sub(number)) {
                let window = words[start..].first_chunk::<BLOCK>()?;
                reach.iter_mut().zip(window).for_each(|(reach, word)| *reach |= word);
            }
            for mut reach in reach {
                let at = words.len();
                near.iter().for_each(|&number| reach |= words[at - number]);
                let lowest = !reach & reach.wrapping_add(1);
                if lowest == 0 {
                    return None;
                }
                words.push(lowest);
            }
        }
        Some(Self { words })
    }

    /// Returns G(n), where it has been computed.
    pub fn get(&self, n: u64) -> Option<u64> {
        let word = self.words.get(BLOCK..)?.get(usize::try_from(n).ok()?)?;
        Some(u64::from(word.trailing_zeros()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::theory::mex::mex;
    use proptest::prelude::*;

    fn naive(set: &[u64], len: usize) -> Vec<u64> {
        let mut values = Vec::new();
        for n in 0..len as u64 {
            let options =
                set.iter().filter(|&&number| number <= n).map(|number| values[(n - number) as usize]);
            let options: Vec<u64> = options.collect();
            values.push(mex(&options));
        }
        values
    }

    proptest! {
        #[test]
        fn values_are_those_of_the_options(set in prop::collection::btree_set(1_u64..200, 0..9), len in 0..500_usize) {
            let set: Vec<u64> = set.into_iter().collect();
            let words = OneHot::new(&set, len).unwrap();
            let found: Vec<u64> = (0..len as u64).map(|n| words.get(n).unwrap()).collect();
            prop_assert_eq!(found, naive(&set, len));
        }
    }

    #[test]
    fn values_that_do_not_fit_are_refused() {
        let set: Vec<u64> = (1..40).collect();
        assert_eq!(OneHot::new(&set, 32).and_then(|words| words.get(31)), Some(31));
        assert!(OneHot::new(&set, 65).is_none());
        assert!(OneHot::new(&[u64::MAX], 100).is_some());
    }
}
