//! Equality of tokens under a comparison.

use super::decimal::Decimal;
use nim_task::comparison::{Comparison, Tolerance};

/// Longest token read as a number, in bytes.
const LONGEST_NUMBER: usize = 4096;
/// Longest token compared by floating-point numbers first, in bytes.
const LONGEST_CLEAR: usize = 64;

/// Returns whether an output is accepted at first sight: it equals the answer, except in white space that does not matter.
pub fn accepts_at_once(comparison: &Comparison, answer: &[u8], output: &[u8]) -> bool {
    let tokens = |text| <[u8]>::split(text, u8::is_ascii_whitespace).filter(|token| !token.is_empty());
    answer == output || comparison.format.is_none() && tokens(answer).eq(tokens(output))
}

/// Returns whether tokens may differ byte by byte.
pub(super) fn is_loose(comparison: &Comparison) -> bool {
    !comparison.case_sensitive || comparison.tolerance != Tolerance::default()
}

/// Returns whether two tokens are equal, or with `whole` unset, whether their beginnings are.
pub(super) fn same(comparison: &Comparison, expected: &[u8], got: &[u8], whole: bool) -> bool {
    let same = if comparison.case_sensitive { expected == got } else { expected.eq_ignore_ascii_case(got) };
    same || (whole && allows(comparison.tolerance, expected, got))
}

fn allows(tolerance: Tolerance, expected: &[u8], got: &[u8]) -> bool {
    if tolerance == Tolerance::default() {
        return false;
    }
    allows_clearly(tolerance, expected, got).unwrap_or_else(|| allows_exactly(tolerance, expected, got))
}

/// Decides by floating-point numbers, where their rounding cannot matter.
fn allows_clearly(tolerance: Tolerance, expected: &[u8], got: &[u8]) -> Option<bool> {
    let numbers = [expected, got].map(|token| {
        let text = std::str::from_utf8(token).ok().filter(|text| text.len() <= LONGEST_CLEAR)?;
        text.parse().ok().filter(|number: &f64| number.is_finite())
    });
    let [Some(expected), Some(got)] = numbers else { return None };
    let apart = (expected - got).abs();
    let bound = tolerance.absolute.unwrap_or(0.0).max(tolerance.relative.unwrap_or(0.0) * expected.abs());
    let error = 8.0 * f64::EPSILON * (expected.abs() + got.abs() + bound) + f64::MIN_POSITIVE;
    let is_clear = (apart - bound).abs() > error && error.is_finite();
    is_clear.then_some(apart < bound)
}

fn allows_exactly(tolerance: Tolerance, expected: &[u8], got: &[u8]) -> bool {
    let (Some(expected), Some(got)) = (number(expected), number(got)) else { return false };
    let apart = expected.distance(&got);
    let bound = |most: Option<f64>| most.and_then(Decimal::shortest);
    bound(tolerance.absolute).is_some_and(|most| apart.is_at_most(&most))
        || bound(tolerance.relative).is_some_and(|most| apart.is_at_most(&most.times(&expected)))
}

fn number(token: &[u8]) -> Option<Decimal> {
    (token.len() <= LONGEST_NUMBER).then_some(token).and_then(Decimal::parse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_clear_is_exact(
            number in -2_000_000_000_i64..2_000_000_000, apart in -40_i64..40, scale in -20_i32..20,
            absolute in prop::option::of(0_i64..40), relative in prop::option::of(0.0..1e-7),
        ) {
            let text = |number: i64| format!("{number}e{scale}").into_bytes();
            let absolute = absolute.and_then(|steps| format!("{steps}e{scale}").parse().ok());
            let tolerance = Tolerance { absolute, relative };
            let (expected, got) = (text(number), text(number + apart));
            if let Some(allowed) = allows_clearly(tolerance, &expected, &got) {
                prop_assert_eq!(allowed, allows_exactly(tolerance, &expected, &got));
            }
        }
    }

    #[test]
    fn what_rounding_may_decide_is_not_clear() {
        let tolerance = Tolerance { absolute: Some(1e-6), relative: None };
        for (expected, got) in
            [("123456789012345678", "123456789012345679"), ("0.000001", "0"), ("1e308", "-1e308")]
        {
            let clear = allows_clearly(tolerance, expected.as_bytes(), got.as_bytes());
            assert!(clear.is_none_or(|allowed| !allowed), "{expected} {got}");
            assert_eq!(allows(tolerance, expected.as_bytes(), got.as_bytes()), expected == "0.000001");
        }
        assert_eq!(allows_clearly(tolerance, b"1.5", b"1.5000001"), Some(true));
        assert_eq!(allows_clearly(tolerance, b"1.5", b"1.50001"), Some(false));
    }
}
