//! XOR and OR of a slice, with the tail masked instead of looped over: short slices are the common case.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether [`fold`] has been told to use vectors, and the CPU has them.
static VECTORS: AtomicBool = AtomicBool::new(false);

/// Asks the CPU what it has, once and for all later folds.
pub fn use_vectors() {
    #[cfg(target_arch = "x86_64")]
    VECTORS.store(
        super::permitted() == super::Level::Avx512 && is_x86_feature_detected!("avx512f"),
        Ordering::Relaxed,
    );
}

/// XOR and OR of all numbers.
#[inline]
pub fn fold(numbers: &[u64]) -> (u64, u64) {
    #[cfg(target_arch = "x86_64")]
    if VECTORS.load(Ordering::Relaxed) {
        // SAFETY: the flag is set only where the CPU has the feature.
        return unsafe { avx512(numbers) };
    }
    portable(numbers)
}

fn portable(numbers: &[u64]) -> (u64, u64) {
    numbers.iter().fold((0, 0), |(xor, or), &number| (xor ^ number, or | number))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn avx512(numbers: &[u64]) -> (u64, u64) {
    use std::arch::x86_64::*;
    let mut xor = _mm512_setzero_si512();
    let mut or = _mm512_setzero_si512();
    let (eights, tail) = numbers.as_chunks::<8>();
    for eight in eights {
        // SAFETY: the pointer is that of 64 readable bytes, and the load asks for no alignment.
        let eight = unsafe { _mm512_loadu_epi64(eight.as_ptr().cast()) };
        xor = _mm512_xor_si512(xor, eight);
        or = _mm512_or_si512(or, eight);
    }
    let mask = (1_u8 << tail.len()) - 1;
    // SAFETY: only the numbers of the tail, which the mask selects, are read; others are not touched.
    let tail = unsafe { _mm512_maskz_loadu_epi64(mask, tail.as_ptr().cast()) };
    xor = _mm512_xor_si512(xor, tail);
    or = _mm512_or_si512(or, tail);
    // Halves fold together; XOR has no reduction of its own.
    let half = _mm512_xor_si512(xor, _mm512_shuffle_i64x2::<0b01_00_11_10>(xor, xor));
    let quarter = _mm512_xor_si512(half, _mm512_shuffle_i64x2::<0b10_11_00_01>(half, half));
    let eighth = _mm512_xor_si512(quarter, _mm512_shuffle_epi32::<0b01_00_11_10>(quarter));
    (_mm_cvtsi128_si64(_mm512_castsi512_si128(eighth)) as u64, _mm512_reduce_or_epi64(or) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn vectors_agree_with_the_portable_fold(numbers: Vec<u64>) {
            use_vectors();
            prop_assert_eq!(fold(&numbers), portable(&numbers));
            for len in 0..numbers.len().min(20) {
                prop_assert_eq!(fold(&numbers[..len]), portable(&numbers[..len]));
            }
        }
    }
}
