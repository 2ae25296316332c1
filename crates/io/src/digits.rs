//! Numbers as digits, one at a time.

use super::bytes::eight_times;

/// Numbers below this are in [`TEXT`].
pub(super) const SMALL: u64 = 1000;

/// Bytes of [`TEXT`] that may be read from the place of a number on.
pub(super) const WINDOW: usize = 32;

/// Bytes of the small numbers, each with a space behind it.
const TEXT_LEN: usize = place(SMALL as usize);

/// The small numbers in order, each with a space behind it: a range of them is a part of it. Some bytes follow.
pub(super) static TEXT: [u8; TEXT_LEN + WINDOW] = {
    let mut text = [b' '; TEXT_LEN + WINDOW];
    let mut number = 0;
    while number < SMALL as usize {
        let (mut rest, mut at) = (number, place(number + 1) - 1);
        while at > place(number) {
            at -= 1;
            text[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        number += 1;
    }
    text
};

/// Returns the offset of a number in [`TEXT`].
#[inline]
pub(super) const fn place(number: usize) -> usize {
    2 * number + number.saturating_sub(10) + number.saturating_sub(100)
}

/// Returns the place of a small number, with which the next one's comes.
#[inline]
pub(super) fn small(number: u64) -> Option<(usize, usize)> {
    (number < SMALL).then(|| (place(number as usize), place(number as usize + 1)))
}

/// The small numbers, each with a space behind it, as the bytes of a word; the others are 0.
static WORDS: [u32; SMALL as usize] = {
    let mut words = [0; SMALL as usize];
    let mut number = 0;
    while number < SMALL as usize {
        let mut at = place(number + 1);
        while at > place(number) {
            at -= 1;
            words[number] = words[number] << 8 | TEXT[at] as u32;
        }
        number += 1;
    }
    words
};

/// Returns the digits of a small number, and a space, as the bytes of a word and their number.
#[inline]
pub(super) fn small_text(number: u64) -> (u64, usize) {
    let word = WORDS.get(number as usize).copied().unwrap_or(b' '.into());
    (word.into(), 4 - word.leading_zeros() as usize / 8)
}

/// The number of bytes that [`write_number`] may overwrite.
pub(super) const DIGITS: usize = 32;

/// Writes a number, and returns its length; bytes behind it may be overwritten.
#[inline]
pub(super) fn write_number(number: u64, room: &mut [u8; DIGITS]) -> usize {
    let (first, rest) = if number < TEN_8 {
        (number, 0)
    } else if number < TEN_16 {
        (number / TEN_8, 1)
    } else {
        (number / TEN_16, 2)
    };
    let digits = eight_digits(first);
    // The last digit stays, even if it is 0.
    let zeros = (digits | 1 << 63).trailing_zeros() as usize / 8;
    let len = 8 - zeros;
    write_bytes((digits | eight_times(b'0')) >> (8 * zeros), 0, room);
    if rest == 2 {
        write_bytes(eight_digits(number / TEN_8 % TEN_8) | eight_times(b'0'), len, room);
        write_bytes(eight_digits(number % TEN_8) | eight_times(b'0'), len + 8, room);
    } else if rest == 1 {
        write_bytes(eight_digits(number % TEN_8) | eight_times(b'0'), len, room);
    }
    len + 8 * rest
}

#[inline]
fn write_bytes(bytes: u64, at: usize, room: &mut [u8; DIGITS]) {
    if let Some(room) = room[at..].first_chunk_mut() {
        *room = bytes.to_le_bytes();
    }
}

const TEN_8: u64 = 100_000_000;
const TEN_16: u64 = TEN_8 * TEN_8;

/// Returns the eight digits of a number below 10^8 as the values of bytes, the first in the lowest byte. Each step divides all
/// parts of the word by a constant.
const fn eight_digits(number: u64) -> u64 {
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = ((fours * 5_243) >> 19) & 0x7f_0000_007f;
    let pairs = hundreds | ((fours - hundreds * 100) << 16);
    let tens = ((pairs * 103) >> 10) & 0x000f_000f_000f_000f;
    tens | ((pairs - tens * 10) << 8)
}
