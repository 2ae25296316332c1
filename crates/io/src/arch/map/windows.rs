//! Mappings on Windows, which truncates no file that is mapped, and manages the pages by itself.

use memmap2::Mmap;
use std::ops::Range;

pub(super) fn read_in_order(_: &Mmap) {}

pub(super) fn fetch(_: &Mmap, _: Range<usize>) {}

pub(super) fn release(_: &Mmap, _: Range<usize>) {}

/// A mapping, which needs no watching.
pub(super) struct Guard;

impl Guard {
    // Other systems can watch a limited number.
    pub(super) fn new(_: &Mmap) -> Option<Self> {
        Some(Self)
    }

    pub(super) fn has_lost_pages(&self) -> bool {
        false
    }
}
