//! Comparing an output with an answer, as it comes and in constant memory.

mod difference;
mod format;
mod split;

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use self::difference::Divergence;
pub use self::difference::{DiffLine, Difference, shorten};
use self::format::FormatComparer;
pub use self::format::Strictness;
pub use self::split::is_space;
use self::split::{Piece, Splitter};
use super::records::{Knowledge, Records};
use super::verdict::Verdict;

/// So many bytes from the first difference on are kept to be shown.
const KEPT: usize = 64 << 10;
/// A token longer than this, in bytes, is no number.
const LONGEST_NUMBER: usize = 4096;

/// How outputs are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// How strictly the format is compared; `None` when only tokens count.
    pub format: Option<Strictness>,
    /// Whether `yes` differs from `YES`.
    pub case_sensitive: bool,
    /// By how much numbers may differ.
    pub tolerance: Tolerance,
}

/// By how much numbers may differ; within one of the two is near enough.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// Absolutely.
    pub absolute: Option<f64>,
    /// As a part of the expected number.
    pub relative: Option<f64>,
}

impl Default for Comparison {
    fn default() -> Self {
        Self::TOKENS
    }
}

impl Comparison {
    /// Token by token.
    pub const TOKENS: Self =
        Self { format: None, case_sensitive: true, tolerance: Tolerance { absolute: None, relative: None } };

    /// Reads `tokens`, `exact`, `lines` or `float:1e-6`, the last one both absolutely and relatively.
    ///
    /// # Errors
    /// A text that says what was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text {
            "tokens" => Ok(Self::TOKENS),
            "exact" => Ok(Self { format: Some(Strictness::Exact), ..Self::TOKENS }),
            "lines" => Ok(Self { format: Some(Strictness::Lines), ..Self::TOKENS }),
            _ => {
                let tolerance = text.strip_prefix("float:").and_then(tolerance).ok_or_else(|| {
                    format!("expected tokens, exact, lines or float:1e-6, found \"{text}\"")
                })?;
                let tolerance = Tolerance { absolute: Some(tolerance), relative: Some(tolerance) };
                Ok(Self { tolerance, ..Self::TOKENS })
            }
        }
    }

    /// The default of the ICPC package format with its options: tokens, letters of either case alike.
    ///
    /// # Errors
    /// A text that names an option that is not known.
    pub fn of_package(args: &[String]) -> Result<Self, String> {
        let mut comparison = Self { case_sensitive: false, ..Self::TOKENS };
        let mut args = args.iter();
        while let Some(option) = args.next() {
            let mut number = || {
                let number = args.next().and_then(|number| tolerance(number));
                number.ok_or_else(|| format!("the validator's option {option} wants a number")).map(Some)
            };
            match option.as_str() {
                "case_sensitive" => comparison.case_sensitive = true,
                "space_change_sensitive" => comparison.format = Some(Strictness::Exact),
                "float_absolute_tolerance" => comparison.tolerance.absolute = number()?,
                "float_relative_tolerance" => comparison.tolerance.relative = number()?,
                "float_tolerance" => {
                    let tolerance = number()?;
                    comparison.tolerance = Tolerance { absolute: tolerance, relative: tolerance };
                }
                _ => return Err(format!("the default validator has no option {option}")),
            }
        }
        Ok(comparison)
    }

    fn same(&self, expected: &[u8], got: &[u8], whole: bool) -> bool {
        let same = if self.case_sensitive { expected == got } else { expected.eq_ignore_ascii_case(got) };
        same || (whole && self.tolerance.allows(expected, got))
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.format {
            None => "tokens",
            Some(Strictness::Exact) => "exact",
            Some(Strictness::Lines) => "lines",
        })?;
        if !self.case_sensitive {
            f.write_str(", letters of either case alike")?;
        }
        for (kind, tolerance) in
            [("absolute", self.tolerance.absolute), ("relative", self.tolerance.relative)]
        {
            if let Some(tolerance) = tolerance {
                write!(f, ", {kind} tolerance {tolerance:e}")?;
            }
        }
        Ok(())
    }
}

