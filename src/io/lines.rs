//! The writer: lines of words and numbers, gathered in a buffer.

use super::arch::{Formatter, ON_ONE_LINE};
use super::source::is_ready;
use rustix::event::PollFlags;
use std::io::{self, Write};
use std::os::fd::BorrowedFd;

/// Where lines go in the end.
pub trait Sink: Write {
    /// The file behind it, if bytes may go there past this trait.
    fn fd(&self) -> Option<BorrowedFd<'_>> {
        None
    }
}

impl Sink for Vec<u8> {}

impl Sink for std::fs::File {
    fn fd(&self) -> Option<BorrowedFd<'_>> {
        Some(std::os::fd::AsFd::as_fd(self))
    }
}

/// Bytes gathered before they are handed on; fewer the first time, since most outputs are small.
const BUFFER: usize = 64 << 10;
const FIRST_BUFFER: usize = 4 << 10;
/// Bytes behind them that a single line may take.
const SPARE: usize = 1 << 10;
/// Rows made at a time.
const ROWS: usize = 64;
/// Bytes from which a text is handed on past the buffer.
const LARGE: usize = 16 << 10;

/// A line of at most 15 bytes, ready to be written without asking how long it is.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    bytes: [u8; 16],
    len: u8,
}

impl Line {
    /// The line of this text; refused when it is longer than 15 bytes.
    #[must_use]
    pub const fn new(text: &str) -> Self {
        let mut bytes = [b'\n'; 16];
        assert!(text.len() < bytes.len(), "a line of more than 15 bytes");
        let mut i = 0;
        while i < text.len() {
            bytes[i] = text.as_bytes()[i];
            i += 1;
        }
        Self { bytes, len: text.len() as u8 + 1 }
    }
}

/// Lines of answers on their way to a sink.
///
/// A failed write is remembered and everything after it dropped; [`Lines::flush`] reports it. So an answer is
/// written without a thought for errors, and a reader that has gone away costs one failed write.
pub struct Lines<'a> {
    buffer: Vec<u8>,
    len: usize,
    sink: &'a mut dyn Sink,
    failed: Option<io::Error>,
    vectors: Option<Formatter>,
}

impl<'a> Lines<'a> {
    /// Lines that go to `sink`.
    pub fn new(sink: &'a mut dyn Sink) -> Self {
        Self { buffer: vec![0; FIRST_BUFFER + SPARE], len: 0, sink, failed: None, vectors: None }
    }

    /// From now on, numbers may be written with what the CPU has beyond the usual.
    pub(super) fn use_vectors(&mut self) {
        self.vectors = Formatter::new();
    }

    /// Writes one line.
    #[inline]
    pub fn line(&mut self, line: &Line) {
        if let Some(room) = self.buffer[self.len..].first_chunk_mut() {
            *room = line.bytes;
            self.len += usize::from(line.len);
        }
        self.spill();
    }

    /// Writes one line of numbers.
    pub fn row<const N: usize>(&mut self, numbers: [u64; N]) {
        self.put_row(&numbers);
    }

    /// Writes one line of numbers for each heap.
    pub fn rows<const N: usize>(&mut self, heaps: &[u64], row: impl Fn(u64) -> [u64; N]) {
        let mut rows = [[0; N]; ROWS];
        for part in heaps.chunks(ROWS) {
            for (to, &heap) in rows.iter_mut().zip(part) {
                *to = row(heap);
            }
            self.put_rows(&rows[..part.len()]);
        }
    }

    fn put_rows<const N: usize>(&mut self, mut rows: &[[u64; N]]) {
        while let Some((first, rest)) = rows.split_first() {
            if let Some(vectors) = self.vectors
                && 8 % N == 0
            {
                let (done, bytes) = vectors.rows(rows.as_flattened(), N, &mut self.buffer[self.len..]);
                self.len += bytes;
                rows = &rows[done / N..];
                self.spill();
                if done > 0 {
                    continue;
                }
            }
            self.put_row(first);
            rows = rest;
        }
    }

    /// Appends numbers with a space behind each.
    pub(super) fn numbers(&mut self, mut numbers: &[u64]) {
        while let Some((&first, rest)) = numbers.split_first() {
            if let Some(vectors) = self.vectors {
                let (done, bytes) = vectors.rows(numbers, ON_ONE_LINE, &mut self.buffer[self.len..]);
                self.len += bytes;
                numbers = &numbers[done..];
                self.spill_all_but_last();
                if done > 0 {
                    continue;
                }
            }
            self.put(first, b' ');
            numbers = rest;
        }
    }

    fn put_row(&mut self, numbers: &[u64]) {
        for &number in numbers {
            self.put(number, b' ');
        }
        self.end_row();
    }

    /// Appends a number and the byte after it.
    #[inline]
    pub(super) fn put(&mut self, number: u64, after: u8) {
        let mut digits = Digits::new();
        let digits = digits.format(number);
        self.buffer[self.len..][..digits.len()].copy_from_slice(digits);
        self.len += digits.len();
        self.buffer[self.len] = after;
        self.len += 1;
        self.spill_all_but_last();
    }

    /// Turns the separator behind the last number into the end of the line.
    pub(super) fn end_row(&mut self) {
        match self.len.checked_sub(1) {
            Some(last) if self.buffer[last] == b' ' => self.buffer[last] = b'\n',
            _ => self.line(&const { Line::new("") }),
        }
        self.spill();
    }

