//! Finds a case boundary near an offset.
//!
//! ```text
//! line = the first line that begins in the piece
//!        (if lines are long: searched near where the lengths of earlier cases predict one)
//! if all cases have the same numbers: return line
//! while line is in the piece:
//!     if line has one number n, and the next line has n numbers: return line
//!     line = the next line
//! ```
//!
//! The design stops at a guess: of a long line, only the first [`COUNTED`] bytes are counted, and an input may be laid out so
//! that the guess is wrong. The caller must verify it.

use crate::io::bytes::is_space;
use crate::lock::locked;
use crate::problem::{Problem, Shape};
use memchr::memchr;
use std::ops::Range;
use std::sync::Mutex;

/// Bytes behind a piece that its last case may take; a longer one is left to the collector of the pieces.
pub(super) const BEYOND: usize = 4 << 20;

/// The length of recent cases, which predicts boundaries: where cases are long and of equal length, most of a piece need not
/// be searched.
#[derive(Default)]
pub(super) struct CaseLength(Mutex<RecentCases>);

/// Consecutive cases that have been answered.
#[derive(Clone, Copy, Default)]
struct RecentCases {
    /// Where they ended.
    end: usize,
    /// Their mean length.
    len: usize,
    /// Whether the cases recorded before had the same length.
    steady: bool,
}

impl CaseLength {
    /// Cases are of the same length if they differ by at most this fraction of it.
    const PART: usize = 64;

    /// Records that a text had so many cases.
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

/// Returns where the first white space of a piece begins, the byte before it included: a token before that belongs to an
/// earlier piece.
pub(super) fn first_space(text: &[u8], piece: &Range<usize>) -> Option<usize> {
    let before = piece.start - 1;
    Some(before + text.get(before..piece.end)?.iter().position(|&byte| is_space(byte))?)
}

/// Bytes of a piece that are searched for the end of a line before the prediction is used.
const NEAR: usize = 64 << 10;

/// Returns where in a piece a case is likely to begin.
pub(super) fn resync<P: Problem>(text: &[u8], piece: &Range<usize>, lengths: &CaseLength) -> Option<usize> {
    let text = &text[..text.len().min(piece.end + BEYOND)];
    let line_in = |part: Range<usize>| Some(part.start + memchr(b'\n', text.get(part)?)? + 1);
    // A case that begins behind the piece is none of it, so the search ends there.
    let before = piece.start - 1;
    let near = piece.end.min(before + NEAR);
    let mut line = line_in(before..near).or_else(|| {
        let likely = lengths.next_from(near);
        if likely.start >= piece.end {
            return None;
        }
        line_in(likely.start..likely.end.min(piece.end)).or_else(|| line_in(near..piece.end))
    })?;
    let Shape::List { .. } = P::GRAMMAR.shape() else {
        return (line < piece.end).then_some(line);
    };
    while line < piece.end {
        let next = line_in(line..text.len())?;
        if let Some(count) = lone_number(&text[line..next])
            && has_numbers(&text[next..], count)
        {
            return Some(line);
        }
        line = next;
    }
    None
}

/// Returns the number on a line with only one.
fn lone_number(line: &[u8]) -> Option<usize> {
    std::str::from_utf8(line.trim_ascii()).ok()?.parse().ok()
}

/// Bytes of a line in which numbers are counted.
const COUNTED: usize = 512;

/// Whether the first line of `text` has `count` numbers; of a long line, whether it has no more in its beginning.
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
