//! Strict reading: every place in which an input differs from its statement.
//!
//! ```text
//! one space between the tokens of a line, a line feed where the grammar ends it, none elsewhere
//! no sign, no leading zero, nothing behind the last line, the closing zeros where there are some
//! every bound, sum and condition
//! ```
//!
//! The solvers' walker of grammars determines the next token and the ends of lines; here a token is read with the bytes around it. Faults
//! are noted, and the walk continues:
//!
//! | found | then |
//! |---|---|
//! | wrong white space, a leading zero, a value out of bounds | noted, and nothing is skipped |
//! | a token that is no number | the rest of the line is skipped |
//! | a line that ends early, or goes on | the walk goes on with the next line; where tokens go on as the grammar's next line does, with them |
//! | a case that does not lead to the beginning of another | lines are skipped up to one from which two cases fit, if there is one nearby; from then on cases are not counted |
//! | the end of the input | said once |
//!
//! A condition is not checked on a token that stands for a missing one, nor if it needs a wrong number of the header.
//!
//! | file | holds |
//! |---|---|
//! | `violations` | a violation, and the first of them in order |
//! | `tally` | a field's bounds, with the values and the sum found |
//! | `text` | tokens of a text with the bytes around them |
//! | `tokens` | the spans of a case, for the walker |
//! | `cases` | the header, the cases and what follows them; finding the next case where one has lost step |

mod cases;
mod tally;
mod text;
mod tokens;
mod violations;

pub use self::tally::Tally;
pub use self::violations::Violation;

pub(super) use self::tally::tallies;

use self::cases::read_all;
use self::text::Text;
use self::violations::Violations;
use super::Description;
use nim_ground::error::best_effort;

/// The result of reading an input strictly.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The first violations, in order.
    pub violations: Vec<Violation>,
    /// The number of further violations.
    pub more: u64,
    /// The values of each field, and their sums.
    pub tallies: Vec<Tally>,
}

/// Reads an input strictly, and keeps at most `most` violations. Calls `passed` regularly with the offset reached; lines of violations are
/// counted in a second pass.
pub fn read(description: &Description, input: &[u8], most: usize, mut passed: impl FnMut(usize)) -> Reading {
    let mut text = Text::new(input, tallies(description), Violations::new(most));
    text.passed = Some(&mut passed);
    if text.is_utf16() {
        text.violations.note(0, text::INPUT, || "the input is UTF-16, convert it to UTF-8".to_owned());
    } else {
        // The violation that ends the reading has been noted.
        best_effort(read_all(&description.grammar, &mut text));
    }
    let Text { violations, tallies, .. } = text;
    let (violations, more) = violations.located(input, &mut passed);
    Reading { violations, more, tallies }
}

/// Returns the first violations of an input, at most `most`, in order.
pub fn violations(description: &Description, input: &[u8], most: usize) -> Vec<Violation> {
    read(description, input, most, |_| {}).violations
}

/// Returns whether an input follows its statement strictly. Stops at the first violation.
pub fn is_valid(description: &Description, input: &[u8]) -> bool {
    let mut text = Text::new(input, tallies(description), Violations::until_first());
    read_all(&description.grammar, &mut text).is_ok() && text.violations.is_empty()
}