    /// Appends bytes as they are.
    pub(super) fn copy(&mut self, bytes: &[u8]) {
        if bytes.len() < LARGE {
            for part in bytes.chunks(SPARE) {
                self.buffer[self.len..][..part.len()].copy_from_slice(part);
                self.len += part.len();
                self.spill();
            }
        } else {
            self.hand_on();
            if self.failed.is_none() {
                self.failed = write_all(self.sink, bytes).err();
            }
        }
    }

    /// Hands on a full buffer.
    #[inline]
    fn spill(&mut self) {
        if self.len + SPARE >= self.buffer.len() {
            self.hand_on_and_grow();
        }
    }

    /// Hands on a full buffer but for its last byte, which may still change.
    #[inline]
    fn spill_all_but_last(&mut self) {
        if self.len + SPARE >= self.buffer.len() {
            let last = self.buffer[self.len - 1];
            self.len -= 1;
            self.hand_on_and_grow();
            self.buffer[0] = last;
            self.len = 1;
        }
    }

    /// Whether anything waits to be handed on.
    pub(super) fn is_waiting(&self) -> bool {
        self.len > 0
    }

    /// Hands a full buffer on; what comes may be long.
    #[cold]
    fn hand_on_and_grow(&mut self) {
        self.hand_on();
        if self.buffer.len() < BUFFER {
            self.buffer = vec![0; BUFFER + SPARE];
        }
    }

    fn hand_on(&mut self) {
        if self.failed.is_none() {
            self.failed = write_all(self.sink, &self.buffer[..self.len]).err();
        }
        self.len = 0;
    }

    /// Hands everything on, and reports the first write that failed.
    pub fn flush(&mut self) -> io::Result<()> {
        self.hand_on();
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.sink.flush(),
        }
    }

    /// Reports a write that has failed already, so that work nobody reads can stop.
    pub(super) fn check(&mut self) -> io::Result<()> {
        self.failed.take().map_or(Ok(()), Err)
    }
}

/// Writes everything, waiting where the sink's file is one that does not wait by itself.
fn write_all(sink: &mut dyn Sink, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match sink.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => match sink.fd() {
                Some(fd) => _ = is_ready(fd, PollFlags::OUT, None)?,
                None => return Err(error),
            },
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Room for the decimal digits of one number.
struct Digits([u8; 20]);

/// The two digits of 0..100, side by side.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut i = 0;
    while i < 100 {
        pairs[i] = [b'0' + (i / 10) as u8, b'0' + (i % 10) as u8];
        i += 1;
    }
    pairs
};

impl Digits {
    const fn new() -> Self {
        Self([0; 20])
    }

    fn format(&mut self, mut number: u64) -> &[u8] {
        let mut at = self.0.len();
        while number >= 10 {
            let pair = PAIRS[(number % 100) as usize];
            number /= 100;
            at -= 2;
            self.0[at..at + 2].copy_from_slice(&pair);
        }
        if number > 0 || at == self.0.len() {
            at -= 1;
            self.0[at] = b'0' + number as u8;
        }
        &self.0[at..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(write: impl FnOnce(&mut Lines<'_>)) -> String {
        let mut sink = Vec::new();
        let mut lines = Lines::new(&mut sink);
        write(&mut lines);
        lines.flush().unwrap();
        String::from_utf8(sink).unwrap()
    }

    #[test]
    fn numbers_at_every_power_of_ten() {
        for exponent in 0..20 {
            let power = 10u64.pow(exponent);
            for number in [power - 1, power, power + 1] {
                assert_eq!(shown(|lines| lines.row([number])), format!("{number}\n"));
                let eight = shown(|lines| {
                    lines.use_vectors();
                    lines.rows(&[number; 8], |number| [number]);
                });
                assert_eq!(eight, format!("{number}\n").repeat(8));
            }
        }
        assert_eq!(shown(|lines| lines.row([u64::MAX, 0])), format!("{} 0\n", u64::MAX));
    }

    /// Numbers of every length.
    fn any_size() -> impl Strategy<Value = u64> {
        (any::<u64>(), 0..64_u32).prop_map(|(number, shift)| number >> shift)
    }

    proptest! {
        #[test]
        fn vectors_write_what_format_prints(heaps in prop::collection::vec(any_size(), 0..9000)) {
            let expected: String = heaps.iter().map(|heap| format!("{heap} {}\n", heap / 3)).collect();
            let rows = shown(|lines| {
                lines.use_vectors();
                lines.rows(&heaps, |heap| [heap, heap / 3]);
            });
            prop_assert_eq!(rows, expected);
        }

        #[test]
        fn numbers_share_a_line(heaps in prop::collection::vec(any_size(), 1..9000), vectors: bool) {
            let line = shown(|lines| {
                if vectors {
                    lines.use_vectors();
                }
                lines.numbers(&heaps);
                lines.end_row();
            });
            let expected: Vec<String> = heaps.iter().map(u64::to_string).collect();
            prop_assert_eq!(line, expected.join(" ") + "\n");
        }

        #[test]
        fn rows_are_what_format_prints(heaps: Vec<u64>) {
            let expected: String = heaps.iter().map(|heap| format!("{heap} {}\n", heap / 3)).collect();
            prop_assert_eq!(shown(|lines| lines.rows(&heaps, |heap| [heap, heap / 3])), expected);
        }
    }

    #[test]
    fn a_failed_write_is_reported_once_and_later_lines_are_dropped() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        impl Sink for Full {}
        let mut sink = Full;
        let mut lines = Lines::new(&mut sink);
        lines.line(&Line::new("lost"));
        assert_eq!(lines.flush().unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}
