//! A tokenizer for any CPU: 64 bytes at a time, without a branch for each token.
//!
//! ```text
//! for each block of 64 bytes:
//!     digits = a bit mask of the digits; note whether all others are white space
//!     ends = the bytes behind a run of digits
//!     for each two ends:
//!         load the words before each end
//!         zero all but the token's digits by a mask, chosen by the distance from the end before
//!         join digits to pairs, fours, eights, sixteens
//!         store the two numbers
//!     (where all tokens have one digit and one byte between them: store every other byte)
//!     if a token has more digits than the lane: stop, the caller widens the lane
//! ```
//!
//! The design stops at 16 digits: longer tokens are left to the caller.

use crate::batch::DecodeMode;
use crate::lane::Lane;
use crate::windows::{Until, WindowResult, Windows};

/// The size of a block in bytes.
pub(crate) const BLOCK: usize = 64;
/// Most numbers that end in a block.
pub(crate) const MOST: usize = BLOCK / 2;
/// The most digits of a token.
pub(crate) const DIGITS: usize = 16;
/// The bytes before a block that its first token may begin in, the block, and the byte behind it.
pub(crate) type Around = [u8; DIGITS + BLOCK + 1];
/// The least position of the end before a block, relative to it; ends farther back are equivalent.
pub(crate) const FARTHEST: i64 = -(DIGITS as i64) - 2;
/// A power of two that is more than the distance of any two ends.
pub(crate) const DISTANCES: usize = (BLOCK + FARTHEST.unsigned_abs() as usize + 1).next_power_of_two();

/// Flags of bytes seen so far, side by side as in a vector.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    /// Not 0 where one was neither a digit nor white space.
    pub(crate) bad: [u8; 16],
    /// Not 0 where one was white space other than the space, or a leading zero.
    pub(crate) unusual: [u8; 16],
}

/// The steps that differ between CPUs.
pub(crate) trait BlockSteps: Copy {
    /// Returns a bit mask of the digits of a block, if all other bytes are white space, and adds to the bytes seen: with `LAYOUT`, also to
    /// the unusual ones.
    fn digits<const LAYOUT: bool>(self, around: &Around, seen: &mut Seen) -> u64;
    /// Stores the numbers that end at `ends`, and meaningless ones behind them. With `GAPS`, there may be more than one byte
    /// between two numbers. Returns how many numbers there are, and whether one may have more than `LANE` digits.
    fn store_numbers<const LANE: usize, const GAPS: bool>(
        self,
        around: &Around,
        ends: Ends,
        room: &mut [u64; MOST],
    ) -> (usize, bool);
}

impl<S: BlockSteps> Windows for S {
    const HAS_LANES: bool = true;
    const REACH: usize = size_of::<Around>();

    fn decode_windows(
        self,
        lane: Lane,
        mode: DecodeMode,
        text: &[u8],
        at: usize,
        room: &mut [u64],
    ) -> WindowResult {
        match (lane, mode) {
            (Lane::Four, DecodeMode::Numbers) => blocks::<_, 4, false>(self, text, at, room),
            (Lane::Four, DecodeMode::Layout) => blocks::<_, 4, true>(self, text, at, room),
            (Lane::Eight, DecodeMode::Numbers) => blocks::<_, 8, false>(self, text, at, room),
            (Lane::Eight, DecodeMode::Layout) => blocks::<_, 8, true>(self, text, at, room),
            (Lane::Ten, DecodeMode::Numbers) => blocks::<_, 10, false>(self, text, at, room),
            (Lane::Ten, DecodeMode::Layout) => blocks::<_, 10, true>(self, text, at, room),
            // Longer tokens stop these lanes, too.
            (_, DecodeMode::Numbers) => blocks::<_, DIGITS, false>(self, text, at, room),
            (_, DecodeMode::Layout) => blocks::<_, DIGITS, true>(self, text, at, room),
        }
    }
}

