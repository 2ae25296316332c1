//! XOR and OR of a slice, with the tail masked instead of looped over: short slices are the common case.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;
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
#[inline(always)]
#[expect(clippy::inline_always, reason = "a caller that is compiled for the same vectors needs no call")]
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
#[inline]
fn avx512(numbers: &[u64]) -> (u64, u64) {
    let (sixteens, rest) = numbers.as_chunks::<16>();
    // What is left, or all of a short list: two loads under masks, and no branch that depends on how many there are.
    let (first, second) = few(rest);
    let mut xor = _mm512_xor_si512(first, second);
    let mut or = _mm512_or_si512(first, second);
    for sixteen in sixteens {
        let (first, second) = few(sixteen);
        xor = _mm512_ternarylogic_epi64::<{ 0xf0 ^ 0xcc ^ 0xaa }>(xor, first, second);
        or = _mm512_ternarylogic_epi64::<{ 0xf0 | 0xcc | 0xaa }>(or, first, second);
    }
    // Halves fold together; XOR has no reduction of its own.
    let half = _mm512_xor_si512(xor, _mm512_shuffle_i64x2::<0b01_00_11_10>(xor, xor));
    let quarter = _mm512_xor_si512(half, _mm512_shuffle_i64x2::<0b10_11_00_01>(half, half));
    let eighth = _mm512_xor_si512(quarter, _mm512_shuffle_epi32::<0b01_00_11_10>(quarter));
    (_mm_cvtsi128_si64(_mm512_castsi512_si128(eighth)) as u64, _mm512_reduce_or_epi64(or) as u64)
}

/// At most 16 numbers; zeros behind them.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
#[inline]
fn few(numbers: &[u64]) -> (__m512i, __m512i) {
    let mask = (1_u32 << numbers.len().min(16)) - 1;
    let at = numbers.as_ptr();
    // SAFETY: the masks select numbers of the slice only, and what they do not select is not touched.
    unsafe {
        let first = _mm512_maskz_loadu_epi64(mask as u8, at.cast());
        (first, _mm512_maskz_loadu_epi64((mask >> 8) as u8, at.wrapping_add(8).cast()))
    }
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
            for len in 0..numbers.len().min(40) {
                prop_assert_eq!(fold(&numbers[..len]), portable(&numbers[..len]));
            }
        }
    }
}
