//! A text worked through piece by piece, on several threads, with the results in order.

use super::cpu::Taken;
use crate::io::arch::Map;
use crate::lock::locked;
use std::io;
use std::iter;
use std::ops::Range;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::{self, ThreadId};

/// Bytes of all pieces that are worked on, or done and not yet due, at most: what the memory used depends on.
const AT_ONCE: usize = 5 << 20;
/// Bytes of a piece, at least and at most.
const PIECE: Range<usize> = 256 << 10..640 << 10;
/// Bytes of a mapping given back at a time where threads hold little but the text: all are interrupted for it.
pub(super) const RELEASE_LATE: usize = 6 << 20;

/// The pages that pieces are read from.
#[derive(Clone, Copy)]
pub(super) struct Pages<'a> {
    pub(super) map: &'a Map,
    /// Bytes given back at a time.
    pub(super) at_once: usize,
}

/// Threads that are of use: more could not work without holding more than that.
pub(super) const MOST_THREADS: usize = AT_ONCE / PIECE.start - AHEAD;
/// Pieces begun while each thread is busy with one: whoever is done before the others has something to do.
const AHEAD: usize = 4;

/// Memory that goes with a piece to whoever takes it, and back to the thread that wrote to it: it is in that one's cache,
/// if anywhere. Taken anew for each piece, its pages would cost as much as the work.
pub(super) struct Pool<T>(Mutex<Vec<(T, ThreadId)>>);

impl<T> Pool<T> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Memory for this thread: what it used last, if that is there, or what another one used.
    pub(super) fn take(&self, make: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        let this = thread::current().id();
        let mut pool = locked(&self.0);
        let own = pool.iter().rposition(|(_, by)| *by == this);
        let used = own.map(|own| pool.remove(own)).or_else(|| pool.pop());
        drop(pool);
        used.map_or_else(make, |(memory, _)| Ok(memory))
    }

    /// Gives back what a thread has used.
    pub(super) fn give_back(&self, memory: T, by: ThreadId) {
        locked(&self.0).push((memory, by));
    }
}

/// Who takes what comes of the pieces, in order.
pub(super) trait Taker<T> {
    type Error;

    /// Takes what came of a piece, and says whether more is wanted.
    fn take(&mut self, piece: Range<usize>, done: T) -> Result<bool, Self::Error>;

    /// Takes text from whoever works on the piece that is due, and begins at `start` in it; or leaves it to come with the rest.
    fn take_early(&mut self, _start: usize, _text: &[u8]) -> bool {
        false
    }
}

impl<T, E, F: FnMut(Range<usize>, T) -> Result<bool, E>> Taker<T> for F {
    type Error = E;

    fn take(&mut self, piece: Range<usize>, done: T) -> Result<bool, E> {
        self(piece, done)
    }
}

/// [`Taker::take_early`] for whoever works on a piece; false while it is not due.
pub(super) type Early<'a> = dyn FnMut(usize, &[u8]) -> bool + Send + 'a;

