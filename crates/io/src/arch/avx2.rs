//! The tokenizer for AVX2: 64 bytes at a time, four tokens at a time, without a loop over their digits.
//!
//! ```text
//! for each block of 64 bytes:
//!     digits = a bit mask of the digits; check that all others are white space
//!     ends = the bytes behind a run of digits
//!     for each four ends:
//!         load the 16 bytes before each end
//!         subtract a mask, chosen by the distance from the end before, that zeroes all but the token's digits
//!         join digits to pairs, fours, eights, sixteens                       vpmaddubsw, vpmaddwd, vpmuludq
//!         store the four numbers
//!     (where all tokens have one digit and one byte between them: store every other byte)
//!     if a token has more than 16 digits: stop
//! ```
//!
//! The design stops at 16 digits: longer tokens are left to the caller.

use super::format;
use super::memory::{PREFETCH, load_128, load_256, prefetch, store_256};
use crate::batch::{Batch, DecodeMode, DecoderState};
use crate::blocks::{BLOCK, DIGITS, FARTHEST, MOST, alternating};
use crate::canonicalizer::{Canonicalizer, Masks};
use crate::kernel::{Instructions, KernelTask};
use crate::lane::Lane;
use crate::windows::{self, Until, WindowResult, Windows};
use nim_simd::{Avx2, Avx512Bw};
use std::arch::x86_64::*;
use std::hint::black_box;

impl Instructions for Avx2 {
    fn run(self, task: impl KernelTask) {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_vectors(task: impl KernelTask) {
            task.run();
        }
        #[expect(unsafe_code, reason = "a function for a CPU feature is called from one that is not")]
        // SAFETY: an `Avx2` exists only where the CPU has these features.
        unsafe {
            with_vectors(task);
        }
    }

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

    fn write_rows(self, numbers: &[u64], width: usize, room: &mut [u8]) -> (usize, usize) {
        format::avx2::write_rows(self, numbers, width, room)
    }

    fn canonicalize(
        self,
        copy: &mut Canonicalizer,
        text: &[u8],
        most: usize,
        room: &mut [u8],
    ) -> (usize, usize) {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn copy_windows(
            copy: &mut Canonicalizer,
            text: &[u8],
            most: usize,
            room: &mut [u8],
        ) -> (usize, usize) {
            copy.copy_windows(text, most, room, |window| {
                prefetch(window.as_ptr().wrapping_add(PREFETCH));
                masks(window)
            })
        }
        #[expect(unsafe_code, reason = "a function for a CPU feature is called from one that is not")]
        // SAFETY: an `Avx2` exists only where the CPU has these features.
        unsafe {
            copy_windows(copy, text, most, room)
        }
    }
}

/// Without VBMI2, longer vectors do not make reading and writing faster.
impl Instructions for Avx512Bw {
    fn run(self, task: impl KernelTask) {
        self.below().run(task);
    }

    fn decode(
        self,
        state: &mut DecoderState,
        text: &[u8],
        from: usize,
        ended: bool,
        room: &mut [u64],
    ) -> Batch {
        self.below().decode(state, text, from, ended, room)
    }

    fn write_rows(self, numbers: &[u64], width: usize, room: &mut [u8]) -> (usize, usize) {
        self.below().write_rows(numbers, width, room)
    }

    fn canonicalize(
        self,
        copy: &mut Canonicalizer,
        text: &[u8],
        most: usize,
        room: &mut [u8],
    ) -> (usize, usize) {
        self.below().canonicalize(copy, text, most, room)
    }
}

impl Windows for Avx2 {
    const HAS_LANES: bool = false;
    const REACH: usize = 80;

