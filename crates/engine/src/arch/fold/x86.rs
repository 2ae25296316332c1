//! The folds of AVX2 and AVX-512.

use std::arch::x86_64::*;
use std::mem::transmute;

#[target_feature(enable = "avx512f,bmi2")]
#[inline]
pub(super) fn avx512(numbers: &[u64]) -> (u64, u64) {
    let (xor, or) = if numbers.len() <= 16 { short_512(numbers) } else { long_512(numbers) };
    // Halves fold together; XOR has no reduction of its own.
    let half = _mm512_xor_si512(xor, _mm512_shuffle_i64x2::<0b01_00_11_10>(xor, xor));
    let quarter = _mm512_xor_si512(half, _mm512_shuffle_i64x2::<0b10_11_00_01>(half, half));
    let eighth = _mm512_xor_si512(quarter, _mm512_shuffle_epi32::<0b01_00_11_10>(quarter));
    (_mm_cvtsi128_si64(_mm512_castsi512_si128(eighth)) as u64, _mm512_reduce_or_epi64(or) as u64)
}

/// At most 16 numbers, with no branch that depends on how many there are.
#[target_feature(enable = "avx512f,bmi2")]
#[inline]
fn short_512(numbers: &[u64]) -> (__m512i, __m512i) {
    let (first, second) = few(numbers);
    (_mm512_xor_si512(first, second), _mm512_or_si512(first, second))
}

#[target_feature(enable = "avx512f,bmi2")]
#[inline(never)]
fn long_512(numbers: &[u64]) -> (__m512i, __m512i) {
    let (sixteens, rest) = numbers.as_chunks::<16>();
    let (mut xor, mut or) = short_512(rest);
    for sixteen in sixteens {
        let (first, second) = few(sixteen);
        xor = _mm512_ternarylogic_epi64::<{ 0xf0 ^ 0xcc ^ 0xaa }>(xor, first, second);
        or = _mm512_ternarylogic_epi64::<{ 0xf0 | 0xcc | 0xaa }>(or, first, second);
    }
    (xor, or)
}

/// At most 16 numbers; zeros behind them.
#[target_feature(enable = "avx512f,bmi2")]
#[inline]
fn few(numbers: &[u64]) -> (__m512i, __m512i) {
    let mask = _bzhi_u32(u32::MAX, numbers.len().min(16) as u32);
    let at = numbers.as_ptr();
    // SAFETY: the masks select numbers of the slice only, and what they do not select is not touched.
    unsafe {
        let first = _mm512_maskz_loadu_epi64(mask as u8, at.cast());
        (first, _mm512_maskz_loadu_epi64((mask >> 8) as u8, at.wrapping_add(8).cast()))
    }
}

/// At most eight numbers, and `fill` behind them.
#[target_feature(enable = "avx512f,bmi2")]
#[inline]
pub(super) fn eight_512(numbers: &[u64], fill: u64) -> [u64; 8] {
    let mask = _bzhi_u32(u32::MAX, numbers.len().min(8) as u32) as u8;
    let fill = _mm512_set1_epi64(fill as i64);
    // SAFETY: the mask selects numbers of the slice only; a vector is eight numbers.
    unsafe { transmute(_mm512_mask_loadu_epi64(fill, mask, numbers.as_ptr().cast())) }
}

/// Like [`eight_512`], with AVX2.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn eight_256(numbers: &[u64], fill: u64) -> [u64; 8] {
    let [first, second, ..] = few_fours(numbers);
    let (fill, len) = (_mm256_set1_epi64x(fill as i64), _mm256_set1_epi64x(numbers.len() as i64));
    let is_number = |first_place| {
        let places = _mm256_add_epi64(_mm256_setr_epi64x(0, 1, 2, 3), _mm256_set1_epi64x(first_place));
        _mm256_cmpgt_epi64(len, places)
    };
    let halves =
        [_mm256_blendv_epi8(fill, first, is_number(0)), _mm256_blendv_epi8(fill, second, is_number(4))];
    // SAFETY: two vectors are eight numbers.
    unsafe { transmute(halves) }
}

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn avx2(numbers: &[u64]) -> (u64, u64) {
    let (xor, or) = if numbers.len() <= 16 { short_256(numbers) } else { long_256(numbers) };
    let xor = _mm_xor_si128(_mm256_castsi256_si128(xor), _mm256_extracti128_si256::<1>(xor));
    let xor = _mm_xor_si128(xor, _mm_shuffle_epi32::<0b01_00_11_10>(xor));
    let or = _mm_or_si128(_mm256_castsi256_si128(or), _mm256_extracti128_si256::<1>(or));
    let or = _mm_or_si128(or, _mm_shuffle_epi32::<0b01_00_11_10>(or));
    (_mm_cvtsi128_si64(xor) as u64, _mm_cvtsi128_si64(or) as u64)
}

#[target_feature(enable = "avx2")]
#[inline(never)]
fn long_256(numbers: &[u64]) -> (__m256i, __m256i) {
    let (sixteens, rest) = numbers.as_chunks::<16>();
    let (mut xor, mut or) = short_256(rest);
    for sixteen in sixteens {
        let (more, and_more) = short_256(sixteen);
        xor = _mm256_xor_si256(xor, more);
        or = _mm256_or_si256(or, and_more);
    }
    (xor, or)
}

/// Folds at most 16 numbers.
#[target_feature(enable = "avx2")]
#[inline]
fn short_256(numbers: &[u64]) -> (__m256i, __m256i) {
    let [first, second, third, fourth] = few_fours(numbers);
    let xor = _mm256_xor_si256(_mm256_xor_si256(first, second), _mm256_xor_si256(third, fourth));
    let or = _mm256_or_si256(_mm256_or_si256(first, second), _mm256_or_si256(third, fourth));
    (xor, or)
}

/// At most 16 numbers; zeros behind them.
#[target_feature(enable = "avx2")]
#[inline]
fn few_fours(numbers: &[u64]) -> [__m256i; 4] {
    /// Masks: the one from place 16 − n on selects the first n of 16 numbers.
    const FIRST: [i64; 32] = {
        let mut mask = [0; 32];
        let mut i = 0;
        while i < 16 {
            mask[i] = -1;
            i += 1;
        }
        mask
    };
    let masks = &FIRST[16 - numbers.len().min(16)..];
    std::array::from_fn(|four| {
        // SAFETY: 16 masks lie there; they select numbers of the slice only, and what they do not select is not touched.
        unsafe {
            let mask = _mm256_loadu_si256(masks.as_ptr().add(4 * four).cast());
            _mm256_maskload_epi64(numbers.as_ptr().wrapping_add(4 * four).cast(), mask)
        }
    })
}
