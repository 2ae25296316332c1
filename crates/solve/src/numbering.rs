//! Numbering of cases that are answered before earlier ones, for answers that begin with the number of their case.
//!
//! If each case has a line, the lines before a case are counted, which takes a twentieth of the time of most answers. Blank lines make a
//! guess wrong, as any other layout does; the caller must verify it.

use memchr::memchr_iter;
use nim_ground::lock::locked;
use std::sync::Mutex;

/// The offset at which a case begins, and the number of earlier cases.
type Numbered = (usize, u64);

/// The numbers of cases at some places.
pub(super) struct Numbering(Mutex<Known>);

struct Known {
    /// The last place before which all cases have been answered.
    confirmed: Numbered,
    /// The last place up to which lines have been counted.
    counted: Numbered,
}

impl Numbering {
    pub(super) const fn new(start: usize) -> Self {
        Self(Mutex::new(Known { confirmed: (start, 0), counted: (start, 0) }))
    }

    /// Returns the number of cases before a place: known if all of them have been answered, counted otherwise.
    pub(super) fn before(&self, text: &[u8], at: usize) -> u64 {
        let mut known = locked(&self.0);
        let (from, cases) = if (known.confirmed.0 + 1..=at).contains(&known.counted.0) {
            known.counted
        } else {
            known.confirmed
        };
        let lines = memchr_iter(b'\n', text.get(from..at).unwrap_or_default()).count();
        known.counted = (at, cases + lines as u64);
        known.counted.1
    }

    /// Notes that all cases before a place have been answered.
    pub(super) fn confirm(&self, at: usize, cases: u64) {
        locked(&self.0).confirmed = (at, cases);
    }

    /// Like [`confirm`](Self::confirm), after a wrong guess: lines are counted again from this place.
    pub(super) fn restart(&self, at: usize, cases: u64) {
        *locked(&self.0) = Known { confirmed: (at, cases), counted: (at, cases) };
    }

    /// Returns whether this number of cases lies before a place, all of them answered.
    pub(super) fn is_confirmed(&self, at: usize, cases: u64) -> bool {
        locked(&self.0).confirmed == (at, cases)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_from_the_last_place_that_is_known() {
        let text = b"a\nb\n\nc\nd\ne\n";
        let numbering = Numbering::new(0);
        assert_eq!([2, 9, 7, 4].map(|at| numbering.before(text, at)), [1, 5, 4, 2]);
        assert!(!numbering.is_confirmed(5, 3));
        // The blank line is no case.
        numbering.restart(5, 2);
        assert_eq!([5, 7, 9, 5].map(|at| numbering.before(text, at)), [2, 3, 4, 2]);
        numbering.confirm(7, 3);
        assert!(numbering.is_confirmed(7, 3));
        assert_eq!(numbering.before(text, 11), 5);
    }
}
