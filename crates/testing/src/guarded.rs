//! Test memory between two inaccessible pages: a kernel that reads or writes beyond its slice faults.

#![expect(unsafe_code, reason = "pages are protected by a system call")]
#![expect(clippy::unwrap_used, reason = "the helpers of a test fail it as its body does")]

use std::marker::PhantomData;
use std::mem::size_of;
use std::ops::{Deref, DerefMut};
use std::slice;

use memmap2::MmapMut;

/// The end of a slice that is next to a protected page.
#[derive(Clone, Copy, Debug)]
pub enum Edge {
    /// The first byte of the slice.
    Begin,
    /// The last byte of the slice.
    End,
}

/// A slice at the edge of a protected page.
#[derive(Debug)]
pub struct Guarded<T> {
    map: MmapMut,
    from: usize,
    len: usize,
    of: PhantomData<T>,
}

impl<T: Copy> Guarded<T> {
    /// Copies `values` beside a protected page.
    pub fn new(values: &[T], edge: Edge) -> Self {
        let page = page_size();
        let bytes = size_of_val(values);
        let room = bytes.next_multiple_of(page).max(page);
        let mut map = MmapMut::map_anon(room + 2 * page).unwrap();
        let from = match edge {
            Edge::Begin => page,
            Edge::End => page + room - bytes,
        };
        for guard in [0, page + room] {
            protect(&mut map[guard..guard + page]);
        }
        let mut guarded = Self { map, from, len: values.len(), of: PhantomData };
        guarded.copy_from_slice(values);
        guarded
    }
}

#[cfg(unix)]
fn page_size() -> usize {
    rustix::param::page_size()
}

/// Makes a page of a mapping inaccessible.
#[cfg(unix)]
fn protect(page: &mut [u8]) {
    // SAFETY: the page lies in the mapping, and no reference to it is used after this one.
    let result = unsafe { libc::mprotect(page.as_mut_ptr().cast(), page.len(), libc::PROT_NONE) };
    assert_eq!(result, 0);
}

#[cfg(not(unix))]
fn page_size() -> usize {
    4096
}

/// Does nothing: the pages are guarded where Unix runs the same tests.
#[cfg(not(unix))]
fn protect(_: &mut [u8]) {}

impl<T: Copy> Deref for Guarded<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        assert!(self.from + self.len * size_of::<T>() <= self.map.len());
        // SAFETY: the mapping has room for `len` values from `from` on, aligned, and written by `new`, or zero before
        // that.
        unsafe { slice::from_raw_parts(self.map.as_ptr().add(self.from).cast(), self.len) }
    }
}

impl<T: Copy> DerefMut for Guarded<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        assert!(self.from + self.len * size_of::<T>() <= self.map.len());
        // SAFETY: as above.
        unsafe { slice::from_raw_parts_mut(self.map.as_mut_ptr().add(self.from).cast(), self.len) }
    }
}
