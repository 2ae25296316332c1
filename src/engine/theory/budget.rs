//! How much work a question is worth.

use super::watch::Watch;

/// How far a question is followed before it is refused.
pub struct Budget<'w> {
    /// The largest heap whose value is computed where neither formula nor period is known.
    pub heap: u64,
    /// Moves that are listed, and heaps that they leave.
    pub moves: u64,
    /// Options that are looked through.
    pub options: u64,
    /// Positions that are searched.
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

impl<'w> Budget<'w> {
    /// Limits that keep an answer within seconds and a gigabyte.
    pub fn new(watch: &'w mut Watch<'w>) -> Self {
        Self { heap: 1_000_000, moves: 1_000_000, options: 50_000_000, positions: 1_000_000, watch }
    }
}
