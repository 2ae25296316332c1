//! Impartial games written as text: a small total language for the moves of heaps, tuples and rows.
//!
//! Depends on `nim-engine`, and does no input or output. Begin with [`Rules`]; the language is described in `docs/rules.md`.
//!
//! | file | holds |
//! |---|---|
//! | `words`, `syntax`, `parse` | the words of a text, its tree, and the grammar |
//! | `compile` | names and kinds: from the tree to a program |
//! | `expression`, `program` | the evaluated parts: numbers, and the options of a position |
//! | `table` | the values of positions, each computed once |
//! | `shape` | rules that are a game of the engine, by a proof from their form |
//! | `game` | the rules as a [`Game`](nim_engine::theory::game::Game) |
//! | `notation` | games in files, as terms of a notation |
//! | `error` | errors with their line and a caret |
//!
//! # Invariants
//!
//! Every evaluation ends: ranges are finite and counted, arithmetic is exact, and each move makes a measure smaller, which is checked as
//! it is made. A text can name nothing but its own numbers.

mod compile;
mod error;
mod expression;
mod game;
mod notation;
mod parse;
mod program;
mod shape;
mod syntax;
mod table;
mod words;

pub use error::Error;
pub use game::{Rules, RulesError};
pub use notation::WithRules;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
