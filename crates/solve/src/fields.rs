//! The tokens of a case, gathered one span after another from an input.

use super::walk::{Tokens, Walk};
use crate::problem::{Field, Fields, Kind, Span};
use nim_io::Location;
use nim_io::lines::Lines;
use nim_io::numbers::{Missing, Numbers};
use nim_io::sizes::size;
use nim_io::text::Excerpt;
use std::io;
use std::ops::Range;

#[derive(Default)]
pub(super) struct FieldTokens {
    values: Vec<u64>,
    words: Vec<Range<usize>>,
    text: Vec<u8>,
    /// The places of the first tokens in earlier batches, which a condition may refuse.
    places: Vec<(Location, Excerpt)>,
}

impl FieldTokens {
    /// Returns the place of a token that lies in an earlier batch.
    pub(super) fn place_before(&self, token: usize) -> Option<(Location, Excerpt)> {
        self.places.get(token).cloned()
    }

    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.values.clear();
        self.words.clear();
        self.text.clear();
    }

    pub(super) fn values(&self) -> &[u64] {
        &self.values
    }

    /// Returns the fields of the case that the walk has passed.
    pub(super) fn fields<'a>(&'a self, walk: &'a Walk) -> Fields<'a> {
        walk.fields(&self.values, &self.words, &self.text)
    }
}

/// The reason why a case has no further token.
pub(super) enum NoToken {
    /// The token is missing, or of another kind.
    Missing(Missing, Kind),
    /// The token before `end` breaks a condition.
    Broken {
        /// The number of tokens in the case up to it.
        end: usize,
        /// The violated condition.
        expected: String,
    },
    /// The case is refused, and why.
    Refused(String),
    /// The answer is not wanted, for a reason that the output knows.
    Unwanted,
    /// The tokens take more memory than there is.
    Memory(io::Error),
}

/// The steps charged for a number.
pub(super) const NUMBER_STEPS: u64 = 4;

/// Reads the tokens of a case.
pub(super) struct Gather<'a, 'o> {
    pub(super) numbers: &'a mut Numbers,
    pub(super) out: &'a mut Lines<'o>,
    pub(super) tokens: &'a mut FieldTokens,
    /// Whether numbers may be read beyond those asked for: about as many as the case has so far.
    pub(super) ahead: bool,
}

/// Numbers that are read ahead at least.
const AHEAD: usize = size(64, 5);

impl Gather<'_, '_> {
    /// Returns whether the input continues with this many zeros. The numbers up to the first other one are tokens of the case.
    pub(super) fn closes(&mut self, zeros: usize) -> Result<bool, NoToken> {
        for i in 0..zeros {
            if self.tokens.values.len() == i {
                // The zeros so far may turn out to be forbidden numbers of a case.
                if self.numbers.rest().0.is_empty() {
                    self.place_all()?;
                }
                self.some(1, Kind::Number)?;
            }
            if self.tokens.values[i] != 0 {
                return Ok(false);
            }
        }
        self.keep(zeros);
        Ok(true)
    }

    /// Finds the places of the tokens so far while their batch is there.
    fn place_all(&mut self) -> Result<(), NoToken> {
        let failed = |failure| NoToken::Missing(Missing::Failed(failure), Kind::Number);
        for later in (0..self.tokens.values.len() - self.tokens.places.len()).rev() {
            self.tokens.places.push(self.numbers.place_of_used(later, self.out).map_err(failed)?);
        }
        Ok(())
    }

    /// Ends the case after these tokens: numbers read ahead are read again.
    pub(super) fn keep(&mut self, tokens: usize) {
        self.numbers.unread(self.tokens.values.len().saturating_sub(tokens));
        self.tokens.values.truncate(tokens);
    }

    /// Returns the first number of the case.
    pub(super) fn first(&mut self) -> Result<u64, NoToken> {
        if self.tokens.values.is_empty() {
            self.some(1, Kind::Number)?;
        }
        Ok(self.tokens.values[0])
    }

