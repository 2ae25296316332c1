//! A batch of numbers, and the state that a decoder keeps from one to the next.

use super::lane::Lane;

/// The reason why a batch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The text is used up, except for white space or a token that may go on.
    Bytes,
    /// The buffer has no room for another number.
    Room,
    /// The next token is not a number.
    Bad,
}

/// A batch of decoded numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The number of decoded values.
    pub numbers: usize,
    /// The length of the numbers in bytes, with the white space before each; on [`Stop::Bad`] and before an unfinished token, the offset of
    /// that token.
    pub bytes: usize,
    /// Whether two numbers are separated by anything but one space, or one has a leading zero; it may also be set by what
    /// follows the batch. Meaningful in [`DecodeMode::Layout`] only.
    pub non_canonical: bool,
    /// The reason why the batch ended.
    pub stop: Stop,
}

impl Batch {
    /// A batch without numbers.
    pub(crate) const EMPTY: Self = Self { numbers: 0, bytes: 0, non_canonical: false, stop: Stop::Bytes };

    /// Appends the batch that follows.
    pub(crate) fn add(&mut self, next: Self) {
        self.numbers += next.numbers;
        self.bytes += next.bytes;
        self.non_canonical |= next.non_canonical;
        self.stop = next.stop;
    }
}

/// The results of decoding a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeMode {
    /// Only the numbers.
    Numbers,
    /// The numbers, and whether they are in canonical form: [`Batch::non_canonical`].
    Layout,
}

/// The state of the decoder between batches.
#[derive(Clone, Copy, Debug)]
pub struct DecoderState {
    pub(crate) mode: DecodeMode,
    pub(crate) lane: Lane,
}

impl DecoderState {
    /// Creates the state at the beginning of a text.
    pub fn new(mode: DecodeMode) -> Self {
        Self { mode, lane: Lane::default() }
    }
}
