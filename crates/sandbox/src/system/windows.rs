//! Pipes and processes of Windows.

mod job;
pub mod pipes;
pub mod process;
