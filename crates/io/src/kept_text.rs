//! The text of an input, kept for a second pass.
//!
//! A file is read again, whether it was mapped or not: a mapping could lose its pages between the check of the file and the
//! write, a copy cannot. A stream is kept in the blocks that it was read into, which never move.

use super::watched::Watched;
use memmap2::MmapMut;
use std::io;
use std::ops::Range;

/// Where the text of an input is kept.
#[derive(Clone, Copy)]
pub enum KeptText<'a> {
    /// In its file.
    File(&'a Watched),
    /// In memory.
    Blocks {
        /// The full blocks.
        full: &'a [KeptBlock],
        /// The last block.
        last: &'a [u8],
        /// Where in the input the last one begins.
        start: usize,
    },
}

/// A block of a stream.
#[derive(Debug)]
pub struct KeptBlock {
    /// Where in the input it begins.
    pub(crate) start: usize,
    pub(crate) bytes: MmapMut,
    /// Bytes of text in it.
    pub(crate) len: usize,
}

impl<'a> KeptText<'a> {
    /// Returns a part of the input, or its beginning: all of it from a file, which is read into `room`; from memory as much
    /// as one block has, which is more than one byte or all of it.
    pub fn part<'r>(self, part: Range<usize>, room: &'r mut Vec<u8>) -> io::Result<&'r [u8]>
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

    /// Whether the text is in memory.
    pub const fn is_in_memory(self) -> bool {
        matches!(self, Self::Blocks { .. })
    }
}
