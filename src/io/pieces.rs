//! A mapping worked through piece by piece, on several threads, with the results in order.

use super::arch::Map;
use super::cpu::Taken;
use std::iter;
use std::ops::{Deref, DerefMut, Range};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::{self, ThreadId};

/// Bytes of all pieces that are worked on, or done and not yet due: what the memory used depends on.
const AT_ONCE: usize = 5 << 20;
/// Bytes of a piece, at least and at most.
const PIECE: Range<usize> = 256 << 10..2 << 20;
/// Bytes of the mapping given back at a time where threads hold little but the text: all are interrupted for it.
pub(super) const RELEASE_LATE: usize = 8 << 20;
/// Pieces begun while each thread is busy with one: whoever is done before the others has something to do.
const AHEAD: usize = 2;

/// Memory that goes with a piece to whoever takes it, and on to the next: taken anew for each, its pages would cost as
/// much as the work.
pub(super) struct Pool<T>(Mutex<Vec<Used<T>>>);

/// Memory that a thread has written to: in its cache, if anywhere.
pub(super) struct Used<T> {
    memory: T,
    by: ThreadId,
}

impl<T> Deref for Used<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.memory
    }
}

impl<T> DerefMut for Used<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.memory
    }
}

impl<T> Pool<T> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Memory for this thread: what it used last, if that is there, or what another one used.
    pub(super) fn take(&self, make: impl FnOnce() -> T) -> Used<T> {
        let by = thread::current().id();
        let mut pool = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = pool.iter().rposition(|used| used.by == by);
        let used = own.map(|own| pool.remove(own)).or_else(|| pool.pop());
        drop(pool);
        Used { memory: used.map_or_else(make, |used| used.memory), by }
    }

    pub(super) fn give_back(&self, used: Used<T>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(used);
    }
}

