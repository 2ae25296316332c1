//! Unix.

pub mod files;
pub mod pipes;
pub mod process;
