//! The tokenizer for AVX-512 with VBMI2: 64 bytes at a time, without a branch for each token.
//!
//! ```text
//! for each window of 64 bytes, of which the last `stride` are new, and the `LANE + 1` before were in the window before:
//!     look up the class of each byte: the value of a digit, 0 for white space, or BAD        vpermb
//!     ends = white space behind a digit, among the new bytes; before = the last end before these
//!     if more than LANE digits are in a row: stop, the caller widens the lane
//!     places = the list of `before` and `ends`                                               vpcompressb
//!     for each 8 or 16 tokens, a vector lane each:
//!         fetch the LANE bytes before the end, clamped to the separator before the token     vpmaxsb, vpermb
//!         join digits to pairs, fours, eights, sixteens                                      vpmaddubsw, vpmaddwd
//!         store them at the end of the numbers found so far
//! ```
//!
//! The clamped bytes have the value 0, so no step depends on a token's length. The window moves by a fixed stride, and only
//! the place of the next store depends on the result, so windows overlap in the pipeline. Bad bytes only set a flag; the
//! caller finds them by decoding the batch again with the scalar kernel.
//!
//! The design stops at 24 digits, leading zeros included (10 behind any number of zeros): longer tokens, and the ends of a
//! text where a window does not fit, are left to the caller.

use super::format;
use super::memory::{PREFETCH, load_512, prefetch, store_512};
use crate::batch::{Batch, DecodeMode, DecoderState};
use crate::canonicalizer::{Before, Canonicalizer, Masks, WINDOW};
use crate::kernel::{Instructions, KernelTask, pick};
use crate::lane::Lane;
use crate::windows::{self, Until, WindowResult, Windows};
use nim_simd::Avx512;
use std::arch::x86_64::*;

/// Most numbers that a window stores.
pub(super) const SLACK: usize = 32;

/// The class of bytes that are neither digits nor white space.
const BAD: u8 = 0x40;
/// The class, in layout mode, of the digit 0 and of white space other than the space.
const UNUSUAL: u8 = 0x10;

/// Returns the class of each byte below 64: the value of a digit, 0 for white space, or one of the above.
const fn classes(layout: bool) -> [u8; 64] {
    let mut classes = [BAD; 64];
    let unusual = if layout { UNUSUAL } else { 0 };
    let mut digit = b'0';
    while digit <= b'9' {
        classes[digit as usize] = if digit == b'0' { unusual } else { digit - b'0' };
        digit += 1;
    }
    classes[b' ' as usize] = 0;
    let mut control = b'\t';
    while control <= b'\r' {
        classes[control as usize] = unusual;
        control += 1;
    }
    classes
}

/// Lanes of `width` bytes: every byte of lane l is l.
const fn lane_numbers(width: usize) -> [u8; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = (i / width) as u8;
        i += 1;
    }
    table
}

const IOTA: [u8; 64] = lane_numbers(1);

/// Repeats a lane to fill a vector.
const fn in_lanes<const WIDTH: usize>(lane: [i8; WIDTH]) -> [u8; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = lane[i % WIDTH] as u8;
        i += 1;
    }
    table
}

/// Returns the eight offsets from `-back` on, in lanes of eight.
const fn eight_from(back: i8) -> [u8; 64] {
    let mut lane = [-back; 8];
    let mut i = 0;
    while i < 8 {
        lane[i] += i as i8;
        i += 1;
    }
    in_lanes(lane)
}

/// The last three of each five digits.
const THREES: [u8; 64] = in_lanes([-8, -7, -6, -64, -3, -2, -1, -64]);
/// The first two of each five digits, each with a 0 from before the token.
const TWOS: [u8; 64] = in_lanes([-10, -64, -9, -64, -5, -64, -4, -64]);

impl Instructions for Avx512 {
    fn run(self, task: impl KernelTask) {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
        fn with_vectors(task: impl KernelTask) {
            task.run();
        }
        #[expect(unsafe_code, reason = "a function for a CPU feature is called from one that is not")]
        // SAFETY: an `Avx512` exists only where the CPU has these features.
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
        format::avx512::write_rows(self, numbers, width, room)
    }

    fn canonicalize(
        self,
        copy: &mut Canonicalizer,
        text: &[u8],
        most: usize,
        room: &mut [u8],
    ) -> (usize, usize) {
        #[expect(unsafe_code, reason = "a function for a CPU feature is called from one that is not")]
        // SAFETY: an `Avx512` exists only where the CPU has these features.
        unsafe {
            canonical_windows(copy, text, most, room)
        }
    }

