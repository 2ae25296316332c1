//! The tokens of an input, and their lines.

use std::io::Write;

use super::Description;
use nim_ground::error::best_effort;
use nim_solve::problem::Cases;

/// A token of an input, with its field and line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The name of the field.
    pub name: &'static str,
    /// The value of the token.
    pub value: Value,
    /// The index of the line; tokens of equal lines share one.
    pub(super) line: u32,
}

/// The value of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An unsigned number.
    Number(u64),
    /// A number that may be negative.
    Signed(i64),
    /// A word.
    Word(Box<Word>),
}

impl Value {
    /// Returns the number; `None` for one that may be negative.
    pub fn number(&self) -> Option<u64> {
        if let Self::Number(number) = *self { Some(number) } else { None }
    }
}

/// A word, and the letters that it may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The bytes of the word.
    pub text: Vec<u8>,
    /// The letters that the word may have; `None` for any.
    pub letters: Option<&'static str>,
}

/// Writes tokens on their lines.
pub fn write(tokens: &[Token], text: &mut Vec<u8>) {
    for (i, token) in tokens.iter().enumerate() {
        // Writing to memory does not fail.
        best_effort(match &token.value {
            Value::Number(number) => write!(text, "{number}"),
            Value::Signed(number) => write!(text, "{number}"),
            Value::Word(word) => text.write_all(&word.text),
        });
        let shares_line = tokens.get(i + 1).is_some_and(|next| next.line == token.line);
        text.push(if shares_line { b' ' } else { b'\n' });
    }
}

/// Writes the zeros that end an input, if the grammar has them.
pub fn close(about: &Description, text: &mut Vec<u8>) {
    if let Cases::UntilZeros(zeros) = about.grammar.cases {
        let line = vec!["0"; zeros].join(" ");
        text.extend_from_slice(line.as_bytes());
        text.push(b'\n');
    }
}
