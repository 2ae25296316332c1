//! The referee: games of the catalogue, played move by move.
//!
//! Depends on `nim-engine`; knows neither problems nor the judge. Begin with [`table::Table`].
//!
//! ```
//! use nim_referee::table::Table;
//!
//! let read = &mut |file: &str| std::fs::read_to_string(file);
//! let mut table = Table::new("nim", vec![vec![3], vec![5], vec![7]], false, read)?;
//! let winning = table.winning()?.ok_or("the player to move has lost")?;
//! let undo = table.make(winning);
//! assert!(!table.first_wins()?);
//! table.unmake(undo);
//! assert!(table.first_wins()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`table`] | a position, its legal moves, and what wins |
//! | [`limits`] | the most work for an answer |
//! | `heaps` | the same for very many heaps of Nim |
//! | [`contest`] | a game between two seats: whose turn it is, the moves, the end, and the lines of the protocol |
//! | [`player`] | opponents of several levels |
//! | [`duel`] | a contest between a program and such an opponent, in the line protocol |
//! | [`start`] | small random positions |
//! | [`error`] | the faults of a move or a position |
//!
//! A position is a list of *components*, numbered from 1, as the [catalogue](nim_engine::games::CATALOGUE) writes them: heaps, pairs, lists,
//! vertices. All heaps of a game whose moves concern several at once, and all cells of a board, are one component. A
//! move makes other components of one; `docs/protocol.md` describes how it is written. The referee does no input or output.

pub mod chinese;
pub mod contest;
pub mod duel;
pub mod error;
mod heaps;
pub mod limits;
pub mod player;
pub mod start;
pub mod table;
