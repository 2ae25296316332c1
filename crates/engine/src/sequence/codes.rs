//! Codes of values in a [sparse space](super::sparse), for [lanes](super::lanes).
//!
//! A code is the [rank](Space::rank) of a value, and above it a bit that common ones have. So a set of the values of one kind
//! needs half as many bits, and a split is common where its parts are of two kinds, without another test.
//!
//! *Memory*: 2 bytes a heap.

use super::sparse::Space;
use crate::arch::lanes::LANES;

/// The code in place of a heap: its XOR with any code is in no set.
const NONE: u16 = 1 << 15;
/// The least number of heaps, and the most: for more the memory counts more.
const HEAPS: (usize, usize) = (256, 1 << 26);
/// The most words of a set; values are below 128 times as many.
const WORDS: usize = 4;
/// The codes of the values so far.
#[derive(Debug)]
pub struct Codes {
    /// The code of heap n at n + [`LANES`]; [`NONE`] for heap 0, and for [`LANES`] heaps on either side.
    row: Vec<u16>,
    /// The number of words in a set.
    words: usize,
}

impl Codes {
    /// Creates the codes of the values, which have `bits` bits; `None` if lanes do not help.
    pub fn new(space: &Space, values: &[u16], bits: u32) -> Option<Self> {
        let words = (1_usize << bits).div_ceil(128).next_power_of_two();
        if !space.has_linear_ranks() || words > WORDS || !(HEAPS.0..HEAPS.1).contains(&values.len()) {
            return None;
        }
        let mut row = Vec::with_capacity(2 * values.len());
        row.resize(LANES + 1, NONE);
        let mut codes = Self { row, words };
        for (n, &value) in (0..).zip(values).skip(1) {
            let (rare, rank) = space.rank(value, n);
            codes.row.push(codes.code(rare, rank));
        }
        codes.row.resize(codes.row.len() + LANES, NONE);
        Some(codes)
    }

    /// Appends the code of the next heap, by the kind and the rank of its value.
    pub fn push(&mut self, rare: bool, rank: u16) {
        let (at, code) = (self.row.len() - LANES, self.code(rare, rank));
        self.row[at] = code;
        self.row.push(NONE);
    }

    fn code(&self, rare: bool, rank: u16) -> u16 {
        if rare { rank } else { rank + 64 * self.words as u16 }
    }

    /// Returns the code of heap n at n + [`LANES`]; beyond the heaps are [`LANES`] places more, with codes that are in no set.
    pub fn row(&self) -> &[u16] {
        &self.row
    }

    /// Returns the words of a set.
    pub fn words(&self) -> usize {
        self.words
    }
}
