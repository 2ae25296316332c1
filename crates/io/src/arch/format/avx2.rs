//! Formats numbers in decimal with AVX2.
//!
//! ```text
//! for each eight numbers, four in a vector:
//!     split them into parts below 10^8, 10^4, 100, 10 by multiplication with reciprocals
//!     for each number: digits as 16 bytes, right aligned; shuffle them to the left over the leading zeros
//!         store 16 bytes; move on by the number's length; store the byte that follows it
//! ```
//!
//! The design stops at ten digits: longer numbers are left to the caller.

use crate::arch::memory::{load_128, load_256, store_128};
use nim_simd::Avx2;
use std::arch::x86_64::*;

/// Most bytes of eight numbers, and those that the last store may overwrite.
const ROOM: usize = 8 * 17;

/// Like [`Kernel::write_rows`](crate::kernel::Kernel::write_rows), for numbers of at most ten digits.
pub(in crate::arch) fn write_rows(_: Avx2, numbers: &[u64], width: usize, room: &mut [u8]) -> (usize, usize) {
    #[expect(unsafe_code, reason = "a function for a CPU feature is called from one that is not")]
    // SAFETY: an `Avx2` exists only where the CPU has these features.
    unsafe {
        rows(numbers, width, room)
    }
}

#[target_feature(enable = "avx2,bmi1")]
fn rows(numbers: &[u64], width: usize, room: &mut [u8]) -> (usize, usize) {
    let (mut done, mut bytes) = (0, 0);
    // The byte behind each of eight numbers.
    let mut after = [b' '; 8];
    if width > 0 {
        after.iter_mut().skip(width - 1).step_by(width).for_each(|byte| *byte = b'\n');
    }
    for eight in numbers.as_chunks::<8>().0 {
        let Some(room) = room.get_mut(bytes..).and_then(|room| room.first_chunk_mut()) else { break };
        let Some(len) = row_of_eight(eight, after, room) else { break };
        done += 8;
        bytes += len;
    }
    (done, bytes)
}

/// Writes eight numbers, and returns their length; `None` if one has more than ten digits.
#[target_feature(enable = "avx2,bmi1")]
#[inline]
fn row_of_eight(numbers: &[u64; 8], after: [u8; 8], room: &mut [u8; ROOM]) -> Option<usize> {
    let [first, second] = numbers.as_chunks::<4>().0 else { return None };
    let (first, second) = (ten_digits(first)?, ten_digits(second)?);
    let mut len = 0;
    for (digits, after) in first.into_iter().chain(second).zip(after) {
        let has_digit = !_mm_movemask_epi8(_mm_cmpeq_epi8(digits, _mm_setzero_si128()));
        // The last digit stays, even if it is 0.
        let zeros = (has_digit | 1 << 15).trailing_zeros() as usize;
        let text = _mm_or_si128(digits, _mm_set1_epi8(b'0' as i8));
        let (Some(shift), Some(to)) = (
            SHIFT.get(zeros..).and_then(|shift| shift.first_chunk::<16>()),
            room[len..].first_chunk_mut::<16>(),
        ) else {
            return None;
        };
        store_128(to, _mm_shuffle_epi8(text, load_128(shift)));
        len += 16 - zeros;
        room[len] = after;
        len += 1;
    }
    Some(len)
}

/// Shuffles: the one from place n on moves sixteen bytes n places down.
const SHIFT: [u8; 32] = {
    let mut bytes = [0x80; 32];
    let mut i = 0;
    while i < 16 {
        bytes[i] = i as u8;
        i += 1;
    }
    bytes
};

/// Returns the digits of four numbers as bytes, right aligned; `None` if one has more than ten.
#[target_feature(enable = "avx2")]
#[inline]
fn ten_digits(numbers: &[u64; 4]) -> Option<[__m128i; 4]> {
    let numbers = load_256(numbers);
    // n / 10^8 = (n / 2^8) / 5^8, by a multiplication that is exact for n < 2^39.
    const RECIPROCAL: i64 = (1_i64 << 50) / 390_625 + 1;
    let shifted = _mm256_srli_epi64::<8>(numbers);
    let high = _mm256_srli_epi64::<50>(_mm256_mul_epu32(shifted, _mm256_set1_epi64x(RECIPROCAL)));
    let is_long = _mm256_cmpgt_epi64(numbers, _mm256_set1_epi64x(9_999_999_999));
    let is_huge = _mm256_cmpgt_epi64(_mm256_setzero_si256(), numbers);
    if _mm256_testz_si256(_mm256_or_si256(is_long, is_huge), _mm256_set1_epi8(-1)) == 0 {
        return None;
    }
    let low = _mm256_sub_epi64(numbers, _mm256_mul_epu32(high, _mm256_set1_epi64x(100_000_000)));
    let (high, low) = (_mm256_slli_epi64::<48>(two_digits(high)), eight_digits(low));
    let (even, odd) = (_mm256_unpacklo_epi64(high, low), _mm256_unpackhi_epi64(high, low));
    Some([
        _mm256_castsi256_si128(even),
        _mm256_castsi256_si128(odd),
        _mm256_extracti128_si256::<1>(even),
        _mm256_extracti128_si256::<1>(odd),
    ])
}

/// Returns the eight digits of each number below 10^8 as bytes.
#[target_feature(enable = "avx2")]
#[inline]
fn eight_digits(numbers: __m256i) -> __m256i {
    let high = _mm256_srli_epi64::<45>(_mm256_mul_epu32(numbers, _mm256_set1_epi64x(3_518_437_209)));
    let low = _mm256_sub_epi64(numbers, _mm256_mul_epu32(high, _mm256_set1_epi64x(10_000)));
    let fours = _mm256_or_si256(high, _mm256_slli_epi64::<32>(low));
    let high = _mm256_srli_epi16::<3>(_mm256_mulhi_epu16(fours, _mm256_set1_epi16(5243)));
    let low = _mm256_sub_epi16(fours, _mm256_mullo_epi16(high, _mm256_set1_epi16(100)));
    two_digits(_mm256_or_si256(high, _mm256_slli_epi32::<16>(low)))
}

/// Returns the two digits of each number below 100 as bytes.
#[target_feature(enable = "avx2")]
#[inline]
fn two_digits(pairs: __m256i) -> __m256i {
    let high = _mm256_mulhi_epu16(pairs, _mm256_set1_epi16(6554));
    let low = _mm256_sub_epi16(pairs, _mm256_mullo_epi16(high, _mm256_set1_epi16(10)));
    _mm256_or_si256(high, _mm256_slli_epi16::<8>(low))
}
