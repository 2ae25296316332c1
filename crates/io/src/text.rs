//! Locations in a text, and excerpts that show them.

use memchr::{memchr, memchr_iter, memrchr};
use std::fmt;

/// A location in a text. Lines and columns count from 1; only `\n` ends a line; a column is a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1.
    pub column: u64,
}

impl Location {
    /// The beginning of a text.
    pub const START: Self = Self { line: 1, column: 1 };

    /// Returns the location behind `bytes` that begin here.
    pub fn after(self, bytes: &[u8]) -> Self {
        match memrchr(b'\n', bytes) {
            None => Self { line: self.line, column: self.column + bytes.len() as u64 },
            Some(last) => Self {
                line: self.line + memchr_iter(b'\n', bytes).count() as u64,
                column: (bytes.len() - last) as u64,
            },
        }
    }
}

/// Bytes of a line on either side of the location.
const BEFORE: usize = 60;
const AFTER: usize = 40;

/// A line of text with carets below some bytes, cut to the width of a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    line: String,
    indent: usize,
    width: usize,
}

impl Excerpt {
    /// Returns the line around `text[at..]` with `len` bytes marked. With `whole`, a line begins at the beginning of `text`.
    pub fn around(text: &[u8], at: usize, len: usize, whole: bool) -> Self {
        let line_start = memrchr(b'\n', &text[..at]).map(|newline| newline + 1);
        let start = line_start.unwrap_or(0).max(at.saturating_sub(BEFORE));
        let cut_before = Some(start) != line_start && !(whole && start == 0);
        let rest = &text[at..];
        let line_rest = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
        let line_rest = line_rest.strip_suffix(b"\r").filter(|rest| rest.len() >= len).unwrap_or(line_rest);
        let kept = &line_rest[..line_rest.len().min(AFTER)];

        let mut line = String::new();
        if cut_before {
            line.push('…');
        }
        show(&text[start..at], &mut line);
        let indent = line.chars().count();
        show(&kept[..len.min(kept.len())], &mut line);
        let width = (line.chars().count() - indent).max(1);
        show(&kept[len.min(kept.len())..], &mut line);
        if kept.len() < line_rest.len() {
            line.push('…');
        }
        Self { line: line.trim_end().to_owned(), indent, width }
    }

    /// Prints the name and the location, the line, and the carets.
    pub fn print(&self, f: &mut fmt::Formatter<'_>, name: &str, at: Location) -> fmt::Result {
        let number = at.line.to_string();
        let margin = " ".repeat(number.len());
        writeln!(f, "{margin}--> {name}:{}:{}", at.line, at.column)?;
        writeln!(f, "{margin} |")?;
        let space = if self.line.is_empty() { "" } else { " " };
        writeln!(f, "{number} |{space}{}", self.line)?;
        write!(f, "{margin} | {}{}", " ".repeat(self.indent), "^".repeat(self.width))
    }
}

/// Appends bytes as text of one column each; tabs and controls as a space or `·`.
fn show(bytes: &[u8], to: &mut String) {
    for chunk in bytes.utf8_chunks() {
        to.extend(chunk.valid().chars().map(|c| match c {
            '\t' | '\r' | '\x0b' | '\x0c' => ' ',
            c if c.is_control() => '·',
            c => c,
        }));
        to.extend(chunk.invalid().iter().map(|_| '·'));
    }
}

/// Quotes bytes for an error message: cut when long, escaped where not printable.
pub fn quoted(bytes: &[u8]) -> String {
    let cut = &bytes[..bytes.len().min(AFTER)];
    let mut text = String::from('"');
    for chunk in cut.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\'' => text.push(c),
                c => text.extend(c.escape_debug()),
            }
        }
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    if cut.len() < bytes.len() {
        text.push('…');
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_newline_ends_a_line() {
        assert_eq!(Location::START.after(b"1\r2\t3"), Location { line: 1, column: 6 });
        assert_eq!(Location::START.after(b"1\r\n2"), Location { line: 2, column: 2 });
        assert_eq!(Location { line: 7, column: 9 }.after(b"\n\n"), Location { line: 9, column: 1 });
    }

    #[test]
    fn tokens_are_cut_and_escaped() {
        assert_eq!(quoted(b"x7"), r#""x7""#);
        assert_eq!(quoted(b"a\"\0\xff"), r#""a\"\0\xff""#);
        assert_eq!(quoted("−5".as_bytes()), "\"−5\"");
        assert_eq!(quoted(&[b'9'; 50]), format!("\"{}…\"", "9".repeat(40)));
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let mut text = "1 ".repeat(100).into_bytes();
        let at = text.len();
        text.extend_from_slice(b"x7 ");
        text.extend_from_slice(&b"2 ".repeat(100));
        let excerpt = Excerpt::around(&text, at, 2, true);
        assert_eq!(excerpt.line, format!("…{}x7 {}…", "1 ".repeat(30), "2 ".repeat(19).trim_end()));
        assert_eq!((excerpt.indent, excerpt.width), (61, 2));
    }
}
