//! The buffered writer of answers: lines of words and numbers.

use super::bytes::eight_times;
use super::kernel::{Kernel, ON_ONE_LINE};
use super::sizes::size;
use super::stream::is_ready;
use super::watched::Watched;
use rustix::event::PollFlags;
use std::hint::select_unpredictable;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::os::fd::BorrowedFd;
use std::sync::Arc;

/// The destination of lines.
pub trait Sink: Write + Send {
    /// The file descriptor it writes to, if there is one.
    fn fd(&self) -> Option<BorrowedFd<'_>> {
        None
    }

    /// Whether everything that is written is discarded.
    fn discards(&self) -> bool {
        self.fd().is_some_and(is_null_device)
    }

    /// Hears of work on what is written here: steps of about a nanosecond, and the bytes held for it. Fails if nobody wants it.
    fn spend(&mut self, _steps: u64, _held: usize) -> io::Result<()> {
        Ok(())
    }

    /// Writes the first `len` bytes of a buffer. It may keep the buffer, and leave another of the same size.
    fn take_over(&mut self, buffer: &mut Vec<u8>, len: usize) -> io::Result<()> {
        write_all(self, &buffer[..len])
    }
}

impl Sink for Vec<u8> {}

impl Sink for &mut [u8] {}

impl Sink for &mut (dyn Write + Send + '_) {}

impl Sink for io::Sink {
    fn discards(&self) -> bool {
        true
    }
}

impl Sink for std::fs::File {
    fn fd(&self) -> Option<BorrowedFd<'_>> {
        Some(std::os::fd::AsFd::as_fd(self))
    }
}

/// Bytes buffered before a write; fewer the first time, since most outputs are small.
const BUFFER: usize = size(64 << 10, 300);
const FIRST_BUFFER: usize = size(2 << 10, 100);
/// Bytes behind them that a single append may use.
const SPARE: usize = size(1 << 10, 64);
/// Rows computed at a time.
const ROWS: usize = 64;
/// Steps that a number takes.
const NUMBER_STEPS: u64 = 4;
/// Numbers of a line that are worth a look whether they are read.
const MANY: u64 = 1 << 10;
/// Numbers of a line that are written one by one.
const FEW: u64 = 16;
/// Bytes from which a text bypasses the buffer.
const LARGE: usize = size(16 << 10, 400);

/// Bytes written for a line, of which those behind its end do not count.
const LINE: usize = 32;

/// A constant line of at most 31 bytes, written without a branch on its length.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    bytes: [u8; LINE],
    len: u8,
}

impl Line {
    /// Makes a line; panics when the text is longer than 31 bytes.
    #[must_use]
    pub const fn new(text: &str) -> Self {
        let mut bytes = [b'\n'; LINE];
        assert!(text.len() < bytes.len(), "a line of more than 31 bytes");
        let mut i = 0;
        while i < text.len() {
            bytes[i] = text.as_bytes()[i];
            i += 1;
        }
        Self { bytes, len: text.len() as u8 + 1 }
    }
}

/// A buffered writer of answers.
///
/// After a failed write everything else is dropped, and [`Lines::flush`] returns the error. So solvers need not handle errors,
/// and a closed pipe costs one failed write.
///
/// All that is computed from an input leaves through this type. If the input is a file, it is checked before each write, so
/// that nothing is written that comes from a file which had been truncated.
pub struct Lines<'a> {
    buffer: Vec<u8>,
    len: usize,
    sink: &'a mut dyn Sink,
    failed: Option<io::Error>,
    kernel: Kernel,
    /// The input, if that is a regular file.
    watched: Option<Arc<Watched>>,
}

impl<'a> Lines<'a> {
    /// A writer to `sink`.
    pub fn new(sink: &'a mut dyn Sink) -> Self {
        Self::through(vec![0; FIRST_BUFFER + SPARE], sink)
    }

    /// A writer to `sink` through `buffer`.
    pub fn through(buffer: Vec<u8>, sink: &'a mut dyn Sink) -> Self {
        Self { buffer, len: 0, sink, failed: None, kernel: Kernel::SCALAR, watched: None }
    }