impl Tolerance {
    fn allows(self, expected: &[u8], got: &[u8]) -> bool {
        if self.absolute.is_none() && self.relative.is_none() {
            return false;
        }
        let (Some(expected), Some(got)) = (number(expected), number(got)) else { return false };
        let apart = (expected - got).abs();
        self.absolute.is_some_and(|most| apart <= most)
            || self.relative.is_some_and(|most| apart <= most * expected.abs())
    }
}

/// A finite number.
fn number(token: &[u8]) -> Option<f64> {
    let token = (token.len() <= LONGEST_NUMBER).then_some(token)?;
    std::str::from_utf8(token).ok()?.parse().ok().filter(|number: &f64| number.is_finite())
}

fn tolerance(text: &str) -> Option<f64> {
    text.parse().ok().filter(|&tolerance: &f64| tolerance.is_finite() && tolerance >= 0.0)
}

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// [`Verdict::Accepted`], [`Verdict::WrongAnswer`] or [`Verdict::PresentationError`].
    pub verdict: Verdict,
    /// Where they part; `None` when they do not.
    pub difference: Option<Difference>,
}

impl Judgement {
    /// No difference.
    pub const ACCEPTED: Self = Self { verdict: Verdict::Accepted, difference: None };
}

/// Compares an output, which is written to it, with an answer.
///
/// As long as both are the same byte for byte, which most outputs are to their end, nothing else is looked at. Where they
/// part, the comparison begins anew, token by token, and is given again what was the same.
pub struct Comparer<'a> {
    comparison: Comparison,
    knowledge: Option<&'a dyn Knowledge>,
    answer: PathBuf,
    state: State,
}

enum State {
    Same(Prefix),
    Apart(Box<Tokens>),
}

impl<'a> Comparer<'a> {
    /// A comparer with the answer in the file `answer`.
    ///
    /// # Errors
    /// When the answer cannot be opened.
    pub fn new(
        comparison: Comparison,
        answer: &Path,
        knowledge: Option<&'a dyn Knowledge>,
    ) -> io::Result<Self> {
        let reader = BufReader::with_capacity(KEPT, File::open(answer)?);
        let state = State::Same(Prefix { reader, length: 0 });
        Ok(Self { comparison, knowledge, answer: answer.to_path_buf(), state })
    }

    /// What came of it, when the whole output was written; `input` is asked which case differs.
    ///
    /// # Errors
    /// When the answer or the input cannot be read.
    pub fn finish(mut self, input: &Path) -> io::Result<Judgement> {
        if let State::Same(prefix) = &mut self.state
            && prefix.reader.fill_buf()?.is_empty()
        {
            return Ok(Judgement::ACCEPTED);
        }
        self.part()?;
        match self.state {
            State::Apart(tokens) => tokens.finish(input, self.knowledge),
            State::Same(_) => Ok(Judgement::ACCEPTED),
        }
    }

    /// Begins the comparison by tokens with what was the same.
    fn part(&mut self) -> io::Result<()> {
        let State::Same(prefix) = &self.state else { return Ok(()) };
        let mut same = File::open(&self.answer)?.take(prefix.length);
        let records = self.knowledge.map_or(Records::Whole, Knowledge::records);
        let mut tokens = Tokens::new(self.comparison, &self.answer, records)?;
        let mut buffer = vec![0; KEPT];
        loop {
            match same.read(&mut buffer)? {
                0 => break,
                bytes => tokens.take(&buffer[..bytes])?,
            }
        }
        self.state = State::Apart(Box::new(tokens));
        Ok(())
    }
}

