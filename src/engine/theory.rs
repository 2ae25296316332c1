//! Values, outcomes and the rules of play, for any impartial game.
//!
//! | module | holds |
//! |---|---|
//! | [`nim`] | folds of Nim positions: XOR and OR |
//! | [`mex`] | the minimum excluded number |
//! | [`nimber`] | the field of nimbers below 2^64 |
//! | [`game`], [`component`], [`shape`], [`presentation`] | any game by its options; what a component is, how it is written |
//! | [`evaluator`] | values by memoised search |
//! | [`winning`], [`budget`] | winning options; how much work a question is worth |
//! | [`misere`] | misère play: the SJ rule, search, genus |
//! | [`refusal`] | the reasons not to answer |
//! | [`watch`] | progress and cancellation of long computations |

pub mod budget;
pub mod component;
pub mod evaluator;
pub mod game;
pub mod mex;
pub mod misere;
pub mod nim;
pub mod nimber;
pub mod presentation;
pub mod refusal;
pub mod shape;
pub mod watch;
pub mod winning;
