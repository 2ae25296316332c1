//! YAML: read as a tree with lines, from which types are read, and written from a [`Mapping`].
//!
//! ```
//! let value = nim_yaml::value("limits: {time: 2}")?;
//! assert_eq!(value["limits"]["time"], 2);
//! # Ok::<(), nim_yaml::Error>(())
//! ```
//!
//! A text is parsed into a [`Node`] for any type that is read from it: the code of the parser is then compiled once, and not for every
//! type.

mod located;
mod node;
mod read;
mod write;

use std::fmt;

use serde::de::{self, DeserializeOwned};
use serde_saphyr::UserMessageFormatter;

pub use self::located::Located;
pub use self::node::{Key, Map, Node, Value, get};
pub use self::write::{Mapping, number};

/// The reason why a text is not YAML, or not YAML of a type. The lines after the first show the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    message: String,
    /// The line and the column; `None` where the message has them.
    place: Option<(u64, u64)>,
    is_placed: bool,
}

impl Error {
    /// Returns the error with its place, unless it has one.
    fn at(mut self, place: (u64, u64)) -> Self {
        if !self.is_placed && place != (0, 0) {
            (self.place, self.is_placed) = (Some(place), true);
        }
        self
    }

    /// Returns its first line, to stand in another message.
    #[must_use]
    pub fn brief(&self) -> String {
        let whole = self.to_string();
        let first = whole.lines().next().unwrap_or_default();
        first.strip_prefix("error: ").unwrap_or(first).to_owned()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "error: line {line} column {column}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {}

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { message: message.to_string(), place: None, is_placed: false }
    }
}

/// Parses a text; one that is empty is null.
///
/// # Errors
/// When it is not YAML.
pub fn parse(text: &str) -> Result<Node, Error> {
    let mut node: Node = serde_saphyr::from_str(text).map_err(|error| Error {
        message: error.render_with_formatter(&UserMessageFormatter),
        place: None,
        is_placed: true,
    })?;
    node.keep_written(text);
    Ok(node)
}

/// Reads a type from a text.
///
/// # Errors
/// When it is not YAML, or not of the type.
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    T::deserialize(&parse(text)?)
}

/// Reads a text as JSON has it, without lines.
///
/// # Errors
/// When it is not YAML.
pub fn value(text: &str) -> Result<serde_json::Value, Error> {
    parse(text).map(|node| node.json())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        name: Located<String>,
        #[serde(default)]
        limits: BTreeMap<String, f64>,
        #[serde(default)]
        parts: Vec<Part>,
        time: Option<u64>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "lowercase")]
    enum Part {
        Line(Vec<String>),
    }

    #[test]
    fn types_are_read_with_their_lines() {
        let read: Case =
            from_str("parts:\n  - line: [a, 7]\nlimits: {x: 2, y: .5}\nname: x\ntime:\n").unwrap();
        assert_eq!((read.name.line, read.name.value.as_str(), read.time), (4, "x", None));
        assert_eq!(read.parts, [Part::Line(vec!["a".to_owned(), "7".to_owned()])]);
        assert_eq!(read.limits, BTreeMap::from([("x".to_owned(), 2.0), ("y".to_owned(), 0.5)]));
        let read: Case = from_str("name: 5\nlimits:\nparts:\n").unwrap();
        assert_eq!((read.name.value.as_str(), read.limits.len(), read.parts.len()), ("5", 0, 0));
    }

    #[test]
    fn a_text_is_as_it_is_written() {
        let texts = ["n", "04", "1e9", "1.50", "yes", "0x1F", "é 2", "true", "~x", "-7"];
        let list = texts.map(|text| format!("- {text}  # ü\n")).concat();
        assert_eq!(from_str::<Vec<String>>(&list).unwrap(), texts);
        assert_eq!(from_str::<Vec<String>>(&format!("[{}]", texts.join(", "))).unwrap(), texts);
        let case: Case = from_str("parts: [line: [&a 04, *a, y]]\nname: 007\n").unwrap();
        assert_eq!(case.parts, [Part::Line(["04", "04", "y"].map(str::to_owned).to_vec())]);
        assert_eq!(case.name.value, "007");
        let bools: Vec<bool> = from_str("[yes, n, true]").unwrap();
        assert_eq!(bools, [true, false, true]);
    }

    #[test]
    fn errors_name_the_innermost_place_once() {
        for (yaml, expected) in [
            ("limits: {}\n", "line 1 column 1: missing field `name`"),
            ("name: x\nlimit: {}\n", "line 2 column 1: unknown field `limit`"),
            ("name: x\nlimits:\n  time: long\n", "line 3 column 9: invalid type: string \"long\""),
            ("name: x\nparts:\n  - lines: []\n", "line 3 column 5: unknown variant `lines`"),
            ("name: [x\n", "line 1 column 7: unclosed bracket"),
            ("name: x\nname: y\n", "line 2 column 1: duplicate mapping key: name not allowed here"),
            ("[x]\n", "line 1 column 1: invalid type: sequence, expected struct Case"),
            ("name: x\nlimits: [7]\n", "line 2 column 9: invalid type: sequence, expected a map"),
        ] {
            let error = from_str::<Case>(yaml).unwrap_err().brief();
            assert!(error.starts_with(expected), "{error}\n{expected}");
        }
    }
}
