//! Unix.

pub mod pipes;
pub mod process;
