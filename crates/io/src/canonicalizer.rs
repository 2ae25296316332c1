//! Copies numbers from one text to another with single spaces and no leading zeros.

use super::bytes::{eight_times, is_space};

/// The state before a window of a text of numbers, to find leading zeros in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before {
    /// 1 if the byte before is white space, or there is none.
    space: u64,
    /// 1 if the byte before is a leading zero.
    zero: u64,
}

impl Before {
    /// The beginning of a text.
    pub(crate) const START: Self = Self { space: 1, zero: 0 };

    /// Returns the leading zeros of a window, including the number 0 itself, and moves on by `stride` bytes.
    #[inline]
    pub(crate) fn leading_zeros(&mut self, Masks { spaces, zeros }: Masks, stride: usize) -> u64 {
        // Adding a bit where a row of zeros begins carries through the row, and clears it.
        let first = zeros & (spaces << 1 | self.space | self.zero);
        let leading = zeros & !zeros.wrapping_add(first);
        *self = Self { space: spaces >> (stride - 1) & 1, zero: leading >> (stride - 1) & 1 };
        leading
    }
}

/// Copies numbers with single spaces and no leading zeros, in portions.
#[derive(Clone, Copy, Debug)]
pub struct Canonicalizer(Before);

impl Canonicalizer {
    /// The beginning of a text.
    pub const START: Self = Self(Before::START);

    /// Copies at most `most` bytes of `text`, which consists of numbers and white space, and returns how many were read and how
    /// many written. No more are written than read; `room` has place for [`COPY_SLACK`] more.
    pub(crate) fn copy(&mut self, text: &[u8], most: usize, room: &mut [u8]) -> (usize, usize) {
        let (mut at, mut written) = self.copy_windows(text, most, room, masks);
        while at < most.min(text.len()) {
            let masks = Masks { spaces: is_space(text[at]).into(), zeros: (text[at] == b'0').into() };
            let no_digit_follows = !text.get(at + 1).is_some_and(u8::is_ascii_digit);
            let keep =
                self.keep(Masks { spaces: masks.spaces | u64::from(no_digit_follows) << 1, ..masks }, 1);
            room[written] = if masks.spaces == 1 { b' ' } else { text[at] };
            written += keep as usize;
            at += 1;
        }
        (at, written)
    }

    /// Like [`Canonicalizer::copy`], while windows fit; `masks` finds the white space and zeros of one.
    #[inline(always)] // `masks` may be compiled for vectors.
    pub(crate) fn copy_windows(
        &mut self,
        text: &[u8],
        most: usize,
        room: &mut [u8],
        masks: impl Fn(&[u8; 64]) -> Masks,
    ) -> (usize, usize) {
        let (mut used, mut written) = (0, 0);
        while used + WINDOW <= most
            // Numbers are copied in steps that go beyond their end.
            && let Some(around) = text.get(used..).and_then(|rest| rest.first_chunk::<{ 64 + STEP }>())
            && let Some(room) = room.get_mut(written..).and_then(|room| room.first_chunk_mut::<{ 64 + STEP }>())
            && let Some(window) = around.first_chunk()
        {
            let masks = masks(window);
            let keep = self.keep(masks, WINDOW);
            let mut ends = keep & masks.spaces;
            let mut rest = keep;
            let mut to = 0;
            while rest != 0 {
                let start = rest.trailing_zeros() as usize;
                let end = WINDOW.min(ends.trailing_zeros() as usize);
                copy_step(around, start, room, to);
                for step in (STEP..end - start).step_by(STEP) {
                    copy_step(around, start + step, room, to + step);
                }
                to += end - start;
                room[to] = b' ';
                to += usize::from(end < WINDOW);
                ends &= ends.wrapping_sub(1);
                rest = keep & (!1 << end);
            }
            used += WINDOW;
            written += to;
        }
        (used, written)
    }