fn blocks<S: BlockSteps, const LANE: usize, const LAYOUT: bool>(
    steps: S,
    text: &[u8],
    at: usize,
    room: &mut [u64],
) -> WindowResult {
    let mut numbers = 0;
    let mut next = at;
    let mut seen = Seen { bad: [0; 16], unusual: [0; 16] };
    let mut all_gaps = 0;
    // The digits of the block before and its gaps, and the end of its last token relative to this block.
    let (mut digits_before, mut gaps_before, mut end_before) = (0, 0, -1);
    let until = loop {
        let Some(around) = next.checked_sub(DIGITS).and_then(|from| text.get(from..)?.first_chunk()) else {
            break Until::Text;
        };
        let Some(room) = room.get_mut(numbers..).and_then(|room| room.first_chunk_mut()) else {
            break Until::Room;
        };
        let digits = steps.digits::<LAYOUT>(around, &mut seen);
        let behind_digit = digits << 1 | digits_before >> 63;
        let ends = Ends { mask: !digits & behind_digit, before: end_before };
        let gaps = !digits & !behind_digit;
        numbers += if let Some(alternate) = alternating(around, digits, digits_before) {
            store_digits(alternate, room);
            MOST
        } else {
            let (count, may_be_long) = if gaps | gaps_before == 0 {
                steps.store_numbers::<LANE, false>(around, ends, room)
            } else {
                steps.store_numbers::<LANE, true>(around, ends, room)
            };
            if may_be_long && has_long_token::<LANE>(digits_before, digits, ends.mask) {
                break Until::Lane;
            }
            count
        };
        // The gap before the first block does not count.
        all_gaps |= gaps & !u64::from(next == at);
        end_before = ends.last_before_next_block();
        (digits_before, gaps_before) = (digits, gaps);
        next += BLOCK;
    };
    let next = if next == at { at + 1 } else { next };
    let non_canonical = LAYOUT && (all_gaps != 0 || seen.unusual != [0; 16]);
    WindowResult { numbers, next, bad: seen.bad != [0; 16], non_canonical, until }
}

/// The ends of the tokens of a block: the bytes behind their last digits.
#[derive(Clone, Copy)]
pub(crate) struct Ends {
    mask: u64,
    /// The end before the block, relative to it.
    before: i64,
}

impl Ends {
    /// Returns whether the mask has no bits.
    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.mask == 0
    }

    /// Takes the next end, and returns it with its distance from the one before. Behind the last one it is [`BLOCK`].
    #[inline]
    pub(crate) fn take(&mut self) -> (usize, usize) {
        let end = self.mask.trailing_zeros() as usize;
        self.mask &= self.mask.wrapping_sub(1);
        let distance = (end as i64 - self.before) as usize;
        self.before = end as i64;
        (end, distance)
    }

    /// Returns the last end, relative to the next block.
    fn last_before_next_block(self) -> i64 {
        let last = if self.mask == 0 { self.before } else { 63 - i64::from(self.mask.leading_zeros()) };
        (last - BLOCK as i64).max(FARTHEST)
    }
}

/// Returns whether a token that ends in the block has more than `LANE` digits.
#[cold]
fn has_long_token<const LANE: usize>(digits_before: u64, digits: u64, ends: u64) -> bool {
    let digits = u128::from(digits) << 64 | u128::from(digits_before);
    // The bytes at which as many digits in a row end, one more in each step.
    let longer = (0..LANE).fold(digits, |run, _| run & run << 1);
    u128::from(ends) << 64 & longer << 1 != 0
}

/// Returns the bytes of 32 tokens of one digit and one byte of white space each, if no others end in the block.
#[inline]
pub(crate) fn alternating<const N: usize>(
    around: &[u8; N],
    digits: u64,
    digits_before: u64,
) -> Option<&[u8; BLOCK]> {
    const EVEN: u64 = 0x5555_5555_5555_5555;
    // The first digit is in the block, or the last byte before it.
    let first = match (digits, digits_before >> 62) {
        (EVEN, 0b00 | 0b01) => DIGITS,
        (digits, 0b10) if digits == !EVEN => DIGITS - 1,
        _ => return None,
    };
    around[first..].first_chunk()
}

/// Stores the digits of [`alternating`] tokens.
#[inline]
fn store_digits(tokens: &[u8; BLOCK], room: &mut [u64; MOST]) {
    for (room, token) in room.iter_mut().zip(tokens.as_chunks::<2>().0) {
        *room = u64::from(token[0] & 0x0f);
    }
}
