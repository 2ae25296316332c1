//! A mapping worked through piece by piece, on several threads, with the results in order.

use super::arch::Map;
use std::iter;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Bytes of all pieces that are worked on, or done and not yet due: what the memory used depends on.
const AT_ONCE: usize = 5 << 20;
/// Bytes of a piece, at least and at most.
const PIECE: Range<usize> = 256 << 10..2 << 20;
/// Bytes of the mapping given back at a time: all threads are interrupted for it.
const RELEASE: usize = 2 << 20;
/// Pieces begun while each thread is busy with one: whoever is done before the others has something to do.
const AHEAD: usize = 2;

/// Memory that goes from one piece to the next: taken anew for each, its pages would cost as much as the work.
pub(super) struct Pool<T>(Mutex<Vec<T>>);

impl<T> Pool<T> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    pub(super) fn take(&self, make: impl FnOnce() -> T) -> T {
        let used = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        used.unwrap_or_else(make)
    }

    pub(super) fn give_back(&self, used: T) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(used);
    }
}

/// Works on the pieces of a part of a mapping: `work` on any thread, with what `own` has made for it, and `take` in
/// order, on this one, until it returns false. Pages that have been used are given back.
pub(super) fn pieces<O: Send, T: Send, E>(
    map: &Map,
    part: Range<usize>,
    threads: usize,
    own: impl Fn() -> Option<O>,
    work: impl Fn(&mut O, Range<usize>) -> T + Sync,
    mut take: impl FnMut(Range<usize>, T) -> Result<bool, E>,
) -> Result<(), E> {
    let open = threads + AHEAD;
    let size = (AT_ONCE / open).clamp(PIECE.start, PIECE.end);
    let count = part.len().div_ceil(size);
    let range = |piece: usize| part.start + piece * size..(part.start + (piece + 1) * size).min(part.end);
    let done = iter::repeat_with(|| None).take(open).collect();
    let state = Mutex::new(State { begun: 0, due: 0, done, over: false });
    let moved = Condvar::new();
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);

    let work_on_next = |mut state: MutexGuard<'_, State<T>>, own: &mut O| {
        let piece = state.begun;
        state.begun += 1;
        drop(state);
        let done = work(own, range(piece));
        lock().done[piece % open] = Some(done);
        moved.notify_all();
    };
    let end = || {
        lock().over = true;
        moved.notify_all();
    };
    let worker = |mut own: O| {
        // Nobody is to wait for a piece that never comes.
        let _end = OnPanic(&end);
        loop {
            let mut state = lock();
            while !state.over && state.begun < count && state.begun >= state.due + open {
                state = moved.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            if state.over || state.begun == count {
                return;
            }
            work_on_next(state, &mut own);
        }
    };
    thread::scope(|scope| {
        let _end = OnPanic(&end);
        let workers: Vec<_> = (1..threads.min(count))
            .filter_map(|_| {
                let own = own()?;
                thread::Builder::new().spawn_scoped(scope, || worker(own)).ok()
            })
            .collect();
        // This thread takes the pieces in order, and works on one itself when the next is not yet done.
        let Some(mut own) = own() else { return Ok(()) };
        let mut result = Ok(true);
        let mut due = 0;
        let mut held = part.start;
        while due < count {
            let mut state = lock();
            let piece = match state.done[due % open].take() {
                Some(piece) => piece,
                None if state.begun < count && state.begun < state.due + open => {
                    work_on_next(state, &mut own);
                    continue;
                }
                None if state.over => break,
                None => {
                    let waited = moved.wait(state);
                    drop(waited);
                    continue;
                }
            };
            drop(state);
            result = take(range(due), piece);
            let used = range(due).start;
            if used >= held + RELEASE {
                map.release(held..used);
                held = used;
            }
            due += 1;
            lock().due = due;
            moved.notify_all();
            if !matches!(result, Ok(true)) {
                break;
            }
        }
        end();
        drop(workers);
        result.map(|_| ())
    })
}

/// Does something if the thread panics meanwhile.
struct OnPanic<F: Fn()>(F);

impl<F: Fn()> Drop for OnPanic<F> {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.0)();
        }
    }
}

/// How far the threads are.
struct State<T> {
    /// Pieces that someone works on or has worked on.
    begun: usize,
    /// The piece that is to be taken next.
    due: usize,
    /// Pieces done and not yet taken, each at the remainder of its number.
    done: Vec<Option<T>>,
    /// No more pieces are wanted.
    over: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    const LEN: usize = 9 << 20;

    /// Goes through the pieces of a file; `work` says what comes of one.
    fn starts_of(threads: usize, work: impl Fn(usize) -> usize + Sync) -> Vec<usize> {
        let file = tempfile::tempfile().unwrap();
        file.set_len(LEN as u64).unwrap();
        let map = Map::new(file, 0).ok().unwrap();
        let mut starts = Vec::new();
        let take = |piece: Range<usize>, start| {
            assert_eq!(piece.start, start);
            starts.push(start);
            Ok::<_, Infallible>(true)
        };
        let Ok(()) = pieces(&map, 0..LEN, threads, || Some(()), |(), piece| work(piece.start), take);
        starts
    }

    #[test]
    fn pieces_come_in_order_and_none_is_missing() {
        for threads in [1, 2, 3, 8] {
            let starts = starts_of(threads, |start| start);
            let size = starts[1];
            assert!(starts.iter().enumerate().all(|(index, &start)| start == index * size), "{starts:?}");
            assert_eq!(starts.len(), LEN.div_ceil(size));
        }
    }

    #[test]
    fn a_panic_on_any_thread_ends_the_work() {
        for nth in 1..7 {
            let begun = Mutex::new(0);
            let work = |start| {
                let mut begun = begun.lock().unwrap_or_else(PoisonError::into_inner);
                *begun += 1;
                assert!(*begun != nth, "meant to happen");
                start
            };
            assert!(catch_unwind(AssertUnwindSafe(|| starts_of(3, work))).is_err());
        }
    }
}
