//! Candidate elimination: is a value among the XORs of two rows?
//!
//! The mex of the options of a heap needs two proofs: every smaller value is an option, which a few splits show,
//! and the value itself is none, for which all splits must be looked at. The second is one comparison a split when
//! the values lie in two rows of which one runs backward, and vectors make 16 or 32 comparisons at once.

use crate::engine::arch::{self, Level, scalar};

/// Finds a value among the XORs of two rows, with the widest vectors that the processor has.
///
/// *Cost*: one pass over the rows, about a cycle for every 16 pairs with 512-bit vectors from the cache.
#[derive(Clone, Copy, Debug)]
pub struct Finder(Kernel);

#[derive(Clone, Copy, Debug)]
enum Kernel {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2(arch::avx2::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(arch::avx512::Avx512),
}

impl Default for Finder {
    fn default() -> Self {
        Self::up_to(arch::permitted())
    }
}

impl Finder {
    /// Where a hit may lie after the index that [`find`](Self::find) answers.
    pub const BLOCK: usize = 256;

    /// The best kernel that the processor has, none above `level`.
    pub fn up_to(level: Level) -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let avx512 = || arch::avx512::Avx512::new().map(Kernel::Avx512);
            let avx2 = || arch::avx2::Avx2::new().map(Kernel::Avx2);
            let best = match level {
                Level::Scalar => None,
                Level::Avx2 => avx2(),
                Level::Avx512 => avx512().or_else(avx2),
            };
            Self(best.unwrap_or(Kernel::Scalar))
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let _ = level;
            Self(Kernel::Scalar)
        }
    }

    /// An index such that `left[i] ^ right[i] == value` for some i in the [`BLOCK`](Self::BLOCK) that begins
    /// there; `None` when there is no such i in the common length of the rows.
    pub fn find(self, left: &[u16], right: &[u16], value: u16) -> Option<usize> {
        match self.0 {
            Kernel::Scalar => scalar::find(left, right, value),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(kernel) => kernel.find(left, right, value),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(kernel) => kernel.find(left, right, value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::guarded::{Edge, Guarded};
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
            for level in [Level::Scalar, Level::Avx2, Level::Avx512] {
                let found = Finder::up_to(level).find(left, right, value);
                prop_assert_eq!(found.is_some(), expected.is_some(), "{:?}", level);
                if let (Some(block), Some(first)) = (found, expected) {
                    prop_assert!((block..block + Finder::BLOCK).contains(&first), "{:?}", level);
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
            for level in [Level::Scalar, Level::Avx2, Level::Avx512] {
                assert_eq!(Finder::up_to(level).find(&left, &right, 4), None);
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
                for level in [Level::Scalar, Level::Avx2, Level::Avx512] {
                    assert!(
                        Finder::up_to(level).find(&left, &right, 7).is_some(),
                        "{level:?} {place} of {len}"
                    );
                    assert_eq!(Finder::up_to(level).find(&left, &right, 8), None);
                }
            }
        }
    }
}
