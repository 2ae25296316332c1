//! A text worked on piece by piece, on several threads, with the results in order.
//!
//! ```text
//! cut the text into pieces of equal length
//! on each thread, until all pieces are collected or the collector wants no more:
//!     if the piece that is due is done and the output is free:
//!         take the output, collect the piece, give the output back; the next piece is due
//!     else if fewer than `open` pieces are started and not collected:
//!         start the next one; while it is due, the output may be taken for what is written early, and work on a piece that is
//!         not due may wait until it is
//!     else wait
//! ```
//!
//! The design stops at pieces that are independent: no result can be passed on from one piece to the work on the next. Memory
//! is bounded by the number of open pieces, and so is the number of threads.

use super::cpu::SpawnerCpu;
use nim_ground::error::best_effort;
use nim_ground::lock::locked;
use nim_io::FileMap;
use nim_io::sizes::size;
use std::io;
use std::iter;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

/// The limit of bytes in all open pieces together; memory use depends on it.
const OPEN_BYTES: usize = size(5 << 20, 1280);
/// Bytes of a piece, at least and at most.
const PIECE: Range<usize> = size(256 << 10, 64)..size(640 << 10, 160);
/// The number of bytes of a mapping released at a time, if threads hold little else: each release interrupts all of them.
pub(super) const RELEASE_LATE: usize = 4 << 20;

/// The pages that pieces are read from.
#[derive(Clone, Copy)]
pub(super) struct Pages<'a> {
    pub(super) map: &'a FileMap,
    /// The number of bytes released at a time.
    pub(super) at_once: usize,
}

/// Most threads of use: more would exceed [`OPEN_BYTES`].
pub(super) const MOST_THREADS: usize = OPEN_BYTES / PIECE.start - AHEAD;
/// The number of open pieces besides one for each thread, for threads that finish early.
const AHEAD: usize = 4;

/// A buffer pool with thread affinity. A buffer goes with its piece to the thread that collects it, and back to the thread that wrote to
/// it, which may still have it in its cache. Fresh memory for each piece would cost as many page faults as the work takes time.
pub(super) struct Pool<T>(Mutex<Vec<(T, ThreadId)>>);

impl<T> Pool<T> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Returns the buffer that this thread used last, otherwise another thread's, otherwise a new one.
    pub(super) fn take(&self, make: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        let this = thread::current().id();
        let mut pool = locked(&self.0);
        let own = pool.iter().rposition(|(_, by)| *by == this);
        let used = own.map(|own| pool.remove(own)).or_else(|| pool.pop());
        drop(pool);
        used.map_or_else(make, |(buffer, _)| Ok(buffer))
    }

    /// Gives back a buffer that thread `by` has used.
    pub(super) fn give_back(&self, buffer: T, by: ThreadId) {
        locked(&self.0).push((buffer, by));
    }
}

/// Collects the results of pieces, in order.
pub(super) trait Collector<T> {
    type Error;

    /// Collects the result of a piece, and returns whether more are wanted.
    fn collect(&mut self, piece: Range<usize>, result: T) -> Result<bool, Self::Error>;

    /// Returns whether the assumed beginning `start` of the piece that is due was right.
    fn confirms(&self, _start: usize) -> bool {
        true
    }

    /// Collects text of the piece that is due and confirmed before its result; returns false to get it with the result instead.
    fn collect_early(&mut self, _piece: &Range<usize>, _text: &[u8]) -> bool {
        false
    }
}

impl<T, E, F: FnMut(Range<usize>, T) -> Result<bool, E>> Collector<T> for F {
    type Error = E;

    fn collect(&mut self, piece: Range<usize>, result: T) -> Result<bool, E> {
        self(piece, result)
    }
}

/// The position of a piece among the others, for the work on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Earlier pieces have not been collected.
    Ahead,
    /// The piece is the next to be collected, and its guess was right.
    Due,
    /// The piece will not be used.
    Unwanted,
}

/// The place of a piece among the others, for the work on it.
pub(super) trait PiecePlace: Send {
    /// Returns the standing of the piece, given its assumed beginning. While the piece is ahead, waits until it `may_go_on`.
    fn standing(&mut self, start: Option<usize>, may_go_on: &dyn Fn() -> bool) -> Standing;

    /// Calls [`Collector::collect_early`] for the piece; returns false unless it is due.
    fn write(&mut self, start: usize, text: &[u8]) -> bool;
}

