//! Tokens of a text, each with the bytes around it.

use memchr::memchr;
use std::fmt::Display;

use super::tally::{CASES, Tally};
use super::violations::{MARK, STEP, Violations};
use crate::description::natural_range;
use nim_io::bytes::{eight_digits, first_digits, leading_digits};
use nim_io::is_space;
use nim_io::text::quoted;
use nim_solve::problem::{Field, Kind};

/// The reason why the reading ends.
pub(super) enum Stop {
    /// The text has ended, which has been noted.
    Ended,
    /// Reading stops after a violation.
    Enough,
}

/// The result of reading a token.
#[derive(Clone, Copy)]
pub(super) enum Token {
    /// A number, and the offset of its token; [`NOWHERE`] if it is out of bounds.
    Value(u64, usize),
    /// A token without a usable value.
    Unknown,
    /// The line has no further token.
    Missing,
}

/// A text, read token by token.
pub(super) struct Text<'t> {
    pub(super) text: &'t [u8],
    pub(super) at: usize,
    /// Whether no token of the line has been read.
    pub(super) begins_line: bool,
    /// The rest of the line is skipped.
    pub(super) skips_line: bool,
    /// Tokens on the line before, from this offset on, for which the grammar had no place there.
    pub(super) rest: Option<usize>,
    /// Places in this case where lines and grammar may have lost step.
    pub(super) losses: Vec<usize>,
    pub(super) tallies: Vec<Tally>,
    pub(super) violations: Violations,
    /// A function that is called regularly with the offset reached.
    pub(super) passed: Option<&'t mut dyn FnMut(usize)>,
    /// The offset from which it is called next.
    mark: usize,
    /// The field of the token read last.
    last: &'static str,
}

/// The place of a token that no condition is to be checked on.
pub(super) const NOWHERE: usize = usize::MAX;

/// The field of violations that belong to no field.
pub(super) const INPUT: &str = "input";

/// The number of places of lost step after which a case may have swallowed others.
pub(super) const SEVERAL: usize = 3;

impl<'t> Text<'t> {
    pub(super) fn new(input: &'t [u8], tallies: Vec<Tally>, mut violations: Violations) -> Self {
        let text = input.strip_prefix(MARK).unwrap_or(input);
        if text.len() < input.len() {
            violations.note(0, INPUT, || "expected no byte-order mark".to_owned());
        }
        Self {
            text,
            at: 0,
            begins_line: true,
            skips_line: false,
            rest: None,
            losses: Vec::new(),
            tallies,
            violations,
            passed: None,
            mark: STEP,
            last: INPUT,
        }
    }

    /// Returns whether the text begins with a byte-order mark of UTF-16.
    pub(super) fn is_utf16(&self) -> bool {
        self.text.starts_with(b"\xff\xfe") || self.text.starts_with(b"\xfe\xff")
    }

    /// Reports the progress of reading, if it is large enough for a call.
    #[inline]
    pub(super) fn pass(&mut self) {
        if self.at >= self.mark {
            self.mark = self.at + STEP;
            if let Some(passed) = &mut self.passed {
                passed(self.at);
            }
        }
    }

    pub(super) const fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    /// Reads numbers of a list while they are in the expected form, and returns their number.
    pub(super) fn plain_numbers(&mut self, field: &Field, most: usize) -> usize {
        let Some(tally) = self.tallies.iter().position(|tally| tally.field == field.name) else { return 0 };
        let Tally { bound, total, mut found, mut sum, .. } = self.tallies[tally];
        if self.skips_line || total.most.is_some() {
            return 0;
        }
        let range = natural_range(bound);
        let (mut least, mut greatest) = (u64::MAX, 0);
        let mut read = 0;
        while read < most {
            let before = (self.at, self.begins_line);
            let Some((value, _)) = self.plain_number() else { break };
            if !range.contains(&value) {
                (self.at, self.begins_line) = before;
                break;
            }
            least = least.min(value);
            greatest = greatest.max(value);
            sum += i128::from(value);
            read += 1;
        }
        if read > 0 {
            self.last = field.name;
            found = (found.0.min(least.into()), found.1.max(greatest.into()));
            (self.tallies[tally].found, self.tallies[tally].sum) = (found, sum);
        }
        read
    }

