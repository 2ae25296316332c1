//! Splits bytes into tokens, a chunk at a time and in constant memory.

use crate::records::{Records, is_space};

/// A token longer than this, in bytes, comes in pieces of this size.
pub const LONGEST_PIECE: usize = 64 << 10;

/// A place in a text; lines and tokens count from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextPlace {
    /// The line, from 1; only `\n` ends one.
    pub line: u64,
    /// The token within the line, from 1.
    pub token: u64,
}

/// Splits a text that comes in chunks into tokens, and counts lines and records.
#[derive(Clone, Debug, Default)]
pub struct Splitter {
    records: Records,
    /// The bytes of the last piece.
    pub piece: Vec<u8>,
    in_token: bool,
    /// Whether the token has ended, and is not reported yet.
    has_ended: bool,
    /// Whether no piece of the current token has been reported yet.
    begins: bool,
    /// Whether the piece was reported and is cleared next.
    reported: bool,
    /// The number of bytes read so far.
    pub offset: u64,
    /// The offset of the end of the last piece.
    pub piece_end: u64,
    line_start: u64,
    /// The place of the last token.
    pub place: TextPlace,
    /// The record of the last token, from 1.
    pub record: u64,
    /// Whether a record begins with the last token.
    pub starts_record: bool,
    /// The line on which the current record begins.
    pub anchor: Anchor,
    /// The line on which the record before the current one began.
    pub previous: Anchor,
    /// The line of the last token.
    pub token_line: Anchor,
}

/// The position at which a line begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// The offset in the text.
    pub offset: u64,
    /// The number of the line, from 1.
    pub line: u64,
}

impl Default for Anchor {
    fn default() -> Self {
        Self { offset: 0, line: 1 }
    }
}

/// A piece of a token; its bytes are in [`Splitter::piece`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Whether the piece begins a token.
    pub begins: bool,
    /// Whether the piece ends its token.
    pub ends: bool,
}

impl Splitter {
    /// Creates a splitter at the beginning of a text.
    pub fn new(records: Records) -> Self {
        Self { records, place: TextPlace { line: 1, token: 0 }, ..Self::default() }
    }

    /// Returns the line after the end of the text.
    pub fn end(&self) -> Anchor {
        Anchor { offset: self.offset, line: self.place.line + u64::from(self.offset > self.line_start) }
    }

    /// Takes bytes off `input` up to the end of the next piece; `None` when more bytes are needed.
    pub fn next(&mut self, input: &mut &[u8]) -> Option<Piece> {
        self.forget_reported();
        if !self.in_token {
            self.skip_space(input)?;
        }
        if !self.has_ended {
            let room = LONGEST_PIECE - self.piece.len();
            let end = input.iter().position(|&b| is_space(b)).unwrap_or(input.len());
            let length = end.min(room);
            self.piece.extend_from_slice(&input[..length]);
            self.take(input, length);
            self.piece_end = self.offset;
            // The next byte decides whether the token ends here.
            self.has_ended = is_space(*input.first()?);
        }
        // The next token decides whether a record begins with a token that has to be alone.
        let is_alone = !self.may_begin() || self.skip_blanks(input)?;
        Some(self.found(is_alone))
    }

    /// Returns the last piece, when the text has ended.
    pub fn finish(&mut self) -> Option<Piece> {
        self.forget_reported();
        self.has_ended = true;
        self.in_token.then(|| self.found(true))
    }

    /// Returns whether a record begins with the token if it is alone on its line.
    fn may_begin(&self) -> bool {
        let begins = |is_alone| self.records.begins(&self.piece, is_alone);
        self.has_ended && self.begins && self.place.token == 1 && begins(true) && !begins(false)
    }

    /// Skips white space within a line; returns whether the line ends there.
    fn skip_blanks(&mut self, input: &mut &[u8]) -> Option<bool> {
        loop {
            let &byte = input.first()?;
            if byte == b'\n' || !is_space(byte) {
                return Some(byte == b'\n');
            }
            self.take(input, 1);
        }
    }

