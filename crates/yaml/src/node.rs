//! The tree of a text in YAML.

use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::Spanned;

use super::Error;

/// A value, and where it begins.
#[derive(Debug)]
pub struct Node {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1.
    pub column: u64,
    /// The value at this place.
    pub value: Value,
    /// The range of its bytes in the text.
    pub(super) bytes: Range<usize>,
    /// A number or a truth value as it is written: `04`, or the letter `n`.
    pub(super) written: String,
}

/// A key, and where it begins.
#[derive(Debug)]
pub struct Key {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1.
    pub column: u64,
    /// The key, as it is written.
    pub value: String,
}

/// Keys with values, in the order of the file.
pub type Map = Vec<(Key, Node)>;

/// The value of a node, by kind.
#[derive(Debug)]
pub enum Value {
    /// An empty value, or `null`.
    Null,
    /// A text.
    Text(String),
    /// A whole number.
    Number(i64),
    /// A value of another kind.
    Other(serde_json::Value),
    /// A list.
    List(Vec<Node>),
    /// A map.
    Map(Map),
}

/// Returns the value of a key.
#[must_use]
pub fn get<'a>(map: &'a Map, key: &str) -> Option<&'a Node> {
    map.iter().find(|(own, _)| own.value == key).map(|(_, value)| value)
}

impl Node {
    /// Keeps how values are written that are no texts, for types that want one.
    pub(super) fn keep_written(&mut self, text: &str) {
        match &mut self.value {
            Value::Number(_) | Value::Other(_) => {
                text.get(self.bytes.clone()).unwrap_or_default().clone_into(&mut self.written);
            }
            Value::List(list) => list.iter_mut().for_each(|node| node.keep_written(text)),
            Value::Map(map) => map.iter_mut().for_each(|(_, node)| node.keep_written(text)),
            Value::Null | Value::Text(_) => {}
        }
    }

    /// Returns its text.
    ///
    /// # Errors
    /// When it is something else, with its line.
    pub fn text(&self) -> Result<&str, Error> {
        match &self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.error("expected a text; a number stands in quotes")),
        }
    }

    /// Returns its number.
    ///
    /// # Errors
    /// When it is something else, with its line.
    pub fn number(&self) -> Result<i64, Error> {
        match &self.value {
            Value::Number(number) => Ok(*number),
            _ => Err(self.error("expected a whole number")),
        }
    }

    fn error(&self, why: &str) -> Error {
        Error { message: format!("{}: {why}", self.line), place: None, is_placed: true }
    }

    /// Returns the node without lines. The texts below a key stay as they are written if `is_text`, given the key around it and the key
    /// itself, says so.
    #[must_use]
    pub fn json_with_texts(&self, is_text: &dyn Fn(&str, &str) -> bool) -> serde_json::Value {
        self.json_within("", false, is_text)
    }

    fn json_within(
        &self,
        key: &str,
        is_written: bool,
        is_text: &dyn Fn(&str, &str) -> bool,
    ) -> serde_json::Value {
        match &self.value {
            Value::Number(_) | Value::Other(_) if is_written => self.written.as_str().into(),
            Value::List(list) => list.iter().map(|node| node.json_within(key, is_written, is_text)).collect(),
            Value::Map(map) => map
                .iter()
                .map(|(Key { value: own, .. }, node)| {
                    let is_written = is_written || is_text(key, own);
                    (own.clone(), node.json_within(own, is_written, is_text))
                })
                .collect(),
            _ => self.json(),
        }
    }

    /// Returns the value as JSON, without lines.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        match &self.value {
            Value::Null => serde_json::Value::Null,
            Value::Text(text) => text.as_str().into(),
            Value::Number(number) => (*number).into(),
            Value::Other(value) => value.clone(),
            Value::List(list) => list.iter().map(Self::json).collect(),
            Value::Map(map) => map.iter().map(|(key, value)| (key.value.clone(), value.json())).collect(),
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Spanned { value, referenced, defined } = Spanned::<Value>::deserialize(deserializer)?;
        let (line, column, span) = (referenced.line(), referenced.column(), defined.span());
        let [start, length] = [span.byte_offset(), span.byte_len()]
            .map(|bytes| bytes.and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(0));
        let bytes = start..start.saturating_add(length);
        Ok(Self { line, column, value, bytes, written: String::new() })
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Spanned { value, referenced, .. } = Spanned::<Option<String>>::deserialize(deserializer)?;
        Ok(Self { line: referenced.line(), column: referenced.column(), value: value.unwrap_or_default() })
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Tree)
    }
}

struct Tree;

impl<'de> Visitor<'de> for Tree {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Other(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(i64::try_from(value).map_or_else(|_| Value::Other(value.into()), Value::Number))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Other(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = sequence.next_element()? {
            list.push(item);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut map = Vec::new();
        while let Some(entry) = access.next_entry()? {
            map.push(entry);
        }
        Ok(Value::Map(map))
    }
}
