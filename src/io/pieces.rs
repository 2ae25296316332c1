//! A mapping worked through piece by piece, on several threads, with the results in order.

use super::arch::Map;
use std::iter;
use std::ops::Range;
use std::sync::{Condvar, Mutex, PoisonError};
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

    let worker = |mut own: O| {
        loop {
            let mut state = lock();
            while !state.over && state.begun < count && state.begun >= state.due + open {
                state = moved.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            if state.over || state.begun == count {
                return;
            }
            let piece = state.begun;
            state.begun += 1;
            drop(state);
            let done = work(&mut own, range(piece));
            lock().done[piece % open] = Some(done);
            moved.notify_all();
        }
    };
    thread::scope(|scope| {
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
                    let piece = state.begun;
                    state.begun += 1;
                    drop(state);
                    let done = work(&mut own, range(piece));
                    lock().done[piece % open] = Some(done);
                    continue;
                }
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
        lock().over = true;
        moved.notify_all();
        drop(workers);
        result.map(|_| ())
    })
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