    /// A buffer of the full size.
    pub fn large_buffer() -> io::Result<Vec<u8>> {
        let mut buffer = Vec::new();
        buffer.try_reserve_exact(BUFFER + SPARE)?;
        buffer.resize(BUFFER + SPARE, 0);
        Ok(buffer)
    }

    /// Sets the kernel that formats numbers.
    pub fn use_kernel(&mut self, kernel: Kernel) {
        self.kernel = kernel;
    }

    /// Returns the kernel that formats numbers.
    pub const fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Sets the input that is checked before each write.
    pub fn watch(&mut self, watched: Option<Arc<Watched>>) {
        self.watched = watched;
    }

    /// Whether the output is discarded.
    pub fn is_discarded(&self) -> bool {
        self.has_failed() || self.sink.discards()
    }

    /// Writes one line.
    #[inline]
    pub fn line(&mut self, line: &Line) {
        // One check for both: room for the line, and spare room behind it.
        self.line_in::<LINE>(line);
    }

    /// As [`Lines::line`], where the line has no more than `ROOM` bytes.
    #[inline]
    fn line_in<const ROOM: usize>(&mut self, line: &Line) {
        let room = self.buffer.get_mut(self.len..).filter(|room| room.len() >= LINE + SPARE);
        match (room.and_then(<[u8]>::first_chunk_mut::<ROOM>), line.bytes.first_chunk::<ROOM>()) {
            (Some(room), Some(bytes)) => {
                *room = *bytes;
                self.len += usize::from(line.len);
            }
            _ => self.line_and_spill(line),
        }
    }

    /// Writes one of two lines, without a branch on which.
    #[inline]
    pub fn either(&mut self, is_first: bool, first: &Line, other: &Line) {
        let line = select_unpredictable(is_first, first, other);
        // Both lengths are constants. Stores that cross cache lines take longer, and fewer do if they are short.
        match first.len.max(other.len) {
            0..=8 => self.line_in::<8>(line),
            9..=16 => self.line_in::<16>(line),
            _ => self.line_in::<LINE>(line),
        }
    }

    #[cold]
    fn line_and_spill(&mut self, line: &Line) {
        let line = &line.bytes[..usize::from(line.len)];
        self.buffer[self.len..][..line.len()].copy_from_slice(line);
        self.len += line.len();
        self.write_and_grow();
    }

    /// Writes one line of any text.
    pub fn text(&mut self, text: &str) {
        self.copy(text.as_bytes());
        self.line(&const { Line::new("") });
    }

    /// Begins a line with the number of a case: `Case 3: `.
    pub fn case(&mut self, number: u64) {
        self.copy(b"Case ");
        self.put(number, b':');
        self.copy(b" ");
    }

    /// Writes one line of numbers.
    pub fn list(&mut self, numbers: &[u64]) {
        self.numbers(numbers);
        self.end_row();
    }

    /// Writes one line of so many numbers.
    #[inline]
    pub fn row<const N: usize>(&mut self, numbers: [u64; N]) {
        self.put_row(&numbers);
    }

    /// Writes one line of numbers for each heap.
    pub fn rows<const N: usize>(&mut self, heaps: &[u64], row: impl Fn(u64) -> [u64; N]) {
        if heaps.len() * N < 8 {
            return heaps.iter().for_each(|&heap| self.put_row(&row(heap)));
        }
        let mut rows = [[0; N]; ROWS];
        for part in heaps.chunks(ROWS) {
            for (to, &heap) in rows.iter_mut().zip(part) {
                *to = row(heap);
            }
            self.put_rows(&rows[..part.len()]);
        }
    }