    fn decode_windows(
        self,
        _: Lane,
        mode: DecodeMode,
        text: &[u8],
        at: usize,
        room: &mut [u64],
    ) -> WindowResult {
        #[expect(unsafe_code, reason = "a function for a CPU feature is called from one that is not")]
        // SAFETY: an `Avx2` exists only where the CPU has these features.
        unsafe {
            match mode {
                DecodeMode::Numbers => blocks::<false>(text, at, room),
                DecodeMode::Layout => blocks::<true>(text, at, room),
            }
        }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn blocks<const LAYOUT: bool>(text: &[u8], at: usize, room: &mut [u64]) -> WindowResult {
    let mut numbers = 0;
    let mut next = at;
    let mut good = _mm256_set1_epi8(-1);
    let mut non_canonical = 0;
    // The digits of the block before, and the end of its last token relative to this block.
    let mut digits_before = 0;
    let mut end_before = -1;
    let until = loop {
        // A token may end at the first byte of the block, and the 16 bytes before its end are loaded.
        let Some(around) = next.checked_sub(DIGITS).and_then(|from| text.get(from..)?.first_chunk()) else {
            break Until::Text;
        };
        let Some(room) = room.get_mut(numbers..).and_then(|room| room.first_chunk_mut::<MOST>()) else {
            break Until::Room;
        };
        prefetch(around.as_ptr().wrapping_add(PREFETCH));
        let block = ByteBlock::new(around);
        // Otherwise the compiler treats the mask as a vector of bits, and shifts it bit by bit.
        let digits = if LAYOUT { black_box(block.digits) } else { block.digits };
        let ends = !digits & (digits << 1 | digits_before >> 63);
        let count = ends.count_ones() as usize;
        // Only alternating tokens have this count.
        let is_stored = count == MOST && store_alternating(around, digits, digits_before, room);
        if !is_stored
            && store_numbers(around, ends, count, end_before, room)
            && has_long_token(digits_before, digits, ends)
        {
            break Until::Lane;
        }
        good = _mm256_and_si256(good, block.good);
        if LAYOUT {
            let next_is_digit = text.get(next + BLOCK).is_some_and(u8::is_ascii_digit);
            non_canonical |= block.non_canonical(digits, digits_before, next_is_digit, next == at);
        }
        numbers += count;
        end_before = if ends == 0 { end_before } else { 63 - ends.leading_zeros() as i64 };
        end_before = (end_before - BLOCK as i64).max(FARTHEST);
        digits_before = digits;
        next += BLOCK;
    };
    let bad = _mm256_movemask_epi8(good) != -1;
    WindowResult {
        numbers,
        next: if next == at { at + 1 } else { next },
        bad,
        non_canonical: non_canonical != 0,
        until,
    }
}

/// A block, and the bytes before it that its first token may begin in.
type Around = [u8; DIGITS + BLOCK];

/// The bytes of a block, classified.
struct ByteBlock {
    halves: [__m256i; 2],
    digits: u64,
    /// All bits set where bytes are digits or white space.
    good: __m256i,
}

impl ByteBlock {
    #[target_feature(enable = "avx2")]
    #[inline]
    fn new(around: &Around) -> Self {
        /// The white-space byte with each low half, or a byte with another low half if there is none.
        const SPACES: [u8; 32] = {
            let mut spaces = [0xff; 32];
            let mut i = 0;
            while i < 32 {
                match i % 16 {
                    0 => spaces[i] = b' ',
                    low @ 9..=13 => spaces[i] = low as u8,
                    _ => {}
                }
                i += 1;
            }
            spaces
        };
        let [first, second] = around[DIGITS..].as_chunks::<32>().0 else {
            return Self { halves: [_mm256_setzero_si256(); 2], digits: 0, good: _mm256_setzero_si256() };
        };
        let halves = [load_256(first), load_256(second)];
        let mut digits = 0;
        let mut good = _mm256_set1_epi8(-1);
        for (half, bytes) in halves.into_iter().enumerate() {
            // Digits become the largest signed bytes.
            let raised = _mm256_add_epi8(bytes, _mm256_set1_epi8(127 - b'9' as i8));
            let is_digit = _mm256_cmpgt_epi8(raised, _mm256_set1_epi8(117));
            let is_space = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(load_256(&SPACES), bytes), bytes);
            digits |= u64::from(_mm256_movemask_epi8(is_digit) as u32) << (32 * half);
            good = _mm256_and_si256(good, _mm256_or_si256(is_digit, is_space));
        }
        Self { halves, digits, good }
    }

    /// Returns where the text is not canonical.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn non_canonical(&self, digits: u64, digits_before: u64, next_is_digit: bool, is_first: bool) -> u64 {
        let is = |byte: u8| {
            let byte = _mm256_set1_epi8(byte as i8);
            let low = _mm256_movemask_epi8(_mm256_cmpeq_epi8(self.halves[0], byte)) as u32;
            let high = _mm256_movemask_epi8(_mm256_cmpeq_epi8(self.halves[1], byte)) as u32;
            black_box(u64::from(low) | u64::from(high) << 32)
        };
        let begins = digits & !(digits << 1 | digits_before >> 63);
        let leading_zeros = begins & is(b'0') & (digits >> 1 | u64::from(next_is_digit) << 63);
        let space_before = u64::from(!is_first) & !digits_before >> 63;
        leading_zeros | !digits & !is(b' ') | !digits & (!digits << 1 | space_before)
    }
}

/// Finds the white space and the zeros of a window.
#[target_feature(enable = "avx2")]
#[inline]
fn masks(window: &[u8; BLOCK]) -> Masks {
    let zero = _mm256_set1_epi8(b'0' as i8);
    let mut masks = Masks { spaces: 0, zeros: 0 };
    for (half, bytes) in window.as_chunks::<32>().0.iter().enumerate() {
        let bytes = load_256(bytes);
        let spaces = _mm256_movemask_epi8(_mm256_cmpgt_epi8(zero, bytes)) as u32;
        let zeros = _mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, zero)) as u32;
        masks.spaces |= u64::from(spaces) << (32 * half);
        masks.zeros |= u64::from(zeros) << (32 * half);
    }
    masks
}

/// Returns whether a token that ends in the block has more than sixteen digits.
#[cold]
fn has_long_token(digits_before: u64, digits: u64, ends: u64) -> bool {
    let one = u128::from(digits) << 64 | u128::from(digits_before);
    let two = one & one << 1;
    let four = two & two << 2;
    let eight = four & four << 4;
    let seventeen = eight & eight << 8 & one << 16;
    u128::from(ends) << 64 & seventeen << 1 != 0
}

