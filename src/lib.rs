//! Solve, check and study Nim-like problems.
//!
//! # Modules
//!
//! | module | holds |
//! |---|---|
//! | [`problem`] | the trait of a problem, and its declarations |
//! | [`problems`] | the registry, one line per problem, and each problem's folder |
//! | [`registry`] | a problem as an entry of the registry |
//! | [`inputs`] | inputs as data: strict reading, made-up ones, smaller ones |
//! | [`package`] | packages of other judges: written and read |
//! | [`engine`] | the theory of impartial games |
//! | [`explain`] | why a position is won or lost, as data and as lines |
//! | [`referee`] | games played move by move: legal moves, and an opponent that never errs |
//! | [`page`] | the engine of the page to play: questions and answers in JSON |
//! | [`solve`] | a problem's cases from numbers, on threads |
//! | [`io`] | bytes in, numbers through, lines out |
//! | [`random`] | random numbers that are the same everywhere |
//! | [`simd`] | the CPU's level: which vector instructions may be used |
//! | [`judge`] | test-data layouts, running, comparison, verdicts, reports |
//! | [`cli`] | the program's commands; the only module that uses clap, anyhow and the terminal |
//! | [`exit`] | the exit codes |
//!
//! Data flows one way: bytes → tokenizer → a fold over the numbers of a case → the problem's answer → writer.
//! `docs/architecture.md` shows which module may import which, and follows one heap from file to answer.
//!
//! # Invariants
//!
//! - The engine does no input or output.
//! - The judge does not depend on the engine or on any problem.
//! - Problems depend on neither clap, nor standard input, nor threads.
//! - Nothing below `main` ends the process.
//! - There is no unsafe code outside `io/arch`, `engine/arch` and the sandbox's one file (and a file of tests). A function
//!   that relies on its caller for memory safety is an `unsafe fn`; every other function is sound for all arguments.
//! - No table is built before dispatch.

#[cfg(feature = "cli")]
pub mod cli;
pub mod engine;
pub mod exit;
#[cfg(not(target_family = "wasm"))]
pub mod explain;
#[cfg(feature = "judge")]
pub mod inputs;
#[cfg(not(target_family = "wasm"))]
pub mod io;
#[cfg(feature = "judge")]
pub mod judge;
#[cfg(not(target_family = "wasm"))]
mod lock;
#[cfg(feature = "judge")]
mod markup;
#[cfg(feature = "judge")]
pub mod package;
#[cfg(feature = "page")]
pub mod page;
#[cfg(not(target_family = "wasm"))]
pub mod problem;
#[cfg(not(target_family = "wasm"))]
#[path = "../problems/mod.rs"]
pub mod problems;
pub mod random;
pub mod referee;
#[cfg(not(target_family = "wasm"))]
pub mod registry;
pub mod simd;
#[cfg(not(target_family = "wasm"))]
pub mod solve;

#[cfg(test)]
mod whole {
    /// Whether tests that are long run whole, or a fixed part of each; as `whole.rs` of the integration tests has it.
    pub(crate) fn is_whole() -> bool {
        std::env::var_os("TOOLKIT_TEST_ALL").is_some()
    }
}
