//! Values, outcomes and the rules of play, for any impartial game.
//!
//! | module | holds |
//! |---|---|
//! | [`nim`] | folds of Nim positions: XOR and OR |
//! | [`mex`] | the minimum excluded number |
//! | [`nimber`] | the field of nimbers below 2^64 |
//! | [`game`] | any game by its options; values by memoised search |
//! | [`misere`] | misère play: the SJ rule, search, genus |
//! | [`refusal`] | the reasons not to answer |
//! | [`watch`] | progress and cancellation of long computations |

pub mod game;
pub mod mex;
pub mod misere;
pub mod nim;
pub mod nimber;
pub mod refusal;
pub mod watch;
