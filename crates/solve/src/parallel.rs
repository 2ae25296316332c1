//! Inputs of many cases on several threads.
//!
//! ```text
//! cut the mapping into pieces of equal length
//! in parallel, for each piece:
//!     start = where the cases before it ended, if that is known, or a likely beginning of a case in the piece (`resync`)
//!     answer the cases that begin in start..piece end; end = the end of the last one
//! in order, for each piece, `at` being where the cases before it ended:
//!     if at >= piece end: skip the piece, one case covers it
//!     else if its start == at and it had no error: write its answers; at = its end
//!     else: answer the cases from `at` on again, on this thread
//! ```
//!
//! A wrong guess costs time, never an answer: a piece is used only if the cases before it end exactly where it starts, and, with
//! [numbered](super::numbering) answers, have the number that it assumed. The [`account`](super::account) bounds that time, and the memory
//! for guesses: work that exceeds it waits until the guess is confirmed.
//!
//! The design stops at cases longer than a few pieces: when too much work has been wasted, one thread does the rest.

use super::account::{Account, Charge};
use super::cases::{CaseRun, RunEnd};
use super::early::{Filled, Queue, SkipWritten};
use super::held::Held;
use super::numbering::Numbering;
use super::pieces::{Collector, Pages, PiecePlace, Pool, RELEASE_LATE, Standing, pieces};
use super::resync::{BEYOND, CaseLength, resync};
use crate::problem::{Answers, Needs};
use nim_io::RELEASE;
use nim_io::error::Failure;
use nim_io::lines::Lines;
use nim_io::numbers::Numbers;
use std::mem;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ThreadId};

/// The work on a piece.
struct Work<'a> {
    charge: Charge<'a>,
    /// The answers; `None` if no case is likely to begin in the piece, or the cases could not be answered.
    answered: Option<Answered>,
}

/// The answers to the cases that begin in a piece.
struct Answered {
    start: usize,
    end: usize,
    /// The number of earlier cases, if answers are numbered.
    before: u64,
    cases: u64,
    /// The answers that have not been written early, and the thread that made them.
    answers: Vec<Filled>,
    by: ThreadId,
}

/// The state that threads share besides the input.
struct Shared<'a> {
    account: &'a Account,
    /// The offset of the next unanswered case, for threads whose piece may be behind it.
    reached: &'a AtomicUsize,
    numbering: &'a Numbering,
    // The lists are pooled, too: some allocators return even small blocks to the system each time.
    buffers: &'a Pool<Vec<u8>>,
    lists: &'a Pool<Vec<Filled>>,
    lengths: CaseLength,
    /// Whether answers are discarded when they are written.
    discards: bool,
}

/// Answers cases on several threads as far as possible, and leaves the reader where a case begins.
pub(super) fn in_parallel(
    run: &mut CaseRun<'_>,
    numbers: &mut Numbers,
    out: &mut Lines<'_>,
    threads: usize,
) -> Result<(), Failure> {
    let (solver, layout, header) = (run.solver, run.layout, run.header);
    let from = numbers.position();
    let (Some(map), Some(redo)) = (numbers.mapping(), numbers.share(true)) else { return Ok(()) };
    let (account, reached) = (&Account::default(), &AtomicUsize::new(from));
    let (buffers, lists, numbering) = (&Pool::new(), &Pool::new(), &Numbering::new(from));
    let shared = &Shared {
        account,
        reached,
        numbering,
        buffers,
        lists,
        lengths: CaseLength::default(),
        discards: out.is_discarded(),
    };
    let answer = |(numbers, held): &mut (Numbers, Held), piece: Range<usize>, place: &mut dyn PiecePlace| {
        let mut run = CaseRun::new(solver, None, header);
        let mut charge = Charge::new(account);
        // A case may be longer than many pieces.
        if reached.load(Ordering::Relaxed) >= piece.end {
            return Work { charge, answered: None };
        }
        let standing = place.standing(None, &|| account.allows_more());
        let start = match (standing, numbers.mapping()) {
            (Standing::Ahead, Some(map)) => {
                let (start, steps) = resync(&layout.grammar, map, &piece, &shared.lengths, &mut run.walk);
                charge.add(steps);
                start
            }
            // No guess is needed.
            (Standing::Due, _) => Some(reached.load(Ordering::Relaxed)),
            _ => None,
        };
        match start.filter(|&start| start.max(reached.load(Ordering::Relaxed)) < piece.end) {
            Some(start) => {
                if is_numbered(&run) {
                    run.done = numbering.before(map, start);
                }
                answer_piece(&mut run, numbers, held, start..piece.end, place, charge, shared)
            }
            None => Work { charge, answered: None },
        }
    };
    // Each thread may keep a long case and its answer in memory.
    let in_use = if layout.needs == Needs::Heaps { (threads - 1) * RELEASE } else { 0 };
    let pages = Pages { map, at_once: RELEASE_LATE.saturating_sub(in_use).max(RELEASE) };
    let own = || Some((numbers.share(false)?, Held::default()));
    let mut merger = Merger { run, out, redo, at: from, early: 0, shared };
    pieces(Some(pages), from..map.len(), threads, own, answer, &mut merger)?;
    let at = merger.at;
    numbers.read_between(at, usize::MAX, usize::MAX);
    Ok(())
}

/// Returns whether answers begin with the number of their case.
fn is_numbered(run: &CaseRun<'_>) -> bool {
    matches!(run.layout.answers, Answers::Numbered)
}

