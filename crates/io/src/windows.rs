//! Decoding a batch with a vector kernel, and with the scalar kernel where windows do not fit.
//!
//! ```text
//! narrow the lane; until the room or the text is used up:
//!     the vector kernel decodes windows until it has to stop
//!     if it met a bad byte: decode the whole batch with the scalar kernel, which finds the bad token
//!     if a token was too long and there is a wider lane: widen the lane
//!     else the scalar kernel decodes the next few numbers, or the rest
//! ```
//!
//! The design stops at lanes for a whole batch: one long token among short ones makes all tokens up to the end of the batch
//! take the time of long ones.

use crate::batch::{Batch, DecodeMode, DecoderState, Stop};
use crate::lane::Lane;
use crate::scalar;

/// The result of a vector kernel for consecutive windows.
pub(crate) struct WindowResult {
    /// The number of values stored.
    pub(crate) numbers: usize,
    /// All tokens that end before this place have been stored.
    pub(crate) next: usize,
    /// Whether a byte is neither a digit nor white space.
    pub(crate) bad: bool,
    /// Whether the text is not canonical, as in [`Batch::non_canonical`].
    pub(crate) non_canonical: bool,
    /// The reason why the kernel stopped.
    pub(crate) until: Until,
}

/// The reason why a vector kernel stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// The next window would reach beyond the text.
    Text,
    /// The buffer may have no room for the numbers of a window.
    Room,
    /// A token has more digits than the lane.
    Lane,
}

impl WindowResult {
    /// Returns the batch that begins at `from`.
    fn batch(&self, text: &[u8], from: usize) -> Batch {
        if self.next == from + 1 {
            return Batch::EMPTY;
        }
        // A token that has not ended is left to the next call.
        let mut end = self.next;
        while end > from && text.get(end - 1).is_some_and(u8::is_ascii_digit) {
            end -= 1;
        }
        Batch {
            numbers: self.numbers,
            bytes: end - from,
            non_canonical: self.non_canonical,
            stop: Stop::Bytes,
        }
    }
}

/// A kernel that decodes windows of fixed size.
pub(crate) trait Windows: Copy {
    /// Whether a wider lane provides for more digits.
    const HAS_LANES: bool;
    /// Bytes that a window needs, including those before and behind it.
    const REACH: usize;

    /// Decodes numbers from `text[at..]`, as far as windows fit. No token that ends at `at` is decoded.
    fn decode_windows(
        self,
        lane: Lane,
        mode: DecodeMode,
        text: &[u8],
        at: usize,
        room: &mut [u64],
    ) -> WindowResult;
}

/// Implements [`Kernel::decode`](crate::kernel::Kernel::decode).
pub(crate) fn decode(
    kernel: impl Windows,
    state: &mut DecoderState,
    text: &[u8],
    from: usize,
    ended: bool,
    room: &mut [u64],
) -> Batch {
    // The scalar kernel finds the bad token.
    by_windows(kernel, state, text, from, ended, room)
        .unwrap_or_else(|| scalar::decode(&text[from..], ended, room))
}

/// Numbers that the scalar kernel decodes where the vector kernel cannot go on.
const STEP: usize = 8;

/// Decodes numbers with a vector kernel, and with the scalar one if there is no room for a window. Returns `None` if there is
/// a bad byte.
fn by_windows<K: Windows>(
    kernel: K,
    state: &mut DecoderState,
    text: &[u8],
    from: usize,
    ended: bool,
    room: &mut [u64],
) -> Option<Batch> {
    let mut batch = Batch::EMPTY;
    // If the narrower lane does not do, trying it costs one window.
    state.lane.narrow();
    loop {
        let at = from + batch.bytes;
        let result = kernel.decode_windows(state.lane, state.mode, text, at, &mut room[batch.numbers..]);
        if result.bad {
            return None;
        }
        batch.add(result.batch(text, at));
        let step = match result.until {
            Until::Room if batch.numbers > 0 => {
                batch.stop = Stop::Room;
                break;
            }
            Until::Lane if K::HAS_LANES && state.lane.widen() => continue,
            Until::Room => room.len(),
            // The first window of a text has no bytes before it to look back on.
            Until::Text if text.len() > from + batch.bytes + K::REACH => STEP,
            Until::Text => room.len(),
            Until::Lane => STEP,
        };
        let rest = &mut room[batch.numbers..];
        let most = step.min(rest.len());
        let is_last = most == rest.len();
        batch.add(scalar::decode(&text[from + batch.bytes..], ended, &mut rest[..most]));
        if is_last || batch.stop != Stop::Room {
            break;
        }
    }
    Some(batch)
}
