//! Windows.

mod job;
pub mod pipes;
pub mod process;