    /// Writes one line of consecutive numbers, as far as anybody reads them: there may be very many.
    pub fn range(&mut self, mut range: RangeInclusive<u64>) {
        if range.end().saturating_sub(*range.start()) > MANY && self.is_discarded() {
            return;
        }
        if range.end().saturating_sub(*range.start()) < FEW {
            range.for_each(|number| self.put(number, b' '));
            return self.end_row();
        }
        let mut numbers = [0; ROWS];
        while !self.has_failed() {
            let count = numbers.iter_mut().zip(&mut range).map(|(to, number)| *to = number).count();
            if count == 0 || !self.spend(NUMBER_STEPS * count as u64, 0) {
                break;
            }
            self.numbers(&numbers[..count]);
        }
        self.end_row();
    }

    fn put_rows<const N: usize>(&mut self, mut rows: &[[u64; N]]) {
        while !rows.is_empty() {
            if 8 % N == 0 && rows.len() * N >= 8 {
                let (done, bytes) =
                    self.kernel.write_rows(rows.as_flattened(), N, &mut self.buffer[self.len..]);
                self.len += bytes;
                rows = &rows[done / N..];
                self.spill();
            }
            // Too few for the kernel, or one of them is too long.
            let (these, rest) = rows.split_at(rows.len().min(8_usize.div_ceil(N)));
            these.iter().for_each(|row| self.put_row(row));
            rows = rest;
        }
    }

    /// Appends numbers, each with a space behind it.
    pub fn numbers(&mut self, mut numbers: &[u64]) {
        while !numbers.is_empty() {
            let (done, bytes) = self.kernel.write_rows(numbers, ON_ONE_LINE, &mut self.buffer[self.len..]);
            self.len += bytes;
            self.spill_all_but_last();
            numbers = &numbers[done..];
            let (these, rest) = numbers.split_at(numbers.len().min(8));
            these.iter().for_each(|&number| self.put(number, b' '));
            numbers = rest;
        }
    }

    #[inline]
    fn put_row(&mut self, numbers: &[u64]) {
        for &number in numbers {
            self.put(number, b' ');
        }
        self.end_row();
    }

    /// Appends a number and the byte after it.
    #[inline]
    pub fn put(&mut self, number: u64, after: u8) {
        if let Some(room) = self.buffer[self.len..].first_chunk_mut::<DIGITS>() {
            let small = usize::try_from(number).ok().and_then(|number| SMALL.get(number));
            let len = match small {
                Some(&SmallNumber { digits, len }) => {
                    room[..3].copy_from_slice(&digits);
                    usize::from(len)
                }
                None => write_number(number, room),
            };
            room[len] = after;
            self.len += len + 1;
        }
        self.spill_all_but_last();
    }

    /// Replaces the space behind the last number by a newline.
    #[inline]
    pub fn end_row(&mut self) {
        match self.len.checked_sub(1) {
            Some(last) if self.buffer[last] == b' ' => self.buffer[last] = b'\n',
            _ => self.line(&const { Line::new("") }),
        }
        self.spill();
    }

    /// Appends bytes as they are.
    pub fn copy(&mut self, bytes: &[u8]) {
        if bytes.len() < LARGE {
            for part in bytes.chunks(SPARE) {
                self.buffer[self.len..][..part.len()].copy_from_slice(part);
                self.len += part.len();
                self.spill();
            }
        } else {
            self.write_buffer();
            self.verify();
            if self.failed.is_none() {
                self.failed = write_all(self.sink, bytes).err();
            }
        }
    }

    /// Writes the buffer if it is full.
    #[inline]
    fn spill(&mut self) {
        if self.len + SPARE >= self.buffer.len() {
            self.write_and_grow();
        }
    }

    /// Writes the buffer if it is full, except for its last byte, which may still change.
    #[inline]
    fn spill_all_but_last(&mut self) {
        if self.len + SPARE >= self.buffer.len() {
            let last = self.buffer[self.len - 1];
            self.len -= 1;
            self.write_and_grow();
            self.buffer[self.len] = last;
            self.len += 1;
        }
    }

    /// Whether the buffer has unwritten text.
    pub(crate) fn has_unwritten(&self) -> bool {
        self.len > 0
    }

