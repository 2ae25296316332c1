//! Numbers to decimal with AVX-512: eight at a time, and no branch for how long each is.
//!
//! Every number gets 16 bytes: 15 digits, right aligned, and the byte that follows it. A mask keeps what comes
//! from the first digit other than 0 on, and `vpcompressb` closes the gaps.

use crate::io::arch::avx512::Avx512;
use crate::io::arch::memory::{load_512, store_512};
use std::arch::x86_64::*;

/// What eight numbers may take, with what the last store may touch beyond.
const ROOM: usize = 192;

impl Avx512 {
    /// As [`Kernel::write_rows`](crate::io::token::Kernel::write_rows), for numbers of at most 15 digits.
    pub(in crate::io) fn write_rows(self, numbers: &[u64], width: usize, room: &mut [u8]) -> (usize, usize) {
        #[expect(unsafe_code, reason = "a function for a CPU feature is called from one that is not")]
        // SAFETY: an `Avx512` can only have come from its `new`, which asks the CPU for these features and more.
        unsafe {
            rows(numbers, width, room)
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512ifma,avx512vbmi,avx512vbmi2,popcnt")]
fn rows(numbers: &[u64], width: usize, room: &mut [u8]) -> (usize, usize) {
    let (mut done, mut bytes) = (0, 0);
    for eight in numbers.as_chunks().0 {
        let Some(room) = room.get_mut(bytes..).and_then(|room| room.first_chunk_mut()) else { break };
        let Some(len) = row_of_eight(eight, width, room) else { break };
        done += 8;
        bytes += len;
    }
    (done, bytes)
}

/// Writes eight numbers and says in how many bytes: `None` if one has more than 15 digits.
#[target_feature(enable = "avx512f,avx512bw,avx512ifma,avx512vbmi,avx512vbmi2,popcnt")]
#[inline]
fn row_of_eight(numbers: &[u64; 8], width: usize, room: &mut [u8; ROOM]) -> Option<usize> {
    let numbers = load_512(numbers);
    if _mm512_cmpge_epu64_mask(numbers, _mm512_set1_epi64(1_000_000_000_000_000)) != 0 {
        return None;
    }
    // n / 10^8 = (n / 2^8) / 5^8, by a multiplication whose error is below 2^-9 for n < 2^50.
    const RECIPROCAL: i64 = ((1 << 70_u128) / 390_625 + 1_u128) as i64;
    let shifted = _mm512_srli_epi64::<8>(numbers);
    let product = _mm512_madd52hi_epu64(_mm512_setzero_si512(), shifted, _mm512_set1_epi64(RECIPROCAL));
    let high = _mm512_srli_epi64::<18>(product);
    let low = _mm512_sub_epi64(numbers, _mm512_mul_epu32(high, _mm512_set1_epi64(100_000_000)));
    // Most numbers have at most ten digits, of which only two are left here.
    let high = if _mm512_cmpge_epu64_mask(high, _mm512_set1_epi64(100)) == 0 {
        _mm512_slli_epi64::<48>(two_digits(high))
    } else {
        eight_digits(high)
    };
    let low = eight_digits(low);

    let mut len = 0;
    for half in 0..2 {
        // 7 digits of the high part, 8 of the low one, and a byte that the blend below fills.
        let joined = _mm512_permutex2var_epi8(high, load_512(&JOIN[half]), low);
        // Lines end where the place in the row of eight is a multiple of the width.
        let ends: u8 = match width {
            1 => 0b1111,
            2 => 0b1010,
            4 => 0b1000,
            8 => [0, 0b1000][half],
            _ => 0,
        };
        let after = _mm512_mask_blend_epi32(
            spread(ends),
            _mm512_set1_epi32((b' ' as i32) << 24),
            _mm512_set1_epi32((b'\n' as i32) << 24),
        );
        let digits_mask = 0x7fff_7fff_7fff_7fff;
        let text = _mm512_mask_add_epi8(after, digits_mask, joined, _mm512_set1_epi8(b'0' as i8));
        // Of each 16 bits: the last digit and what follows it always stay, and all from the lowest bit on.
        let digits = (_mm512_test_epi8_mask(joined, joined) & digits_mask) | 0xc000_c000_c000_c000;
        let keep = digits | (!digits).wrapping_add(0x0001_0001_0001_0001);
        store(room, len, _mm512_maskz_compress_epi8(keep, text));
        len += keep.count_ones() as usize;
    }
    Some(len)
}

/// Every fourth bit of 16 from each of 4: the topmost dword of each quarter.
const fn spread(quarters: u8) -> u16 {
    let q = quarters as u16;
    (q & 1) << 3 | (q & 2) << 6 | (q & 4) << 9 | (q & 8) << 12
}

/// For each half of eight numbers: where the 16 bytes of each come from, the high digits being 0..64 and the low 64..128.
const JOIN: [[u8; 64]; 2] = {
    let mut tables = [[0; 64]; 2];
    let mut i = 0;
    while i < 128 {
        let (number, byte) = (i / 16, i % 16);
        tables[i / 64][i % 64] = match byte {
            0..7 => number * 8 + byte + 1,
            7..15 => 64 + number * 8 + byte - 7,
            _ => 0,
        } as u8;
        i += 1;
    }
    tables
};

/// The eight digits, as bytes, of each number below 10^8.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn eight_digits(numbers: __m512i) -> __m512i {
    let high = _mm512_srli_epi64::<45>(_mm512_mul_epu32(numbers, _mm512_set1_epi64(3_518_437_209)));
    let low = _mm512_sub_epi64(numbers, _mm512_mul_epu32(high, _mm512_set1_epi64(10_000)));
    let fours = _mm512_or_si512(high, _mm512_slli_epi64::<32>(low));
    let high = _mm512_srli_epi16::<3>(_mm512_mulhi_epu16(fours, _mm512_set1_epi16(5243)));
    let low = _mm512_sub_epi16(fours, _mm512_mullo_epi16(high, _mm512_set1_epi16(100)));
    two_digits(_mm512_or_si512(high, _mm512_slli_epi32::<16>(low)))
}

/// The two digits, as bytes, of each number below 100.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn two_digits(pairs: __m512i) -> __m512i {
    let high = _mm512_mulhi_epu16(pairs, _mm512_set1_epi16(6554));
    let low = _mm512_sub_epi16(pairs, _mm512_mullo_epi16(high, _mm512_set1_epi16(10)));
    _mm512_or_si512(high, _mm512_slli_epi16::<8>(low))
}

#[target_feature(enable = "avx512f")]
#[inline]
fn store(room: &mut [u8; ROOM], at: usize, bytes: __m512i) {
    if let Some(to) = room[at..].first_chunk_mut::<64>() {
        store_512(to, bytes);
    }
}
