//! Pipes and processes of Unix.

pub mod pipes;
pub mod process;
