//! Judging: test-data layouts, running, comparison, verdicts and reports, independent of Nim.
//!
//! Depends on `nim-ground` alone: it knows neither Nim, nor problems, nor the terminal. Begin with [`layout::discover`], then
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
pub mod files;
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
pub mod limits;
pub mod matrix;
pub mod merge;
mod own_file;
pub mod portable;
pub mod records;
pub mod report;
pub mod run;
pub mod run_verdict;
#[cfg(target_os = "linux")]
pub mod sandbox;
pub mod score;
pub mod secrets;
pub mod session;
pub mod shard;
pub mod source;
mod stderr;
pub mod submissions;
pub mod system;
pub mod time_rule;
pub mod verdict;
pub mod visible;
