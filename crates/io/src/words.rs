//! The steps of the scalar kernel: eight bytes at a time, in one word.

use crate::blocks::{Around, BLOCK, BlockSteps, DIGITS, DISTANCES, Ends, MOST};
use crate::bytes::{eight_times, joined_fours, joined_pairs};
use nim_simd::Scalar;

impl BlockSteps for Scalar {
    /// The flags of bytes, side by side as in a vector that the compiler may use.
    type Bad = [u8; 16];

    fn no_bad(self) -> [u8; 16] {
        [0; 16]
    }

    fn is_bad(self, bad: [u8; 16]) -> bool {
        bad != [0; 16]
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "what a call takes is a tenth of the time")]
    fn digits(self, block: &[u8; BLOCK], bad: &mut [u8; 16]) -> u64 {
        for bytes in block.as_chunks::<16>().0 {
            for (bad, &byte) in bad.iter_mut().zip(bytes) {
                let (digit, control) = (byte.wrapping_sub(b'0'), byte.wrapping_sub(b'\t'));
                // Each of these is 0 for the bytes of one kind.
                *bad |= digit.saturating_sub(9).min(control.saturating_sub(4)).min(byte ^ b' ');
            }
        }
        block.as_chunks::<8>().0.iter().rev().fold(0, |mask, bytes| {
            // Digits have the bit 4, white space does not. The product gathers the bits in its highest byte.
            let bits = u64::from_le_bytes(*bytes) & eight_times(0x10);
            mask << 8 | bits.wrapping_mul(0x0010_2040_8102_0408) >> 56
        })
    }

    #[inline]
    fn is_unusual(self, around: &Around) -> bool {
        let (before, at, behind) = (&around[DIGITS - 1..], &around[DIGITS..], &around[DIGITS + 1..]);
        let mut unusual = 0;
        for ((before, at), behind) in before.iter().zip(at).zip(behind) {
            let is_leading_zero = (*before < b'0') & (*at == b'0') & (*behind >= b'0');
            unusual |= u8::from(*at < b' ') | u8::from(is_leading_zero);
        }
        unusual != 0
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as above")]
    fn store_numbers<const LANE: usize, const GAPS: bool>(
        self,
        around: &Around,
        mut ends: Ends,
        room: &mut [u64; MOST],
    ) -> (usize, bool) {
        let (mut count, mut distances) = (0, 0);
        for pair in room.as_chunks_mut::<2>().0 {
            if ends.is_empty() {
                break;
            }
            let [(first, to_first), (second, to_second)] = [ends.take(), ends.take()];
            // One instruction for each, as the largest is not.
            distances |= to_first + const { FAR - (LANE + 2) } | to_second + const { FAR - (LANE + 2) };
            *pair = [
                decoded::<LANE, GAPS>(around, first, to_first),
                decoded::<LANE, GAPS>(around, second, to_second),
            ];
            count += 1 + usize::from(second < BLOCK);
        }
        (count, distances >= FAR)
    }
}

/// What the sum of a distance and a constant reaches, a power of two, if there may be more digits than the lane has.
const FAR: usize = 32;

/// For each distance n of two ends, the bits of n − 1 digits at the end of two words.
const DIGIT_BITS: [[u64; 2]; DISTANCES] = {
    let mut bits = [[0, 0]; DISTANCES];
    let mut distance = 2;
    while distance < DISTANCES {
        let digits = if distance - 1 < DIGITS { distance - 1 } else { DIGITS };
        let (low, high) = if digits < 8 { (digits, 0) } else { (8, digits - 8) };
        bits[distance] = [last_digits(high), last_digits(low)];
        distance += 1;
    }
    bits
};

/// The bits of the last digits of a word.
const fn last_digits(count: usize) -> u64 {
    if count == 0 { 0 } else { eight_times(0x0f) << (64 - 8 * count) }
}

/// Returns the number of at most `LANE` digits before `end`.
#[inline]
fn decoded<const LANE: usize, const GAPS: bool>(around: &Around, end: usize, distance: usize) -> u64 {
    let words = around.get(end..).and_then(|bytes| bytes.first_chunk::<DIGITS>()).unwrap_or(&[0; DIGITS]);
    let [high, low] = words.as_chunks::<8>().0 else { return 0 };
    let bits = DIGIT_BITS[distance % DISTANCES];
    let masked = |word: &[u8; 8], bits: u64| {
        let word = u64::from_le_bytes(*word);
        // Of the bytes between numbers, some have low bits.
        let digits = (word & eight_times(0x10)) >> 4;
        if GAPS { word & bits & (digits * 0x0f) } else { word & bits }
    };
    let low = masked(low, bits[1]);
    let joined = |digits| joined_fours(joined_pairs(digits));
    match LANE {
        // The highest part has the last pair and a hundred times the one before.
        4 => joined_pairs(low).wrapping_mul(100 << 16 | 1) >> 48,
        8 => joined(low),
        10 => joined(low) + 100_000_000 * (joined_pairs(masked(high, bits[0])) >> 48),
        _ => joined(low) + 100_000_000 * joined(masked(high, bits[0])),
    }
}