/// Works on the pieces of a part of a mapping on several threads: `work` with what `own` has made for the thread, and
/// `take` in order, until it returns false, on whichever thread finds the next one done. Pages that have been used are
/// given back, `release` bytes at a time.
pub(super) fn pieces<O: Send, T: Send, E: Send>(
    map: &Map,
    part: Range<usize>,
    threads: usize,
    release: usize,
    own: impl Fn() -> Option<O>,
    work: impl Fn(&mut O, Range<usize>) -> T + Sync,
    take: impl FnMut(Range<usize>, T) -> Result<bool, E> + Send,
) -> Result<(), E> {
    let open = threads + AHEAD;
    let size = (AT_ONCE / open).clamp(PIECE.start, PIECE.end);
    let count = part.len().div_ceil(size);
    let range = |piece: usize| part.start + piece * size..(part.start + (piece + 1) * size).min(part.end);
    let taker = Taker { take, release, held: part.start, result: Ok(()) };
    let done = iter::repeat_with(|| None).take(open).collect();
    let state = Mutex::new(State { begun: 0, due: 0, done, taker: Some(taker), over: count == 0 });
    let moved = Condvar::new();
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);

    let end = || {
        lock().over = true;
        moved.notify_all();
    };
    let help = |mut own: O| {
        // Nobody is to wait for a piece that never comes.
        let _end = OnPanic(&end);
        let mut state = lock();
        while !state.over {
            state = match state.next(count) {
                Next::Take(piece, done, mut taker) => {
                    drop(state);
                    let goes_on = taker.take(map, range(piece), done);
                    let mut state = lock();
                    state.taker = Some(taker);
                    state.due += 1;
                    state.over |= !goes_on || state.due == count;
                    moved.notify_all();
                    state
                }
                Next::Work(piece) => {
                    drop(state);
                    let done = work(&mut own, range(piece));
                    let mut state = lock();
                    state.done[piece % open] = Some(done);
                    moved.notify_all();
                    state
                }
                Next::Wait => moved.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    };
    let taken = Taken::by_this_thread();
    thread::scope(|scope| {
        for own in (1..threads.min(count)).filter_map(|_| own()) {
            let begin = || {
                taken.leave();
                help(own);
            };
            // Whoever cannot be had is not waited for.
            let _ = thread::Builder::new().spawn_scoped(scope, begin);
        }
        // Those that wait for this CPU leave it now.
        thread::yield_now();
        if let Some(own) = own() {
            help(own);
        }
    });
    let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    state.taker.map_or(Ok(()), |taker| {
        map.release(taker.held..part.end);
        taker.result
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
struct State<T, K> {
    /// Pieces that someone works on or has worked on.
    begun: usize,
    /// The piece that is to be taken next.
    due: usize,
    /// Pieces done and not yet taken, each at the remainder of its number.
    done: Vec<Option<T>>,
    /// Who takes them; away with the one that is being taken.
    taker: Option<K>,
    /// No more pieces are wanted.
    over: bool,
}

/// What a thread can do.
enum Next<T, K> {
    Take(usize, T, K),
    Work(usize),
    Wait,
}

impl<T, K> State<T, K> {
    fn next(&mut self, count: usize) -> Next<T, K> {
        let open = self.done.len();
        let due = &mut self.done[self.due % open];
        if due.is_some()
            && let Some(taker) = self.taker.take()
            && let Some(done) = due.take()
        {
            return Next::Take(self.due, done, taker);
        }
        if self.begun < count.min(self.due + open) {
            self.begun += 1;
            return Next::Work(self.begun - 1);
        }
        Next::Wait
    }
}

/// Takes pieces in order.
struct Taker<F, E> {
    take: F,
    release: usize,
    /// Where the pages begin that have not been given back.
    held: usize,
    result: Result<(), E>,
}

impl<F, E> Taker<F, E> {
    /// Takes a piece, and says whether more are wanted.
    fn take<T>(&mut self, map: &Map, piece: Range<usize>, done: T) -> bool
    where
        F: FnMut(Range<usize>, T) -> Result<bool, E>,
    {
        let used = piece.start;
        let goes_on = (self.take)(piece, done).unwrap_or_else(|error| {
            self.result = Err(error);
            false
        });
        map.release_behind(&mut self.held, used, self.release);
        goes_on
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    const LEN: usize = 9 << 20;

    fn map() -> Map {
        let file = tempfile::tempfile().unwrap();
        file.set_len(LEN as u64).unwrap();
        Map::new(file, 0).ok().unwrap()
    }

    /// Goes through the pieces of a file; `work` says what comes of one.
    fn starts_of(threads: usize, work: impl Fn(usize) -> usize + Sync) -> Vec<usize> {
        let map = map();
        let mut starts = Vec::new();
        let take = |piece: Range<usize>, start| {
            assert_eq!(piece.start, start);
            starts.push(start);
            Ok::<_, Infallible>(true)
        };
        let Ok(()) =
            pieces(&map, 0..LEN, threads, RELEASE_LATE, || Some(()), |(), piece| work(piece.start), take);
        starts
    }

    #[test]
    fn a_thread_gets_its_own_memory_back_before_that_of_others() {
        let pool = Pool::new();
        let elsewhere = thread::scope(|scope| scope.spawn(|| pool.take(|| 1)).join().unwrap());
        let here = pool.take(|| 2);
        pool.give_back(here);
        pool.give_back(elsewhere);
        assert_eq!(*pool.take(|| 3), 2);
        assert_eq!(*pool.take(|| 3), 1);
        assert_eq!(*pool.take(|| 3), 3);
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
    fn nothing_is_taken_behind_an_end_or_an_error() {
        for threads in [1, 2, 3, 8] {
            for (result, expected) in [(Ok(false), Ok(())), (Err("an error"), Err("an error"))] {
                let map = map();
                let mut taken = 0;
                let take = |_, ()| {
                    taken += 1;
                    if taken < 3 { Ok(true) } else { result }
                };
                let ended = pieces(&map, 0..LEN, threads, RELEASE_LATE, || Some(()), |(), _| (), take);
                assert_eq!((taken, ended), (3, expected), "{threads} threads");
            }
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
