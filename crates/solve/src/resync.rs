//! Finds a case boundary near an offset.
//!
//! ```text
//! line = the first line that begins in the piece
//!        (if lines are long: searched near where the lengths of earlier cases predict one)
//! if all cases have the same numbers: return line
//! while line is in the piece:
//!     if cases are lists: if line has one number n, and the next line, or the rest of this one, has n numbers: return line
//!     else: if a case with its lines where the grammar ends them can begin at line: return line
//!     line = the next line
//! ```
//!
//! The design stops at a guess: only the first [`COUNTED`] bytes of a long line are counted, the first [`PROBED`] tokens of a case, and in
//! a piece one token for every [`TRIED`] bytes; and an input may be laid out so that the guess is wrong. The caller must verify it.

use super::walk::{Tokens, Walk};
use crate::problem::{Field, Grammar, Part, Shape, Span};
use memchr::memchr;
use nim_ground::lock::locked;
use nim_io::bytes::is_space;
use nim_io::sizes::size;
use std::ops::Range;
use std::sync::Mutex;

/// The number of bytes beyond a piece that its last case may take; the collector of the pieces handles a longer one.
pub(super) const BEYOND: usize = size(4 << 20, 256);

/// The length of recent cases, which predicts boundaries: where cases are long and of equal length, most of a piece need not
/// be searched.
#[derive(Default)]
pub(super) struct CaseLength(Mutex<RecentCases>);

/// Consecutive cases that have been answered.
#[derive(Clone, Copy, Default)]
struct RecentCases {
    /// The offset at which they ended.
    end: usize,
    /// The mean length in bytes.
    len: usize,
    /// Whether the cases recorded before had the same length.
    steady: bool,
}

impl CaseLength {
    /// Cases count as equally long if they differ by at most this fraction of it.
    const PART: usize = 64;

    /// Records that a text had this number of cases.
    pub(super) fn record(&self, text: Range<usize>, cases: u64) {
        if let Some(len) = usize::try_from(cases).ok().and_then(|cases| text.len().checked_div(cases)) {
            let mut seen = locked(&self.0);
            *seen = RecentCases { end: text.end, len, steady: len.abs_diff(seen.len) <= len / Self::PART };
        }
    }

    /// Predicts where the next case from `at` on begins; an empty range without a prediction.
    fn next_from(&self, at: usize) -> Range<usize> {
        let RecentCases { end, len, steady } = *locked(&self.0);
        if !steady || len == 0 {
            return at..at;
        }
        let off = len / Self::PART;
        let from = at.saturating_sub(off);
        let behind = (from as i64 - end as i64).rem_euclid(len as i64) as usize;
        let next = from + (len - behind) % len;
        next.saturating_sub(off).max(at)..next + off
    }
}

/// Returns the offset of the first white space in a piece, including the byte before it: a token before that belongs to an earlier piece.
pub(super) fn first_space(text: &[u8], piece: &Range<usize>) -> Option<usize> {
    let before = piece.start - 1;
    Some(before + text.get(before..piece.end)?.iter().position(|&byte| is_space(byte))?)
}

/// Bytes of a piece that are searched for the end of a line before the prediction is used.
const NEAR: usize = size(64 << 10, 50);

/// Returns the offset in a piece at which a case is likely to begin, and the number of steps of the search.
pub(super) fn resync(
    grammar: &Grammar,
    text: &[u8],
    piece: &Range<usize>,
    lengths: &CaseLength,
    walk: &mut Walk,
) -> (Option<usize>, u64) {
    let mut probed = 0;
    let line = find_case(grammar, text, piece, lengths, walk, &mut probed);
    // The search for the ends of lines is fast.
    let searched = line.unwrap_or(piece.end) - piece.start;
    (line, (searched / 16 + PROBE_STEPS * probed) as u64)
}

/// The steps charged for a token.
const PROBE_STEPS: usize = 4;
/// Tokens that a line of a list counts for.
const LINE: usize = 8;
/// The number of bytes of a piece for each probed token.
const TRIED: usize = 16;

/// Like [`resync`]; counts the tokens that have been `probed`.
fn find_case(
    grammar: &Grammar,
    text: &[u8],
    piece: &Range<usize>,
    lengths: &CaseLength,
    walk: &mut Walk,
    probed: &mut usize,
) -> Option<usize> {
    let line_in = |part: Range<usize>| Some(part.start + memchr(b'\n', text.get(part)?)? + 1);
    // A case that begins after the piece does not belong to it, so the search ends there.
    let before = piece.start - 1;
    let near = piece.end.min(before + NEAR);
    let mut line = line_in(before..near).or_else(|| {
        let likely = lengths.next_from(near);
        if likely.start >= piece.end {
            return None;
        }
        line_in(likely.start..likely.end.min(piece.end)).or_else(|| line_in(near..piece.end))
    })?;
    let shape = grammar.shape();
    while line < piece.end && *probed < piece.len() / TRIED {
        let fits = match shape {
            Shape::Fixed(_) => true,
            // A line is a word.
            Shape::General if !grammar.is_plain() => true,
            Shape::List { .. } => {
                *probed += LINE;
                match grammar.case {
                    [_] => is_list_in_line(&text[line..]),
                    _ => begins_list(&text[line..]),
                }
            }
            Shape::General if !has_tokens_of_first_line(grammar, &text[line..]) => {
                *probed += 1;
                false
            }
            Shape::General => {
                let mut probe = Probe { text: &text[line..], values: Vec::new() };
                let fits = !matches!(walk.lay_out(&mut probe), Err(Probed::Misfit));
                *probed += probe.values.len() + 1;
                fits
            }
        };
        if fits {
            return Some(line);
        }
        line = line_in(line..piece.end)?;
    }
    None
}

