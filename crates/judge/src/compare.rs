//! Comparing an output with an answer, in one pass and in constant memory.

mod comparison;
mod decimal;
mod difference;
mod excerpt;
mod format;
mod rows;
mod split;
mod tokens;

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};

pub use self::comparison::accepts_at_once;
pub use self::difference::Difference;
pub use self::excerpt::{Fragment, pair, shorten};
pub use self::tokens::ComparisonResult;
use self::tokens::{KEPT, TokenComparer};
use super::answers::AnswerLayout;
use super::observed::DeferredObserver;
use super::records::{Cases, Records};
use crate::report::results::DifferenceKind;
use nim_ground::content::{Content, Opened};
use nim_task::comparison::Comparison;
use nim_task::verdict::Verdict;

/// Compares an output, written piece by piece, with an answer.
///
/// While both are the same byte for byte, as most outputs are to their end, nothing else is compared. At the first difference the
/// comparison starts again, token by token, from the beginning.
pub struct Comparer<'a> {
    comparison: Comparison,
    cases: Option<&'a dyn Cases>,
    answer: Content,
    columns: usize,
    state: CompareState,
    /// The first byte that differs, where white space counts.
    first: Option<FirstDifference>,
}

enum CompareState {
    Identical(Prefix),
    Different(Box<TokenComparer>, Box<DeferredObserver>),
}

impl<'a> Comparer<'a> {
    /// Creates a comparer with this answer; messages are `columns` wide.
    ///
    /// # Errors
    /// When the answer cannot be opened.
    pub fn new(
        comparison: Comparison,
        answer: &Content,
        cases: Option<&'a dyn Cases>,
        columns: usize,
    ) -> io::Result<Self> {
        let reader = BufReader::with_capacity(KEPT, answer.open()?);
        let state = CompareState::Identical(Prefix { reader, length: 0 });
        Ok(Self { comparison, cases, answer: answer.clone(), columns, state, first: None })
    }

    /// Returns the result, once the whole output was written; `input` shows which case differs.
    ///
    /// # Errors
    /// When the answer or the input cannot be read.
    pub fn finish(mut self, input: &Content) -> io::Result<ComparisonResult> {
        if let CompareState::Identical(prefix) = &mut self.state
            && prefix.reader.fill_buf()?.is_empty()
        {
            return Ok(ComparisonResult::ACCEPTED);
        }
        self.part()?;
        let CompareState::Different(tokens, answers) = self.state else {
            return Ok(ComparisonResult::ACCEPTED);
        };
        let mut result = tokens.finish(input, self.cases, self.columns)?;
        if result.verdict == Verdict::WrongAnswer {
            result.observed = Some(answers.finish()?);
        }
        let note = match &self.first {
            Some(first) if result.verdict == Verdict::Accepted => first.note(&self.answer)?,
            _ => None,
        };
        let kind = Some(DifferenceKind::WhiteSpace);
        let difference = note.map(|message| Difference { message, kind, ..Difference::default() });
        Ok(ComparisonResult { difference: difference.or(result.difference), ..result })
    }

    /// Starts the comparison by tokens, from the beginning of both texts.
    fn part(&mut self) -> io::Result<()> {
        let CompareState::Identical(prefix) = &self.state else { return Ok(()) };
        let counts = self.cases.is_some_and(Cases::white_space_counts);
        self.first = counts.then(|| FirstDifference::at(prefix.length));
        let records = self.cases.map_or(Records::Whole, Cases::records);
        let tokens = TokenComparer::behind(prefix.length, self.comparison, &self.answer, records)?;
        let layout = AnswerLayout::new(self.cases, false);
        let answers = DeferredObserver::new(&self.answer, layout, prefix.length);
        self.state = CompareState::Different(Box::new(tokens), Box::new(answers));
        Ok(())
    }
}

