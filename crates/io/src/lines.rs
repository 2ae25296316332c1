//! The buffered writer of answers: lines of words and numbers.

use super::digits::{DIGITS, SMALL, TEXT, WINDOW, place, small, small_text, write_number};
use super::kernel::{Kernel, ON_ONE_LINE};
use super::sink::{Sink, write_all};
use super::sizes::size;
use super::watched::Watched;
use std::hint::select_unpredictable;
use std::io;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Bytes buffered before a write; fewer the first time, since most outputs are small.
const BUFFER: usize = size(64 << 10, 300);
const FIRST_BUFFER: usize = size(2 << 10, 100);
/// Bytes behind them that a single append may use.
const SPARE: usize = size(1 << 10, 64);
/// The number of rows computed at a time.
const ROWS: usize = 64;
/// The steps charged for a number.
const NUMBER_STEPS: u64 = 4;
/// Numbers of a line that are worth a look whether they are read.
const MANY: u64 = 1 << 10;
/// Numbers of a line that are written one by one.
const FEW: u64 = 16;
/// Bytes from which a text bypasses the buffer.
const LARGE: usize = size(16 << 10, 400);

/// Bytes written for a line; only those up to its end count.
const LINE: usize = 32;

/// A constant text of at most 30 bytes and a line feed, padded so that it is written without a branch on its length.
///
/// The last byte is the length. So the size stays a power of two, and an array of lines is indexed by a shift.
#[derive(Clone, Copy, Debug)]
pub struct Line([u8; LINE]);

impl Line {
    /// Makes a line; panics when the text is longer than 30 bytes.
    pub const fn new(text: &str) -> Self {
        let mut line = [b'\n'; LINE];
        line[LINE - 1] = 1;
        Self(line).with(text.as_bytes())
    }

    /// Appends to the text, which may contain line feeds; panics as [`Line::new`].
    pub const fn with(mut self, text: &[u8]) -> Self {
        let len = self.len();
        assert!(len + text.len() < LINE, "a line of more than 30 bytes");
        let mut i = 0;
        while i < text.len() {
            self.0[len - 1 + i] = text[i];
            i += 1;
        }
        // No line feed is written: all bytes behind the text are line feeds.
        self.0[LINE - 1] += text.len() as u8;
        self
    }

    /// Returns the length of the text with its line feed.
    const fn len(&self) -> usize {
        self.0[LINE - 1] as usize
    }

    /// Returns its text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0[..self.len() - 1]).into_owned()
    }

    /// Returns whether this is its text; `==` is no constant function yet.
    pub const fn is(&self, text: &str) -> bool {
        let text = text.as_bytes();
        let mut i = 0;
        while i < text.len() && i + 1 < self.len() && self.0[i] == text[i] {
            i += 1;
        }
        i == text.len() && i + 1 == self.len()
    }
}

