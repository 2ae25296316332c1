//! JSON that commands print: numbers of games, and objects with a schema.

use std::fmt;
use std::io::{self, Write};

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use nim_ground::json;

/// Many JSON readers, JavaScript's among them, round numbers above this.
const LARGEST: u64 = 1 << 53;

/// A number, written as a string if it is above 2^53.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JsonNumber(pub u64);

impl Serialize for JsonNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 > LARGEST { serializer.collect_str(&self.0) } else { serializer.serialize_u64(self.0) }
    }
}

impl<'de> Deserialize<'de> for JsonNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberVisitor)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = JsonNumber;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number from 0 to 18446744073709551615, as a number or a string")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<JsonNumber, E> {
        Ok(JsonNumber(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<JsonNumber, E> {
        let number = text.parse().ok().filter(|number: &u64| number.to_string() == text);
        number.map(JsonNumber).ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
    }
}

/// An object with the schema before its own keys.
#[derive(Serialize)]
struct Named<'a, T> {
    schema: &'static str,
    #[serde(flatten)]
    object: &'a T,
}

/// Prints an object with the name and version of its schema.
pub fn print(out: &mut impl Write, schema: &'static str, object: &impl Serialize) -> io::Result<()> {
    json::write_pretty(out, &Named { schema, object })?;
    writeln!(out)
}
