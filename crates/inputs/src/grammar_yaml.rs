//! Grammars as text: the keys `grammar` and `answers` of a `problem.yaml`.
//!
//! | file | holds |
//! |---|---|
//! | `document` | the keys of the file, and their faults, with the line |
//! | `notation` | fields, counts and conditions in words: `list heap 2*n+1` |
//! | `names` | the names of a grammar: unique, and known where they are used |
//! | `print` | a grammar as text |
//!
//! `docs/grammar.md` has the notation. A condition on whole cases is a function, which has no text.

mod document;
mod names;
mod notation;
mod print;

pub use self::document::{DocumentError, read, read_node};
pub use self::print::{answers, grammar, without_text};