    /// Writes the buffer, and replaces the small first one.
    #[cold]
    fn write_and_grow(&mut self) {
        self.write_buffer();
        // Without memory for a large buffer, the small one stays.
        if self.buffer.len() < BUFFER
            && let Ok(buffer) = Self::large_buffer()
        {
            self.buffer = buffer;
        }
    }

    fn write_buffer(&mut self) {
        if self.len > 0 {
            self.verify();
        }
        if self.len > 0 && self.failed.is_none() {
            self.failed = self.sink.take_over(&mut self.buffer, self.len).err();
        }
        self.len = 0;
    }

    /// Fails if the input file has changed.
    fn verify(&mut self) {
        if self.failed.is_none()
            && let Some(watched) = &self.watched
        {
            self.failed = watched.check().err();
        }
    }

    /// Writes the buffer, and returns the error of the first write that failed.
    pub fn flush(&mut self) -> io::Result<()> {
        self.write_buffer();
        self.verify();
        self.check()?;
        self.sink.flush()
    }

    /// Returns the buffer, and drops its text.
    pub fn into_buffer(self) -> Vec<u8> {
        self.buffer
    }

    /// Announces work on what is written here: steps of about a nanosecond, and the bytes held for it. Returns whether it is still
    /// wanted.
    pub fn spend(&mut self, steps: u64, held: usize) -> bool {
        if self.failed.is_none() {
            self.failed = self.sink.spend(steps, held).err();
        }
        self.failed.is_none()
    }

    /// Whether a write has failed.
    pub const fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    /// Returns the error of a failed write, so that work for a closed pipe can stop.
    pub fn check(&mut self) -> io::Result<()> {
        self.failed.take().map_or(Ok(()), Err)
    }
}

/// Whether a file is `/dev/null`.
fn is_null_device(fd: BorrowedFd<'_>) -> bool {
    let null = rustix::fs::makedev(1, 3);
    rustix::fs::fstat(fd).is_ok_and(|file| {
        rustix::fs::FileType::from_raw_mode(file.st_mode).is_char_device() && file.st_rdev == null
    })
}

