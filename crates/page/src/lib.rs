//! The game page's engine: questions and answers in JSON, which the script of the page passes to WebAssembly.
//!
//! Depends on `nim-referee`, `nim-rules` and `nim-engine`, and is compiled for WebAssembly by `page/build`. Begin with [`engine::Engine`].
//!
//! ```
//! let mut engine = nim_page::engine::Engine::default();
//! let laid = engine.answer(r#"{"ask": "lay", "game": "nim", "position": "1 2 3"}"#);
//! assert!(laid.contains(r#""wins":false"#));
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`engine`] | a position, and the questions about it |
//! | `error` | why a question has no answer; messages in both languages |
//! | `exports` | the functions that WebAssembly exports |
//!
//! A question is an object whose `ask` is one of these; numbers of games are strings, as scripts round large numbers. The key `graph`
//! has the text of a graph, or the rules of the game `own.game`. An answer with the key `error` refuses the question.
//! `error`, `reason` and `refusal` are objects with the text by language, `en` and `zh`.
//!
//! | `ask` | further keys | answer |
//! |---|---|---|
//! | `catalogue` | | `games`: the catalogue's entries; `levels` of the opponent |
//! | `random` | `game`, `graph`, `seed` | `position`: a position of a playable size |
//! | `lay` | `game`, `graph`, `position`, `misere` | the position |
//! | `moves` | | `moves`: legal moves; `more`: whether there are others |
//! | `check` | `move` | `move`, as the engine writes it |
//! | `make` | `move` | the position after it, and `move` |
//! | `reply` | `level`, `seed` | the same for a move of the opponent |
//! | `undo` | `count` | the position `count` moves ago |
//! | `hint` | | `moves`: the winning moves, or one of them where there are very many |
//!
//! A position has `game`, `kind` (heap, tuple, whole, board, vertex), `cells` of a board or row, `misere`, `places`, each with its `text`,
//! `numbers`, `value` and the `values` of its numbers, and `over`; then `wins`, for the player to move, `reason` and `sum`, or
//! `refusal`. Moves are written as in the line protocol (`docs/protocol.md`), without the word `move`.

pub mod engine;
mod error;
#[cfg(target_family = "wasm")]
mod exports;