    /// Returns which of the first `count` bytes of a window are kept; the byte behind them must be in the window, too.
    #[inline]
    pub(crate) fn keep(&mut self, masks: Masks, count: usize) -> u64 {
        let behind_space = masks.spaces << 1 | self.0.space;
        let left_out = self.0.leading_zeros(masks, count) & !masks.spaces >> 1;
        !(left_out | masks.spaces & behind_space) & !(!0 << count)
    }
}

/// Bytes copied of each 64: a zero is leading if a digit follows, so the last byte belongs to the next window.
pub(crate) const WINDOW: usize = 63;
/// The number of bytes copied at a time.
const STEP: usize = 16;
/// Bytes behind the copy that may be overwritten.
pub const COPY_SLACK: usize = 64;

/// Copies [`STEP`] bytes.
#[inline]
fn copy_step<const N: usize>(from: &[u8; N], at: usize, to: &mut [u8; N], place: usize) {
    let bytes = from.get(at..).and_then(|rest| rest.first_chunk::<STEP>());
    let place = to.get_mut(place..).and_then(|rest| rest.first_chunk_mut());
    if let (Some(bytes), Some(place)) = (bytes, place) {
        *place = *bytes;
    }
}

/// The white space and the zeros of a window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Masks {
    pub(crate) spaces: u64,
    pub(crate) zeros: u64,
}

/// Finds the white space and the zeros of a window, eight bytes at a time.
fn masks(window: &[u8; 64]) -> Masks {
    /// Gathers the lowest bits of eight bytes.
    const fn gathered(bits: u64) -> u64 {
        bits.wrapping_mul(0x0102_0408_1020_4080) >> 56
    }
    let (mut spaces, mut zeros) = (0, 0);
    for (eighth, bytes) in window.as_chunks::<8>().0.iter().enumerate() {
        let bytes = u64::from_le_bytes(*bytes);
        // Digits have the bit 4, white space does not.
        let digits = bytes >> 4 & eight_times(1);
        let not_zero = (bytes ^ eight_times(b'0')) + eight_times(0x7f);
        spaces |= gathered(digits ^ eight_times(1)) << (8 * eighth);
        zeros |= gathered(!not_zero >> 7 & eight_times(1)) << (8 * eighth);
    }
    Masks { spaces, zeros }
}

#[cfg(test)]
mod tests {
    use super::super::kernel::Kernel;
    use super::*;
    use nim_simd::Level;
    use nim_testing::whole::is_whole;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(if is_whole() { 256 } else { 40 }))]
        #[test]
        fn copies_are_what_the_numbers_are_written_as(
            tokens in prop::collection::vec("0{0,70}[0-9]{1,12}|0|00", 1..60),
            gaps in prop::collection::vec("[ \t\r\n\x0b\x0c]{1,3}| ", 60),
            before: bool,
            behind: bool,
            most in 1usize..200,
        ) {
            let mut text = String::new();
            for (n, (token, gap)) in tokens.iter().zip(&gaps).enumerate() {
                if n > 0 || before {
                    text += gap;
                }
                text += token;
            }
            let mut expected: Vec<String> = tokens.iter().map(|token| {
                let digits = token.trim_start_matches('0');
                if digits.is_empty() { "0".to_owned() } else { digits.to_owned() }
            }).collect();
            if behind {
                text += "\n \n";
                expected.push(String::new());
            }
            for (name, level) in Level::available() {
                let (mut copy, mut at, mut found) = (Canonicalizer::START, 0, Vec::new());
                while at < text.len() {
                    let mut room = vec![0; most + COPY_SLACK];
                    let (used, written) = Kernel::new(level).canonicalize(&mut copy, &text.as_bytes()[at..], most, &mut room);
                    found.extend_from_slice(&room[..written]);
                    at += used;
                }
                prop_assert_eq!(String::from_utf8_lossy(&found), expected.join(" "), "{}", name);
            }
        }
    }
}