    fn pick(self, numbers: &[u64], bits: u64, room: &mut [u64]) -> usize {
        #[target_feature(enable = "avx512f,popcnt")]
        fn pick_eights(numbers: &[[u64; 8]], bits: u64, room: &mut [u64]) -> usize {
            let bits = _mm512_set1_epi64(bits as i64);
            let mut count = 0;
            for eight in numbers {
                let Some(room) = room[count..].first_chunk_mut::<8>() else { break };
                let eight = load_512(eight);
                let stay = _mm512_test_epi64_mask(eight, bits);
                store_512(room, _mm512_maskz_compress_epi64(stay, eight));
                count += stay.count_ones() as usize;
            }
            count
        }
        let (eights, rest) = numbers.as_chunks::<8>();
        #[expect(unsafe_code, reason = "a function for a CPU feature is called from one that is not")]
        // SAFETY: an `Avx512` exists only where the CPU has these features.
        let count = unsafe { pick_eights(eights, bits, room) };
        count + pick(rest, bits, &mut room[count..])
    }
}

/// Returns a result without any windows.
const fn nothing(at: usize, until: Until) -> WindowResult {
    WindowResult { numbers: 0, next: at + 1, bad: false, non_canonical: false, until }
}

impl Windows for Avx512 {
    const HAS_LANES: bool = true;
    const REACH: usize = 192;

    fn decode_windows(
        self,
        lane: Lane,
        mode: DecodeMode,
        text: &[u8],
        at: usize,
        room: &mut [u64],
    ) -> WindowResult {
        #[expect(unsafe_code, reason = "a function for a CPU feature is called from one that is not")]
        // SAFETY: an `Avx512` exists only where the CPU has these features.
        unsafe {
            match (lane, mode) {
                (Lane::Four, DecodeMode::Numbers) => windows::<4, false, false>(text, at, room),
                (Lane::Four, DecodeMode::Layout) => windows::<4, true, false>(text, at, room),
                (Lane::Eight, DecodeMode::Numbers) => windows::<8, false, false>(text, at, room),
                (Lane::Eight, DecodeMode::Layout) => windows::<8, true, false>(text, at, room),
                (Lane::Ten, DecodeMode::Numbers) => windows::<10, false, false>(text, at, room),
                (Lane::Ten, DecodeMode::Layout) => windows::<10, true, false>(text, at, room),
                (Lane::PaddedTen, DecodeMode::Numbers) => windows::<10, false, true>(text, at, room),
                (Lane::PaddedTen, DecodeMode::Layout) => windows::<10, true, true>(text, at, room),
                (Lane::Sixteen, DecodeMode::Numbers) => windows::<16, false, false>(text, at, room),
                (Lane::Sixteen, DecodeMode::Layout) => windows::<16, true, false>(text, at, room),
                (Lane::TwentyFour, DecodeMode::Numbers) => windows::<24, false, false>(text, at, room),
                (Lane::TwentyFour, DecodeMode::Layout) => windows::<24, true, false>(text, at, room),
            }
        }
    }
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512ifma,avx512vnni,avx512vbmi,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt"
)]
fn windows<const LANE: usize, const LAYOUT: bool, const PADDED: bool>(
    text: &[u8],
    at: usize,
    room: &mut [u64],
) -> WindowResult {
    let back = LANE + 1;
    let stride = 64 - back;
    // No token that ends at `at` is to be found.
    let first = (at + 1).checked_sub(back);
    // Two more windows are read than are stored.
    let beyond = 64 + 2 * stride;
    let Some((first, more)) = first.and_then(|first| Some((first, text.len().checked_sub(first + beyond)?)))
    else {
        return nothing(at, Until::Text);
    };
    let Some(most) = room.len().checked_sub(SLACK) else { return nothing(at, Until::Room) };
    let last = first + more / stride * stride;

    let mut finder = TokenFinder::<LANE, LAYOUT, PADDED>::new();
    let mut find = |from: usize| {
        #[expect(unsafe_code, reason = "a check of each window takes a tenth of the time")]
        // SAFETY: `from` is at most two strides behind `last`, and `beyond` bytes follow there.
        let window = unsafe { window_at(text, from) };
        finder.find(window)
    };
    // Three windows are in flight at a time, each a step further than the next, to hide latency.
    let mut numbers = 0;
    let mut from = first;
    let mut placed = find(from).placed();
    let mut found = find(from + stride);
    let until = loop {
        let PlacedTokens { values, places, count, too_long } = placed;
        if too_long != 0 {
            break Until::Lane;
        }
        if numbers > most {
            break Until::Room;
        }
        placed = found.placed();
        found = find(from + 2 * stride);
        #[expect(unsafe_code, reason = "as for the windows")]
        // SAFETY: `numbers` is at most `most`, behind which there is room for `SLACK`.
        let room = unsafe { room_at(room, numbers) };
        if !store_numbers::<LANE>(places, values, count, room) {
            break Until::Lane;
        }
        numbers += count;
        from += stride;
        if from > last {
            break Until::Text;
        }
    };
    WindowResult {
        numbers,
        next: from + back,
        bad: finder.has_bad_byte(),
        non_canonical: finder.non_canonical != 0,
        until,
    }
}

