//! Misère quotients.

pub mod monoid;
pub mod partial;
mod transitions;
mod unanswered;
