//! Misère quotients.

pub mod described;
pub mod heaps;
pub mod limits;
pub mod monoid;
pub mod partial;
mod transitions;
mod unanswered;
