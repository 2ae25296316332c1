//! The checker of answers whose lines may be in any order within a record.

use std::io::{self, BufRead, BufReader};

use super::{CheckInput, CheckResult, Checker};
use crate::compare::{pair, shorten};
use crate::records::{Cases, Records};
use nim_ground::content::{Content, Opened};
use nim_task::verdict::Verdict;

/// Room for each of two lines that differ, in columns.
const SHOWN: usize = 60;

/// Compares record by record: first lines in place, later lines in any order.
pub struct AnyOrder<'a> {
    /// The rule that splits inputs and outputs into cases.
    pub cases: &'a dyn Cases,
    /// Whether the second line keeps its place, and the lines from it on are a set: they may be printed in any order, and repeatedly.
    /// Otherwise a mere difference in order is [`Verdict::PresentationError`].
    pub is_set: bool,
}

impl Checker for AnyOrder<'_> {
    fn check(&self, files: CheckInput<'_>) -> io::Result<CheckResult> {
        let records = self.cases.records();
        let mut expected = RecordReader::open(files.answer, records)?;
        let mut got = RecordReader::open(files.output, records)?;
        let mut reordered = None;
        for number in 1.. {
            let (expected, got) = match (expected.next()?, got.next()?) {
                (None, None) => break,
                (Some(expected), Some(got)) => (expected, got),
                (Some(expected), None) => {
                    return Ok(self.wrong(
                        files,
                        number,
                        &format!("expected {}, got nothing", short(&expected)),
                    ));
                }
                (None, Some(got)) => {
                    let message = format!("extra {} after all {} answers", short(&got), number - 1);
                    return Ok(CheckResult::new(Verdict::WrongAnswer, message));
                }
            };
            if expected == got {
                continue;
            }
            if expected.first() != got.first() {
                let (expected, got) = pair(expected[0].as_bytes(), got[0].as_bytes(), SHOWN);
                let message = format!("expected {expected}, got {got}");
                return Ok(self.wrong(files, number, &message));
            }
            let (mut wanted, mut found) = (expected[1..].to_vec(), got[1..].to_vec());
            wanted.sort_unstable();
            found.sort_unstable();
            if self.is_set {
                wanted.dedup();
                found.dedup();
            }
            if wanted != found {
                return Ok(self.wrong(files, number, &difference(&wanted, &found)));
            }
            if !self.is_set {
                reordered.get_or_insert(number);
            } else if expected.get(1) != got.get(1) {
                let first = shorten(expected[1].as_bytes());
                let message = format!("{first} comes first, the other lines in any order");
                return Ok(self.wrong(files, number, &message));
            }
        }
        Ok(match reordered {
            None => CheckResult::new(Verdict::Accepted, String::new()),
            Some(number) => {
                let message = format!("{}: only the order of the lines differs", self.case(files, number));
                CheckResult::new(Verdict::PresentationError, message)
            }
        })
    }
}

impl AnyOrder<'_> {
    fn wrong(&self, files: CheckInput<'_>, number: u64, what: &str) -> CheckResult {
        let message = format!("{}: {what}", self.case(files, number));
        CheckResult::new(Verdict::WrongAnswer, message)
    }

    fn case(&self, files: CheckInput<'_>, number: u64) -> String {
        match self.cases.case(files.input, number) {
            Some(case) => format!("case {number} (input line {}: {})", case.line, case.text),
            None => format!("case {number}"),
        }
    }
}

/// Returns the first line that only one of two sorted lists has, or has more often.
fn difference(wanted: &[String], found: &[String]) -> String {
    let mut found = found.iter().peekable();
    for line in wanted {
        match found.peek() {
            Some(other) if *other == line => _ = found.next(),
            Some(other) if *other < line => {
                return format!("{} is wrong or duplicate", shorten(other.as_bytes()));
            }
            _ => return format!("{} is missing", shorten(line.as_bytes())),
        }
    }
    found
        .next()
        .map_or_else(String::new, |line| format!("{} is wrong or duplicate", shorten(line.as_bytes())))
}

fn short(lines: &[String]) -> String {
    shorten(lines.join(" / ").as_bytes())
}

/// Reads the records of a file, each as its lines with uniform white space.
struct RecordReader {
    reader: BufReader<Opened>,
    records: Records,
    waiting: Option<String>,
}

