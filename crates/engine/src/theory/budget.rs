//! Limits of the work for one answer.

use super::watch::Watch;

/// The limits of a computation, which is refused beyond them.
pub struct Budget<'w> {
    /// The largest heap whose value is computed where neither formula nor period is known.
    pub heap: u64,
    /// The most elementary operations estimated for a search for a period that is to reach a heap beyond `heap`.
    pub search: u64,
    /// The most moves listed, and heaps in them.
    pub moves: u64,
    /// The limit of options visited.
    pub options: u64,
    /// The limit of positions searched.
    pub positions: usize,
    /// Progress and cancellation of long computations.
    pub watch: &'w mut Watch<'w>,
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget")
            .field("heap", &self.heap)
            .field("positions", &self.positions)
            .finish_non_exhaustive()
    }
}

/// Enough for the codes with few rare values, in which a million heaps take a second or so.
const SEARCH: u64 = 1_000_000_000;

impl<'w> Budget<'w> {
    /// Limits that keep an answer within seconds and a gigabyte.
    pub fn new(watch: &'w mut Watch<'w>) -> Self {
        Self {
            heap: 1_000_000,
            search: SEARCH,
            moves: 1_000_000,
            options: 50_000_000,
            positions: 1_000_000,
            watch,
        }
    }
}
