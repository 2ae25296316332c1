//! Misère quotients.

mod folded;
pub mod monoid;
pub mod partial;
mod unanswered;
