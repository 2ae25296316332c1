//! The parameters of made-up inputs: bounds that take the place of the statement's, by name.

use std::collections::BTreeMap;

use super::Description;
use super::roles::roles;
use nim_solve::problem::{Cases, Kind, ValueError};
use nim_solve::registry::Bound;

/// Parameters by name: a field of the grammar, a bounded sum of one, `cases`, or one of [`KEYS`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Params(BTreeMap<String, Bound>);

/// The parameters that every problem has, besides its fields.
pub const KEYS: &[(&str, &str)] = &[
    (LENGTH, "the lengths of lists, rows and words, as far as the bounds allow"),
    (MAX, "all numbers that are no lengths, as far as the bounds allow"),
    (
        SIZE,
        "most numbers in an input; by default 20000; up to 2200000 for `max`, `few-huge` and `many-tiny`; no limit where lengths are given",
    ),
];
pub(super) const LENGTH: &str = "length";
pub(super) const MAX: &str = "max";
pub(super) const SIZE: &str = "size";
pub(super) const CASES: &str = "cases";

impl Params {
    /// Sets a parameter to one value.
    pub fn with(mut self, key: &str, value: u64) -> Self {
        self.set(key, Bound { least: Some(value.into()), most: Some(value.into()) });
        self
    }

    /// Sets a parameter to at most a value.
    pub fn with_most(mut self, key: &str, most: u64) -> Self {
        self.set(key, Bound { least: None, most: Some(most.into()) });
        self
    }

    /// Sets a parameter to a range.
    pub fn set(&mut self, key: &str, bound: Bound) {
        self.0.insert(key.to_owned(), bound);
    }

    /// Sets a parameter in its notation: `heaps=5`, `heap=1..=9`.
    ///
    /// # Errors
    /// When the problem has no such parameter, or the value is no range.
    pub fn read(&mut self, description: &Description, text: &str) -> Result<(), ValueError> {
        let (key, value) = text
            .split_once('=')
            .ok_or_else(|| format!("expected a parameter such as cases=5, found {text:?}"))?;
        let keys = keys(description);
        if !keys.iter().any(|known| known == key) {
            let hint = match nearest(key, keys.iter().map(String::as_str)) {
                Some(near) => format!("did you mean {near}?"),
                None => format!("it has {}", keys.join(", ")),
            };
            return Err(format!("{} has no parameter {key:?}; {hint}", description.name).into());
        }
        let bound = match value.parse() {
            Ok(number) => Bound { least: Some(number), most: Some(number) },
            Err(_) => value.parse::<Bound>().map_err(|why| format!("{key}: {why}"))?,
        };
        if let Bound { least: Some(least), most: Some(most) } = bound
            && least > most
        {
            return Err(format!("{key}: {least} is more than {most}").into());
        }
        let mut fields = roles(&description.grammar).into_iter().map(|role| role.field);
        let range = match fields.any(|field| field.name == key && field.kind == Kind::Signed) {
            true => i64::MIN.into()..=i64::MAX.into(),
            false => 0..=u64::MAX.into(),
        };
        if let Some(wrong) = [bound.least, bound.most].into_iter().flatten().find(|end| !range.contains(end))
        {
            return Err(format!("{key}: {wrong} is not from {} to {}", range.start(), range.end()).into());
        }
        self.set(key, bound);
        Ok(())
    }

    /// Returns the parameters that go beyond the bounds of the statement, in words.
    pub fn beyond(&self, description: &Description) -> Vec<String> {
        let own = self.0.iter().filter(|(key, _)| KEYS.iter().all(|(general, _)| general != key));
        let beyond = own.filter_map(|(key, bound)| {
            let own = description.bounds.get(key)?;
            let most = bound.most.zip(own.most).filter(|(asked, own)| asked > own);
            let least = bound.least.zip(own.least).filter(|(asked, own)| asked < own);
            let (word, (asked, own)) = most.map(|ends| ("more", ends)).or(least.map(|ends| ("less", ends)))?;
            Some(format!("{key}: {asked} is {word} than the statement's {own}"))
        });
        beyond.chain(self.sums_beyond(description)).collect()
    }

    /// Returns the fields whose least sum, with the wanted number of cases, exceeds the statement's greatest.
    fn sums_beyond<'a>(&'a self, description: &'a Description) -> impl Iterator<Item = String> + 'a {
        let cases = self.get(CASES).and_then(|cases| cases.least).unwrap_or(1);
        self.0.iter().filter_map(move |(key, bound)| {
            let total = format!("total_{key}");
            let most = description.bounds.get(&total).filter(|_| !self.has(&total))?.most?;
            let sum = bound.least?.saturating_mul(cases);
            (sum > most).then(|| format!("{key}: a sum of {sum} is more than the statement's {most}"))
        })
    }

    pub(super) fn get(&self, key: &str) -> Option<Bound> {
        self.0.get(key).copied()
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }
}

/// Returns the most similar name, if one is similar; otherwise the first that contains it as a word.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |known: &&str| strsim::jaro_winkler(known, name);
    let known: Vec<&str> = known.collect();
    let nearest = known.iter().copied().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    // A long name may have all letters of a short one.
    nearest
        .filter(|known| likeness(known) > 0.75 && strsim::normalized_damerau_levenshtein(known, name) >= 0.5)
        .or_else(|| known.into_iter().find(|known| known.split('-').any(|word| word == name)))
}

/// Returns the names of the parameters of a description: its fields, their bounded sums, `cases`, and those of every problem.
pub fn keys(description: &Description) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    if description.grammar.cases != Cases::One {
        keys.push(CASES.to_owned());
    }
    for role in roles(&description.grammar) {
        if !keys.iter().any(|key| key == role.field.name) {
            keys.push(role.field.name.to_owned());
        }
    }
    keys.extend(description.bounds.keys().filter(|key| key.starts_with("total_")).cloned());
    for (key, _) in KEYS {
        if !keys.iter().any(|own| own == key) {
            keys.push((*key).to_owned());
        }
    }
    keys
}
