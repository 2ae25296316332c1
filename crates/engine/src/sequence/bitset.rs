//! Sets of values, a bit for each: small values make small sets, and a nim-sum with one value moves whole words.

use crate::theory::mex::trailing_ones;

/// A set of values, in a power of two of words.
#[derive(Clone, Debug, Default)]
pub(crate) struct ValueSet(Vec<u64>);

impl ValueSet {
    /// Returns the number of words, of 64 values each.
    pub(crate) fn words(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn insert(&mut self, value: u32) {
        let word = value as usize / 64;
        self.reserve(word + 1);
        self.0[word] |= 1 << (value % 64);
    }

    pub(crate) fn contains(&self, value: u32) -> bool {
        self.0.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    pub(crate) fn mex(&self) -> u32 {
        // Memory ends long before 2^32 values.
        u32::try_from(trailing_ones(&self.0)).unwrap_or(u32::MAX)
    }

    /// Inserts the XOR of `value` with each value of `other`.
    pub(crate) fn join(&mut self, other: &Self, value: u32) {
        let high = value as usize / 64;
        self.reserve(other.0.len().max(high + 1));
        for (index, &word) in other.0.iter().enumerate().filter(|&(_, &word)| word != 0) {
            self.0[index ^ high] |= permute(word, value % 64);
        }
    }

    fn reserve(&mut self, words: usize) {
        if self.0.len() < words {
            self.0.resize(words.next_power_of_two(), 0);
        }
    }
}

/// Returns the word in which bit i is bit i ^ `by` of `word`, `by` being below 64.
fn permute(mut word: u64, by: u32) -> u64 {
    const EVEN: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0F0F_0F0F_0F0F_0F0F,
        0x00FF_00FF_00FF_00FF,
        0x0000_FFFF_0000_FFFF,
        0x0000_0000_FFFF_FFFF,
    ];
    for (bit, even) in (0..).zip(EVEN) {
        if by >> bit & 1 == 1 {
            word = (word & even) << (1 << bit) | (word >> (1 << bit)) & even;
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permuting_moves_every_bit() {
        for by in 0..64 {
            for bit in 0..64 {
                assert_eq!(permute(1 << bit, by), 1 << (bit ^ by));
            }
        }
    }
}
