//! Numbers of threads and the like on the command line.

use std::num::NonZero;

/// Parses a number that is at least 1; one that is too large to count stands for the largest.
pub fn at_least_one(text: &str) -> Result<NonZero<usize>, String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("expected a number".to_owned());
    }
    let is_zero = digits.bytes().all(|byte| byte == b'0');
    if is_zero || digits.len() < text.len() {
        return Err("must be at least 1".to_owned());
    }
    Ok(digits.parse().unwrap_or(NonZero::<usize>::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_begin_at_one_and_have_no_end() {
        assert_eq!(at_least_one("7").map(NonZero::get), Ok(7));
        assert_eq!(at_least_one("99999999999999999999999"), Ok(NonZero::<usize>::MAX));
        for small in ["0", "00", "-1", "-0"] {
            assert_eq!(at_least_one(small).unwrap_err(), "must be at least 1", "{small}");
        }
        for bad in ["", "-", "+1", "1.5", "nan", "1e3", "x"] {
            assert_eq!(at_least_one(bad).unwrap_err(), "expected a number", "{bad}");
        }
    }
}
