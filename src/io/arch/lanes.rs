//! What the vector kernels have in common: how many digits a token may have, and what they report.

use crate::io::token::{Batch, Stop};

/// How many digits a vector kernel provides for. Fewer are faster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lane {
    /// Up to 4.
    #[default]
    Four,
    /// Up to 8.
    Eight,
    /// Up to 10.
    Ten,
    /// Up to 10 behind any number of leading zeros.
    PaddedTen,
    /// Up to 16.
    Sixteen,
    /// Up to 24, leading zeros included.
    TwentyFour,
}

impl Lane {
    const ALL: [Self; 6] =
        [Self::Four, Self::Eight, Self::Ten, Self::PaddedTen, Self::Sixteen, Self::TwentyFour];

    /// Provides for more digits; false if it cannot.
    pub(in crate::io) fn widen(&mut self) -> bool {
        let wider = Self::ALL.get(*self as usize + 1);
        *self = *wider.unwrap_or(self);
        wider.is_some()
    }

    /// Provides for fewer digits.
    pub(in crate::io) fn narrow(&mut self) {
        *self = Self::ALL[(*self as usize).saturating_sub(1)];
    }
}

/// What a vector kernel found in a row of windows.
pub(in crate::io) struct Stretch {
    /// Numbers stored.
    pub(super) numbers: usize,
    /// All tokens that end before this place have been stored.
    pub(super) next: usize,
    /// Whether a byte is neither a digit nor white space.
    pub(in crate::io) bad: bool,
    /// As [`Batch::odd`].
    pub(super) odd: bool,
    /// Why the kernel stopped.
    pub(in crate::io) until: Until,
}

/// Why a vector kernel stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::io) enum Until {
    /// A window would reach beyond the text.
    Text,
    /// There may not be room for the numbers of a window.
    Room,
    /// A token has more digits than the lane.
    Lane,
}

impl Stretch {
    /// Nothing read.
    pub(super) const fn nothing(at: usize, until: Until) -> Self {
        Self { numbers: 0, next: at + 1, bad: false, odd: false, until }
    }

    /// The batch that begins at `from`.
    pub(in crate::io) fn batch(&self, text: &[u8], from: usize) -> Batch {
        let is_digit = |at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
        if self.next == from + 1 {
            return Batch::EMPTY;
        }
        // A token that has begun but not ended is left for the next time.
        let mut begun = self.next;
        while begun > from && is_digit(begun - 1) {
            begun -= 1;
        }
        Batch { numbers: self.numbers, bytes: begun - from, odd: self.odd, stop: Stop::Bytes }
    }
}