/// Finds the tokens of one window after another.
struct TokenFinder<const LANE: usize, const LAYOUT: bool, const PADDED: bool> {
    classes: __m512i,
    /// The bitwise OR of all classes and bytes so far.
    seen: __m512i,
    /// The bitwise OR of all places that are not canonical.
    non_canonical: u64,
    before: Before,
}

impl<const LANE: usize, const LAYOUT: bool, const PADDED: bool> TokenFinder<LANE, LAYOUT, PADDED> {
    /// The bytes of a window that were not in the one before.
    const NEW: u64 = !0 << (LANE + 1);

    #[target_feature(enable = "avx512f")]
    #[inline]
    fn new() -> Self {
        let classes = load_512(&const { classes(LAYOUT) });
        Self { classes, seen: _mm512_setzero_si512(), non_canonical: 0, before: Before::START }
    }

    /// Finds the tokens of the next window.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,lzcnt")]
    #[inline]
    fn find(&mut self, window: &[u8; 64]) -> FoundTokens {
        prefetch(window.as_ptr().wrapping_add(PREFETCH));
        let bytes = load_512(window);
        let class = _mm512_permutexvar_epi8(bytes, self.classes);
        let others = spaces(bytes);
        self.seen = _mm512_ternarylogic_epi32::<0xfe>(self.seen, class, bytes);
        if LAYOUT {
            let unusual = _mm512_test_epi8_mask(class, _mm512_set1_epi8(UNUSUAL as i8));
            let leading_zeros = !others & (others << 1) & (!others >> 1);
            // The byte at `at` counts; the bytes before it do not.
            self.non_canonical |=
                (unusual & (others | leading_zeros) & Self::NEW >> 1) | (others & (others << 1) & Self::NEW);
        }
        let ends = others & !(others << 1);
        let padding = if PADDED {
            self.before.leading_zeros(Masks { spaces: others, zeros: zeros(bytes) }, 64 - (LANE + 1))
        } else {
            0
        };
        FoundTokens {
            values: if LAYOUT { _mm512_and_si512(class, _mm512_set1_epi8(0x0f)) } else { class },
            ends: ends & Self::NEW,
            end_before: (1 << 63) >> ((ends & !Self::NEW) | 1).leading_zeros(),
            too_long: too_long::<LANE>(!others & !padding),
        }
    }

    /// Returns whether any byte was neither a digit nor white space; the table of classes covers only bytes below 64.
    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    fn has_bad_byte(&self) -> bool {
        _mm512_test_epi8_mask(self.seen, _mm512_set1_epi8((BAD | 0xc0) as i8)) != 0
    }
}

/// Like [`Canonicalizer::copy_windows`], with the kept bytes of a window in one step.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn canonical_windows(
    canonicalizer: &mut Canonicalizer,
    text: &[u8],
    most: usize,
    room: &mut [u8],
) -> (usize, usize) {
    let windows_in = |bytes: usize| bytes.checked_sub(64).map_or(0, |more| more / WINDOW + 1);
    let windows = windows_in(text.len()).min(windows_in(room.len())).min(most / WINDOW);
    let mut copy = *canonicalizer;
    let mut written = 0;
    for used in (0..windows).map(|window| window * WINDOW) {
        #[expect(unsafe_code, reason = "as for the windows of numbers")]
        // SAFETY: `windows` are no more than there are 64 bytes for, each `WINDOW` behind the one before, in the text and
        // in the room; and no window writes more than it uses.
        let (window, room) = unsafe { (window_at(text, used), room_at::<_, 64>(room, written)) };
        prefetch(window.as_ptr().wrapping_add(PREFETCH));
        let bytes = load_512(window);
        let masks = Masks { spaces: spaces(bytes), zeros: zeros(bytes) };
        let keep = copy.keep(masks, WINDOW);
        let spaced = _mm512_mask_blend_epi8(masks.spaces, bytes, _mm512_set1_epi8(b' ' as i8));
        store_512(room, _mm512_maskz_compress_epi8(keep, spaced));
        written += keep.count_ones() as usize;
    }
    *canonicalizer = copy;
    (windows * WINDOW, written)
}

