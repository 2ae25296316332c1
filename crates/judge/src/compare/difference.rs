//! The first difference between an output and its answer, and its messages.

use std::ops::RangeInclusive;

use super::comparison::same;
use super::excerpt::{Fragment, pair};
use super::rows::{self, Misalignment, Strict};
use super::split::TextPlace;
use crate::records::is_space;
use crate::records::{CaseInfo, Records};
use crate::report::results::DiffLine;
use crate::report::results::DifferenceKind;
use nim_ground::visible;
use nim_task::comparison::{Comparison, Tolerance};

/// Records after the first difference that are compared to recognise a shifted output.
const WINDOW: usize = 64;
/// Records that must agree before an output that lacks, or has in excess, more than one answer counts as shifted.
const LEAST_AGREEING: usize = 8;
/// Room around texts in a message, in columns: the margin, and `expected`, `got` and their punctuation.
const AROUND: usize = 22;

/// A comparison that ignores rounding.
const ROUNDED: Comparison =
    Comparison { tolerance: Tolerance { absolute: Some(1e-6), relative: Some(1e-6) }, ..Comparison::TOKENS };

/// The first difference.
#[derive(Debug)]
pub struct Divergence {
    /// The common form of records; [`Records::Whole`] if both sides disagree.
    pub records: Records,
    /// Whether the answer has a record for each case.
    pub has_cases: bool,
    /// The comparison.
    pub comparison: Comparison,
    /// The record, from 1.
    pub record: u64,
    /// The place of the output's token, or of the answer's where the output has ended.
    pub place: TextPlace,
    /// Column of the first difference there, from 1, in bytes.
    pub column: u64,
    /// The answer.
    pub expected: Side,
    /// The output.
    pub got: Side,
    /// The lines of the answer before this side.
    pub before: Vec<u8>,
}

/// The surroundings of the first difference in the answer or in the output.
#[derive(Debug, Default)]
pub struct Side {
    /// The text from the beginning of that record on, or of the line; bounded.
    pub text: Vec<u8>,
    /// The first line of the side.
    pub first_line: u64,
    /// Index of the first byte that differs.
    pub at: usize,
    /// Whether the side begins within a line that is too long.
    pub cut: bool,
    /// Whether the text ends before the difference.
    pub ended: bool,
    /// The number of records on this side.
    pub records: u64,
}

impl Side {
    fn token(&self) -> Fragment<'_> {
        let at = self.at.min(self.text.len());
        let start = self.text[..at].iter().rposition(|&b| is_space(b)).map_or(0, |space| space + 1);
        let end =
            self.text[at..].iter().position(|&b| is_space(b)).map_or(self.text.len(), |space| at + space);
        Fragment { text: &self.text[start..end], at: at - start, cut: self.cut && start == 0 }
    }

    /// Returns the differing character; `None` at the end or if it is not UTF-8.
    fn character(&self) -> Option<char> {
        let rest = &self.text[self.at.min(self.text.len())..];
        let rest = rest.utf8_chunks().next()?.valid().chars().next()?;
        (!rest.is_whitespace()).then_some(rest)
    }
}

/// The first difference, ready to be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// A message of one line.
    pub message: String,
    /// The position in the output, or in the answer if the output has ended.
    pub place: String,
    /// The kind of the difference, if it has a name.
    pub kind: Option<DifferenceKind>,
    /// The lines around the difference.
    pub diff: Vec<DiffLine>,
    /// The number of the case, from 1, and its lines in the input, if known.
    pub case: Option<(u64, RangeInclusive<u64>)>,
}

impl Divergence {
    /// Returns the messages, `columns` wide; `case` describes the case in the input.
    pub fn describe(&self, mut case: Option<CaseInfo>, columns: usize) -> Difference {
        let TextPlace { line, token } = self.place;
        let text = if self.got.ended { "answer" } else { "output" };
        let short = columns / 4;
        let place = if self.expected.token().fits(short) && self.got.token().fits(short) {
            format!("line {line}, token {token} of the {text}")
        } else {
            format!("line {line}, column {} (token {token}) of the {text}", self.column)
        };
        let by_case = self.has_cases && !(self.expected.ended && self.records == Records::Whole);
        let misalignment = self.misalignment();
        let known = case.as_mut().and_then(|case| case.known.take());
        let mut message =
            if by_case { self.by_case(case, misalignment, columns) } else { self.by_line(columns) };
        if let Some(known) = known {
            message += &format!("; known: {known}");
        }
        let kind = self.kind();
        Difference { message, place, kind, diff: self.diff(misalignment, columns), case: None }
    }

