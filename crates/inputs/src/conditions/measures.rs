//! The measures of a case: numbers and facts of its fields. `phrases.tsv` has the price and the words of each in two languages.

use std::cell::OnceCell;
use std::sync::LazyLock;

/// The value of what does not fit: nothing is said of a feature that has it anywhere.
pub const LOST: i64 = i64::MAX;

/// A number or a fact of a case.
pub struct Measure {
    /// How surprising it is, in bits: of two conditions that hold, the cheaper one is said.
    pub price: u32,
    /// The function that computes it.
    pub value: Value,
    /// Its words in English and in Chinese.
    pub words: [Words; 2],
}

/// The words of a measure: `{0}` and `{1}` are the names of its fields, `{v}` is a value.
pub enum Words {
    /// Of a number: its noun.
    Noun(&'static str),
    /// Of a number: its noun, that it is above a value, and that it is not.
    Compared(&'static str, &'static str, &'static str),
    /// Of a fact, and of its negation.
    Fact(&'static str, &'static str),
}

/// The fields that a measure is made of, and its value.
#[derive(Clone, Copy)]
pub enum Value {
    /// A single number.
    Number,
    /// Two numbers.
    Pair(fn(i64, i64) -> i64),
    /// A list.
    List(fn(&List<'_>) -> i64),
    /// As `List`, where nobody would say the condition aloud: for the words that a program prints, where its author may say so.
    Obscure(fn(&List<'_>) -> i64),
    /// The right answer.
    Answer,
}

/// The numbers of a list.
pub struct List<'a> {
    values: &'a [i64],
    /// Whether all of them fit.
    pub is_whole: bool,
    sorted: OnceCell<Vec<i64>>,
}

impl<'a> List<'a> {
    /// A list of these numbers.
    pub fn new(values: &'a [i64]) -> Self {
        Self { values, is_whole: !values.contains(&LOST), sorted: OnceCell::new() }
    }

    fn sorted(&self) -> &[i64] {
        self.sorted.get_or_init(|| {
            let mut sorted = self.values.to_vec();
            sorted.sort_unstable();
            sorted
        })
    }

    fn has(&self, value: i64) -> bool {
        self.values.contains(&value)
    }

    fn count(&self, is_one: impl Fn(i64) -> bool) -> i64 {
        self.values.iter().filter(|&&value| is_one(value)).count() as i64
    }

    fn xor(&self, of: impl Fn(i64) -> i64) -> i64 {
        self.values.iter().fold(0, |sum, &value| sum ^ of(value))
    }

    fn all(&self, is_one: impl Fn(i64) -> bool) -> i64 {
        i64::from(self.values.iter().all(|&value| is_one(value)))
    }

    fn ordered(&self, are: fn(&i64, &i64) -> bool) -> i64 {
        i64::from(self.values.is_sorted_by(are))
    }
}

use Value::{Answer, Number, Obscure, Pair};

/// Every measure, by the key of its words. Those of lists have a list's name in the singular.
const VALUES: &[(&str, Value)] = &[
    ("number", Number),
    ("difference", Pair(|a, b| (a.saturating_sub(b)).saturating_abs())),
    ("larger", Pair(i64::max)),
    ("smaller", Pair(i64::min)),
    ("quotient", Pair(|a, b| a.max(b).checked_div(a.min(b)).unwrap_or(-1))),
    ("remainder", Pair(|a, b| a.max(b).checked_rem(a.min(b)).unwrap_or(-1))),
    ("divisor", Pair(divisor)),
    ("less", Pair(|a, b| i64::from(a < b))),
    ("more", Pair(|a, b| i64::from(a > b))),
    ("equal", Pair(|a, b| i64::from(a == b))),
    ("multiple", Pair(|a, b| i64::from(a.max(b).checked_rem(a.min(b)) == Some(0)))),
    ("same parity", Pair(|a, b| i64::from((a ^ b) & 1 == 0))),
    ("length", Value::List(|list| list.values.len() as i64)),
    ("largest", Value::List(|list| list.values.iter().copied().max().unwrap_or(0))),
    ("second", Value::List(|list| list.sorted().iter().rev().nth(1).copied().unwrap_or(0))),
    ("smallest", Value::List(|list| list.values.iter().copied().min().unwrap_or(0))),
    ("first", Value::List(|list| list.values.first().copied().unwrap_or(0))),
    ("last", Value::List(|list| list.values.last().copied().unwrap_or(0))),
    (
        "sum",
        Value::List(|list| {
            list.values.iter().try_fold(0, |sum: i64, &value| sum.checked_add(value)).unwrap_or(LOST)
        }),
    ),
    ("xor", Value::List(|list| list.xor(|value| value))),
    ("has 0", Value::List(|list| i64::from(list.has(0)))),
    ("has 1", Value::List(|list| i64::from(list.has(1)))),
    ("zeros", Value::List(|list| list.count(|value| value == 0))),
    ("ones", Value::List(|list| list.count(|value| value == 1))),
    ("above 1", Value::List(|list| list.count(|value| value > 1))),
    ("different", Value::List(|list| list.sorted().chunk_by(|one, next| one == next).count() as i64)),
    ("repeated", Value::List(|list| i64::from(list.sorted().windows(2).any(|pair| pair[0] == pair[1])))),
    ("all equal", Value::List(|list| list.ordered(|one, next| one == next))),
    ("ascending", Value::List(|list| list.ordered(|one, next| one <= next))),
    ("all even", Value::List(|list| list.all(|value| value % 2 == 0))),
    ("all odd", Value::List(|list| list.all(|value| value % 2 != 0))),
    ("xor less 1", Obscure(|list| list.xor(|value| value.saturating_sub(1)))),
    (
        "xor less place",
        Obscure(|list| {
            (0..).zip(list.values).fold(0, |sum, (place, &value)| sum ^ value.saturating_sub(place + 1))
        }),
    ),
    ("xor mod 3", Obscure(|list| list.xor(|value| value % 3))),
    ("xor mod 4", Obscure(|list| list.xor(|value| value % 4))),
    (
        "xor of gaps",
        Obscure(|list| {
            list.sorted()
                .windows(2)
                .fold(0, |sum, pair| sum ^ pair[1].saturating_sub(pair[0]).saturating_sub(1))
        }),
    ),
    ("answer", Answer),
];

/// The words: a key, a price, a form, then the texts of that form in English and in Chinese.
const PHRASES: &str = include_str!("phrases.tsv");

/// Every measure.
pub static MEASURES: LazyLock<Vec<Measure>> = LazyLock::new(|| {
    let rows = PHRASES.lines().filter_map(|line| {
        let (key, rest) = line.split_once('\t')?;
        let (_, value) = *VALUES.iter().find(|(own, _)| *own == key)?;
        let (price, rest) = rest.split_once('\t')?;
        let texts: Vec<&'static str> = rest.split('\t').collect();
        let words = match texts[..] {
            ["noun", english, chinese] => [english, chinese].map(Words::Noun),
            ["fact", english, no, chinese, no_chinese] => {
                [Words::Fact(english, no), Words::Fact(chinese, no_chinese)]
            }
            ["compared", english, above, below, chinese, above_chinese, below_chinese] => [
                Words::Compared(english, above, below),
                Words::Compared(chinese, above_chinese, below_chinese),
            ],
            _ => return None,
        };
        Some(Measure { price: price.parse().ok()?, value, words })
    });
    rows.collect()
});

/// The greatest common divisor.
const fn divisor(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.saturating_abs(), b.saturating_abs());
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measure_has_words_and_a_price() {
        assert_eq!(MEASURES.len(), VALUES.len());
        assert_eq!(PHRASES.lines().count(), VALUES.len());
    }
}
