//! Natural order: numbers inside names count as numbers.

use std::cmp::Ordering;

/// Compares names so that 2 comes before 10; names that agree so far (`1` and `01`) are compared as text.
pub fn natural(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a.as_bytes(), b.as_bytes());
    while let (Some(x), Some(y)) = (left.first(), right.first()) {
        let order = if x.is_ascii_digit() && y.is_ascii_digit() {
            let (number_left, number_right) = (take_number(&mut left), take_number(&mut right));
            number_left.len().cmp(&number_right.len()).then_with(|| number_left.cmp(number_right))
        } else {
            (left, right) = (&left[1..], &right[1..]);
            rank(*x).cmp(&rank(*y))
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    left.len().cmp(&right.len()).then_with(|| a.cmp(b))
}

/// Returns the rank of a byte in the order. The separator sorts first, so that the files of a folder stay together.
fn rank(byte: u8) -> u8 {
    if byte == b'/' { 0 } else { byte }
}

/// Removes the digits at the front and returns them without leading zeros.
fn take_number<'a>(text: &mut &'a [u8]) -> &'a [u8] {
    let end = text.iter().position(|b| !b.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    *text = rest;
    let zeros = digits.iter().position(|&b| b != b'0').unwrap_or(digits.len());
    &digits[zeros..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_as_numbers_and_folders_stay_together() {
        let mut names =
            vec!["a10.in", "a2.in", "a/10", "a/9", "a02.in", "b", "a", "99999999999999999999999", "1"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(
            names,
            ["1", "99999999999999999999999", "a", "a/9", "a/10", "a02.in", "a2.in", "a10.in", "b"]
        );
    }
}
