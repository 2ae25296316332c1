//! Conditions in words.

use std::fmt::Display;

use super::atoms::{Atom, Gap, Test};
use super::features::When;
use super::measures::{Value, Words};
use super::table::Table;

/// The language of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Simplified Chinese.
    Chinese,
}

/// The sentences: a key, then the text in English and in Chinese, with the names of values in braces.
const SENTENCES: &str = include_str!("sentences.tsv");

impl Language {
    /// Returns the text of this language.
    pub fn of<T>(self, english: T, chinese: T) -> T {
        if self == Self::English { english } else { chinese }
    }

    /// Returns a sentence with these values.
    pub fn say(self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        let mut rows = SENTENCES.lines().map(|line| line.split('\t'));
        let row = rows.find(|row| row.clone().next() == Some(key));
        let mut text = row.and_then(|mut row| row.nth(self.of(1, 2))).unwrap_or(key).to_owned();
        for (name, value) in values {
            text = text.replace(&format!("{{{name}}}"), &value.to_string());
        }
        text
    }
}

/// What conditions are put into words with.
pub struct Phrases<'a> {
    /// The language.
    pub language: Language,
    /// The features.
    pub table: &'a Table<'a>,
}

/// Thresholds that programs have: limits of types, as values that are the last on their side.
const POWERS: [u32; 7] = [15, 16, 30, 31, 32, 62, 63];

impl Phrases<'_> {
    /// Returns a condition in words.
    pub fn condition(&self, condition: &[Atom]) -> String {
        let parts: Vec<String> = condition.iter().map(|atom| self.atom(*atom)).collect();
        let text = parts.join(&self.language.say("and", &[]));
        text.trim().replace("  ", " ")
    }

    /// Returns a condition on one feature in words.
    fn atom(&self, Atom { column, test }: Atom) -> String {
        let feature = self.table.features[column];
        let here = self.fact(column, test);
        match feature.when {
            When::Here => here,
            When::Before => self.language.say("before", &[("here", &here)]),
            When::Earlier => self.language.say("earlier", &[("here", &here)]),
        }
    }

    /// Returns the words of a feature of a column, with the names of its fields.
    pub fn words(&self, column: usize, text: &str) -> String {
        let feature = self.table.features[column];
        let names = match feature.measure.value {
            Value::Number | Value::Pair(_) => &self.table.fields.numbers,
            Value::List(_) | Value::Obscure(_) => &self.table.fields.lists,
            Value::Answer => return text.to_owned(),
        };
        let [one, other] = feature.fields.map(|field| names.get(field).copied().unwrap_or_default());
        let singular = one.strip_suffix('s').filter(|_| text.contains("{0}s")).unwrap_or(one);
        text.replace("{0}", singular).replace("{1}", other)
    }

    /// Returns the name of what a number counts, if it counts something.
    pub fn count(&self, column: usize) -> Option<&'static str> {
        let feature = &self.table.features[column];
        let name = self.table.fields.numbers.get(feature.fields[0])?;
        let is_count =
            matches!(feature.measure.value, Value::Number) && self.table.fields.counts.contains(name);
        is_count.then_some(*name)
    }

    /// Returns the noun of a number.
    pub fn noun(&self, column: usize) -> String {
        let feature = &self.table.features[column];
        if let Some(count) = self.count(column) {
            return self.language.say("count", &[("name", &count)]);
        }
        let noun = match feature.measure.words[self.language.of(0, 1)] {
            Words::Noun(noun) | Words::Compared(noun, ..) => noun,
            Words::Fact(is, _) => is,
        };
        self.words(column, noun)
    }

    fn fact(&self, column: usize, test: Test) -> String {
        let words = &self.table.features[column].measure.words[self.language.of(0, 1)];
        match (words, test) {
            (Words::Fact(is, not), Test::Is(value)) => self.words(column, if value == 1 { is } else { not }),
            (Words::Compared(_, above, below), Test::Above(gap) | Test::Below(gap)) => {
                let is_above = matches!(test, Test::Above(_));
                let (limit, note) = self.limit(gap);
                let text = self.words(column, if is_above { above } else { below });
                format!("{}{note}", text.replace("{v}", &limit.to_string()))
            }
            _ => self.of_noun(column, test),
        }
    }

    /// Returns what holds of a number, behind its noun.
    fn of_noun(&self, column: usize, test: Test) -> String {
        let noun = self.noun(column);
        let is_words = self.table.is_answer(column) && !self.table.words.is_empty();
        let value = |value: i64| match usize::try_from(value) {
            Ok(word) if is_words => self.table.words.get(word).cloned().unwrap_or_default(),
            _ => value.to_string(),
        };
        let (key, value, by) = match test {
            Test::Above(gap) | Test::Below(gap) => {
                let (limit, note) = self.limit(gap);
                let key = if matches!(test, Test::Above(_)) { "above" } else { "below" };
                return self.language.say(key, &[("noun", &noun), ("value", &limit), ("note", &note)]);
            }
            Test::Is(known) => ("is", value(known), 0),
            Test::Not(known) => ("not", value(known), 0),
            Test::Remainder(2, 0) => ("even", String::new(), 2),
            Test::Remainder(2, _) => ("odd", String::new(), 2),
            Test::Remainder(by, rest) => ("remainder", rest.to_string(), by),
            Test::NoRemainder(by, rest) => ("no remainder", rest.to_string(), by),
            Test::PowerOfTwo => ("power of two", String::new(), 0),
            Test::NoPowerOfTwo => ("no power of two", String::new(), 0),
        };
        self.language.say(key, &[("noun", &noun), ("value", &value), ("by", &by)])
    }

    /// Returns the value that a threshold lies above, and a note on its gap where that is not known.
    fn limit(&self, gap: Gap) -> (i64, String) {
        match limit(gap) {
            Some(limit) => (limit, String::new()),
            None => (gap.low, self.language.say("gap", &[("low", &gap.low), ("high", &gap.high)])),
        }
    }
}

/// Returns the likeliest value that is the last below a threshold in a gap; `None` where it may be any of several.
pub fn limit(Gap { low, high }: Gap) -> Option<i64> {
    if high.checked_sub(low)? == 1 {
        return Some(low);
    }
    // Of a wide gap, nothing tells which.
    let powers = POWERS.into_iter().map(|power| ((1_u64 << power) - 1) as i64);
    let rounds = (2..18).rev().flat_map(|digits| [1, 2, 5].map(|digit| digit * 10_i64.pow(digits)));
    powers.chain(rounds).find(|value| (low..high).contains(value) && high / 2 <= low)
}
