//! `problem.yaml`: keys of the ICPC format, 2025-09, in a fixed order.

use std::collections::BTreeMap;
use std::io;

use serde_json::{Map, Value};

use super::{Notes, Statement};
use crate::layout::settings::text;

/// The contents of a `problem.yaml`.
#[derive(Clone, Debug, Default)]
pub struct Metadata(pub Map<String, Value>);

/// The keys of 2025-09 in the order of writing.
pub const KEYS: &[&str] = &[
    "problem_format_version",
    "type",
    "name",
    "uuid",
    "version",
    "credits",
    "source",
    "license",
    "rights_owner",
    "embargo_until",
    "limits",
    "keywords",
    "languages",
    "allow_file_writing",
    "constants",
];

/// The keys of a folder that `import` makes, about inputs and answers.
pub const DESCRIPTION: &[&str] = &["grammar", "answers"];

/// The limits that formats have in their own way.
const LIMITS: [&str; 5] = ["memory", "output", "time_limit", "time_multipliers", "time_resolution"];

impl Metadata {
    /// Reads YAML; anything but a mapping is empty.
    pub fn parse(yaml: &str) -> Result<Self, nim_yaml::Error> {
        if yaml.trim().is_empty() {
            return Ok(Self::default());
        }
        Ok(Self::from_value(&nim_yaml::value(yaml)?))
    }

    /// Returns metadata from a value; anything but a mapping is empty.
    pub(crate) fn from_value(value: &Value) -> Self {
        Self(value.as_object().cloned().unwrap_or_default())
    }

    /// Adds the missing keys of another.
    pub fn add(&mut self, other: Self) {
        for (key, value) in other.0 {
            self.0.entry(key).or_insert(value);
        }
    }

    /// Returns the value of a key; null if there is none.
    pub fn get(&self, key: &str) -> &Value {
        self.0.get(key).unwrap_or(&Value::Null)
    }

    /// Sets the value of a key.
    pub fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.0.insert(key.to_owned(), value.into());
    }

    /// Returns the metadata as YAML: the given keys in their order, then all others.
    pub fn yaml(&self, keys: &[&str]) -> String {
        let known = keys.iter().filter_map(|&key| Some((key, self.0.get(key)?)));
        let others = self.0.iter().filter(|(key, _)| !keys.contains(&key.as_str()));
        let mut text = String::new();
        for (key, value) in known.chain(others.map(|(key, value)| (key.as_str(), value))) {
            entry(&mut text, "", key, value);
        }
        text
    }

    /// Returns the titles by language.
    #[must_use]
    pub fn titles(&self) -> BTreeMap<String, String> {
        match self.0.get("name") {
            Some(Value::Object(names)) => names
                .iter()
                .filter_map(|(language, name)| Some((language.clone(), name.as_str()?.to_owned())))
                .collect(),
            Some(Value::String(name)) => [("en".to_owned(), name.clone())].into(),
            _ => BTreeMap::new(),
        }
    }

    /// Returns the title in English, else in any language.
    pub fn title(&self) -> Option<String> {
        let titles = self.titles();
        titles.get("en").or_else(|| titles.values().next()).cloned()
    }

    /// Sets the title in a language.
    pub fn set_title(&mut self, language: &str, title: &str) {
        let mut titles = self.titles();
        titles.insert(language.to_owned(), title.to_owned());
        let names = titles.into_iter().map(|(language, name)| (language, name.into()));
        self.set("name", names.collect::<Map<_, _>>());
    }

    /// Sets the titles that statements have, in languages without one.
    pub fn take_titles(&mut self, statements: &BTreeMap<String, Statement>) {
        for (language, statement) in statements {
            if let Some(title) = statement.title().filter(|_| !self.titles().contains_key(language)) {
                self.set_title(language, title);
            }
        }
    }

    /// Returns a limit: `time_limit` in seconds, `memory` or `output` in MiB.
    #[must_use]
    pub fn limit(&self, name: &str) -> Option<f64> {
        self.0.get("limits")?.get(name)?.as_f64()
    }

    /// Sets a limit: a whole number of MiB, or a time in seconds unchanged.
    pub fn set_limit(&mut self, name: &str, value: f64) {
        let limits = self.0.entry("limits").or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(limits) = limits {
            // Sizes are whole and positive.
            let value = if name == "time_limit" { Value::from(value) } else { Value::from(value as u64) };
            limits.insert(name.to_owned(), value);
        }
    }

    /// Notes the keys of the problem that a format has no place for; `held` are those that it has.
    pub(crate) fn note_left_out(&self, format: &str, held: &[&str], notes: &mut Notes) {
        // Each format has its own form of these keys, or they follow from the tests.
        let others = ["constants", "limits", "problem_format_version", "type", "uuid", "version"];
        let own = KEYS.iter().filter(|key| self.0.contains_key(**key));
        let own = own.filter(|key| !others.contains(key) && !held.contains(key)).map(|key| (*key).to_owned());
        let limits = self.get("limits").as_object().into_iter().flat_map(Map::keys);
        let limits =
            limits.filter(|limit| !LIMITS.contains(&limit.as_str())).map(|limit| format!("limits.{limit}"));
        let keys: Vec<String> = own.chain(limits).collect();
        if !keys.is_empty() {
            notes.push(format!(
                "problem.yaml: left out, as {format} has no place for it: {}",
                keys.join(", ")
            ));
        }
    }

    /// Returns a list of texts: of a list, or of a text of words. Numbers are texts, too.
    pub fn list(&self, key: &str) -> Vec<String> {
        match self.0.get(key) {
            Some(Value::Array(items)) => {
                items.iter().filter(|item| item.is_string() || item.is_number()).map(text).collect()
            }
            Some(Value::String(words)) => words.split_whitespace().map(str::to_owned).collect(),
            _ => Vec::new(),
        }
    }
}

