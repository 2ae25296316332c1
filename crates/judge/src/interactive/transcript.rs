//! A dialogue as it is recorded: its first and last lines.

use std::collections::{BTreeMap, VecDeque};

use crate::report::transcript::{Speaker, TranscriptLine};
use nim_ground::visible;

/// Lines that are kept of the beginning.
const HEAD: usize = 20;
/// Lines that are kept of the end.
const TAIL: usize = 20;
/// Bytes that are kept of a line.
const LONGEST: usize = 200;

/// Who says something: the program, or the interactor to it; of several processes of the program, this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Voice {
    pub by: Speaker,
    pub process: Option<usize>,
}

/// A line as it was written, or as far as it was.
#[derive(Debug, Default)]
struct RawLine {
    bytes: Vec<u8>,
    is_cut: bool,
}

impl RawLine {
    fn shown(&self, line: u64, Voice { by, process }: Voice, unfinished: bool) -> TranscriptLine {
        let mut text: String = visible::exact(&self.bytes).map(|(_, shown)| shown).collect();
        if self.is_cut {
            text.push('…');
        }
        TranscriptLine { line, by, process, text, unfinished }
    }
}

/// A dialogue as it goes on. Lines stand in the order in which they are ended.
#[derive(Debug, Default)]
pub(crate) struct Transcript {
    /// Lines with their numbers.
    head: Vec<(u64, Voice, RawLine)>,
    tail: VecDeque<(u64, Voice, RawLine)>,
    count: u64,
    /// The lines that were begun.
    begun: BTreeMap<Voice, RawLine>,
    /// Whether what is said is no part of it any more.
    is_closed: bool,
}

impl Transcript {
    /// Ends it: what a side says to the end of another that was killed answers nobody.
    pub fn close(&mut self) {
        self.is_closed = true;
    }

    /// Adds what a side has written.
    pub fn add(&mut self, by: Voice, bytes: &[u8]) {
        if self.is_closed {
            return;
        }
        let bytes = self.skip(by, bytes);
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            let (text, is_ended) = match part.split_last() {
                Some((b'\n', text)) => (text, true),
                _ => (part, false),
            };
            let begun = self.begun.entry(by).or_default();
            let room = LONGEST.saturating_sub(begun.bytes.len()).min(text.len());
            begun.bytes.extend_from_slice(&text[..room]);
            begun.is_cut |= room < text.len();
            if is_ended {
                let line = std::mem::take(begun);
                self.push(by, line);
            }
        }
    }

    /// Counts the lines at the beginning that later ones will push out of the tail; returns the rest. A flood costs little so.
    fn skip<'b>(&mut self, by: Voice, bytes: &'b [u8]) -> &'b [u8] {
        if self.head.len() < HEAD || bytes.len() <= TAIL {
            return bytes;
        }
        let mut ends = bytes.iter().enumerate().rev().filter(|&(_, &byte)| byte == b'\n');
        let Some((last, _)) = ends.nth(TAIL) else { return bytes };
        let (skipped, rest) = bytes.split_at(last + 1);
        self.count += skipped.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.begun.remove(&by);
        rest
    }

    fn push(&mut self, by: Voice, line: RawLine) {
        self.count += 1;
        let line = (self.count, by, line);
        if self.head.len() < HEAD {
            self.head.push(line);
            return;
        }
        if self.tail.len() == TAIL {
            self.tail.pop_front();
        }
        self.tail.push_back(line);
    }

    /// Returns the lines that were kept, with the unfinished ones last.
    pub fn lines(self) -> Vec<TranscriptLine> {
        let ended = self.head.iter().chain(&self.tail);
        let ended = ended.map(|(number, by, line)| line.shown(*number, *by, false));
        let begun = self.begun.iter().filter(|(_, line)| !line.bytes.is_empty());
        ended.chain(begun.map(|(&by, line)| line.shown(self.count + 1, by, true))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::transcript::text;

    const PROGRAM: Voice = Voice { by: Speaker::Program, process: None };
    const INTERACTOR: Voice = Voice { by: Speaker::Interactor, process: None };

    #[test]
    fn lines_are_put_together_from_pieces_and_the_middle_is_left_out() {
        let mut transcript = Transcript::default();
        transcript.add(PROGRAM, b"? ");
        transcript.add(INTERACTOR, b"hello\n\x1b[31m");
        transcript.add(PROGRAM, b"7\n");
        for number in 3..=30 {
            transcript.add(INTERACTOR, format!("{number}\n").as_bytes());
        }
        let rest: Vec<String> = (31..=100).map(|number| format!("{number}\n")).collect();
        transcript.add(INTERACTOR, rest.concat().as_bytes());
        transcript.add(PROGRAM, &[b'x'; 500]);
        transcript.close();
        transcript.add(INTERACTOR, b"to nobody\n");
        let text = text(&transcript.lines());
        assert_eq!(text[..3], ["  1 < hello", "  2 > ? 7", "  3 < \\x1b[31m3"]);
        assert_eq!(text[20], "      … 60 more lines");
        assert_eq!(text[40], "100 < 100");
        assert_eq!(text[41], format!("101 > {}… (the line is not ended)", "x".repeat(200)));
        assert_eq!(text.len(), 42);
    }
}
