//! Answers in the words of another judge.

use nim_io::Sink;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A sink that replaces whole lines by others.
pub(super) struct Reworded<'a> {
    out: &'a mut dyn Sink,
    lines: &'a BTreeMap<String, String>,
    /// The beginning of a line whose end is still to come.
    rest: Vec<u8>,
}

impl<'a> Reworded<'a> {
    /// Creates a sink that writes each of `lines` as the one in its place.
    pub(super) fn new(out: &'a mut dyn Sink, lines: &'a BTreeMap<String, String>) -> Self {
        Self { out, lines, rest: Vec::new() }
    }
}

impl Write for Reworded<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut text = std::mem::take(&mut self.rest);
        text.extend_from_slice(bytes);
        let mut written = Vec::with_capacity(text.len());
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            let Some(line) = line.strip_suffix(b"\n") else {
                self.rest = line.to_vec();
                break;
            };
            let other = std::str::from_utf8(line).ok().and_then(|line| self.lines.get(line));
            written.extend_from_slice(other.map_or(line, String::as_bytes));
            written.push(b'\n');
        }
        self.out.write_all(&written)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Sink for Reworded<'_> {
    fn discards(&self) -> bool {
        self.out.discards()
    }

    fn charge(&mut self, steps: u64, held: usize) -> io::Result<()> {
        self.out.charge(steps, held)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_lines_are_replaced_however_they_are_cut() {
        let lines = BTreeMap::from([("Stan wins".to_owned(), "A wins".to_owned())]);
        let text = b"Stan wins\nOllie wins\nStan wins \n\nStan wins\n";
        for size in 1..=text.len() {
            let mut written = Vec::new();
            let mut out = Reworded::new(&mut written, &lines);
            text.chunks(size).for_each(|part| out.write_all(part).unwrap());
            assert_eq!(written, b"A wins\nOllie wins\nStan wins \n\nA wins\n", "{size}");
        }
    }
}
