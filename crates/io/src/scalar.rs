//! The scalar kernel: white-space separated bytes to numbers on any CPU, eight bytes at a time.
//!
//! A token is a maximal run of bytes other than space, `\t`, `\n`, `\v`, `\f` and `\r`. It is a number when it
//! is digits only and at most 2^64−1; leading zeros of any length are fine.

use super::batch::{Batch, Stop};
use super::bytes::{eight_digits, first_digits, is_space, leading_digits};

/// Decodes numbers from `text` into `room`. With `ended`, a token at the end of `text` is whole.
pub fn decode(text: &[u8], ended: bool, room: &mut [u64]) -> Batch {
    let mut batch = Batch::EMPTY;
    // The end of the last token.
    let mut end = 0;
    loop {
        while let Some(&byte) = text.get(batch.bytes)
            && is_space(byte)
        {
            batch.non_canonical |= byte != b' ';
            batch.bytes += 1;
        }
        batch.non_canonical |= batch.bytes > end + 1;
        if batch.bytes == text.len() {
            return Batch { stop: Stop::Bytes, ..batch };
        }
        let Some(slot) = room.get_mut(batch.numbers) else {
            return Batch { stop: Stop::Room, ..batch };
        };
        let rest = &text[batch.bytes..];
        let (value, len) = match short_number(rest).or_else(|| medium_number(rest)) {
            Some(found) => found,
            None => match long_number(rest) {
                Some((_, len)) if len == rest.len() && !ended => return Batch { stop: Stop::Bytes, ..batch },
                Some(found) => found,
                None => return Batch { stop: Stop::Bad, ..batch },
            },
        };
        *slot = value;
        batch.non_canonical |= rest[0] == b'0' && len > 1;
        batch.numbers += 1;
        batch.bytes += len;
        end = batch.bytes;
    }
}

/// Decodes a number of at most 15 digits at the beginning of `text`, which must have two words, and returns it with its length: the common
/// case.
#[inline]
fn short_number(text: &[u8]) -> Option<(u64, usize)> {
    let [low, high] = text.first_chunk::<16>()?.as_chunks::<8>().0 else { return None };
    let low = u64::from_le_bytes(*low);
    let low_digits = leading_digits(low);
    let (value, len, next) = if low_digits < 8 {
        (first_digits(low, low_digits), low_digits, low >> (8 * low_digits))
    } else {
        let high = u64::from_le_bytes(*high);
        let digits = leading_digits(high);
        if digits == 8 {
            return None;
        }
        let value = eight_digits(low) * POWERS[digits] + first_digits(high, digits);
        (value, 8 + digits, high >> (8 * digits))
    };
    (len > 0 && is_space(next as u8)).then_some((value, len))
}

/// The powers of ten by exponent.
const POWERS: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// Decodes a number of 16 to 20 digits at the beginning of `text`, which must have three words, and returns it with its length.
#[inline]
fn medium_number(text: &[u8]) -> Option<(u64, usize)> {
    let [low, high, last] = text.first_chunk::<24>()?.as_chunks::<8>().0 else { return None };
    let [low, high, last] = [low, high, last].map(|bytes| u64::from_le_bytes(*bytes));
    let digits = leading_digits(last);
    if leading_digits(low) < 8
        || leading_digits(high) < 8
        || digits > 4
        || !is_space((last >> (8 * digits)) as u8)
    {
        return None;
    }
    let value = (eight_digits(low) * 100_000_000 + eight_digits(high)).checked_mul(POWERS[digits])?;
    Some((value.checked_add(first_digits(last, digits))?, 16 + digits))
}

/// Most digits that cannot exceed 2^64−1.
const SAFE_DIGITS: usize = 19;

/// Decodes a number of any length at the beginning of `text`, and returns it with its length; `None` if the token is not a
/// number.
#[cold]
fn long_number(text: &[u8]) -> Option<(u64, usize)> {
    let mut value: u64 = 0;
    let mut len = 0;
    for &byte in text.iter().take_while(|&&byte| !is_space(byte)) {
        if !byte.is_ascii_digit() {
            return None;
        }
        let digit = u64::from(byte - b'0');
        value =
            if len < SAFE_DIGITS { value * 10 + digit } else { value.checked_mul(10)?.checked_add(digit)? };
        len += 1;
    }
    Some((value, len))
}
