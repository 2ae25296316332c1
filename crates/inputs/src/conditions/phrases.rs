//! Conditions in words.

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

impl Language {
    /// Returns the text of this language.
    pub fn of<T>(self, english: T, chinese: T) -> T {
        if self == Self::English { english } else { chinese }
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
        let text = parts.join(self.language.of(" and ", "且"));
        text.trim().replace("  ", " ")
    }

    /// Returns a condition on one feature in words.
    fn atom(&self, Atom { column, test }: Atom) -> String {
        let feature = self.table.features[column];
        let here = self.fact(column, test);
        match feature.when {
            When::Here => here,
            When::Before => self.language.of(format!("{here} in the case before"), format!("上一组里{here}")),
            When::Earlier => self
                .language
                .of(format!("{here} in an earlier case of the input"), format!("同一输入的前面某组里{here}")),
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
        let name = |place: usize| names.get(feature.fields[place]).copied().unwrap_or_default();
        let singular = |place: usize| {
            name(place).strip_suffix('s').filter(|_| text.contains("{0}s")).unwrap_or(name(place))
        };
        text.replace("{0}", singular(0)).replace("{1}", name(1))
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
            return self.language.of(format!("the number of {count}"), format!(" {count} 的个数"));
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
        let english = match test {
            Test::Above(gap) | Test::Below(gap) => {
                let (limit, note) = self.limit(gap);
                let is = self.language.of([" is at most", " is above"], ["不超过", "大于"]);
                let is = is[usize::from(matches!(test, Test::Above(_)))];
                return format!("{noun}{is} {limit} {note}").trim_end().to_owned();
            }
            Test::Is(known) => [format!(" is {}", value(known)), format!("为 {} ", value(known))],
            Test::Not(known) => [format!(" is not {}", value(known)), format!("不为 {} ", value(known))],
            Test::Remainder(2, rest) => {
                let (english, chinese) = if rest == 0 { ("even", "偶数") } else { ("odd", "奇数") };
                [format!(" is {english}"), format!("是{chinese}")]
            }
            Test::Remainder(by, rest) => [format!(" mod {by} is {rest}"), format!("模 {by} 余 {rest} ")],
            Test::NoRemainder(by, rest) => {
                [format!(" mod {by} is not {rest}"), format!("模 {by} 不余 {rest} ")]
            }
            Test::PowerOfTwo => [" is a power of two".to_owned(), "是 2 的幂".to_owned()],
            Test::NoPowerOfTwo => [" is no power of two".to_owned(), "不是 2 的幂".to_owned()],
        };
        format!("{noun}{}", english[self.language.of(0, 1)])
    }

    /// Returns the value that a threshold lies above, and a note on its gap where that is not known.
    fn limit(&self, gap: Gap) -> (i64, String) {
        match limit(gap) {
            Some(limit) => (limit, String::new()),
            None => {
                let Gap { low, high } = gap;
                let note = self.language.of(
                    format!(" (nothing lies between {low} and {high})"),
                    format!("（{low} 与 {high} 之间没有数据）"),
                );
                (low, note)
            }
        }
    }
}

/// Returns the likeliest value that is the last below a threshold in a gap; `None` where it may be any of several.
pub fn limit(Gap { low, high }: Gap) -> Option<i64> {
    if high.checked_sub(low)? == 1 {
        return Some(low);
    }
    // Of a wide gap, nothing tells which.
    let is_in = |value: &i64| low <= *value && *value < high && high / 2 <= low;
    let powers = POWERS.into_iter().map(|power| ((1_u64 << power) - 1) as i64);
    let rounds = (2..18).rev().flat_map(|digits| [1, 2, 5].map(|digit| digit * 10_i64.pow(digits)));
    powers.chain(rounds).find(is_in)
}
