//! An error in the text of a game, shown with its line and a caret.

use std::fmt;

/// A part of a text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The offset of the first byte.
    pub from: usize,
    /// The offset after the last byte.
    pub to: usize,
}

impl Span {
    /// Returns the span from the beginning of this one to the end of another.
    pub fn to(self, end: Self) -> Self {
        Self { from: self.from, to: end.to.max(self.from) }
    }
}

/// A fault in the text of a game, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The part of the text that is wrong.
    pub at: Span,
    /// The fault, as a lowercase fragment.
    pub why: String,
    /// The correction, as a lowercase fragment; empty if none is known.
    pub hint: String,
}

impl ParseError {
    /// Returns an error without a hint.
    pub fn new(at: Span, why: impl Into<String>) -> Self {
        Self { at, why: why.into(), hint: String::new() }
    }

    /// Returns the error with a hint.
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: hint.into(), ..self }
    }

    /// Returns the error with the line of the text that it stands in.
    pub fn located(&self, file: &str, text: &str) -> Error {
        let at = (0..=self.at.from.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let line = text[start..].lines().next().unwrap_or_default();
        let before = text[start..at].chars().count();
        let end = self.at.to.clamp(at, start + line.len().max(at - start));
        let marked = text.get(at..end).map_or(1, |marked| marked.chars().count().max(1));
        Error {
            file: file.to_owned(),
            line: text[..start].matches('\n').count() + 1,
            column: at - start + 1,
            source: line.replace('\t', " "),
            before,
            marked,
            why: self.why.clone(),
            hint: self.hint.clone(),
        }
    }
}

/// An error in the text of a game. It is displayed as `my.game:4:12:` with the fault, the line, and a caret below the place; a hint follows
/// if one is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in bytes.
    pub column: usize,
    source: String,
    before: usize,
    marked: usize,
    /// The fault, as a lowercase fragment.
    pub why: String,
    /// The correction, as a lowercase fragment; empty if none is known.
    pub hint: String,
}

/// The longest part of a line that is shown, and the part of it before the caret.
const SHOWN: usize = 100;
const BEFORE: usize = 60;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let skipped = self.before.saturating_sub(BEFORE);
        let shown: String = self.source.chars().skip(skipped).take(SHOWN).collect();
        let (before, marks) = (self.before - skipped, "^".repeat(self.marked.min(SHOWN - BEFORE)));
        writeln!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.why)?;
        write!(f, "  {shown}\n  {:before$}{marks}", "")?;
        if self.hint.is_empty() { Ok(()) } else { write!(f, "\n  hint: {}", self.hint) }
    }
}

impl std::error::Error for Error {}
