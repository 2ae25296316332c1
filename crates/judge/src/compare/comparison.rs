//! The ways of comparing outputs, and their notations.

use std::fmt;

use super::decimal::Decimal;
use super::format::WhitespaceRules;
use nim_ground::failure::Failure;

/// Longest token read as a number, in bytes.
const LONGEST_NUMBER: usize = 4096;
/// Longest token compared by floating-point numbers first, in bytes.
const LONGEST_CLEAR: usize = 64;

/// A way of comparing outputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// Rules for white space; `None` when only tokens count.
    pub format: Option<WhitespaceRules>,
    /// Whether `yes` differs from `YES`.
    pub case_sensitive: bool,
    /// Numeric tolerance.
    pub tolerance: Tolerance,
}

/// Numeric tolerance; a number within either bound is accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// Absolute error.
    pub absolute: Option<f64>,
    /// Error relative to the expected number.
    pub relative: Option<f64>,
}

impl Default for Comparison {
    fn default() -> Self {
        Self::TOKENS
    }
}

impl Comparison {
    /// Token by token.
    pub const TOKENS: Self =
        Self { format: None, case_sensitive: true, tolerance: Tolerance { absolute: None, relative: None } };

    /// Returns whether an output is accepted at first sight: it is the answer, but for white space where that does not matter.
    pub fn accepts_at_once(&self, answer: &[u8], output: &[u8]) -> bool {
        let tokens = |text| <[u8]>::split(text, u8::is_ascii_whitespace).filter(|token| !token.is_empty());
        answer == output || self.format.is_none() && tokens(answer).eq(tokens(output))
    }

    /// Reads `tokens`, `exact`, `lines` or `float:1e-6`, the last one both absolutely and relatively.
    ///
    /// # Errors
    /// When the text is none of these.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        match text {
            "tokens" => Ok(Self::TOKENS),
            "exact" => Ok(Self { format: Some(WhitespaceRules::EXACT), ..Self::TOKENS }),
            "lines" => Ok(Self { format: Some(WhitespaceRules::LINES), ..Self::TOKENS }),
            _ => {
                let tolerance = text.strip_prefix("float:").and_then(tolerance);
                let tolerance = tolerance.ok_or_else(|| {
                    format!("expected tokens, exact, lines or float:1e-6, found \"{text}\"")
                })?;
                let tolerance = Tolerance { absolute: Some(tolerance), relative: Some(tolerance) };
                Ok(Self { tolerance, ..Self::TOKENS })
            }
        }
    }

    /// Returns the default of the ICPC package format with its options: tokens, letters of either case alike.
    ///
    /// # Errors
    /// When an option is not known or lacks its number.
    pub fn of_package(args: &[String]) -> Result<Self, Failure> {
        let mut comparison = Self { case_sensitive: false, ..Self::TOKENS };
        let mut args = args.iter();
        while let Some(option) = args.next() {
            let mut number = || {
                let number = args.next().and_then(|number| tolerance(number));
                number.ok_or_else(|| format!("the validator's option {option} needs a number")).map(Some)
            };
            match option.as_str() {
                "case_sensitive" => comparison.case_sensitive = true,
                "space_change_sensitive" => comparison.format = Some(WhitespaceRules::EXACT),
                "float_absolute_tolerance" => comparison.tolerance.absolute = number()?,
                "float_relative_tolerance" => comparison.tolerance.relative = number()?,
                "float_tolerance" => {
                    let tolerance = number()?;
                    comparison.tolerance = Tolerance { absolute: tolerance, relative: tolerance };
                }
                _ => return Err(format!("the default validator has no option {option}").into()),
            }
        }
        Ok(comparison)
    }

    /// Returns whether tokens may differ byte by byte.
    pub(super) fn is_loose(&self) -> bool {
        !self.case_sensitive || self.tolerance != Tolerance::default()
    }

    pub(super) fn same(&self, expected: &[u8], got: &[u8], whole: bool) -> bool {
        let same = if self.case_sensitive { expected == got } else { expected.eq_ignore_ascii_case(got) };
        same || (whole && self.tolerance.allows(expected, got))
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.format {
            None => f.write_str("tokens")?,
            Some(WhitespaceRules::EXACT) => f.write_str("exact")?,
            Some(WhitespaceRules::LINES) => f.write_str("lines")?,
            Some(WhitespaceRules { spaces, trailing, empty_lines, end }) => {
                f.write_str("lines")?;
                let counts = [
                    (spaces, true, ", any white space between tokens"),
                    (trailing, false, ", white space at their ends"),
                    (empty_lines, true, ", without empty ones"),
                    (end, false, ", the end"),
                ];
                for (_, _, text) in counts.iter().filter(|(counts, usual, _)| counts != usual) {
                    f.write_str(text)?;
                }
            }
        }
        if !self.case_sensitive {
            f.write_str(", letters of either case alike")?;
        }
        for (kind, tolerance) in
            [("absolute", self.tolerance.absolute), ("relative", self.tolerance.relative)]
        {
            if let Some(tolerance) = tolerance {
                write!(f, ", {kind} tolerance {tolerance:e}")?;
            }
        }
        Ok(())
    }
}

