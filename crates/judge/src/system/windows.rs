//! Windows.

pub mod files;
mod job;
pub mod pipes;
pub mod process;
