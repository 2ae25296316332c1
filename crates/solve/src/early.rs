//! Answers of a piece that are written before the piece is done.
//!
//! ```text
//! thread at work on a piece: for each full buffer of answers
//!     if the piece is due, write the buffers that wait, and this one; otherwise let it wait
//!     if that is more than may wait, or more work than may be wasted: wait until the piece is due
//! collector, when the piece is done:
//!     if the piece is usable, write the buffers that still wait
//!     otherwise solve it again, and drop as many bytes of answers as have been written
//! ```
//!
//! Answers written early stay valid if the piece is solved again, since answers depend only on the text from its start. The
//! design stops at the last of counted cases, where there could be more answers than cases: none of these is written early.

use super::account::{Account, Charge};
use super::numbering::Numbering;
use super::pieces::{PiecePlace, Pool, Standing};
use nim_io::Sink;
use nim_io::lines::Lines;
use std::io::{self, Write};
use std::iter;
use std::mem;
use std::thread;

/// A buffer with the length of its text.
pub(super) struct Filled {
    buffer: Vec<u8>,
    len: usize,
}

impl Filled {
    pub(super) fn text(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    pub(super) fn into_buffer(self) -> Vec<u8> {
        self.buffer
    }
}

/// Steps after which the account is asked.
const ASKED: u64 = 1 << 14;

/// A sink for the answers of a piece: they are written early if the piece is due, and wait otherwise.
pub(super) struct Queue<'q, 'a> {
    /// The offset of the first case.
    pub(super) start: usize,
    /// The number of earlier cases, if answers are numbered.
    pub(super) number: Option<(&'a Numbering, u64)>,
    pub(super) place: &'q mut dyn PiecePlace,
    /// The buffers that cannot be written yet.
    pub(super) waiting: Vec<Filled>,
    pub(super) buffers: &'a Pool<Vec<u8>>,
    pub(super) charge: Charge<'a>,
    /// Whether answers are discarded when they are written.
    pub(super) discards: bool,
    /// Steps that have not been charged.
    pub(super) steps: u64,
    /// The bytes held for the case being read.
    pub(super) reading: usize,
}

impl<'a> Queue<'_, 'a> {
    /// Charges for the last work, and returns the charge and the buffers that wait.
    pub(super) fn close(mut self) -> (Charge<'a>, Vec<Filled>) {
        self.charge.add(self.steps);
        self.charge.hold(self.held());
        (self.charge, self.waiting)
    }

    /// Bytes held by the buffers that wait.
    fn held(&self) -> usize {
        self.waiting.iter().map(|filled| filled.buffer.len()).sum()
    }

    /// Charges for the work so far, and waits if more is not allowed. Returns whether the piece is due; fails if the piece will not be
    /// used.
    fn is_due(&mut self) -> io::Result<bool> {
        self.charge.add(mem::take(&mut self.steps));
        self.charge.hold(self.held() + self.reading);
        let account = self.charge.account();
        match self.place.standing(Some(self.start), &|| account.allows_more()) {
            Standing::Ahead => Ok(false),
            Standing::Due
                if self.number.is_none_or(|(numbers, before)| numbers.is_confirmed(self.start, before)) =>
            {
                self.charge.confirm();
                Ok(true)
            }
            Standing::Due | Standing::Unwanted => Err(unwanted()),
        }
    }

    /// Writes the waiting buffers, and a text after them, if early writing is allowed.
    fn write_early(&mut self, text: &[u8]) -> bool {
        let Self { start, place, waiting, buffers, .. } = self;
        let mut texts = waiting.iter().map(Filled::text).chain(iter::once(text));
        // If the first one can be written, so can the others.
        let is_written = texts.all(|text| place.write(*start, text));
        if is_written {
            let by = thread::current().id();
            waiting.drain(..).for_each(|filled| buffers.give_back(filled.buffer, by));
        }
        is_written
    }
}

/// Returns the error of work that will not be used.
fn unwanted() -> io::Error {
    io::ErrorKind::BrokenPipe.into()
}

impl Sink for Queue<'_, '_> {
    fn take_over(&mut self, buffer: &mut Vec<u8>, len: usize) -> io::Result<()> {
        self.steps += len as u64;
        let is_due = self.is_due()?;
        if is_due && self.write_early(&buffer[..len]) {
            return Ok(());
        }
        if is_due && self.charge.account().holds_much() {
            return Err(unwanted());
        }
        let full = mem::replace(buffer, self.buffers.take(Lines::large_buffer)?);
        self.waiting.push(Filled { buffer: full, len });
        Ok(())
    }

    fn discards(&self) -> bool {
        self.discards
    }