impl Write for Comparer<'_> {
    fn write(&mut self, chunk: &[u8]) -> io::Result<usize> {
        let mut rest = chunk;
        if let State::Same(prefix) = &mut self.state {
            rest = &chunk[prefix.advance(chunk)?..];
            if rest.is_empty() {
                return Ok(chunk.len());
            }
            self.part()?;
        }
        if let State::Apart(tokens) = &mut self.state {
            tokens.take(rest)?;
        }
        Ok(chunk.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The part of the answer that the output has begun with, byte for byte.
struct Prefix {
    reader: BufReader<File>,
    length: u64,
}

impl Prefix {
    /// How many bytes of `chunk` are the next ones of the answer.
    fn advance(&mut self, chunk: &[u8]) -> io::Result<usize> {
        let mut same = 0;
        while same < chunk.len() {
            let expected = self.reader.fill_buf()?;
            let both = expected.len().min(chunk.len() - same);
            let (left, right) = (&expected[..both], &chunk[same..same + both]);
            let agree =
                if left == right { both } else { left.iter().zip(right).take_while(|(a, b)| a == b).count() };
            self.reader.consume(agree);
            same += agree;
            if agree < both || both == 0 {
                break;
            }
        }
        self.length += same as u64;
        Ok(same)
    }
}

/// The comparison token by token.
struct Tokens {
    comparison: Comparison,
    records: Records,
    answer: PathBuf,
    expected: Source,
    got: Splitter,
    /// The output from the current record on, as far as it came in earlier chunks.
    kept: Vec<u8>,
    /// Offset of the next chunk.
    offset: u64,
    divergence: Option<Divergence>,
    format: Option<FormatComparer<BufReader<File>>>,
}

impl Tokens {
    fn new(comparison: Comparison, answer: &Path, records: Records) -> io::Result<Self> {
        let open = || File::open(answer);
        let format = match comparison.format {
            Some(strictness) => Some(FormatComparer::new(strictness, BufReader::new(open()?))),
            None => None,
        };
        let reader = BufReader::with_capacity(KEPT, open()?);
        Ok(Self {
            comparison,
            records,
            answer: answer.to_path_buf(),
            expected: Source { reader, splitter: Splitter::new(records), ended: false },
            got: Splitter::new(records),
            kept: Vec::new(),
            offset: 0,
            divergence: None,
            format,
        })
    }

    fn finish(mut self, input: &Path, knowledge: Option<&dyn Knowledge>) -> io::Result<Judgement> {
        if let Some(piece) = self.got.finish()
            && self.divergence.is_none()
        {
            self.see(piece)?;
            self.keep(&[], self.got.anchor());
        }
        if self.divergence.is_none() && self.expected.next()?.is_some() {
            self.diverge(false)?;
            if !self.had_begun() {
                self.kept.clear();
            }
        }
        if let Some(mut divergence) = self.divergence.take() {
            while self.expected.next()?.is_some() {}
            divergence.expected_records = self.expected.splitter.record();
            divergence.got_records = self.got.record();
            divergence.got_text = std::mem::take(&mut self.kept);
            let cases = knowledge.filter(|_| divergence.expected.is_some());
            let case = cases.and_then(|knowledge| knowledge.case(input, divergence.record));
            let difference = divergence.tell(knowledge.is_some(), case);
            return Ok(Judgement { verdict: Verdict::WrongAnswer, difference: Some(difference) });
        }
        Ok(match self.format.map(FormatComparer::finish).transpose()?.flatten() {
            Some(message) => {
                let difference = Difference { message, place: String::new(), diff: Vec::new() };
                Judgement { verdict: Verdict::PresentationError, difference: Some(difference) }
            }
            None => Judgement::ACCEPTED,
        })
    }

    fn see(&mut self, piece: Piece) -> io::Result<()> {
        let expected = self.expected.next()?;
        let whole = piece == Piece { begins: true, ends: true };
        let same = expected == Some(piece)
            && self.comparison.same(self.expected.splitter.piece(), self.got.piece(), whole);
        if same { Ok(()) } else { self.diverge(true) }
    }

    /// Notes where the two part: at the answer's token and, where there is one, at the output's.
    fn diverge(&mut self, has_output: bool) -> io::Result<()> {
        let has_answer = !self.expected.ended;
        let expected = &self.expected.splitter;
        let shown = if has_answer { expected } else { &self.got };
        let (before, expected_text) =
            if has_answer { around(&self.answer, expected.anchor())? } else { Default::default() };
        self.divergence = Some(Divergence {
            records: self.records,
            record: shown.record(),
            place: if has_output { self.got.place() } else { expected.place() },
            expected: has_answer.then(|| expected.piece().to_vec()),
            got: has_output.then(|| self.got.piece().to_vec()),
            first_line: shown.anchor_line(),
            expected_text,
            got_text: Vec::new(),
            before,
            expected_records: 0,
            got_records: 0,
        });
        Ok(())
    }

    /// Whether the output, which has ended, had begun with the record, or the line, that the answer is at.
    fn had_begun(&self) -> bool {
        let expected = &self.expected.splitter;
        match self.records {
            Records::Whole => expected.place().token > 1,
            Records::Lines | Records::Blocks(_) => expected.record() == self.got.record(),
        }
    }

    /// Keeps the output from `anchor` on, as far as it lies in what was kept and in `chunk`.
    fn keep(&mut self, chunk: &[u8], anchor: u64) {
        let start = anchor.saturating_sub(self.offset);
        let behind = usize::try_from(self.offset.saturating_sub(anchor)).unwrap_or(usize::MAX);
        let stale = self.kept.len().saturating_sub(behind);
        self.kept.drain(..stale);
        let start = usize::try_from(start).unwrap_or(usize::MAX).min(chunk.len());
        self.kept.extend_from_slice(&chunk[start..]);
        if self.divergence.is_none() && self.kept.len() > KEPT {
            // A record as long as that is shown from somewhere near the difference on.
            self.kept.drain(..self.kept.len() - KEPT / 16);
        }
        self.kept.truncate(KEPT);
    }

    /// Compares the next chunk of the output.
    fn take(&mut self, chunk: &[u8]) -> io::Result<()> {
        if let Some(format) = &mut self.format {
            format.feed(chunk)?;
        }
        let mut rest = chunk;
        if self.divergence.is_some() {
            let room = KEPT.saturating_sub(self.kept.len()).min(chunk.len());
            self.kept.extend_from_slice(&chunk[..room]);
        } else {
            while self.divergence.is_none()
                && let Some(piece) = self.got.next(&mut rest)
            {
                self.see(piece)?;
            }
            self.keep(chunk, self.got.anchor());
        }
        // Records are counted to the end.
        while self.got.next(&mut rest).is_some() {}
        self.offset += chunk.len() as u64;
        Ok(())
    }
}

/// The answer, token by token.
struct Source {
    reader: BufReader<File>,
    splitter: Splitter,
    ended: bool,
}

impl Source {
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

/// The whole lines shortly before `offset` of a file, and what comes from there on; both bounded.
fn around(file: &Path, offset: u64) -> io::Result<(Vec<u8>, Vec<u8>)> {
    let mut file = File::open(file)?;
    let start = offset.saturating_sub(512);
    file.seek(SeekFrom::Start(start))?;
    let mut before = Vec::new();
    (&mut file).take(offset - start).read_to_end(&mut before)?;
    if start > 0 {
        let cut = before.iter().position(|&b| b == b'\n').map_or(before.len(), |end| end + 1);
        before.drain(..cut);
    }
    let mut after = Vec::new();
    file.take(KEPT as u64).read_to_end(&mut after)?;
    Ok((before, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::records::CaseInfo;
    use std::fs;

    struct Cases(Records);

    impl Knowledge for Cases {
        fn records(&self) -> Records {
            self.0
        }
        fn case(&self, _input: &Path, number: u64) -> Option<CaseInfo> {
            Some(CaseInfo { line: 2 * number + 1, text: format!("heaps {number}") })
        }
    }

    fn compare(
        comparison: Comparison,
        records: Option<Records>,
        answer: &str,
        output: &str,
        size: usize,
    ) -> Judgement {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answer");
        fs::write(&path, answer).unwrap();
        let cases = records.map(Cases);
        let knowledge = cases.as_ref().map(|cases| cases as &dyn Knowledge);
        let mut comparer = Comparer::new(comparison, &path, knowledge).unwrap();
        for chunk in output.as_bytes().chunks(size) {
            comparer.write_all(chunk).unwrap();
        }
        comparer.finish(Path::new("input")).unwrap()
    }

    /// The verdict's short name, and the message if there is one; the size of chunks must not matter.
    #[track_caller]
    fn check(comparison: Comparison, records: Option<Records>, answer: &str, output: &str, expect: &str) {
        for size in [1, 2, 7, 1 << 20] {
            let judgement = compare(comparison, records, answer, output, size);
            let message = judgement.difference.map_or_else(String::new, |d| format!(" {}", d.message));
            assert_eq!(format!("{}{message}", judgement.verdict.short()), expect, "chunks of {size}");
        }
    }

    const LINES: Option<Records> = Some(Records::Lines);
    const BLOCKS: Option<Records> = Some(Records::Blocks(&["Yes", "No"]));

    #[test]
    fn tokens_agree_whatever_the_white_space() {
        check(Comparison::TOKENS, None, "1 2\n3\n", "1\r\n2 3", "AC");
        check(Comparison::TOKENS, None, "", " \n", "AC");
        check(Comparison::TOKENS, None, "1 2\n3\n", "1 2\n4\n", "WA line 2, token 1: expected 3, got 4");
        check(
            Comparison::TOKENS,
            None,
            "1 2\n",
            "1",
            "WA line 1, token 2: expected 2, but the output has ended",
        );
        check(
            Comparison::TOKENS,
            None,
            "1\n",
            "1\n2\n",
            "WA line 2, token 1: extra 2 after the whole answer",
        );
        check(Comparison::TOKENS, None, "Yes\n", "yes\n", "WA line 1, token 1: expected Yes, got yes");
    }

    #[test]
    fn formats_are_told_from_answers() {
        let lines = Comparison::parse("lines").unwrap();
        check(lines, None, "1 2\n", "1 2 \r\n\n", "AC");
        let differs = "the format differs: expected a space, got the end of the line";
        check(lines, None, "1 2\n", "1\n2\n", &format!("PE line 1, column 2: {differs}"));
        check(lines, None, "1 2\n", "1\n3\n", "WA line 2, token 1: expected 2, got 3");
        let exact = Comparison::parse("exact").unwrap();
        let differs = "the format differs: expected the end of the line, got the end";
        check(exact, None, "1 2\n", "1 2", &format!("PE line 1, column 4: {differs}"));
    }

    #[test]
    fn numbers_may_be_near_enough() {
        let float = Comparison::parse("float:1e-6").unwrap();
        check(float, None, "1.0 x 1e9\n", "1.0000009 x 1000000001\n", "AC");
        check(float, None, "1.0\n", "1.000002\n", "WA line 1, token 1: expected 1.0, got 1.000002");
        check(float, None, "1.0\n", "nan\n", "WA line 1, token 1: expected 1.0, got nan");
        for bad in ["float", "float:", "float:-1", "float:inf", "bytes"] {
            assert!(Comparison::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn packages_do_not_mind_the_case_unless_they_say_so() {
        let args = |args: &[&str]| args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>();
        check(Comparison::of_package(&[]).unwrap(), None, "Yes\n", "yES", "AC");
        let sensitive = Comparison::of_package(&args(&["case_sensitive", "float_tolerance", "0.1"])).unwrap();
        check(sensitive, None, "a 1\n", "a 1.05\n", "AC");
        check(sensitive, None, "a\n", "A\n", "WA line 1, token 1: expected a, got A");
        assert!(Comparison::of_package(&args(&["float_tolerance"])).is_err());
        assert!(Comparison::of_package(&args(&["nonsense"])).is_err());
    }

    #[test]
    fn a_wrong_answer_names_its_case() {
        let (mut answer, mut output) = (String::new(), String::new());
        for case in 1..=400 {
            answer.push_str(if case % 3 == 0 { "No\n" } else { "Yes\n" });
            output.push_str(if case % 3 == 0 || case == 17 { "No\n" } else { "Yes\n" });
        }
        let message = "WA case 17 of 400 (input line 35: heaps 17): expected Yes, got No";
        check(Comparison::TOKENS, LINES, &answer, &output, message);
    }

    #[test]
    fn missing_and_extra_answers_are_told_from_wrong_ones() {
        let answer = "1\n2\n3\n4\n5\n";
        let t = Comparison::TOKENS;
        let case = "case 4 of 5 (input line 9: heaps 4)";
        let ended = format!("WA {case}: expected 4, got nothing: the last 2 answers are missing");
        check(t, LINES, answer, "1\n2\n3\n", &ended);
        let extra = "WA 2 extra answers after all 5 cases, the first is 6";
        check(t, LINES, answer, "1\n2\n3\n4\n5\n6\n7", extra);
        let slipped = "the answer 2 is missing; what follows answers the next cases";
        check(
            t,
            LINES,
            answer,
            "1\n3\n4\n5\n",
            &format!("WA case 2 of 5 (input line 5: heaps 2): {slipped}"),
        );
        let slipped = "an extra answer 9 stands before its own; what follows fits again";
        check(
            t,
            LINES,
            answer,
            "1\n9\n2\n3\n4\n5\n",
            &format!("WA case 2 of 5 (input line 5: heaps 2): {slipped}"),
        );
        check(
            t,
            LINES,
            answer,
            "1\n2\n7\n4\n5\n",
            "WA case 3 of 5 (input line 7: heaps 3): expected 3, got 7",
        );
        check(
            t,
            LINES,
            answer,
            "1\n2\n4\n3\n5\n",
            "WA case 3 of 5 (input line 7: heaps 3): expected 3, got 4",
        );
    }

    #[test]
    fn blocks_are_records() {
        let answer = "No\nYes\n5 1\n4 2\nNo\nYes\n7 7\n";
        let t = Comparison::TOKENS;
        let case = "case 2 of 4 (input line 5: heaps 2)";
        let wrong = format!("WA {case}: expected Yes / 5 1 / 4 2, got Yes / 5 1 / 4 3");
        check(t, BLOCKS, answer, "No\nYes\n5 1\n4 3\nNo\nYes\n7 7\n", &wrong);
        let slipped =
            format!("WA {case}: the answer Yes / 5 1 / 4 2 is missing; what follows answers the next cases");
        check(t, BLOCKS, answer, "No\nNo\nYes\n7 7\n", &slipped);
    }

    #[test]
    fn the_diff_shows_the_lines_around() {
        let judgement = compare(Comparison::TOKENS, None, "a\nb\nc\nd\n", "a\nb\nx\nd\n", 3);
        let diff = judgement.difference.unwrap().diff;
        let shown: Vec<String> =
            diff.iter().map(|line| format!("{}{} {}", line.tag, line.line, line.text)).collect();
        assert_eq!(shown, [" 1 a", " 2 b", "-3 c", "+3 x", " 4 d"]);
    }

    #[test]
    fn a_token_without_end_needs_no_memory() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answer");
        fs::write(&path, "x".repeat(1 << 20)).unwrap();
        let mut comparer = Comparer::new(Comparison::TOKENS, &path, None).unwrap();
        comparer.write_all(b" ").unwrap();
        for _ in 0..64 {
            comparer.write_all(&[b'x'; 16 << 10]).unwrap();
            if let State::Apart(tokens) = &comparer.state {
                assert!(tokens.kept.capacity() <= 4 * KEPT);
            }
        }
        assert_eq!(comparer.finish(Path::new("")).unwrap(), Judgement::ACCEPTED);
    }
}
