//! Nim: heaps, any number of stones from one heap, the last stone wins (or, misère, loses).
//!
//! Bouton (1901): a position of normal play is a P-position exactly when the XOR of the heap sizes, the
//! *nim-sum*, is 0. A move that restores a nim-sum of 0 exists otherwise, and only in a heap that has the
//! nim-sum's top bit.

use std::ops::{Add, AddAssign};

use crate::arch::fold::{eight, fold};
use nim_simd::Level;

/// Returns the numbers, or if they are few, eight in `room`, padded with `fill`. A loop over these has no branch on their count, which a
/// CPU would predict badly.
#[inline(always)] // As for `NimSum::at_level`.
pub fn filled_up<'a>(numbers: &'a [u64], fill: u64, level: Level, room: &'a mut [u64; 8]) -> &'a [u64] {
    match eight(numbers, fill, level) {
        Some(eight) => {
            *room = eight;
            room
        }
        None => numbers,
    }
}

/// Like [`filled_up`], with the first number in place of those that are missing: for what counts no number twice.
#[inline(always)] // As for `NimSum::at_level`.
pub fn repeated<'a>(numbers: &'a [u64], level: Level, room: &'a mut [u64; 8]) -> &'a [u64] {
    match numbers.first() {
        Some(&first) => filled_up(numbers, first, level, room),
        None => numbers,
    }
}

/// The XOR and OR of a Nim position's heaps, which determine its outcome.
///
/// `+` joins two positions: XOR and OR are associative and commutative, so any split of the heaps gives the same
/// result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NimSum {
    /// XOR of the heap sizes: the nim-sum, the Grundy value of the position.
    pub xor: u64,
    /// OR of the heap sizes; above 1 exactly when some heap has more than one stone.
    pub or: u64,
}

impl NimSum {
    /// Folds heaps. Zero heaps change nothing; no heaps at all is the terminal position.
    #[must_use]
    pub fn from_heaps(heaps: &[u64]) -> Self {
        Self::at_level(heaps, Level::SCALAR)
    }

    /// Folds heaps with the vectors of a level.
    #[inline(always)] // The functions that it calls are compiled for the caller's CPU features.
    #[must_use]
    pub fn at_level(heaps: &[u64], level: Level) -> Self {
        let (xor, or) = fold(heaps, level);
        Self { xor, or }
    }

    /// Returns for each heap the sum of all others.
    #[must_use]
    pub fn without_each(heaps: &[u64]) -> Vec<Self> {
        let mut before = Self::default();
        let mut folds: Vec<Self> = Vec::with_capacity(heaps.len());
        for &heap in heaps {
            folds.push(before);
            before += Self { xor: heap, or: heap };
        }
        let mut after = Self::default();
        for (fold, &heap) in folds.iter_mut().zip(heaps).rev() {
            *fold += after;
            after += Self { xor: heap, or: heap };
        }
        folds
    }

    /// Returns whether the first player wins when the last stone wins.
    #[must_use]
    pub const fn first_wins(self) -> bool {
        self.xor != 0
    }

    /// Returns whether the first player wins when the last stone loses.
    ///
    /// With a heap above 1 the rule is that of normal play; with none, the parity of the ones decides, and a
    /// player who finds nothing to take has won.
    #[must_use]
    pub const fn first_wins_misere(self) -> bool {
        (self.xor != 0) == (self.or > 1)
    }

    /// Returns the winning first moves of normal play, or `None` if there is none.
    #[must_use]
    pub const fn winning_moves(self) -> Option<WinningMoves> {
        if self.xor == 0 { None } else { Some(WinningMoves { nim_sum: self.xor }) }
    }
}

impl Add for NimSum {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { xor: self.xor ^ other.xor, or: self.or | other.or }
    }
}

impl AddAssign for NimSum {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// The winning first moves of a position whose nim-sum is not 0: one in each heap that has its top bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinningMoves {
    nim_sum: u64,
}

impl WinningMoves {
    /// Returns the bit that a heap must have to hold a winning move.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.nim_sum.ilog2()
    }

    /// Returns the size to which the winning move reduces a heap with the [`bit`](Self::bit): less than before, since the top bit that
    /// changes is cleared.
    #[must_use]
    pub const fn after(self, heap: u64) -> u64 {
        heap ^ self.nim_sum
    }
}
