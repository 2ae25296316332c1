//! The format of an output: byte for byte, or but for white space at the ends of lines.

use std::io::{self, BufRead, Bytes};

use super::split::is_space;

/// How strictly the format is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// Every byte counts.
    Exact,
    /// White space at the end of a line and empty lines at the end do not.
    Lines,
}

/// More white space than this at the end of a line, in bytes, counts as part of it.
const MOST_TRAILING: usize = 1 << 20;

/// Leaves out what does not count: takes single bytes and gives those that count.
#[derive(Debug)]
struct Trim {
    strictness: Strictness,
    line_ends: u64,
    spaces: Vec<u8>,
}

impl Trim {
    fn new(strictness: Strictness) -> Self {
        Self { strictness, line_ends: 0, spaces: Vec::new() }
    }

    fn take(&mut self, byte: u8, give: &mut impl FnMut(u8)) {
        if self.strictness == Strictness::Lines && is_space(byte) && self.spaces.len() < MOST_TRAILING {
            if byte == b'\n' {
                self.spaces.clear();
                self.line_ends += 1;
            } else {
                self.spaces.push(byte);
            }
            return;
        }
        while self.line_ends > 0 {
            self.line_ends -= 1;
            give(b'\n');
        }
        self.spaces.drain(..).for_each(&mut *give);
        give(byte);
    }
}

/// Compares the format of an output, which comes in chunks, with that of an answer.
pub struct FormatComparer<R: BufRead> {
    got: Trim,
    expected: Bytes<R>,
    trim_expected: Trim,
    /// Bytes of the answer that count and have not been compared, in reverse.
    waiting: Vec<u8>,
    line: u64,
    column: u64,
    difference: Option<String>,
}

impl<R: BufRead> FormatComparer<R> {
    /// A comparer at the beginning of both.
    pub fn new(strictness: Strictness, expected: R) -> Self {
        Self {
            got: Trim::new(strictness),
            expected: expected.bytes(),
            trim_expected: Trim::new(strictness),
            waiting: Vec::new(),
            line: 1,
            column: 1,
            difference: None,
        }
    }

    /// Compares the next chunk of the output.
    ///
    /// # Errors
    /// When the answer cannot be read.
    pub fn feed(&mut self, chunk: &[u8]) -> io::Result<()> {
        let mut counting = Vec::new();
        for &byte in chunk {
            if self.difference.is_some() {
                break;
            }
            self.got.take(byte, &mut |byte| counting.push(byte));
            for byte in counting.drain(..) {
                let expected = next_expected(&mut self.expected, &mut self.trim_expected, &mut self.waiting)?;
                if expected != Some(byte) {
                    self.difference
                        .get_or_insert_with(|| describe(self.line, self.column, expected, Some(byte)));
                }
                (self.line, self.column) =
                    if byte == b'\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
            }
        }
        Ok(())
    }

    /// The first difference in words, when the output has ended.
    ///
    /// # Errors
    /// When the answer cannot be read.
    pub fn finish(mut self) -> io::Result<Option<String>> {
        if self.difference.is_none()
            && let Some(expected) =
                next_expected(&mut self.expected, &mut self.trim_expected, &mut self.waiting)?
        {
            self.difference = Some(describe(self.line, self.column, Some(expected), None));
        }
        Ok(self.difference)
    }
}

fn next_expected<R: BufRead>(
    bytes: &mut Bytes<R>,
    trim: &mut Trim,
    waiting: &mut Vec<u8>,
) -> io::Result<Option<u8>> {
    while waiting.is_empty() {
        let Some(byte) = bytes.next().transpose()? else { return Ok(None) };
        trim.take(byte, &mut |byte| waiting.push(byte));
        waiting.reverse();
    }
    Ok(waiting.pop())
}

fn describe(line: u64, column: u64, expected: Option<u8>, got: Option<u8>) -> String {
    let name = |byte: Option<u8>| match byte {
        None => "the end".to_owned(),
        Some(b' ') => "a space".to_owned(),
        Some(b'\n') => "the end of the line".to_owned(),
        Some(b'\r') => "a carriage return".to_owned(),
        Some(b'\t') => "a tab".to_owned(),
        Some(byte) if byte.is_ascii_graphic() => format!("\"{}\"", char::from(byte)),
        Some(byte) => format!("byte 0x{byte:02x}"),
    };
    format!(
        "line {line}, column {column}: the format differs: expected {}, got {}",
        name(expected),
        name(got)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(strictness: Strictness, expected: &str, got: &str, same: bool) {
        for size in [1, 3, 100] {
            let mut comparer = FormatComparer::new(strictness, expected.as_bytes());
            for chunk in got.as_bytes().chunks(size) {
                comparer.feed(chunk).unwrap();
            }
            assert_eq!(comparer.finish().unwrap().is_none(), same, "{expected:?} {got:?} {size}");
        }
    }

    #[test]
    fn exact_means_every_byte() {
        check(Strictness::Exact, "a b\n", "a b\n", true);
        check(Strictness::Exact, "a b\n", "a b", false);
        check(Strictness::Exact, "a b", "a b\n", false);
        check(Strictness::Exact, "a b\n", "a b\r\n", false);
        check(Strictness::Exact, "", "", true);
    }

    #[test]
    fn lines_forgive_what_nobody_sees() {
        check(Strictness::Lines, "a b\nc\n", "a b \r\nc\n\n \n", true);
        check(Strictness::Lines, "a\n\nb", "a\nb", false);
        check(Strictness::Lines, "a b", "a  b", false);
        check(Strictness::Lines, " a", "a", false);
        check(Strictness::Lines, "a", "a\nb", false);
        check(Strictness::Lines, "a\nb", "a", false);
    }
}