    fn kind(&self) -> Option<DifferenceKind> {
        let (expected, got) = (self.expected.token(), self.got.token());
        if self.got.ended || self.expected.ended || expected.cut || got.cut {
            return None;
        }
        let is_fraction = [expected, got].iter().any(|number| number.text.contains(&b'.'));
        let is_near = is_fraction && same(&ROUNDED, expected.text, got.text, true);
        is_near.then_some(DifferenceKind::Rounding)
    }

    fn by_line(&self, columns: usize) -> String {
        let TextPlace { line, token } = self.place;
        let place = format!("line {line}, token {token}");
        let (expected, got) = (self.expected.token(), self.got.token());
        if self.got.ended {
            let room = columns.saturating_sub(place.len() + AROUND * 2);
            return format!("{place}: expected {}, but the output has ended", expected.window(room));
        }
        if self.expected.ended {
            let room = columns.saturating_sub(place.len() + AROUND * 2);
            return format!("{place}: extra {} after the whole answer", got.window(room));
        }
        let room = columns.saturating_sub(place.len() + AROUND) / 2;
        let whole = expected.fits(room) && got.fits(room);
        let place = if whole { place } else { format!("line {line}, column {}", self.column) };
        format!("{place}: {}", self.tokens(room))
    }

    fn by_case(&self, case: Option<CaseInfo>, misalignment: Misalignment, columns: usize) -> String {
        let of = self.expected.records;
        let room = columns.saturating_sub(AROUND * 2);
        let alone = |record: &[u8]| Fragment { text: record, at: 0, cut: false }.window(room);
        let first = |side: &Side| first_record(self.records, &side.text);
        if self.expected.ended && self.record > of {
            let extra = self.got.records.saturating_sub(of).max(1);
            let answers = if extra == 1 { "answer" } else { "answers" };
            let got = alone(&first(&self.got));
            return format!("{extra} extra {answers} after all {of} cases, the first is {got}");
        }
        let case = match case {
            Some(CaseInfo { line, text, .. }) => {
                format!("case {} of {of} (input line {line}: {text})", self.record)
            }
            None => format!("case {} of {of}", self.record),
        };
        match misalignment {
            Misalignment::Missing => {
                let answer = alone(&first(&self.expected));
                return format!(
                    "{case}: the answer {answer} is missing; later answers belong to the next cases"
                );
            }
            Misalignment::Extra => {
                let extra = alone(&first(&self.got));
                return format!(
                    "{case}: an extra answer {extra} precedes its own; later answers agree again"
                );
            }
            Misalignment::None => {}
        }
        if self.got.ended && first(&self.got).is_empty() {
            let missing = of.saturating_sub(self.record) + 1;
            let last = if missing == 1 {
                "the last answer is".to_owned()
            } else {
                format!("the last {missing} answers are")
            };
            let expected = self.expected.token().window(room);
            return format!("{case}: expected {expected}, got nothing: {last} missing");
        }
        let room = columns.saturating_sub(visible::width(&case) + AROUND) / 2;
        format!("{case}: {}", self.answers(room))
    }

    /// Returns the records of both sides if they are short and show the difference, otherwise the tokens.
    fn answers(&self, room: usize) -> String {
        let records =
            (first_record(self.records, &self.expected.text), first_record(self.records, &self.got.text));
        let fits = |text: &[u8]| !text.is_empty() && Fragment { text, at: 0, cut: false }.fits(room);
        if self.records != Records::Whole && fits(&records.0) && fits(&records.1) && records.0 != records.1 {
            let (expected, got) = pair(&records.0, &records.1, room);
            return format!("expected {expected}, got {got}{}", self.code_points());
        }
        self.tokens(room)
    }