    fn forget_reported(&mut self) {
        if self.reported {
            self.piece.clear();
            self.reported = false;
        }
    }

    fn skip_space(&mut self, input: &mut &[u8]) -> Option<()> {
        loop {
            let &byte = input.first()?;
            if !is_space(byte) {
                self.in_token = true;
                self.begins = true;
                self.place.token += 1;
                return Some(());
            }
            self.take(input, 1);
            if byte == b'\n' {
                self.place.line += 1;
                self.line_start = self.offset;
                self.place.token = 0;
            }
        }
    }

    fn found(&mut self, is_alone: bool) -> Piece {
        let ends = std::mem::replace(&mut self.has_ended, false);
        let begins = std::mem::replace(&mut self.begins, false);
        if begins {
            let first = self.place.token == 1;
            self.token_line = Anchor { offset: self.line_start, line: self.place.line };
            self.starts_record = self.record == 0 || (first && self.records.begins(&self.piece, is_alone));
            if self.starts_record {
                self.record += 1;
                self.previous = std::mem::replace(&mut self.anchor, self.token_line);
            }
        }
        self.in_token = !ends;
        self.reported = true;
        Piece { begins, ends }
    }

    fn take(&mut self, input: &mut &[u8], count: usize) {
        *input = &input[count..];
        self.offset += count as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tokens of `text` fed in chunks of `size` bytes, with their lines and records.
    fn split(text: &[u8], size: usize, records: Records) -> Vec<(String, u64, u64)> {
        let mut splitter = Splitter::new(records);
        let mut tokens: Vec<(String, u64, u64)> = Vec::new();
        let mut see = |splitter: &Splitter, piece: Piece| {
            let text = String::from_utf8_lossy(&splitter.piece).into_owned();
            match tokens.last_mut().filter(|_| !piece.begins) {
                Some(last) => last.0.push_str(&text),
                None => tokens.push((text, splitter.place.line, splitter.record)),
            }
        };
        for mut chunk in text.chunks(size) {
            while let Some(piece) = splitter.next(&mut chunk) {
                see(&splitter, piece);
            }
        }
        if let Some(piece) = splitter.finish() {
            see(&splitter, piece);
        }
        tokens
    }

    #[test]
    fn chunks_do_not_show() {
        let long = "x".repeat(LONGEST_PIECE);
        let text = format!(" a\r\nbb \t c\n\n{long} {long}y\nend");
        let whole = split(text.as_bytes(), text.len(), Records::Lines);
        assert_eq!(whole.len(), 6);
        assert_eq!(whole[0], ("a".to_owned(), 1, 1));
        assert_eq!(whole[2], ("c".to_owned(), 2, 2));
        assert_eq!(whole[4], (format!("{long}y"), 4, 3));
        for size in [1, 2, 3, 1000, LONGEST_PIECE, LONGEST_PIECE + 1] {
            assert_eq!(split(text.as_bytes(), size, Records::Lines), whole, "{size}");
        }
    }

    #[test]
    fn blocks_begin_with_their_words_at_the_start_of_a_line_only() {
        let tokens = split(b"Yes\n1 Yes\nNo\nYes\n2 3", 1, Records::Blocks(&["Yes", "No"]));
        let records: Vec<u64> = tokens.iter().map(|token| token.2).collect();
        assert_eq!(records, [1, 1, 1, 2, 3, 3, 3]);
    }

    #[test]
    fn blocks_begin_with_numbers_that_are_alone_only() {
        let text = b"0\n1 \t\r\n1 2\n0 1\n 1\n10\n0";
        for size in 1..=text.len() {
            let tokens = split(text, size, Records::Blocks(&["0", "1"]));
            let records: Vec<u64> = tokens.iter().map(|token| token.2).collect();
            assert_eq!(records, [1, 2, 2, 2, 2, 2, 3, 3, 4], "{size}");
        }
    }
}
