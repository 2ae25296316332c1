//! Rows of comma-separated values after RFC 4180, with lines that end in a line feed.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use crate::terminal::json::JsonNumber;
use nim_ground::visible;

/// Writes a row.
///
/// # Errors
/// When `out` fails.
pub fn row(out: &mut dyn Write, cells: impl IntoIterator<Item = impl AsRef<str>>) -> io::Result<()> {
    for (index, cell) in cells.into_iter().enumerate() {
        if index > 0 {
            out.write_all(b",")?;
        }
        let text = visible::line(cell.as_ref());
        if text.contains([',', '"']) {
            write!(out, "\"{}\"", text.replace('"', "\"\""))?;
        } else {
            out.write_all(text.as_bytes())?;
        }
    }
    out.write_all(b"\n")
}

/// Returns a number as a cell, which is empty if it is unknown.
pub fn number(number: Option<JsonNumber>) -> String {
    number.map_or_else(String::new, |number| number.0.to_string())
}

/// Returns the cells of an object: a column for each of these keys, empty for missing ones.
pub fn cells(object: &impl Serialize, columns: &[&str]) -> Vec<String> {
    let object = serde_json::to_value(object).unwrap_or_default();
    let cells = columns.iter().map(|column| match &object[*column] {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    });
    cells.collect()
}