/// Writes a key with its value.
pub fn entry(text: &mut String, indent: &str, key: &str, value: &Value) {
    *text += indent;
    *text += &scalar_text(key);
    *text += ":";
    nested(text, indent, value);
}

fn nested(text: &mut String, indent: &str, value: &Value) {
    let inner = format!("{indent}  ");
    match value {
        Value::Object(map) if !map.is_empty() => {
            text.push('\n');
            for (key, value) in map {
                entry(text, &inner, key, value);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            text.push('\n');
            for item in items {
                *text += &format!("{inner}-");
                match item {
                    Value::Object(map) if !map.is_empty() => {
                        let mut block = String::new();
                        for (key, value) in map {
                            entry(&mut block, &format!("{inner}  "), key, value);
                        }
                        text.push(' ');
                        *text += block.trim_start();
                    }
                    other => nested(text, &inner, other),
                }
            }
        }
        scalar => {
            text.push(' ');
            *text += &self::scalar(scalar);
            text.push('\n');
        }
    }
}

fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => scalar_text(text),
        other => other.to_string(),
    }
}

/// Returns a text for YAML: plain if it is unambiguous, otherwise quoted.
fn scalar_text(text: &str) -> String {
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic());
    let lower = text.to_ascii_lowercase();
    let is_other =
        matches!(lower.as_str(), "y" | "n" | "yes" | "no" | "true" | "false" | "on" | "off" | "null" | "nan");
    let is_uuid = text.len() == 36 && text.split('-').count() == 5;
    let is_plain =
        text.chars().all(|c| c.is_alphanumeric() || " _./()'-".contains(c)) && !text.ends_with(' ');
    if (begins || is_uuid) && !is_other && is_plain { text.to_owned() } else { Value::from(text).to_string() }
}

/// Notes a key of a file that is not about judging, or not known.
pub fn note_key(file: &str, key: &str, notes: &mut Notes) {
    notes.push(format!("{file}: the key {key:?} is left out"));
}

/// Returns an error of a file's content.
pub fn malformed(file: &str, why: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{file}: {why}"))
}

/// Returns a size, which is whole and positive.
pub fn whole(size: f64) -> Value {
    Value::from(size as u64)
}

/// Returns points as JSON: an integer if they are whole.
pub fn points_of(points: f64) -> Value {
    if points.fract() == 0.0 && points >= 0.0 { whole(points) } else { Value::from(points) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let yaml = r##"b: "yes"
a:
  - one
  - k: 1
    name: "two: 2"
  - - 5
    - {}
c: 1.0
d: "# x"
e: "小约翰"
f: 4f596b23-4235-4123-8b3a-38cb5a391850
g: "2^31 - 1"
h: []
"##;
        let metadata = Metadata::parse(yaml).unwrap();
        let written = metadata.yaml(&["b"]);
        assert_eq!(Metadata::parse(&written).unwrap().0, metadata.0, "{written}");
        assert_eq!(Metadata::parse(&written).unwrap().yaml(&["b"]), written);
        assert!(
            written.starts_with("b: \"yes\"\na:\n  - one\n  - k: 1\n    name: \"two: 2\"\n"),
            "{written}"
        );
    }
}
