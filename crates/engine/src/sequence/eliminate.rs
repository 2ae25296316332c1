//! Candidate elimination: tests whether a value is among the XORs of two rows.
//!
//! The mex of the options of a heap needs two proofs: every smaller value is an option, which a few splits show, and
//! the value itself is none, which all splits must show. The second is one comparison a split when the values lie in
//! two rows of which one runs backward, and vectors make 16 or 32 comparisons at once.

use crate::arch::scalar::Find;
use nim_simd::{Level, dispatch};

/// Finds a value among the XORs of two rows, with the widest vectors that the processor has.
///
/// *Cost*: one pass over the rows, about a cycle for every 16 pairs with 512-bit vectors from the cache.
#[derive(Clone, Copy, Debug)]
pub struct Finder(Level);

impl Finder {
    /// The length of the block that [`find`](Self::find) returns.
    pub const BLOCK: usize = 256;

    /// Creates a finder that uses the vectors of a level.
    pub fn new(level: Level) -> Self {
        Self(level)
    }

    /// Returns the level.
    pub const fn level(self) -> Level {
        self.0
    }

    /// Returns an index such that `left[i] ^ right[i] == value` for some i in the [`BLOCK`](Self::BLOCK) that begins
    /// there; `None` when there is no such i in the common length of the rows.
    pub fn find(self, left: &[u16], right: &[u16], value: u16) -> Option<usize> {
        dispatch!(self.0, kernel => kernel.find(left, right, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::scalar;
    use nim_testing::guarded::{Edge, Guarded};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_kernel_finds_what_the_scalar_one_finds(
            rows in prop::collection::vec((0_u16..40, 0_u16..40), 0..900),
            skip in 0_usize..40,
            value in 0_u16..70,
        ) {
            let (left, right): (Vec<u16>, Vec<u16>) = rows.into_iter().unzip();
            let (left, right) = (left.get(skip..).unwrap_or(&[]), right.get(skip..).unwrap_or(&[]));
            let expected = scalar::find(left, right, value);
            for (name, level) in Level::available() {
                let found = Finder::new(level).find(left, right, value);
                prop_assert_eq!(found.is_some(), expected.is_some(), "{}", name);
                if let (Some(block), Some(first)) = (found, expected) {
                    prop_assert!((block..block + Finder::BLOCK).contains(&first), "{}", name);
                }
            }
        }
    }

    #[test]
    fn kernels_touch_nothing_but_their_rows() {
        for (edge, len) in
            [Edge::Begin, Edge::End].into_iter().flat_map(|edge| (0..600).map(move |len| (edge, len)))
        {
            let (left, right) =
                (Guarded::new(&vec![1; len], edge), Guarded::new(&vec![2; len + len % 3], edge));
            for (name, level) in Level::available() {
                assert_eq!(Finder::new(level).find(&left, &right, 4), None, "{name}");
            }
        }
    }

    #[test]
    fn a_hit_in_each_single_place_is_found() {
        for len in [1, 31, 32, 33, 255, 256, 257, 300] {
            for place in 0..len {
                let left = vec![3_u16; len];
                let mut right = vec![0xFFFF_u16; len];
                right[place] = 4;
                for (name, level) in Level::available() {
                    assert!(Finder::new(level).find(&left, &right, 7).is_some(), "{name} {place} of {len}");
                    assert_eq!(Finder::new(level).find(&left, &right, 8), None);
                }
            }
        }
    }
}
