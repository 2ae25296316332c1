//! The comparison token by token, to the first difference and its surroundings.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use super::comparison;
use super::difference::{Difference, Divergence, Side};
use super::excerpt::common;
use super::format::FormatComparer;
use super::split::{Anchor, LONGEST_PIECE, Piece, Splitter};
use crate::observed::{ObservedAnswers, each_chunk};
use crate::records::{Cases, Records};
use nim_ground::content::{Content, Opened};
use nim_task::comparison::Comparison;
use nim_task::verdict::Verdict;

/// Bytes kept for display, from the first difference on.
pub const KEPT: usize = 64 << 10;
/// Bytes kept before the first difference. A record that begins earlier is shown from a later line on, or from the
/// first byte kept.
const BEFORE: usize = 4 << 10;
/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparisonResult {
    /// [`Verdict::Accepted`], [`Verdict::WrongAnswer`] or [`Verdict::PresentationError`].
    pub verdict: Verdict,
    /// The first difference, if any.
    pub difference: Option<Difference>,
    /// The pattern of the wrong answers, if the output is wrong.
    pub observed: Option<ObservedAnswers>,
}

impl ComparisonResult {
    /// No difference.
    pub(crate) const ACCEPTED: Self = Self { verdict: Verdict::Accepted, difference: None, observed: None };
}

/// A comparison of output and answer, token by token, as they arrive.
pub struct TokenComparer {
    comparison: Comparison,
    records: Records,
    answer: Content,
    expected: AnswerReader,
    got: Splitter,
    /// The end of the output so far; after the difference, its surroundings.
    pub recent: Vec<u8>,
    /// The offset of `recent` in the output.
    recent_at: u64,
    /// Whether all records so far began with the same token on both sides.
    in_step: bool,
    divergence: Option<Divergence>,
    format: Option<FormatComparer<BufReader<Opened>>>,
}

impl TokenComparer {
    /// Creates a comparer of an output whose first `same` bytes equal the answer's, and were not given to the comparer.
    ///
    /// # Errors
    /// When the answer cannot be read.
    pub fn behind(same: u64, comparison: Comparison, answer: &Content, records: Records) -> io::Result<Self> {
        let format = match comparison.format {
            Some(rules) => {
                let reader = BufReader::new(answer.open()?);
                Some(FormatComparer::new(rules, comparison::is_loose(&comparison), reader))
            }
            None => None,
        };
        // Common tokens are split once, for both sides; formats and the text to be shown need each side.
        let skipped = if format.is_some() { 0 } else { same.saturating_sub(RECENT as u64) };
        let mut reader = BufReader::with_capacity(KEPT, answer.open()?);
        let mut splitter = Splitter::new(records);
        each_chunk(reader.by_ref().take(skipped), |mut chunk| {
            while splitter.next(&mut chunk).is_some() {}
            Ok(())
        })?;
        let mut comparer = Self {
            comparison,
            records,
            answer: answer.clone(),
            expected: AnswerReader { reader, splitter: splitter.clone(), ended: false },
            got: splitter,
            recent: Vec::new(),
            recent_at: skipped,
            in_step: true,
            divergence: None,
            format,
        };
        let mut shown = answer.open()?;
        shown.seek(SeekFrom::Start(skipped))?;
        let shown = BufReader::with_capacity(KEPT, shown.take(same - skipped));
        each_chunk(shown, |chunk| comparer.take(chunk))?;
        Ok(comparer)
    }

    pub fn finish(
        mut self,
        input: &Content,
        cases: Option<&dyn Cases>,
        columns: usize,
    ) -> io::Result<ComparisonResult> {
        if let Some(piece) = self.got.finish()
            && self.divergence.is_none()
        {
            self.see(piece)?;
        }
        if self.divergence.is_none() && self.expected.next()?.is_some() {
            self.diverge(false)?;
        }
        if let Some(mut divergence) = self.divergence.take() {
            while self.expected.next()?.is_some() {}
            divergence.expected.records = self.expected.splitter.record;
            divergence.got.records = self.got.record;
            divergence.got.text = self.recent;
            let cases = cases.filter(|_| divergence.record <= divergence.expected.records);
            let case = cases.and_then(|cases| cases.case(input, divergence.record));
            let found = case.as_ref().map(|case| (divergence.record, case.lines.clone()));
            let difference = Difference { case: found, ..divergence.describe(case, columns) };
            return Ok(ComparisonResult {
                verdict: Verdict::WrongAnswer,
                difference: Some(difference),
                observed: None,
            });
        }
        Ok(match self.format.map(FormatComparer::finish).transpose()?.flatten() {
            Some(message) => {
                let difference = Difference { message, ..Difference::default() };
                ComparisonResult {
                    verdict: Verdict::PresentationError,
                    difference: Some(difference),
                    observed: None,
                }
            }
            None => ComparisonResult::ACCEPTED,
        })
    }