/// Works on the pieces of a part of a text on several threads: calls `work` for each piece, with the thread's value of `own`, and
/// `collector` in order, on any thread, until it wants no more. If the part is read from a mapping, its pages are released behind the
/// collector.
pub(super) fn pieces<O: Send, T: Send, K: Collector<T, Error: Send> + Send>(
    pages: Option<Pages<'_>>,
    part: Range<usize>,
    threads: usize,
    own: impl Fn() -> Option<O>,
    work: impl Fn(&mut O, Range<usize>, &mut dyn PiecePlace) -> T + Sync,
    collector: &mut K,
) -> Result<(), K::Error> {
    let threads = threads.clamp(1, MOST_THREADS);
    let output = Output { collector, pages, held: part.start, result: Ok(()) };
    let pieces = Pieces::new(part, threads + AHEAD, output);
    let (shared, work) = (&pieces, &work);
    let spawner = SpawnerCpu::current();
    thread::scope(|scope| {
        for own in (1..threads.min(pieces.count)).filter_map(|_| own()) {
            let run = move || {
                spawner.leave();
                shared.help(own, work);
            };
            // If a thread cannot be started, the others do its work.
            best_effort(thread::Builder::new().spawn_scoped(scope, run));
        }
        // New threads that wait for this CPU leave it now.
        thread::yield_now();
        if let Some(own) = own() {
            shared.help(own, work);
        }
    });
    pieces.finish()
}

/// The pieces of a part, shared by the threads that work on them.
struct Pieces<'a, T, K: Collector<T>> {
    part: Range<usize>,
    /// The size of a piece in bytes.
    size: usize,
    count: usize,
    schedule: Mutex<PieceSchedule<T, Output<'a, K, K::Error>>>,
    /// Notified when there may be something to do for a thread without a piece.
    idle: Condvar,
    /// Signals that work ahead may continue, each at its piece's number modulo the length.
    turns: Vec<Condvar>,
}

type Locked<'l, 'a, T, K> = MutexGuard<'l, PieceSchedule<T, Output<'a, K, <K as Collector<T>>::Error>>>;

impl<'a, T: Send, K: Collector<T, Error: Send> + Send> Pieces<'a, T, K> {
    /// Cuts a part so that `open` pieces may be open.
    fn new(part: Range<usize>, open: usize, output: Output<'a, K, K::Error>) -> Self {
        let size = (OPEN_BYTES / open).clamp(PIECE.start, PIECE.end);
        let count = part.len().div_ceil(size);
        let done = iter::repeat_with(|| None).take(open).collect();
        let schedule = PieceSchedule {
            started: 0,
            due: 0,
            done,
            output: Some(output),
            idle: 0,
            asleep: vec![false; open],
            over: count == 0,
        };
        let turns = iter::repeat_with(Condvar::new).take(open).collect();
        Self { part, size, count, schedule: Mutex::new(schedule), idle: Condvar::new(), turns }
    }

    fn range(&self, piece: usize) -> Range<usize> {
        let start = self.part.start + piece * self.size;
        start..(start + self.size).min(self.part.end)
    }

    /// Works and collects until all is over.
    fn help<O>(&self, mut own: O, work: &impl Fn(&mut O, Range<usize>, &mut dyn PiecePlace) -> T) {
        let _end = OnPanic(|| self.end());
        let mut now = locked(&self.schedule);
        while !now.over {
            now = match now.next(self.count) {
                Next::Collect(piece, result, output) => {
                    drop(now);
                    self.collect(piece, result, output)
                }
                Next::Work(piece) => {
                    drop(now);
                    self.work_on(piece, &mut own, work)
                }
                Next::Wait => {
                    now.idle += 1;
                    let mut now = self.idle.wait(now).unwrap_or_else(PoisonError::into_inner);
                    now.idle -= 1;
                    now
                }
            };
        }
    }

