//! The text of an input, kept for a second pass.
//!
//! A file is read again, whether it was mapped or not: a mapping could lose its pages between the check of the file and the
//! write, a copy cannot. A stream is packed, except for its end.

use super::packed_text::{GROUP, PackedText};
use super::watched::Watched;
use std::io;
use std::ops::Range;

/// The place in which the text of an input is kept.
#[derive(Clone, Copy)]
pub enum KeptText<'a> {
    /// The text is in its file.
    File(&'a Watched),
    /// The text is in memory.
    Memory {
        /// All but the last block.
        packed: &'a PackedText,
        /// The last block.
        last: &'a [u8],
        /// The offset of the last block in the input.
        start: usize,
    },
}

impl<'a> KeptText<'a> {
    /// Returns a part of the input, for which `room` may be used.
    pub fn part<'r>(self, part: Range<usize>, room: &'r mut Vec<u8>) -> io::Result<&'r [u8]>
    where
        'a: 'r,
    {
        match self {
            Self::File(file) => {
                let room = first_bytes(room, part.len())?;
                file.read_at(part.start, room)?;
                Ok(room)
            }
            Self::Memory { packed, last, start } => {
                let last_to =
                    |end: usize| last.get(..end.saturating_sub(start)).ok_or(io::ErrorKind::NotFound);
                if let Some(from) = part.start.checked_sub(start) {
                    return Ok(&last_to(part.end)?[from..]);
                }
                let begin = start - packed.len();
                let from = part.start.checked_sub(begin).ok_or(io::ErrorKind::NotFound)?;
                let to = part.end.min(start) - begin;
                let groups = from / GROUP..to.div_ceil(GROUP);
                let last = last_to(part.end)?;
                let room = first_bytes(room, groups.len() * GROUP + last.len())?;
                let (unpacked, end) = room.split_at_mut(groups.len() * GROUP);
                packed.unpack(groups, unpacked);
                end.copy_from_slice(last);
                Ok(&room[from % GROUP..][..part.len()])
            }
        }
    }
}

/// Returns the first `len` bytes of a buffer, which grows to have them.
fn first_bytes(room: &mut Vec<u8>, len: usize) -> io::Result<&mut [u8]> {
    room.try_reserve(len.saturating_sub(room.len()))?;
    room.resize(room.len().max(len), 0);
    Ok(&mut room[..len])
}
