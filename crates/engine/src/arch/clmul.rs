//! Products of polynomials over GF(2).

use nim_simd::Level;

/// Carry-less multiplication; a value exists only where the processor supports it.
#[derive(Clone, Copy, Debug)]
pub struct Clmul(());

#[cfg(target_arch = "x86_64")]
impl Clmul {
    /// Returns a value if the level includes the instruction.
    pub fn new(level: Level) -> Option<Self> {
        (level > Level::SCALAR).then_some(Self(()))
    }

    /// Returns the product modulo x^64 + x^4 + x^3 + x + 1, bit i standing for x^i.
    pub fn multiply(self, a: u64, b: u64) -> u64 {
        // SAFETY: every level above scalar exists only where the CPU has the feature.
        unsafe { multiply(a, b) }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "pclmulqdq")]
fn multiply(a: u64, b: u64) -> u64 {
    use std::arch::x86_64::{
        __m128i, _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_srli_si128,
    };
    let vector = |x: u64| _mm_cvtsi64_si128(x.cast_signed());
    let low = |x: __m128i| _mm_cvtsi128_si64(x).cast_unsigned();
    let product = _mm_clmulepi64_si128::<0>(vector(a), vector(b));
    let high = low(_mm_srli_si128::<8>(product));
    // x^64 = x^4 + x^3 + x + 1; the product of that with the high half passes bit 63 by four bits at most.
    let over = (high >> 63) ^ (high >> 61) ^ (high >> 60);
    let folded = high ^ over;
    low(product) ^ folded ^ (folded << 1) ^ (folded << 3) ^ (folded << 4)
}

#[cfg(not(target_arch = "x86_64"))]
impl Clmul {
    /// Returns `None`: other processors are not supported.
    pub fn new(_: Level) -> Option<Self> {
        None
    }

    /// Never called: there is no value of this type.
    pub fn multiply(self, _: u64, _: u64) -> u64 {
        0
    }
}
