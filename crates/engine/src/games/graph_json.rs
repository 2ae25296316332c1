//! Game graphs in JSON.
//!
//! `serde_json` keeps the last of equal keys and reads large numbers as floating-point ones. Here duplicate keys and
//! numbers that are not integers are errors, since a lost edge would change the game.

use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// The vertices and edges of a text.
#[derive(Debug, Default)]
pub(crate) struct Json {
    /// Vertices in the order in which they are named as such.
    pub(crate) vertices: Vec<String>,
    pub(crate) edges: Vec<(String, String)>,
}

/// Reads an object of lists, a list of pairs, or either under the key `edges` of an object with `vertices` or `nodes`.
///
/// # Errors
/// The first fault, as a lowercase fragment with line and column.
pub(crate) fn parse(text: &str) -> serde_json::Result<Json> {
    serde_json::from_str(text).and_then(|GraphText(value)| value.graph())
}

/// A value, with all keys of its objects.
enum JsonValue {
    Name(String),
    List(Vec<JsonValue>),
    Object(Vec<(String, JsonValue)>),
}

/// A value that is an object or a list.
struct GraphText(JsonValue);

impl<'de> Deserialize<'de> for GraphText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match (ValueSeed { expected: GRAPH }).deserialize(deserializer)? {
            JsonValue::Name(name) => Err(D::Error::custom(format!("expected {GRAPH}, found {name:?}"))),
            value => Ok(Self(value)),
        }
    }
}

const GRAPH: &str = "an object of lists of vertices or a list of pairs";
const PART: &str = "a vertex, which is a string or an integer, or a list of them";

struct ValueSeed {
    expected: &'static str,
}

impl<'de> DeserializeSeed<'de> for ValueSeed {
    type Value = JsonValue;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<JsonValue, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueSeed {
    type Value = JsonValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<JsonValue, E> {
        Ok(JsonValue::Name(text.to_owned()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<JsonValue, E> {
        Ok(JsonValue::Name(number.to_string()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<JsonValue, E> {
        Ok(JsonValue::Name(number.to_string()))
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<JsonValue, E> {
        Err(E::custom("a number that names a vertex is an integer below 2^64: write others as strings"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<JsonValue, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Self { expected: PART })? {
            list.push(item);
        }
        Ok(JsonValue::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<JsonValue, A::Error> {
        let (mut object, mut keys) = (Vec::new(), HashSet::new());
        while let Some(key) = entries.next_key::<String>()? {
            if !keys.insert(key.clone()) {
                return Err(A::Error::custom(format!("duplicate key {key:?}")));
            }
            object.push((key, entries.next_value_seed(Self { expected: PART })?));
        }
        Ok(JsonValue::Object(object))
    }
}

impl JsonValue {
    fn graph(self) -> serde_json::Result<Json> {
        let mut json = Json::default();
        match self {
            Self::Object(entries) if has_edges(&entries) => {
                for (key, value) in entries {
                    match (key.as_str(), value) {
                        ("edges", value) => json.read_edges(value)?,
                        ("vertices" | "nodes", Self::List(vertices)) => {
                            for vertex in vertices {
                                json.vertices.push(vertex.name()?);
                            }
                        }
                        (key, Self::Name(_) | Self::Object(_)) if key != "edges" => {
                            return Err(Error::custom(format!("the key {key:?} is not a list of vertices")));
                        }
                        (key, _) => {
                            return Err(Error::custom(format!("unknown key {key:?} beside \"edges\"")));
                        }
                    }
                }
            }
            value => json.read_edges(value)?,
        }
        Ok(json)
    }

    fn name(self) -> serde_json::Result<String> {
        match self {
            Self::Name(name) => Ok(name),
            Self::List(_) => Err(Error::custom("a vertex is a string or an integer, not a list")),
            Self::Object(_) => Err(Error::custom("a vertex is a string or an integer, not an object")),
        }
    }
}

/// Returns whether `edges` is a key of the form, and not a vertex.
fn has_edges(entries: &[(String, JsonValue)]) -> bool {
    let has = |name: &str| entries.iter().any(|(key, _)| key == name);
    has("edges") && (entries.len() == 1 || has("vertices") || has("nodes"))
}

impl Json {
    fn read_edges(&mut self, value: JsonValue) -> serde_json::Result<()> {
        match value {
            JsonValue::Object(entries) => {
                for (from, successors) in entries {
                    let JsonValue::List(successors) = successors else {
                        return Err(Error::custom(format!("the vertex {from:?} has no list of vertices")));
                    };
                    self.vertices.push(from.clone());
                    for to in successors {
                        self.edges.push((from.clone(), to.name()?));
                    }
                }
            }
            JsonValue::List(pairs) => {
                for pair in pairs {
                    match pair {
                        JsonValue::List(pair) => match <[JsonValue; 2]>::try_from(pair) {
                            Ok([from, to]) => self.edges.push((from.name()?, to.name()?)),
                            Err(pair) => {
                                return Err(Error::custom(format!(
                                    "an edge is a pair, not a list of {}",
                                    pair.len()
                                )));
                            }
                        },
                        _ => return Err(Error::custom("an edge is a pair of vertices, `[\"a\", \"b\"]`")),
                    }
                }
            }
            JsonValue::Name(name) => return Err(Error::custom(format!("expected {GRAPH}, found {name:?}"))),
        }
        Ok(())
    }
}
