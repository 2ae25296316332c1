//! Values of a subtraction game with a small set, as words with one bit.
//!
//! ```text
//! for each block of heaps:
//!     for each number as long as a block: join the words that lie so far before all heaps of the block, as vectors
//!     for each heap: join the words that lie nearer; its value is the lowest bit that is missing
//! ```
//!
//! The design stops at values of 32 and more, and at sets whose period is not searched for.

/// The number of heaps in a block.
const BLOCK: usize = 32;

/// Returns the lowest bit that a word lacks; 0 if there is none.
const fn lowest_missing(word: u32) -> u32 {
    !word & word.wrapping_add(1)
}

/// Turns the words that heaps of a block reach by far numbers into those of their values, with the block before it.
fn join_near(near: &[u64], before: &[u32; BLOCK], block: &mut [u32; BLOCK]) {
    let mut words = [0; 2 * BLOCK];
    words[..BLOCK].copy_from_slice(before);
    for (at, reach) in (BLOCK..).zip(block) {
        // Every index is below the length; this form makes the compiler see it.
        let joined =
            near.iter().fold(*reach, |reach, &number| reach | words[(at - number as usize) % (2 * BLOCK)]);
        *reach = lowest_missing(joined);
        words[at % (2 * BLOCK)] = *reach;
    }
}

/// The values of the first heaps.
#[derive(Clone, Debug, Default)]
pub struct OneHot {
    /// A block without values, for heaps below 0; then bit G(n) of each heap n.
    words: Vec<u32>,
}

impl OneHot {
    /// Returns the values of the heaps below `len`, as [`compute`](Self::compute) has them; `None` if one is too large.
    pub fn new(set: &[u64], len: usize) -> Option<Self> {
        let mut values = Self::default();
        values.compute(set, len).then_some(values)
    }

    /// Computes the values of the heaps below `len` in place of the present ones; the numbers of the set rise from 1 on. Returns false where a
    /// value is too large.
    ///
    /// *Cost*: n |S|, of which numbers from 32 on take a quarter of a step or less.
    pub fn compute(&mut self, set: &[u64], len: usize) -> bool {
        let numbers = &set[..set.partition_point(|&number| number < len as u64)];
        let (near, far) = numbers.split_at(numbers.partition_point(|&number| number < BLOCK as u64));
        let words = &mut self.words;
        words.clear();
        words.resize((BLOCK + len).next_multiple_of(BLOCK), 0);
        // Heap n has index n + BLOCK: the words in front stand for heaps below 0.
        for start in (BLOCK..words.len()).step_by(BLOCK) {
            let (known, rest) = words.split_at_mut(start);
            let (Some(block), Some(before)) = (rest.first_chunk_mut::<BLOCK>(), known.last_chunk()) else {
                return false;
            };
            let windows =
                far.iter().map_while(|&number| known[start.checked_sub(number as usize)?..].first_chunk());
            for window in windows {
                let window: &[u32; BLOCK] = window;
                block.iter_mut().zip(window).for_each(|(reach, word)| *reach |= word);
            }
            if near.is_empty() {
                block.iter_mut().for_each(|word| *word = lowest_missing(*word));
            } else {
                join_near(near, before, block);
            }
            if block.contains(&0) {
                return false;
            }
        }
        true
    }

    /// Returns G(n), if it has been computed.
    #[inline]
    pub fn get(&self, n: u64) -> Option<u64> {
        let word = self.words.get(BLOCK..)?.get(usize::try_from(n).ok()?)?;
        Some(u64::from(word.trailing_zeros()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::mex::mex;
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
