//! Tables of values that are computed in order of the heaps.

use crate::theory::refusal::Refusal;
use crate::theory::watch::Watch;
use nim_simd::Level;

/// Computes the values of a game in order of the heaps.
pub trait Values: std::fmt::Debug {
    /// Returns the number of values so far.
    fn len(&self) -> usize;

    /// Returns whether there are no values yet.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns G(n), for n < [`len`](Self::len).
    fn get(&self, n: usize) -> u64;

    /// Computes values until there are `len` of them.
    ///
    /// # Errors
    /// A [`Refusal`], if the table cannot hold a value, or by `watch`, which needs to be called only where a single
    /// value takes long. The values before it stay.
    fn extend(&mut self, len: usize, watch: &mut Watch<'_>) -> Result<(), Refusal>;

    /// About how many elementary operations the next value takes, at least.
    fn effort(&self) -> u64 {
        1
    }

    /// Makes room for `len` values, where the caller knows that as many will be computed.
    fn reserve(&mut self, len: usize) {
        let _ = len;
    }

    /// Returns the division of the values so far in rare and common ones, if there is one.
    fn division(&self) -> Option<Division> {
        None
    }

    /// Sets the number of threads, which are used if that is faster. The values do not depend on it.
    fn set_threads(&mut self, threads: usize) {
        let _ = threads;
    }

    /// Uses the vectors of a level, instead of the highest that the CPU has. The values do not depend on it.
    fn set_level(&mut self, level: Level) {
        let _ = level;
    }

    /// Returns a table of the same game with these first values, which must be right; `None` if that is not supported.
    ///
    /// # Errors
    /// A [`Refusal`], where the table cannot hold them.
    fn resumed(&self, values: &[u64]) -> Option<Result<Box<dyn Values>, Refusal>> {
        let _ = values;
        None
    }
}

/// A division of values in rare and common ones: a heap n is rare where the number of ones that its value shares with the mask
/// is even, or, with the position, the sum of that number and of n - t, t being an amount that is taken before a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// The bits whose parity makes a value rare or common.
    pub mask: u16,
    /// Whether the parity of the heap takes part.
    pub positional: bool,
    /// The number of rare heaps so far, the empty one among them.
    pub rare: usize,
    /// The last rare heap so far.
    pub last: Option<u64>,
}

/// Converts values to the type of a table.
pub(crate) fn narrow<T: TryFrom<u64>>(values: &[u64]) -> Result<Vec<T>, Refusal> {
    values.iter().map(|&value| T::try_from(value).map_err(|_| Refusal::Values)).collect()
}