/// Returns the white space of a window, in which only digits are above the space.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn spaces(bytes: __m512i) -> u64 {
    _mm512_cmple_epu8_mask(bytes, _mm512_set1_epi8(b' ' as i8))
}

/// Returns the zeros of a window.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn zeros(bytes: __m512i) -> u64 {
    _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(b'0' as i8))
}

/// The tokens of a window, as masks.
struct FoundTokens {
    /// The values of the digits.
    values: __m512i,
    /// The ends of tokens among the new bytes.
    ends: u64,
    /// The end of the last token before these.
    end_before: u64,
    /// The ends of tokens that are too long for the lane.
    too_long: u64,
}

impl FoundTokens {
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
    #[inline]
    fn placed(self) -> PlacedTokens {
        PlacedTokens {
            values: self.values,
            places: _mm512_maskz_compress_epi8(self.ends | self.end_before, load_512(&IOTA)),
            count: self.ends.count_ones() as usize,
            too_long: self.too_long,
        }
    }
}

/// The tokens of a window, with a list of their ends.
struct PlacedTokens {
    values: __m512i,
    /// The last end before the new bytes, then the ends among them.
    places: __m512i,
    /// The number of ends among the new bytes.
    count: usize,
    too_long: u64,
}

/// Returns the ends of runs of more digits than the lane has.
#[inline]
const fn too_long<const LANE: usize>(digits: u64) -> u64 {
    let mut rows = digits;
    let mut len = 1;
    while 2 * len <= LANE {
        rows &= rows << len;
        len *= 2;
    }
    rows & rows << (LANE + 1 - len)
}

/// Stores the numbers that end at `places[1..]`, and meaningless ones behind them. Returns whether all are known to be at most
/// 2^64−1.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512ifma,avx512vnni,avx512vbmi")]
#[inline]
fn store_numbers<const LANE: usize>(
    places: __m512i,
    values: __m512i,
    count: usize,
    room: &mut [u64; SLACK],
) -> bool {
    if LANE == 4 {
        let [low, rest] = room.as_chunks_mut::<16>().0 else { return false };
        for (room, first) in [(low, 0), (rest, 16)] {
            let tokens = TokenBounds::named(places, load_512(&const { lane_numbers(4) }), first);
            let [low, high] = room.as_chunks_mut::<8>().0 else { return false };
            let fours = fours(pairs(tokens, values, load_512(&const { in_lanes([-4, -3, -2, -1]) })));
            store_512(low, _mm512_cvtepu32_epi64(_mm512_castsi512_si256(fours)));
            store_512(high, _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64::<1>(fours)));
        }
        return true;
    }
    // Eight tokens at a time: as many as a window usually has without a branch, more if there are.
    let always = if LANE == 8 { 2 } else { 1 };
    for (part, room) in room.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        if part >= always && count <= 8 * part {
            break;
        }
        let tokens = TokenBounds::named(places, load_512(&const { lane_numbers(8) }), 8 * part as i8);
        let number = if LANE == 8 {
            join::<10_000>(fours_from::<8>(tokens, values))
        } else if LANE == 10 {
            join::<100_000>(fives(tokens, values))
        } else {
            sixteens(fours_from::<8>(tokens, values), fours_from::<16>(tokens, values))
        };
        let number = if LANE == 24 {
            let top = join::<10_000>(fours_from::<24>(tokens, values));
            let of_tokens = ((1_u16 << count.saturating_sub(8 * part).min(8)) - 1) as u8;
            if _mm512_mask_cmpgt_epu64_mask(of_tokens, top, _mm512_set1_epi64(SAFE_TOP)) != 0 {
                return false;
            }
            let scaled = _mm512_mullo_epi64(top, _mm512_set1_epi64(10_000_000_000_000_000));
            _mm512_add_epi64(number, scaled)
        } else {
            number
        };
        store_512(room, number);
    }
    true
}

