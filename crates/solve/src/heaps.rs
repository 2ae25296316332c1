//! The second pass over the heaps of a case that are in memory.

use super::held::Held;
use crate::problem::Heaps;
use nim_engine::theory::nim::filled_up;
use nim_io::kernel::{Kernel, PICK_SLACK};
use nim_io::lines::Lines;
use nim_io::sizes::size;
use std::slice;

/// Heaps that lie in one slice.
pub(super) struct PlainHeaps<'a> {
    pub(super) heaps: &'a [u64],
    pub(super) kernel: Kernel,
    /// A buffer reused from case to case. It is not cleared: clearing costs as much as a typical case.
    pub(super) picked: &'a mut Vec<u64>,
}

impl<'a> PlainHeaps<'a> {
    /// Returns an empty set of heaps.
    pub(super) fn nothing(picked: &'a mut Vec<u64>) -> Self {
        Self { heaps: &[], kernel: Kernel::SCALAR, picked }
    }
}

/// Heaps that are not worth filtering all at once.
const FEW: usize = 8;

/// The number of heaps filtered at a time.
pub(super) const PART: usize = size(1024, 16);

impl Heaps for PlainHeaps<'_> {
    fn first_with(&mut self, bits: u64) -> Option<(u64, u64)> {
        self.heaps.iter().zip(0..).find(|(heap, _)| *heap & bits != 0).map(|(&heap, index)| (index, heap))
    }

    #[inline(always)] // It is compiled for the CPU that it runs on.
    fn count_with(&mut self, bits: u64) -> u64 {
        let mut room = [0; 8];
        let heaps = filled_up(self.heaps, 0, self.kernel.level(), &mut room);
        heaps.iter().fold(0, |count, heap| count + u64::from(heap & bits != 0))
    }

    #[inline]
    fn each_with(&mut self, bits: u64, take: &mut dyn FnMut(&[u64])) {
        if self.heaps.len() <= FEW {
            self.heaps.iter().filter(|&heap| heap & bits != 0).for_each(|heap| take(slice::from_ref(heap)));
            return;
        }
        if bits == 0 {
            return;
        }
        self.picked.resize(PART + PICK_SLACK, 0);
        for part in self.heaps.chunks(PART) {
            take(self.kernel.pick(part, bits, self.picked));
        }
    }

    #[inline]
    fn write_changed(&mut self, bits: u64, sum: u64, out: &mut Lines<'_>) {
        if self.heaps.len() <= FEW {
            return out.changed(self.heaps, bits, sum);
        }
        self.each_with(bits, &mut |heaps| out.rows(heaps, |heap| [heap, heap ^ sum]));
    }

    fn write_with(&mut self, index: u64, heap: u64, out: &mut Lines<'_>) {
        write_with(self.heaps, index, heap, out);
        out.end_row();
    }
}

/// Appends heaps; the one at `index`, if it is among them, is replaced by `heap`.
fn write_with(heaps: &[u64], index: u64, heap: u64, out: &mut Lines<'_>) {
    let index = usize::try_from(index).map_or(heaps.len(), |index| index.min(heaps.len()));
    let (before, rest) = heaps.split_at(index);
    out.numbers(before);
    if let Some((_, after)) = rest.split_first() {
        out.put(heap, b' ');
        out.numbers(after);
    }
}

/// Heaps of a long case, packed.
pub(super) struct PackedHeaps<'a> {
    pub(super) heaps: &'a Held,
    pub(super) kernel: Kernel,
}

impl Heaps for PackedHeaps<'_> {
    fn first_with(&mut self, bits: u64) -> Option<(u64, u64)> {
        let (mut first, mut index) = (None, 0);
        self.heaps.parts(|part| {
            first =
                part.iter().zip(index..).find(|(heap, _)| *heap & bits != 0).map(|(&heap, at)| (at, heap));
            index += part.len() as u64;
            first.is_none()
        });
        first
    }

    fn each_with(&mut self, bits: u64, take: &mut dyn FnMut(&[u64])) {
        if bits == 0 {
            return;
        }
        let mut room = [0; PART + PICK_SLACK];
        self.heaps.parts(|part| {
            part.chunks(PART).for_each(|part| take(self.kernel.pick(part, bits, &mut room)));
            true
        });
    }

    fn write_with(&mut self, index: u64, heap: u64, out: &mut Lines<'_>) {
        let mut first = 0;
        self.heaps.parts(|part| {
            write_with(part, index.checked_sub(first).unwrap_or(u64::MAX), heap, out);
            first += part.len() as u64;
            !out.has_failed()
        });
        out.end_row();
    }
}
