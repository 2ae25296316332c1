//! YAML as a tree with lines.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::Spanned;

/// A value, and the line on which it begins.
#[derive(Debug)]
pub struct Node {
    pub line: u64,
    pub value: Value,
}

/// A key, and its line.
#[derive(Debug)]
pub struct Key {
    pub line: u64,
    pub value: String,
}

/// Keys with values, in the order of the file.
pub type Map = Vec<(Key, Node)>;

/// A value.
#[derive(Debug)]
pub enum Value {
    Null,
    Text(String),
    Number(i64),
    /// A value of another kind.
    Other(serde_json::Value),
    List(Vec<Node>),
    Map(Map),
}

/// Returns the value of a key.
pub fn get<'a>(map: &'a Map, key: &str) -> Option<&'a Node> {
    map.iter().find(|(own, _)| own.value == key).map(|(_, value)| value)
}

impl Node {
    /// Returns its text.
    pub fn text(&self) -> Result<&str, String> {
        match &self.value {
            Value::Text(text) => Ok(text),
            _ => Err(format!("{}: expected a text; a number stands in quotes", self.line)),
        }
    }

    /// Returns its number.
    pub fn number(&self) -> Result<i64, String> {
        match &self.value {
            Value::Number(number) => Ok(*number),
            _ => Err(format!("{}: expected a whole number", self.line)),
        }
    }

    /// Returns it as a file of its own: a text as it is, and keys as YAML.
    pub fn yaml(&self) -> Result<String, String> {
        match &self.value {
            Value::Text(text) => Ok(super::with_end(text)),
            Value::Map(map) => {
                Ok(map.iter().map(|(key, value)| format!("{}: {}\n", key.value, value.json())).collect())
            }
            _ => Err(format!("{}: expected keys", self.line)),
        }
    }

    fn json(&self) -> serde_json::Value {
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
        let Spanned { value, referenced, .. } = Spanned::<Value>::deserialize(deserializer)?;
        Ok(Self { line: referenced.line(), value })
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Spanned { value, referenced, .. } = Spanned::<Option<String>>::deserialize(deserializer)?;
        Ok(Self { line: referenced.line(), value: value.unwrap_or_default() })
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
