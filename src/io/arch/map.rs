//! A file mapped into memory.
//!
//! A mapping breaks when another process makes the file shorter: a page that is no longer there raises SIGBUS. A
//! handler then puts a page of zeros in its place, so that the reader meets bytes that are no number instead of
//! its death, and [`FileMap::has_lost_pages`] tells why.

use crate::io::watched::Watched;
use memmap2::{Advice, MmapOptions, UncheckedAdvice};
use std::ops::{Deref, Range};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Bytes given back at a time, at least.
pub(crate) const RELEASE: usize = BLOCK;
/// Bytes asked for at a time: one call instead of a page fault for every few pages.
const FETCH: usize = BLOCK;
/// Bytes that one entry of a page table can map where they lie together.
const BLOCK: usize = 2 << 20;
/// Bytes ahead of a reader that it may touch: what it looks at together, and what it asks for beforehand.
const AHEAD: usize = 64 << 10;
/// Bytes behind a reader that it may still look back on.
const NEAR: usize = 4 << 10;

/// A file from some place on, readable as bytes.
pub(crate) struct FileMap {
    map: memmap2::Mmap,
    slot: &'static Slot,
}

impl FileMap {
    /// Maps an input to the present end of its file; nothing where that cannot be done.
    pub(crate) fn new(input: &Watched) -> Option<Self> {
        // A mapping has to be at a page's beginning; memmap2 sees to it, and so may begin a little earlier.
        #[expect(unsafe_code, reason = "a mapping cannot promise that no other process changes the file")]
        // SAFETY: the mapping is private and read-only, and every reader of it treats the bytes as untrusted
        // input: a change made elsewhere while we read can alter what is parsed, not what is in bounds. Pages that
        // vanish are replaced by the handler.
        let map = unsafe { MmapOptions::new().offset(input.start()).map_copy_read_only(input.file()) };
        let map = map.ok()?;
        let start = map.as_ptr() as usize;
        let slot = Slot::take(start..start + map.len())?;
        watch();
        // Only advice: without it the file is read all the same.
        let _ = map.advise(Advice::Sequential);
        Some(Self { map, slot })
    }

    /// Gives back the memory of the pages that lie in `part`; they can be read again.
    pub(crate) fn release(&self, part: Range<usize>) {
        let page = rustix::param::page_size();
        // Whole pages only, counted from where they begin in memory.
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

    /// Gives back the memory behind a reader that has got to `at`, from `held` on, when that is `least` bytes or more.
    pub(crate) fn release_behind(&self, held: &mut usize, at: usize, least: usize) {
        if at >= *held + least + NEAR {
            let to = self.block_from(at - NEAR);
            self.release(*held..to);
            *held = to;
        }
    }

    /// Asks for the memory ahead of a reader that has got to `at`, what is before `asked` being there, now and then.
    pub(crate) fn fetch_ahead(&self, asked: &mut usize, at: usize) {
        if at + AHEAD > *asked && *asked < self.map.len() {
            let from = at.max(*asked);
            let to = (self.block_from(from) + FETCH).min(self.map.len());
            // Only advice: without it each page is fetched when it is touched.
            let _ = self.map.advise_range(Advice::PopulateRead, from, to - from);
            *asked = to;
        }
    }

    /// Where the block begins that `at` lies in, or the mapping.
    fn block_from(&self, at: usize) -> usize {
        let start = self.map.as_ptr() as usize;
        ((start + at) / BLOCK * BLOCK).saturating_sub(start)
    }

    /// Whether a page had vanished when it was read.
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

/// Where a mapping is, for the handler; free when it starts at 0, being taken when it starts at 1.
struct Slot {
    start: AtomicUsize,
    end: AtomicUsize,
    has_lost_pages: AtomicBool,
}

/// The mappings there are. When all are taken, files are read instead.
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

/// Puts a page of zeros where a page of one of our mappings has vanished. Any other fault ends the process as it
/// would have without us.
extern "C" fn on_bus_error(signal: libc::c_int, info: *mut libc::siginfo_t, _context: *mut libc::c_void) {
    #[expect(unsafe_code, reason = "the handler replaces a page by a system call")]
    // SAFETY: with SA_SIGINFO the kernel passes a valid `info`. mmap, sysconf, signal and raise may be called in a handler;
    // the page that is replaced lies in a mapping of ours, which nobody writes to.
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
