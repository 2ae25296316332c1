//! Advice to the system about a mapping, and the handler that replaces pages that are gone.
//!
//! ```text
//! on SIGBUS at an address:
//!     if a mapping in the table of slots has it: note that the mapping lost pages, and map a page of zeros there
//!     else: restore the default action, and raise the signal again
//! ```
//!
//! The design stops at 64 mappings at a time; other files are read.

#![expect(clippy::let_underscore_must_use, reason = "hints to the system, which it may refuse")]

use memmap2::{Advice, Mmap, UncheckedAdvice};
use std::ops::Range;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Advises that a mapping is read from its beginning to its end.
pub(super) fn read_in_order(map: &Mmap) {
    // Only advice: without it the file is read all the same.
    let _ = map.advise(Advice::Sequential);
}

/// Fetches pages in one call instead of a page fault for every few.
pub(super) fn fetch(map: &Mmap, part: Range<usize>) {
    #[cfg(target_os = "linux")]
    let advice = Advice::PopulateRead;
    #[cfg(not(target_os = "linux"))]
    let advice = Advice::WillNeed;
    // Only advice: without it each page is fetched when it is touched.
    let _ = map.advise_range(advice, part.start, part.len());
}

/// Releases the memory of whole pages; they can be read again.
pub(super) fn release(map: &Mmap, part: Range<usize>) {
    let page = rustix::param::page_size();
    // Whole pages only, counted from their beginning in memory.
    let ahead = map.as_ptr() as usize % page;
    let from = (part.start + ahead).next_multiple_of(page).saturating_sub(ahead);
    let to = ((part.end.min(map.len()) + ahead) / page * page).saturating_sub(ahead);
    if from < to {
        #[expect(unsafe_code, reason = "giving pages back could discard changes, were there any")]
        // SAFETY: the mapping is never written to, so that what is read from these pages later comes from the file,
        // as before; the range lies inside the mapping.
        // Only advice: without it the memory is given back later.
        let _ = unsafe { map.unchecked_advise_range(UncheckedAdvice::DontNeed, from, to - from) };
    }
}

/// Keeps a mapping watched while it lives.
pub(super) struct Guard(&'static Slot);

impl Guard {
    /// Watches a mapping from now on; `None` if there are too many.
    pub(super) fn new(map: &Mmap) -> Option<Self> {
        let start = map.as_ptr() as usize;
        let slot = Slot::take(start..start + map.len())?;
        watch();
        Some(Self(slot))
    }

    /// Returns whether a page was gone when it was read.
    pub(super) fn has_lost_pages(&self) -> bool {
        self.0.has_lost_pages.load(Ordering::Acquire)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.start.store(0, Ordering::Release);
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

/// Installs the signal handler once.
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
