//! The answers of an output in a normal form, so that outputs with the same answers are equal: in lower case, with one space between
//! tokens, and without blank lines and `Case #k:`.

use super::records::{Cases, Records, is_space};

/// The length at which a line is cut and continues as another line.
const LONGEST_LINE: usize = 64 << 10;
/// Most lines that are kept with their answers.
const MOST_SEEN: usize = 4;
/// Most bytes of an answer that are kept to be shown.
const SHOWN: usize = 32;

/// The form of a problem's answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerLayout {
    /// The rule by which answers begin.
    records: Records,
    /// The two possible answers, if there are only two. Only the end of a line counts then, and other lines are left out.
    two: Option<[Vec<u8>; 2]>,
    /// Whether the lines of an answer after its first are a set; the second line keeps its place.
    is_set: bool,
}

impl AnswerLayout {
    /// Returns the layout of these cases, or lines without them.
    pub fn new(cases: Option<&dyn Cases>, is_set: bool) -> Self {
        let Some(cases) = cases else { return Self { records: Records::Lines, ..Self::default() } };
        let two = cases.two_answers();
        let two = two.map(|two| two.map(|line| normal_line(line.to_ascii_lowercase().as_bytes())));
        Self { records: cases.records(), two, is_set }
    }

    /// Returns whether all answers of the problem are one of two lines.
    pub fn has_two_answers(&self) -> bool {
        self.two.is_some()
    }

    /// Returns the index of the two answers that ends this line, and the offset at which it begins.
    fn phrase(&self, line: &[u8]) -> Option<(u8, usize)> {
        let found = (0..).zip(self.two.as_ref()?).filter_map(|(which, phrase)| {
            let begin = line.len().checked_sub(phrase.len())?;
            let is_whole = begin == 0 || !line[begin - 1].is_ascii_alphanumeric();
            (is_whole && line[begin..].eq_ignore_ascii_case(phrase)).then_some((which, begin))
        });
        // If both phrases begin here, the longer one is the answer.
        found.min_by_key(|&(_, begin)| begin)
    }
}

/// An answer in normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The hash of the normal form.
    pub hash: u64,
    /// The hash of the normal form, but with letters in the printed case.
    pub in_own_case: u64,
    /// The beginning of the first line, as printed.
    pub text: ShownText,
}

/// The beginning of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShownText {
    bytes: [u8; SHOWN],
    length: usize,
}

impl ShownText {
    fn new(text: &[u8]) -> Self {
        let length = text.len().min(SHOWN);
        let mut bytes = [0; SHOWN];
        bytes[..length].copy_from_slice(&text[..length]);
        Self { bytes, length }
    }

    /// Returns the text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes[..self.length]).into_owned()
    }
}

/// Reads answers from bytes that come in chunks.
#[derive(Clone, Debug)]
pub struct AnswerReader {
    layout: AnswerLayout,
    /// The bytes of the line that has not ended.
    line: Vec<u8>,
    /// The answer that has not ended.
    current: Option<OpenAnswer>,
    /// A cache of short lines that are an answer each; most outputs have few different ones.
    seen: Vec<(Vec<u8>, Answer)>,
    digest: Hash,
    /// The number of answers.
    pub count: u64,
    /// Whether lines end with one of the two answers; lines before the first such line do not count.
    pub has_phrases: bool,
    /// Whether a line begins with `Case #k:`.
    pub is_numbered: bool,
    /// Whether there is other text than answers: lines, or the beginnings of lines.
    pub has_other_text: bool,
}

/// An answer that may have further lines.
#[derive(Clone, Debug)]
struct OpenAnswer {
    hash: Hash,
    in_own_case: Hash,
    text: ShownText,
    lines: usize,
    /// The hashes of the lines that are a set.
    set: Vec<u64>,
}

impl AnswerReader {
    /// Creates a reader at the beginning of a text.
    pub fn new(layout: &AnswerLayout) -> Self {
        Self {
            layout: layout.clone(),
            line: Vec::new(),
            current: None,
            seen: Vec::new(),
            digest: Hash::NEW,
            count: 0,
            has_phrases: false,
            is_numbered: false,
            has_other_text: false,
        }
    }

    /// Takes bytes off `input` up to the end of the next answer; `None` when more bytes are needed.
    pub fn next(&mut self, input: &mut &[u8]) -> Option<Answer> {
        while !input.is_empty() {
            let room = LONGEST_LINE - self.line.len();
            let part = &input[..input.len().min(room)];
            let end = part.iter().position(|&byte| byte == b'\n');
            let taken = end.map_or(part.len(), |end| end + 1);
            self.line.extend_from_slice(&part[..taken]);
            *input = &input[taken..];
            if (end.is_some() || self.line.len() == LONGEST_LINE)
                && let Some(answer) = self.end_line()
            {
                return Some(answer);
            }
        }
        None
    }

    /// Returns the last answer, when the text has ended; to be called until there is none.
    pub fn finish(&mut self) -> Option<Answer> {
        self.end_line().or_else(|| self.end_answer())
    }

    /// Returns whether the last answer is the first of the two words: lines before it were no answers.
    pub fn is_first_of_two(&self) -> bool {
        self.has_phrases && self.count == 1
    }

