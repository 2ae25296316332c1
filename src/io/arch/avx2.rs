//! The tokenizer for AVX2: masks of 64 bytes at a time, then one token after another without a loop over its digits.
//!
//! Bit masks say where tokens begin and end. The 16 bytes that end with a token are loaded, what comes before it
//! is masked away, and three multiply-adds join the digits. A token of more than 16 digits is left to the caller.

use super::lanes::{Stretch, Until};
use std::arch::x86_64::*;

/// Proof that the CPU has what this kernel needs.
#[derive(Clone, Copy, Debug)]
pub(in crate::io) struct Avx2(());

/// Bytes looked at together.
const BLOCK: usize = 64;
/// Numbers that may end in a block.
const MOST: usize = BLOCK / 2;
/// Digits that a token may have.
const DIGITS: usize = 16;

impl Avx2 {
    /// The kernel, where the CPU has it.
    pub(in crate::io) fn new() -> Option<Self> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Self(()))
    }

    /// Reads numbers from `text[at..]`, where no token has begun before `at` that ends behind it.
    pub(super) fn stretch(self, text: &[u8], at: usize, room: &mut [u64]) -> Stretch {
        #[expect(unsafe_code, reason = "a function for a CPU feature is called from one that is not")]
        // SAFETY: `self` can only have come from `new`, which has seen that the CPU has these features.
        unsafe {
            blocks(text, at, room)
        }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn blocks(text: &[u8], at: usize, room: &mut [u64]) -> Stretch {
    let mut numbers = 0;
    let mut digits_seen = 0;
    let mut bad = 0;
    let mut odd = 0;
    let mut next = at;
    // Where the token begins that goes on from the block before, and whether there is one.
    let mut begun = at;
    let mut goes_on = 0;
    let until = 'blocks: loop {
        // Sixteen bytes are loaded that end with a token, which may end with the first byte of the block.
        let block = if next < DIGITS { None } else { text.get(next..) };
        let Some(block) = block.and_then(|rest| rest.first_chunk::<BLOCK>()) else { break Until::Text };
        let Some(room) = room.get_mut(numbers..).and_then(|room| room.first_chunk_mut::<MOST>()) else {
            break Until::Room;
        };
        let Masks { digits, spaces, unusual, zeros } = masks(block);
        let mut begins = digits & !(digits << 1 | goes_on);
        let mut ends = !digits & (digits << 1 | goes_on);
        let next_is_digit = text.get(next + BLOCK).is_some_and(u8::is_ascii_digit);
        bad |= !(digits | spaces);
        odd |= unusual | (begins & zeros & (digits >> 1 | u64::from(next_is_digit) << 63));

        let mut count = 0;
        while ends != 0 {
            let end = next + ends.trailing_zeros() as usize;
            ends &= ends - 1;
            if goes_on == 0 {
                begun = next + begins.trailing_zeros() as usize;
                begins &= begins - 1;
            }
            goes_on = 0;
            let len = end - begun;
            if len > DIGITS {
                numbers += count;
                // Only digits before the token count; those before this block are behind it if it began there.
                digits_seen = match begun.checked_sub(next) {
                    Some(ahead) => digits_seen + (digits & ((1 << ahead) - 1)).count_ones() as usize,
                    None => digits_seen - (next - begun),
                };
                next = begun;
                break 'blocks Until::Lane;
            }
            let Some(bytes) = text[..end].last_chunk::<DIGITS>() else { break 'blocks Until::Text };
            room[count] = number(bytes, len);
            count += 1;
        }
        if begins != 0 {
            begun = next + begins.trailing_zeros() as usize;
        }
        goes_on = digits >> 63;
        digits_seen += digits.count_ones() as usize;
        numbers += count;
        next += BLOCK;
    };
    let none = next == at;
    let first = text.get(at).is_some_and(u8::is_ascii_digit);
    Stretch {
        numbers,
        next: if none { at + 1 } else { next },
        digits: if none { 0 } else { digits_seen - usize::from(first) },
        bad: bad != 0,
        odd: odd != 0,
        shorter: false,
        until,
    }
}

/// What each byte of a block is.
struct Masks {
    digits: u64,
    spaces: u64,
    /// White space other than the space.
    unusual: u64,
    zeros: u64,
}

#[target_feature(enable = "avx2")]
#[inline]
fn masks(block: &[u8; BLOCK]) -> Masks {
    let mut masks = Masks { digits: 0, spaces: 0, unusual: 0, zeros: 0 };
    for (half, bytes) in block.as_chunks::<32>().0.iter().enumerate() {
        let bytes = load(bytes);
        let mask = |yes: __m256i| u64::from(_mm256_movemask_epi8(yes) as u32) << (32 * half);
        let below = |from: u8, count: u8| {
            let ahead = _mm256_sub_epi8(bytes, _mm256_set1_epi8(from as i8));
            _mm256_cmpeq_epi8(_mm256_min_epu8(ahead, _mm256_set1_epi8(count as i8 - 1)), ahead)
        };
        let unusual = mask(below(b'\t', 5));
        masks.digits |= mask(below(b'0', 10));
        masks.unusual |= unusual;
        masks.spaces |= unusual | mask(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b' ' as i8)));
        masks.zeros |= mask(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'0' as i8)));
    }
    masks
}

/// Sixteen bytes of nothing, then sixteen of everything: from place n on, a mask of the last n bytes.
const LAST: [u8; 32] = {
    let mut bytes = [0; 32];
    let mut i = 16;
    while i < 32 {
        bytes[i] = 0x0f;
        i += 1;
    }
    bytes
};

/// The number that the last `len` of sixteen bytes make.
#[target_feature(enable = "avx2")]
#[inline]
fn number(bytes: &[u8; DIGITS], len: usize) -> u64 {
    let Some(mask) = LAST[len.min(DIGITS)..].first_chunk() else { return 0 };
    let digits = _mm_and_si128(load_half(bytes), load_half(mask));
    let pairs = _mm_maddubs_epi16(digits, _mm_set1_epi16(0x010a));
    let fours = _mm_madd_epi16(pairs, _mm_set1_epi32(0x0001_0064));
    let eights = _mm_madd_epi16(_mm_packus_epi32(fours, fours), _mm_set1_epi32(0x0001_2710));
    let both = _mm_cvtsi128_si64(eights) as u64;
    (both & 0xffff_ffff) * 100_000_000 + (both >> 32)
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(bytes: &[u8; 32]) -> __m256i {
    #[expect(unsafe_code, reason = "vector loads take a pointer")]
    // SAFETY: the pointer is that of 32 readable bytes, and the load asks for no alignment.
    unsafe {
        _mm256_loadu_si256(bytes.as_ptr().cast())
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn load_half(bytes: &[u8; 16]) -> __m128i {
    #[expect(unsafe_code, reason = "vector loads take a pointer")]
    // SAFETY: the pointer is that of 16 readable bytes, and the load asks for no alignment.
    unsafe {
        _mm_loadu_si128(bytes.as_ptr().cast())
    }
}
