//! Carry-less multiplication: products of polynomials over GF(2).

use nim_simd::Level;

/// Returns the product modulo x^64 + x^4 + x^3 + x + 1, bit i standing for x^i.
pub(crate) fn multiply(a: u64, b: u64, level: Level) -> u64 {
    let product = match level {
        // SAFETY: each of these levels exists only where the CPU has the feature.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2(_) | Level::Avx512Bw(_) | Level::Avx512(_) => unsafe { instruction(a, b) },
        _ => portable(a, b),
    };
    let (low, high) = (product as u64, (product >> 64) as u64);
    // x^64 = x^4 + x^3 + x + 1; the product of that with the high half passes bit 63 by four bits at most.
    let over = (high >> 63) ^ (high >> 61) ^ (high >> 60);
    let folded = high ^ over;
    low ^ folded ^ (folded << 1) ^ (folded << 3) ^ (folded << 4)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "pclmulqdq")]
fn instruction(a: u64, b: u64) -> u128 {
    use std::arch::x86_64::{_mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_srli_si128};
    let product =
        _mm_clmulepi64_si128::<0>(_mm_cvtsi64_si128(a.cast_signed()), _mm_cvtsi64_si128(b.cast_signed()));
    let [low, high] = [product, _mm_srli_si128::<8>(product)].map(|half| _mm_cvtsi128_si64(half) as u64);
    u128::from(high) << 64 | u128::from(low)
}

/// Returns the product without its reduction, by products of integers.
///
/// *Idea*: of a number every fourth bit is taken. Where two such numbers are multiplied, at most 15 ones fall on a bit below
/// 60, which carry into the three bits that are 0 in both; from bit 60 on they carry out of the word. The high half is the
/// low half of the product in reverse.
fn portable(a: u64, b: u64) -> u128 {
    let fourth = |x: u64, from: usize| x & 0x1111_1111_1111_1111 << (from % 4);
    let low = |a: u64, b: u64| {
        (0..4).fold(0, |sum, rest| {
            let pairs = (0..4).map(|i| fourth(a, i).wrapping_mul(fourth(b, 4 + rest - i)));
            sum ^ fourth(pairs.fold(0, |sum, product| sum ^ product), rest)
        })
    };
    let high = low(a.reverse_bits(), b.reverse_bits()).reverse_bits() >> 1;
    u128::from(high) << 64 | u128::from(low(a, b))
}