/// Writes everything; waits for a file in non-blocking mode.
fn write_all<S: Sink + ?Sized>(sink: &mut S, mut bytes: &[u8]) -> io::Result<()> {
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

/// A number of up to three digits, written.
#[derive(Clone, Copy)]
struct SmallNumber {
    digits: [u8; 3],
    len: u8,
}

/// The numbers below 1000.
static SMALL: [SmallNumber; 1000] = {
    let mut small = [SmallNumber { digits: [b'0'; 3], len: 1 }; 1000];
    let mut number = 0;
    while number < small.len() {
        let digits = [number / 100, number / 10 % 10, number % 10];
        let zeros = (number < 100) as usize + (number < 10) as usize;
        let mut i = zeros;
        while i < 3 {
            small[number].digits[i - zeros] = b'0' + digits[i] as u8;
            i += 1;
        }
        small[number].len = 3 - zeros as u8;
        number += 1;
    }
    small
};

/// Bytes that [`write_number`] may overwrite.
const DIGITS: usize = 32;

/// Writes a number, and returns its length; bytes behind it may be overwritten.
#[inline]
fn write_number(number: u64, room: &mut [u8; DIGITS]) -> usize {
    let (first, rest) = if number < TEN_8 {
        (number, 0)
    } else if number < TEN_16 {
        (number / TEN_8, 1)
    } else {
        (number / TEN_16, 2)
    };
    let digits = eight_digits(first);
    // The last digit stays, even if it is 0.
    let zeros = (digits | 1 << 63).trailing_zeros() as usize / 8;
    let len = 8 - zeros;
    write_bytes((digits | eight_times(b'0')) >> (8 * zeros), 0, room);
    if rest == 2 {
        write_bytes(eight_digits(number / TEN_8 % TEN_8) | eight_times(b'0'), len, room);
        write_bytes(eight_digits(number % TEN_8) | eight_times(b'0'), len + 8, room);
    } else if rest == 1 {
        write_bytes(eight_digits(number % TEN_8) | eight_times(b'0'), len, room);
    }
    len + 8 * rest
}

#[inline]
fn write_bytes(bytes: u64, at: usize, room: &mut [u8; DIGITS]) {
    if let Some(room) = room[at..].first_chunk_mut() {
        *room = bytes.to_le_bytes();
    }
}

const TEN_8: u64 = 100_000_000;
const TEN_16: u64 = TEN_8 * TEN_8;

/// Returns the eight digits of a number below 10^8 as the values of bytes, the first in the lowest byte. Each step divides all
/// parts of the word by a constant.
const fn eight_digits(number: u64) -> u64 {
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = ((fours * 5_243) >> 19) & 0x7f_0000_007f;
    let pairs = hundreds | ((fours - hundreds * 100) << 16);
    let tens = ((pairs * 103) >> 10) & 0x000f_000f_000f_000f;
    tens | ((pairs - tens * 10) << 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_simd::Level;
    use nim_testing::whole::is_whole;
    use proptest::prelude::*;

    fn shown(write: impl FnOnce(&mut Lines<'_>)) -> String {
        let mut sink = Vec::new();
        let mut lines = Lines::new(&mut sink);
        write(&mut lines);
        lines.flush().unwrap();
        String::from_utf8(sink).unwrap()
    }

    /// As [`shown`], with the kernel of a level.
    fn shown_by(level: Level, write: impl FnOnce(&mut Lines<'_>)) -> String {
        shown(|lines| {
            lines.use_kernel(Kernel::new(level));
            write(lines);
        })
    }

    #[test]
    fn numbers_at_every_power_of_ten() {
        for exponent in 0..20 {
            let power = 10u64.pow(exponent);
            for number in [power - 1, power, power + 1] {
                assert_eq!(shown(|lines| lines.row([number])), format!("{number}\n"));
                for (name, level) in Level::available() {
                    let eight = shown_by(level, |lines| lines.rows(&[number; 8], |number| [number]));
                    assert_eq!(eight, format!("{number}\n").repeat(8), "{name}");
                }
            }
        }
        assert_eq!(shown(|lines| lines.row([u64::MAX, 0])), format!("{} 0\n", u64::MAX));
    }

    /// Numbers of every length.
    fn any_size() -> impl Strategy<Value = u64> {
        (any::<u64>(), 0..64_u32).prop_map(|(number, shift)| number >> shift)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(if is_whole() { 256 } else { 40 }))]

        #[test]
        fn vectors_write_what_format_prints(heaps in prop::collection::vec(any_size(), 0..9000)) {
            let expected: String = heaps.iter().map(|heap| format!("{heap} {}\n", heap / 3)).collect();
            for (name, level) in Level::available() {
                let rows = shown_by(level, |lines| lines.rows(&heaps, |heap| [heap, heap / 3]));
                prop_assert_eq!(&rows, &expected, "{}", name);
            }
        }

        #[test]
        fn vectors_divide_exactly(
            multiples in prop::collection::vec((0..10_u64.pow(11), 0..9_u32), 1..2000),
            off in -1..=1_i64,
        ) {
            let near = |(n, zeros): (u64, u32)| (n * 10_u64.pow(zeros)).saturating_add_signed(off);
            let heaps: Vec<u64> = multiples.into_iter().map(near).collect();
            let expected: String = heaps.iter().map(|heap| format!("{heap}\n")).collect();
            for (name, level) in Level::available() {
                let rows = shown_by(level, |lines| lines.rows(&heaps, |heap| [heap]));
                prop_assert_eq!(&rows, &expected, "{}", name);
            }
        }

        #[test]
        fn numbers_share_a_line(heaps in prop::collection::vec(any_size(), 1..9000)) {
            let expected: Vec<String> = heaps.iter().map(u64::to_string).collect();
            let expected = expected.join(" ") + "\n";
            for (name, level) in Level::available() {
                let line = shown_by(level, |lines| {
                    lines.numbers(&heaps);
                    lines.end_row();
                });
                prop_assert_eq!(&line, &expected, "{}", name);
            }
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
