//! Whether tokens keep to the bounds of a statement.

use std::ops::RangeInclusive;

use super::Description;
use super::description::natural_range;
use super::token::{Token, Value};

impl Description {
    /// Returns whether an input with this number of cases and these tokens keeps to the bounds.
    pub(super) fn allows(&self, cases: usize, tokens: &[Token]) -> bool {
        self.range("cases").contains(&(cases as u64))
            && tokens.iter().all(|token| self.allows_token(token))
            && self.totals().all(|(name, range)| range.contains(&total(tokens, name)))
    }

    fn allows_token(&self, token: &Token) -> bool {
        match &token.value {
            Value::Number(number) => self.range(token.name).contains(number),
            Value::Signed(number) => self.signed_range(token.name).contains(number),
            Value::Word(word) => self.range(token.name).contains(&(word.text.len() as u64)),
        }
    }

    /// Returns the sums of fields that are bounded, over some tokens, and their greatest values.
    pub(super) fn sums(&self, tokens: &[Token]) -> impl Iterator<Item = (u64, u64)> {
        let bounded = self.totals().filter(|(_, range)| *range.end() < u64::MAX);
        bounded.map(|(name, range)| (total(tokens, name), *range.end()))
    }

    /// Returns the sums that the statement allows, by field.
    fn totals(&self) -> impl Iterator<Item = (&str, RangeInclusive<u64>)> {
        let totals = self.bounds.iter();
        totals.filter_map(|(key, &bound)| Some((key.strip_prefix("total_")?, natural_range(bound))))
    }
}

/// Returns the sum of a field over some tokens.
fn total(tokens: &[Token], name: &str) -> u64 {
    let tokens = tokens.iter().filter(|token| token.name == name);
    tokens.filter_map(|token| token.value.number()).fold(0, u64::saturating_add)
}
