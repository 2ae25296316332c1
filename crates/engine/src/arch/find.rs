//! Candidate elimination: tests whether values are among the XORs of two rows.
//!
//! The mex of the options of a heap needs two proofs: every smaller value is an option, which a few splits show, and
//! the value itself is none, which all splits must show. The second is one comparison a split when the values lie in
//! two rows of which one runs backward, and vectors make 16 or 32 comparisons at once.

use nim_simd::Level;

/// The length of the block in which [`find`] finds a value.
pub(crate) const BLOCK: usize = 256;

/// The most values that are searched at once.
pub(crate) const VALUES: usize = 4;

/// Returns an index such that `left[i] ^ right[i]` is one of the values, at least one and at most [`VALUES`], for some i in the
/// [`BLOCK`] that begins there; `None` when there is no such i in the common length of the rows.
///
/// *Cost*: one pass over the rows, about a cycle for every 32 pairs with 512-bit vectors from the cache for one value, and
/// less than 3 cycles for more.
pub(crate) fn find(level: Level, left: &[u16], right: &[u16], values: &[u16]) -> Option<usize> {
    match *values {
        [] => None,
        [value] => find_each(level, left, right, [value]),
        // A value twice costs less than another kernel.
        _ => find_each(level, left, right, std::array::from_fn::<_, VALUES, _>(|i| values[i % values.len()])),
    }
}

fn find_each<const N: usize>(level: Level, left: &[u16], right: &[u16], values: [u16; N]) -> Option<usize> {
    match level {
        // SAFETY: the level exists only where the CPU has the features.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2(_) => unsafe { avx2(left, right, values) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512Bw(_) | Level::Avx512(_) => unsafe { avx512(left, right, values) },
        // NEON, which every aarch64 CPU has, needs no function of its own.
        _ => search(left, right, values),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn avx512<const N: usize>(left: &[u16], right: &[u16], values: [u16; N]) -> Option<usize> {
    search(left, right, values)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2<const N: usize>(left: &[u16], right: &[u16], values: [u16; N]) -> Option<usize> {
    search(left, right, values)
}

/// Like [`find`], with the vectors that the caller is compiled for.
#[inline(always)]
fn search<const N: usize>(left: &[u16], right: &[u16], values: [u16; N]) -> Option<usize> {
    let len = left.len().min(right.len());
    let (left, left_rest) = left[..len].as_chunks::<BLOCK>();
    let (right, right_rest) = right[..len].as_chunks::<BLOCK>();
    let block = left.iter().zip(right).position(|(left, right)| has(left, right, values));
    block
        .or_else(|| has_vectors(left_rest, right_rest, values).then_some(left.len()))
        .map(|block| block * BLOCK)
}

/// Returns whether some pair of rows of the same length, less than a block, has one of these XORs.
#[inline(always)]
fn has_vectors<const N: usize>(left: &[u16], right: &[u16], values: [u16; N]) -> bool {
    let ((left, left_rest), (right, right_rest)) = (left.as_chunks::<VECTOR>(), right.as_chunks::<VECTOR>());
    left.iter().zip(right).any(|(left, right)| has(left, right, values)) || has(left_rest, right_rest, values)
}

/// The number of values in the widest vector.
const VECTOR: usize = 32;

/// Returns whether some pair has one of these XORs: the least difference from them is 0, which vectors find without a branch.
#[inline(always)]
fn has<const N: usize>(left: &[u16], right: &[u16], values: [u16; N]) -> bool {
    let least = left.iter().zip(right).fold(u16::MAX, |least, (a, b)| {
        let nearest = values.iter().fold(u16::MAX, |nearest, value| nearest.min(a ^ b ^ value));
        least.min(nearest)
    });
    least == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_testing::guarded::{Edge, Guarded};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_kernel_finds_what_the_scalar_one_finds(
            rows in prop::collection::vec((0_u16..40, 0_u16..40), 0..900),
            skip in 0_usize..40,
            values in prop::collection::vec(0_u16..70, 1..=VALUES),
        ) {
            let (left, right): (Vec<u16>, Vec<u16>) = rows.into_iter().unzip();
            let (left, right) = (left.get(skip..).unwrap_or(&[]), right.get(skip..).unwrap_or(&[]));
            let expected = left.iter().zip(right).position(|(a, b)| values.contains(&(a ^ b)));
            for (name, level) in Level::available() {
                let found = find(level, left, right, &values);
                prop_assert_eq!(found.is_some(), expected.is_some(), "{}", name);
                if let (Some(block), Some(first)) = (found, expected) {
                    prop_assert!((block..block + BLOCK).contains(&first), "{}", name);
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
                assert_eq!(find(level, &left, &right, &[4]), None, "{name}");
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
                    assert!(find(level, &left, &right, &[9, 7]).is_some(), "{name} {place} of {len}");
                    assert_eq!(find(level, &left, &right, &[8, 9, 10]), None);
                }
            }
        }
    }
}
