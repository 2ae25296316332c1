//! The tokens of a case, span by span, for the walker of grammars.

use super::text::{NOWHERE, Stop, Text, Token};
use nim_solve::problem::{Field, Kind, Span};
use nim_solve::walk::Tokens;
use std::ops::Range;

/// The tokens of one case, read from the text.
pub(super) struct CaseTokens<'a, 't> {
    text: &'a mut Text<'t>,
    /// The offset of the case.
    begin: usize,
    /// Whether the tokens of all spans are kept, not only those of the last.
    keeps: bool,
    /// The fields of the span read last, and the index of its first token.
    span: (&'static [Field], usize),
    /// The index of the first token that is kept.
    first: usize,
    values: Vec<u64>,
    /// The words, which `values` have the index of.
    words: Vec<Range<usize>>,
    /// The offset of each token; [`NOWHERE`] for tokens that no condition is checked on.
    places: Vec<usize>,
    /// Whether a number that others may depend on is unknown, or its line has a wrong layout.
    is_vague: bool,
}

impl<'a, 't> CaseTokens<'a, 't> {
    /// Creates the tokens of the case that begins here.
    pub(super) const fn new(text: &'a mut Text<'t>, keeps: bool) -> Self {
        let begin = text.at;
        Self {
            text,
            begin,
            keeps,
            span: (&[], 0),
            first: 0,
            values: Vec::new(),
            words: Vec::new(),
            places: Vec::new(),
            is_vague: false,
        }
    }

    fn push(&mut self, value: u64, place: usize) {
        self.values.push(value);
        self.places.push(place);
    }

    /// Returns the value of a token for conditions: a number, or the index of a word.
    fn word_or_number(&mut self, field: &Field, value: u64, place: usize) -> u64 {
        if !matches!(field.kind, Kind::Word(_)) {
            return value;
        }
        self.words.push(place..place.saturating_add(value as usize));
        self.words.len() as u64 - 1
    }

    /// Drops tokens that are not needed, and returns how many of this span have been read.
    fn begin(&mut self, span: &Span) -> usize {
        let end = self.first + self.values.len();
        if span.at > end || span.at == end && !self.keeps {
            self.values.clear();
            self.places.clear();
            self.first = span.at;
        }
        self.first + self.values.len() - span.at
    }

    fn read(&mut self, span: &Span, is_checked: bool) -> Result<(), Stop> {
        let read = self.begin(span);
        let keeps = is_checked || self.keeps;
        self.span = (span.fields, span.at);
        match *span {
            Span { fields: [field], rows: None, .. } if field.is_list() => {
                self.list(field, span, read, keeps)
            }
            _ => self.fields(span, read, keeps || span.rows.is_none()),
        }
    }

    /// Reads a list, up to the end of its line.
    fn list(&mut self, field: &Field, span: &Span, read: usize, keeps: bool) -> Result<(), Stop> {
        if let Some(rest) = self.text.rest.take()
            && self.text.begins_line
            && self.text.rest_has(rest, span.len)
        {
            self.text.at = rest;
        }
        let mut read = read;
        while read < span.len {
            if !keeps {
                let part = self.text.plain_numbers(field, (span.len - read).min(PART));
                self.text.pass();
                read += part;
                if part > 0 {
                    continue;
                }
            }
            let (value, place) = match self.text.token(field)? {
                Token::Value(value, place) => (value, place),
                Token::Unknown => (u64::MAX, NOWHERE),
                Token::Missing => {
                    return self
                        .text
                        .missing(field, || format!("{} {} of {}", field.name, read + 1, span.len));
                }
            };
            if keeps {
                self.push(value, place);
            }
            read += 1;
        }
        Ok(())
    }

    /// Reads single fields, or rows of them, each on its own line; every field has a token, known or not.
    fn fields(&mut self, span: &Span, read: usize, keeps: bool) -> Result<(), Stop> {
        self.text.rest = None;
        let width = span.fields.len();
        for i in read..span.len {
            let (number, column) = (i / width + 1, i % width);
            if column == 0 && i > 0 && span.rows.is_some() {
                self.text.end_line();
            }
            let field = &span.fields[column];
            let known = match self.text.token(field)? {
                Token::Value(value, place) => Some((value, place)),
                token => {
                    if matches!(token, Token::Missing) {
                        self.text.missing(field, || match span.rows {
                            Some(row) if column == 0 => format!("{row} {number} of {}", span.len / width),
                            _ => noun(field).to_owned(),
                        })?;
                    }
                    self.is_vague |= span.rows.is_none();
                    None
                }
            };
            if keeps {
                let (value, place) = known.unwrap_or((u64::MAX, NOWHERE));
                let value = match known {
                    None if span.rows.is_none() => 0,
                    _ => self.word_or_number(field, value, place),
                };
                self.push(value, place);
            }
        }
        if span.len > 0 && span.rows.is_some() {
            self.text.end_line();
        }
        Ok(())
    }
}

/// Numbers of a list that are read at a time.
const PART: usize = 1 << 14;

/// Returns the kind of a field's tokens, with its article.
const fn noun(field: &Field) -> &'static str {
    if matches!(field.kind, Kind::Word(_)) { "a word" } else { "an integer" }
}

impl Tokens for CaseTokens<'_, '_> {
    type Error = Stop;

    const REFUSES_ALL: bool = true;

    fn have(&mut self, span: &Span) -> Result<(), Stop> {
        self.read(span, false)
    }

    fn have_more(&mut self, span: &Span) -> Result<(), Stop> {
        self.read(span, true)
    }

    fn values(&self, from: usize) -> &[u64] {
        from.checked_sub(self.first).and_then(|from| self.values.get(from..)).unwrap_or_default()
    }

    fn words(&self) -> (&[Range<usize>], &[u8]) {
        (&self.words, self.text.text)
    }

    fn refuse(&mut self, end: usize, expected: String) -> Result<(), Stop> {
        let place = self.places[end - 1 - self.first];
        if place != NOWHERE && !self.is_vague {
            let (fields, first) = self.span;
            let field = &fields[(end - 1 - first) % fields.len()];
            self.text.refuse(place, field.name, &expected);
        }
        Ok(())
    }

    fn refuse_case(&mut self, why: String) -> Result<(), Stop> {
        if !self.is_vague && !self.places.contains(&NOWHERE) {
            self.text.violations.note(self.begin, "case", || why);
        }
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), Stop> {
        let losses = self.text.losses.len();
        self.text.end_line();
        self.is_vague |= self.text.losses.len() > losses && !self.span.0.iter().any(Field::is_list);
        Ok(())
    }
}
