//! The steps of the kernel for NEON, which every aarch64 CPU has.

use crate::batch::{Batch, DecoderState};
use crate::blocks::{Around, BLOCK, BlockSteps, DIGITS, DISTANCES, Ends, MOST, Seen};
use crate::kernel::Instructions;
use crate::windows;
use nim_simd::Neon;
use std::arch::aarch64::*;

impl Instructions for Neon {
    fn decode(
        self,
        state: &mut DecoderState,
        text: &[u8],
        from: usize,
        ended: bool,
        room: &mut [u64],
    ) -> Batch {
        windows::decode(self, state, text, from, ended, room)
    }
}

impl BlockSteps for Neon {
    #[inline]
    fn digits<const LAYOUT: bool>(self, around: &Around, seen: &mut Seen) -> u64 {
        #[expect(unsafe_code, reason = "a function for a CPU feature is called from one that is not")]
        // SAFETY: a `Neon` exists only where the CPU has the feature.
        unsafe {
            digits::<LAYOUT>(around, seen)
        }
    }

    #[inline]
    fn store_numbers<const LANE: usize, const GAPS: bool>(
        self,
        around: &Around,
        ends: Ends,
        room: &mut [u64; MOST],
    ) -> (usize, bool) {
        #[expect(unsafe_code, reason = "a function for a CPU feature is called from one that is not")]
        // SAFETY: a `Neon` exists only where the CPU has the feature.
        unsafe {
            store_numbers::<LANE>(around, ends, room)
        }
    }
}

/// Implements [`BlockSteps::digits`].
#[target_feature(enable = "neon")]
#[inline]
fn digits<const LAYOUT: bool>(around: &Around, seen: &mut Seen) -> u64 {
    /// The bit of each byte in the mask of eight.
    const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
    let (mut bad, mut unusual) = (load(&seen.bad, 0), load(&seen.unusual, 0));
    let bits = [0, 16, 32, 48].map(|from| {
        let bytes = load(around, DIGITS + from);
        let is_digit = is_between(bytes, b'0', 10);
        let (is_control, is_space) = (is_between(bytes, b'\t', 5), vceqq_u8(bytes, vdupq_n_u8(b' ')));
        bad = vornq_u8(bad, vorrq_u8(is_digit, vorrq_u8(is_control, is_space)));
        if LAYOUT {
            let (zero, before, behind) =
                (vdupq_n_u8(b'0'), load(around, DIGITS + from - 1), load(around, DIGITS + from + 1));
            let begins = vandq_u8(vcltq_u8(before, zero), vceqq_u8(bytes, zero));
            let is_leading_zero = vandq_u8(begins, vcgeq_u8(behind, zero));
            unusual = vorrq_u8(unusual, vorrq_u8(is_control, is_leading_zero));
        }
        vandq_u8(is_digit, load(&BITS, 0))
    });
    (seen.bad, seen.unusual) = (bytes_of(bad), bytes_of(unusual));
    // Each step adds neighbours: two bytes, four, and eight.
    let fours = vpaddq_u8(vpaddq_u8(bits[0], bits[1]), vpaddq_u8(bits[2], bits[3]));
    vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(fours, fours)))
}

/// Implements [`BlockSteps::store_numbers`]; bytes between numbers cost no time.
#[target_feature(enable = "neon")]
#[inline]
fn store_numbers<const LANE: usize>(
    around: &Around,
    mut ends: Ends,
    room: &mut [u64; MOST],
) -> (usize, bool) {
    let (mut count, mut last, mut distances) = (0, 0, 0);
    for pair in room.as_chunks_mut::<2>().0 {
        if ends.is_empty() {
            break;
        }
        let tokens = [ends.take(), ends.take()];
        // One instruction for each, as the largest is not.
        distances |= tokens[0].1 + const { FAR - (LANE + 2) };
        distances |= tokens[1].1 + const { FAR - (LANE + 2) };
        store(pair, if LANE <= 8 { eights(around, tokens) } else { sixteens(around, tokens) });
        count += 2;
        last = tokens[1].0;
    }
    // The second of the last two may not be one.
    (count - usize::from(last == BLOCK), distances >= FAR)
}

/// The power of two that the sum of a distance and a constant reaches if there may be more digits than the lane has.
const FAR: usize = 32;

