//! The catalogue: its games, their notation, and positions of them.
//!
//! | module | holds |
//! |---|---|
//! | [`catalogue`] | the one table of games |
//! | [`notation`] | reads the notation of games and positions |
//! | [`position`] | sums of components: who wins, and which moves win |
//! | [`board`] | search of boards whose cells turn over |
//! | [`heaps`] | Nim, subtraction games, take-and-break codes, Grundy's game |
//! | [`wythoff`], [`fibonacci`], [`moore`], [`staircase`] | games with theorems of their own |
//! | [`coins`], [`array_game`] | coin-turning games |
//! | [`graph`] | games that are drawn as a graph |

pub mod array_game;
pub mod board;
pub mod catalogue;
pub mod coins;
pub mod fibonacci;
pub mod graph;
#[cfg(feature = "judge")]
mod graph_json;
pub mod heaps;
pub mod moore;
pub mod notation;
pub mod position;
pub mod staircase;
pub mod wythoff;
