//! A single case of an input: its numbers, its words and its line, for checkers and for messages about outputs.
//!
//! Cases are read one after another with the solvers' reader, so the cost includes all earlier cases.

use super::cases::{BegunCase, CaseLabel};
use super::fields::{FieldTokens, Gather, NoToken};
use super::walk::Walk;
use crate::problem::{Cases, Count, Field, Fields, Grammar, Kind, Shape};
use itertools::Itertools;
use nim_io::Input;
use nim_io::error::Failure;
use nim_io::lines::Lines;
use nim_io::numbers::{Missing, Numbers};
use std::io;
use std::ops::{ControlFlow, RangeInclusive};

/// A case of an input, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputCase {
    /// The line on which the case begins, from 1; for a list, the line of its first item.
    pub line: u64,
    /// The lines, from that of a list's count; the last is [`u64::MAX`] if no token follows.
    pub lines: RangeInclusive<u64>,
    /// The tokens in words, if there are few: `n 5, m 2`, `heaps 3 5 6`.
    pub text: String,
    /// The numbers, without the count of a list.
    pub numbers: Vec<u64>,
}

/// The number of tokens that the text of a case shows at most.
const SHOWN: usize = 8;

/// Returns case `number`, counted from 1; `None` if the input has no such case, is malformed up to its end, or cannot be
/// read.
pub fn input_case(input: Input, grammar: &Grammar, number: u64) -> Option<InputCase> {
    let skipped = usize::from(matches!(grammar.shape(), Shape::List { .. }));
    with_case(input, grammar, number, |line, lines, fields| InputCase {
        line,
        lines,
        text: text_of(fields, skipped),
        numbers: fields.values[skipped..].to_vec(),
    })
}

/// Reads the header, and how many cases follow at most.
fn begin(numbers: &mut Numbers, grammar: &Grammar, out: &mut Lines<'_>) -> Result<(Vec<u64>, u64), Failure> {
    let mut next = |name| numbers.next(out).map_err(|missing| numbers.missing(missing, name));
    let header = grammar.header.iter().map(|name| next(name)).collect::<Result<_, _>>()?;
    let most = match grammar.cases {
        Cases::One => 1,
        Cases::Counted => next("case count")?,
        Cases::ToEnd | Cases::UntilZeros(_) => u64::MAX,
    };
    Ok((header, most))
}