    /// Reads a token if it is a number with the right separators and spelling.
    #[inline]
    pub(super) fn plain_number(&mut self) -> Option<(u64, usize)> {
        let mut at = self.at;
        if !self.begins_line {
            if self.text.get(at) != Some(&b' ') {
                return None;
            }
            at += 1;
        }
        let mut eights =
            self.text.get(at..)?.as_chunks::<8>().0.iter().map(|&eight| u64::from_le_bytes(eight));
        let first = eights.next()?;
        let mut digits = leading_digits(first);
        let value = if digits < 8 {
            first_digits(first, digits)
        } else {
            let second = eights.next()?;
            digits = 8 + leading_digits(second);
            if digits == 16 {
                return None;
            }
            const POWERS: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];
            eight_digits(first) * POWERS[digits - 8] + first_digits(second, digits - 8)
        };
        let ends = matches!(self.text.get(at + digits), Some(b' ' | b'\n'));
        if digits == 0 || !ends || digits > 1 && first as u8 == b'0' {
            return None;
        }
        self.at = at + digits;
        self.begins_line = false;
        Some((value, at))
    }

    /// Reads the next token of the line.
    pub(super) fn token(&mut self, field: &Field) -> Result<Token, Stop> {
        if self.violations.is_enough() {
            return Err(Stop::Enough);
        }
        self.last = field.name;
        if self.skips_line {
            return Ok(Token::Missing);
        }
        if field.kind.is_natural()
            && let Some((value, at)) = self.plain_number()
        {
            return Ok(self.tallied(field, value.into(), value, at));
        }
        if self.begins_line {
            self.skip_blank_lines();
        }
        if !self.gap(field) {
            return Ok(Token::Missing);
        }
        let at = self.at;
        let token = token_of(&self.text[at..]);
        self.at += token.len();
        Ok(match field.kind {
            Kind::Number | Kind::List(_) => self.natural(field, token, at),
            Kind::Signed => self.signed(field, token, at),
            Kind::Word(letters) => self.word(field, token, at, letters),
        })
    }

    /// Passes blank lines, which are one violation together.
    fn skip_blank_lines(&mut self) {
        let start = self.at;
        loop {
            let blanks = self.blanks(self.at);
            if self.text.get(self.at + blanks) != Some(&b'\n') {
                break;
            }
            self.at += blanks + 1;
        }
        if self.at > start {
            self.violations.note(start, INPUT, || "expected no blank line".to_owned());
        }
    }

    /// Bytes of white space on the line from an offset on.
    fn blanks(&self, at: usize) -> usize {
        self.text[at..].iter().take_while(|&&byte| is_space(byte) && byte != b'\n').count()
    }

    /// Passes the white space before a token; returns whether there is one on the line.
    fn gap(&mut self, field: &Field) -> bool {
        let gap = &self.text[self.at..][..self.blanks(self.at)];
        if self.text.get(self.at + gap.len()).is_none_or(|&byte| byte == b'\n') {
            return false;
        }
        if self.begins_line {
            if !gap.is_empty() {
                self.unexpected(self.at, field.name, "no white space before it", gap);
            }
        } else if gap != b" " {
            let same = usize::from(gap.first() == Some(&b' '));
            self.unexpected(self.at + same, field.name, "one space before it", gap);
        }
        self.at += gap.len();
        self.begins_line = false;
        true
    }

    fn natural(&mut self, field: &Field, token: &[u8], at: usize) -> Token {
        if !are_digits(token) {
            if token.strip_prefix(b"-").is_some_and(are_digits) {
                self.unexpected(at, field.name, "an integer that is not negative", token);
                return Token::Unknown;
            }
            return self.no_number(field, token, at);
        }
        self.leading_zero(field, token, at);
        match str::from_utf8(token).ok().and_then(|token| token.parse().ok()) {
            Some(value) => self.tallied(field, u64::into(value), value, at),
            None => {
                self.unexpected(at, field.name, "at most 18446744073709551615 (2^64-1)", token);
                Token::Unknown
            }
        }
    }

    fn signed(&mut self, field: &Field, token: &[u8], at: usize) -> Token {
        let digits = token.strip_prefix(b"-").or_else(|| token.strip_prefix(b"+")).unwrap_or(token);
        if !are_digits(digits) {
            return self.no_number(field, token, at);
        }
        if token[0] == b'+' || token == b"-0" {
            self.unexpected(at, field.name, "no sign", token);
        }
        self.leading_zero(field, digits, at);
        match str::from_utf8(token).ok().and_then(|token| token.parse::<i64>().ok()) {
            Some(value) => self.tallied(field, value.into(), value.cast_unsigned(), at),
            None => {
                self.unexpected(at, field.name, "a number of 64 bits", token);
                Token::Unknown
            }
        }
    }

    fn word(&mut self, field: &Field, token: &[u8], at: usize, letters: Option<&str>) -> Token {
        if let Some(letters) = letters
            && !token.iter().all(|byte| letters.as_bytes().contains(byte))
        {
            let letters = quoted(letters.as_bytes());
            self.unexpected(at, field.name, format_args!("only {letters}"), token);
        }
        self.tallied(field, token.len() as i128, token.len() as u64, at)
    }

    fn no_number(&mut self, field: &Field, token: &[u8], at: usize) -> Token {
        self.unexpected(at, field.name, "an integer", token);
        self.skips_line = true;
        self.lose();
        Token::Unknown
    }

    fn leading_zero(&mut self, field: &Field, digits: &[u8], at: usize) {
        if digits.len() > 1 && digits[0] == b'0' {
            self.unexpected(at, field.name, "no leading zero", digits);
        }
    }

    /// Notes something that stands in the place of something else.
    fn unexpected(&mut self, at: usize, field: &'static str, expected: impl Display, found: &[u8]) {
        self.violations.note(at, field, || format!("expected {expected}, found {}", quoted(found)));
    }

    /// Compares a value with the bounds of its field.
    fn tallied(&mut self, field: &Field, value: i128, token: u64, at: usize) -> Token {
        let Some(tally) = self.tallies.iter_mut().find(|tally| tally.field == field.name) else {
            return Token::Value(token, at);
        };
        let what = if matches!(field.kind, Kind::Word(_)) { "a length" } else { "a number" };
        let outside = tally.outside(value, what);
        if tally.add(value)
            && let Some(most) = tally.total.most
        {
            self.violations
                .note(at, field.name, || format!("expected a sum of at most {most} over the input"));
        }
        match outside {
            None => Token::Value(token, at),
            Some(message) => {
                self.violations.note(at, field.name, || message);
                // No further condition applies to it.
                Token::Value(token, NOWHERE)
            }
        }
    }

    /// Notes that the line has no further token.
    pub(super) fn missing(&mut self, field: &Field, expected: impl FnOnce() -> String) -> Result<(), Stop> {
        if self.skips_line {
            return Ok(());
        }
        let end = self.at + self.blanks(self.at);
        let ended = end == self.text.len();
        let place = if ended { "input" } else { "line" };
        self.violations.note(if ended { end } else { self.at }, field.name, || {
            format!("expected {}, found the end of the {place}", expected())
        });
        self.skips_line = true;
        self.lose();
        if ended { Err(Stop::Ended) } else { Ok(()) }
    }

    /// Passes the end of a line.
    pub(super) fn end_line(&mut self) {
        let gap = &self.text[self.at..][..self.blanks(self.at)];
        let end = self.at + gap.len();
        let rest = &self.text[end..];
        let line_end = memchr(b'\n', rest).map(|len| end + len);
        if !self.skips_line {
            let goes_on = !matches!(rest.first(), None | Some(b'\n'));
            let found = if goes_on { token_of(rest) } else { gap };
            if !found.is_empty() {
                self.unexpected(self.at, self.last, "the end of the line", found);
            }
            if goes_on {
                self.rest = Some(end);
                self.lose();
            }
        }
        if line_end.is_none() {
            self.violations
                .note(self.text.len(), INPUT, || "expected a line feed at the end of the input".to_owned());
        }
        self.at = line_end.map_or(self.text.len(), |end| end + 1);
        self.begins_line = true;
        self.skips_line = false;
    }

    /// Returns whether the rest of the line before has as many tokens as the grammar's next line, and the line here has not.
    pub(super) fn rest_has(&self, rest: usize, count: usize) -> bool {
        let [before, here] = [rest, self.at].map(|start| {
            let line = &self.text[start..];
            let line = &line[..memchr(b'\n', line).unwrap_or(line.len())];
            line.split(|&byte| is_space(byte)).filter(|token| !token.is_empty()).count()
        });
        before == count && here != count
    }

    /// Notes a token that breaks a condition.
    pub(super) fn refuse(&mut self, at: usize, field: &'static str, expected: &str) {
        let token = token_of(&self.text[at..]);
        self.violations.note(at, field, || format!("{expected}, found {}", quoted(token)));
    }

    /// Compares the number of cases, which is not in the text, with its bounds.
    pub(super) fn count_cases(&mut self, cases: u64) {
        let Some(tally) = self.tallies.iter_mut().find(|tally| tally.field == CASES) else { return };
        tally.add(cases.into());
        if let Some(message) = tally.outside(cases.into(), "a number") {
            self.violations.note(self.text.len(), CASES, || message);
        }
    }

    /// Compares sums with their least values.
    pub(super) fn check_sums(&mut self) {
        for tally in &self.tallies {
            if let Some(least) = tally.total.least.filter(|&least| tally.sum < least) {
                self.violations.note(self.text.len(), tally.field, || {
                    format!("expected a sum of at least {least} over the input, found {}", tally.sum)
                });
            }
        }
    }

    /// Remembers that lines and grammar may have lost step here.
    fn lose(&mut self) {
        if self.losses.len() < SEVERAL {
            self.losses.push(self.at);
        }
    }

    /// Goes back to a line, and drops violations from there on.
    pub(super) fn return_to(&mut self, at: usize) {
        self.violations.forget_from(at);
        self.at = at;
        self.begins_line = true;
        self.skips_line = false;
        self.rest = None;
    }

    /// Notes violations after the last line.
    pub(super) fn end(&mut self) {
        if !self.is_at_end() {
            let rest = &self.text[self.at..];
            let len = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |end| end.max(1));
            self.unexpected(self.at, INPUT, "the end of the input", &rest[..len]);
        }
    }
}

/// Returns whether a text is a number without a sign.
fn are_digits(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// Returns the text up to the first white space.
fn token_of(text: &[u8]) -> &[u8] {
    &text[..text.iter().position(|&byte| is_space(byte)).unwrap_or(text.len())]
}
