//! Many cases on several threads.
//!
//! A mapping is cut into pieces of equal length. A thread *guesses* where the first case of its piece begins and answers
//! the cases that begin in it. The pieces are put together in order, and one is used only if the cases before
//! it ended exactly where its guess began, and nothing in it was unusual; otherwise it is done again from there.
//! So a guess costs time when it is wrong, never an answer.
//!
//! The answers to the piece that is due go out while it is worked on. If it has to be done again, they come out the same,
//! since they depend on the text from its start alone: as many bytes are passed over.

use super::cases::{End, Run};
use super::early::{Filled, Queue, SkipWritten};
use super::held::Held;
use super::pieces::{Collector, Early, Pages, Pool, RELEASE_LATE, pieces};
use super::resync::{BEYOND, Pace, resync};
use crate::io::arch::RELEASE;
use crate::io::error::Failure;
use crate::io::lines::Lines;
use crate::io::numbers::Numbers;
use crate::problem::Problem;
use std::mem;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, ThreadId};

/// Pieces in a row that could not be used, after which guessing ends.
const PATIENCE: u32 = 6;

/// The cases that begin in a piece.
struct Answered {
    start: usize,
    end: usize,
    cases: u64,
    /// What has not been taken early, and who wrote it.
    answers: Vec<Filled>,
    by: ThreadId,
}

/// Answers all that several threads can, and leaves the numbers where a case begins.
pub(super) fn in_parallel<P: Problem>(
    run: &mut Run<'_, P>,
    numbers: &mut Numbers,
    out: &mut Lines<'_>,
    threads: usize,
) -> Result<(), Failure> {
    let (problem, most) = (run.problem, run.most);
    let from = numbers.position();
    let (Some(map), Some(redo)) = (numbers.mapping(), numbers.share(true)) else { return Ok(()) };
    let (gave_up, reached) = (AtomicBool::new(false), AtomicUsize::new(from));
    // The lists, too: some allocators ask the system for such a small thing again and again.
    let (buffers, lists) = (Pool::new(), Pool::new());
    let pace = Pace::default();
    let answer = |(numbers, held): &mut (Numbers, Held), piece: Range<usize>, early: &mut Early<'_>| {
        // A case may be longer than many pieces.
        if gave_up.load(Ordering::Relaxed) || reached.load(Ordering::Relaxed) >= piece.end {
            return None;
        }
        let start = if piece.start == from { from } else { resync::<P>(numbers.mapping()?, &piece, &pace)? };
        let waiting = lists.take(|| Ok(Vec::new())).ok()?;
        let mut queue = Queue { start, early, waiting, buffers: &buffers };
        let mut lines = Lines::through(buffers.take(Lines::large_buffer).ok()?, &mut queue);
        lines.use_kernel(numbers.kernel());
        let mut run = Run::new(problem, None, most);
        run.held = mem::take(held);
        numbers.read_between(start, piece.end, piece.end + BEYOND);
        let (ended, flushed) = (run.go(numbers, &mut lines), lines.flush());
        let by = thread::current().id();
        buffers.give_back(lines.into_buffer(), by);
        *held = run.held;
        if flushed.is_err() || ended.ok()? == End::Closed {
            return None;
        }
        let end = numbers.position();
        pace.learn(start..end, run.done);
        Some(Answered { start, end, cases: run.done, answers: queue.waiting, by })
    };
    // Each thread may hold a long case and its answer.
    let in_use = if P::REPLAYS { (threads - 1) * RELEASE } else { 0 };
    let pages = Pages { map, at_once: RELEASE_LATE.saturating_sub(in_use).max(RELEASE) };
    let own = || Some((numbers.share(false)?, Held::default()));
    let (gave_up, reached, buffers, lists) = (&gave_up, &reached, &buffers, &lists);
    let mut together =
        Together { run, out, redo, at: from, early: 0, unused: 0, gave_up, reached, buffers, lists };
    pieces(Some(pages), from..map.len(), threads, own, answer, &mut together)?;
    let at = together.at;
    numbers.read_between(at, usize::MAX, usize::MAX);
    Ok(())
}

/// Puts the answers together in order.
struct Together<'a, 'p, 'o, P: Problem> {
    /// What has been put together.
    run: &'a mut Run<'p, P>,
    out: &'a mut Lines<'o>,
    /// Reads again what could not be used.
    redo: Numbers,
    /// Where the next case begins.
    at: usize,
    /// Bytes of the piece that is due which have been written already.
    early: usize,
    /// Pieces in a row that could not be used.
    unused: u32,
    gave_up: &'a AtomicBool,
    /// As far as others need to know `at`.
    reached: &'a AtomicUsize,
    buffers: &'a Pool<Vec<u8>>,
    lists: &'a Pool<Vec<Filled>>,
}

impl<P: Problem> Collector<Option<Answered>> for Together<'_, '_, '_, P> {
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
                self.unused = 0;
                Ok(true)
            }
            _ => {
                self.unused += 1;
                self.gave_up.fetch_or(self.unused >= PATIENCE, Ordering::Relaxed);
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

impl<P: Problem> Together<'_, '_, '_, P> {
    /// Solves the cases that begin before `end` in order, and returns whether more can follow. Of the answers, the first
    /// `early` bytes have been written.
    fn again(&mut self, end: usize, early: usize) -> Result<bool, Failure> {
        let Self { run, out, redo, .. } = self;
        let mut rest = SkipWritten { out, written: early };
        let mut lines = Lines::new(&mut rest);
        lines.use_kernel(redo.kernel());
        redo.read_between(self.at, end, usize::MAX);
        let ended = run.go(redo, &mut lines).map_err(|trouble| run.failure(redo, &mut lines, trouble));
        let written = lines.flush().map_err(Failure::Write);
        let ended = ended?;
        written?;
        self.at = redo.position();
        self.reached.store(self.at, Ordering::Relaxed);
        Ok(ended == End::Limit)
    }
}