/// Returns whether a line has as many tokens as the first of a case, where that has no list.
fn has_tokens_of_first_line(grammar: &Grammar, text: &[u8]) -> bool {
    let Some(Part::Line(fields)) = grammar.case.first() else { return true };
    if fields.iter().any(Field::is_list) {
        return true;
    }
    let (mut tokens, mut is_in_token) = (0, false);
    for &byte in text {
        let was_in_token = is_in_token;
        is_in_token = !is_space(byte);
        tokens += usize::from(is_in_token && !was_in_token);
        if byte == b'\n' || tokens > fields.len() {
            break;
        }
    }
    tokens == fields.len()
}

/// The number of tokens of a case that are compared with its grammar.
const PROBED: usize = size(512, 20);

/// A text that may begin with a case, with lines ending where the grammar ends them.
struct Probe<'t> {
    text: &'t [u8],
    values: Vec<u64>,
}

/// The reason why a probe ended.
enum Probed {
    /// Enough tokens fit the grammar.
    Enough,
    /// The text does not begin with a case.
    Misfit,
}

impl Probe<'_> {
    /// Takes the next number of the line.
    fn number(&mut self) -> Result<(), Probed> {
        let blanks = self.text.iter().take_while(|&&byte| byte == b' ').count();
        let digits = self.text[blanks..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, rest) = self.text[blanks..].split_at(digits);
        let number = str::from_utf8(number).ok().and_then(|number| number.parse().ok());
        self.values.push(number.ok_or(Probed::Misfit)?);
        self.text = rest;
        Ok(())
    }
}

impl Tokens for Probe<'_> {
    type Error = Probed;

    fn have(&mut self, span: &Span) -> Result<(), Probed> {
        while self.values.len() < span.at + span.len {
            let read = self.values.len() - span.at;
            if span.rows.is_some() && read > 0 && read.is_multiple_of(span.fields.len()) {
                self.end_line()?;
            }
            if self.values.len() == PROBED {
                return Err(Probed::Enough);
            }
            self.number()?;
        }
        if span.rows.is_some() && span.len > 0 { self.end_line() } else { Ok(()) }
    }

    fn values(&self, from: usize) -> &[u64] {
        &self.values[from..]
    }

    fn refuse(&mut self, _: usize, _: String) -> Result<(), Probed> {
        Err(Probed::Misfit)
    }

    fn refuse_case(&mut self, _: String) -> Result<(), Probed> {
        Err(Probed::Misfit)
    }

    fn end_line(&mut self) -> Result<(), Probed> {
        let line = memchr(b'\n', self.text).ok_or(Probed::Misfit)?;
        let (rest, text) = self.text.split_at(line + 1);
        self.text = text;
        if rest.iter().all(|&byte| is_space(byte)) { Ok(()) } else { Err(Probed::Misfit) }
    }
}

/// Returns whether a text begins with a line of one number, and a line of as many numbers.
fn begins_list(text: &[u8]) -> bool {
    let end = memchr(b'\n', &text[..text.len().min(COUNTED)]);
    end.is_some_and(|end| lone_number(&text[..end]).is_some_and(|count| has_numbers(&text[end + 1..], count)))
}

/// Returns whether a text begins with a line of a number, and as many further numbers.
fn is_list_in_line(text: &[u8]) -> bool {
    let begun = text[..text.len().min(COUNTED)].trim_ascii_start();
    let digits = begun.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let count = str::from_utf8(&begun[..digits]).ok().and_then(|count| count.parse::<usize>().ok());
    count.and_then(|count| count.checked_add(1)).is_some_and(|count| has_numbers(text, count))
}

/// Returns the number on a line with only one.
fn lone_number(line: &[u8]) -> Option<usize> {
    std::str::from_utf8(line.trim_ascii()).ok()?.parse().ok()
}

/// Bytes of a line that are looked at.
const COUNTED: usize = size(512, 40);

/// Returns whether the first line of `text` has `count` numbers; for a long line, whether its beginning has no more.
fn has_numbers(text: &[u8], count: usize) -> bool {
    let begun = &text[..text.len().min(COUNTED)];
    let line = memchr(b'\n', begun).map_or(begun, |end| &begun[..end]);
    let found = line.split(|&byte| is_space(byte)).filter(|token| !token.is_empty()).count();
    if line.len() < COUNTED { found == count } else { found <= count }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_of_equal_length_predict_the_next() {
        let lengths = CaseLength::default();
        lengths.record(0..1_000, 1);
        assert!(lengths.next_from(5_000).is_empty(), "a single record predicts nothing");
        lengths.record(10_000..12_020, 2);
        // Cases of 1010 bytes, one of which ends at 12,020.
        for (at, next) in
            [(12_020, 12_020), (12_100, 13_030), (13_030, 13_030), (20_000, 20_100), (3_000, 3_940)]
        {
            let range = lengths.next_from(at);
            assert!(range.contains(&next) && range.start >= at && range.len() < 40, "{at}: {range:?}");
        }
        lengths.record(20_000..25_000, 1);
        assert!(lengths.next_from(5_000).is_empty(), "a case of another length");
    }
}
