//! Inputs of many cases on several threads.
//!
//! ```text
//! cut the mapping into pieces of equal length
//! in parallel, for each piece:
//!     start = a likely beginning of a case in the piece (`resync`)
//!     answer the cases that begin in start..piece end; end = the end of the last one
//! in order, for each piece, `at` being where the cases before it ended:
//!     if at >= piece end: skip the piece, one case covers it
//!     else if its start == at and it had no error: write its answers; at = its end
//!     else: answer the cases from `at` on again, on this thread
//! ```
//!
//! A wrong guess costs time, never an answer: a piece is used only if the cases before it end exactly where it starts.
//!
//! The design stops at cases longer than a few pieces: after [`MOST_MISSES`] pieces in a row that could not be used, one thread
//! does the rest.

use super::cases::{CaseRun, RunEnd};
use super::early::{Filled, Queue, SkipWritten};
use super::held::Held;
use super::pieces::{Collector, Early, Pages, Pool, RELEASE_LATE, pieces};
use super::resync::{BEYOND, CaseLength, resync};
use crate::problem::{Needs, Problem};
use nim_io::RELEASE;
use nim_io::error::Failure;
use nim_io::lines::Lines;
use nim_io::numbers::Numbers;
use std::mem;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, ThreadId};

/// Pieces in a row that may be unusable before guessing ends.
const MOST_MISSES: u32 = 6;

/// The answers to the cases that begin in a piece.
struct Answered {
    start: usize,
    end: usize,
    cases: u64,
    /// The answers that have not been written early, and the thread that made them.
    answers: Vec<Filled>,
    by: ThreadId,
}

/// Answers cases on several threads as far as possible, and leaves the reader where a case begins.
pub(super) fn in_parallel<P: Problem>(
    run: &mut CaseRun<'_, P>,
    numbers: &mut Numbers,
    out: &mut Lines<'_>,
    threads: usize,
) -> Result<(), Failure> {
    let (problem, header) = (run.problem, run.header);
    let from = numbers.position();
    let (Some(map), Some(redo)) = (numbers.mapping(), numbers.share(true)) else { return Ok(()) };
    let (gave_up, reached) = (AtomicBool::new(false), AtomicUsize::new(from));
    // The lists are pooled, too: some allocators return even small blocks to the system each time.
    let (buffers, lists) = (Pool::new(), Pool::new());
    let lengths = CaseLength::default();
    let answer = |(numbers, held): &mut (Numbers, Held), piece: Range<usize>, early: &mut Early<'_>| {
        // A case may be longer than many pieces.
        if gave_up.load(Ordering::Relaxed) || reached.load(Ordering::Relaxed) >= piece.end {
            return None;
        }
        let mut run = CaseRun::new(problem, None, header);
        let start = if piece.start == from {
            from
        } else {
            resync::<P>(numbers.mapping()?, &piece, &lengths, &mut run.walk)?
        };
        let waiting = lists.take(|| Ok(Vec::new())).ok()?;
        let mut queue = Queue { start, early, waiting, buffers: &buffers };
        let mut lines = Lines::through(buffers.take(Lines::large_buffer).ok()?, &mut queue);
        lines.use_kernel(numbers.kernel());
        run.held = mem::take(held);
        numbers.read_between(start, piece.end, piece.end + BEYOND);
        let (ended, flushed) = (run.answer_cases(numbers, &mut lines), lines.flush());
        let by = thread::current().id();
        buffers.give_back(lines.into_buffer(), by);
        *held = run.held;
        if flushed.is_err() || ended.ok()? == RunEnd::Closed {
            return None;
        }
        let end = numbers.position();
        lengths.record(start..end, run.done);
        Some(Answered { start, end, cases: run.done, answers: queue.waiting, by })
    };
    // Each thread may keep a long case and its answer in memory.
    let in_use = if P::NEEDS == Needs::Heaps { (threads - 1) * RELEASE } else { 0 };
    let pages = Pages { map, at_once: RELEASE_LATE.saturating_sub(in_use).max(RELEASE) };
    let own = || Some((numbers.share(false)?, Held::default()));
    let (gave_up, reached, buffers, lists) = (&gave_up, &reached, &buffers, &lists);
    let mut merger =
        Merger { run, out, redo, at: from, early: 0, misses: 0, gave_up, reached, buffers, lists };
    pieces(Some(pages), from..map.len(), threads, own, answer, &mut merger)?;
    let at = merger.at;
    numbers.read_between(at, usize::MAX, usize::MAX);
    Ok(())
}

/// Merges the answers of pieces in order.
struct Merger<'a, 'p, 'o, P: Problem> {
    /// The cases merged so far.
    run: &'a mut CaseRun<'p, P>,
    out: &'a mut Lines<'o>,
    /// Reads pieces again that could not be used.
    redo: Numbers,
    /// Where the next case begins.
    at: usize,
    /// Bytes written early, of the answers to the piece that is due.
    early: usize,
    /// Pieces in a row that could not be used.
    misses: u32,
    gave_up: &'a AtomicBool,
    /// `at`, for the threads, whenever it may be behind pieces they have not started.
    reached: &'a AtomicUsize,
    buffers: &'a Pool<Vec<u8>>,
    lists: &'a Pool<Vec<Filled>>,
}

impl<P: Problem> Collector<Option<Answered>> for Merger<'_, '_, '_, P> {
    type Error = Failure;

    fn collect(&mut self, piece: Range<usize>, answered: Option<Answered>) -> Result<bool, Failure> {
        let early = mem::take(&mut self.early);
        if self.at >= piece.end {
            return Ok(true);
        }
        let left = self.run.total.map_or(u64::MAX, |total| total - self.run.done);
        match answered {
            Some(mut answered) if answered.start == self.at && answered.cases <= left => {
                for filled in answered.answers.drain(..) {
                    self.out.copy(filled.text());
                    self.buffers.give_back(filled.into_buffer(), answered.by);
                }
                self.lists.give_back(answered.answers, answered.by);
                self.out.check().map_err(Failure::Write)?;
                self.run.done += answered.cases;
                self.at = answered.end;
                self.misses = 0;
                Ok(true)
            }
            _ => {
                self.misses += 1;
                self.gave_up.fetch_or(self.misses >= MOST_MISSES, Ordering::Relaxed);
                self.again(piece.end, early)
            }
        }
    }

    fn collect_early(&mut self, start: usize, text: &[u8]) -> bool {
        // Where cases are counted, there could be more answers than cases.
        let is_wanted = start == self.at && self.run.total.is_none();
        if is_wanted {
            self.out.copy(text);
            self.early += text.len();
        }
        is_wanted
    }
}

impl<P: Problem> Merger<'_, '_, '_, P> {
    /// Solves the cases that begin before `end` in order, and returns whether more can follow. Of the answers, the first
    /// `early` bytes have been written.
    fn again(&mut self, end: usize, early: usize) -> Result<bool, Failure> {
        let Self { run, out, redo, .. } = self;
        let mut rest = SkipWritten { out, written: early };
        let mut lines = Lines::new(&mut rest);
        lines.use_kernel(redo.kernel());
        redo.read_between(self.at, end, usize::MAX);
        let ended = run.answer_cases(redo, &mut lines).map_err(|error| run.failure(redo, &mut lines, error));
        let written = lines.flush().map_err(Failure::Write);
        let ended = ended?;
        written?;
        self.at = redo.position();
        self.reached.store(self.at, Ordering::Relaxed);
        Ok(ended == RunEnd::Limit)
    }
}