    fn see(&mut self, piece: Piece) -> io::Result<()> {
        let expected = self.expected.next()?;
        let whole = piece == Piece { begins: true, ends: true };
        let same = expected == Some(piece)
            && comparison::same(&self.comparison, &self.expected.splitter.piece, &self.got.piece, whole);
        if !same {
            return self.diverge(true);
        }
        if piece.begins && self.expected.splitter.starts_record != self.got.starts_record {
            self.in_step = false;
        }
        Ok(())
    }

    /// Records the first difference: at the answer's token and, if there is one, at the output's.
    fn diverge(&mut self, has_output: bool) -> io::Result<()> {
        let (expected, got) = (&self.expected.splitter, &self.got);
        let ended = (self.expected.ended, !has_output);
        let same = if ended == (false, false) {
            common(&expected.piece, &got.piece, self.comparison.case_sensitive)
        } else {
            0
        };
        let [of_answer, of_output] = [(expected, ended.0), (got, ended.1)].map(|(splitter, ended)| Stop {
            splitter,
            ended,
            at: if ended {
                splitter.offset
            } else {
                splitter.piece_end - (splitter.piece.len() - same) as u64
            },
            record: splitter.record + u64::from(ended),
        });
        let cuts = Cuts::new(self.records, self.in_step, of_answer, of_output);
        let (before, text) = around(&self.answer, cuts.expected.start.offset, cuts.expected.at)?;
        let token = if has_output { got } else { expected };
        let token_at = if has_output { cuts.got.at } else { cuts.expected.at };
        self.divergence = Some(Divergence {
            records: if cuts.structured { self.records } else { Records::Whole },
            has_cases: self.records != Records::Whole,
            comparison: self.comparison,
            record: if cuts.structured { cuts.record } else { expected.record.max(1) },
            place: token.place,
            column: token_at - token.token_line.offset + 1,
            expected: Side { text, ended: ended.0, ..cuts.expected.side(cuts.within_line) },
            got: Side { ended: ended.1, ..cuts.got.side(cuts.within_line) },
            before,
        });
        // The output from there on; earlier text is no longer needed.
        let start =
            usize::try_from(cuts.got.start.offset.saturating_sub(self.recent_at)).unwrap_or(usize::MAX);
        self.recent.drain(..start.min(self.recent.len()));
        self.recent.truncate(BEFORE + KEPT);
        Ok(())
    }

    /// Compares the next chunk of the output.
    pub fn take(&mut self, chunk: &[u8]) -> io::Result<()> {
        if let Some(format) = &mut self.format {
            format.feed(chunk)?;
        }
        let mut rest = chunk;
        if self.divergence.is_some() {
            let room = (BEFORE + KEPT).saturating_sub(self.recent.len()).min(chunk.len());
            self.recent.extend_from_slice(&chunk[..room]);
        } else {
            self.recent.extend_from_slice(chunk);
            while self.divergence.is_none()
                && let Some(piece) = self.got.next(&mut rest)
            {
                self.see(piece)?;
            }
            if self.divergence.is_none() && self.recent.len() > 2 * RECENT {
                let stale = self.recent.len() - RECENT;
                self.recent.drain(..stale);
                self.recent_at += stale as u64;
            }
        }
        // Records are counted to the end.
        while self.got.next(&mut rest).is_some() {}
        Ok(())
    }
}

/// The bytes of the output that are kept until a difference is found: a piece of a token, and the text before it.
pub const RECENT: usize = LONGEST_PIECE + BEFORE;

