//! The bounds of a statement, made ready for tokens.

use std::ops::RangeInclusive;

use super::Description;
use super::roles::roles;
use super::token::{Token, Value};

/// The bounds of a problem.
#[derive(Clone, Debug)]
pub struct Bounds {
    cases: RangeInclusive<u64>,
    fields: Vec<FieldBounds>,
}

#[derive(Clone, Debug)]
struct FieldBounds {
    name: &'static str,
    each: RangeInclusive<u64>,
    signed: RangeInclusive<i64>,
    total: RangeInclusive<u64>,
}

impl Bounds {
    /// Returns the bounds of a problem.
    #[must_use]
    pub fn of(about: &Description) -> Self {
        let names = roles(&about.grammar).into_iter().map(|role| role.field.name);
        let fields = names.map(|name| FieldBounds {
            name,
            each: about.range(name),
            signed: about.signed_range(name),
            total: about.total(name),
        });
        Self { cases: about.range("cases"), fields: fields.collect() }
    }

    /// Returns the allowed numbers of cases.
    #[must_use]
    pub const fn cases(&self) -> &RangeInclusive<u64> {
        &self.cases
    }

    /// Returns the values that a field may have, or the lengths of a word.
    #[must_use]
    pub fn each(&self, name: &str) -> RangeInclusive<u64> {
        self.field(name).map_or(0..=u64::MAX, |field| field.each.clone())
    }

    /// Returns whether an input of so many cases and these tokens keeps to the bounds.
    #[must_use]
    pub fn allow(&self, cases: usize, tokens: &[Token]) -> bool {
        self.cases.contains(&(cases as u64))
            && tokens.iter().all(|token| self.allow_token(token))
            && self.fields.iter().all(|field| {
                let is_bounded = field.total != (0..=u64::MAX);
                !is_bounded || field.total.contains(&total(tokens, field.name))
            })
    }

    /// Returns the sums of fields that are bounded, over some tokens, and their greatest values.
    pub fn sums<'a>(&'a self, tokens: &'a [Token]) -> impl Iterator<Item = (u64, u64)> + 'a {
        let bounded = self.fields.iter().filter(|field| *field.total.end() < u64::MAX);
        bounded.map(|field| (total(tokens, field.name), *field.total.end()))
    }

    fn allow_token(&self, token: &Token) -> bool {
        let Some(field) = self.field(token.name) else { return true };
        match &token.value {
            Value::Number(number) => field.each.contains(number),
            Value::Signed(number) => field.signed.contains(number),
            Value::Word(word) => field.each.contains(&(word.text.len() as u64)),
        }
    }

    /// Returns whether a field may have a value that may be negative.
    #[must_use]
    pub fn allow_signed(&self, name: &str, value: i64) -> bool {
        self.field(name).is_none_or(|field| field.signed.contains(&value))
    }

    fn field(&self, name: &str) -> Option<&FieldBounds> {
        self.fields.iter().find(|field| field.name == name)
    }
}

/// Returns the sum of a field over some tokens.
fn total(tokens: &[Token], name: &str) -> u64 {
    let numbers = tokens.iter().filter(|token| token.name == name).filter_map(|token| match token.value {
        Value::Number(number) => Some(number),
        _ => None,
    });
    numbers.fold(0, u64::saturating_add)
}