    fn charge(&mut self, steps: u64, held: usize) -> io::Result<()> {
        self.steps += steps;
        self.reading = held;
        if self.steps >= ASKED { self.is_due().map(|_| ()) } else { Ok(()) }
    }
}

impl Write for Queue<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut buffer = self.buffers.take(Lines::large_buffer)?;
        let len = bytes.len().min(buffer.len());
        buffer[..len].copy_from_slice(&bytes[..len]);
        self.take_over(&mut buffer, len)?;
        self.buffers.give_back(buffer, thread::current().id());
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A sink for the answers of a piece that is solved again: it drops the answers that were written early.
pub(super) struct SkipWritten<'a, 'o> {
    pub(super) out: &'a mut Lines<'o>,
    /// The number of bytes still to be dropped.
    pub(super) written: usize,
    pub(super) account: &'a Account,
}

impl Sink for SkipWritten<'_, '_> {
    fn charge(&mut self, steps: u64, _: usize) -> io::Result<()> {
        self.account.add_useful(steps);
        Ok(())
    }
}

impl Write for SkipWritten<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let dropped = self.written.min(bytes.len());
        self.written -= dropped;
        self.account.add_useful(bytes.len() as u64);
        self.out.copy(&bytes[dropped..]);
        self.out.check()?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_bytes_are_dropped_as_have_been_written() {
        for written in 0..12 {
            let mut sink = Vec::new();
            let mut out = Lines::new(&mut sink);
            let mut rest = SkipWritten { out: &mut out, written, account: &Account::default() };
            for text in ["one\n", "", "two\n", "six\n"] {
                rest.write_all(text.as_bytes()).unwrap();
            }
            out.flush().unwrap();
            assert_eq!(sink, b"one\ntwo\nsix\n"[written..]);
        }
    }

    /// A piece that becomes due at some call, and the text written early.
    struct Scripted {
        calls: usize,
        due_from: usize,
        text: Vec<u8>,
        is_open: bool,
    }

    impl PiecePlace for Scripted {
        fn standing(&mut self, start: Option<usize>, may_go_on: &dyn Fn() -> bool) -> Standing {
            assert_eq!(start, Some(7));
            self.calls += 1;
            if !may_go_on() {
                self.due_from = self.due_from.min(self.calls);
            }
            if self.calls >= self.due_from { Standing::Due } else { Standing::Ahead }
        }

        fn write(&mut self, _: usize, text: &[u8]) -> bool {
            if self.is_open {
                self.text.extend_from_slice(text);
            }
            self.is_open
        }
    }

    fn queue<'a>(place: &'a mut Scripted, buffers: &'a Pool<Vec<u8>>, account: &'a Account) -> Queue<'a, 'a> {
        let charge = Charge::new(account);
        Queue {
            start: 7,
            number: None,
            place,
            waiting: Vec::new(),
            buffers,
            charge,
            discards: false,
            steps: 0,
            reading: 0,
        }
    }

    #[test]
    fn answers_wait_until_their_piece_is_due() {
        let (buffers, account) = (Pool::new(), Account::default());
        let mut place = Scripted { calls: 0, due_from: 3, text: Vec::new(), is_open: true };
        let mut queue = queue(&mut place, &buffers, &account);
        for (bytes, waiting) in [("one\n", 1), ("two\n", 2), ("six\n", 0), ("ten\n", 0)] {
            queue.write_all(bytes.as_bytes()).unwrap();
            assert_eq!(queue.waiting.len(), waiting);
        }
        drop(queue);
        assert_eq!(place.text, b"one\ntwo\nsix\nten\n");
    }

    #[test]
    fn no_more_answers_wait_than_may_be_held() {
        for is_open in [true, false] {
            let (buffers, account) = (Pool::new(), Account::default());
            account.add_useful(1 << 40);
            let mut place = Scripted { calls: 0, due_from: usize::MAX, text: Vec::new(), is_open };
            let mut queue = queue(&mut place, &buffers, &account);
            let line = [b'x'; 50_000];
            let (mut most, mut ended) = (0, Ok(()));
            for _ in 0..1000 {
                ended = queue.write_all(&line);
                most = most.max(queue.waiting.len());
                if ended.is_err() {
                    break;
                }
            }
            let held = most * Lines::large_buffer().unwrap().len();
            assert!((7 << 20..10 << 20).contains(&held), "{held} in {most} buffers");
            // Answers that may not be written either are given up.
            assert_eq!(ended.is_ok(), is_open);
            drop(queue);
            assert_eq!(place.text.len(), if is_open { 50_000_000 } else { 0 });
        }
    }

    #[test]
    fn work_ahead_waits_for_its_turn_when_it_costs_too_much() {
        let (buffers, account) = (Pool::new(), Account::default());
        let mut place = Scripted { calls: 0, due_from: usize::MAX, text: Vec::new(), is_open: true };
        let mut queue = queue(&mut place, &buffers, &account);
        for _ in 0..1000 {
            queue.charge(10_000, 0).unwrap();
        }
        drop(queue);
        assert!((10..200).contains(&place.due_from), "{}", place.due_from);
    }
}