    /// Waits until the work on a piece may go on.
    fn wait_for_turn<'l>(&'l self, piece: usize, mut now: Locked<'l, 'a, T, K>) -> Locked<'l, 'a, T, K> {
        let place = piece % self.turns.len();
        now.asleep[place] = true;
        let mut now = self.turns[place].wait(now).unwrap_or_else(PoisonError::into_inner);
        now.asleep[place] = false;
        now
    }

    /// Collects the piece that is due.
    fn collect(&self, piece: usize, result: T, mut output: Output<'a, K, K::Error>) -> Locked<'_, 'a, T, K> {
        let goes_on = output.collect(self.range(piece), result);
        let mut now = locked(&self.schedule);
        now.output = Some(output);
        now.due += 1;
        now.over |= !goes_on || now.due == self.count;
        self.wake(&now);
        now
    }

    /// Works on a piece, and writes early once it is due.
    fn work_on<O>(
        &self,
        piece: usize,
        own: &mut O,
        work: &impl Fn(&mut O, Range<usize>, &mut dyn PiecePlace) -> T,
    ) -> Locked<'_, 'a, T, K> {
        let mut place = PlaceOf { pieces: self, piece, output: None };
        let result = work(own, self.range(piece), &mut place);
        let output = place.output;
        let mut now = locked(&self.schedule);
        if output.is_some() {
            now.output = output;
        }
        let open = now.done.len();
        now.done[piece % open] = Some(result);
        now
    }

    /// Wakes the threads that have something to do after a piece was collected. Waking none would be a system call, too.
    fn wake(&self, now: &PieceSchedule<T, Output<'a, K, K::Error>>) {
        let open = now.done.len();
        if now.over {
            self.idle.notify_all();
            self.turns.iter().for_each(Condvar::notify_all);
            return;
        }
        // The thread that has collected a piece starts one in its place, so another is woken only if the next is ready, too.
        if now.idle > 0 && now.done[now.due % open].is_some() {
            self.idle.notify_one();
        }
        // The piece that is due and the next one may have more credit now.
        for place in [now.due % open, (now.due + 1) % open] {
            if now.asleep[place] {
                self.turns[place].notify_all();
            }
        }
    }

    /// Ends the work, so that no thread waits for a piece that never comes.
    fn end(&self) {
        let mut now = locked(&self.schedule);
        now.over = true;
        self.wake(&now);
    }

    /// Releases the pages that are left, and returns the result.
    fn finish(self) -> Result<(), K::Error> {
        let schedule = self.schedule.into_inner().unwrap_or_else(PoisonError::into_inner);
        schedule.output.map_or(Ok(()), |output| {
            if let Some(Pages { map, .. }) = output.pages {
                map.release(output.held..self.part.end);
            }
            output.result
        })
    }
}

/// The place of a piece, and the output once it has been taken.
struct PlaceOf<'p, 'a, T, K: Collector<T>> {
    pieces: &'p Pieces<'a, T, K>,
    piece: usize,
    output: Option<Output<'a, K, K::Error>>,
}

impl<'a, T: Send, K: Collector<T, Error: Send> + Send> PiecePlace for PlaceOf<'_, 'a, T, K> {
    fn standing(&mut self, start: Option<usize>, may_go_on: &dyn Fn() -> bool) -> Standing {
        let Self { pieces, piece, output } = self;
        if output.is_none() {
            let mut now = locked(&pieces.schedule);
            loop {
                if now.over {
                    return Standing::Unwanted;
                }
                *output = now.output_for(*piece);
                if output.is_some() {
                    break;
                }
                if may_go_on() {
                    return Standing::Ahead;
                }
                now = pieces.wait_for_turn(*piece, now);
            }
        }
        let confirms = |start| output.as_ref().is_some_and(|output| output.collector.confirms(start));
        if start.is_none_or(confirms) { Standing::Due } else { Standing::Unwanted }
    }

    fn write(&mut self, start: usize, text: &[u8]) -> bool {
        let piece = self.pieces.range(self.piece);
        self.output.as_mut().is_some_and(|output| {
            output.collector.confirms(start) && output.collector.collect_early(&piece, text)
        })
    }
}

/// Calls a function if the thread panics before this is dropped.
struct OnPanic<F: Fn()>(F);

impl<F: Fn()> Drop for OnPanic<F> {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.0)();
        }
    }
}

/// The progress of all threads.
struct PieceSchedule<T, X> {
    /// The number of pieces started.
    started: usize,
    /// The piece to be collected next.
    due: usize,
    /// Results not yet collected, each at its piece's number modulo the length.
    done: Vec<Option<T>>,
    /// The output; `None` while a thread has it.
    output: Option<X>,
    /// Threads that wait for a piece.
    idle: usize,
    /// Whether the work on a piece waits, each at its number modulo the length.
    asleep: Vec<bool>,
    /// Whether no more pieces are wanted.
    over: bool,
}

/// The next thing for a thread to do.
enum Next<T, X> {
    Collect(usize, T, X),
    Work(usize),
    Wait,
}

impl<T, X> PieceSchedule<T, X> {
    fn next(&mut self, count: usize) -> Next<T, X> {
        let open = self.done.len();
        let due = &mut self.done[self.due % open];
        if due.is_some()
            && let Some(output) = self.output.take()
            && let Some(result) = due.take()
        {
            return Next::Collect(self.due, result, output);
        }
        if self.started < count.min(self.due + open) {
            self.started += 1;
            return Next::Work(self.started - 1);
        }
        Next::Wait
    }

    /// Returns the output for the work on a piece, if it is due and still wanted.
    fn output_for(&mut self, piece: usize) -> Option<X> {
        if self.due == piece && !self.over { self.output.take() } else { None }
    }
}

