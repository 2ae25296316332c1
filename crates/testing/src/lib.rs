//! Helpers for the tests of several crates; no other code depends on this crate.
//!
//! | module | holds |
//! |---|---|
//! | [`whole`] | the part of long tests that an ordinary run executes |
//! | `injection` | runs of a program in which a system call fails, on Linux |
//! | [`guarded`] | memory between two inaccessible pages |
//! | [`allocations`] | an allocator that counts |

#![expect(
    clippy::let_underscore_must_use,
    clippy::unused_result_ok,
    reason = "a tracer passes over threads that have ended, and a counter threads that end"
)]

pub mod allocations;
pub mod guarded;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub mod injection;
pub mod whole;