/// Added to the distance between two ends, so that it reaches [`FAR`], a power of two, if there may be more than sixteen
/// digits between them. Sixteen digits make a distance of seventeen.
const RAISE: usize = FAR - (DIGITS + 2);
const FAR: usize = 32;

/// At offset n + `RAISE`, the bytes that are subtracted, with saturation, from sixteen others to leave the digits of the last
/// n − 1.
const OFF: [u8; 3 * DIGITS + BLOCK + 3] = {
    let mut bytes = [b'0'; 3 * DIGITS + BLOCK + 3];
    let mut i = 0;
    while i <= RAISE + DIGITS {
        bytes[i] = 0xff;
        i += 1;
    }
    bytes
};

/// Stores the numbers of at most sixteen digits that end at `ends`, a mask and its number of ones, and meaningless ones behind them. Returns whether some end
/// may belong to a longer token.
#[target_feature(enable = "avx2,bmi1,bmi2")]
#[inline]
fn store_numbers(around: &Around, ends: u64, count: usize, end_before: i64, room: &mut [u64; MOST]) -> bool {
    let mut rest = ends;
    let mut before = end_before.clamp(FARTHEST, 0);
    let mut distances = 0;
    // The bytes before the next end, and the offset to subtract from them. Without a next end, the token has no digits.
    let mut token = || {
        let end = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        let distance = ((end + RAISE) as i64 - before) as usize;
        before = end as i64;
        // One instruction for each, as the largest is not.
        distances |= distance;
        const { assert!(BLOCK + DIGITS <= size_of::<Around>()) }
        const { assert!(BLOCK + RAISE + FARTHEST.unsigned_abs() as usize + DIGITS <= OFF.len()) }
        #[expect(unsafe_code, reason = "a check of each token takes a tenth of the time")]
        // SAFETY: `end` is at most `BLOCK`, `before` is not behind it and at least `FARTHEST`; so that there are sixteen bytes,
        // as the assertions say.
        let (bytes, off) = unsafe { (sixteen_at(around, end), sixteen_at(&OFF, distance)) };
        (load_128(bytes), load_128(off))
    };
    for room in room.as_chunks_mut::<4>().0.iter_mut().take(count.div_ceil(4)) {
        let (first, second, third, fourth) = (token(), token(), token(), token());
        // Packing takes from the halves of both in turns.
        let numbers = sixteens(fours(first, third), fours(second, fourth));
        store_256(room, numbers);
    }
    distances >= FAR
}

/// Stores the digits of [`alternating`] tokens, if no others end in the block. A call, so that the loop over other blocks keeps its
/// registers.
#[target_feature(enable = "avx2")]
#[inline(never)]
fn store_alternating(around: &Around, digits: u64, digits_before: u64, room: &mut [u64; MOST]) -> bool {
    let Some(tokens) = alternating(around, digits, digits_before) else { return false };
    for (tokens, room) in tokens.as_chunks::<16>().0.iter().zip(room.as_chunks_mut::<8>().0) {
        let digits = _mm_and_si128(load_128(tokens), _mm_set1_epi16(0x0f));
        let [low, high] = room.as_chunks_mut::<4>().0 else { continue };
        store_256(low, _mm256_cvtepu16_epi64(digits));
        store_256(high, _mm256_cvtepu16_epi64(_mm_unpackhi_epi64(digits, digits)));
    }
    true
}

/// Returns the sixteen bytes from `at` on.
///
/// # Safety
/// `at + DIGITS <= N`.
#[inline]
#[expect(unsafe_code, reason = "as for the tokens")]
unsafe fn sixteen_at<const N: usize>(bytes: &[u8; N], at: usize) -> &[u8; DIGITS] {
    debug_assert!(at + DIGITS <= N);
    // SAFETY: the caller sees to it that these bytes are there.
    unsafe { &*bytes.as_ptr().add(at).cast() }
}

/// Joins the digits of two tokens to numbers of four digits.
#[target_feature(enable = "avx2")]
#[inline]
fn fours(low: (__m128i, __m128i), high: (__m128i, __m128i)) -> __m256i {
    let bytes = _mm256_set_m128i(high.0, low.0);
    let off = _mm256_set_m128i(high.1, low.1);
    // White space counts as the digit 0.
    let pairs = _mm256_maddubs_epi16(_mm256_subs_epu8(bytes, off), _mm256_set1_epi16(0x010a));
    _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x0001_0064))
}

/// Joins the fours of sixteen digits.
#[target_feature(enable = "avx2")]
#[inline]
fn sixteens(low: __m256i, high: __m256i) -> __m256i {
    let eights = _mm256_madd_epi16(_mm256_packus_epi32(low, high), _mm256_set1_epi32(0x0001_2710));
    let upper = _mm256_mul_epu32(eights, _mm256_set1_epi64x(100_000_000));
    _mm256_add_epi64(upper, _mm256_srli_epi64::<32>(eights))
}
