//! Where in the middle of a text a case may begin.

use crate::io::bytes::is_space;
use crate::lock::locked;
use crate::problem::{Items, Problem};
use memchr::memchr;
use std::ops::Range;
use std::sync::Mutex;

/// Bytes behind a piece that its last case may take, before it is left to the one who puts the pieces together.
pub(super) const BEYOND: usize = 4 << 20;

/// How long cases have been: where lines are long and alike, most of a piece need not be searched for the end of one.
#[derive(Default)]
pub(super) struct Pace(Mutex<Seen>);

/// Cases that have been answered.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// Where they ended.
    end: usize,
    /// How long they were, on the average.
    len: usize,
    /// Whether those that were seen before were as long.
    alike: bool,
}

impl Pace {
    /// How much longer or shorter, as a part of their length, cases may be that are alike.
    const PART: usize = 64;

    /// Learns that a text had so many cases.
    pub(super) fn learn(&self, text: Range<usize>, cases: u64) {
        if let Some(len) = usize::try_from(cases).ok().and_then(|cases| text.len().checked_div(cases)) {
            let mut seen = locked(&self.0);
            *seen = Seen { end: text.end, len, alike: len.abs_diff(seen.len) <= len / Self::PART };
        }
    }

    /// Where the next case from `at` on is likely to begin; an empty range where nobody knows.
    fn next_from(&self, at: usize) -> Range<usize> {
        let Seen { end, len, alike } = *locked(&self.0);
        if !alike || len == 0 {
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

/// Bytes of a piece that are searched for the end of a line at once.
const NEAR: usize = 64 << 10;

/// Where in a piece a case may begin: at a line with one number, behind which a line has that many.
pub(super) fn resync<P: Problem>(text: &[u8], piece: &Range<usize>, pace: &Pace) -> Option<usize> {
    let text = &text[..text.len().min(piece.end + BEYOND)];
    let line_in = |part: Range<usize>| Some(part.start + memchr(b'\n', text.get(part)?)? + 1);
    // A case of the piece begins in it, so that no line has to be looked for behind it.
    let before = piece.start - 1;
    let near = piece.end.min(before + NEAR);
    let mut line = line_in(before..near).or_else(|| {
        let likely = pace.next_from(near);
        if likely.start >= piece.end {
            return None;
        }
        line_in(likely.start..likely.end.min(piece.end)).or_else(|| line_in(near..piece.end))
    })?;
    let Items::List { .. } = P::GRAMMAR.items else {
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

/// The number that is alone on a line.
fn lone_number(line: &[u8]) -> Option<usize> {
    std::str::from_utf8(line.trim_ascii()).ok()?.parse().ok()
}

/// Bytes of a line in which its numbers are counted; one that goes on is only taken to have more.
const COUNTED: usize = 512;

/// Whether the first line of `text` seems to have so many numbers.
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
    fn cases_that_are_alike_say_where_the_next_begins() {
        let pace = Pace::default();
        pace.learn(0..1_000, 1);
        assert!(pace.next_from(5_000).is_empty(), "one case is like no other");
        pace.learn(10_000..12_020, 2);
        // Cases of 1010 bytes, one of which ends at 12,020.
        for (at, next) in
            [(12_020, 12_020), (12_100, 13_030), (13_030, 13_030), (20_000, 20_100), (3_000, 3_940)]
        {
            let range = pace.next_from(at);
            assert!(range.contains(&next) && range.start >= at && range.len() < 40, "{at}: {range:?}");
        }
        pace.learn(20_000..25_000, 1);
        assert!(pace.next_from(5_000).is_empty(), "a case unlike those before");
    }
}