    /// Reads at least one and at most `most` tokens of a kind; of numbers as many as are at hand.
    fn some(&mut self, most: usize, kind: Kind) -> Result<(), NoToken> {
        let Self { numbers, out, tokens, ahead } = self;
        let most = if *ahead { most.max(tokens.values.len() + AHEAD) } else { most };
        let missing = |missing| NoToken::Missing(missing, kind);
        match kind {
            Kind::Number | Kind::List(_) => {
                let part = numbers.take(most as u64, out).map_err(missing)?;
                let read = part.len();
                reserve(&mut tokens.values, read)?;
                tokens.values.extend_from_slice(part);
                if !out.charge(NUMBER_STEPS * read as u64, tokens.values.len() * size_of::<u64>()) {
                    return Err(NoToken::Unwanted);
                }
            }
            Kind::Signed => {
                let word = numbers.word(out, |byte| b"+-0123456789".contains(&byte)).map_err(missing)?;
                let number = parse_signed(word);
                let Some(number) = number else { return Err(missing(numbers.bad_word(out))) };
                tokens.values.push(number.cast_unsigned());
                numbers.pass_word();
            }
            Kind::Word(letters) => {
                let is_letter = |byte| letters.is_none_or(|letters| letters.as_bytes().contains(&byte));
                let word = numbers.word(out, is_letter).map_err(missing)?;
                // At most the last byte that was read is none of the letters.
                if word.last().is_some_and(|&last| !is_letter(last)) {
                    return Err(missing(numbers.bad_word(out)));
                }
                reserve(&mut tokens.text, word.len())?;
                let start = tokens.text.len();
                tokens.text.extend_from_slice(word);
                tokens.values.push(tokens.words.len() as u64);
                tokens.words.push(start..tokens.text.len());
                let steps = (tokens.text.len() - start) as u64;
                numbers.pass_word();
                if !out.charge(steps, tokens.text.len()) {
                    return Err(NoToken::Unwanted);
                }
            }
        }
        Ok(())
    }
}

fn reserve<T>(tokens: &mut Vec<T>, more: usize) -> Result<(), NoToken> {
    tokens.try_reserve(more).map_err(|error| NoToken::Memory(error.into()))
}

/// Returns a decimal number of 64 bits with or without a sign.
fn parse_signed(word: &[u8]) -> Option<i64> {
    str::from_utf8(word).ok()?.parse().ok()
}

impl Tokens for Gather<'_, '_> {
    type Error = NoToken;
    const READS_AHEAD: bool = true;

    fn have(&mut self, span: &Span) -> Result<(), NoToken> {
        while self.tokens.values.len() < span.at + span.len {
            self.have_more(span)?;
        }
        Ok(())
    }

    fn have_more(&mut self, span: &Span) -> Result<(), NoToken> {
        let read = self.tokens.values.len();
        if read >= span.at + span.len {
            return Ok(());
        }
        if span.fields.iter().all(|field| field.kind.is_natural()) {
            self.some(span.at + span.len - read, Kind::Number)
        } else {
            self.some(1, span.fields[(read - span.at) % span.fields.len()].kind)
        }
    }

    fn values(&self, from: usize) -> &[u64] {
        &self.tokens.values[from..]
    }

    fn words(&self) -> (&[Range<usize>], &[u8]) {
        (&self.tokens.words, &self.tokens.text)
    }

    fn refuse(&mut self, end: usize, expected: String) -> Result<(), NoToken> {
        Err(NoToken::Broken { end, expected })
    }

    fn refuse_case(&mut self, why: String) -> Result<(), NoToken> {
        Err(NoToken::Refused(why))
    }
}

/// Reads the tokens of a case up to a list, which it returns as an error.
pub(super) struct UpToList<'a, 'o> {
    pub(super) gather: Gather<'a, 'o>,
    /// The length of the list.
    pub(super) items: usize,
}

/// The end of a case that is read up to a list.
pub(super) enum ListOr {
    List,
    Error(NoToken),
}

impl UpToList<'_, '_> {
    fn stop_at_list(&mut self, span: &Span) -> Result<(), ListOr> {
        if span.rows.is_none() && !span.fields.iter().any(Field::is_list) {
            return Ok(());
        }
        self.items = span.len;
        Err(ListOr::List)
    }
}

impl Tokens for UpToList<'_, '_> {
    type Error = ListOr;

    fn have(&mut self, span: &Span) -> Result<(), ListOr> {
        self.stop_at_list(span)?;
        self.gather.have(span).map_err(ListOr::Error)
    }

    fn have_more(&mut self, span: &Span) -> Result<(), ListOr> {
        self.stop_at_list(span)?;
        self.gather.have_more(span).map_err(ListOr::Error)
    }

    fn values(&self, from: usize) -> &[u64] {
        self.gather.values(from)
    }

    fn refuse(&mut self, end: usize, expected: String) -> Result<(), ListOr> {
        self.gather.refuse(end, expected).map_err(ListOr::Error)
    }

    fn refuse_case(&mut self, why: String) -> Result<(), ListOr> {
        self.gather.refuse_case(why).map_err(ListOr::Error)
    }
}
