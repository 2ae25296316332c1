//! One heap of so many stones that no machine word holds their number: a move takes a power of two, and the least first move that wins is asked for.
//!
//! The player to move loses exactly on multiples of 3, as in `powers_of_two`. So a first move wins if it leaves one, and the least that does takes the remainder, 1 or 2.
//! A number and the sum of its decimal digits leave the same remainder, since 10 leaves 1.

#[cfg(test)]
pub(super) mod oracle;

use nim_solve::prelude::*;

/// The answers by the remainder.
const ANSWERS: [Line; 3] = [Line::new("2"), Line::new("1\n1"), Line::new("1\n2")];

/// See `statement.en.md`.
#[derive(Default)]
pub struct PowersOfTwoFirstMove;

/// Returns the sum of the decimal digits of a number.
#[inline]
fn digit_sum(digits: &[u8]) -> usize {
    digits.iter().map(|digit| usize::from(digit - b'0')).sum()
}

/// Checks that a number has no zeros in front, and is none itself.
fn is_positive(case: &Fields<'_>) -> Result<(), ValueError> {
    if case.word("stones").first() == Some(&b'0') {
        return Err("expected a positive number without zeros in front".into());
    }
    Ok(())
}

impl Problem for PowersOfTwoFirstMove {
    const THEMES: &'static [Theme] = &[Theme::TakeAway];
    const RULE: &'static str = "Take a power of two, the last stone wins: print `1` and the least first move that wins when the first player wins, else `2`";
    const IDEA: &'static str = "the first player loses on multiples of 3, and else takes the remainder";
    const GRAMMAR: Grammar = Grammar {
        case: &[line(&[letters("stones", "1234567890")])],
        unchecked: &[Condition::Case("the number is positive", CaseCheck(is_positive))],
        ..Grammar::NOTHING
    };
    const NEEDS: Needs = Needs::Fields;
    type Summary = ();

    #[inline]
    fn answer(&self, case: Case<'_, ()>, out: &mut Lines<'_>) {
        out.line(&ANSWERS[digit_sum(case.word("stones")) % 3]);
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let sum = digit_sum(case.word("stones"));
        let rest = sum % 3;
        let rule = match rest {
            _ if sum == 0 => "empty",
            0 => "lost",
            _ => "won",
        };
        CaseAnalysis::none().rule(rule).with("sum", sum).with("rest", rest)
    }
}
