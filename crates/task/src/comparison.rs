//! The ways of comparing outputs, and their notations.

use std::fmt;

use nim_ground::error::ValueError;

/// The rules by which outputs are compared with answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// Rules for white space; `None` when only tokens count.
    pub format: Option<WhitespaceRules>,
    /// Whether upper and lower case differ: `yes` and `YES`.
    pub case_sensitive: bool,
    /// The tolerance for numbers.
    pub tolerance: Tolerance,
}

/// Numeric tolerance; a number within either bound is accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// The absolute error allowed.
    pub absolute: Option<f64>,
    /// Error relative to the expected number.
    pub relative: Option<f64>,
}

impl Default for Comparison {
    fn default() -> Self {
        Self::TOKENS
    }
}

/// Rules for the white space that is compared besides the tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WhitespaceRules {
    /// Whether white space at the beginning of a line and between its tokens counts; otherwise any amount equals one space.
    pub spaces: bool,
    /// White space at the end of a line.
    pub trailing: bool,
    /// Empty lines before the last token.
    pub empty_lines: bool,
    /// All white space after the last token.
    pub end: bool,
}

impl WhitespaceRules {
    /// Every byte of white space counts.
    pub const EXACT: Self = Self { spaces: true, trailing: true, empty_lines: true, end: true };
    /// White space at the end of a line and empty lines at the end do not count.
    pub const LINES: Self = Self { trailing: false, end: false, ..Self::EXACT };
}

impl Comparison {
    /// Only tokens count, not white space.
    pub const TOKENS: Self =
        Self { format: None, case_sensitive: true, tolerance: Tolerance { absolute: None, relative: None } };

    /// Reads `tokens`, `exact`, `lines` or `float:1e-6`, the last one both absolutely and relatively.
    ///
    /// # Errors
    /// When the text is none of these.
    pub fn parse(text: &str) -> Result<Self, ValueError> {
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
    pub fn of_package(args: &[String]) -> Result<Self, ValueError> {
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

fn tolerance(text: &str) -> Option<f64> {
    text.parse().ok().filter(|&tolerance: &f64| tolerance.is_finite() && tolerance >= 0.0)
}
