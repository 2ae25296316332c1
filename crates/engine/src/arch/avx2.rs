//! 256-bit kernels.

use std::arch::x86_64::{
    __m256i, _mm256_cmpeq_epi16, _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_or_si256,
    _mm256_set1_epi16, _mm256_setzero_si256, _mm256_xor_si256,
};

use super::scalar::{self, Find};
use nim_simd::Avx2;

/// Lanes of one vector.
const LANES: usize = 16;
/// Vectors that are tested together.
const BATCH: usize = 8;

impl Find for Avx2 {
    fn find(self, left: &[u16], right: &[u16], value: u16) -> Option<usize> {
        // SAFETY: an `Avx2` exists only where the CPU has these features.
        unsafe { find(left, right, value) }
    }
}

#[target_feature(enable = "avx2")]
fn find(left: &[u16], right: &[u16], value: u16) -> Option<usize> {
    let len = left.len().min(right.len());
    let wanted = _mm256_set1_epi16(value.cast_signed());
    let mut at = 0;
    while at + BATCH * LANES <= len {
        let mut hits = _mm256_setzero_si256();
        for vector in 0..BATCH {
            let here = at + vector * LANES;
            // SAFETY: here + LANES <= at + BATCH * LANES <= len, the length of the shorter slice.
            let (a, b) = unsafe { (load(left, here), load(right, here)) };
            hits = _mm256_or_si256(hits, _mm256_cmpeq_epi16(_mm256_xor_si256(a, b), wanted));
        }
        if _mm256_movemask_epi8(hits) != 0 {
            return Some(at);
        }
        at += BATCH * LANES;
    }
    let tail = scalar::find(&left[at..len], &right[at..len], value)?;
    Some(at + tail)
}

/// # Safety
/// `at + LANES <= slice.len()`.
#[target_feature(enable = "avx2")]
unsafe fn load(slice: &[u16], at: usize) -> __m256i {
    // SAFETY: the caller keeps the vector inside the slice; the load need not be aligned.
    unsafe { _mm256_loadu_si256(slice.as_ptr().add(at).cast()) }
}
