//! The unsafe code of input and output, and nothing else.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod closed;
#[cfg(target_arch = "x86_64")]
mod format;
mod map;
#[cfg(target_arch = "x86_64")]
mod memory;
#[cfg(target_arch = "aarch64")]
mod neon;

pub(crate) use closed::{was_stdin_closed, was_stdout_closed};
pub use map::{FileMap, RELEASE};
