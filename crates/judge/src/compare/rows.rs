//! The rows of a diff: lines of the answer and of the output side by side, by case or by line.

use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::comparison;
use super::excerpt::{Fragment, common};
use crate::records::Records;
use crate::records::is_space;
use crate::report::results::DiffLine;
use nim_task::comparison::Comparison;

/// Most lines of each side that are shown.
const MOST_LINES: usize = 12;
/// Most lines of a text that are read.
const MOST_READ: usize = 256;
/// Columns before the text of a line: the margin, the sign, the number and the bar.
const MARGIN: usize = 13;

/// The shift of an output against the answer from the first difference on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misalignment {
    /// Output and answer are aligned.
    None,
    /// The answer to this case is missing.
    Missing,
    /// The output has an extra answer before this case's.
    Extra,
}

/// The part of a line that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strict {
    /// The tokens.
    Tokens,
    /// All bytes but white space at the end of the line.
    Lines,
    /// All bytes, and whether the line ends with a line feed.
    Exact,
}

impl Strict {
    /// Returns the part that a comparison compares.
    pub fn new(comparison: Comparison) -> Self {
        match comparison.format {
            None => Self::Tokens,
            Some(rules) if rules.end => Self::Exact,
            Some(rules) if rules.spaces => Self::Lines,
            Some(_) => Self::Tokens,
        }
    }
}

/// The compared part of a line.
#[derive(Clone, Debug)]
pub struct DiffText {
    number: u64,
    text: Vec<u8>,
    /// The index of the differing byte, in the line that has it.
    at: Option<usize>,
    /// Whether the row is cut at its beginning.
    cut: bool,
    /// Whether the line has no end.
    endless: bool,
}

/// Returns the first lines of a text, in which the byte at `at` differs, if given, and which begins within a line if
/// `cut`. Where only tokens count, lines without any are left out.
pub fn lines(text: &[u8], first: u64, at: Option<usize>, cut: bool, strict: Strict) -> Vec<DiffText> {
    let mut lines = Vec::new();
    let mut start = 0;
    for (number, whole) in (first..).zip(text.split_inclusive(|&b| b == b'\n').take(MOST_READ)) {
        let ended = whole.last() == Some(&b'\n');
        let bytes = &whole[..whole.len() - usize::from(ended)];
        let own = at.and_then(|at| at.checked_sub(start)).filter(|&at| at < whole.len().max(1));
        let (text, at) = match strict {
            Strict::Tokens => uniform(bytes, own),
            Strict::Lines => (trimmed(bytes).to_vec(), own),
            Strict::Exact => (bytes.to_vec(), own),
        };
        if strict != Strict::Tokens || !text.is_empty() {
            let endless = strict == Strict::Exact && !ended;
            lines.push(DiffText { number, text, at, cut: cut && start == 0, endless });
        }
        start += whole.len();
    }
    lines
}

/// Returns the tokens with single spaces between them, and the new index of the byte at `at`.
fn uniform(bytes: &[u8], at: Option<usize>) -> (Vec<u8>, Option<usize>) {
    let mut text = Vec::with_capacity(bytes.len());
    let mut moved = None;
    for (index, &byte) in bytes.iter().enumerate() {
        let space = is_space(byte);
        if !space && index > 0 && is_space(bytes[index - 1]) && !text.is_empty() {
            text.push(b' ');
        }
        if at == Some(index) {
            moved = Some(text.len());
        }
        if !space {
            text.push(byte);
        }
    }
    let end = text.len();
    (text, moved.or(at.map(|_| end)))
}

fn trimmed(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&b| !is_space(b)).map_or(0, |last| last + 1);
    &bytes[..end]
}

/// Groups lines into records.
pub fn groups(records: Records, lines: Vec<DiffText>) -> Vec<Vec<DiffText>> {
    let mut groups: Vec<Vec<DiffText>> = Vec::new();
    for line in lines {
        let tokens = line.text.split(|&b| is_space(b)).filter(|token| !token.is_empty());
        let begins = records.begins_with(tokens);
        match groups.last_mut() {
            Some(group) if !begins => group.push(line),
            _ => groups.push(vec![line]),
        }
    }
    groups
}

/// A builder of the rows of a diff.
pub struct Rows {
    comparison: Comparison,
    columns: usize,
    rows: Vec<DiffLine>,
}

impl Rows {
    /// Creates an empty diff of this width, in columns.
    pub fn new(comparison: Comparison, columns: usize) -> Self {
        Self { comparison, columns: columns.saturating_sub(MARGIN), rows: Vec::new() }
    }

