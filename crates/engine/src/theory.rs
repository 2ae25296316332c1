//! Values, outcomes and the rules of play, for any impartial game.
//!
//! | module | holds |
//! |---|---|
//! | [`nim`] | folds of Nim positions: XOR and OR |
//! | [`mex`] | the minimum excluded number |
//! | [`nimber`] | the field of nimbers below 2^64 |
//! | [`game`], [`component`], [`shape`], `presentation` | games by their options; the form of components and their notation |
//! | [`evaluator`] | values by memoised search |
//! | [`winning`], [`budget`] | winning options; limits of the work for an answer |
//! | [`misere`] | misère play: the SJ rule, search, genus |
//! | [`quotient`] | misère quotients, which decide sums of heaps of any size |
//! | [`reduced`] | reduced misère forms |
//! | [`reason`] | why a position is won or lost |
//! | [`refusal`] | the reasons for which no answer is given |
//! | [`watch`] | progress and cancellation of long computations |

pub mod budget;
pub mod component;
pub mod evaluator;
pub mod game;
pub mod mex;
pub mod misere;
pub mod nim;
pub mod nimber;
pub(crate) mod presentation;
pub mod quotient;
pub mod reason;
pub mod reduced;
pub mod refusal;
pub mod shape;
pub mod watch;
pub mod winning;
