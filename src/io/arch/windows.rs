//! What the vector kernels have in common: what they report, and the steps between them.

use crate::io::batch::{Batch, DecodeMode, DecoderState, Stop};
use crate::io::lane::Lane;
use crate::io::scalar;

/// What a vector kernel found in a row of windows.
pub(super) struct Stretch {
    /// Numbers stored.
    pub(super) numbers: usize,
    /// All tokens that end before this place have been stored.
    pub(super) next: usize,
    /// Whether a byte is neither a digit nor white space.
    pub(super) bad: bool,
    /// As [`Batch::non_canonical`].
    pub(super) non_canonical: bool,
    /// Why the kernel stopped.
    pub(super) until: Until,
}

/// Why a vector kernel stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
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
        Self { numbers: 0, next: at + 1, bad: false, non_canonical: false, until }
    }

    /// The batch that begins at `from`.
    fn batch(&self, text: &[u8], from: usize) -> Batch {
        let is_digit = |at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
        if self.next == from + 1 {
            return Batch::EMPTY;
        }
        // A token that has begun but not ended is left for the next time.
        let mut begun = self.next;
        while begun > from && is_digit(begun - 1) {
            begun -= 1;
        }
        Batch {
            numbers: self.numbers,
            bytes: begun - from,
            non_canonical: self.non_canonical,
            stop: Stop::Bytes,
        }
    }
}

/// A kernel that reads windows of fixed size.
pub(super) trait Windows: Copy {
    /// Whether a wider lane provides for more digits.
    const HAS_LANES: bool;
    /// Bytes that a window takes, with those before and behind it that are looked at, too.
    const REACH: usize;

    /// Reads numbers from `text[at..]`, as far as windows reach; the byte at `at` ends no token that is still to be read.
    fn stretch(self, lane: Lane, mode: DecodeMode, text: &[u8], at: usize, room: &mut [u64]) -> Stretch;
}

/// As [`Kernel::decode`](crate::io::kernel::Kernel::decode).
pub(super) fn decode(
    kernel: impl Windows,
    state: &mut DecoderState,
    text: &[u8],
    from: usize,
    ended: bool,
    room: &mut [u64],
) -> Batch {
    // What is wrong with a bad token, and where it is, is for the scalar kernel to say.
    by_windows(kernel, state, text, from, ended, room)
        .unwrap_or_else(|| scalar::decode(&text[from..], ended, room))
}

/// Numbers read by the scalar kernel where a vector kernel cannot go on.
const STEP: usize = 8;

/// Reads numbers by a vector kernel, and by the scalar one where there is no room for a window. `None` if there is
/// a bad byte somewhere.
fn by_windows<K: Windows>(
    kernel: K,
    state: &mut DecoderState,
    text: &[u8],
    from: usize,
    ended: bool,
    room: &mut [u64],
) -> Option<Batch> {
    let mut batch = Batch::EMPTY;
    // Trying a narrower lane costs one window where it does not do.
    state.lane.narrow();
    loop {
        let at = from + batch.bytes;
        let stretch = kernel.stretch(state.lane, state.mode, text, at, &mut room[batch.numbers..]);
        if stretch.bad {
            return None;
        }
        batch.add(stretch.batch(text, at));
        let step = match stretch.until {
            Until::Room if batch.numbers > 0 => {
                batch.stop = Stop::Room;
                break;
            }
            Until::Lane if K::HAS_LANES && state.lane.widen() => continue,
            Until::Room => room.len(),
            // Before the first window there are not yet the bytes that it looks back on.
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
