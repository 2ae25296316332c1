//! A batch of numbers, and what a decoder keeps from one to the next.

use super::lane::Lane;

/// Why a batch of numbers ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Nothing but white space, or the beginning of a token that may go on, is left.
    Bytes,
    /// No room is left for another number.
    Room,
    /// The next token is not a number.
    Bad,
}

/// A batch of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Batch {
    /// How many numbers were found.
    pub numbers: usize,
    /// How many bytes they took, with the white space before each; on [`Stop::Bad`] and when an unfinished
    /// token is left, this is where that token begins.
    pub bytes: usize,
    /// Whether there is white space other than one space between two numbers, or a number with a leading zero; perhaps
    /// also when only what is left has. Of no meaning unless [`Look::Layout`] was asked for.
    pub non_canonical: bool,
    /// Why the batch ended.
    pub stop: Stop,
}

impl Batch {
    /// Nothing found yet.
    pub(crate) const EMPTY: Self = Self { numbers: 0, bytes: 0, non_canonical: false, stop: Stop::Bytes };

    /// Adds what was found behind this batch.
    pub(crate) fn add(&mut self, next: Self) {
        self.numbers += next.numbers;
        self.bytes += next.bytes;
        self.non_canonical |= next.non_canonical;
        self.stop = next.stop;
    }
}

/// What a reader wants to know of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Its numbers.
    Numbers,
    /// How they are laid out as well: [`Batch::non_canonical`].
    Layout,
}

/// Decoder state kept between batches.
#[derive(Clone, Copy, Debug)]
pub struct DecoderState {
    pub(crate) look: Look,
    pub(crate) lane: Lane,
}

impl DecoderState {
    /// The state at the beginning of a text.
    #[must_use]
    pub fn new(look: Look) -> Self {
        Self { look, lane: Lane::default() }
    }
}
