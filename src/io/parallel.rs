//! Many cases on several threads.
//!
//! A mapping is cut into pieces of equal length. A thread *guesses* where the first case of its piece begins and answers
//! the cases that begin in it. The pieces are put together in order, and one is used only if the cases before
//! it ended exactly where its guess began, and nothing in it was unusual; otherwise it is done again from there.
//! So a guess costs time when it is wrong, never an answer.

use super::cases::{End, Run};
use super::error::Failure;
use super::lines::Lines;
use super::numbers::Numbers;
use super::token::is_space;
use crate::problem::{Items, Problem};
use memchr::memchr;
use std::iter;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
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

/// Bytes behind a piece that its last case may take, before it is left to the one who puts the pieces together.
const BEYOND: usize = 4 << 20;
/// Pieces in a row that could not be used, after which guessing ends.
const PATIENCE: u32 = 6;

/// The cases that begin in a piece.
struct Answered {
    start: usize,
    end: usize,
    cases: u64,
    answers: Lines<'static>,
}

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

/// Answers all that several threads can, and leaves the numbers where a case begins.
pub(super) fn in_parallel<P: Problem>(
    run: &mut Run<'_, P>,
    numbers: &mut Numbers,
    out: &mut Lines<'_>,
    threads: usize,
) -> Result<(), Failure> {
    let (problem, most) = (run.problem, run.most);
    let from = numbers.position();
    let mut at = from;
    let Some(mut redo) = numbers.share() else { return Ok(()) };
    let mut unused = 0;
    let gave_up = AtomicBool::new(false);
    let (texts, lists) = (Pool::new(), Pool::new());
    let answer = |numbers: &mut Numbers, piece: Range<usize>| {
        if gave_up.load(Ordering::Relaxed) {
            return None;
        }
        let start = if piece.start == from { from } else { guess::<P>(numbers.mapping()?, &piece)? };
        let mut answers = texts.take(Lines::in_memory);
        answers.clear();
        numbers.equip(&mut answers);
        let mut run = Run::new(problem, None, most);
        run.held = lists.take(Vec::new);
        numbers.go_between(start, piece.end, piece.end + BEYOND);
        let end = run.go(numbers, &mut answers).ok()?;
        lists.give_back(run.held);
        (end != End::Closed).then(|| Answered { start, end: numbers.position(), cases: run.done, answers })
    };
    let put_together = |piece: Range<usize>, answered: Option<Answered>| {
        if at >= piece.end {
            return Ok(true);
        }
        let left = run.total.map_or(u64::MAX, |total| total - run.done);
        match answered {
            Some(answered) if answered.start == at && answered.cases <= left => {
                out.copy(answered.answers.kept());
                texts.give_back(answered.answers);
                out.check().map_err(Failure::Write)?;
                run.done += answered.cases;
                at = answered.end;
                unused = 0;
            }
            _ => {
                unused += 1;
                gave_up.fetch_or(unused >= PATIENCE, Ordering::Relaxed);
                redo.go_between(at, piece.end, usize::MAX);
                let end = run.go(&mut redo, out).map_err(|trouble| run.failure(&mut redo, out, trouble))?;
                at = redo.position();
                if end != End::Limit {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    };
    pieces(numbers, from, threads, answer, put_together)?;
    numbers.go_between(at, usize::MAX, usize::MAX);
    Ok(())
}

/// Where in a piece a case may begin: at a line with one number, behind which a line has that many.
fn guess<P: Problem>(text: &[u8], piece: &Range<usize>) -> Option<usize> {
    let text = &text[..text.len().min(piece.end + BEYOND)];
    let line_end = |from: usize| Some(from + memchr(b'\n', text.get(from..)?)? + 1);
    // A case of the piece begins in it, so that no line has to be looked for behind it.
    let mut line = piece.start + memchr(b'\n', &text[piece.start - 1..piece.end])?;
    let Items::List { .. } = P::GRAMMAR.items else {
        return (line < piece.end).then_some(line);
    };
    while line < piece.end {
        let next = line_end(line)?;
        if let Some(count) = lone_number(&text[line..next])
            && has_numbers(&text[next..], count)
        {
            return Some(line);
        }
        line = next;
    }
    None
}

/// The number that is alone on a line.
fn lone_number(line: &[u8]) -> Option<usize> {
    std::str::from_utf8(line.trim_ascii()).ok()?.parse().ok()
}

/// Bytes of a line in which its numbers are counted; one that goes on is only taken to have more.
const COUNTED: usize = 4 << 10;

/// Whether the first line of `text` seems to have so many numbers.
fn has_numbers(text: &[u8], count: usize) -> bool {
    let begun = &text[..text.len().min(COUNTED)];
    let line = memchr(b'\n', begun).map_or(begun, |end| &begun[..end]);
    let found = line.split(|&byte| is_space(byte)).filter(|token| !token.is_empty()).count();
    if line.len() < COUNTED { found == count } else { found <= count }
}

/// Works on the pieces of a mapping from `from` on: `work` on any thread, `take` in order, on one at a time, until
/// it returns false.
pub(super) fn pieces<T: Send>(
    numbers: &Numbers,
    from: usize,
    threads: usize,
    work: impl Fn(&mut Numbers, Range<usize>) -> T + Sync,
    mut take: impl FnMut(Range<usize>, T) -> Result<bool, Failure>,
) -> Result<(), Failure> {
    let len = numbers.mapping().map_or(0, |map| map.len());
    let open = threads + AHEAD;
    let size = (AT_ONCE / open).clamp(PIECE.start, PIECE.end);
    let count = (len - from).div_ceil(size);
    let range = |piece: usize| from + piece * size..(from + (piece + 1) * size).min(len);
    let done = iter::repeat_with(|| None).take(open).collect();
    let state = Mutex::new(State { begun: 0, due: 0, done, over: false });
    let moved = Condvar::new();
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);

    let worker = |mut own: Numbers| {
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
                let own = numbers.share()?;
                thread::Builder::new().spawn_scoped(scope, || worker(own)).ok()
            })
            .collect();
        // This thread takes the pieces in order, and works on one itself when the next is not yet done.
        let Some(mut own) = numbers.share() else { return Ok(()) };
        let mut result = Ok(true);
        let mut due = 0;
        let mut held = from;
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
            if let Some(map) = numbers.mapping()
                && used >= held + RELEASE
            {
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
