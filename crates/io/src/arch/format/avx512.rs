//! Formats numbers in decimal with AVX-512: eight in a vector, without a branch on the length of each.
//!
//! ```text
//! for each group of vectors:
//!     split the numbers into parts below 10^8, 10^4, 100, 10 by multiplication with reciprocals
//!     give each number 16 bytes: 15 digits, right aligned, and the byte that follows it
//!     keep = the bytes from the first digit other than 0 on
//!     compress the bytes of `keep`, and store them                                          vpcompressb
//! ```
//!
//! The design stops at 15 digits: longer numbers are left to the caller.

use crate::arch::memory::{load_512, store_512};
use nim_simd::Avx512;
use std::arch::x86_64::*;
use std::array;

/// Vectors in flight together, to hide latency.
const ABREAST: usize = 4;

/// Like [`Kernel::write_rows`](crate::kernel::Kernel::write_rows), for numbers of at most 15 digits.
pub(in crate::arch) fn write_rows(
    _: Avx512,
    numbers: &[u64],
    width: usize,
    room: &mut [u8],
) -> (usize, usize) {
    #[expect(unsafe_code, reason = "a function for a CPU feature is called from one that is not")]
    // SAFETY: an `Avx512` exists only where the CPU has these features.
    unsafe {
        rows(numbers, width, room)
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512ifma,avx512vbmi,avx512vbmi2,popcnt")]
fn rows(numbers: &[u64], width: usize, room: &mut [u8]) -> (usize, usize) {
    let signs = signs(width);
    let (eights, _) = numbers.as_chunks();
    let (abreast, bytes) = write_groups(eights.as_chunks::<ABREAST>().0, signs, room);
    let rest = &eights[abreast * ABREAST..];
    let (alone, more) = write_groups(rest.as_chunks::<1>().0, signs, &mut room[bytes..]);
    (8 * (abreast * ABREAST + alone), bytes + more)
}

/// Writes groups while there is room and no number is too long; returns how many, and their length.
#[target_feature(enable = "avx512f,avx512bw,avx512ifma,avx512vbmi,avx512vbmi2,popcnt")]
#[inline]
fn write_groups<const N: usize>(
    groups: &[[[u64; 8]; N]],
    signs: [__m512i; 2],
    room: &mut [u8],
) -> (usize, usize) {
    let (mut done, mut bytes) = (0, 0);
    for group in groups {
        // Most bytes of the numbers; no store goes beyond them.
        let Some(room) = room.get_mut(bytes..).and_then(|room| room.get_mut(..128 * N)) else { break };
        let Some(len) = write_group(group, signs, room) else { break };
        done += 1;
        bytes += len;
    }
    (done, bytes)
}

/// Writes numbers, and returns their length; `None` if one has more than 15 digits.
#[target_feature(enable = "avx512f,avx512bw,avx512ifma,avx512vbmi,avx512vbmi2,popcnt")]
#[inline]
fn write_group<const N: usize>(
    numbers: &[[u64; 8]; N],
    signs: [__m512i; 2],
    room: &mut [u8],
) -> Option<usize> {
    let numbers: [__m512i; N] = array::from_fn(|i| load_512(&numbers[i]));
    let largest = numbers.into_iter().fold(_mm512_setzero_si512(), |a, b| _mm512_max_epu64(a, b));
    let any_from = |limit| _mm512_cmpge_epu64_mask(largest, _mm512_set1_epi64(limit)) != 0;
    let is_long = any_from(100 * TEN_8);
    if is_long && any_from(10_000_000 * TEN_8) {
        return None;
    }
    // n / 10^8; for n < 2^50 the error is below 2^-28.
    const RECIPROCAL: i64 = ((1 << 78_u128) / TEN_8 as u128 + 1) as i64;
    let high = numbers.map(|n| {
        let product = _mm512_madd52hi_epu64(_mm512_setzero_si512(), n, _mm512_set1_epi64(RECIPROCAL));
        _mm512_srli_epi64::<26>(product)
    });
    let low: [_; N] = eight_digits(array::from_fn(|i| remainder(numbers[i], high[i], TEN_8)));
    // Most numbers have at most ten digits; the low part has eight, the high part the other two.
    let (high, join) =
        if is_long { (eight_digits(high), &JOIN_SEVEN) } else { (two_digits(high), &JOIN_TWO) };
    let mut len = 0;
    for i in 0..2 * N {
        let joined = _mm512_permutex2var_epi8(high[i / 2], load_512(&join[i % 2]), low[i / 2]);
        // In each 16 bits, the last digit and the separator after it always stay, and all from the lowest bit on.
        let digits = _mm512_test_epi8_mask(joined, joined) | 0xc000_c000_c000_c000;
        let keep = digits | (!digits).wrapping_add(0x0001_0001_0001_0001);
        let text = _mm512_or_si512(joined, signs[i % 2]);
        store(room, len, _mm512_maskz_compress_epi8(keep, text));
        len += keep.count_ones() as usize;
    }
    Some(len)
}

const TEN_8: i64 = 100_000_000;

/// Returns the bits that make text of digits, and the byte that follows each number, for both halves of a vector: a newline where the index
/// among eight is a multiple of the width.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn signs(width: usize) -> [__m512i; 2] {
    let ends: [u8; 2] = match width {
        1 => [0b1111; 2],
        2 => [0b1010; 2],
        4 => [0b1000; 2],
        8 => [0, 0b1000],
        _ => [0; 2],
    };
    let with = |after: u8| _mm512_set1_epi32(i32::from_le_bytes([b'0', b'0', b'0', after]));
    ends.map(|ends| {
        let last = _mm512_mask_blend_epi32(spread(ends), with(b' '), with(b'\n'));
        _mm512_mask_blend_epi32(spread(0b1111), with(b'0'), last)
    })
}

/// Returns every fourth bit of 16 from each of 4: the topmost dword of each quarter.
const fn spread(quarters: u8) -> u16 {
    let q = quarters as u16;
    (q & 1) << 3 | (q & 2) << 6 | (q & 4) << 9 | (q & 8) << 12
}

/// For each half of eight numbers: where the 16 bytes of each come from, of which the first seven are of the high part
/// and the last is 0; the high digits are 0..64 and the low 64..128.
const fn places(high: [u8; 7], zero: u8) -> [[u8; 64]; 2] {
    let mut tables = [[0; 64]; 2];
    let mut i = 0;
    while i < 128 {
        let (number, byte) = (i / 16, i % 16);
        tables[i / 64][i % 64] = number as u8 * 8
            + match byte {
                0..7 => high[byte],
                7..15 => 64 + byte as u8 - 7,
                _ => zero,
            };
        i += 1;
    }
    tables
}

/// The high part has two digits.
const JOIN_TWO: [[u8; 64]; 2] = places([2, 2, 2, 2, 2, 0, 1], 2);
/// The high part has eight digits, of which the first is 0.
const JOIN_SEVEN: [[u8; 64]; 2] = places([1, 2, 3, 4, 5, 6, 7], 0);

/// `number - quotient * divisor` in the lowest 52 bits; the next multiplication or shift drops the bits above them.
#[target_feature(enable = "avx512f,avx512ifma")]
#[inline]
fn remainder(number: __m512i, quotient: __m512i, divisor: i64) -> __m512i {
    _mm512_madd52lo_epu64(number, quotient, _mm512_set1_epi64((1 << 52) - divisor))
}

/// Returns the eight digits of each number below 10^8, in the lowest 52 bits, as bytes.
#[target_feature(enable = "avx512f,avx512bw,avx512ifma")]
#[inline]
fn eight_digits<const N: usize>(numbers: [__m512i; N]) -> [__m512i; N] {
    // n / 10^4, with an error below 2^-25.
    const RECIPROCAL: i64 = (1 << 52) / 10_000 + 1;
    let high =
        numbers.map(|n| _mm512_madd52hi_epu64(_mm512_setzero_si512(), n, _mm512_set1_epi64(RECIPROCAL)));
    let low: [_; N] = array::from_fn(|i| remainder(numbers[i], high[i], 10_000));
    let fours: [_; N] = array::from_fn(|i| _mm512_or_si512(high[i], _mm512_slli_epi64::<32>(low[i])));
    let high = fours.map(|n| _mm512_srli_epi16::<3>(_mm512_mulhi_epu16(n, _mm512_set1_epi16(5243))));
    let low: [_; N] =
        array::from_fn(|i| _mm512_sub_epi16(fours[i], _mm512_mullo_epi16(high[i], _mm512_set1_epi16(100))));
    two_digits(array::from_fn(|i| _mm512_or_si512(high[i], _mm512_slli_epi32::<16>(low[i]))))
}

/// Returns the two digits of each number below 100 as bytes.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn two_digits<const N: usize>(pairs: [__m512i; N]) -> [__m512i; N] {
    let high = pairs.map(|n| _mm512_mulhi_epu16(n, _mm512_set1_epi16(6554)));
    let low: [_; N] =
        array::from_fn(|i| _mm512_sub_epi16(pairs[i], _mm512_mullo_epi16(high[i], _mm512_set1_epi16(10))));
    array::from_fn(|i| _mm512_or_si512(high[i], _mm512_slli_epi16::<8>(low[i])))
}

#[target_feature(enable = "avx512f")]
#[inline]
fn store(room: &mut [u8], at: usize, bytes: __m512i) {
    if let Some(to) = room.get_mut(at..).and_then(|room| room.first_chunk_mut::<64>()) {
        store_512(to, bytes);
    }
}