/// The collector, with the pages behind it and its error.
struct Output<'a, K, E> {
    collector: &'a mut K,
    pages: Option<Pages<'a>>,
    /// The beginning of the pages that have not been released.
    held: usize,
    result: Result<(), E>,
}

impl<K, E> Output<'_, K, E> {
    /// Collects the result of a piece, and returns whether more are wanted.
    fn collect<T>(&mut self, piece: Range<usize>, result: T) -> bool
    where
        K: Collector<T, Error = E>,
    {
        let used = piece.start;
        let goes_on = self.collector.collect(piece, result).unwrap_or_else(|error| {
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
    use nim_io::watched::Watched;
    use std::convert::Infallible;
    use std::mem;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicBool, Ordering};

    const LEN: usize = 9 << 20;

    fn map() -> FileMap {
        let file = tempfile::tempfile().unwrap();
        file.set_len(LEN as u64).unwrap();
        let metadata = file.metadata().unwrap();
        FileMap::new(&Watched::new(file, &metadata, 0)).unwrap()
    }

    const fn in_pages(map: &FileMap) -> Option<Pages<'_>> {
        Some(Pages { map, at_once: RELEASE_LATE })
    }

    /// Goes through the pieces of a file; `work` returns the result of a piece.
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
    fn a_thread_gets_its_own_buffers_back_before_those_of_others() {
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
    fn text_is_collected_early_only_from_the_piece_that_is_due() {
        #[derive(Default)]
        struct Ends {
            due: usize,
            early: usize,
        }
        impl Collector<usize> for Ends {
            type Error = Infallible;
            fn collect(&mut self, piece: Range<usize>, early: usize) -> Result<bool, Infallible> {
                assert_eq!((piece.start, early), (self.due, mem::take(&mut self.early)));
                self.due = piece.end;
                Ok(true)
            }
            fn confirms(&self, start: usize) -> bool {
                assert_eq!(start, self.due);
                true
            }
            fn collect_early(&mut self, piece: &Range<usize>, text: &[u8]) -> bool {
                assert_eq!(piece.start, self.due);
                self.early += text.len();
                true
            }
        }
        for threads in [1, 2, 3, 8] {
            let map = map();
            let mut ends = Ends::default();
            let work = |(): &mut (), piece: Range<usize>, place: &mut dyn PiecePlace| {
                let mut is_written = |len| {
                    let is_due = place.standing(Some(piece.start), &|| true) == Standing::Due;
                    let is_written = place.write(piece.start, &map[..len]);
                    assert_eq!(is_written, is_due);
                    is_written
                };
                (1..200).filter(|&len| is_written(len)).sum()
            };
            let Ok(()) = pieces(in_pages(&map), 0..LEN, threads, || Some(()), work, &mut ends);
            assert_eq!((ends.due, ends.early), (LEN, 0));
        }
    }

    #[test]
    fn nothing_is_collected_early_behind_the_end() {
        struct First<'a>(&'a AtomicBool);
        impl Collector<()> for First<'_> {
            type Error = Infallible;
            fn collect(&mut self, _: Range<usize>, (): ()) -> Result<bool, Infallible> {
                self.0.store(true, Ordering::Relaxed);
                Ok(false)
            }
            fn confirms(&self, start: usize) -> bool {
                assert_eq!(start, 0);
                true
            }
        }
        let ended = AtomicBool::new(false);
        let work = |(): &mut (), piece: Range<usize>, place: &mut dyn PiecePlace| {
            while piece.start > 0 && !ended.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            // The end may come before any of these calls.
            for _ in 0..10_000 {
                place.standing(Some(piece.start), &|| true);
            }
        };
        let Ok(()) = pieces(in_pages(&map()), 0..LEN, 2, || Some(()), work, &mut First(&ended));
    }

    #[test]
    fn work_that_waits_goes_on_when_its_piece_is_due_and_ends_when_all_is_over() {
        for threads in [1, 2, 3, 8] {
            for pieces_wanted in [3, usize::MAX] {
                let work = |(): &mut (), piece: Range<usize>, place: &mut dyn PiecePlace| {
                    (piece.start, place.standing(Some(piece.start), &|| false))
                };
                let mut collected = 0;
                let mut take = |_, (_, standing)| {
                    assert_eq!(standing, Standing::Due);
                    collected += 1;
                    Ok::<_, Infallible>(collected < pieces_wanted)
                };
                let Ok(()) = pieces(None, 0..LEN, threads, || Some(()), work, &mut take);
                assert_eq!(
                    collected,
                    pieces_wanted.min(LEN.div_ceil(OPEN_BYTES / (threads + AHEAD).max(8))),
                    "{threads}"
                );
            }
        }
    }

    #[test]
    fn nothing_is_collected_behind_the_end_or_an_error() {
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
