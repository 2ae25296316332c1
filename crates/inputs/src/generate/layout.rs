//! The text of a case, with lines where the grammar ends them.

use std::num::NonZero;

use super::long_list::{self, Numbers};
use nim_ground::random::Random;
use nim_io::Lines;
use nim_solve::problem::{Field, Fields, Kind, Span};

/// A list of random numbers of any length, since it is not kept in memory.
pub(super) struct LongList {
    pub(super) len: usize,
    pub(super) range: (u64, u64),
    /// The generator before the first number.
    pub(super) random: Random,
}

/// Writes a case; `ends` are the tokens behind which lines end.
pub(super) fn write(
    case: &Fields<'_>,
    long: Option<&LongList>,
    ends: &[usize],
    threads: NonZero<usize>,
    out: &mut Lines<'_>,
) {
    let mut ends = ends.iter().copied().peekable();
    for span in case.spans.iter() {
        let values = case.values.get(span.range()).unwrap_or_default();
        let end = span.range().end;
        match (span.rows, span.fields) {
            (Some(_), [field]) if field.kind.is_natural() => out.rows(values, |value| [value]),
            (Some(_), fields) => {
                for row in values.chunks(fields.len()) {
                    tokens(case, &span, row, out);
                    out.end_row();
                }
            }
            (None, [Field { kind: Kind::List(_), .. }]) => {
                let (numbers, len) = match long {
                    Some(LongList { len, range, random }) if values.len() < span.len => {
                        (Numbers::Random { random, range: *range }, *len)
                    }
                    _ => (Numbers::Kept(values), values.len()),
                };
                long_list::write(&numbers, len, threads, out);
            }
            (None, _) => tokens(case, &span, values, out),
        }
        while ends.next_if(|&at| at <= end).is_some() {
            if span.rows.is_none() {
                out.end_row();
            }
        }
    }
}

/// Writes single tokens, each followed by a space.
fn tokens(case: &Fields<'_>, span: &Span, values: &[u64], out: &mut Lines<'_>) {
    for (field, &value) in span.fields.iter().zip(values) {
        match field.kind {
            Kind::Number | Kind::List(_) => out.put(value, b' '),
            Kind::Signed => {
                if value.cast_signed() < 0 {
                    out.copy(b"-");
                }
                out.put(value.cast_signed().unsigned_abs(), b' ');
            }
            Kind::Word(_) => {
                out.copy(case.word_of(value));
                out.copy(b" ");
            }
        }
    }
}