/// Answers the cases that begin in a part of a piece.
fn answer_piece<'a>(
    run: &mut CaseRun<'_>,
    numbers: &mut Numbers,
    held: &mut Held,
    part: Range<usize>,
    place: &mut dyn PiecePlace,
    charge: Charge<'a>,
    shared: &Shared<'a>,
) -> Work<'a> {
    let start = part.start;
    let Shared { buffers, lists, ref lengths, discards, numbering, .. } = *shared;
    let before = run.done;
    let number = is_numbered(run).then_some((numbering, before));
    let (Ok(buffer), Ok(waiting)) = (buffers.take(Lines::large_buffer), lists.take(|| Ok(Vec::new()))) else {
        return Work { charge, answered: None };
    };
    // No page of a case is given back before its end; `redo` reads a longer case again, and gives pages back.
    numbers.read_between(start, part.end, part.end + BEYOND);
    let mut queue = Queue { start, number, place, waiting, buffers, charge, discards, steps: 0, reading: 0 };
    let mut lines = Lines::through(buffer, &mut queue);
    lines.use_kernel(numbers.kernel());
    run.held = mem::take(held);
    let (ended, flushed) = (run.answer_cases(numbers, &mut lines), lines.flush());
    let by = thread::current().id();
    buffers.give_back(lines.into_buffer(), by);
    *held = mem::take(&mut run.held);
    let (charge, mut answers) = queue.close();
    if flushed.is_ok() && ended.is_ok_and(|ended| ended != RunEnd::Closed) {
        let (end, cases) = (numbers.position(), run.done - before);
        lengths.record(start..end, cases);
        return Work { charge, answered: Some(Answered { start, end, before, cases, answers, by }) };
    }
    answers.drain(..).for_each(|filled| buffers.give_back(filled.into_buffer(), by));
    lists.give_back(answers, by);
    Work { charge, answered: None }
}

/// Merges the answers of pieces in order.
struct Merger<'a, 'p, 'o> {
    /// The state after the cases merged so far.
    run: &'a mut CaseRun<'p>,
    out: &'a mut Lines<'o>,
    /// Reads pieces again that could not be used.
    redo: Numbers,
    /// The offset of the next case.
    at: usize,
    /// The number of bytes written early, of the answers to the piece that is due.
    early: usize,
    shared: &'a Shared<'a>,
}

impl Collector<Work<'_>> for Merger<'_, '_, '_> {
    type Error = Failure;

    fn collect(&mut self, piece: Range<usize>, work: Work<'_>) -> Result<bool, Failure> {
        let early = mem::take(&mut self.early);
        self.out.check().map_err(Failure::Write)?;
        let left = self.left();
        match work.answered {
            Some(mut answered) if self.follows(&answered) && answered.cases <= left => {
                for filled in answered.answers.drain(..) {
                    self.out.copy(filled.text());
                    self.shared.buffers.give_back(filled.into_buffer(), answered.by);
                }
                self.shared.lists.give_back(answered.answers, answered.by);
                self.out.check().map_err(Failure::Write)?;
                work.charge.finish();
                self.run.done += answered.cases;
                self.at = answered.end;
                self.shared.numbering.confirm(self.at, self.run.done);
                self.shared.reached.store(self.at, Ordering::Relaxed);
                Ok(true)
            }
            answered => {
                // Counted as wasted, and given back, before the rest is solved.
                drop((work.charge, answered));
                let goes_on = self.at >= piece.end || self.again(piece.end, early)?;
                Ok(goes_on && !self.shared.account.is_overdrawn())
            }
        }
    }

    fn confirms(&self, start: usize) -> bool {
        start == self.at && !self.out.has_failed()
    }

    fn collect_early(&mut self, piece: &Range<usize>, text: &[u8]) -> bool {
        // With a count, there could be more answers than cases left, so they wait.
        let is_counted = self.left() < piece.len() as u64;
        if !is_counted {
            self.out.copy(text);
            self.early += text.len();
        }
        !is_counted
    }
}

impl Merger<'_, '_, '_> {
    /// Returns whether answers belong to the cases that follow.
    fn follows(&self, answered: &Answered) -> bool {
        answered.start == self.at && (!is_numbered(self.run) || answered.before == self.run.done)
    }

    /// Returns the number of cases that may still come.
    fn left(&self) -> u64 {
        self.run.total.map_or(u64::MAX, |total| total - self.run.done)
    }

    /// Solves the cases that begin before `end` in order, and returns whether more can follow. Of the answers, the first
    /// `early` bytes have been written.
    fn again(&mut self, end: usize, early: usize) -> Result<bool, Failure> {
        let Self { run, out, redo, shared, .. } = self;
        let mut rest = SkipWritten { out, written: early, account: shared.account };
        let mut lines = Lines::new(&mut rest);
        lines.use_kernel(redo.kernel());
        redo.read_between(self.at, end, usize::MAX);
        let ended = run.answer_cases(redo, &mut lines).map_err(|error| run.failure(redo, &mut lines, error));
        let written = lines.flush().map_err(Failure::Write);
        let ended = ended?;
        written?;
        self.at = redo.position();
        self.shared.numbering.restart(self.at, self.run.done);
        self.shared.reached.store(self.at, Ordering::Relaxed);
        Ok(ended == RunEnd::Limit)
    }
}
