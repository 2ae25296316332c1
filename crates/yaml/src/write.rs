//! Mappings, written as YAML.

use serde_json::{Map, Value};

/// Keys with values, to be written; in the order of their names.
#[derive(Clone, Debug, Default)]
pub struct Mapping(pub Map<String, Value>);

impl From<&Value> for Mapping {
    /// Returns the mapping in a value; anything else is empty.
    fn from(value: &Value) -> Self {
        Self(value.as_object().cloned().unwrap_or_default())
    }
}

impl Mapping {
    /// Returns the value of a key; null if there is none.
    #[must_use]
    pub fn get(&self, key: &str) -> &Value {
        self.0.get(key).unwrap_or(&Value::Null)
    }

    /// Sets the value of a key.
    pub fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.0.insert(key.to_owned(), value.into());
    }

    /// Returns a list of texts: of a list, or of a text of words. Numbers are texts, too.
    #[must_use]
    pub fn list(&self, key: &str) -> Vec<String> {
        match self.get(key) {
            Value::Array(items) => items
                .iter()
                .filter_map(|item| match item {
                    Value::String(text) => Some(text.clone()),
                    Value::Number(number) => Some(number.to_string()),
                    _ => None,
                })
                .collect(),
            Value::String(words) => words.split_whitespace().map(str::to_owned).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the mapping as YAML: the given keys in their order, then all others.
    #[must_use]
    pub fn yaml(&self, keys: &[&str]) -> String {
        let known = keys.iter().filter_map(|&key| Some((key, self.0.get(key)?)));
        let others = self.0.iter().filter(|(key, _)| !keys.contains(&key.as_str()));
        let mut text = String::new();
        for (key, value) in known.chain(others.map(|(key, value)| (key.as_str(), value))) {
            entry(&mut text, "", key, value);
        }
        text
    }
}

/// Returns a number, as an integer if it is whole and not negative.
#[must_use]
pub fn number(number: f64) -> Value {
    if number.fract() == 0.0 && number >= 0.0 { Value::from(number as u64) } else { Value::from(number) }
}

/// Writes a key with its value.
fn entry(text: &mut String, indent: &str, key: &str, value: &Value) {
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
        let mapping = Mapping::from(&crate::value(yaml).unwrap());
        let written = mapping.yaml(&["b"]);
        let again = Mapping::from(&crate::value(&written).unwrap());
        assert_eq!(again.0, mapping.0, "{written}");
        assert_eq!(again.yaml(&["b"]), written);
        assert!(
            written.starts_with("b: \"yes\"\na:\n  - one\n  - k: 1\n    name: \"two: 2\"\n"),
            "{written}"
        );
    }
}
