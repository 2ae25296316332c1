//! Numbers of a case kept in memory for a second pass, packed if the case is long.
//!
//! A packed number takes a byte for every seven bits: at most half of its digits in the text. The blocks of packed numbers never move, so a
//! case of any length is in memory once.

use memmap2::MmapMut;
use nim_io::sizes::size;
use std::io;

/// Most numbers that are not packed.
const PLAIN: usize = size(256 << 10, 20);
/// Bytes of a block of packed numbers.
const BLOCK: usize = size(1 << 20, 64);
/// Most bytes of a packed number.
const MOST: usize = 10;
/// The number of values unpacked at a time.
const PART: usize = size(1024, 7);

/// Numbers in order, packed to save memory.
#[derive(Default)]
pub(super) struct Held {
    plain: Vec<u64>,
    /// The numbers that follow, in blocks, and how many bytes of each are used.
    packed: Vec<(MmapMut, usize)>,
}

impl Held {
    /// Removes all numbers, and keeps the memory of those not packed.
    pub(super) fn clear(&mut self) {
        self.plain.clear();
        self.packed.clear();
    }

    /// Adds numbers.
    ///
    /// # Errors
    /// When there is no memory left.
    pub(super) fn extend(&mut self, numbers: &[u64]) -> io::Result<()> {
        let (plain, packed) = numbers.split_at(numbers.len().min(PLAIN - self.plain.len()));
        self.plain.try_reserve(plain.len()).map_err(|_| io::ErrorKind::OutOfMemory)?;
        self.plain.extend_from_slice(plain);
        packed.iter().try_for_each(|&number| self.pack(number))
    }

    fn pack(&mut self, mut number: u64) -> io::Result<()> {
        if self.packed.last().is_none_or(|(_, used)| used + MOST > BLOCK) {
            self.packed.push((MmapMut::map_anon(BLOCK)?, 0));
        }
        if let Some((block, used)) = self.packed.last_mut() {
            while number >> 7 != 0 {
                block[*used] = number as u8 | 1 << 7;
                *used += 1;
                number >>= 7;
            }
            block[*used] = number as u8;
            *used += 1;
        }
        Ok(())
    }

    /// Returns the numbers, if none of them is packed.
    pub(super) fn plain(&self) -> Option<&[u64]> {
        self.packed.is_empty().then_some(&self.plain)
    }

    /// Calls `take` with all numbers in parts, until it returns false.
    pub(super) fn parts(&self, mut take: impl FnMut(&[u64]) -> bool) {
        if !take(&self.plain) {
            return;
        }
        let mut part = Vec::with_capacity(PART);
        for (block, used) in &self.packed {
            let mut rest = &block[..*used];
            while !rest.is_empty() {
                part.clear();
                while part.len() < PART
                    && let Some((number, after)) = unpacked(rest)
                {
                    part.push(number);
                    rest = after;
                }
                if part.is_empty() || !take(&part) {
                    return;
                }
            }
        }
    }
}

/// Splits off the first packed number.
fn unpacked(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let len = 1 + bytes.iter().position(|byte| byte >> 7 == 0)?;
    let (number, rest) = bytes.split_at(len);
    Some((number.iter().rev().fold(0, |high, byte| high << 7 | u64::from(byte & 0x7f)), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_in_order_however_many() {
        let number = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (n % 64);
        for count in [0, 1, PLAIN as u64, PLAIN as u64 + 1, 1 << 20] {
            let numbers: Vec<u64> = (0..count).map(number).chain([u64::MAX, 0]).collect();
            let mut held = Held::default();
            numbers.chunks(1000).for_each(|part| held.extend(part).unwrap());
            let mut found = Vec::new();
            held.parts(|part| {
                found.extend_from_slice(part);
                true
            });
            assert!(found == numbers, "{count}");
            assert_eq!(held.plain().is_some(), numbers.len() <= PLAIN);
        }
    }
}