/// Calls a function with every case, its number from 1, and the numbers of the header, until the function stops or the input ends. Returns
/// the number of cases.
///
/// # Errors
/// When the input is malformed, cannot be read, or changes meanwhile. The cases before that have been handed on.
pub fn each_case(
    input: Input,
    grammar: &Grammar,
    mut take: impl FnMut(u64, &[u64], &Fields<'_>) -> ControlFlow<()>,
) -> Result<u64, Failure> {
    let error_source = input.error_source();
    let mut nowhere = io::sink();
    let out = &mut Lines::new(&mut nowhere);
    out.watch(input.watched().cloned());
    let read = Numbers::new(input, None, out)
        .and_then(|mut numbers| take_cases(&mut numbers, grammar, out, &mut take));
    let unchanged = out.flush().map_err(Failure::Write);
    read.and_then(|count| unchanged.map(|()| count)).map_err(|failure| error_source.explain(failure))
}

/// Hands on the cases of an input that was opened.
fn take_cases(
    numbers: &mut Numbers,
    grammar: &Grammar,
    out: &mut Lines<'_>,
    take: &mut impl FnMut(u64, &[u64], &Fields<'_>) -> ControlFlow<()>,
) -> Result<u64, Failure> {
    let (header, most) = begin(numbers, grammar, out)?;
    let has_count = matches!(grammar.cases, Cases::One | Cases::Counted);
    let mut walk = Walk::new(grammar, &header);
    let tokens = &mut FieldTokens::default();
    for case in 0..most {
        tokens.clear();
        let mut gather = Gather { numbers, out, tokens, ahead: false };
        let is_closed = match grammar.cases {
            Cases::UntilZeros(zeros) => gather.closes(zeros),
            _ => Ok(false),
        };
        let read = is_closed
            .and_then(|is_closed| if is_closed { Ok(false) } else { walk.run(&mut gather).map(|_| true) });
        match read {
            Ok(true) => {}
            Ok(false) => return Ok(case),
            // Without a count, the end of the input is that of the cases.
            Err(NoToken::Missing(Missing::Ended, _)) if !has_count && tokens.values().is_empty() => {
                return Ok(case);
            }
            Err(no_token) => {
                let label = CaseLabel((grammar.cases != Cases::One).then_some(case + 1));
                let begun = BegunCase { walk: &walk, tokens, listed: 0 };
                return Err(begun.failure(no_token, label, numbers, out));
            }
        }
        if take(case + 1, &header, &tokens.fields(&walk)).is_break() {
            return Ok(case + 1);
        }
    }
    Ok(most)
}

/// Hands on the line, all lines, and the fields of case `number`, counted from 1; `None` as in [`input_case`].
pub fn with_case<T>(
    input: Input,
    grammar: &Grammar,
    number: u64,
    take: impl FnOnce(u64, RangeInclusive<u64>, &Fields<'_>) -> T,
) -> Option<T> {
    let mut nowhere = io::sink();
    let out = &mut Lines::new(&mut nowhere);
    let numbers = &mut Numbers::new(input, None, out).ok()?;
    let (header, _) = begin(numbers, grammar, out).ok().filter(|&(_, most)| most >= number)?;
    let mut walk = Walk::new(grammar, &header);
    let tokens = &mut FieldTokens::default();
    let is_list = matches!(grammar.shape(), Shape::List { .. });
    let (mut line, mut first_line) = (0, 0);
    for case in 1..=number {
        if case == number {
            line = numbers.next_line(out)?;
            first_line = line;
        }
        tokens.clear();
        let mut gather = Gather { numbers, out, tokens, ahead: false };
        if let Cases::UntilZeros(zeros) = grammar.cases
            && gather.closes(zeros).ok()?
        {
            return None;
        }
        if case == number && is_list && gather.first().ok()? > 0 {
            line = gather.numbers.next_line(gather.out)?;
        }
        walk.run(&mut gather).ok()?;
    }
    let last_line = numbers.next_line(out).map_or(u64::MAX, |next| (next - 1).max(first_line));
    Some(take(line, first_line..=last_line, &tokens.fields(&walk)))
}

/// Returns the tokens of a case in words, if there are few: `n 5, m 2`, `heaps 3 5 6`.
pub fn text(grammar: &Grammar, fields: &Fields<'_>) -> String {
    text_of(fields, usize::from(matches!(grammar.shape(), Shape::List { .. })))
}

/// Returns the tokens of a case in words, without those of the first spans.
fn text_of(fields: &Fields<'_>, skipped: usize) -> String {
    let mut parts = Vec::new();
    let mut left = SHOWN;
    for span in fields.spans.iter().skip(skipped) {
        let values = &fields.values[span.range()];
        // Rows are shown whole.
        let unit = span.rows.map_or(1, |_| span.fields.len().max(1));
        let shown = values.len().min(left / unit * unit);
        left -= shown;
        if shown < values.len().min(unit) {
            break;
        }
        let token = |i: usize| match span.fields[i % span.fields.len()].kind {
            Kind::Number | Kind::List(_) => values[i].to_string(),
            Kind::Signed => values[i].cast_signed().to_string(),
            Kind::Word(_) => String::from_utf8_lossy(fields.word_of(values[i])).into_owned(),
        };
        match (span.rows, span.fields) {
            (None, [field]) if is_list(field) && values.is_empty() => {
                parts.push(format!("no {}", plural(field.name)));
            }
            (None, [field]) if is_list(field) => {
                parts.push(format!("{} {}", plural(field.name), (0..shown).map(token).join(" ")));
            }
            (None, fields) => parts.extend((0..shown).map(|i| format!("{} {}", fields[i].name, token(i)))),
            (Some(name), fields) => {
                let rows = (0..shown).chunks(fields.len());
                parts.extend(rows.into_iter().map(|row| format!("{name} {}", row.map(token).join(" "))));
            }
        }
    }
    let all: usize = fields.spans.iter().skip(skipped).map(|span| span.len).sum();
    if all <= SHOWN {
        return parts.join(", ");
    }
    // If a list or rows come after few other fields, only its own numbers or rows are counted.
    let last = fields.spans.iter().last().filter(|last| all - last.len < SHOWN);
    let counted = match last.map(|last| (last.rows, last.len, last.fields.len().max(1))) {
        Some((Some(name), len, fields)) => format!("{} {}", len / fields, plural(name)),
        Some((None, len, _)) => len.to_string(),
        None => format!("{all} numbers"),
    };
    format!("{} … ({counted} in all)", parts.join(", "))
}

/// Returns whether a field may have several numbers.
fn is_list(field: &Field) -> bool {
    matches!(field.kind, Kind::List(count) if count != Count::Exactly(1))
}

/// Returns the plural of a name.
fn plural(name: &str) -> String {
    if name.ends_with('s') { name.to_owned() } else { format!("{name}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Part, list, number, rows, signed, word};

    const PAIRS: Grammar = Grammar {
        cases: Cases::UntilZeros(1),
        case: &[Part::Line(&[number("a"), number("b")])],
        ..Grammar::NOTHING
    };

    /// Returns the line and the text of a case.
    fn case(grammar: &Grammar, input: &'static str, number: u64) -> Option<(u64, String)> {
        let found = input_case(Input::reader("test", input.as_bytes()), grammar, number)?;
        Some((found.line, found.text))
    }

    fn found(line: u64, text: &str) -> Option<(u64, String)> {
        Some((line, text.to_owned()))
    }

    #[test]
    fn an_input_that_cannot_be_read_to_its_end_has_no_number_of_cases() {
        /// A stream that fails after its text.
        struct Failing(&'static [u8]);
        impl io::Read for Failing {
            fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
                let read = self.0.read(room)?;
                if read == 0 { Err(io::Error::other("the disk is broken")) } else { Ok(read) }
            }
        }
        let count = |grammar: &Grammar, input: Input| {
            let mut seen = 0;
            let count = each_case(input, grammar, |number, _, _| {
                seen = number;
                ControlFlow::Continue(())
            });
            (seen, count)
        };
        const TO_END: Grammar = Grammar { cases: Cases::ToEnd, ..PAIRS };
        for (grammar, text, whole) in [
            (TO_END, "1 2\n3 4\n", Some(2)),
            (TO_END, "1 2\n3\n", None),
            (TO_END, "1 2\n3 x\n", None),
            (PAIRS, "1 2\n3 4\n0\n", Some(2)),
            (PAIRS, "1 2\n3 4\n", Some(2)),
            (PAIRS, "1 2\n3 4\nx\n", None),
            (Grammar::COUNTED_POSITIONS, "2\n1 3\n2 4 5\n", Some(2)),
            (Grammar::COUNTED_POSITIONS, "2\n1 3\n", None),
            (Grammar::COUNTED_POSITIONS, "", None),
        ] {
            let (seen, read) = count(&grammar, Input::reader("test", text.as_bytes()));
            match (read, whole) {
                (Ok(read), Some(whole)) => assert_eq!((seen, read), (whole, whole), "{text:?}"),
                (Err(Failure::Malformed(_)), None) => assert!(seen <= 2, "{text:?}"),
                (read, _) => panic!("{text:?}: {read:?}"),
            }
            let (_, failed) = count(&grammar, Input::reader("test", Failing(text.as_bytes())));
            let is_read = text.ends_with("0\n")
                || text.contains('x')
                || grammar.cases == Cases::Counted && whole.is_some();
            assert!(is_read || matches!(failed, Err(Failure::Read(..))), "{text:?}: {failed:?}");
        }
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
        assert_eq!(case(&PAIRS, "3 0\n4 5\n0\n", 2), found(2, "a 4, b 5"));
    }

    #[test]
    fn a_list_is_on_the_line_of_its_first_item() {
        let input = "\u{feff}3\n\n2\n 7 8\n0\n\n12\n2 3 4 5 6 7 8 9 10 11 12 13";
        let cases: Vec<_> = (1..5).map(|number| case(&Grammar::COUNTED_POSITIONS, input, number)).collect();
        let long = found(8, "heaps 2 3 4 5 6 7 8 9 … (12 in all)");
        assert_eq!(cases, [found(4, "heaps 7 8"), found(5, "no heaps"), long, None]);
        const BEHIND: Grammar = Grammar {
            case: &[Part::Line(&[number("n"), number("k")]), Part::Line(&[list("take", Count::Of("k"))])],
            ..Grammar::NOTHING
        };
        let cut = "n 99, k 9, takes 1 2 3 4 5 6 … (9 in all)";
        assert_eq!(case(&BEHIND, "99 9\n1 2 3 4 5 6 7 8 9\n", 1), found(1, cut));
        let with_header = Grammar { header: &["k"], ..Grammar::ONE_POSITION };
        assert_eq!(case(&with_header, "9\n1\n6\n", 1), found(3, "heaps 6"));
    }

    #[test]
    fn fields_of_every_kind_are_named() {
        const FIELDS: Grammar = Grammar {
            cases: Cases::ToEnd,
            case: &[
                Part::Line(&[word("name"), signed("shift"), number("n")]),
                Part::Line(&[list("mark", Count::Exactly(2))]),
                rows(
                    "edge",
                    Count::Linear { times: 1, of: "n", plus: -1 },
                    &[Part::Line(&[number("from"), number("to")])],
                ),
            ],
            ..Grammar::NOTHING
        };
        let input = "tree -3 2\n8 9\n1 2\npoint 4 1\n7 7\n";
        assert_eq!(case(&FIELDS, input, 1), found(1, "name tree, shift -3, n 2, marks 8 9, edge 1 2"));
        assert_eq!(case(&FIELDS, input, 2), found(4, "name point, shift 4, n 1, marks 7 7"));
        assert_eq!(case(&FIELDS, input, 3), None);
    }
}
