//! Parsers of numbers on the command line, and of yes and no.

use std::num::NonZero;

use nim_ground::error::ValueError;

/// Parses a number of at least 1; one above the range of `usize` stands for its maximum.
pub fn at_least_one(text: &str) -> Result<NonZero<usize>, ValueError> {
    match digits(text, 1)?.parse() {
        Ok(number) => NonZero::new(number).ok_or_else(|| too_small(1)),
        Err(_) => Ok(NonZero::<usize>::MAX),
    }
}

/// Parses a number of at most 64 bits.
pub fn number(text: &str) -> Result<u64, ValueError> {
    number_up_to(u64::MAX)(text)
}

/// Returns a parser of numbers up to `most`.
pub fn number_up_to(most: u64) -> impl Fn(&str) -> Result<u64, ValueError> + Clone {
    number_from(0, most)
}

/// Returns a parser of numbers from `least` to `most`.
pub fn number_from(least: u64, most: u64) -> impl Fn(&str) -> Result<u64, ValueError> + Clone {
    move |text| match digits(text, least)?.parse() {
        Ok(number) if number < least => Err(too_small(least)),
        Ok(number) if number <= most => Ok(number),
        _ => Err(format!("must be at most {most}").into()),
    }
}

pub fn yes_or_no(text: &str) -> Result<bool, ValueError> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(format!("expected yes or no, found {text:?}").into()),
    }
}

fn too_small(least: u64) -> ValueError {
    format!("must be at least {least}").into()
}

/// Returns the digits of a number without a sign; negative numbers are below `least`.
fn digits(text: &str, least: u64) -> Result<&str, ValueError> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("expected a number".into());
    }
    if digits.len() < text.len() { Err(too_small(least)) } else { Ok(digits) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_begin_at_one_and_have_no_end() {
        assert_eq!(at_least_one("7").map(NonZero::get), Ok(7));
        assert_eq!(at_least_one("99999999999999999999999"), Ok(NonZero::<usize>::MAX));
        for small in ["0", "00", "-1", "-0"] {
            assert_eq!(at_least_one(small).unwrap_err().to_string(), "must be at least 1", "{small}");
        }
        for bad in ["", "-", "+1", "1.5", "nan", "1e3", "x"] {
            assert_eq!(at_least_one(bad).unwrap_err().to_string(), "expected a number", "{bad}");
            assert_eq!(number(bad).unwrap_err().to_string(), "expected a number", "{bad}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused_in_plain_words() {
        assert_eq!(number("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(
            number("18446744073709551616").unwrap_err().to_string(),
            "must be at most 18446744073709551615"
        );
        assert_eq!(number("-1").unwrap_err().to_string(), "must be at least 0");
        assert_eq!(number_up_to(10)("11").unwrap_err().to_string(), "must be at most 10");
    }
}
