//! The program `toolkit`: its commands and its exit codes.
//!
//! ```
//! use nim_toolkit::{dispatcher, exit::Exit};
//!
//! let exit = dispatcher::run(["toolkit", "list", "--judge", "spoj"].map(Into::into));
//! assert_eq!(exit, Exit::Success);
//! ```
//!
//! Data flows one way: bytes → tokenizer → a fold over the numbers of a case → the problem's answer → writer.
//! `docs/architecture.md` shows the crates below, which of them may use which, and follows one heap from file to answer.
//!
//! # Invariants
//!
//! - The engine does no input or output.
//! - The judge does not depend on the engine or on any problem.
//! - Problems depend on neither clap, nor standard input, nor threads.
//! - Nothing below `main` ends the process.
//! - Unsafe code stands in few files, which `docs/architecture.md` lists. A function that relies on its caller for memory safety is an
//!   `unsafe fn`; every other function is sound for all arguments.
//! - No table is built before dispatch.

mod built_in;
mod commands;
pub mod dispatcher;
pub mod exit;
mod problem;
mod system;
mod terminal;