impl RecordReader {
    fn open(content: &Content, records: Records) -> io::Result<Self> {
        Ok(Self { reader: BufReader::new(content.open()?), records, waiting: None })
    }

    fn next(&mut self) -> io::Result<Option<Vec<String>>> {
        let mut block: Vec<String> = self.waiting.take().into_iter().collect();
        let mut line = Vec::new();
        loop {
            line.clear();
            if self.reader.read_until(b'\n', &mut line)? == 0 {
                return Ok(Some(block).filter(|block| !block.is_empty()));
            }
            let text = String::from_utf8_lossy(&line);
            let tokens: Vec<&str> = text.split_ascii_whitespace().collect();
            let Some(first) = tokens.first() else { continue };
            let uniform = tokens.join(" ");
            if self.records.begins(first.as_bytes(), tokens.len() == 1) && !block.is_empty() {
                self.waiting = Some(uniform);
                return Ok(Some(block));
            }
            block.push(uniform);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::CaseInfo;

    struct Moves;

    impl Cases for Moves {
        fn records(&self) -> Records {
            Records::Blocks(&["Yes", "No"])
        }
        fn case(&self, _input: &Content, number: u64) -> Option<CaseInfo> {
            let (lines, text) = (number..=number, "heaps".to_owned());
            Some(CaseInfo { line: number, lines, text, known: None })
        }
    }

    #[track_caller]
    fn check(output: &str, verdict: Verdict, message: &str) {
        check_as(false, output, verdict, message);
    }

    #[track_caller]
    fn check_as(is_set: bool, output: &str, verdict: Verdict, message: &str) {
        let (answer, given) = (Content::from("No\nYes\n5 1\n7 3\n7 3\nNo\n"), Content::from(output));
        let files = CheckInput { input: &answer, output: &given, answer: &answer, feedback: None };
        let result = AnyOrder { cases: &Moves, is_set }.check(files).unwrap();
        assert_eq!((result.verdict, result.message.as_str()), (verdict, message), "{output:?}");
    }

    #[test]
    fn a_set_has_no_order_behind_its_first_line_and_nothing_twice() {
        let case = "case 2 (input line 2: heaps)";
        check_as(true, "No\nYes\n5 1\n7 3\nNo\n", Verdict::Accepted, "");
        check_as(true, "No\nYes\n5 1\n7 3\n5 1\n5 1\nNo\n", Verdict::Accepted, "");
        let first = format!("{case}: 5 1 comes first, the other lines in any order");
        check_as(true, "No\nYes\n7 3\n5 1\nNo\n", Verdict::WrongAnswer, &first);
        check_as(true, "No\nYes\n5 1\nNo\n", Verdict::WrongAnswer, &format!("{case}: 7 3 is missing"));
        let extra = format!("{case}: 6 1 is wrong or duplicate");
        check_as(true, "No\nYes\n7 3\n5 1\n6 1\nNo\n", Verdict::WrongAnswer, &extra);
    }

    #[test]
    fn order_is_forgiven_but_noted() {
        check("No\nYes\n5  1\r\n7 3\n7 3\n\nNo", Verdict::Accepted, "");
        let case = "case 2 (input line 2: heaps)";
        let reordered = format!("{case}: only the order of the lines differs");
        check("No\nYes\n7 3\n5 1\n7 3\nNo\n", Verdict::PresentationError, &reordered);
        check("No\nYes\n7 3\n5 1\nNo\n", Verdict::WrongAnswer, &format!("{case}: 7 3 is missing"));
        let twice = format!("{case}: 5 1 is wrong or duplicate");
        check("No\nYes\n7 3\n5 1\n7 3\n5 1\nNo\n", Verdict::WrongAnswer, &twice);
        check("No\nNo\nNo\n", Verdict::WrongAnswer, &format!("{case}: expected Yes, got No"));
        let missing = "case 3 (input line 3: heaps): expected No, got nothing";
        check("No\nYes\n5 1\n7 3\n7 3\n", Verdict::WrongAnswer, missing);
        check("No\nYes\n5 1\n7 3\n7 3\nNo\nNo", Verdict::WrongAnswer, "extra No after all 3 answers");
    }
}