/// Works on the pieces of a part of a text on several threads: `work` with what `own` has made for the thread, and
/// `taker` in order, until it wants no more, on whichever thread finds the next one done. Where it is read from a mapping,
/// its pages are given back when they have been used.
pub(super) fn pieces<O: Send, T: Send, K: Taker<T, Error: Send> + Send>(
    pages: Option<Pages<'_>>,
    part: Range<usize>,
    threads: usize,
    own: impl Fn() -> Option<O>,
    work: impl Fn(&mut O, Range<usize>, &mut Early<'_>) -> T + Sync,
    taker: &mut K,
) -> Result<(), K::Error> {
    let threads = threads.clamp(1, MOST_THREADS);
    let open = threads + AHEAD;
    let size = (AT_ONCE / open).clamp(PIECE.start, PIECE.end);
    let count = part.len().div_ceil(size);
    let range = |piece: usize| part.start + piece * size..(part.start + (piece + 1) * size).min(part.end);
    let exit = Exit { taker, pages, held: part.start, result: Ok(()) };
    let done = iter::repeat_with(|| None).take(open).collect();
    let state = Mutex::new(State { begun: 0, due: 0, done, exit: Some(exit), waiting: 0, over: count == 0 });
    let moved = Condvar::new();

    let wake = |now: &State<_, _>| {
        // To wake nobody would be a system call, too.
        if now.waiting > 0 {
            moved.notify_all();
        }
    };
    let end = || {
        let mut now = locked(&state);
        now.over = true;
        wake(&now);
    };
    let help = |mut own: O| {
        // Nobody is to wait for a piece that never comes.
        let _end = OnPanic(&end);
        let mut now = locked(&state);
        while !now.over {
            now = match now.next(count) {
                Next::Take(piece, done, mut exit) => {
                    drop(now);
                    let goes_on = exit.take(range(piece), done);
                    let mut now = locked(&state);
                    now.exit = Some(exit);
                    now.due += 1;
                    now.over |= !goes_on || now.due == count;
                    wake(&now);
                    now
                }
                Next::Work(piece) => {
                    drop(now);
                    // Here as soon as the piece is due and has something to be taken.
                    let mut exit = None;
                    let mut early = |start, text: &[u8]| {
                        if exit.is_none() {
                            exit = locked(&state).exit_for(piece);
                        }
                        exit.as_mut().is_some_and(|exit| exit.taker.take_early(start, text))
                    };
                    let done = work(&mut own, range(piece), &mut early);
                    let mut now = locked(&state);
                    if exit.is_some() {
                        now.exit = exit;
                    }
                    now.done[piece % open] = Some(done);
                    wake(&now);
                    now
                }
                Next::Wait => {
                    now.waiting += 1;
                    let mut now = moved.wait(now).unwrap_or_else(PoisonError::into_inner);
                    now.waiting -= 1;
                    now
                }
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
    state.exit.map_or(Ok(()), |exit| {
        if let Some(Pages { map, .. }) = exit.pages {
            map.release(exit.held..part.end);
        }
        exit.result
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
struct State<T, X> {
    /// Pieces that someone works on or has worked on.
    begun: usize,
    /// The piece that is to be taken next.
    due: usize,
    /// Pieces done and not yet taken, each at the remainder of its number.
    done: Vec<Option<T>>,
    /// Where they go; away with the one that is being taken.
    exit: Option<X>,
    /// Threads that wait.
    waiting: usize,
    /// No more pieces are wanted.
    over: bool,
}

/// What a thread can do.
enum Next<T, X> {
    Take(usize, T, X),
    Work(usize),
    Wait,
}

impl<T, X> State<T, X> {
    fn next(&mut self, count: usize) -> Next<T, X> {
        let open = self.done.len();
        let due = &mut self.done[self.due % open];
        if due.is_some()
            && let Some(exit) = self.exit.take()
            && let Some(done) = due.take()
        {
            return Next::Take(self.due, done, exit);
        }
        if self.begun < count.min(self.due + open) {
            self.begun += 1;
            return Next::Work(self.begun - 1);
        }
        Next::Wait
    }

    /// The exit for whoever works on a piece, if that is due and still wanted.
    fn exit_for(&mut self, piece: usize) -> Option<X> {
        if self.due == piece && !self.over { self.exit.take() } else { None }
    }
}

/// Where pieces go.
struct Exit<'a, K, E> {
    taker: &'a mut K,
    pages: Option<Pages<'a>>,
    /// Where the pages begin that have not been given back.
    held: usize,
    result: Result<(), E>,
}

impl<K, E> Exit<'_, K, E> {
    /// Takes a piece, and says whether more are wanted.
    fn take<T>(&mut self, piece: Range<usize>, done: T) -> bool
    where
        K: Taker<T, Error = E>,
    {
        let used = piece.start;
        let goes_on = self.taker.take(piece, done).unwrap_or_else(|error| {
            self.result = Err(error);
            false
        });
        if let Some(Pages { map, at_once }) = self.pages {
            map.release_behind(&mut self.held, used, at_once);
        }
        goes_on
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::watched::Watched;
    use std::convert::Infallible;
    use std::mem;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicBool, Ordering};

    const LEN: usize = 9 << 20;

    fn map() -> Map {
        let file = tempfile::tempfile().unwrap();
        file.set_len(LEN as u64).unwrap();
        let metadata = file.metadata().unwrap();
        Map::new(&Watched::new(file, &metadata, 0)).unwrap()
    }

    const fn in_pages(map: &Map) -> Option<Pages<'_>> {
        Some(Pages { map, at_once: RELEASE_LATE })
    }

    /// Goes through the pieces of a file; `work` says what comes of one.
    fn starts_of(threads: usize, work: impl Fn(usize) -> usize + Sync) -> Vec<usize> {
        let map = map();
        let mut starts = Vec::new();
        let mut take = |piece: Range<usize>, start| {
            assert_eq!(piece.start, start);
            starts.push(start);
            Ok::<_, Infallible>(true)
        };
        let Ok(()) =
            pieces(in_pages(&map), 0..LEN, threads, || Some(()), |(), piece, _| work(piece.start), &mut take);
        starts
    }

    #[test]
    fn a_thread_gets_its_own_memory_back_before_that_of_others() {
        let pool = Pool::new();
        let here = thread::current().id();
        let elsewhere = thread::scope(|scope| scope.spawn(|| thread::current().id()).join().unwrap());
        pool.give_back(2, here);
        pool.give_back(1, elsewhere);
        assert_eq!(pool.take(|| Ok(3)).unwrap(), 2);
        assert_eq!(pool.take(|| Ok(3)).unwrap(), 1);
        assert_eq!(pool.take(|| Ok(3)).unwrap(), 3);
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
    fn only_of_the_piece_that_is_due_something_is_taken_early() {
        #[derive(Default)]
        struct Ends {
            due: usize,
            early: usize,
        }
        impl Taker<usize> for Ends {
            type Error = Infallible;
            fn take(&mut self, piece: Range<usize>, early: usize) -> Result<bool, Infallible> {
                assert_eq!((piece.start, early), (self.due, mem::take(&mut self.early)));
                self.due = piece.end;
                Ok(true)
            }
            fn take_early(&mut self, start: usize, text: &[u8]) -> bool {
                assert_eq!(start, self.due);
                self.early += text.len();
                true
            }
        }
        for threads in [1, 2, 3, 8] {
            let map = map();
            let mut ends = Ends::default();
            let work = |(): &mut (), piece: Range<usize>, early: &mut Early<'_>| {
                (1..200).filter(|&len| early(piece.start, &map[..len])).sum()
            };
            let Ok(()) = pieces(in_pages(&map), 0..LEN, threads, || Some(()), work, &mut ends);
            assert_eq!((ends.due, ends.early), (LEN, 0));
        }
    }

    #[test]
    fn nothing_is_taken_early_behind_an_end() {
        struct First<'a>(&'a AtomicBool);
        impl Taker<()> for First<'_> {
            type Error = Infallible;
            fn take(&mut self, _: Range<usize>, (): ()) -> Result<bool, Infallible> {
                self.0.store(true, Ordering::Relaxed);
                Ok(false)
            }
            fn take_early(&mut self, start: usize, _: &[u8]) -> bool {
                assert_eq!(start, 0);
                true
            }
        }
        let ended = AtomicBool::new(false);
        let work = |(): &mut (), piece: Range<usize>, early: &mut Early<'_>| {
            while piece.start > 0 && !ended.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            // What follows the end may be seen in any of these.
            for _ in 0..10_000 {
                early(piece.start, b"");
            }
        };
        let Ok(()) = pieces(in_pages(&map()), 0..LEN, 2, || Some(()), work, &mut First(&ended));
    }

    #[test]
    fn nothing_is_taken_behind_an_end_or_an_error() {
        for threads in [1, 2, 3, 8] {
            for (result, expected) in [(Ok(false), Ok(())), (Err("an error"), Err("an error"))] {
                let map = map();
                let mut taken = 0;
                let mut take = |_, ()| {
                    taken += 1;
                    if taken < 3 { Ok(true) } else { result }
                };
                let ended = pieces(in_pages(&map), 0..LEN, threads, || Some(()), |(), _, _| (), &mut take);
                assert_eq!((taken, ended), (3, expected), "{threads} threads");
            }
        }
    }

    #[test]
    fn a_panic_on_any_thread_ends_the_work() {
        for nth in 1..7 {
            let begun = Mutex::new(0);
            let work = |start| {
                let mut begun = locked(&begun);
                *begun += 1;
                assert!(*begun != nth, "meant to happen");
                start
            };
            assert!(catch_unwind(AssertUnwindSafe(|| starts_of(3, work))).is_err());
        }
    }
}