/// The bounds of tokens in a window, one in each lane, repeated in every byte: the ends of the token before and of the token.
#[derive(Clone, Copy)]
struct TokenBounds {
    before: __m512i,
    end: __m512i,
}

impl TokenBounds {
    /// Returns the tokens with the indices `lanes` + `first`.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    #[inline]
    fn named(places: __m512i, lanes: __m512i, first: i8) -> Self {
        let before = _mm512_permutexvar_epi8(_mm512_add_epi8(lanes, _mm512_set1_epi8(first)), places);
        let end = _mm512_permutexvar_epi8(_mm512_add_epi8(lanes, _mm512_set1_epi8(first + 1)), places);
        Self { before, end }
    }
}

/// A number with at most this value above its sixteen lower digits is at most 2^64−1.
const SAFE_TOP: i64 = 1843;

/// Returns the digits at `offsets` from the ends of tokens, 0 before the beginning of a token.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
#[inline]
fn digits(tokens: TokenBounds, values: __m512i, offsets: __m512i) -> __m512i {
    let at = _mm512_max_epi8(_mm512_add_epi8(tokens.end, offsets), tokens.before);
    _mm512_permutexvar_epi8(at, values)
}

/// Like [`digits`], joined to numbers of two digits.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
#[inline]
fn pairs(tokens: TokenBounds, values: __m512i, offsets: __m512i) -> __m512i {
    _mm512_maddubs_epi16(digits(tokens, values, offsets), _mm512_set1_epi16(0x010a))
}

/// Joins neighbouring numbers of two digits.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn fours(pairs: __m512i) -> __m512i {
    _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x0001_0064))
}

/// Returns the eight digits from `BACK` before the ends of tokens on, joined to numbers of four.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
#[inline]
fn fours_from<const BACK: i8>(tokens: TokenBounds, values: __m512i) -> __m512i {
    fours(pairs(tokens, values, load_512(&const { eight_from(BACK) })))
}

/// Returns the last ten digits of tokens, joined to numbers of five.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,avx512vbmi")]
#[inline]
fn fives(tokens: TokenBounds, values: __m512i) -> __m512i {
    let threes = digits(tokens, values, load_512(&THREES));
    let twos = digits(tokens, values, load_512(&TWOS));
    let thousands = _mm512_madd_epi16(twos, _mm512_set1_epi32(1000 << 16 | 10_000));
    _mm512_dpbusd_epi32(thousands, threes, _mm512_set1_epi32(0x0001_0a64))
}

/// Joins two numbers below `BASE`, the first in the lower half.
#[target_feature(enable = "avx512f,avx512ifma")]
#[inline]
fn join<const BASE: i64>(halves: __m512i) -> __m512i {
    let first = _mm512_mul_epu32(halves, _mm512_set1_epi64(BASE));
    // The product is shifted right by 52 bits: both halves times 2^20 leave the second.
    _mm512_madd52hi_epu64(first, halves, _mm512_set1_epi64(1 << 20))
}

/// Joins the fours of the lower and of the upper eight digits.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn sixteens(low: __m512i, high: __m512i) -> __m512i {
    // In each quarter: two lower eights, then two upper ones.
    let eights = _mm512_madd_epi16(_mm512_packus_epi32(low, high), _mm512_set1_epi32(0x0001_2710));
    let joined = _mm512_shuffle_epi32::<0b01_11_00_10>(eights);
    let upper = _mm512_mul_epu32(joined, _mm512_set1_epi64(100_000_000));
    _mm512_add_epi64(upper, _mm512_srli_epi64::<32>(joined))
}

/// Returns the window at `at`.
///
/// # Safety
/// `at + 64 <= text.len()`.
#[inline]
#[expect(unsafe_code, reason = "a check of each window takes a tenth of the time")]
unsafe fn window_at(text: &[u8], at: usize) -> &[u8; 64] {
    debug_assert!(at + 64 <= text.len());
    // SAFETY: the caller sees to it that these bytes lie in the text.
    unsafe { &*text.as_ptr().add(at).cast() }
}

/// Returns the room of a window behind `used` numbers.
///
/// # Safety
/// `used + N <= room.len()`.
#[inline]
#[expect(unsafe_code, reason = "as for the windows")]
unsafe fn room_at<T, const N: usize>(room: &mut [T], used: usize) -> &mut [T; N] {
    debug_assert!(used + N <= room.len());
    // SAFETY: the caller sees to it that this lies in the room.
    unsafe { &mut *room.as_mut_ptr().add(used).cast() }
}
