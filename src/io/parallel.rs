//! Many cases on several threads.
//!
//! A mapping is cut into pieces of equal length. A thread *guesses* where the first case of its piece begins and answers
//! the cases that begin in it. The pieces are put together in order, and one is used only if the cases before
//! it ended exactly where its guess began, and nothing in it was unusual; otherwise it is done again from there.
//! So a guess costs time when it is wrong, never an answer.

use super::arch::RELEASE;
use super::cases::{End, Run};
use super::error::Failure;
use super::lines::Lines;
use super::numbers::Numbers;
use super::pieces::{Pool, RELEASE_LATE, Used, pieces};
use super::token::is_space;
use crate::problem::{Items, Problem};
use memchr::memchr;
use std::mem;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Bytes behind a piece that its last case may take, before it is left to the one who puts the pieces together.
const BEYOND: usize = 4 << 20;
/// Pieces in a row that could not be used, after which guessing ends.
const PATIENCE: u32 = 6;

/// The cases that begin in a piece.
struct Answered {
    start: usize,
    end: usize,
    cases: u64,
    answers: Used<Lines<'static>>,
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
    let (Some(map), Some(mut redo)) = (numbers.mapping(), numbers.share()) else { return Ok(()) };
    let mut unused = 0;
    let gave_up = AtomicBool::new(false);
    let texts = Pool::new();
    let pace = Pace::default();
    let answer = |(numbers, held): &mut (Numbers, Vec<u64>), piece: Range<usize>| {
        if gave_up.load(Ordering::Relaxed) {
            return None;
        }
        let start = if piece.start == from { from } else { guess::<P>(numbers.mapping()?, &piece, &pace)? };
        let mut answers = texts.take(Lines::in_memory);
        answers.clear();
        numbers.equip(&mut answers);
        let mut run = Run::new(problem, None, most);
        run.held = mem::take(held);
        numbers.go_between(start, piece.end, piece.end + BEYOND);
        let end = run.go(numbers, &mut answers).ok()?;
        *held = run.held;
        let answered = Answered { start, end: numbers.position(), cases: run.done, answers };
        pace.learn(start..answered.end, answered.cases);
        (end != End::Closed).then_some(answered)
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
    let release = if P::REPLAYS { RELEASE } else { RELEASE_LATE };
    let own = || Some((numbers.share()?, Vec::new()));
    pieces(map, from..map.len(), threads, release, own, answer, put_together)?;
    numbers.go_between(at, usize::MAX, usize::MAX);
    Ok(())
}

/// How long cases have been: where lines are long and alike, most of a piece need not be searched for the end of one.
#[derive(Default)]
struct Pace(Mutex<Seen>);

/// Cases that have been answered.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// Where they ended.
    end: usize,
    /// How long they were, on the average.
    len: usize,
    /// Whether those that were seen before were as long.
    alike: bool,
}

impl Pace {
    /// How much longer or shorter, as a part of their length, cases may be that are alike.
    const PART: usize = 64;

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Learns that a text had so many cases.
    fn learn(&self, text: Range<usize>, cases: u64) {
        if let Some(len) = usize::try_from(cases).ok().and_then(|cases| text.len().checked_div(cases)) {
            let mut seen = self.seen();
            *seen = Seen { end: text.end, len, alike: len.abs_diff(seen.len) <= len / Self::PART };
        }
    }

    /// Where the next case from `at` on is likely to begin; an empty range where nobody knows.
    fn next_from(&self, at: usize) -> Range<usize> {
        let Seen { end, len, alike } = *self.seen();
        if !alike || len == 0 {
            return at..at;
        }
        let off = len / Self::PART;
        let from = at.saturating_sub(off);
        let behind = (from as i64 - end as i64).rem_euclid(len as i64) as usize;
        let next = from + (len - behind) % len;
        next.saturating_sub(off).max(at)..next + off
    }
}

/// Bytes of a piece that are searched for the end of a line at once.
const NEAR: usize = 64 << 10;

/// Where in a piece a case may begin: at a line with one number, behind which a line has that many.
fn guess<P: Problem>(text: &[u8], piece: &Range<usize>, pace: &Pace) -> Option<usize> {
    let text = &text[..text.len().min(piece.end + BEYOND)];
    let line_in = |part: Range<usize>| Some(part.start + memchr(b'\n', text.get(part)?)? + 1);
    // A case of the piece begins in it, so that no line has to be looked for behind it.
    let before = piece.start - 1;
    let near = piece.end.min(before + NEAR);
    let mut line = line_in(before..near).or_else(|| {
        let likely = pace.next_from(near);
        if likely.start >= piece.end {
            return None;
        }
        line_in(likely.start..likely.end.min(piece.end)).or_else(|| line_in(near..piece.end))
    })?;
    let Items::List { .. } = P::GRAMMAR.items else {
        return (line < piece.end).then_some(line);
    };
    while line < piece.end {
        let next = line_in(line..text.len())?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_that_are_alike_say_where_the_next_begins() {
        let pace = Pace::default();
        pace.learn(0..1_000, 1);
        assert!(pace.next_from(5_000).is_empty(), "one case is like no other");
        pace.learn(10_000..12_020, 2);
        // Cases of 1010 bytes, one of which ends at 12,020.
        for (at, next) in
            [(12_020, 12_020), (12_100, 13_030), (13_030, 13_030), (20_000, 20_100), (3_000, 3_940)]
        {
            let range = pace.next_from(at);
            assert!(range.contains(&next) && range.start >= at && range.len() < 40, "{at}: {range:?}");
        }
        pace.learn(20_000..25_000, 1);
        assert!(pace.next_from(5_000).is_empty(), "a case unlike those before");
    }
}
