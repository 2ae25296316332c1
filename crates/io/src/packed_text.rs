//! A text of numbers in half its length.
//!
//! There are ten digits and six characters of white space: sixteen, so that four bits tell them apart. Of each group of bytes, the
//! first half are the low bits and the second half the high ones, which vectors do without a shuffle.

use super::sizes::size;
use super::system;
use memmap2::MmapMut;
use std::io;
use std::ops::Range;

/// Bytes that are packed at a time.
pub(crate) const GROUP: usize = size(128, 32);
/// Bytes that a group is packed in.
const PACKED: usize = GROUP / 2;
/// Groups of a block. Only written pages use memory.
const BLOCK: usize = size(64 << 10, 9);

/// Digits and white space, in order. Its blocks never move, so that it is in memory once.
#[derive(Debug, Default)]
pub struct PackedText {
    blocks: Vec<MmapMut>,
    groups: usize,
}

impl PackedText {
    /// Returns the number of bytes in the text.
    pub(crate) const fn len(&self) -> usize {
        self.groups * GROUP
    }

    /// Appends whole groups.
    ///
    /// # Errors
    /// When there is no memory left.
    pub(crate) fn extend(&mut self, text: &[u8]) -> io::Result<()> {
        for group in text.as_chunks().0 {
            let at = self.groups % BLOCK;
            if at == 0 {
                let block = MmapMut::map_anon(BLOCK * PACKED)?;
                system::in_large_pages(&block);
                self.blocks.push(block);
            }
            if let Some(packed) = self.blocks.last_mut().and_then(|block| block.as_chunks_mut().0.get_mut(at))
            {
                pack(group, packed);
                self.groups += 1;
            }
        }
        Ok(())
    }

    /// Writes groups to `room`, which has place for them.
    pub(crate) fn unpack(&self, groups: Range<usize>, room: &mut [u8]) {
        for (group, room) in groups.zip(room.as_chunks_mut().0) {
            if let Some(packed) =
                self.blocks.get(group / BLOCK).and_then(|block| block.as_chunks().0.get(group % BLOCK))
            {
                unpack(packed, room);
            }
        }
    }
}

fn pack(group: &[u8; GROUP], packed: &mut [u8; PACKED]) {
    let (low, high) = group.split_at(PACKED);
    for ((packed, &low), &high) in packed.iter_mut().zip(low).zip(high) {
        *packed = code(low) | code(high) << 4;
    }
}

fn unpack(packed: &[u8; PACKED], group: &mut [u8; GROUP]) {
    let (low, high) = group.split_at_mut(PACKED);
    for ((&packed, low), high) in packed.iter().zip(low).zip(high) {
        *low = byte(packed & 15);
        *high = byte(packed >> 4);
    }
}

/// Returns the four bits of a byte: the digits first, then tab to carriage return, and the space.
#[inline]
const fn code(byte: u8) -> u8 {
    if byte > b' ' {
        byte & 15
    } else if byte == b' ' {
        15
    } else {
        byte.wrapping_add(1) & 15
    }
}

/// Returns the byte that a code of four bits stands for.
#[inline]
const fn byte(code: u8) -> u8 {
    if code < 10 {
        code | b'0'
    } else if code == 15 {
        b' '
    } else {
        code - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_text_comes_back_from_any_group() {
        let bytes = b"0123456789 \t\n\x0b\x0c\r7";
        let text: Vec<u8> = bytes.iter().copied().cycle().take(3 * BLOCK * GROUP).collect();
        let mut packed = PackedText::default();
        text.chunks(5 * GROUP).for_each(|part| packed.extend(part).unwrap());
        assert_eq!(packed.len(), text.len());
        for start in 0..3 * BLOCK {
            for end in [start, start + 1, 3 * BLOCK] {
                let mut room = vec![0; (end - start) * GROUP];
                packed.unpack(start..end, &mut room);
                assert_eq!(room, text[start * GROUP..end * GROUP]);
            }
        }
    }
}