impl Write for Comparer<'_> {
    fn write(&mut self, chunk: &[u8]) -> io::Result<usize> {
        let mut rest = chunk;
        if let CompareState::Identical(prefix) = &mut self.state {
            rest = &chunk[prefix.advance(chunk)?..];
            if rest.is_empty() {
                return Ok(chunk.len());
            }
            self.part()?;
        }
        if let Some(first) = &mut self.first {
            first.take(rest);
        }
        if let CompareState::Different(tokens, answers) = &mut self.state {
            tokens.take(rest)?;
            answers.write_all(rest)?;
        }
        Ok(chunk.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The common prefix of the answer and the output.
struct Prefix {
    reader: BufReader<Opened>,
    length: u64,
}

impl Prefix {
    /// Returns the number of bytes of `chunk` that continue the prefix.
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

/// The first byte in which an output differs from its answer, and the output after it.
pub(super) struct FirstDifference {
    /// The offset of the first different byte.
    at: u64,
    /// The bytes of the output from there on, if they are few.
    rest: Vec<u8>,
}

/// Bytes at the end of an output that are looked at.
const MOST: usize = 64;

impl FirstDifference {
    pub(super) const fn at(at: u64) -> Self {
        Self { at, rest: Vec::new() }
    }

    /// Takes bytes of the output behind the difference.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        let room = (MOST + 1).saturating_sub(self.rest.len()).min(bytes.len());
        self.rest.extend_from_slice(&bytes[..room]);
    }

    /// Returns a note on an output with the same tokens as its answer; `None` if only line ends at its end differ.
    pub(super) fn note(&self, answer: &Content) -> io::Result<Option<String>> {
        let mut file = answer.open()?;
        let mut line = 1;
        let mut before = BufReader::new(&mut file).take(self.at);
        loop {
            let buffer = before.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            line += buffer.iter().filter(|&&byte| byte == b'\n').count();
            let read = buffer.len();
            before.consume(read);
        }
        file.seek(SeekFrom::Start(self.at))?;
        let mut rest = Vec::new();
        file.take(MOST as u64 + 1).read_to_end(&mut rest)?;
        let is_at_end = [&rest, &self.rest]
            .iter()
            .all(|rest| rest.len() <= MOST && rest.iter().all(|byte| matches!(byte, b'\n' | b'\r')));
        Ok((!is_at_end).then(|| format!("presentation: white space alone differs from line {line}")))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::tokens::RECENT;
    use super::*;
    use crate::records::CaseInfo;
    use nim_task::verdict::Verdict;

    struct Lines(Records);

    impl Cases for Lines {
        fn records(&self) -> Records {
            self.0
        }
        fn case(&self, _input: &Content, number: u64) -> Option<CaseInfo> {
            Some(CaseInfo {
                line: 2 * number + 1,
                lines: 2 * number..=2 * number + 1,
                text: format!("heaps {number}"),
                known: None,
            })
        }
    }

    fn compare(
        comparison: Comparison,
        records: Option<Records>,
        answer: &str,
        output: &str,
        size: usize,
    ) -> ComparisonResult {
        let cases = records.map(Lines);
        let cases = cases.as_ref().map(|cases| cases as &dyn Cases);
        let mut comparer = Comparer::new(comparison, &Content::from(answer), cases, 80).unwrap();
        for chunk in output.as_bytes().chunks(size) {
            comparer.write_all(chunk).unwrap();
        }
        comparer.finish(&Content::from("")).unwrap()
    }

    /// Checks the verdict's short name, and the message if there is one; the size of chunks must not matter.
    #[track_caller]
    fn check(comparison: Comparison, records: Option<Records>, answer: &str, output: &str, expect: &str) {
        for size in [1, 2, 7, 1 << 20] {
            let result = compare(comparison, records, answer, output, size);
            let message = result.difference.map_or_else(String::new, |d| format!(" {}", d.message));
            assert_eq!(format!("{}{message}", result.verdict.short()), expect, "chunks of {size}");
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
    fn numbers_are_compared_without_rounding() {
        let absolute =
            Comparison::of_package(&["float_absolute_tolerance".to_owned(), "1e-6".to_owned()]).unwrap();
        let check = |answer: &str, output: &str, is_near: bool| {
            let result = compare(absolute, None, answer, output, 1);
            assert_eq!(result.verdict == Verdict::Accepted, is_near, "{answer} {output}");
        };
        check("123456789012345678", "123456789012345679", false);
        check("123456789012345678", "123456789012345678.0000010", true);
        check("123456789012345678", "123456789012345678.0000011", false);
        check("1e30", "1000000000000000000000000000000.0", true);
        check("1e30", "1000000000000000000000000000001", false);
        check("0.3", "0.300001", true);
        check("-0.0000005", "0.0000005", true);
        check("-0.0000005", "0.00000051", false);
        // A number that is not finite is compared as a word, as Kattis' validator does.
        check("nan", "NaN", true);
        check("inf", "INF", true);
        check("inf", "infinity", false);
        check("1", "inf", false);
        check("inf", "1", false);
        let relative =
            Comparison::of_package(&["float_relative_tolerance".to_owned(), "1e-18".to_owned()]).unwrap();
        let verdict = |output| compare(relative, None, "-1000000000000000000", output, 1).verdict;
        assert_eq!(verdict("-1000000000000000001"), Verdict::Accepted);
        assert_eq!(verdict("-1000000000000000002"), Verdict::WrongAnswer);
        assert_eq!(verdict("1000000000000000000"), Verdict::WrongAnswer);
    }

    #[test]
    fn packages_do_not_mind_the_case_unless_they_say_so() {
        let args = |args: &[&str]| args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>();
        check(Comparison::of_package(&[]).unwrap(), None, "Yes\n", "yES", "AC");
        let sensitive = Comparison::of_package(&args(&["case_sensitive", "float_tolerance", "0.1"])).unwrap();
        check(sensitive, None, "a 1\n", "a 1.05\n", "AC");
        check(sensitive, None, "a\n", "A\n", "WA line 1, token 1: expected a, got A");
        let spaces = Comparison::of_package(&args(&["space_change_sensitive"])).unwrap();
        check(spaces, None, "Yes 1\n", "YES 1\n", "AC");
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
        let slipped = "the answer 2 is missing; later answers belong to the next cases";
        check(
            t,
            LINES,
            answer,
            "1\n3\n4\n5\n",
            &format!("WA case 2 of 5 (input line 5: heaps 2): {slipped}"),
        );
        let slipped = "an extra answer 9 precedes its own; later answers agree again";
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
        let slipped = format!(
            "WA {case}: the answer Yes / 5 1 / 4 2 is missing; later answers belong to the next cases"
        );
        check(t, BLOCKS, answer, "No\nNo\nYes\n7 7\n", &slipped);
    }

    /// Returns the diff as text, one row a line; the size of chunks must not matter.
    #[track_caller]
    fn diff(comparison: Comparison, records: Option<Records>, answer: &str, output: &str) -> Vec<String> {
        let rows = |size| -> Vec<String> {
            let diff = compare(comparison, records, answer, output, size).difference.unwrap().diff;
            diff.iter().map(|row| format!("{}{} {}", row.tag, row.line, row.text)).collect()
        };
        let whole = rows(1 << 20);
        for size in [1, 3, 1000] {
            assert_eq!(rows(size), whole, "chunks of {size}");
        }
        whole
    }

    #[test]
    fn the_diff_shows_the_lines_around() {
        let rows = diff(Comparison::TOKENS, None, "a\nb\nc\nd\n", "a\nb\nx\nd\n");
        assert_eq!(rows, [" 1 a", " 2 b", "-3 c", "+3 x", " 4 d"]);
    }

    #[test]
    fn the_diff_puts_case_beside_case() {
        let t = Comparison::TOKENS;
        let rows = diff(t, LINES, "Y\nN\nY\nN\nY\nN\nY\n", "Y\nN\nY\nY\nY\nN\nY\n");
        assert_eq!(rows, [" 2 N", " 3 Y", "-4 N", "+4 Y", " 5 Y", " 6 N", " 7 Y"]);
        // All wrong lines from the fourth on would fit as well if moved by one.
        let rows = diff(t, LINES, "Y\nN\nY\nN\nY\nN\n", "Y\nN\nY\nY\nN\nY\n");
        assert_eq!(rows, [" 2 N", " 3 Y", "-4 N", "+4 Y", "-5 Y", "+5 N", "-6 N", "+6 Y"]);
        assert_eq!(diff(t, LINES, "1\n2\n3\n", "1\n2\n"), [" 1 1", " 2 2", "-3 3"]);
        assert_eq!(diff(t, LINES, "1\n2\n", "1\n2\n3\n4\n"), [" 1 1", " 2 2", "+3 3", "+4 4"]);
        assert_eq!(diff(t, LINES, "1\n2\n3\n", "1\n\n9\n\n3\n"), [" 1 1", "-2 2", "+3 9", " 3 3"]);
        assert_eq!(diff(t, LINES, "1\n2\n3\n", "1 7\n2\n3\n"), ["-1 1", "+1 1 7", " 2 2", " 3 3"]);
        assert_eq!(diff(t, LINES, "1 7\n2\n", "1\n2\n"), ["-1 1 7", "+1 1", " 2 2"]);
        assert_eq!(
            diff(t, LINES, "1\n2\n3\n4\n5\n", "1\n3\n4\n5\n"),
            [" 1 1", "-2 2", " 3 3", " 4 4", " 5 5"]
        );
        // Answers of several lines.
        let answer = "No\nYes\n5 1\n4 2\nNo\nYes\n7 7\n";
        assert_eq!(
            diff(t, BLOCKS, answer, "No\nYes\n4 2\nNo\nYes\n7 7\n"),
            [" 1 No", " 2 Yes", "-3 5 1", " 4 4 2", " 5 No", " 6 Yes", " 7 7 7"]
        );
        assert_eq!(
            diff(t, BLOCKS, answer, "No\nNo\nNo\nYes\n7 7\n"),
            [" 1 No", "-2 Yes", "-3 5 1", "-4 4 2", "+2 No", " 5 No", " 6 Yes", " 7 7 7"]
        );
    }

    #[test]
    fn a_case_with_a_token_too_many_or_too_few_is_the_one_at_fault() {
        let message = |output: &str| {
            compare(Comparison::TOKENS, LINES, "1 7\n2 8\n3 9\n", output, 1).difference.unwrap().message
        };
        let case = |number| format!("case {number} of 3 (input line {}: heaps {number})", 2 * number + 1);
        assert_eq!(message("1 7\n2 8 5\n3 9\n"), format!("{}: expected 2 8, got 2 8 5", case(2)));
        assert_eq!(message("1 7\n2\n3 9\n"), format!("{}: expected 2 8, got 2", case(2)));
        assert_eq!(message("1 7\n2 8\n3"), format!("{}: expected 3 9, got 3", case(3)));
        assert_eq!(message("1 7\n2 8\n3 9 1"), format!("{}: expected 3 9, got 3 9 1", case(3)));
    }

    #[test]
    fn differences_far_in_are_shown() {
        let long = |at: usize, digit: char| {
            let mut text = "7".repeat(200_000);
            text.replace_range(at..=at, &digit.to_string());
            text
        };
        for (comparison, records) in [(Comparison::TOKENS, None), (Comparison::TOKENS, LINES)] {
            for at in [0, 1, 100, 70_000, 65_535, 65_536, 199_999] {
                let (answer, output) =
                    (format!("1\n{}\n3\n", long(at, '1')), format!("1\n{}\n3\n", long(at, '2')));
                let difference = compare(comparison, records, &answer, &output, 1000).difference.unwrap();
                let message = difference.message;
                assert!(message.contains("71") && message.contains("72") || at == 0, "{at}: {message}");
                let place = format!("line 2, column {} (token 1) of the output", at + 1);
                assert_eq!(difference.place, place);
                if records.is_none() {
                    assert!(message.contains(&format!("line 2, column {}: ", at + 1)), "{message}");
                }
                let changed: Vec<_> = difference.diff.iter().filter(|row| row.tag != ' ').collect();
                assert_eq!(changed.len(), 2, "{at}");
                assert_ne!(changed[0].text, changed[1].text, "{at}");
            }
            // One text is the beginning of the other, also if both are cut into pieces.
            for length in [100, 65_536, 131_072] {
                let (short, more) = ("7".repeat(length), "7".repeat(length + 1));
                let difference = compare(comparison, records, &short, &more, 1000).difference.unwrap();
                assert_eq!(
                    difference.place,
                    format!("line 1, column {} (token 1) of the output", length + 1)
                );
                assert_ne!(difference.diff[0].text, difference.diff[1].text);
            }
        }
        // The same lines, except that one begins with another token: the records before it end elsewhere.
        let rows = diff(Comparison::TOKENS, None, "b a\nb\na\na b\na\n", "b\na\nb\na b\na\n");
        assert_eq!(rows, [" 2 b", " 3 a", "-4 a b", "+4 a b"]);
        // Many short tokens on one line, with other white space.
        let tokens: Vec<String> = (0..100_000).map(|token| (token % 10).to_string()).collect();
        let mut other = tokens.clone();
        other[50_000] = "x".to_owned();
        let rows = diff(Comparison::TOKENS, None, &tokens.join(" "), &other.join("  "));
        assert!(rows[0].contains("9 0 1") && rows[1].contains("9 x 1"), "{rows:?}");
        // A block of many lines.
        let lines = |wrong: usize| -> String {
            (0..5000).map(|line| if line == wrong { "x\n".to_owned() } else { format!("{line}\n") }).collect()
        };
        let rows = diff(
            Comparison::TOKENS,
            BLOCKS,
            &format!("Yes\n{}", lines(5000)),
            &format!("Yes\n{}", lines(4000)),
        );
        assert_eq!(rows[..4], [" 4000 3998", " 4001 3999", "-4002 4000", "+4002 x"]);
    }

    #[test]
    fn what_looks_alike_is_told_apart() {
        let message = |comparison, answer: &str, output: &str| {
            compare(comparison, None, answer, output, 1).difference.unwrap().message
        };
        let t = Comparison::TOKENS;
        assert!(message(t, "John\n", "J\u{43e}hn\n").ends_with("got J\u{43e}hn (U+006F and U+043E)"));
        assert!(message(t, "John\n", "John\u{200b}\n").ends_with("got John\\u{200b}"));
        assert!(message(t, "a\u{a0}b\n", "a\u{2007}b\n").ends_with("expected a\\u{a0}b, got a\\u{2007}b"));
        let exact = Comparison::parse("exact").unwrap();
        let rows = diff(exact, None, "a\nb \nc\n", "x\nb\r\nc");
        assert_eq!(rows, ["-1 a", "-2 b\\x20", "-3 c", "+1 x", "+2 b\\r", "+3 c (no end of line)"]);
    }

    proptest! {
        #[test]
        fn only_what_agrees_is_shown_as_equal(
            answer in prop::collection::vec("(a|b|Yes|No) ?(a|b)?", 0..12),
            output in prop::collection::vec("(a|b|Yes|No) ?(a|b)?", 0..12),
            size in 1_usize..9,
        ) {
            let uniform = |lines: &[String]| -> Vec<String> {
                lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
            };
            let (lines, others) = (uniform(&answer), uniform(&output));
            for records in [None, LINES, BLOCKS] {
                let result = compare(Comparison::TOKENS, records, &answer.join("\n"), &output.join("\n"), size);
                let Some(difference) = result.difference else { continue };
                prop_assert!(difference.diff.iter().any(|row| row.tag != ' '), "{difference:?}");
                for row in difference.diff {
                    let index = usize::try_from(row.line - 1).unwrap();
                    match row.tag {
                        '+' => prop_assert_eq!(&row.text, &others[index]),
                        '-' => prop_assert_eq!(&row.text, &lines[index]),
                        _ => prop_assert!(row.text == lines[index]),
                    }
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn a_long_beginning_that_both_have_changes_nothing(
            lines in prop::collection::vec("(a|b|Yes|No|7|no|Case #1: Yes) ?(a|b)?[ \t\r]?", 1..40),
            cut in 0_usize..6000,
            other in "(a|b|Yes|No|\n| )*",
        ) {
            // Several times the length that is kept of an output before a difference.
            let answer = lines.iter().cycle().take(40_000).fold(String::new(), |text, line| text + line + "\n");
            let mut same = answer.len() - cut.min(answer.len());
            while !answer.is_char_boundary(same) {
                same -= 1;
            }
            let output = format!("{}{other}", &answer[..same]);
            let answer = Content::from(answer);
            for records in [Records::Whole, Records::Lines, Records::Blocks(&["Yes", "No", "7"])] {
                let cases = Lines(records);
                let tokens = |from: usize| {
                    let mut tokens =
                        TokenComparer::behind(from as u64, Comparison::TOKENS, &answer, records).unwrap();
                    tokens.take(&output.as_bytes()[from..]).unwrap();
                    tokens.finish(&Content::from(""), Some(&cases), 80).unwrap()
                };
                prop_assert_eq!(tokens(same), tokens(0));
                let observed = |from: usize| {
                    let layout = AnswerLayout::new(Some(&cases), false);
                    let mut observer = DeferredObserver::new(&answer, layout, from as u64);
                    observer.write_all(&output.as_bytes()[from..]).unwrap();
                    observer.finish().unwrap()
                };
                prop_assert_eq!(observed(same), observed(0));
            }
        }
    }

    #[test]
    fn a_token_without_end_needs_no_memory() {
        let answer = Content::from("x".repeat(1 << 20));
        let mut comparer = Comparer::new(Comparison::TOKENS, &answer, None, 80).unwrap();
        comparer.write_all(b" ").unwrap();
        for _ in 0..64 {
            comparer.write_all(&[b'x'; 16 << 10]).unwrap();
            if let CompareState::Different(tokens, _) = &comparer.state {
                assert!(tokens.recent.capacity() <= 4 * RECENT);
            }
        }
        assert_eq!(comparer.finish(&Content::from("")).unwrap(), ComparisonResult::ACCEPTED);
    }
}
