//! A bounded list of violations, in the order of the text.

use memchr::memchr_iter;

/// A place in which an input differs from its statement.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Violation {
    /// The line, counted from 1.
    pub line: u64,
    /// The byte of the line, counted from 1; a byte-order mark has none.
    pub column: u64,
    /// The name of the field; `cases` for their number, `case` for a whole case, `input` for other text.
    pub field: &'static str,
    /// The expected and the found text.
    pub message: String,
}

/// The bytes of a byte-order mark.
pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";

/// The number of bytes between two reports of progress.
pub(super) const STEP: usize = 2 << 20;

/// The first violations of a text, in order.
#[derive(Debug)]
pub(super) struct Violations {
    most: usize,
    stops: bool,
    first: Vec<Noted>,
    more: u64,
}

#[derive(Debug)]
struct Noted {
    offset: usize,
    field: &'static str,
    message: String,
}

impl Violations {
    /// Creates a list that keeps at most `most`, and counts the others.
    pub(super) const fn new(most: usize) -> Self {
        Self { most, stops: false, first: Vec::new(), more: 0 }
    }

    /// Keeps none, and asks the reader to stop behind the first.
    pub(super) const fn until_first() -> Self {
        Self { most: 0, stops: true, first: Vec::new(), more: 0 }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.first.is_empty() && self.more == 0
    }

    /// Returns whether the reader need not go on.
    pub(super) const fn is_enough(&self) -> bool {
        self.stops && !self.is_empty()
    }

    pub(super) fn note(&mut self, offset: usize, field: &'static str, message: impl FnOnce() -> String) {
        let is_full = self.first.len() == self.most;
        self.more += u64::from(is_full);
        if is_full && self.first.last().is_none_or(|last| last.offset <= offset) {
            return;
        }
        self.first.truncate(self.most.saturating_sub(1));
        // Conditions are checked after the tokens that they are about.
        let place = self.first.partition_point(|noted| noted.offset <= offset);
        self.first.insert(place, Noted { offset, field, message: message() });
    }

    /// Drops the kept violations from an offset on.
    pub(super) fn forget_from(&mut self, offset: usize) {
        self.first.retain(|noted| noted.offset < offset);
    }

    /// Returns the violations with their lines and columns, and how many more there are.
    pub(super) fn located(self, input: &[u8], mut passed: impl FnMut(usize)) -> (Vec<Violation>, u64) {
        let text = input.strip_prefix(MARK).unwrap_or(input);
        let (mut line, mut start, mut counted) = (1, 0, 0);
        let violations = self.first.into_iter().map(|Noted { offset, field, message }| {
            while counted < offset {
                let end = offset.min(counted + STEP);
                for newline in memchr_iter(b'\n', &text[counted..end]) {
                    line += 1;
                    start = counted + newline + 1;
                }
                counted = end;
                passed(end);
            }
            Violation { line, column: (offset - start) as u64 + 1, field, message }
        });
        (violations.collect(), self.more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_are_kept_in_order() {
        let mut violations = Violations::new(2);
        for offset in [4, 6, 2, 0, 5] {
            violations.note(offset, "a", || offset.to_string());
        }
        let (first, more) = violations.located(b"ab\nde\nf", |_| {});
        let places: Vec<_> = first.iter().map(|found| (found.line, found.column, &*found.message)).collect();
        assert_eq!(places, [(1, 1, "0"), (1, 3, "2")]);
        assert_eq!(more, 3);
    }
}
