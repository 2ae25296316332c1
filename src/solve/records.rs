//! A single case of an input: its numbers and its line, for checkers and for messages about outputs.
//!
//! Cases are read one after another with the solvers' reader, so the cost is that of all cases up to the one asked for.

use crate::io::Input;
use crate::io::lines::Lines;
use crate::io::numbers::Numbers;
use crate::problem::{Cases, Grammar, Items};
use std::io;

/// A case of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputCase {
    /// The line of its first number behind the count, or of the count where that is 0; counted from 1.
    pub line: u64,
    /// How many numbers it has, without the count.
    pub count: u64,
    /// The first of these numbers, as many as were asked for.
    pub numbers: Vec<u64>,
}

/// Returns case `number`, counted from 1, with at most `most` of its numbers; `None` if the input has no such case, is
/// malformed before it or in these numbers, or cannot be read.
#[must_use]
pub fn input_case(input: Input, grammar: &Grammar, number: u64, most: u64) -> Option<InputCase> {
    let mut nowhere = io::sink();
    let mut out = Lines::new(&mut nowhere);
    let mut numbers = Numbers::new(input, None, &mut out).ok()?;
    let counted = usize::from(grammar.cases == Cases::Counted);
    for _ in 0..grammar.header.len() + counted {
        numbers.next(&mut out).ok()?;
    }
    for _ in 1..number {
        let mut left = case_size(&mut numbers, grammar, &mut out)?;
        while left > 0 {
            left -= numbers.take(left, &mut out).ok()?.len() as u64;
        }
    }
    let count = case_size(&mut numbers, grammar, &mut out)?;
    let mut line = numbers.last_line();
    let mut first = Vec::new();
    for index in 0..count.min(most) {
        first.push(numbers.next(&mut out).ok()?);
        if index == 0 {
            line = numbers.last_line();
        }
    }
    Some(InputCase { line, count, numbers: first })
}

/// Reads the size of the next case; `None` after the last one.
fn case_size(numbers: &mut Numbers, grammar: &Grammar, out: &mut Lines<'_>) -> Option<u64> {
    numbers.ready(out).ok()?;
    if grammar.cases == Cases::UntilZero && numbers.rest().0.first() == Some(&0) {
        return None;
    }
    match grammar.items {
        Items::List { .. } => numbers.next(out).ok(),
        Items::Fixed(names) => Some(names.len() as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIRS: Grammar = Grammar { items: Items::Fixed(&["a", "b"]), ..Grammar::POSITIONS_UNTIL_ZERO };

    /// The line and the numbers of a case.
    fn case(grammar: &Grammar, input: &'static str, number: u64) -> Option<(u64, Vec<u64>)> {
        let found = input_case(Input::reader("test", input.as_bytes()), grammar, number, 3)?;
        assert_eq!(found.numbers.len() as u64, found.count.min(3), "{input:?}");
        Some((found.line, found.numbers))
    }

    #[test]
    fn no_case_lies_behind_the_closing_zero() {
        for (grammar, input) in
            [(PAIRS, "3 0\n4 5\n0\n6 7\n"), (Grammar::POSITIONS_UNTIL_ZERO, "1 0\n1 5\n0\n1 7\n")]
        {
            let lines: Vec<_> =
                (1..5).map(|number| case(&grammar, input, number).map(|(line, _)| line)).collect();
            assert_eq!(lines, [Some(1), Some(2), None, None], "{input:?}");
        }
        assert_eq!(case(&PAIRS, "3 0\n4 5\n0\n", 2), Some((2, vec![4, 5])));
    }

    #[test]
    fn a_case_is_on_the_line_of_its_first_number() {
        let input = "\u{feff}3\n\n2\n 7 8\n0\n5 1\n2 3 4 5";
        let cases: Vec<_> = (1..5).map(|number| case(&Grammar::COUNTED_POSITIONS, input, number)).collect();
        assert_eq!(cases, [Some((4, vec![7, 8])), Some((5, vec![])), Some((6, vec![1, 2, 3])), None]);
        let with_header = Grammar { header: &["k"], ..Grammar::ONE_POSITION };
        assert_eq!(case(&with_header, "9\n1\n6\n", 1), Some((3, vec![6])));
    }

    #[test]
    fn numbers_that_are_not_asked_for_are_not_read() {
        assert_eq!(case(&Grammar::ONE_POSITION, "4\n1 2 3 x", 1), Some((2, vec![1, 2, 3])));
        assert_eq!(case(&Grammar::ONE_POSITION, "4\n1 2 x 4", 1), None);
        assert_eq!(case(&Grammar::ONE_POSITION, "4\n1 2", 1), None);
    }
}
