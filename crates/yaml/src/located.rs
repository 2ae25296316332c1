//! Values with the lines on which they stand.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// The name by which a reader of a tree knows that a line is asked for.
pub(super) const NAME: &str = "nim_yaml::Located";

/// A value, and the line on which it begins. It is read from a tree alone, and not behind `flatten` or `untagged`.
#[derive(Clone, Debug)]
pub struct Located<T> {
    /// The line, from 1.
    pub line: u64,
    /// The value at this line.
    pub value: T,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Located<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_tuple_struct(NAME, 2, Pair(PhantomData))
    }
}

struct Pair<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Pair<T> {
    type Value = Located<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value with its line")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<Located<T>, A::Error> {
        match (pair.next_element()?, pair.next_element()?) {
            (Some(line), Some(value)) => Ok(Located { line, value }),
            _ => Err(A::Error::custom("a value has no line")),
        }
    }
}
