//! Comparison of the white space between tokens.

use std::io::{self, BufRead, Bytes};

use crate::records::is_space;
use nim_task::comparison::WhitespaceRules;

/// More white space than this in one place, in bytes, counts as a token.
const MOST_SPACES: usize = 1 << 20;

/// A filter that emits the significant bytes.
#[derive(Debug)]
struct Trim {
    rules: WhitespaceRules,
    /// Whether all tokens count as equal, because they are compared elsewhere.
    any_token: bool,
    begun: bool,
    in_token: bool,
    line_ends: u64,
    spaces: Vec<u8>,
}

impl Trim {
    fn new(rules: WhitespaceRules, any_token: bool) -> Self {
        Self { rules, any_token, begun: false, in_token: false, line_ends: 0, spaces: Vec::new() }
    }

    fn take(&mut self, byte: u8, give: &mut impl FnMut(u8)) {
        if is_space(byte) && self.spaces.len() < MOST_SPACES {
            self.in_token = false;
            if self.rules.end {
                give(byte);
            } else if byte != b'\n' {
                self.spaces.push(byte);
            } else {
                if self.rules.trailing && !self.spaces.is_empty() {
                    self.give_spaces(give);
                }
                self.spaces.clear();
                self.line_ends += 1;
            }
            return;
        }
        self.give_spaces(give);
        if !(self.any_token && self.in_token) {
            give(if self.any_token { b'x' } else { byte });
        }
        (self.begun, self.in_token) = (true, true);
    }

    /// Emits the significant part of the pending white space before a token.
    fn give_spaces(&mut self, give: &mut impl FnMut(u8)) {
        let most = if self.rules.empty_lines { u64::MAX } else { u64::from(self.begun) };
        let new_line = self.line_ends > 0 || !self.begun;
        for _ in 0..self.line_ends.min(most) {
            give(b'\n');
        }
        self.line_ends = 0;
        if self.rules.spaces {
            self.spaces.drain(..).for_each(give);
        } else if !new_line && !self.spaces.is_empty() {
            give(b' ');
        }
        self.spaces.clear();
    }
}

/// Compares the format of an output, which comes in chunks, with that of an answer.
pub struct FormatComparer<R: BufRead> {
    got: Trim,
    expected: Bytes<R>,
    trim_expected: Trim,
    /// Significant bytes of the answer that have not been compared, in reverse.
    waiting: Vec<u8>,
    line: u64,
    column: u64,
    difference: Option<String>,
}

impl<R: BufRead> FormatComparer<R> {
    /// Creates a comparer at the beginning of both; with `any_token`, tokens may differ from one another.
    pub fn new(rules: WhitespaceRules, any_token: bool, expected: R) -> Self {
        Self {
            got: Trim::new(rules, any_token),
            expected: expected.bytes(),
            trim_expected: Trim::new(rules, any_token),
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
                    self.difference.get_or_insert_with(|| {
                        let column = (!self.got.any_token).then_some(self.column);
                        describe(self.line, column, expected, Some(byte))
                    });
                }
                (self.line, self.column) =
                    if byte == b'\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
            }
        }
        Ok(())
    }

    /// Returns the first difference in words, when the output has ended.
    ///
    /// # Errors
    /// When the answer cannot be read.
    pub fn finish(mut self) -> io::Result<Option<String>> {
        if self.difference.is_none()
            && let Some(expected) =
                next_expected(&mut self.expected, &mut self.trim_expected, &mut self.waiting)?
        {
            let column = (!self.got.any_token).then_some(self.column);
            self.difference = Some(describe(self.line, column, Some(expected), None));
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

/// Returns a difference in words, without a column where the bytes of tokens were not counted.
fn describe(line: u64, column: Option<u64>, expected: Option<u8>, got: Option<u8>) -> String {
    let [expected, got] = [expected, got].map(|byte| match byte {
        None => "the end".to_owned(),
        Some(b'x') if column.is_none() => "a token".to_owned(),
        Some(b' ') => "a space".to_owned(),
        Some(b'\n') => "the end of the line".to_owned(),
        Some(b'\r') => "a carriage return".to_owned(),
        Some(b'\t') => "a tab".to_owned(),
        Some(byte) if byte.is_ascii_graphic() => format!("\"{}\"", char::from(byte)),
        Some(byte) => format!("byte 0x{byte:02x}"),
    });
    let column = column.map(|column| format!(", column {column}")).unwrap_or_default();
    format!("line {line}{column}: the format differs: expected {expected}, got {got}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rules: WhitespaceRules, expected: &str, got: &str, same: bool) {
        for size in [1, 3, 100] {
            let mut comparer = FormatComparer::new(rules, false, expected.as_bytes());
            for chunk in got.as_bytes().chunks(size) {
                comparer.feed(chunk).unwrap();
            }
            assert_eq!(comparer.finish().unwrap().is_none(), same, "{expected:?} {got:?} {size}");
        }
    }

    #[test]
    fn exact_means_every_byte() {
        check(WhitespaceRules::EXACT, "a b\n", "a b\n", true);
        check(WhitespaceRules::EXACT, "a b\n", "a b", false);
        check(WhitespaceRules::EXACT, "a b", "a b\n", false);
        check(WhitespaceRules::EXACT, "a b\n", "a b\r\n", false);
        check(WhitespaceRules::EXACT, "", "", true);
    }

    #[test]
    fn lines_forgive_what_nobody_sees() {
        check(WhitespaceRules::LINES, "a b\nc\n", "a b \r\nc\n\n \n", true);
        check(WhitespaceRules::LINES, "a\n\nb", "a\nb", false);
        check(WhitespaceRules::LINES, "a b", "a  b", false);
        check(WhitespaceRules::LINES, " a", "a", false);
        check(WhitespaceRules::LINES, "a", "a\nb", false);
        check(WhitespaceRules::LINES, "a\nb", "a", false);
    }

    #[test]
    fn spaces_and_empty_lines_are_forgiven_one_by_one() {
        let filled = WhitespaceRules { empty_lines: false, ..WhitespaceRules::LINES };
        check(filled, "a b\nc\n", "\na b \n\n \nc", true);
        check(filled, "a b\nc\n", "a  b\nc", false);
        check(filled, "a b\nc\n", "a b c", false);
        let words = WhitespaceRules { spaces: false, ..WhitespaceRules::LINES };
        check(words, "a b\nc\n", " a \t b\n\tc", true);
        check(words, "a b\nc\n", "a b\n\nc", false);
        check(words, "a b\nc\n", "a b c", false);
        check(words, "a b", "ab", false);
        let ended = WhitespaceRules { end: false, ..WhitespaceRules::EXACT };
        check(ended, "a\nb\n", "a\nb", true);
        check(ended, "a\nb\n", "a \nb\n", false);
    }

    #[test]
    fn any_token_is_as_good_as_another_where_tokens_are_compared_elsewhere() {
        let same = |expected: &str, got: &str| {
            let mut comparer = FormatComparer::new(WhitespaceRules::EXACT, true, expected.as_bytes());
            comparer.feed(got.as_bytes()).unwrap();
            comparer.finish().unwrap().is_none()
        };
        assert!(same("Yes 1.0\n", "YES 1\n"));
        assert!(!same("Yes 1.0\n", "YES  1\n"));
    }
}
