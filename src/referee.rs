//! The referee: games of the catalogue, played move by move.
//!
//! | module | holds |
//! |---|---|
//! | [`table`] | a position, its legal moves, and what wins |
//! | `heaps` | the same for very many heaps of Nim |
//! | [`duel`] | a game between a program and an opponent that never errs, in the line protocol |
//!
//! A position is a list of *components*, numbered from 1, as the [catalogue](crate::engine::games::CATALOGUE) writes them: heaps, pairs, lists,
//! vertices. All heaps of a game whose moves concern several at once, and all cells of a board, are one component. A
//! move makes other components of one; `docs/protocol.md` describes how it is written. The referee does no input or output.

pub mod duel;
mod heaps;
pub mod table;
