//! Judging: test-data layouts, compiling, comparison, verdicts and reports, independent of Nim.
//!
//! Depends on `nim-sandbox`, which runs programs, and `nim-ground`: it knows neither Nim, nor problems, nor the terminal. Begin with [`layout::discover`], then
//! [`session`].
//!
//! [`layout`] finds tests; a [`session`] runs programs on them, [`compare`]s outputs with answers or calls a
//! [`checker`], and makes [`report`]s. A problem's [`records`] define where the cases of its outputs begin. Whatever cannot be done
//! is a [failure](nim_ground::failure), which is no verdict.

pub mod cache;
pub mod checker;
pub mod compare;
pub mod compile;
pub mod constants;
pub mod expected;
pub mod fingerprint;
mod glob;
pub mod graders;
pub mod included;
pub mod input_excerpt;
pub mod interactive;
pub mod interruption;
pub mod jury;
pub mod language;
pub mod layout;
pub mod matrix;
pub mod merge;
mod own_file;
pub mod records;
pub mod report;
pub mod run_verdict;
pub mod score;
pub mod session;
pub mod shard;
pub mod source;
pub mod submissions;
pub mod time_rule;
pub mod verdict;
pub mod visible;
