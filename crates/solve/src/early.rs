//! Answers of a piece that are written before the piece is done.
//!
//! ```text
//! thread at work on a piece: for each full buffer of answers
//!     if the piece is due, write the buffers that wait, and this one; otherwise let it wait
//! collector, when the piece is done:
//!     if the piece is usable, write the buffers that still wait
//!     otherwise solve it again, and drop as many bytes of answers as have been written
//! ```
//!
//! Answers written early stay valid if the piece is solved again, since answers depend only on the text from its start. The
//! design stops at counted cases: there could be more answers than cases, so none of them is written early.

use super::pieces::{Early, Pool};
use nim_io::lines::{Lines, Sink};
use std::io::{self, Write};
use std::iter;
use std::mem;
use std::thread;

/// A buffer, and how much of it is text.
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

/// A sink for the answers of a piece: they are written early if the piece is due, and wait otherwise.
pub(super) struct Queue<'a> {
    /// Where the first case begins.
    pub(super) start: usize,
    pub(super) early: &'a mut Early<'a>,
    /// The buffers that wait.
    pub(super) waiting: Vec<Filled>,
    pub(super) buffers: &'a Pool<Vec<u8>>,
}

impl Sink for Queue<'_> {
    fn take_over(&mut self, buffer: &mut Vec<u8>, len: usize) -> io::Result<()> {
        let Self { start, early, waiting, buffers } = self;
        let mut texts = waiting.iter().map(Filled::text).chain(iter::once(&buffer[..len]));
        // If the first one can be written, so can the others.
        if texts.all(|text| early(*start, text)) {
            let by = thread::current().id();
            waiting.drain(..).for_each(|filled| buffers.give_back(filled.buffer, by));
        } else {
            let full = mem::replace(buffer, buffers.take(Lines::large_buffer)?);
            waiting.push(Filled { buffer: full, len });
        }
        Ok(())
    }
}

impl Write for Queue<'_> {
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

/// A sink for the answers of a piece that is solved again: it drops those that were written early.
pub(super) struct SkipWritten<'a, 'o> {
    pub(super) out: &'a mut Lines<'o>,
    /// Bytes still to be dropped.
    pub(super) written: usize,
}

impl Sink for SkipWritten<'_, '_> {}

impl Write for SkipWritten<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let dropped = self.written.min(bytes.len());
        self.written -= dropped;
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
            let mut rest = SkipWritten { out: &mut out, written };
            for text in ["one\n", "", "two\n", "six\n"] {
                rest.write_all(text.as_bytes()).unwrap();
            }
            out.flush().unwrap();
            assert_eq!(sink, b"one\ntwo\nsix\n"[written..]);
        }
    }

    #[test]
    fn answers_wait_until_their_piece_is_due() {
        let buffers = Pool::new();
        let (mut calls, mut text) = (0, Vec::new());
        let mut early = |start, bytes: &[u8]| {
            assert_eq!(start, 7);
            calls += 1;
            let is_due = calls > 2;
            if is_due {
                text.extend_from_slice(bytes);
            }
            is_due
        };
        let mut queue = Queue { start: 7, early: &mut early, waiting: Vec::new(), buffers: &buffers };
        for (bytes, waiting) in [("one\n", 1), ("two\n", 2), ("six\n", 0), ("ten\n", 0)] {
            queue.write_all(bytes.as_bytes()).unwrap();
            assert_eq!(queue.waiting.len(), waiting);
        }
        assert_eq!(text, b"one\ntwo\nsix\nten\n");
    }
}
