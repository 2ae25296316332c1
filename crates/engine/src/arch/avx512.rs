//! 512-bit kernels.

use std::arch::x86_64::{
    __m512i, _mm512_cmpeq_epi16_mask, _mm512_loadu_si512, _mm512_maskz_loadu_epi16, _mm512_min_epu16,
    _mm512_set1_epi16, _mm512_setzero_si512, _mm512_ternarylogic_epi64, _mm512_xor_si512,
};

use super::scalar::Find;
use nim_simd::{Avx512, Avx512Bw};

/// Lanes of one vector.
const LANES: usize = 32;
/// Vectors that are tested together.
const BATCH: usize = 8;

impl Find for Avx512Bw {
    fn find(self, left: &[u16], right: &[u16], value: u16) -> Option<usize> {
        // SAFETY: an `Avx512Bw` exists only where the CPU has these features.
        unsafe { find(left, right, value) }
    }
}

impl Find for Avx512 {
    fn find(self, left: &[u16], right: &[u16], value: u16) -> Option<usize> {
        self.below().find(left, right, value)
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
fn find(left: &[u16], right: &[u16], value: u16) -> Option<usize> {
    let len = left.len().min(right.len());
    let wanted = _mm512_set1_epi16(value.cast_signed());
    let zero = _mm512_setzero_si512();
    let mut at = 0;
    while at + BATCH * LANES <= len {
        // A lane of `least` is zero iff some pair in it is a hit.
        let mut least = _mm512_set1_epi16(-1);
        for vector in 0..BATCH {
            let here = at + vector * LANES;
            // SAFETY: here + LANES <= at + BATCH * LANES <= len, the length of the shorter slice.
            let (a, b) = unsafe { (load(left, here), load(right, here)) };
            // 0x96 is the truth table of a ^ b ^ c.
            least = _mm512_min_epu16(least, _mm512_ternarylogic_epi64::<0x96>(a, b, wanted));
        }
        if _mm512_cmpeq_epi16_mask(least, zero) != 0 {
            return Some(at);
        }
        at += BATCH * LANES;
    }
    while at < len {
        let lanes = (len - at).min(LANES);
        let mask = u32::MAX >> (LANES - lanes);
        // SAFETY: only the lanes of `mask` are read: at + lanes <= len.
        let (a, b) = unsafe {
            (
                _mm512_maskz_loadu_epi16(mask, left.as_ptr().add(at).cast()),
                _mm512_maskz_loadu_epi16(mask, right.as_ptr().add(at).cast()),
            )
        };
        if _mm512_cmpeq_epi16_mask(_mm512_xor_si512(a, b), wanted) & mask != 0 {
            return Some(at);
        }
        at += lanes;
    }
    None
}

/// # Safety
/// `at + LANES <= slice.len()`.
#[target_feature(enable = "avx512f")]
unsafe fn load(slice: &[u16], at: usize) -> __m512i {
    // SAFETY: the caller keeps the vector inside the slice; the load need not be aligned.
    unsafe { _mm512_loadu_si512(slice.as_ptr().add(at).cast()) }
}
