//! The text of an input once more, after its numbers are known.
//!
//! A file is read again, whether it was mapped or not: a mapping could lose its pages between the look and the write, and
//! what has been read cannot. A stream is kept in the blocks that it was read into, which never move.

use super::watched::Watched;
use memmap2::MmapMut;
use std::io;
use std::ops::Range;

/// A text to be read again.
#[derive(Clone, Copy)]
pub(crate) enum Again<'a> {
    /// From its file.
    File(&'a Watched),
    /// From memory: the blocks that are full, and the last one, with its place in the input.
    Blocks { full: &'a [Block], last: &'a [u8], start: usize },
}

/// A block of a stream.
pub(crate) struct Block {
    /// Where it stands in the input.
    pub(crate) start: usize,
    pub(crate) bytes: MmapMut,
    /// Bytes that have been read.
    pub(crate) len: usize,
}

impl<'a> Again<'a> {
    /// What stands in a part of the input, from its beginning on: all of it from a file, what lies together from memory,
    /// which is more than one byte unless all of it is. `room` is memory to read into.
    pub(crate) fn part<'r>(self, part: Range<usize>, room: &'r mut Vec<u8>) -> io::Result<&'r [u8]>
    where
        'a: 'r,
    {
        match self {
            Self::File(file) => {
                room.try_reserve(part.len().saturating_sub(room.len()))?;
                room.resize(room.len().max(part.len()), 0);
                let room = &mut room[..part.len()];
                file.read_at(part.start, room)?;
                Ok(room)
            }
            Self::Blocks { full, last, start } => {
                let (start, bytes) = match full.partition_point(|block| block.start <= part.start) {
                    _ if start <= part.start => (start, last),
                    0 => return Err(io::ErrorKind::NotFound.into()),
                    behind => (full[behind - 1].start, &full[behind - 1].bytes[..full[behind - 1].len]),
                };
                Ok(&bytes[part.start - start..bytes.len().min(part.end - start)])
            }
        }
    }

    /// Whether the text is in memory of our own.
    pub(crate) const fn is_held(self) -> bool {
        matches!(self, Self::Blocks { .. })
    }
}