    /// Returns the digest of all answers so far, in four bytes.
    pub fn digest(&self) -> String {
        let Hash(hash) = self.digest;
        format!("{:08x}", (hash ^ (hash >> 32)) & 0xffff_ffff)
    }

    /// Ends the line; returns the answer that has ended with it or before it.
    fn end_line(&mut self) -> Option<Answer> {
        if let Some(&(_, answer)) = self.seen.iter().find(|(line, _)| *line == self.line) {
            self.line.clear();
            return Some(self.add(answer));
        }
        let mut line = std::mem::take(&mut self.line);
        let answer = self.end_other_line(&line);
        let is_one_line = self.has_phrases || self.layout.records == Records::Lines;
        if let Some(answer) =
            answer.filter(|_| is_one_line && line.len() <= SHOWN && self.seen.len() < MOST_SEEN)
        {
            self.seen.push((line.clone(), answer));
        }
        // The buffer is reused for the next line.
        line.clear();
        self.line = line;
        answer
    }

    /// Takes a line that was not seen before.
    fn end_other_line(&mut self, line: &[u8]) -> Option<Answer> {
        let line = normal_line(line);
        let text = without_number(&line);
        self.is_numbered |= text.len() < line.len();
        if text.is_empty() {
            return None;
        }
        if let Some((which, begin)) = self.layout.phrase(text) {
            if !self.has_phrases {
                // Text before the first phrase was no answer.
                self.seen.clear();
                self.has_other_text |= self.count > 0 || self.current.is_some();
                (self.has_phrases, self.digest, self.count, self.current) = (true, Hash::NEW, 0, None);
            }
            self.has_other_text |= begin > 0;
            let hash = Hash::NEW.with(&[which]).0;
            let in_own_case = Hash::NEW.with(&text[begin..]).0;
            return Some(self.add(Answer { hash, in_own_case, text: ShownText::new(&text[begin..]) }));
        }
        if self.has_phrases {
            self.has_other_text = true;
            return None;
        }
        let begins = self.layout.records.begins_in_any_case(text.split(|&byte| byte == b' '));
        let ended = if begins { self.end_answer() } else { None };
        self.add_line(text);
        if self.layout.records == Records::Lines { self.end_answer() } else { ended }
    }

    fn add_line(&mut self, line: &[u8]) {
        let is_set = self.layout.is_set;
        let open = self.current.get_or_insert_with(|| OpenAnswer {
            hash: Hash::NEW,
            in_own_case: Hash::NEW,
            text: ShownText::new(line),
            lines: 0,
            set: Vec::new(),
        });
        open.lines += 1;
        if is_set && open.lines > 1 {
            open.set.push(Hash::NEW.with_lower(line).0);
        }
        if !is_set || open.lines <= 2 {
            open.hash = open.hash.with_lower(line).with(b"\n");
            open.in_own_case = open.in_own_case.with(line).with(b"\n");
        }
    }

    fn end_answer(&mut self) -> Option<Answer> {
        let OpenAnswer { mut hash, mut in_own_case, text, mut set, .. } = self.current.take()?;
        set.sort_unstable();
        set.dedup();
        for line in set {
            hash = hash.with(&line.to_le_bytes());
            in_own_case = in_own_case.with(&line.to_le_bytes());
        }
        Some(self.add(Answer { hash: hash.0, in_own_case: in_own_case.0, text }))
    }

    fn add(&mut self, answer: Answer) -> Answer {
        self.count += 1;
        self.digest = self.digest.with(&answer.hash.to_le_bytes());
        answer
    }
}

/// The hash FNV-1a of 64 bits.
#[derive(Clone, Copy, Debug)]
struct Hash(u64);

impl Hash {
    const NEW: Self = Self(0xcbf2_9ce4_8422_2325);

    fn with(self, bytes: &[u8]) -> Self {
        bytes.iter().fold(self, |hash, &byte| hash.with_byte(byte))
    }

    fn with_lower(self, bytes: &[u8]) -> Self {
        bytes.iter().fold(self, |hash, byte| hash.with_byte(byte.to_ascii_lowercase()))
    }

    const fn with_byte(self, byte: u8) -> Self {
        Self((self.0 ^ byte as u64).wrapping_mul(0x0100_0000_01b3))
    }
}

/// Returns the tokens of a line with one space between them.
fn normal_line(line: &[u8]) -> Vec<u8> {
    let mut normal = Vec::with_capacity(line.len());
    for &byte in line {
        match is_space(byte) {
            true if normal.last().is_none_or(|&last| last == b' ') => {}
            true => normal.push(b' '),
            false => normal.push(byte),
        }
    }
    if normal.last() == Some(&b' ') {
        normal.pop();
    }
    normal
}

/// Returns a line without `Case #k:` at its beginning, in any case of letters and with or without the `#`.
fn without_number(line: &[u8]) -> &[u8] {
    fn rest(line: &[u8]) -> Option<&[u8]> {
        let (word, rest) = line.split_at_checked(4)?;
        let rest = rest.trim_ascii_start();
        let rest = rest.strip_prefix(b"#").unwrap_or(rest).trim_ascii_start();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let rest = rest[digits..].trim_ascii_start().strip_prefix(b":")?;
        (word.eq_ignore_ascii_case(b"case") && digits > 0).then(|| rest.trim_ascii_start())
    }
    rest(line).unwrap_or(line)
}
