//! The steps of the scalar kernel: eight bytes at a time, in one word.

use crate::blocks::{Around, BLOCK, BlockSteps, DIGITS, DISTANCES, Ends, MOST, Seen};
use crate::bytes::{eight_times, joined_fours, joined_pairs};
use nim_simd::Scalar;

impl BlockSteps for Scalar {
    #[inline(always)] // A call takes a tenth of the time.
    fn digits<const LAYOUT: bool>(self, around: &Around, seen: &mut Seen) -> u64 {
        let [before, block, behind] = [DIGITS - 1, DIGITS, DIGITS + 1].map(|from| {
            around.get(from..).and_then(|bytes| bytes.first_chunk::<BLOCK>()).unwrap_or(&[0; BLOCK])
        });
        let [before, bytes, behind] = [before, block, behind].map(|bytes| bytes.as_chunks::<16>().0);
        for ((before, bytes), behind) in before.iter().zip(bytes).zip(behind) {
            for (bad, byte) in seen.bad.iter_mut().zip(bytes) {
                let (digit, control) = (byte.wrapping_sub(b'0'), byte.wrapping_sub(b'\t'));
                // Each of these differences is 0 for the bytes of one kind.
                *bad |= digit.saturating_sub(9).min(control.saturating_sub(4)).min(byte ^ b' ');
            }
            if LAYOUT {
                for (((unusual, before), byte), behind) in
                    seen.unusual.iter_mut().zip(before).zip(bytes).zip(behind)
                {
                    let is_leading_zero = (*before < b'0') & (*byte == b'0') & (*behind >= b'0');
                    *unusual |= u8::from((*byte < b' ') | is_leading_zero);
                }
            }
        }
        block.as_chunks::<8>().0.iter().rev().fold(0, |mask, bytes| {
            // Digits have the bit 4, white space does not. The product gathers the bits in its highest byte.
            let bits = u64::from_le_bytes(*bytes) & eight_times(0x10);
            mask << 8 | bits.wrapping_mul(0x0010_2040_8102_0408) >> 56
        })
    }

    #[inline(always)] // As above.
    fn store_numbers<const LANE: usize, const GAPS: bool>(
        self,
        around: &Around,
        mut ends: Ends,
        room: &mut [u64; MOST],
    ) -> (usize, bool) {
        let (mut count, mut last, mut bits) = (0, 0, 0);
        for pair in room.as_chunks_mut::<2>().0 {
            if ends.is_empty() {
                break;
            }
            for number in pair {
                let (end, distance) = ends.take();
                let low = LOW_DIGITS[distance % DISTANCES];
                *number = decoded::<LANE, GAPS>(around, end, [HIGH_DIGITS[distance % DISTANCES], low]);
                bits |= low;
                last = end;
            }
            count += 2;
        }
        // The second of the last two may not be one.
        (count - usize::from(last == BLOCK), bits & is_beyond(LANE) != 0)
    }
}

/// For each distance n of two ends, the bits of n − 1 digits at the end of two words: of the last one, and of the first. In the
/// last one, other bits say which lanes have fewer digits.
const LOW_DIGITS: [u64; DISTANCES] = {
    let mut bits = [0; DISTANCES];
    let mut distance = 2;
    while distance < DISTANCES {
        let digits = distance - 1;
        bits[distance] = last_digits(if digits < 8 { digits } else { 8 });
        let mut lane = 4;
        while lane <= DIGITS {
            bits[distance] |= if digits > lane { is_beyond(lane) } else { 0 };
            lane += 2;
        }
        distance += 1;
    }
    bits
};
const HIGH_DIGITS: [u64; DISTANCES] = {
    let mut bits = [0; DISTANCES];
    let mut distance = 10;
    while distance < DISTANCES {
        let digits = distance - 9;
        bits[distance] = last_digits(if digits < 8 { digits } else { 8 });
        distance += 1;
    }
    bits
};

/// Returns the bits of the last digits of a word.
const fn last_digits(count: usize) -> u64 {
    eight_times(0x0f) << (64 - 8 * count)
}

/// Returns the bit of distances with more digits than a lane has, in a byte for each even lane from 4 to 16. No text has such bits.
const fn is_beyond(lane: usize) -> u64 {
    0x80 << (8 * (lane / 2 - 2))
}

/// Returns the number before `end`; `bits` are the bits of its digits in the words there.
#[inline(always)] // As above.
fn decoded<const LANE: usize, const GAPS: bool>(around: &Around, end: usize, bits: [u64; 2]) -> u64 {
    let words = around.get(end..).and_then(|bytes| bytes.first_chunk::<DIGITS>()).unwrap_or(&[0; DIGITS]);
    let [high, low] = words.as_chunks::<8>().0 else { return 0 };
    let masked = |word: &[u8; 8], bits: u64| {
        let word = u64::from_le_bytes(*word);
        // Some bytes between numbers have low bits set.
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
