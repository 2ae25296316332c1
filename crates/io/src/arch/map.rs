//! A file mapped into memory.
//!
//! ```text
//! on SIGBUS at an address:
//!     if a mapping in the table of slots has it: note that the mapping lost pages, and map a page of zeros there
//!     else: restore the default action, and raise the signal again
//! ```
//!
//! When another process truncates the file, reading a page that is gone raises SIGBUS. With a page of zeros in its place, the
//! reader finds bytes that are not a number, and [`FileMap::has_lost_pages`] tells why. The design stops at 64 mappings at a
//! time; other files are read.

use crate::watched::Watched;
use memmap2::{Advice, MmapOptions, UncheckedAdvice};
use std::ops::{Deref, Range};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Least bytes released at a time.
pub const RELEASE: usize = BLOCK;
/// Bytes fetched at a time: one call instead of a page fault for every few pages.
const FETCH: usize = BLOCK;
/// Bytes that one entry of a page table can map as a huge page.
const BLOCK: usize = 2 << 20;
/// Bytes ahead of a reader that it may touch: its window, and what it prefetches.
const AHEAD: usize = 64 << 10;
/// Bytes behind a reader that it may still read.
const NEAR: usize = 4 << 10;

/// A mapping of a file, from an offset to its end.
pub struct FileMap {
    map: memmap2::Mmap,
    slot: &'static Slot,
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
        let start = map.as_ptr() as usize;
        let slot = Slot::take(start..start + map.len())?;
        watch();
        // Only advice: without it the file is read all the same.
        let _ = map.advise(Advice::Sequential);
        Some(Self { map, slot })
    }

    /// Releases the memory of the pages in `part`; they can be read again.
    pub fn release(&self, part: Range<usize>) {
        let page = rustix::param::page_size();
        // Whole pages only, counted from their beginning in memory.
        let ahead = self.map.as_ptr() as usize % page;
        let from = (part.start + ahead).next_multiple_of(page).saturating_sub(ahead);
        let to = ((part.end.min(self.map.len()) + ahead) / page * page).saturating_sub(ahead);
        if from < to {
            #[expect(unsafe_code, reason = "giving pages back could discard changes, were there any")]
            // SAFETY: the mapping is never written to, so that what is read from these pages later comes from the file,
            // as before; the range lies inside the mapping.
            // Only advice: without it the memory is given back later.
            let _ = unsafe { self.map.unchecked_advise_range(UncheckedAdvice::DontNeed, from, to - from) };
        }
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
            // Only advice: without it each page is fetched when it is touched.
            let _ = self.map.advise_range(Advice::PopulateRead, from, to - from);
            *asked = to;
        }
    }

    /// The beginning of the block of `at`, or of the mapping.
    fn block_from(&self, at: usize) -> usize {
        let start = self.map.as_ptr() as usize;
        ((start + at) / BLOCK * BLOCK).saturating_sub(start)
    }

    /// Whether a page was gone when it was read.
    pub(crate) fn has_lost_pages(&self) -> bool {
        self.slot.has_lost_pages.load(Ordering::Acquire)
    }
}

impl Drop for FileMap {
    fn drop(&mut self) {
        self.slot.start.store(0, Ordering::Release);
    }
}

impl Deref for FileMap {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.map
    }
}

/// The address range of a mapping, for the handler. A slot is free if it starts at 0, and reserved if it starts at 1.
struct Slot {
    start: AtomicUsize,
    end: AtomicUsize,
    has_lost_pages: AtomicBool,
}

/// The slots of all mappings. When all are in use, files are read instead.
static SLOTS: [Slot; 64] = [const {
    Slot { start: AtomicUsize::new(0), end: AtomicUsize::new(0), has_lost_pages: AtomicBool::new(false) }
}; 64];

impl Slot {
    fn take(range: Range<usize>) -> Option<&'static Self> {
        let slot = SLOTS
            .iter()
            .find(|slot| slot.start.compare_exchange(0, 1, Ordering::Acquire, Ordering::Relaxed).is_ok())?;
        slot.has_lost_pages.store(false, Ordering::Release);
        slot.end.store(range.end, Ordering::Release);
        slot.start.store(range.start, Ordering::Release);
        Some(slot)
    }

    fn holds(&self, address: usize) -> bool {
        let start = self.start.load(Ordering::Acquire);
        start > 1 && (start..self.end.load(Ordering::Acquire)).contains(&address)
    }
}

/// Installs the handler, once.
fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        #[expect(unsafe_code, reason = "a signal handler is installed by a system call")]
        // SAFETY: the structure is plain data for which zero is a valid value in every field, the handler has the
        // signature that SA_SIGINFO asks for, and it calls only what may be called in a handler.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_bus_error as extern "C" fn(_, _, _) as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigaction(libc::SIGBUS, &raw const action, std::ptr::null_mut());
        }
    });
}

/// Maps a page of zeros where a page of one of our mappings is gone. Any other fault ends the process as without the handler.
extern "C" fn on_bus_error(signal: libc::c_int, info: *mut libc::siginfo_t, _context: *mut libc::c_void) {
    #[expect(unsafe_code, reason = "the handler replaces a page by a system call")]
    // SAFETY: with SA_SIGINFO the kernel passes a valid `info`. mmap, sysconf, signal and raise may be called in a handler;
    // the page that is replaced lies in a mapping of ours, which is never written to.
    unsafe {
        let address = (*info).si_addr() as usize;
        let page = libc::sysconf(libc::_SC_PAGESIZE) as usize;
        let slot = SLOTS.iter().find(|slot| slot.holds(address));
        let replaced = slot.is_some_and(|slot| {
            slot.has_lost_pages.store(true, Ordering::Release);
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
            let at = (address / page * page) as *mut libc::c_void;
            libc::mmap(at, page, libc::PROT_READ, flags, -1, 0) != libc::MAP_FAILED
        });
        if !replaced {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
    }
}
