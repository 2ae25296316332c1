//! The unsafe code of reading, and nothing else.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod closed;
#[cfg(target_arch = "x86_64")]
mod format;
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "there is no vector kernel for this CPU"))]
pub(super) mod lanes;
mod map;
#[cfg(target_arch = "x86_64")]
mod memory;

pub(super) use closed::{was_stdin_closed, was_stdout_closed};
pub(super) use map::{Map, RELEASE};