    /// Returns the rows.
    pub fn finish(self) -> Vec<DiffLine> {
        self.rows
    }

    /// Adds a line of both texts.
    pub fn same(&mut self, line: &DiffText) {
        self.push(' ', line, 0);
    }

    /// Adds the records of both texts pairwise, except for a missing or an extra one.
    pub fn by_record(
        &mut self,
        expected: &[Vec<DiffText>],
        got: &[Vec<DiffText>],
        misalignment: Misalignment,
    ) {
        let (mut expected, mut got) = (expected, got);
        let shifted = match misalignment {
            Misalignment::Missing => Some(('-', &mut expected)),
            Misalignment::Extra => Some(('+', &mut got)),
            Misalignment::None => None,
        };
        if let Some((tag, records)) = shifted
            && let Some((first, rest)) = records.split_first()
        {
            first.iter().for_each(|line| self.push(tag, line, 0));
            *records = rest;
        }
        let mut shown = 0;
        for index in 0..expected.len().max(got.len()) {
            if shown >= MOST_LINES {
                break;
            }
            let empty = Vec::new();
            let (old, new) = (expected.get(index).unwrap_or(&empty), got.get(index).unwrap_or(&empty));
            shown += old.len().max(new.len());
            self.by_line(old, new, false);
        }
    }

    /// Adds the lines of both texts, aligned so that as many as possible agree. Texts that `differ` have a line that differs.
    pub fn by_line(&mut self, expected: &[DiffText], got: &[DiffText], differ: bool) {
        let expected = &expected[..expected.len().min(MOST_LINES)];
        let got = &got[..got.len().min(MOST_LINES)];
        let old: Vec<(Vec<u8>, bool)> = expected.iter().map(|line| self.key(line)).collect();
        let mut new: Vec<(Vec<u8>, bool)> = got.iter().map(|line| self.key(line)).collect();
        // Numbers may agree within the tolerance.
        for (index, line) in got.iter().enumerate() {
            if expected.get(index).is_some_and(|other| self.agree(other, line)) {
                new[index].clone_from(&old[index]);
            }
        }
        if differ && old == new {
            // Lines may look the same although their tokens are compared with others: the lines before end elsewhere.
            let first = expected.len().min(1);
            return self.changed(&expected[..first], &got[..first]);
        }
        for operation in capture_diff_slices(Algorithm::Myers, &old, &new) {
            match operation.as_tag_tuple() {
                (DiffTag::Equal, old, _) => expected[old].iter().for_each(|line| self.same(line)),
                (_, old, new) => self.changed(&expected[old], &got[new]),
            }
        }
    }

    /// Adds lines of the answer, then the lines of the output that replace them, each around its first difference.
    fn changed(&mut self, expected: &[DiffText], got: &[DiffText]) {
        for (tag, lines, others) in [('-', expected, got), ('+', got, expected)] {
            for (index, line) in lines.iter().enumerate() {
                let at = match (line.at, others.get(index)) {
                    (Some(at), Some(DiffText { at: Some(_), .. })) => at,
                    (_, Some(other)) => common(&line.text, &other.text, self.comparison.case_sensitive),
                    (_, None) => 0,
                };
                self.push(tag, line, at);
            }
        }
    }

    fn push(&mut self, tag: char, line: &DiffText, at: usize) {
        let mut text = Fragment { text: &line.text, at, cut: line.cut }.window(self.columns);
        if line.endless && tag != ' ' {
            text.push_str(" (no end of line)");
        }
        self.rows.push(DiffLine { tag, line: line.number, text });
    }

    /// Returns the key by which lines are equal.
    fn key(&self, line: &DiffText) -> (Vec<u8>, bool) {
        let text =
            if self.comparison.case_sensitive { line.text.clone() } else { line.text.to_ascii_lowercase() };
        (text, line.endless)
    }

    /// Returns whether two lines agree token by token.
    fn agree(&self, expected: &DiffText, got: &DiffText) -> bool {
        let [expected_tokens, got_tokens]: [Vec<&[u8]>; 2] = [expected, got]
            .map(|line| line.text.split(|&b| is_space(b)).filter(|token| !token.is_empty()).collect());
        Strict::new(self.comparison) == Strict::Tokens
            && expected_tokens.len() == got_tokens.len()
            && expected_tokens
                .iter()
                .zip(&got_tokens)
                .all(|(a, b)| comparison::same(&self.comparison, a, b, true))
    }
}
