//! A file mapped into memory.
//!
//! When another process truncates the file, reading a page that is gone raises SIGBUS. With a page of zeros in its place, the
//! reader finds bytes that are not a number, and [`FileMap::has_lost_pages`] tells why.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use crate::watched::Watched;
use memmap2::MmapOptions;
use std::ops::{Deref, Range};
#[cfg(unix)]
use unix as pages;
#[cfg(windows)]
use windows as pages;

/// Least bytes released at a time.
pub const RELEASE: usize = BLOCK;
/// Bytes fetched at a time: one call instead of a page fault for every few pages.
const FETCH: usize = BLOCK;
/// Bytes that one entry of a page table can map as a huge page.
const BLOCK: usize = 2 << 20;
/// Bytes ahead of a reader that it may touch: its window, and the prefetched bytes.
const AHEAD: usize = 64 << 10;
/// Bytes behind a reader that it may still read.
const NEAR: usize = 4 << 10;

/// A mapping of a file, from an offset to its end.
pub struct FileMap {
    map: memmap2::Mmap,
    guard: pages::Guard,
}

impl FileMap {
    /// Maps an input, as long as it was when it was opened; `None` if that fails.
    pub fn new(input: &Watched) -> Option<Self> {
        let len = usize::try_from(input.len()).ok()?;
        // A mapping begins at a page boundary; memmap2 rounds the offset down.
        #[expect(unsafe_code, reason = "a mapping cannot promise that no other process changes the file")]
        // SAFETY: the mapping is private and read-only, and every reader of it treats the bytes as untrusted
        // input: a change made elsewhere while we read can alter what is parsed, not what is in bounds. Pages that
        // vanish are replaced by the handler.
        let map =
            unsafe { MmapOptions::new().offset(input.start()).len(len).map_copy_read_only(input.file()) };
        let map = map.ok()?;
        let guard = pages::Guard::new(&map)?;
        pages::read_in_order(&map);
        Some(Self { map, guard })
    }

    /// Releases the memory of the pages in `part`; they can be read again.
    pub fn release(&self, part: Range<usize>) {
        pages::release(&self.map, part);
    }

    /// Releases the pages between `held` and a reader at `at`, if that is `least` bytes or more.
    pub fn release_behind(&self, held: &mut usize, at: usize, least: usize) {
        if at >= *held + least + NEAR {
            let to = self.block_from(at - NEAR);
            self.release(*held..to);
            *held = to;
        }
    }

    /// Fetches the pages ahead of a reader at `at`, in large steps; those before `asked` have been fetched.
    pub(crate) fn fetch_ahead(&self, asked: &mut usize, at: usize) {
        if at + AHEAD > *asked && *asked < self.map.len() {
            let from = at.max(*asked);
            let to = (self.block_from(from) + FETCH).min(self.map.len());
            pages::fetch(&self.map, from..to);
            *asked = to;
        }
    }

    /// Returns the beginning of the block of `at`, or of the mapping.
    fn block_from(&self, at: usize) -> usize {
        let start = self.map.as_ptr() as usize;
        ((start + at) / BLOCK * BLOCK).saturating_sub(start)
    }

    /// Returns whether a page was gone when it was read.
    pub(crate) fn has_lost_pages(&self) -> bool {
        self.guard.has_lost_pages()
    }
}

impl Deref for FileMap {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.map
    }
}
