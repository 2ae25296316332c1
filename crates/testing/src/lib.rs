//! What the tests of several crates need; no crate depends on it otherwise.
//!
//! | module | holds |
//! |---|---|
//! | [`whole`] | what an ordinary run takes of tests that are long |
//! | [`guarded`] | memory between two inaccessible pages |
//! | [`allocations`] | an allocator that counts |

pub mod allocations;
pub mod guarded;
pub mod whole;
