//! Where an output parts from the answer, and how that is told.

use serde::{Deserialize, Serialize};
use similar::{ChangeTag, TextDiff};

use super::split::{Place, is_space};
use crate::judge::records::{CaseInfo, Records};

/// A text longer than this, in characters, is cut when it is shown.
const LONGEST_SHOWN: usize = 60;
/// How many lines of a diff are shown.
const MOST_LINES: usize = 12;
/// Records after the first difference that are looked at to recognise an output that has slipped.
const WINDOW: usize = 64;
/// So many records must agree before an output of the right length counts as slipped.
const SURE: usize = 8;

/// What is known at the first difference.
#[derive(Debug)]
pub struct Divergence {
    /// How both fall into records.
    pub records: Records,
    /// The record, from 1; that of the answer, or of the output where the answer has ended.
    pub record: u64,
    /// Where the output's token stands, or, where the output has ended, the answer's.
    pub place: Place,
    /// The answer's token; `None` where it has ended.
    pub expected: Option<Vec<u8>>,
    /// The output's token; `None` where it has ended.
    pub got: Option<Vec<u8>>,
    /// The answer from the beginning of that record, or of the line; bounded.
    pub expected_text: Vec<u8>,
    /// The output from there; bounded.
    pub got_text: Vec<u8>,
    /// Lines of the answer before that.
    pub before: Vec<u8>,
    /// Line of the answer with which `expected_text` begins.
    pub first_line: u64,
    /// How many records the answer has.
    pub expected_records: u64,
    /// How many records the output has.
    pub got_records: u64,
}

/// A line of the diff that is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffLine {
    /// ` ` in both, `-` in the answer only, `+` in the output only.
    pub tag: char,
    /// Number of the line in its file.
    pub line: u64,
    /// Its text, cut where it is long.
    pub text: String,
}

/// Where an output went wrong, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// One line that says it.
    pub message: String,
    /// Where it is in the output, or in the answer where the output has ended.
    pub place: String,
    /// The lines around it.
    pub diff: Vec<DiffLine>,
}

/// How an output stands to the answer from the first difference on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slip {
    /// It does not fit the next cases either.
    None,
    /// The answer to this case is missing.
    Missing,
    /// There is an answer too many before this case's.
    Extra,
}

impl Divergence {
    /// Tells the difference; `case` is what the problem knows of that case.
    #[must_use]
    pub fn tell(&self, knows_cases: bool, case: Option<CaseInfo>) -> Difference {
        let place = format!(
            "line {}, token {} of the {}",
            self.place.line,
            self.place.token,
            if self.got.is_some() { "output" } else { "answer" }
        );
        let message =
            if knows_cases && self.records != Records::Whole { self.by_case(case) } else { self.by_line() };
        Difference { message, place, diff: self.diff() }
    }

    fn by_line(&self) -> String {
        let Place { line, token } = self.place;
        match (&self.expected, &self.got) {
            (Some(_), Some(_)) => {
                let (expected, got) = self.shown();
                format!("line {line}, token {token}: expected {expected}, got {got}")
            }
            (Some(expected), None) => {
                format!(
                    "line {line}, token {token}: expected {}, but the output has ended",
                    shorten(expected)
                )
            }
            (None, Some(got)) => {
                format!("line {line}, token {token}: extra {} after the whole answer", shorten(got))
            }
            (None, None) => "no difference".to_owned(),
        }
    }

    fn by_case(&self, case: Option<CaseInfo>) -> String {
        let of = self.expected_records;
        let Some(expected) = &self.expected else {
            let extra = self.got_records.saturating_sub(of).max(1);
            let got = shorten(first_record(self.records, &self.got_text).as_bytes());
            let answers = if extra == 1 { "answer" } else { "answers" };
            return format!("{extra} extra {answers} after all {of} cases, the first is {got}");
        };
        let case = match case {
            Some(CaseInfo { line, text }) => {
                format!("case {} of {of} (input line {line}: {text})", self.record)
            }
            None => format!("case {} of {of}", self.record),
        };
        match self.slip() {
            Slip::Missing => {
                let answer = shorten(first_record(self.records, &self.expected_text).as_bytes());
                return format!(
                    "{case}: the answer {answer} is missing; what follows answers the next cases"
                );
            }
            Slip::Extra => {
                let extra = shorten(first_record(self.records, &self.got_text).as_bytes());
                return format!(
                    "{case}: an extra answer {extra} stands before its own; what follows fits again"
                );
            }
            Slip::None => {}
        }
        if self.got.is_none() {
            let missing = of.saturating_sub(self.record) + 1;
            let answers = if missing == 1 { "answer is" } else { "answers are" };
            let expected = shorten(expected);
            return format!("{case}: expected {expected}, got nothing: the last {missing} {answers} missing");
        }
        let (expected, got) = self.shown();
        format!("{case}: expected {expected}, got {got}")
    }