    fn tokens(&self, room: usize) -> String {
        let [expected, got] = [&self.expected, &self.got]
            .map(|side| if side.ended { "nothing".to_owned() } else { side.token().window(room) });
        format!("expected {expected}, got {got}{}", self.code_points())
    }

    /// Returns the code points of the differing characters, if they may look alike: one ASCII and one not.
    fn code_points(&self) -> String {
        match (self.expected.character(), self.got.character()) {
            (Some(expected), Some(got)) if expected.is_ascii() != got.is_ascii() => {
                format!(" (U+{:04X} and U+{:04X})", u32::from(expected), u32::from(got))
            }
            _ => String::new(),
        }
    }

    fn misalignment(&self) -> Misalignment {
        let expected = split_records(self.records, &self.expected.text);
        let got = split_records(self.records, &self.got.text);
        if self.records == Records::Whole || expected.is_empty() {
            return Misalignment::None;
        }
        let unshifted = expected.iter().zip(&got).take(WINDOW).filter(|(a, b)| a != b).count();
        let (of, has) = (self.expected.records, self.got.records);
        // Neither the right number of answers nor a single wrong answer is a shift.
        if unshifted < 2 || of == has {
            return Misalignment::None;
        }
        if has < of && agree(expected.get(1..).unwrap_or_default(), &got, of == has + 1) {
            Misalignment::Missing
        } else if has > of && agree(&expected, got.get(1..).unwrap_or_default(), has == of + 1) {
            Misalignment::Extra
        } else {
            Misalignment::None
        }
    }

    /// Returns the lines before the difference, then the answer's and the output's lines there.
    fn diff(&self, misalignment: Misalignment, columns: usize) -> Vec<DiffLine> {
        let strict = Strict::new(self.comparison);
        let [expected, got] = [&self.expected, &self.got].map(|side| {
            rows::lines(&side.text, side.first_line, (!side.ended).then_some(side.at), side.cut, strict)
        });
        let mut rows = rows::Rows::new(self.comparison, columns);
        if !self.expected.cut {
            let count = self.before.split_inclusive(|&b| b == b'\n').count() as u64;
            let first = self.expected.first_line.saturating_sub(count);
            let before = rows::lines(&self.before, first, None, false, strict);
            let skipped = before.len().saturating_sub(2);
            before[skipped..].iter().for_each(|line| rows.same(line));
        }
        if self.records == Records::Whole {
            rows.by_line(&expected, &got, true);
        } else {
            let [expected, got] = [expected, got].map(|lines| rows::groups(self.records, lines));
            rows.by_record(&expected, &got, misalignment);
        }
        rows.finish()
    }
}

/// Returns the records of a text, white space made uniform.
fn split_records(records: Records, text: &[u8]) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = Vec::new();
    for line in text.split(|&b| b == b'\n') {
        let tokens: Vec<&[u8]> = line.split(|&b| is_space(b)).filter(|token| !token.is_empty()).collect();
        let Some(first) = tokens.first() else { continue };
        let line = tokens.join(&b' ');
        match found.last_mut().filter(|_| !records.begins(first, tokens.len() == 1)) {
            Some(record) => {
                record.extend_from_slice(b" / ");
                record.extend_from_slice(&line);
            }
            None => found.push(line),
        }
        if found.len() > WINDOW + 2 {
            break;
        }
    }
    found
}

/// Returns whether records agree. With the right number of records the rest must agree; otherwise more must agree than by chance.
fn agree(expected: &[Vec<u8>], got: &[Vec<u8>], total_fits: bool) -> bool {
    let both = expected.len().min(got.len()).min(WINDOW);
    let agree = (0..both).take_while(|&i| expected[i] == got[i]).count();
    if total_fits { agree == both } else { agree >= LEAST_AGREEING && agree + 1 >= both }
}

fn first_record(records: Records, text: &[u8]) -> Vec<u8> {
    split_records(records, text).into_iter().next().unwrap_or_default()
}
