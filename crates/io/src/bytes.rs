//! Byte classes, and digits eight at a time in one word.

use super::sizes::size;

/// Returns whether a byte separates tokens.
pub const fn is_space(byte: u8) -> bool {
    // One bit for each: cheaper than comparing with six bytes.
    const SPACES: u64 = 1 << b' ' | 1 << b'\t' | 1 << b'\n' | 1 << 0x0b | 1 << 0x0c | 1 << b'\r';
    byte <= b' ' && SPACES >> byte & 1 != 0
}

/// Returns the offset and the length of the token after the first `skip` tokens of `text`; `text.len()` and 0 if there is
/// none.
pub fn find(text: &[u8], skip: usize) -> (usize, usize) {
    let mut at = 0;
    let mut left = skip;
    loop {
        at += text[at..].iter().take_while(|&&byte| is_space(byte)).count();
        let len = text[at..].iter().take_while(|&&byte| !is_space(byte)).count();
        if left == 0 || len == 0 {
            return (at, len);
        }
        left -= 1;
        at += len;
    }
}

/// Returns a word of eight equal bytes.
pub(crate) const fn eight_times(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// Returns how many bytes at the beginning of `text` are among these letters. A word of less than 16 takes no branch on its length.
#[inline]
pub fn leading_letters(text: &[u8], letters: &[u8]) -> usize {
    const LOW: u128 = u128::from_le_bytes([0x7f; 16]);
    let mut len = 0;
    while let Some(&bytes) = text.get(len..).and_then(<[u8]>::first_chunk) {
        let bytes = u128::from_le_bytes(bytes);
        let others = letters.iter().fold(!LOW, |others, &letter| {
            let differs = bytes ^ u128::from_le_bytes([letter; 16]);
            // The top bit of each byte that is not 0.
            others & (((differs & LOW) + LOW) | differs)
        });
        if others != 0 {
            return len + others.trailing_zeros() as usize / 8;
        }
        len += 16;
    }
    len + text[len..].iter().take_while(|byte| letters.contains(byte)).count()
}

/// Returns how many of eight bytes, in memory order, precede the first that is not a digit.
#[inline]
pub const fn leading_digits(bytes: u64) -> usize {
    let digits = bytes ^ eight_times(b'0');
    // Below 10, adding 0x76 keeps the top bit clear. A carry spoils only bytes behind the first that is no digit.
    let others = (digits | digits.wrapping_add(eight_times(0x76))) & eight_times(0x80);
    others.trailing_zeros() as usize / 8
}

/// Returns the value of the first `count` < 8 of eight bytes, which are digits.
#[inline]
pub const fn first_digits(bytes: u64, count: usize) -> u64 {
    // The digits move to the end; the zero bytes before them count as zeros. In two steps: by 64 is no shift.
    eight_digits(bytes << (32 - 4 * count) << (32 - 4 * count))
}

/// Returns the value of eight digits in memory order.
#[inline]
pub const fn eight_digits(bytes: u64) -> u64 {
    joined_fours(joined_pairs(bytes & eight_times(0x0f)))
}

/// Joins digits, the first in the lowest byte, to pairs in two bytes each.
#[inline]
pub(crate) const fn joined_pairs(digits: u64) -> u64 {
    // In each product, the upper byte is ten times the first digit plus the second.
    digits.wrapping_mul(10 << 8 | 1) >> 8 & 0x00ff_00ff_00ff_00ff
}

/// Joins four pairs of digits into two numbers of four digits, and these into one of eight.
#[inline]
pub(crate) const fn joined_fours(pairs: u64) -> u64 {
    let fours = pairs.wrapping_mul(100 << 16 | 1) >> 16 & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(10_000 << 32 | 1) >> 32
}

/// Leading zeros of an unfinished token from which some are skipped.
const MANY_ZEROS: usize = size(4 << 10, 120);

/// Returns whether a text is a long run of zeros.
pub fn is_nothing_but_zeros(text: &[u8]) -> bool {
    // In parts, since each is compared as a whole.
    text.len() >= MANY_ZEROS
        && text.chunks(64).all(|part| part.iter().fold(0, |or, byte| or | (byte ^ b'0')) == 0)
}

/// Returns how many bytes at the beginning of `text` can be skipped, if only the beginning of a token at `token` follows: the white space
/// before the token, and many zeros except for two, which still show a kernel that there are some. In a `padded` token, after skipped
/// zeros, any zeros are many.
pub fn skippable(text: &[u8], token: usize, padded: bool) -> usize {
    let zeros = text[token..].iter().take_while(|&&byte| byte == b'0').count();
    if zeros < MANY_ZEROS && !padded { token } else { token + zeros.saturating_sub(2) }
}