    /// The record, the line or at least the token on both sides: the first that is short and shows the difference.
    fn shown(&self) -> (String, String) {
        let records =
            (first_record(self.records, &self.expected_text), first_record(self.records, &self.got_text));
        let fits = |text: &str| !text.is_empty() && text.chars().count() <= LONGEST_SHOWN;
        if self.records != Records::Whole && fits(&records.0) && fits(&records.1) && records.0 != records.1 {
            return records;
        }
        (
            self.expected.as_deref().map_or_else(|| "nothing".to_owned(), shorten),
            self.got.as_deref().map_or_else(|| "nothing".to_owned(), shorten),
        )
    }

    fn slip(&self) -> Slip {
        let expected = split_records(self.records, &self.expected_text);
        let got = split_records(self.records, &self.got_text);
        if self.records == Records::Whole || expected.is_empty() {
            return Slip::None;
        }
        // With the right total the rest must fit; with another one there has to be more of it than chance would give.
        let fits = |expected: &[String], got: &[String], total_fits: bool| {
            let both = expected.len().min(got.len()).min(WINDOW);
            let agree = (0..both).take_while(|&i| expected[i] == got[i]).count();
            if total_fits { agree == both } else { agree >= SURE && agree + 1 >= both }
        };
        let by_one = |more: u64, less: u64| more == less + 1;
        let unshifted = expected.iter().zip(&got).take(WINDOW).filter(|(a, b)| a != b).count();
        let (of, has) = (self.expected_records, self.got_records);
        // One wrong answer among many right ones is no slip, whatever the neighbours are.
        if unshifted < 2 && of == has {
            return Slip::None;
        }
        if has <= of && fits(expected.get(1..).unwrap_or_default(), &got, by_one(of, has)) {
            Slip::Missing
        } else if has >= of && fits(&expected, got.get(1..).unwrap_or_default(), by_one(has, of)) {
            Slip::Extra
        } else {
            Slip::None
        }
    }

    /// The lines before the difference, then what the answer and the output have there.
    fn diff(&self) -> Vec<DiffLine> {
        let expected = shown_lines(&self.expected_text);
        let got = shown_lines(&self.got_text);
        let before = shown_lines(&self.before);
        let mut lines: Vec<DiffLine> = (0..)
            .zip(before.iter().rev().take(2))
            .map(|(back, text)| DiffLine {
                tag: ' ',
                line: self.first_line.saturating_sub(back + 1),
                text: text.clone(),
            })
            .collect();
        lines.reverse();
        let (old, new): (Vec<&str>, Vec<&str>) =
            (expected.iter().map(String::as_str).collect(), got.iter().map(String::as_str).collect());
        for change in TextDiff::from_slices(&old, &new).iter_all_changes() {
            let (tag, index) = match change.tag() {
                ChangeTag::Equal => (' ', change.old_index()),
                ChangeTag::Delete => ('-', change.old_index()),
                ChangeTag::Insert => ('+', change.new_index()),
            };
            let line = self.first_line + index.unwrap_or(0) as u64;
            lines.push(DiffLine { tag, line, text: change.value().to_owned() });
        }
        lines
    }
}

/// The first lines of a text, each cut to a length that can be shown.
fn shown_lines(text: &[u8]) -> Vec<String> {
    let lines = text.split(|&b| b == b'\n');
    let mut lines: Vec<&[u8]> = lines.collect();
    if lines.last().is_some_and(|last| last.is_empty()) {
        lines.pop();
    }
    lines.into_iter().take(MOST_LINES).map(shorten).collect()
}

/// Text that can be shown: one line, without control characters, of bounded length.
#[must_use]
pub fn shorten(text: &[u8]) -> String {
    let bounded = &text[..text.len().min(LONGEST_SHOWN * 4)];
    let text = String::from_utf8_lossy(bounded);
    let mut shown: String = text
        .trim_end_matches(['\r', ' ', '\t'])
        .chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .take(LONGEST_SHOWN)
        .collect();
    if text.chars().count() > LONGEST_SHOWN || bounded.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// The records of a text, white space made uniform.
fn split_records(records: Records, text: &[u8]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in text.split(|&b| b == b'\n') {
        let tokens: Vec<&[u8]> = line.split(|&b| is_space(b)).filter(|token| !token.is_empty()).collect();
        let Some(first) = tokens.first() else { continue };
        let line = tokens.iter().map(|token| String::from_utf8_lossy(token)).collect::<Vec<_>>().join(" ");
        match found.last_mut().filter(|_| !records.begins(first)) {
            Some(record) => {
                record.push_str(" / ");
                record.push_str(&line);
            }
            None => found.push(line),
        }
        if found.len() > WINDOW + 2 {
            break;
        }
    }
    found
}

fn first_record(records: Records, text: &[u8]) -> String {
    split_records(records, text).into_iter().next().unwrap_or_default()
}
