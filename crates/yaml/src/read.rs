//! Deserialisation of types from a tree.

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::located::NAME;
use super::{Error, Key, Node, Value};

impl<'de> IntoDeserializer<'de, Error> for &'de Node {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> IntoDeserializer<'de, Error> for &'de Key {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// An empty list, and a map without keys.
static NOTHING: (Node, Node) = (nothing(Value::List(Vec::new())), nothing(Value::Map(Vec::new())));

const fn nothing(value: Value) -> Node {
    Node { line: 0, column: 0, value, bytes: 0..0, written: String::new() }
}

impl Node {
    fn place(&self) -> (u64, u64) {
        (self.line, self.column)
    }

    fn unexpected(&self) -> Unexpected<'_> {
        match &self.value {
            Value::Null => Unexpected::Unit,
            Value::Text(text) => Unexpected::Str(text),
            Value::Number(number) => Unexpected::Signed(*number),
            Value::Other(_) => Unexpected::Other("another value"),
            Value::List(_) => Unexpected::Seq,
            Value::Map(_) => Unexpected::Map,
        }
    }
}

impl<'de> Deserializer<'de> for &'de Node {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let read = match &self.value {
            Value::Null => visitor.visit_unit(),
            Value::Text(text) => visitor.visit_borrowed_str(text),
            Value::Number(number) => visitor.visit_i64(*number),
            Value::Other(serde_json::Value::Bool(value)) => visitor.visit_bool(*value),
            Value::Other(serde_json::Value::Number(number)) => match (number.as_u64(), number.as_f64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, number) => visitor.visit_f64(number.unwrap_or(f64::NAN)),
            },
            Value::Other(_) => visitor.visit_unit(),
            Value::List(list) => visitor.visit_seq(SeqDeserializer::new(list.iter())),
            Value::Map(map) => {
                visitor.visit_map(MapDeserializer::new(map.iter().map(|(key, value)| (key, value))))
            }
        };
        read.map_err(|error: Error| error.at(self.place()))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if matches!(self.value, Value::Null) { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    /// Reads an empty value as an empty list.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if matches!(self.value, Value::Null) {
            NOTHING.0.deserialize_any(visitor)
        } else {
            self.deserialize_any(visitor)
        }
    }

    /// Reads an empty value as a map without keys, and refuses a list for a struct, though `serde` would take its items for fields in
    /// order.
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Null => NOTHING.1.deserialize_any(visitor),
            Value::List(_) => Err(Error::invalid_type(self.unexpected(), &visitor).at(self.place())),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.value {
            Value::Number(_) | Value::Other(_) => visitor.visit_str(&self.written),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name == NAME {
            visitor.visit_seq(Pair { line: Some(self.line), node: Some(self) })
        } else {
            self.deserialize_any(visitor)
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let read = match &self.value {
            Value::Map(map) if map.len() == 1 => visitor.visit_enum(Variant(&map[0])),
            _ => Err(Error::invalid_type(self.unexpected(), &"a single key")),
        };
        read.map_err(|error| error.at(self.place()))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str bytes byte_buf unit unit_struct tuple identifier ignored_any
    }
}

impl<'de> Deserializer<'de> for &'de Key {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(&self.value).map_err(|error: Error| error.at((self.line, self.column)))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq
        tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The line of a node, and the node.
struct Pair<'de> {
    line: Option<u64>,
    node: Option<&'de Node>,
}

impl<'de> SeqAccess<'de> for Pair<'de> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        match (self.line.take(), &mut self.node) {
            (Some(line), _) => seed.deserialize(line.into_deserializer()).map(Some),
            (None, node) => node.take().map(|node| seed.deserialize(node)).transpose(),
        }
    }
}

/// A variant of an enum, by its key.
struct Variant<'de>(&'de (Key, Node));

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Error;
    type Variant = &'de Node;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, &'de Node), Error> {
        let Self((key, node)) = self;
        Ok((seed.deserialize(key)?, node))
    }
}

impl<'de> VariantAccess<'de> for &'de Node {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }
}
