//! The checkers that come with testlib and the judges that use it, as comparisons.

use crate::comparison::{Comparison, Tolerance, WhitespaceRules};

/// Numbers within `absolute` or, as a part of the expected one, within `relative`.
pub const fn near(absolute: Option<f64>, relative: Option<f64>) -> Comparison {
    Comparison { tolerance: Tolerance { absolute, relative }, ..Comparison::TOKENS }
}

/// Returns a comparison of lines with these rules.
pub const fn lines(rules: WhitespaceRules) -> Comparison {
    Comparison { format: Some(rules), ..Comparison::TOKENS }
}

/// Tokens, which must be on the same lines.
pub const WORDS: WhitespaceRules = WhitespaceRules { spaces: false, ..WhitespaceRules::LINES };
/// Tokens, which must be on the same lines; empty lines do not count.
pub const WORDS_OF_FILLED_LINES: WhitespaceRules = WhitespaceRules { empty_lines: false, ..WORDS };
/// Lines without white space at their ends; empty ones do not count.
pub const FILLED_LINES: WhitespaceRules = WhitespaceRules { empty_lines: false, ..WhitespaceRules::LINES };

/// Returns the comparison of one of testlib's standard checkers, such as `wcmp`.
pub fn testlib(name: &str) -> Option<Comparison> {
    Some(match name {
        // These checkers accept only numbers with a unique spelling.
        "wcmp" | "ncmp" | "hcmp" | "icmp" => Comparison::TOKENS,
        "yesno" | "nyesno" => Comparison { case_sensitive: false, ..Comparison::TOKENS },
        "lcmp" => lines(WORDS),
        "fcmp" => lines(WhitespaceRules { end: false, ..WhitespaceRules::EXACT }),
        "rcmp" | "acmp" => near(Some(1.5e-6), None),
        "rncmp" => near(Some(1.5e-5), None),
        "rcmp4" => near(Some(1e-4), Some(1e-4)),
        "rcmp6" | "dcmp" => near(Some(1e-6), Some(1e-6)),
        "rcmp9" => near(Some(1e-9), Some(1e-9)),
        _ => return None,
    })
}
