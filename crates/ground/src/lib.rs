//! What crates of several floors need and no crate should have twice.
//!
//! | module | holds |
//! |---|---|
//! | [`lock`] | locks that ignore poisoning |
//! | [`markup`] | escaping for HTML and XML |
//! | [`random`] | random numbers that are the same everywhere |

pub mod lock;
pub mod markup;
pub mod random;
