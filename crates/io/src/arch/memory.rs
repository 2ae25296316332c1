//! Unaligned loads and stores of vectors, and prefetching.

use std::arch::x86_64::*;

/// Types for which every bit pattern is a value.
///
/// # Safety
/// Every bit pattern of the type must be a value.
#[expect(unsafe_code, reason = "a store relies on it")]
pub(super) unsafe trait Plain {}
#[expect(unsafe_code, reason = "as above")]
// SAFETY: an unsigned integer has no other patterns.
unsafe impl Plain for u8 {}
#[expect(unsafe_code, reason = "as above")]
// SAFETY: an unsigned integer has no other patterns.
unsafe impl Plain for u64 {}

/// Defines the load and the store of a vector type.
macro_rules! moves {
    ($feature:literal, $vector:ty, $bytes:literal, $load:ident is $read:ident, $store:ident is $write:ident) => {
        #[target_feature(enable = $feature)]
        #[inline]
        pub(super) fn $load<T: Plain, const N: usize>(from: &[T; N]) -> $vector {
            const { assert!(size_of::<[T; N]>() == $bytes) }
            #[expect(unsafe_code, reason = "vector loads take a pointer")]
            // SAFETY: the pointer is that of as many readable bytes as are loaded.
            unsafe {
                $read(from.as_ptr().cast())
            }
        }

        #[target_feature(enable = $feature)]
        #[inline]
        pub(super) fn $store<T: Plain, const N: usize>(to: &mut [T; N], vector: $vector) {
            const { assert!(size_of::<[T; N]>() == $bytes) }
            #[expect(unsafe_code, reason = "vector stores take a pointer")]
            // SAFETY: the pointer is that of as many writable bytes as are stored, and any bits make values there.
            unsafe {
                $write(to.as_mut_ptr().cast(), vector);
            }
        }
    };
}

moves!("avx2", __m128i, 16, load_128 is _mm_loadu_si128, store_128 is _mm_storeu_si128);
moves!("avx2", __m256i, 32, load_256 is _mm256_loadu_si256, store_256 is _mm256_storeu_si256);
moves!("avx512f", __m512i, 64, load_512 is _mm512_loadu_si512, store_512 is _mm512_storeu_si512);

/// The distance of prefetches in bytes.
pub(super) const PREFETCH: usize = 4096;

/// Prefetches the memory at `at`, which need not be valid.
#[inline]
pub(super) fn prefetch(at: *const u8) {
    #[expect(unsafe_code, reason = "a prefetch takes a pointer")]
    // SAFETY: a prefetch reads nothing and cannot fault, wherever it points.
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(at.cast());
    }
}