/// A text at the first different token.
#[derive(Clone, Copy)]
struct Stop<'a> {
    splitter: &'a Splitter,
    /// Whether the text has ended.
    ended: bool,
    /// The offset of the difference.
    at: u64,
    /// The number of the record. A text that has ended counts as at the record after its last one.
    record: u64,
}

impl Stop<'_> {
    /// Returns the line on which a record begins, if it is this one or the one before.
    fn start_of(self, record: u64) -> Option<Anchor> {
        match (self.record - record, self.ended) {
            (0, false) | (1, true) => Some(self.splitter.anchor),
            (0, true) => Some(self.splitter.end()),
            (1, false) => Some(self.splitter.previous),
            _ => None,
        }
    }
}

/// The start of the text shown of one side, and the offset of the difference.
#[derive(Clone, Copy)]
struct Cut {
    start: Anchor,
    at: u64,
}

impl Cut {
    fn is_near(&self) -> bool {
        self.at - self.start.offset <= BEFORE as u64
    }

    /// Returns the side without its text.
    fn side(self, within_line: bool) -> Side {
        let at = usize::try_from(self.at - self.start.offset).unwrap_or(usize::MAX);
        Side { first_line: self.start.line, at, cut: within_line, ..Side::default() }
    }
}

/// The cuts of both sides: at the beginnings of a record or of lines, or at the same distance within lines.
struct Cuts {
    expected: Cut,
    got: Cut,
    /// The number of the record that differs.
    record: u64,
    /// Whether both begin with that record.
    structured: bool,
    /// Whether the cuts are within a line.
    within_line: bool,
}

impl Cuts {
    /// Returns the cuts around the current tokens of the answer and the output.
    fn new(records: Records, in_step: bool, expected: Stop<'_>, got: Stop<'_>) -> Self {
        let record = expected.record.min(got.record).max(1);
        if records != Records::Whole
            && in_step
            && let (Some(left), Some(right)) = (expected.start_of(record), got.start_of(record))
        {
            let (expected, got) = (Cut { start: left, at: expected.at }, Cut { start: right, at: got.at });
            if expected.is_near() && got.is_near() {
                return Self { expected, got, record, structured: true, within_line: false };
            }
        }
        let mut cuts = [(expected, got), (got, expected)].map(|(side, other)| {
            // The last line of a text that has ended is shown only if the other text is within a line.
            let is_end = side.ended && other.splitter.place.token <= 1;
            let start = if is_end { side.splitter.end() } else { side.splitter.token_line };
            Cut { start, at: side.at }
        });
        let within_line = !cuts.iter().all(Cut::is_near);
        if within_line {
            for Cut { start, at } in &mut cuts {
                start.offset = start.offset.max(at.saturating_sub(BEFORE as u64));
            }
        }
        let [expected, got] = cuts;
        Self { expected, got, record, structured: false, within_line }
    }
}

struct AnswerReader {
    reader: BufReader<Opened>,
    splitter: Splitter,
    ended: bool,
}

impl AnswerReader {
    fn next(&mut self) -> io::Result<Option<Piece>> {
        loop {
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() {
                let piece = self.splitter.finish();
                self.ended = piece.is_none();
                return Ok(piece);
            }
            let mut rest = buffer;
            let piece = self.splitter.next(&mut rest);
            let taken = buffer.len() - rest.len();
            self.reader.consume(taken);
            if piece.is_some() {
                return Ok(piece);
            }
        }
    }
}

/// Returns the whole lines shortly before `start` of a file, and the text from there until well after `at`; both
/// bounded.
fn around(file: &Content, start: u64, at: u64) -> io::Result<(Vec<u8>, Vec<u8>)> {
    let mut file = file.open()?;
    let first = start.saturating_sub(512);
    file.seek(SeekFrom::Start(first))?;
    let mut before = Vec::new();
    (&mut file).take(start - first).read_to_end(&mut before)?;
    if first > 0 {
        let cut = before.iter().position(|&b| b == b'\n').map_or(before.len(), |end| end + 1);
        before.drain(..cut);
    }
    let mut after = Vec::new();
    file.take(at - start + KEPT as u64).read_to_end(&mut after)?;
    Ok((before, after))
}