/// A buffered writer of answers.
///
/// After a failed write everything else is dropped, and [`Lines::flush`] returns the error. So solvers need not handle errors,
/// and a closed pipe costs one failed write.
///
/// All output computed from an input leaves through this type. If the input is a file, it is checked before each write, so that nothing is
/// written that comes from a file which had been truncated.
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
    /// Creates a writer to `sink`.
    pub fn new(sink: &'a mut dyn Sink) -> Self {
        Self::through(vec![0; FIRST_BUFFER + SPARE], sink)
    }

    /// Creates a writer to `sink` through `buffer`.
    pub fn through(buffer: Vec<u8>, sink: &'a mut dyn Sink) -> Self {
        Self { buffer, len: 0, sink, failed: None, kernel: Kernel::SCALAR, watched: None }
    }

    /// Returns a buffer of the full size.
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

    /// Returns whether the output is discarded.
    pub fn is_discarded(&self) -> bool {
        self.has_failed() || self.sink.discards()
    }

    /// Writes one line.
    #[inline]
    pub fn line(&mut self, line: &Line) {
        // One check for both: room for the line, and spare room behind it.
        self.line_in::<LINE>(line, line.len());
    }

    /// Like [`Lines::line`], for a line of at most `ROOM` bytes.
    #[inline]
    fn line_in<const ROOM: usize>(&mut self, line: &Line, len: usize) {
        let room = self.buffer.get_mut(self.len..).filter(|room| room.len() >= LINE + SPARE);
        match (room.and_then(<[u8]>::first_chunk_mut::<ROOM>), line.0.first_chunk::<ROOM>()) {
            (Some(room), Some(bytes)) => {
                *room = *bytes;
                self.len += len;
            }
            _ => self.line_and_spill(line),
        }
    }

    /// Writes the first of two lines, or else the second, without a branch.
    #[inline]
    pub fn either(&mut self, is_first: bool, lines: &[Line; 2]) {
        // A selection may be compiled to a branch, an index is not. The next write waits for the length, which is computed sooner than it
        // is loaded.
        let line = &lines[usize::from(!is_first)];
        let [first, other] = lines.each_ref().map(Line::len);
        let len = other.wrapping_add(usize::from(is_first).wrapping_mul(first.wrapping_sub(other)));
        // Both lengths are constants. Stores that cross cache lines take longer, and fewer do if they are short.
        match first.max(other) {
            0..=8 => self.line_in::<8>(line, len),
            9..=16 => self.line_in::<16>(line, len),
            _ => self.line_in::<LINE>(line, len),
        }
    }

    #[cold]
    fn line_and_spill(&mut self, line: &Line) {
        let line = &line.0[..line.len()];
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
        self.bytes(*b"Case ");
        self.put(number, b':');
        self.bytes(*b" ");
    }

    /// Writes one line of numbers.
    pub fn list(&mut self, numbers: &[u64]) {
        self.numbers(numbers);
        self.end_row();
    }

    /// Writes one line of `N` numbers.
    #[inline]
    pub fn row<const N: usize>(&mut self, numbers: [u64; N]) {
        self.put_row(&numbers);
    }

    /// Writes a line of two numbers for each of a few heaps that have one of `bits`: the heap, and its XOR with `sum`. Where all are
    /// small, there is no branch on which have one.
    #[inline]
    pub fn changed(&mut self, heaps: &[u64], bits: u64, sum: u64) {
        let is_small = heaps.iter().fold(sum, |or, heap| or | heap) < 1 << SMALL.ilog2();
        if !is_small || 2 * 4 * heaps.len() > SPARE {
            let wanted = heaps.iter().filter(|&heap| heap & bits != 0);
            return wanted.for_each(|heap| self.row([*heap, heap ^ sum]));
        }
        let (room, mut written) = (&mut self.buffer[self.len..], 0);
        for &heap in heaps {
            let ((one, one_len), (other, other_len)) = (small_text(heap), small_text(heap ^ sum));
            // The space behind the second becomes the end of the line.
            let other = other ^ u64::from(b' ' ^ b'\n') << (8 * other_len - 8);
            let Some(line) = room.get_mut(written..).and_then(<[u8]>::first_chunk_mut) else { break };
            *line = (one | other << (8 * one_len)).to_le_bytes();
            written += select_unpredictable(heap & bits != 0, one_len + other_len, 0);
        }
        self.len += written;
        self.spill();
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

    /// Writes one line of consecutive numbers, as far as anybody reads them, or this line if there are none. Where they are small
    /// and few, there is no branch on their number.
    #[inline]
    pub fn range_or(&mut self, range: RangeInclusive<u64>, none: &Line) {
        let (first, last) = (*range.start(), *range.end());
        if last < SMALL {
            let from = place(first.min(last) as usize);
            let len = place(last as usize + 1) - from;
            let room = self.buffer.get_mut(self.len..).filter(|room| room.len() >= WINDOW + SPARE);
            if let (Some(room), Some(text)) =
                (room.and_then(<[u8]>::first_chunk_mut::<WINDOW>), TEXT[from..].first_chunk::<WINDOW>())
                && len <= WINDOW
            {
                let (text, len) = select_unpredictable(range.is_empty(), (&none.0, none.len()), (text, len));
                *room = *text;
                room[(len - 1) % WINDOW] = b'\n';
                self.len += len;
                return;
            }
        }
        if range.is_empty() { self.line(none) } else { self.range(range) }
    }

    /// Writes one line of consecutive numbers, as far as anybody reads them: there may be very many.
    pub fn range(&mut self, mut range: RangeInclusive<u64>) {
        if range.end().saturating_sub(*range.start()) > MANY && self.is_discarded() {
            return;
        }
        if *range.end() < SMALL && !range.is_empty() {
            self.copy(&TEXT[place(*range.start() as usize)..place(*range.end() as usize + 1) - 1]);
            return self.line(&const { Line::new("") });
        }
        if range.end().saturating_sub(*range.start()) < FEW {
            range.for_each(|number| self.put(number, b' '));
            return self.end_row();
        }
        let mut numbers = [0; ROWS];
        while !self.has_failed() {
            let count = numbers.iter_mut().zip(&mut range).map(|(to, number)| *to = number).count();
            if count == 0 || !self.charge(NUMBER_STEPS * count as u64, 0) {
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
        let Some((&last, before)) = numbers.split_last() else { return self.end_row() };
        for &number in before {
            self.put(number, b' ');
        }
        self.append(last, b'\n');
        self.spill();
    }

    /// Appends a number and the byte after it.
    #[inline]
    pub fn put(&mut self, number: u64, after: u8) {
        self.append(number, after);
        self.spill_all_but_last();
    }

    /// Appends a number and the byte after it, for which there is room.
    #[inline]
    fn append(&mut self, number: u64, after: u8) {
        if let Some(room) = self.buffer[self.len..].first_chunk_mut::<DIGITS>() {
            let len = match small(number) {
                Some((from, next)) => {
                    room[..4].copy_from_slice(&TEXT[from..][..4]);
                    next - from - 1
                }
                None => write_number(number, room),
            };
            room[len] = after;
            self.len += len + 1;
        }
    }

    /// Appends a few bytes.
    #[inline]
    pub fn bytes<const N: usize>(&mut self, bytes: [u8; N]) {
        if let Some(room) = self.buffer[self.len..].first_chunk_mut() {
            *room = bytes;
            self.len += N;
        }
        self.spill();
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

    /// Returns whether the buffer has unwritten text.
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

    /// Announces work on the output: steps of about a nanosecond, and the bytes held for it. Returns whether the output is still wanted.
    pub fn charge(&mut self, steps: u64, held: usize) -> bool {
        if self.failed.is_none() {
            self.failed = self.sink.charge(steps, held).err();
        }
        self.failed.is_none()
    }

    /// Returns whether a write has failed.
    pub const fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    /// Returns the error of a failed write, so that work for a closed pipe can stop.
    pub fn check(&mut self) -> io::Result<()> {
        self.failed.take().map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_simd::Level;
    use nim_testing::whole::is_whole;
    use proptest::prelude::*;
    use std::io::Write;

    fn shown(write: impl FnOnce(&mut Lines<'_>)) -> String {
        let mut sink = Vec::new();
        let mut lines = Lines::new(&mut sink);
        write(&mut lines);
        lines.flush().unwrap();
        String::from_utf8(sink).unwrap()
    }

    /// Like [`shown`], with the kernel of a level.
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
    fn ranges_and_changed_heaps_are_what_format_prints() {
        let none = Line::new("none");
        for (first, last) in
            (0..30).flat_map(|first| (0..30).map(move |more| (first * 37, first * 37 + more)))
        {
            let numbers: Vec<String> = (first..=last).map(|number| number.to_string()).collect();
            let expected = numbers.join(" ") + "\n";
            assert_eq!(shown(|lines| lines.range_or(first..=last, &none)), expected);
            assert_eq!(shown(|lines| lines.range(first..=last)), expected);
            let heaps: Vec<u64> = (first..=last).flat_map(|heap| [heap << 1 | 1, heap << 1]).collect();
            for heaps in [&heaps[..], &heaps[..heaps.len().min(8)]] {
                let odd = heaps.iter().step_by(2);
                let expected: String = odd.map(|heap| format!("{heap} {}\n", heap ^ 5)).collect();
                assert_eq!(shown(|lines| lines.changed(heaps, 1, 5)), expected);
            }
        }
        for (first, last) in [(1, 0), (u64::MAX, 0), (u64::MAX, u64::MAX - 1), (2000, 1999)] {
            assert_eq!(shown(|lines| lines.range_or(first..=last, &none)), "none\n");
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
