//! JSON in which no text of others reaches a terminal, a page or the text around it.

use std::io;

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};

use crate::visible::is_harmless;

/// A layout of JSON whose strings have escapes in place of unsafe characters.
pub struct Escaped<F> {
    layout: F,
    is_safe: fn(char) -> bool,
}

impl<F> Escaped<F> {
    /// Creates a layout that escapes characters that a terminal obeys or that change the direction of a text.
    pub fn new(layout: F) -> Self {
        Self { layout, is_safe: is_harmless }
    }
}

impl Escaped<CompactFormatter> {
    /// Creates the layout of compact JSON for an element of a page: characters that end an element are escaped as well.
    pub fn for_page() -> Self {
        Self { layout: CompactFormatter, is_safe: |c| !matches!(c, '<' | '>' | '&') && is_harmless(c) }
    }
}

/// Passes on the parts of a layout.
macro_rules! laid_out {
    ($($part:ident($($argument:ident: $kind:ty)?))*) => {$(
        fn $part<W: ?Sized + io::Write>(&mut self, out: &mut W $(, $argument: $kind)?) -> io::Result<()> {
            self.layout.$part(out $(, $argument)?)
        }
    )*};
}

impl<F: Formatter> Formatter for Escaped<F> {
    laid_out! {
        begin_array() end_array() begin_array_value(first: bool) end_array_value()
        begin_object() end_object() begin_object_key(first: bool) end_object_key()
        begin_object_value() end_object_value()
    }

    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, unsafe_one)) = rest.char_indices().find(|&(_, c)| !(self.is_safe)(c)) {
            out.write_all(&rest.as_bytes()[..at])?;
            for unit in unsafe_one.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = &rest[at + unsafe_one.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }
}

/// Writes a value as JSON on one line.
///
/// # Errors
/// When `out` fails, or the value has no form in JSON.
pub fn write(out: &mut impl io::Write, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
    Ok(value.serialize(&mut Serializer::with_formatter(out, Escaped::new(CompactFormatter)))?)
}

/// Writes a value as JSON on indented lines.
///
/// # Errors
/// When `out` fails, or the value has no form in JSON.
pub fn write_pretty(out: &mut impl io::Write, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
    Ok(value.serialize(&mut Serializer::with_formatter(out, Escaped::new(PrettyFormatter::new())))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn strings_are_escaped_and_read_back() {
        let text = "a\n\"\u{1b}\u{7f}\u{9b}\u{202e}\u{2066}\u{200f}\u{1ffff}<é";
        let value = BTreeMap::from([(text, vec![text, ""])]);
        let mut page = Vec::new();
        value.serialize(&mut Serializer::with_formatter(&mut page, Escaped::for_page())).unwrap();
        assert!(!page.contains(&b'<'));
        let (mut compact, mut pretty) = (Vec::new(), Vec::new());
        write(&mut compact, &value).unwrap();
        write_pretty(&mut pretty, &value).unwrap();
        for written in [page, compact, pretty] {
            let written = String::from_utf8(written).unwrap();
            assert!(written.chars().all(|c| c == '\n' || is_harmless(c)), "{written}");
            let read: BTreeMap<String, Vec<String>> = serde_json::from_str(&written).unwrap();
            assert_eq!(read[text], value[text]);
        }
        // The layout is that of the library.
        let plain = BTreeMap::from([("a", vec![1, 2]), ("b", vec![])]);
        let mut pretty = Vec::new();
        write_pretty(&mut pretty, &plain).unwrap();
        assert_eq!(pretty, serde_json::to_vec_pretty(&plain).unwrap());
    }
}