impl Tolerance {
    fn allows(self, expected: &[u8], got: &[u8]) -> bool {
        if self == Self::default() {
            return false;
        }
        self.allows_clearly(expected, got).unwrap_or_else(|| self.allows_exactly(expected, got))
    }

    /// Decides by floating-point numbers, where their rounding cannot matter.
    fn allows_clearly(self, expected: &[u8], got: &[u8]) -> Option<bool> {
        let number = |token: &[u8]| {
            let text = std::str::from_utf8(token).ok().filter(|text| text.len() <= LONGEST_CLEAR)?;
            text.parse().ok().filter(|number: &f64| number.is_finite())
        };
        let (expected, got) = (number(expected)?, number(got)?);
        let apart = (expected - got).abs();
        let bound = self.absolute.unwrap_or(0.0).max(self.relative.unwrap_or(0.0) * expected.abs());
        let error = 8.0 * f64::EPSILON * (expected.abs() + got.abs() + bound) + f64::MIN_POSITIVE;
        let is_clear = (apart - bound).abs() > error && error.is_finite();
        is_clear.then_some(apart < bound)
    }

    fn allows_exactly(self, expected: &[u8], got: &[u8]) -> bool {
        let (Some(expected), Some(got)) = (number(expected), number(got)) else { return false };
        let apart = expected.distance(&got);
        let bound = |most: Option<f64>| most.and_then(Decimal::shortest);
        bound(self.absolute).is_some_and(|most| apart.is_at_most(&most))
            || bound(self.relative).is_some_and(|most| apart.is_at_most(&most.times(&expected)))
    }
}

/// Returns a finite number.
fn number(token: &[u8]) -> Option<Decimal> {
    (token.len() <= LONGEST_NUMBER).then_some(token).and_then(Decimal::parse)
}

fn tolerance(text: &str) -> Option<f64> {
    text.parse().ok().filter(|&tolerance: &f64| tolerance.is_finite() && tolerance >= 0.0)
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
            if let Some(allowed) = tolerance.allows_clearly(&expected, &got) {
                prop_assert_eq!(allowed, tolerance.allows_exactly(&expected, &got));
            }
        }
    }

    #[test]
    fn what_rounding_may_decide_is_not_clear() {
        let tolerance = Tolerance { absolute: Some(1e-6), relative: None };
        for (expected, got) in
            [("123456789012345678", "123456789012345679"), ("0.000001", "0"), ("1e308", "-1e308")]
        {
            let clear = tolerance.allows_clearly(expected.as_bytes(), got.as_bytes());
            assert!(clear.is_none_or(|allowed| !allowed), "{expected} {got}");
            assert_eq!(tolerance.allows(expected.as_bytes(), got.as_bytes()), expected == "0.000001");
        }
        assert_eq!(tolerance.allows_clearly(b"1.5", b"1.5000001"), Some(true));
        assert_eq!(tolerance.allows_clearly(b"1.5", b"1.50001"), Some(false));
    }
}