/// At offset n, the bytes that are subtracted, with saturation, from sixteen others to leave the digits of the last n − 1. The bytes
/// between numbers become 0 as well.
const OFF: [u8; DISTANCES + 8 + DIGITS] = {
    let mut bytes = [b'0'; DISTANCES + 8 + DIGITS];
    let mut i = 0;
    while i <= DIGITS {
        bytes[i] = 0xff;
        i += 1;
    }
    bytes
};

/// Returns the numbers of at most eight digits before two ends.
#[target_feature(enable = "neon")]
#[inline]
fn eights(around: &Around, tokens: [(usize, usize); 2]) -> uint64x2_t {
    let [bytes, off] = [
        tokens.map(|(end, _)| half(around, end + 8)),
        tokens.map(|(_, distance)| half(&OFF, distance % DISTANCES + 8)),
    ]
    .map(|[first, second]| vcombine_u8(first, second));
    let fours = vreinterpretq_u64_u32(fours(vqsubq_u8(bytes, off)));
    vmlal_n_u32(vshrq_n_u64::<32>(fours), vmovn_u64(fours), 10_000)
}

/// Returns the numbers of at most sixteen digits before two ends.
#[target_feature(enable = "neon")]
#[inline]
fn sixteens(around: &Around, tokens: [(usize, usize); 2]) -> uint64x2_t {
    let [first, second] =
        tokens.map(|(end, distance)| fours(vqsubq_u8(load(around, end), load(&OFF, distance % DISTANCES))));
    let eights = vmlaq_n_u32(vuzp2q_u32(first, second), vuzp1q_u32(first, second), 10_000);
    let eights = vreinterpretq_u64_u32(eights);
    vmlal_n_u32(vshrq_n_u64::<32>(eights), vmovn_u64(eights), 100_000_000)
}

/// Joins digits to numbers of four digits.
#[target_feature(enable = "neon")]
#[inline]
fn fours(digits: uint8x16_t) -> uint32x4_t {
    // In each product, the upper half joins the two halves.
    let pairs = vshrq_n_u16::<8>(vmulq_n_u16(vreinterpretq_u16_u8(digits), 10 << 8 | 1));
    vshrq_n_u32::<16>(vmulq_n_u32(vreinterpretq_u32_u16(pairs), 100 << 16 | 1))
}

/// Returns whether each byte is among `count` from `first` on.
#[target_feature(enable = "neon")]
#[inline]
fn is_between(bytes: uint8x16_t, first: u8, count: u8) -> uint8x16_t {
    vcltq_u8(vsubq_u8(bytes, vdupq_n_u8(first)), vdupq_n_u8(count))
}

/// Returns the sixteen bytes from `at` on; zeros if they are not there.
#[target_feature(enable = "neon")]
#[inline]
fn load<const N: usize>(bytes: &[u8; N], at: usize) -> uint8x16_t {
    let bytes = bytes.get(at..).and_then(|bytes| bytes.first_chunk()).unwrap_or(&[0; 16]);
    #[expect(unsafe_code, reason = "vector loads take a pointer")]
    // SAFETY: the pointer is that of as many readable bytes as are loaded.
    unsafe {
        vld1q_u8(<[u8; 16]>::as_slice(bytes).as_ptr())
    }
}

/// Returns the eight bytes from `at` on; zeros if they are not there.
#[target_feature(enable = "neon")]
#[inline]
fn half<const N: usize>(bytes: &[u8; N], at: usize) -> uint8x8_t {
    let bytes = bytes.get(at..).and_then(|bytes| bytes.first_chunk()).unwrap_or(&[0; 8]);
    vcreate_u8(u64::from_le_bytes(*bytes))
}

/// Returns the bytes of a vector.
#[target_feature(enable = "neon")]
#[inline]
fn bytes_of(vector: uint8x16_t) -> [u8; 16] {
    let mut bytes = [0; 16];
    #[expect(unsafe_code, reason = "vector stores take a pointer")]
    // SAFETY: the pointer is that of as many writable bytes as are stored.
    unsafe {
        vst1q_u8(bytes.as_mut_ptr(), vector);
    }
    bytes
}

#[target_feature(enable = "neon")]
#[inline]
fn store(pair: &mut [u64; 2], numbers: uint64x2_t) {
    #[expect(unsafe_code, reason = "vector stores take a pointer")]
    // SAFETY: the pointer is that of as many writable bytes as are stored.
    unsafe {
        vst1q_u64(pair.as_mut_ptr(), numbers);
    }
}
