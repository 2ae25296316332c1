//! The part of a mapping that a reader is confined to.
//!
//! Threads read one mapping in pieces. The cases of a piece begin before its limit, and the last of them may reach beyond it: the reader
//! stops at the limit only between cases. A batch never has numbers from both sides of the limit, except that the token across it begins a
//! batch with the numbers behind. So one number is enough to remember how many of a batch begin before the limit.

use super::sizes::size;

/// Numbers of the first batch behind a limit.
const FIRST_BEHIND: usize = size(256, 4);

/// The bounds of a reader, as places in its mapping.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadBounds {
    /// The offset at which the reader may stop: no case of the piece begins here or later.
    limit: usize,
    /// The offset at which the reader must stop, as at the end of the input.
    end: usize,
    /// The count of numbers in the batch that begin before the limit.
    before_limit: usize,
    /// Most numbers of the next batch behind the limit: few at first, since mostly one case ends there.
    most_behind: usize,
}

impl ReadBounds {
    /// Bounds that never stop the reader.
    pub(super) const NONE: Self = Self::new(usize::MAX, usize::MAX);

    pub(super) const fn new(limit: usize, end: usize) -> Self {
        Self { limit, end, before_limit: usize::MAX, most_behind: FIRST_BEHIND }
    }

    /// Returns whether a reader at `at` has to stop.
    pub(super) const fn must_stop(&self, at: usize) -> bool {
        at >= self.end
    }

    /// Returns whether a reader at `at` may stop.
    pub(super) const fn may_stop(&self, at: usize) -> bool {
        at >= self.limit
    }

    /// Returns whether the batch goes on behind the limit.
    pub(super) const fn is_behind_limit(&self) -> bool {
        self.before_limit != usize::MAX
    }

    /// Returns the bytes before the limit, of `len` bytes from `at` on; `None` if all are before it.
    pub(super) fn cut(&self, at: usize, len: usize) -> Option<usize> {
        Some(self.limit.saturating_sub(at)).filter(|&before| before < len)
    }

    /// Notes that the next batch ends before the limit.
    pub(super) const fn stay_before(&mut self) {
        self.before_limit = usize::MAX;
    }

    /// Notes that the next batch, whose first token is at `at`, goes on behind the limit. Returns how many of at most `most`
    /// numbers it may have.
    pub(super) fn go_behind(&mut self, at: usize, most: usize) -> usize {
        self.before_limit = usize::from(at < self.limit);
        let most = self.most_behind.min(most);
        self.most_behind = 2 * most;
        most
    }

    /// Returns how many numbers of the batch begin before the limit, of the `count` that follow the first `used`.
    pub(super) fn count_before(&self, used: usize, count: usize) -> usize {
        self.before_limit.saturating_sub(used).min(count)
    }
}
